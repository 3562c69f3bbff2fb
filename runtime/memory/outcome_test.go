package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLitmus decides the tests of testdata; their names say what is right.
func TestLitmus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.litmus")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".litmus")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			l, err := parseLitmus(string(text))
			require.NoError(t, err)
			some, _, err := l.outcome()
			require.NoError(t, err)
			assert.Equal(t, strings.HasSuffix(name, "_allowed"), some)
		})
	}
}
