package cuda

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const goldenDir = "../../testdata/frontend/cuda"

func tokens(name, text string) []source.Token {
	return source.Preprocess(name, []byte(text), source.Options{}).Tokens
}

func parseText(text string) (*File, diag.List) { return Parse(tokens("t.cu", text)) }

// TestGolden parses every file of the golden directory and compares the dump of
// its tree and its diagnostics.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(goldenDir, "*.cu"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			f, diags := Parse(tokens(filepath.Base(file), string(text)))
			got := diags.String() + Dump(f)
			golden := strings.TrimSuffix(file, ".cu") + ".tree"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}
