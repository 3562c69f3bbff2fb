package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProjects: files are read with the include folders and macros with which the project compiles them.
func TestProjects(t *testing.T) {
	dir := suiteTree(t, map[string]string{
		"inc/size.h": "#define SIZE N\n",
		"src/a.cu":   "#include \"size.h\"\n__launch_bounds__(64) __global__ void a(int *p) { p[threadIdx.x / SIZE] = threadIdx.x; }\n",
		"src/b.cu":   "#include \"size.h\"\n__launch_bounds__(64) __global__ void b(int *p) { p[threadIdx.x / SIZE] = threadIdx.x; }\n",
		"src/c.cu":   quietKernel,
	})
	slash := filepath.ToSlash(dir)
	build := filepath.Join(dir, "build")
	require.NoError(t, os.MkdirAll(build, 0o755))
	write := func(n string) {
		require.NoError(t, os.WriteFile(filepath.Join(build, "compile_commands.json"), []byte(`[
		{"directory": "`+slash+`", "file": "src/a.cu", "command": "nvcc -Iinc -DN=1 src/a.cu"},
		{"directory": "`+slash+`", "file": "src/b.cu", "command": "nvcc -Iinc -DN=`+n+` src/b.cu"}]`), 0o644))
	}
	write("2")
	code, out, said := gv2("", "verify", "-p", build, "--grid-dim", "1", "--quiet")
	assert.Equal(t, exitRefuted, code, said)
	assert.Regexp(t, `(?m)a\.cu.*: kernel a: proved`, out)
	assert.Regexp(t, `(?m)b\.cu.*: kernel b: refuted`, out)
	store := t.TempDir()
	b := filepath.Join(dir, "src", "b.cu")
	verify := func(flags ...string) (int, bool) {
		code, cached, _ := cachedRun(t, b, store, append([]string{"-p", build, "--grid-dim", "1"}, flags...)...)
		return code, cached
	}
	code, _ = verify()
	assert.Equal(t, exitRefuted, code)
	code, _ = verify("-D", "N=1")
	assert.Equal(t, exitProved, code, "the command line comes first")
	write("1")
	code, cached := verify()
	assert.Equal(t, exitProved, code)
	assert.False(t, cached, "the project compiles it otherwise now")

	_, _, said = gv2("", "verify", "-p", build, "--block-dim", "64", filepath.Join(dir, "src", "c.cu"))
	assert.Contains(t, said, "only the flags of the command line count")
	code, _, said = gv2("", "verify", "-p", filepath.Join(dir, "src"))
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "CMAKE_EXPORT_COMPILE_COMMANDS")
}
