package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSettings: flags come from the nearest settings file, unless the command line has them; what is
// wrong there is said with its place.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "src")
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("inc/size.h", "#define SIZE 64\n")
	write("src/k.cu", "#include \"size.h\"\n__global__ void k(int *o, int n) { o[threadIdx.x % SIZE] = threadIdx.x + n; }\n")
	t.Chdir(below)
	for _, c := range []struct {
		name, settings string
		args           []string
		code           int
		want           string
	}{
		{"applies", "block-dim = 64\ngrid-dim = \"1\"\ninclude = [\"inc\"]\nparam = [\"n=4\"]\n", nil, exitProved, "block-dim, grid-dim, include, param"},
		{"the command line wins", "block-dim = 64\ngrid-dim = 1\ninclude = \"inc\"\n", []string{"--block-dim", "96"}, exitRefuted, ".gv2.toml: grid-dim, include"},
		{"of another command only", "block-dim = 64\ngrid-dim = 1\ninclude = \"inc\"\njobs = 2\n", nil, exitProved, "note: from"},
		{"no flag", "blok-dim = 64\n", nil, exitUsage, "no command has a flag blok-dim; did you mean block-dim?"},
		{"a wrong value", "timeout = 5\n", nil, exitUsage, ".gv2.toml: --timeout 5: write a time"},
		{"no TOML", "timeout = \"5s\"\nx y\n", nil, exitUsage, ".gv2.toml:2:"},
		{"a table", "param = {n = 4}\n", nil, exitUsage, "param is not a table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(settingsFile, c.settings)
			code, _, stderr := gv2("", append([]string{"verify", "k.cu"}, c.args...)...)
			assert.Equal(t, c.code, code, stderr)
			assert.Contains(t, stderr, c.want)
		})
	}
	require.NoError(t, os.Mkdir(filepath.Join(below, ".git"), 0o755))
	assert.Empty(t, findSettings(), "that above is another project's")
}
