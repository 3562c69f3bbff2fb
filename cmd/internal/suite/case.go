package suite

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// Case is a file of a suite: a kernel with its expected verdict.
type Case struct {
	Path string // to open it
	Name string // below the directory, with slashes
	// Expected is pass or xfail:CODE.
	Expected string
	// options are the words of GPUVerify's command line.
	options []string
	// launch are flags for what gv2 verify would read in the file's second line, where a list of points has it instead.
	launch []string
	// patterns are regular expressions for the output. They follow // at once, as in GPUVerify's suite; what a space
	// precedes is said to people.
	patterns []string
	// kernels is the largest possible number of kernels in the file, for its time limit.
	kernels int
}

// Find walks the directories for files that begin with a verdict, in the order of
// their names. An argument may also be a file. Names are relative to the directory,
// or to the folder that several directories have in common.
func Find(dirs []string) ([]Case, error) {
	var out []Case
	root := commonFolder(dirs)
	for _, dir := range dirs {
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if _, source := unit.Of(path); err != nil || entry.IsDir() || !source {
				return err
			}
			c, ok, err := readCase(dir, path)
			if root != "" {
				c.Name = caseName(root, absolute(path))
			}
			if ok && !slices.ContainsFunc(out, func(o Case) bool { return o.Path == path }) {
				out = append(out, c)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

// commonFolder is the folder that several directories or files have in common; empty
// for one, which is a folder itself.
func commonFolder(dirs []string) string {
	if len(dirs) < 2 {
		return ""
	}
	common := filepath.Dir(absolute(dirs[0]))
	for _, dir := range dirs[1:] {
		for !isBelow(common, absolute(dir)) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// isBelow reports whether an absolute path is in the folder, or deeper.
func isBelow(folder, path string) bool {
	return filepath.Dir(folder) == folder || strings.HasPrefix(path, folder+string(filepath.Separator))
}

func absolute(path string) string {
	if out, err := filepath.Abs(path); err == nil {
		return out
	}
	return path
}

var globalWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b__global__\b`) })

// readCase reads the leading comment of a file; ok is false if it states no
// verdict.
func readCase(dir, path string) (c Case, ok bool, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return c, false, err
	}
	lines := strings.Split(string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))), "\n")
	expected, ok := expectation(lines[0])
	if !ok {
		return c, false, nil
	}
	if code, fails := strings.CutPrefix(expected, "xfail:"); fails && !knownCode(code) {
		return c, false, fmt.Errorf("%s:1: xfail:%s: the code is a property (%s) or one of GPUVerify's (%s)", path, code, propertyNames(), strings.Join(gpuverifyCodes, ", "))
	}
	c = Case{Path: path, Name: caseName(dir, path), Expected: expected, kernels: len(globalWord().FindAll(text, -1))}
	if len(lines) > 1 {
		if words, ok := commentLine(lines[1]); ok && strings.HasPrefix(words, "-") {
			c.options = optionWords(words)
		}
	}
	for _, line := range lines[min(2, len(lines)):] {
		pattern, ok := commentLine(line)
		if !ok {
			break
		}
		if remark := strings.HasPrefix(strings.TrimSpace(line), "// "); pattern != "" && !remark {
			c.patterns = append(c.patterns, pattern)
		}
	}
	return c, true, nil
}

func commentLine(line string) (string, bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
	return strings.TrimSpace(text), ok
}

// gpuverifyCodes are the codes that GPUVerify ends with where it does not verify a kernel.
var gpuverifyCodes = []string{
	"NOT_ALL_VERIFIED", "COMMAND_LINE_ERROR", "CLANG_ERROR", "OPT_ERROR", "BUGLE_ERROR", "GPUVERIFYVCGEN_ERROR",
	"TIMEOUT", "BOOGIE_INTERNAL_ERROR", "BOOGIE_OTHER_ERROR",
}

// knownCode reports whether a file may expect that.
func knownCode(code string) bool {
	return kernel.Property(code).Info() != nil || slices.Contains(gpuverifyCodes, code)
}

func propertyNames() string {
	var names []string
	for _, p := range kernel.Properties(nil) {
		names = append(names, string(p))
	}
	return strings.Join(names, ", ")
}

// expectation reads //pass and //xfail:CODE, in any case.
func expectation(line string) (string, bool) {
	text, ok := commentLine(line)
	if !ok {
		return "", false
	}
	return unit.ExpectedVerdict(text)
}

func caseName(dir, path string) string {
	name, err := filepath.Rel(dir, path)
	if err != nil || name == "." {
		name = filepath.Base(path)
	}
	return filepath.ToSlash(name)
}
