package compiler

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCommands: of a command in compile_commands.json only what shapes the text is taken.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "src", "k.cu")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "build"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "build", "compile_commands.json"), []byte(`[{"directory": "`+filepath.ToSlash(dir)+`", "file": "src/other.cu", "command": "nvcc -DOTHER"},
	{"directory": "`+filepath.ToSlash(dir)+`", "file": "src/k.cu", "command": "./evil -DN=4 '-DS=\"a b\"' -I inc -isystem=/usr/x -std=c++20 --run -o k.o -c src/k.cu -Xcompiler -fplugin=x"}]`), 0o600))
	assert.Equal(t, []string{"-DN=4", `-DS="a b"`, "-I" + filepath.Join(dir, "inc"), "-isystem", "/usr/x", "-std=c++20"}, commandsOf(file))
	assert.Empty(t, commandsOf(filepath.Join(dir, "src", "unknown.cu")))
}

func TestFind(t *testing.T) {
	_, err := Find(filepath.Join(t.TempDir(), "nowhere"))
	require.ErrorContains(t, err, "--nvcc")
	t.Setenv("PATH", t.TempDir())
	_, err = Find("")
	assert.ErrorIs(t, err, ErrNone)
}

// TestPTX runs a compiler that is there.
func TestPTX(t *testing.T) {
	if _, err := exec.LookPath("nvcc"); err != nil {
		t.Skip("no nvcc in PATH")
	}
	c, err := Find("")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "k.cu")
	require.NoError(t, os.WriteFile(file, []byte("__global__ void k(int *p) { p[threadIdx.x] = N; }\n"), 0o600))
	text, _, err := c.PTX(context.Background(), file, Options{Define: map[string]string{"N": "3"}, Arch: 800})
	require.NoError(t, err)
	assert.Contains(t, string(text), ".entry _Z1kPi(")
	_, _, err = c.PTX(context.Background(), file, Options{Arch: 800})
	assert.ErrorContains(t, err, `identifier "N" is undefined`)
}
