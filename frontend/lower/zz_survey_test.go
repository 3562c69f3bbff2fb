package lower

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

func TestZZSurvey(t *testing.T) {
	dir := os.Getenv("SURVEY_DIR")
	if dir == "" {
		t.Skip()
	}
	incs := filepath.SplitList(os.Getenv("SURVEY_INC"))
	reasons := map[string][]string{}
	total, ok, files := 0, 0, 0
	filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".cu" {
			return nil
		}
		files++
		text, _ := os.ReadFile(path)
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println("PANIC", path, p)
				}
			}()
			res := source.Preprocess(path, text, source.Options{Include: append([]string{filepath.Dir(path)}, incs...)})
			if res.Diags.HasErrors() {
				fmt.Println("PP", path, strings.SplitN(res.Diags.String(), "\n", 2)[0])
			}
			file, diags := cuda.Parse(res.Tokens)
			if diags.HasErrors() {
				fmt.Println("PARSE", path, strings.SplitN(diags.String(), "\n", 2)[0])
			}
			for _, fn := range Kernels(file) {
				total++
				opts := Options{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}, SharedBytes: -1}
				k, d := Lower(file, fn, opts)
				if k != nil {
					if err := kernel.Check(k); err != nil {
						fmt.Println("CHECK", path, fn.Name, err)
					}
					ok++
					continue
				}
				msg := strings.SplitN(d.String(), "\n", 2)[0]
				for _, one := range d.Sorted() {
					if one.Severity.String() != "warning" {
						msg = one.Error()
						break
					}
				}
				parts := strings.SplitN(msg, ": ", 2)
				reasons[parts[len(parts)-1]] = append(reasons[parts[len(parts)-1]], parts[0]+" "+fn.Name)
			}
		}()
		return nil
	})
	fmt.Printf("files %d kernels %d lowered %d\n", files, total, ok)
	var keys []string
	for k := range reasons {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return len(reasons[keys[i]]) > len(reasons[keys[j]]) })
	for _, k := range keys {
		fmt.Printf("%3d %s   e.g. %s\n", len(reasons[k]), k, strings.TrimPrefix(reasons[k][0], dir))
	}
}
