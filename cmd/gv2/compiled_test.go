package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const virtualKernel = `//--gridDim=2
struct base { virtual __device__ int f(int x) { return x; } };
__global__ void fine(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; }
__global__ void odd(int *a, int n) { base b; a[b.f(threadIdx.x) / n] = 1 + threadIdx.x; }
int main() { fine<<<2, 64>>>(0); odd<<<2, 32>>>(0, 2); }
`

const oddPTX = `//
// Generated
.version 8.4
.target sm_80
.address_size 64
.file 1 "k.cu"
.visible .entry _Z3oddPii(.param .u64 _Z3oddPii_param_0, .param .u32 _Z3oddPii_param_1) {
.reg .b32 %r<5>; .reg .b64 %rd<5>;
.loc 1 4 1
ld.param.u64 %rd1, [_Z3oddPii_param_0];
ld.param.u32 %r1, [_Z3oddPii_param_1];
mov.u32 %r2, %tid.x;
div.u32 %r3, %r2, %r1;
mul.wide.u32 %rd2, %r3, 4;
add.s64 %rd3, %rd1, %rd2;
add.u32 %r4, %r2, 1;
st.global.u32 [%rd3], %r4;
ret;
}
`

// script is a compiler that has that output.
func script(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the compiler of this test is a shell script")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out.ptx"), []byte(text), 0o600))
	path := filepath.Join(dir, "nvcc")
	body := fmt.Sprintf("#!/bin/sh\nfor a; do last=$a; done\n/bin/cp %s/out.ptx \"$last\"\n", dir)
	require.NoError(t, os.WriteFile(path, []byte(body), 0o700))
	return path
}

// TestCompiled: a kernel that gv2 does not read is verified as PTX with the launch of the source,
// where there is a compiler.
func TestCompiled(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	path := filepath.Join(t.TempDir(), "k.cu")
	require.NoError(t, os.WriteFile(path, []byte(virtualKernel), 0o600))
	code, out, stderr := gv2("", "verify", "--engine", "weft", path)
	assert.Equal(t, exitUnsupported, code, out)
	assert.Contains(t, stderr, "no compiler for CUDA found")

	nvcc := script(t, oddPTX)
	code, out, stderr = gv2("", "verify", "--engine", "weft", "--nvcc", nvcc, path)
	assert.Equal(t, exitRefuted, code, stderr)
	assert.Contains(t, out, "kernel fine: proved")
	assert.Contains(t, out, "kernel odd: refuted (block (32,1,1), grid (2,1,1))")
	assert.Contains(t, out, "verified as PTX, which a compiler made of it: "+nvcc)
	assert.Contains(t, out, "because gv2 does not read the source: "+path+":2:")
	assert.Contains(t, out, "n = 2 [launch at ")
	assert.Contains(t, out, "compiled to st.global.u32 [%rd3], %r4;")
	assert.NotContains(t, out, "it may be that no launch passes these values")

	_, out, _ = gv2("", "verify", "--engine", "weft", "--nvcc", nvcc, "--format", "json", "--frontend", "ptx", path)
	var doc struct {
		Results []struct {
			Kernel, Verdict, Frontend string
			By                        string `json:"compiled_by"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Len(t, doc.Results, 2)
	assert.Equal(t, "unsupported", doc.Results[0].Verdict, "the compiler has lost a kernel")
	assert.Equal(t, "refuted", doc.Results[1].Verdict)
	assert.Equal(t, "ptx", doc.Results[1].Frontend)
	assert.Contains(t, doc.Results[1].By, "-lineinfo")

	code, _, stderr = gv2("", "verify", "--nvcc", script(t, "no PTX"), "--frontend", "ptx", path)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "the output is no PTX")
	code, _, stderr = gv2("", "verify", "--frontend", "ptx", path)
	assert.Equal(t, exitTool, code)
	assert.Contains(t, stderr, "no compiler for CUDA found")
	code, _, _ = gv2("", "verify", "--nvcc", nvcc, "--frontend", "cuda", path)
	assert.Equal(t, exitUnsupported, code)
}

// TestPTXWords: reports on PTX name what PTX has.
func TestPTXWords(t *testing.T) {
	text := ".version 8.4\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 s[256];\n.entry k() .reqntid 64, 1, 1 {\n.reg .b32 %r<9>; .reg .pred %p<2>;\n" +
		"mov.u32 %r1, %tid.x; mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 4, %r2; xor.b32 %r4, %r1, 63; mad.lo.u32 %r5, %r4, 4, %r2;\n" +
		"st.shared.u32 [%r3], %r1;\nld.shared.u32 %r6, [%r5];\nBARRIER\nret;\n}\n"
	_, out, _ := gv2(strings.Replace(text, "BARRIER", "", 1), "verify", "--lang", "ptx", "-")
	assert.Contains(t, out, "a bar.sync 0 between line 8 and line 9 would order them")
	assert.NotContains(t, out, "__")
	_, out, _ = gv2(strings.Replace(text, "BARRIER", "setp.eq.u32 %p1, %r1, 1; @%p1 bar.sync 0;", 1), "verify", "--lang", "ptx", "-")
	assert.Contains(t, out, "every thread of the block must reach the same bar.sync 0")
	assert.NotContains(t, out, "__")
}

// TestCompiledRelations: what holds at the launches in the source holds for what a compiler makes of
// the kernel, as far as it is about parameters that are numbers.
func TestCompiledRelations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.cu")
	source := `struct pair { int x; };
__global__ void odd(int *a, int n, pair p) { a[(blockIdx.x * 32 + threadIdx.x) % n] = 1 + threadIdx.x; }
void run(int *a, int m, pair p) { odd<<<m, 32>>>(a, 32 * m, p); }
void again(int *a, int m) { pair p; p.x = 32 * m; odd<<<m, 32>>>(a, 32 * m, p); }
`
	require.NoError(t, os.WriteFile(path, []byte(source), 0o600))
	ptx := strings.NewReplacer("_Z3oddPii", "_Z3oddPii4pair", "div.u32 %r3, %r2, %r1;", "mov.u32 %r3, %ctaid.x; mad.lo.u32 %r3, %r3, 32, %r2; rem.s32 %r3, %r3, %r1;").Replace(oddPTX)
	nvcc := script(t, ptx)
	code, out, stderr := gv2("", "verify", "--nvcc", nvcc, "--frontend", "ptx", path)
	assert.Equal(t, exitProved, code, out+stderr)
	assert.Contains(t, out, "n == 32 * (int)gridDim.x [launch at ")
	_, out, _ = gv2("", "verify", "--nvcc", nvcc, "--frontend", "ptx", "--launches", "sizes", path)
	assert.NotContains(t, out, "n == ")
	assert.NotContains(t, out, "kernel odd: proved")
}

// TestFrontendOfCommands: commands besides verify read what a compiler makes of a kernel, where they
// are told so or where gv2 does not support it.
func TestFrontendOfCommands(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.cu")
	require.NoError(t, os.WriteFile(path, []byte(virtualKernel), 0o600))
	nvcc := script(t, oddPTX)
	for _, args := range [][]string{{"translate", "--kernel", "odd"}, {"explain", "--invariants", "--kernel", "odd"}, {"explain", "--plan", "--kernel", "odd"}, {"fences", "--kernel", "odd"}} {
		for _, frontend := range []string{"auto", "ptx"} {
			code, out, stderr := gv2("", append(args, "--frontend", frontend, "--nvcc", nvcc, path)...)
			assert.NotEqual(t, exitUnsupported, code, "%v %s", args, stderr)
			if args[1] != "--plan" {
				assert.Contains(t, stderr, "kernel odd is read as the PTX that a compiler made of it: "+nvcc, "%v", args)
			}
			if args[0] == "translate" {
				assert.Contains(t, out, "param_0")
			}
		}
		code, _, stderr := gv2("", append(args, "--frontend", "cuda", "--nvcc", nvcc, path)...)
		assert.Equal(t, exitUnsupported, code, "%v %s", args, stderr)
	}
	code, _, stderr := gv2("", "translate", "--kernel", "fine", "--frontend", "ptx", "--nvcc", nvcc, path)
	assert.Equal(t, exitUnsupported, code)
	assert.Contains(t, stderr, "has no kernel fine")
	t.Setenv("PATH", t.TempDir())
	code, _, stderr = gv2("", "translate", "--kernel", "fine", "--frontend", "ptx", path)
	assert.Equal(t, exitTool, code)
	assert.Contains(t, stderr, "no compiler for CUDA found")
}
