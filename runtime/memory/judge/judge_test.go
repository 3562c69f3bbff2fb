package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/memory"
	"gv2/runtime/memory/judge"
	"gv2/runtime/memory/thread"
)

// says is what the executions of a kernel show: lines that race, assertions that fail, and
// whether there may be more.
func says(t *testing.T, text string, blocks, threads int) string {
	t.Helper()
	launch := kernel.Launch{BlockDim: [3]int{threads, 1, 1}, GridDim: [3]int{blocks, 1, 1}}
	r, err := judge.Judge(kerneltest.Lower(t, text, launch), nil, memory.Limits{})
	if err != nil {
		return err.Error()
	}
	var parts []string
	for _, x := range r.Races {
		word := "race"
		if x.SameValue {
			word = "same"
		}
		parts = append(parts, fmt.Sprintf("%s %d,%d", word, x.A.Stmt.Source().Pos.Line, x.B.Stmt.Source().Pos.Line))
	}
	for _, f := range r.Failed {
		parts = append(parts, fmt.Sprintf("fails %d", f.Assert.Pos.Line))
	}
	if r.Open != "" {
		parts = append(parts, "open: "+r.Open)
	}
	return strings.Join(parts, "; ")
}

// program is a kernel of two blocks of one thread, whose bodies begin in the lines 5 and 20.
func program(declarations, zero, one string) string {
	zero += strings.Repeat("\n", 13-strings.Count(zero, "\n"))
	return declarations + "\n\n__global__ void k(int *out, const int *in, int n) { if (blockIdx.x == 0) {\n" + zero + "\n} else {\n" + one + "\n} }\n"
}

func TestJudge(t *testing.T) {
	const flags = "#include <assert.h>\n__device__ int x, y, z; extern __device__ int w; __device__ int2 d = {1, 2}; __device__ volatile int a, b;"
	for _, c := range []struct{ name, zero, one, want string }{
		{"nothing shared", "out[0] = 1;", "out[1] = 1;", ""},
		{"plain writes", "x = 1;", "x = 2;", "race 5,20"},
		{"the same value", "x = 1;", "x = 1;", "same 5,20"},
		{"volatile accesses are strong", "a = 1;", "a = 2;", ""},
		{"a volatile and a plain one", "a = 1;", "*(int *)&a = 2;", "race 5,20"},
		{"a race before a wait that may not end", "if (a == 0) { x = 1; while (b == 0) {} }", "a = 1;\nb = in[0];\nx = 2;", "race 5,22; open: what the threads do depends on inputs that nothing fixes"},
		{"nobody sets the flag", "while (a == 0) {}\na = 0;", "x = 1;", "open: no execution of the kernel ends"},
		{"a fence on one side", "x = 1;\n__threadfence();\na = 1;", "while (a == 0) {}\nint v = x;\nout[0] = v;", "race 5,21"},
		{"fences on both sides", "x = 1;\n__threadfence();\na = 1;", "while (a == 0) {}\n__threadfence();\nint v = x;\nout[0] = v;", ""},
		{"an assertion that some execution breaks", "a = 1;\nb = 1;", "int v = b;\nint w = a;\nassert(v <= w);", "fails 22"},
		{"and one that none does", "a = 1;\n__threadfence();\nb = 1;", "int v = b;\n__threadfence();\nint w = a;\nassert(v <= w);", ""},
		{"what an input decides", "if (in[0]) x = 1;", "x = 2;", "race 5,20; open: what the threads do depends on inputs that nothing fixes"},
		{"what a parameter decides", "if (n > 5) x = 1;", "x = 2;", "open: what the threads do depends on inputs that nothing fixes"},
		{"values that decide nothing", "x = in[0] + n;\n__threadfence();\na = 1;", "while (a == 0) {}\n__threadfence();\nout[0] = x + 1;", ""},
		{"values that come back to decide", "x = in[0];\n__threadfence();\na = 1;", "while (a == 0) {}\n__threadfence();\nif (x) y = 1;", "open: what the threads do depends on inputs that nothing fixes"},
		{"an atomic that waits with the same value", "x = 1;\n__threadfence();\natomicExch(&y, 1);", "while (atomicAdd(&y, 0) == 0) {}\n__threadfence();\nout[0] = x;", ""},
		{"equal values that went through memory", "y = 1;\nx = y;", "x = 1;", "same 6,20"},
		{"other values that went through memory", "y = 2;\nx = y;", "x = 1;", "race 6,20"},
		{"an equal value of an input", "x = in[0];", "x = in[0];", "same 5,20"},
		{"what the host may have written", "if (z == 1) x = 1;", "x = 2;", "race 5,20; open: what the threads do depends on inputs that nothing fixes"},
		{"what is declared elsewhere", "if (w == 1) x = 1;\nw = 0;", "x = 2;", "not executed under the memory model: what the threads do depends on a value that is not computed"},
		{"local memory that a loop changes", "int l[2] = {0, 0};\nwhile (l[a & 1] < 3) l[a & 1]++;\nx = 1;\na = 0;", "x = 2;", "race 7,20"},
		{"an aggregate with an initialiser", "if (d.y == 2) x = 1;\nd.y = 5;", "x = 2;", "race 5,20"},
		{"a result that is not computed", "double e = sqrt(16.0);\nif (__double_as_longlong(e) == 1) x = 1;", "x = 2;", "not executed under the memory model: what the threads do depends on a value that is not computed"},
		{"a precondition that the sample breaks", "__requires(n > 100);\nif (n > 100) x = 1;", "x = 2;", "not executed under the memory model: what the threads do depends on a value that is not computed"},
		{"one that it keeps", "__requires(n < 100);\nif (n < 100) x = 1;", "x = 2;", "race 6,20; open: what the threads do depends on inputs that nothing fixes"},
		{"atomics of the block", "atomicAdd_block(&x, 1);", "atomicAdd_block(&x, 1);", "race 5,20"},
		{"accesses of two widths", "*(long long *)out = 1;", "atomicAdd(out, 1);", memory.ErrMixedSize.Error()},
	} {
		assert.Equal(t, c.want, says(t, program(flags, c.zero, c.one), 2, 1), c.name)
	}
}

// TestBarriers has threads that wait at barriers for others that wait elsewhere.
func TestBarriers(t *testing.T) {
	const head = "__device__ volatile int flag; __device__ int x;\n__global__ void k(int *out) { __shared__ int s[4]; int t = threadIdx.x;\n"
	for _, c := range []struct{ name, body, want string }{
		{"a barrier orders", "s[t] = t;\n__syncthreads();\nout[t] = s[t ^ 1];", ""},
		{"without it they race", "s[t] = t;\nout[t] = s[t ^ 1];", "race 3,4"},
		{"not all reach it", "if (t > 0) __syncthreads();\nout[t] = 1;", "open: some threads wait at a barrier that others do not reach"},
		{"one waits for a flag, the others for it", "if (t == 0) while (flag == 0) {}\nif (t == 1) x = 1;\nif (t == 2) x = 2;\n__syncthreads();\nif (t == 3) flag = 1;", "race 4,5; open: no execution of the kernel ends"},
		{"a __syncwarp of two lanes", "s[t] = t;\nif (t < 2) { __syncwarp(3);\nout[t] = s[t ^ 1]; }", ""},
	} {
		assert.Equal(t, c.want, says(t, head+c.body+"\n}\n", 1, 4), c.name)
	}
}

// TestCutShort has more executions than are looked at; the race that was seen stays.
func TestCutShort(t *testing.T) {
	text := "__device__ int x;\n__device__ volatile int y;\n__global__ void k() { x = threadIdx.x; y = threadIdx.x; y = threadIdx.x + 8; }\n"
	k := kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r, err := judge.Judge(k, nil, memory.Limits{Executions: 500})
	require.NoError(t, err)
	assert.Contains(t, r.Open, "over 500 candidates")
	assert.NotEmpty(t, r.Races)
	one, err := judge.First(k, nil, memory.Limits{})
	require.NoError(t, err)
	assert.Empty(t, one.Open)
	assert.Len(t, one.Races, 1)
}

// TestSome has two threads of a large launch: what they do before a barrier counts, and what
// others might do does not.
func TestSome(t *testing.T) {
	const head = "__device__ volatile int flag; __device__ int x;\n__global__ void k(int *out) { int t = threadIdx.x;\n"
	large := kernel.Launch{BlockDim: [3]int{1024, 1, 1}, GridDim: [3]int{64, 1, 1}}
	pair := []thread.Position{{}, {Block: 63, Thread: 1}}
	for _, c := range []struct {
		name, body string
		races      int
	}{
		{"no fence", "if (t == 0) { x = 1; flag = 1; } else { while (flag == 0) {}\nout[0] = x; }", 1},
		{"fences", "if (t == 0) { x = 1; __threadfence(); flag = 1; } else { while (flag == 0) {}\n__threadfence(); out[0] = x; }", 0},
		{"others set the flag", "if (t == 2) flag = 1;\nwhile (flag == 0) {}\nx = t;", 0},
		{"behind a barrier", "__syncthreads();\nx = t;", 0},
		{"in front of one", "x = t;\n__syncthreads();", 1},
	} {
		r, err := judge.Some(kerneltest.Lower(t, head+c.body+"\n}\n", large), pair, memory.Limits{})
		require.NoError(t, err, c.name)
		assert.Len(t, r.Races, c.races, c.name)
	}
}

// TestWaiting has threads that wait for ever in some execution, and threads that only may have
// to wait long.
func TestWaiting(t *testing.T) {
	const head = "__device__ volatile int a, b; __device__ int m, n;\n__global__ void k(int *out) { int t = threadIdx.x;\n"
	for _, c := range []struct {
		name, body string
		want       []int
	}{
		{"nobody of the kernel sets it", "if (t == 1) while (a == 0) {}", nil}, // the host may
		{"somebody does", "if (t == 1) { while (a == 0) {} } else a = 1;", nil},
		{"each waits for the other", "if (t == 1) { while (a == 0) {} b = 1; } else { while (b == 0) {} a = 1; }", []int{0, 1}},
		{"the value comes and goes", "if (t == 1) { while (a != 1) {} } else { a = 1; a = 2; }", []int{1}},
		{"two locks", "int *x = t ? &m : &n, *y = t ? &n : &m; while (atomicCAS(x, 0, 1)) {} while (atomicCAS(y, 0, 1)) {} atomicExch(y, 0); atomicExch(x, 0);", []int{0, 1}},
		{"a lock that is given back", "while (atomicCAS(&m, 0, 1)) {} atomicExch(&m, 0);", nil},
		{"a lock taken by exchange and kept", "while (atomicExch(&m, 1)) {}", []int{1}},
		{"the other waits at a barrier", "if (t == 1) while (a == 0) {}\n__syncthreads(); if (t == 0) a = 1;", []int{1}},
	} {
		k := kerneltest.Lower(t, head+c.body+"\n}\n", kernel.Launch{BlockDim: [3]int{2, 1, 1}, GridDim: [3]int{1, 1, 1}})
		r, err := judge.Judge(k, nil, memory.Limits{})
		require.NoError(t, err, c.name)
		var got []int
		for _, w := range r.Waiting {
			got = append(got, w.Thread)
		}
		if len(c.want) == 1 && len(got) == 1 && strings.Contains(c.name, "exchange") {
			got = c.want // either of them
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestTooLarge(t *testing.T) {
	text := "__device__ int x;\n__global__ void k() { atomicAdd(&x, 1); }\n"
	_, err := judge.Judge(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{1024, 1, 1}, GridDim: [3]int{2, 1, 1}}), nil, memory.Limits{})
	require.ErrorIs(t, err, memory.ErrTooLarge)
}
