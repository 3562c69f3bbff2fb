package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var stressComment = regexp.MustCompile(`(?m)^// (flags|rejected): (.*)$`)

// needsCompiler skips a test that runs programs on the CPU where nothing compiles them; CI has what tests need.
func needsCompiler(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("g++")
	if os.Getenv("CI") != "" {
		require.NoError(t, err)
	}
	if err != nil {
		t.Skip("there is no g++ to compile stressed programs for the CPU")
	}
}

// compiledForCPU is the program that g++ makes of a stressed one with the emulation of CUDA.
func compiledForCPU(t *testing.T, source string) string {
	t.Helper()
	program := strings.TrimSuffix(source, ".cu")
	out, err := exec.Command("g++", "-x", "c++", "-std=c++17", "-pthread", "-I", "../../runtime/stress/testdata/cpu", source, "-o", program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// TestStressed writes the programs of testdata/stress and runs them on the CPU, in the emulation of CUDA of runtime/stress: they
// count what their post-conditions reject, and nothing else.
func TestStressed(t *testing.T) {
	needsCompiler(t)
	nvcc, _ := exec.LookPath("nvcc")
	if nvcc == "" {
		t.Log("no nvcc: whether programs compile with it was not tested")
	}
	files, err := filepath.Glob("../../testdata/stress/*.cu")
	require.NoError(t, err)
	require.Greater(t, len(files), 5)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			want := map[string]string{}
			for _, m := range stressComment.FindAllStringSubmatch(string(text), -1) {
				want[m[1]] = m[2]
			}
			dir := t.TempDir()
			source := filepath.Join(dir, "stressed.cu")
			code, _, stderr := gv2("", append(strings.Fields("stress "+want["flags"]), "-o", source, file)...)
			require.Equal(t, exitProved, code, stderr)
			if nvcc != "" {
				out, err := exec.Command(nvcc, "-std=c++17", "-arch=sm_80", "-c", source, "-o", filepath.Join(dir, "stressed.o")).CombinedOutput()
				require.NoError(t, err, "%s", out)
			}
			program := compiledForCPU(t, source)
			seconds := "600" // no test of speed
			if strings.Contains(want["rejected"], "did not end") {
				seconds = "1" // it never does
			}
			run := exec.Command(program, "--runs", "20", "--iterations", "10", "--timeout", seconds)
			out, _ := run.CombinedOutput()
			if want["rejected"] == "" {
				assert.Equal(t, 0, run.ProcessState.ExitCode())
				assert.Contains(t, string(out), "20 runs, 0 rejected (0.00 %), 0 did not end")
				return
			}
			assert.Equal(t, 1, run.ProcessState.ExitCode())
			assert.Contains(t, string(out), want["rejected"])
		})
	}
}

// TestStressStops: a program that is interrupted says what it has counted.
func TestStressStops(t *testing.T) {
	needsCompiler(t)
	source := filepath.Join(t.TempDir(), "stressed.cu")
	code, _, stderr := gv2("__device__ bool ones(const int *a, int n) { for (int i = 0; i < n; i++) if (a[i] != 1) return false; return true; }\n"+
		"__global__ void k(int *a, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) a[i] = i != 5; }\nvoid run(int *a) { k<<<2, 32>>>(a, 64); }\n",
		"stress", "-", "--elements", "a=64", "--ensures", "ones(a, n)", "-o", source)
	require.Equal(t, exitProved, code, stderr)
	run := exec.Command(compiledForCPU(t, source), "--runs", "1000000000", "--iterations", "10")
	pipe, err := run.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, run.Start())
	lines := bufio.NewScanner(pipe)
	require.True(t, lines.Scan()) // it has begun
	require.NoError(t, run.Process.Signal(os.Interrupt))
	var last []string
	for lines.Scan() {
		last = append(last, lines.Text())
	}
	err = run.Wait()
	text := strings.Join(last, "\n")
	require.Regexp(t, `\d+ runs, \d+ rejected`, text)
	if !strings.Contains(text, "0 runs, 0 rejected") { // it was not so quick
		assert.Error(t, err)
		assert.Contains(t, text, ": ones(a, n)")
	}
}

// TestStressRefuses what it cannot make a program of, with its place.
func TestStressRefuses(t *testing.T) {
	const launch = "void run(int *a) { k<<<2, 64>>>(a); }\n"
	for _, c := range []struct {
		name, text string
		args       []string
		code       int
		message    string
	}{
		{"no condition", "__global__ void k(int *a) { a[0] = 1; }\n" + launch, []string{"--elements", "a=1"}, exitUsage, "<stdin>:1:17: kernel k has no condition"},
		{"no length", "__global__ void k(int *a) { __assert(a[0] == 0); }\n" + launch, nil, exitUsage, "<stdin>:1:24: how many elements does a point to? say --elements a=N"},
		{"no launch", "__global__ void k(int *a) { __assert(a[0] == 0); }\n", nil, exitUsage, "block"},
		{"no value", "__global__ void k(int *a, float f) { __assert(f > 0); }\nvoid run(int *a, float f) { k<<<2, 64>>>(a, f); }", []string{"--elements", "a=1"}, exitUsage, "what is f?"},
		{"nobody's length", "__global__ void k(int *a) { __assert(a[0] == 0); }\n" + launch, []string{"--elements", "a=1", "--elements", "b=1"}, exitUsage, "--elements b: kernel k has no such parameter"},
		{"two kernels", "__global__ void k(int *a) { __assert(a[0] == 0); }\n__global__ void l(int *a) { }\n" + launch, nil, exitUsage, "choose one with --kernel: k, l"},
		{"pointers", "__global__ void k(int **a) { __assert(a[0][0] == 0); }\nvoid run(int **a) { k<<<2, 64>>>(a); }", nil, exitUnsupported, "<stdin>:1:25: unsupported: parameter a of type int **"},
		{"a grid group", "#include <cooperative_groups.h>\n__global__ void k(int *a) { __assert(a[0] == 0);\n cooperative_groups::this_grid().sync(); }\n" + launch, []string{"--elements", "a=1"},
			exitUnsupported, "<stdin>:3:22: unsupported: a group of the whole grid"},
		{"registers", "__global__ void k(int *a) { int b; __assert(a[0] == 0);\n asm(\"mov.u32 %0, %ctaid.x;\" : \"=r\"(b)); }\n" + launch, []string{"--elements", "a=1"},
			exitUnsupported, "<stdin>:2:6: unsupported: assembly that reads"},
		{"two threads", "__global__ void k(int *a) { __ensures(__distinct_int(threadIdx.x)); }\n" + launch, []string{"--elements", "a=1"}, exitUnsupported, "unsupported: __distinct_int"},
		{"compiled", "__global__ void k(int *a) { __assert(a[0] == 0); }\n" + launch, []string{"--elements", "a=1", "--frontend", "ptx"}, exitUsage, "leave out --frontend ptx"},
		{"litmus and a file", "", []string{"--litmus", "MP"}, exitUsage, "--litmus takes no file"},
		{"PTX", ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n", []string{"--lang", "ptx", "--block-dim", "1", "--grid-dim", "1"}, exitUnsupported, "not CUDA C++"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(c.text, append([]string{"stress", "-"}, c.args...)...)
			assert.Equal(t, c.code, code, stderr)
			assert.Empty(t, out)
			assert.Contains(t, stderr, c.message)
		})
	}
	code, _, stderr := gv2("", "stress", "--litmus", "XY")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "no litmus test XY; there are MP, LB, SB")
	code, out, _ := gv2("", "stress", "--litmus", "MP,SB")
	assert.Equal(t, exitProved, code)
	assert.Contains(t, out, "How to stress a chip: MP, SB")
}
