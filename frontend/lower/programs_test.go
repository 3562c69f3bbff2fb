package lower

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// meaningOf is a line of testdata/programs: declarations ||> the body of a function that returns an
// int => what it returns, or "refused" where gv2 has to say that it does not know.
type meaningOf struct{ file, declarations, body, want string }

func programs(t *testing.T) []meaningOf {
	files, err := filepath.Glob("testdata/programs/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out []meaningOf
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "//") {
				continue
			}
			line, want, ok := strings.Cut(line, " => ")
			require.True(t, ok, "%s: %s", f, line)
			declarations, body, ok := strings.Cut(line, " ||> ")
			if !ok {
				declarations, body = "", line
			}
			out = append(out, meaningOf{filepath.Base(f), declarations, body, want})
		}
	}
	return out
}

const programHeaders = "#include <cstddef>\n#include <type_traits>\n#include <utility>\n"

// TestPrograms compares what functions return with what C++ says: which declaration a name means,
// which function a call, which type decltype.
func TestPrograms(t *testing.T) {
	all := programs(t)
	text := strings.Builder{}
	text.WriteString(programHeaders)
	for i, p := range all {
		n := strconv.Itoa(i)
		text.WriteString("namespace n" + n + " { " + p.declarations + "\n__device__ int value_() { " + p.body + " } }\n")
		text.WriteString("__global__ void k" + n + "(long long *out) { out[0] = n" + n + "::value_(); }\n")
	}
	res := source.Preprocess("kernel.cu", []byte(text.String()), source.Options{Library: true})
	file, diags := cuda.Parse(res.Tokens)
	diags.Merge(res.Diags)
	require.Empty(t, diags.String())
	names := NamesOf(file)
	kernels := map[string]*cuda.FuncDecl{}
	for _, fn := range names.Kernels(context.Background(), nil) {
		kernels[fn.Name] = fn
	}
	for i, p := range all {
		t.Run(p.file, func(t *testing.T) {
			fn := kernels["k"+strconv.Itoa(i)]
			require.NotNil(t, fn)
			k, diags := names.Lower(context.Background(), fn, block64())
			if p.want == "refused" {
				assert.Nil(t, k, p.declarations+" "+p.body)
				return
			}
			require.Empty(t, diags.String(), p.declarations+" "+p.body)
			got, err := interpret(k)
			require.NoError(t, err, p.declarations+" "+p.body)
			assert.Equal(t, p.want, got[0], p.declarations+" "+p.body)
		})
	}
}

// TestProgramsMeanTheSameToGxx holds the expected values against g++.
func TestProgramsMeanTheSameToGxx(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ is not installed")
	}
	var b, calls strings.Builder
	b.WriteString("#include <cstdio>\n" + programHeaders + "#define __device__\n#define __forceinline__ inline\n")
	all := programs(t)
	for i, p := range all {
		if p.want != "refused" {
			n := strconv.Itoa(i)
			b.WriteString("namespace n" + n + " { " + p.declarations + "\nint value_() { " + p.body + " } }\n")
			calls.WriteString("  std::printf(\"" + n + " %d\\n\", n" + n + "::value_());\n")
		}
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "p.cpp"), filepath.Join(dir, "p")
	require.NoError(t, os.WriteFile(source, []byte(b.String()+"int main() {\n"+calls.String()+"}\n"), 0o644))
	out, err := exec.Command("g++", "-std=c++20", "-w", "-o", binary, source).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(binary).Output()
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		number, value, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(number)
		require.NoError(t, err)
		assert.Equal(t, all[n].want, value, all[n].declarations+" "+all[n].body)
	}
}

// TestCollectivesOfOddLanes holds that a warp's collective that CUB does in shared memory is refused.
func TestCollectivesOfOddLanes(t *testing.T) {
	for lanes, refused := range map[string]bool{"16": false, "24": true, "32": false} {
		res := source.Preprocess("kernel.cu", []byte(`#include <cub/cub.cuh>
__global__ void k(int *in, int *out) {
  typedef cub::WarpReduce<int, `+lanes+`> WR;
  __shared__ typename WR::TempStorage ts;
  out[threadIdx.x] = WR(ts).Sum(in[threadIdx.x]);
}
`), source.Options{Library: true})
		file, diags := cuda.Parse(res.Tokens)
		require.Empty(t, diags.String())
		names := NamesOf(file)
		_, diags = names.Lower(context.Background(), names.Kernels(context.Background(), nil)[0], block64())
		assert.Equal(t, refused, strings.Contains(diags.String(), "no power of two"), lanes)
	}
}
