package lower

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// TestPublicPrograms reads every .cu file below the directories of
// PUBLIC_PROGRAMS, with those of PUBLIC_INCLUDE searched for headers: host code
// gives no error, and each kernel is lowered or told why not.
func TestPublicPrograms(t *testing.T) {
	dirs := filepath.SplitList(os.Getenv("PUBLIC_PROGRAMS"))
	if len(dirs) == 0 {
		t.Skip("PUBLIC_PROGRAMS is not set")
	}
	var count struct{ files, kernels, lowered, sized int }
	for _, dir := range dirs {
		require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".cu" {
				return err
			}
			count.files++
			file := readPublic(t, path)
			for _, fn := range kernelsOf(file) {
				count.kernels++
				launch := kernel.Launch{BlockDim: [3]int{64, 1, 1}}
				if sizes, _ := host.Read(file).Sizes(fn, NamesOf(file)); len(sizes) > 0 {
					count.sized++
					launch = kernel.Launch{BlockDim: sizes[0].Block, GridDim: sizes[0].Grid}
				}
				k, diags := Lower(file, fn, Options{Launch: launch, SharedBytes: -1})
				require.Equal(t, diags.HasErrors(), k == nil, "%s: %s", path, fn.Name)
				if k != nil {
					count.lowered++
					assert.NoError(t, kernel.Check(k), "%s: %s", path, fn.Name)
				}
			}
			return nil
		}))
	}
	t.Logf("%d files, %d kernels, %d lowered, %d with a block from a launch", count.files, count.kernels, count.lowered, count.sized)
}

// readPublic parses a file; headers that are not there are no fault of gv2's.
func readPublic(t *testing.T, path string) *cuda.File {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	include := append([]string{filepath.Dir(path)}, filepath.SplitList(os.Getenv("PUBLIC_INCLUDE"))...)
	res := source.Preprocess(path, text, source.Options{Include: include})
	missing := strings.Contains(res.Diags.String(), "not found")
	if !missing {
		assert.False(t, res.Diags.HasErrors(), "%s", res.Diags.String())
	}
	file, diags := cuda.Parse(res.Tokens)
	if !missing {
		for _, d := range diags.All() {
			assert.NotEqual(t, "error", d.Severity.String(), d.Error())
		}
	}
	return file
}
