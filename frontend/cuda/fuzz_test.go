package cuda

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse: for every text Parse ends without a panic, and every diagnostic
// has a position. Seeds are all the texts of the other tests.
func FuzzParse(f *testing.F) {
	for _, c := range bodyTable {
		f.Add(wrapBody(c.text))
	}
	for _, c := range stmtTable {
		f.Add(wrapBody(c.text))
	}
	for _, c := range negativeTable {
		f.Add(c.text)
	}
	for _, c := range nested {
		f.Add(wrapBody(c.make(20)))
	}
	files, _ := filepath.Glob(filepath.Join(goldenDir, "*.cu"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, diags := parseText(text)
		Dump(file)
		walk(file, func(n any) {
			if fn, ok := n.(*FuncDecl); ok {
				_, more := fn.Body()
				diags.Merge(more)
			}
		})
		for _, d := range diags.All() {
			require.True(t, d.Pos.Valid(), d.Message)
			require.NotEmpty(t, d.Message)
		}
	})
}
