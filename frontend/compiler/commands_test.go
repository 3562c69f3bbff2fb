package compiler

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadCommands(t *testing.T) {
	dir := t.TempDir()
	slash := filepath.ToSlash(dir)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	write("build/includes_CUDA.rsp", "-I"+slash+"/gen -isystem \"/opt/with space\"\n")
	json := write("build/compile_commands.json", `[
	{"directory": "`+slash+`/build", "file": "../src/a.cu", "command": "nvcc -DN=4 -DDEBUG -UDEBUG -DFAST --options-file includes_CUDA.rsp -I ../inc --generate-code=arch=compute_80,code=[compute_80,sm_90] -c ../src/a.cu"},
	{"directory": "`+slash+`", "file": "src/b.cu", "arguments": ["clang++", "--cuda-gpu-arch=sm_75", "-DS=a b", "src/b.cu"]},
	{"directory": "`+slash+`", "file": "src/a.cu", "command": "nvcc -DOTHER"},
	{"directory": "`+slash+`", "file": "src/main.cpp", "command": "g++ -c src/main.cpp"}]`)
	for _, path := range []string{filepath.Join(dir, "build"), json} {
		c, err := ReadCommands(path)
		require.NoError(t, err)
		assert.Equal(t, []string{filepath.Join(dir, "src", "a.cu"), filepath.Join(dir, "src", "b.cu")}, c.Files())
		o, ok := c.Of(filepath.Join(dir, "src", "a.cu"))
		require.True(t, ok)
		assert.Equal(t, Options{
			Define: map[string]string{"N": "4", "FAST": "1"}, Arch: 900,
			Include: []string{filepath.FromSlash(slash + "/gen"), "/opt/with space", filepath.Join(dir, "inc")},
		}, o)
		o, ok = c.Of(filepath.Join(dir, "src", "b.cu"))
		require.True(t, ok)
		assert.Equal(t, Options{Define: map[string]string{"S": "a b"}, Arch: 750}, o)
		_, ok = c.Of("other.cu")
		assert.False(t, ok)
	}
	_, err := ReadCommands(filepath.Join(dir, "src"))
	assert.ErrorContains(t, err, "CMAKE_EXPORT_COMPILE_COMMANDS")
	_, err = ReadCommands(write("broken.json", "{"))
	assert.ErrorContains(t, err, "broken.json")
}
