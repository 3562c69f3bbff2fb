package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// FuzzLower: no text makes the lowering panic or hang, and a kernel without
// diagnostics keeps the rules of the IR.
func FuzzLower(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(cases, "*", "kernel.cu"))
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(string(text))
	}
	noFiles := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	f.Fuzz(func(t *testing.T, text string) {
		res := source.Preprocess("k.cu", []byte(text), source.Options{ReadFile: noFiles})
		file, _ := cuda.Parse(res.Tokens)
		for _, fn := range kernelsOf(file) {
			k, diags := Lower(file, fn, block64())
			require.Equal(t, diags.HasErrors(), k == nil)
			if k != nil {
				require.NoError(t, kernel.Check(k), text)
			}
		}
	})
}
