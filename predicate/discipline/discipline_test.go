package discipline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/rewrite"
)

// tokensOn are the tokens that accesses to an array have, in the order of the text, and the conditions that
// do not hold.
func tokensOn(t *testing.T, text, array string) (tokens, missing string) {
	t.Helper()
	k := rewrite.StrongAccesses(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}))
	found := Recognise(k)
	var said []string
	for _, m := range found.Missing {
		said = append(said, m.Text)
	}
	if found.Kernel == nil {
		return "", strings.Join(said, "; ")
	}
	assert.NoError(t, kernel.Check(found.Kernel))
	var out []string
	kernel.Walk(found.Kernel.Body, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		if acc == nil || acc.Array.Label != array {
			return true
		}
		var list []string
		for _, t := range acc.Tokens {
			text := t.Kind.String() + " " + t.Of.Label
			if t.Across {
				text += " across"
			}
			list = append(list, text)
		}
		out = append(out, "["+strings.Join(list, ", ")+"]")
		return true
	})
	return strings.Join(out, " "), strings.Join(said, "; ")
}

// TestConditions: each condition of a discipline, in a kernel that keeps it and in one that does not.
func TestConditions(t *testing.T) {
	const (
		mutex   = "__device__ int mutex, other, data, more; __global__ void k(int *out, const int *in, int n) { int t = threadIdx.x;"
		counter = "__device__ unsigned count; __device__ int data[1000]; __global__ void k(int *out, unsigned *given, int n) { int t = threadIdx.x; __shared__ bool last; "
		flags   = "__device__ int data; __device__ volatile int flag, flags[1000]; __global__ void k(int *out, volatile int *given, int n) { int t = threadIdx.x; "
		shared  = "__global__ void k(int *out, int n) { __shared__ int data; __shared__ volatile int flag; int t = threadIdx.x; "
		pair    = "__global__ void k(int *out, int n) { __shared__ int data; __shared__ volatile int flag[2]; int t = threadIdx.x; "
		begin   = "if (t == 0) flag = 0; __syncthreads(); "
		take    = "while (atomicCAS(&mutex, 0, 1) != 0) {} "
		give    = "atomicExch(&mutex, 0); "
		fence   = "__threadfence(); "
		held    = "[holding mutex] [holding mutex]"
		none    = "[] []"
		weaker  = "#include <cuda/atomic>\n" + mutex
		acqrel  = "cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device); "
	)
	for _, c := range []struct{ name, text, tokens, missing string }{
		{"a lock", mutex + take + fence + "data++; " + fence + give + "}", held, ""},
		{"without a fence behind taking it", mutex + take + "data++; " + fence + give + "}", "", "no fence stands between k.cu:1:121 and this"},
		{"without a fence before giving it back", mutex + take + fence + "data++; " + give + "}", "", "no fence stands between"},
		{"with fences of the block", mutex + take + "__threadfence_block(); data++; __threadfence_block(); " + give + "}", "", "no fence stands between"},
		{"taken in the scope of the block", mutex + "while (atomicCAS_block(&mutex, 0, 1) != 0) {} " + fence + "data++; " + fence + give + "}", "", "scope of the atomic"},
		{"given back by a plain store", mutex + take + fence + "data++; " + fence + "mutex = 0; }", "", "plain store"},
		{"given back by a volatile store", mutex + take + fence + "data++; " + fence + "*(volatile int *)&mutex = 0; }", held, ""},
		{"given back with another value", mutex + take + fence + "data++; " + fence + "atomicExch(&mutex, 2); }", "", "nobody looks"},
		{"given back on one way", mutex + take + fence + "data++; " + fence + "if (in[t]) " + give + "}", "", "held on one way"},
		{"waited for and never given back", mutex + take + fence + "data++; }", "", "nobody gives it back"},
		{"waited for by an exchange and never given back", mutex + "while (atomicExch(&mutex, 1) != 0) {} " + fence + "data++; }", "", "nobody gives it back"},
		{"ended while it is held", mutex + take + fence + "data++; if (in[t]) return; " + fence + give + "}", "", "without giving it back"},
		{"given back by whoever comes", mutex + "if (in[t]) { " + take + fence + "data++; } " + fence + give + "}", "", "held on one way"},
		{"given back without being held", mutex + give + take + fence + "data++; " + fence + give + "}", "", "does not hold it"},
		{"given back twice", mutex + take + fence + "data++; " + fence + give + give + "}", "", "does not hold it"},
		{"read by a plain load", mutex + "out[t] = mutex; " + take + fence + "data++; " + fence + give + "}", "", "plain load"},
		{"counted by others", mutex + "atomicAdd(&mutex, 2); " + take + fence + "data++; " + fence + give + "}", "", "does not give it back"},
		{"set by a maximum", mutex + "atomicMax(&mutex, 2); " + take + fence + "data++; " + fence + give + "}", "", ""},
		{"given back by subtraction", mutex + take + fence + "data++; " + fence + "atomicSub(&mutex, 1); }", held, ""},
		{"accessed outside as well", mutex + "data = 1; " + take + fence + "data++; " + fence + give + "}", "[] " + held, ""},
		{"accessed by one thread alone, without a fence", mutex + take + fence + "if (t == 0) data++; " + give + "}", "", "no fence stands between"},
		{"fenced by one thread alone", mutex + take + fence + "data++; if (t == 0) " + fence + give + "}", "", "no fence stands between"},
		{"acquired by one thread alone", mutex + take + "if (t == 0) " + fence + "data++; " + fence + give + "}", "", "no fence stands between"},
		{"tried", mutex + "if (atomicCAS(&mutex, 0, 1) == 0) { " + fence + "data++; " + fence + give + "} }", held, ""},
		{"tried the wrong way", mutex + "if (atomicCAS(&mutex, 0, 1) != 0) { " + fence + "data++; " + fence + give + "} }", "", "does not hold it"},
		{"not looked at", mutex + "int got = atomicCAS(&mutex, 0, 1); if (in[t]) { " + fence + "data++; } " + fence + give + "}", "", "does not hold it"},
		{"compared with another value", mutex + "while (atomicCAS(&mutex, 0, 1) == 1) {} " + fence + "data++; " + fence + give + "}", "", "does not hold it"},
		{"a barrier while it is held", mutex + take + fence + "data++; __syncthreads(); " + fence + give + "}", "", "waits at the barrier"},
		{"a second lock of the same", "__device__ int l[8]; __device__ int data; __global__ void k(const int *in) { while (atomicCAS(&l[0], 0, 1) != 0) {} while (atomicCAS(&l[1], 0, 1) != 0) {} __threadfence(); data++; __threadfence(); atomicExch(&l[1], 0); atomicExch(&l[0], 0); }", "[holding l, holding l] [holding l, holding l]", ""},
		{"another element", "__device__ int l[8]; __device__ int data; __global__ void k(const int *in) { int b = in[0]; while (atomicCAS(&l[b], 0, 1) != 0) {} __threadfence(); data++; __threadfence(); atomicExch(&l[b + 1], 0); }", "", "does not hold it"},
		{"locks in a circle", mutex + "if (in[t]) {" + take + "while (atomicCAS(&other, 0, 1) != 0) {} " + fence + "data++; " + fence + "atomicExch(&other, 0); " + give + "} else { while (atomicCAS(&other, 0, 1) != 0) {} " + take + fence + "data++; " + fence + give + "atomicExch(&other, 0); } }", "", "different orders"},
		{"locks in one order", mutex + take + "while (atomicCAS(&other, 0, 1) != 0) {} " + fence + "data++; " + fence + "atomicExch(&other, 0); " + give + "}", "[holding mutex, holding other] [holding mutex, holding other]", ""},
		{"a lock of the block", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "[holding mutex across] [holding mutex across]", ""},
		{"before the barrier", mutex + "if (t == 0) { " + take + fence + "} data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "", ""},
		{"behind the last barrier", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); data++; if (t == 0) { " + fence + give + "} }", "", "no barrier stands between"},
		{"beside giving it back", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); if (t == 0) { " + fence + give + "} else data++; }", "", ""},
		{"a fence before the barrier", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); data++; " + fence + "__syncthreads(); if (t == 0) { " + give + "} }", "[holding mutex across] [holding mutex across]", ""},
		{"a fence of the block before the barrier", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); data++; __threadfence_block(); __syncthreads(); if (t == 0) { " + give + "} }", "", "no fence stands"},
		{"a fence of one thread before the barrier", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); data++; if (t == 0) " + fence + "__syncthreads(); if (t == 0) { " + give + "} }", "", "no fence stands behind the barrier"},
		{"a fence before the barrier, and the access behind it", mutex + "if (t == 0) { " + take + fence + "} __syncthreads(); " + fence + "data++; __syncthreads(); if (t == 0) { " + give + "} }", "", "no fence stands"},
		{"a fence before the barrier, and a weaker one that acquires", weaker + "if (t == 0) { " + take + acqrel + "} __syncthreads(); data++; " + fence + "__syncthreads(); if (t == 0) { " + give + "} }", "", "no fence stands behind the barrier"},
		{"acquired by all behind the barrier", mutex + "if (t == 0) { " + take + "} __syncthreads(); " + fence + "data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "[holding mutex across] [holding mutex across]", ""},
		{"acquired by the block behind the barrier", mutex + "if (t == 0) { " + take + "} __syncthreads(); __threadfence_block(); data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "", "no fence stands between"},
		{"acquired by some behind the barrier", mutex + "if (t == 0) { " + take + "} __syncthreads(); if (t == 1) " + fence + "data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "", "no fence stands between"},
		{"acquired behind the barrier, released by a weaker fence", weaker + "if (t == 0) { " + take + "} __syncthreads(); " + fence + "data++; __syncthreads(); if (t == 0) { " + acqrel + give + "} }", "", "not all fences are sequentially consistent"},
		{"taken by a thread that may have ended", mutex + "if (in[t]) return; if (t == 0) { " + take + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + give + "} }", "", ""},
		{"a lock of the warp", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 0) { " + fence + give + "} }", held, ""},
		{"a lock of the warp, before its barrier", mutex + "if (t % 32 == 0) { " + take + fence + "} data++; __syncwarp(); if (t % 32 == 0) { " + fence + give + "} }", "", ""},
		{"a lock of the warp, behind the last barrier", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; if (t % 32 == 0) { " + fence + give + "} }", "", "no barrier stands between it, in other threads of the warp"},
		{"a lock of the warp, and a barrier of some lanes", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(0xffff); data++; __syncwarp(0xffff); if (t % 32 == 0) { " + fence + give + "} }", "", "held on one way"},
		{"a lock of the warp, and some lanes at the barrier", mutex + "if (t % 32 == 0) { " + take + fence + "} if (in[t]) __syncwarp(); data++; __syncwarp(); if (t % 32 == 0) { " + fence + give + "} }", "", "held on one way"},
		{"a lock of the warp, without the first fence", mutex + "if (t % 32 == 0) { " + take + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 0) { " + fence + give + "} }", "", "no fence stands between"},
		{"a lock of the warp, without the last fence", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 0) { " + give + "} }", "", "no fence stands"},
		{"a lock of the warp, with a fence of each lane", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; " + fence + "__syncwarp(); if (t % 32 == 0) { " + give + "} }", held, ""},
		{"a lock of the warp, given back by another lane", mutex + "if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 1) { " + fence + give + "} }", "", "does not hold it"},
		{"a lock of lane 1, which may not be there", mutex + "if (t % 32 == 1) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 1) { " + fence + give + "} }", "", "held on one way"},
		{"a lock of the warp, some of which have ended", mutex + "if (in[t]) return; if (t % 32 == 0) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 32 == 0) { " + fence + give + "} }", "", ""},
		{"a lock of every sixteenth thread", mutex + "if (t % 16 == 0) { " + take + fence + "} __syncwarp(); data++; __syncwarp(); if (t % 16 == 0) { " + fence + give + "} }", "", "held on one way"},
		{"the first that comes", mutex + "if (atomicExch(&mutex, 1) == 0) data++; }", held, ""},
		{"all but the first", mutex + "if (atomicExch(&mutex, 1) != 0) data++; }", "", ""},
		{"turns", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "*(volatile int *)&mutex = b + 1; } }", "[holding mutex across] [holding mutex across]", ""},
		{"turns that atomics count", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "atomicAdd(&mutex, 1); } }", "[holding mutex across] [holding mutex across]", ""},
		{"turns, set back behind the last one", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "*(volatile int *)&mutex = b == gridDim.x - 1 ? 0 : b + 1; } }", "[holding mutex across] [holding mutex across]", ""},
		{"turns without the last fence", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { *(volatile int *)&mutex = b + 1; } }", "", "no fence stands between"},
		{"turns without the first fence", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} } __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "*(volatile int *)&mutex = b + 1; } }", "", "no fence stands between"},
		{"turns, and no barrier before the next one", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; if (t == 0) { " + fence + "*(volatile int *)&mutex = b + 1; } }", "", "no barrier stands"},
		{"a turn given on twice", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "*(volatile int *)&mutex = b + 1; *(volatile int *)&mutex = b + 1; } }", "", "does not hold it"},
		{"a turn given on by counting by two", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "atomicAdd(&mutex, 2); } }", "", ""},
		{"turns that others set back", mutex + "int b = blockIdx.x; if (t == 0) { while (*(volatile int *)&mutex != b) {} " + fence + "} __syncthreads(); data++; __syncthreads(); if (t == 0) { " + fence + "*(volatile int *)&mutex = b + 1; } if (in[t]) { *(volatile int *)&mutex = 0; } }", "", "does not hold it"},
		{"turns, and a second look at what was seen", mutex + "int b = blockIdx.x, v; if (t == 0) { do v = *(volatile int *)&mutex; while (v != b); " + fence + "data++; " + fence + "*(volatile int *)&mutex = b + 1; if (v == b) { data++; " + fence + "*(volatile int *)&mutex = b + 1; } } }", "", "does not hold it"},
		{"turns that the block votes on", mutex + "int b = blockIdx.x, v = -1; while (__syncthreads_and(v != b)) { if (t == 0) v = *(volatile int *)&mutex; } " + fence + "data++; " + fence + "__syncthreads(); if (t == 0) *(volatile int *)&mutex = b + 1; }", "[holding mutex across] [holding mutex across]", ""},
		{"turns that the block votes on the other way", mutex + "int b = blockIdx.x, v = -1; while (!__syncthreads_or(v == b)) { if (t == 0) v = *(volatile int *)&mutex; } " + fence + "data++; " + fence + "__syncthreads(); if (t == 0) *(volatile int *)&mutex = b + 1; }", "[holding mutex across] [holding mutex across]", ""},
		{"turns that some threads vote on", mutex + "int b = blockIdx.x, v = -1; while (__syncthreads_or(v != b)) { if (t == 0) v = *(volatile int *)&mutex; } " + fence + "data++; " + fence + "__syncthreads(); if (t == 0) *(volatile int *)&mutex = b + 1; }", "", ""},
		{"turns that the block votes on, and the word is read in each round by all", mutex + "int b = blockIdx.x, v = -1; while (__syncthreads_and(v != b)) { v = *(volatile int *)&mutex; } " + fence + "data++; " + fence + "__syncthreads(); if (t == 0) *(volatile int *)&mutex = b + 1; }", "", ""},
		{"turns that the block votes on, and nobody acquires", mutex + "int b = blockIdx.x, v = -1; while (__syncthreads_and(v != b)) { if (t == 0) v = *(volatile int *)&mutex; } data++; " + fence + "__syncthreads(); if (t == 0) *(volatile int *)&mutex = b + 1; }", "", "no fence stands between"},
		{"a signal that is taken back", mutex + "int b = blockIdx.x; if (b == 0) { if (t == 0) { data = 1; " + fence + "*(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 0) != 1) {} " + fence + "data++; }}", "[before mutex] [after mutex] [after mutex]", ""},
		{"a signal by two threads", mutex + "int b = blockIdx.x; if (b == 0) { if (t < 2) { data = 1; " + fence + "*(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 0) != 1) {} " + fence + "data++; }}", "", "does not hold it"},
		{"a signal by several blocks", mutex + "int b = blockIdx.x; if (b % 2 == 0) { if (t == 0) { data = 1; " + fence + "*(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 0) != 1) {} " + fence + "data++; }}", "", "does not hold it"},
		{"a signal without the first fence", mutex + "int b = blockIdx.x; if (b == 0) { if (t == 0) { data = 1; *(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 0) != 1) {} " + fence + "data++; }}", "[] [after mutex] [after mutex]", "no fence stands"},
		{"a signal without the last fence", mutex + "int b = blockIdx.x; if (b == 0) { if (t == 0) { data = 1; " + fence + "*(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 0) != 1) {} data++; }}", "[before mutex] [] []", "no fence stands"},
		{"a signal taken back with another value", mutex + "int b = blockIdx.x; if (b == 0) { if (t == 0) { data = 1; " + fence + "*(volatile int *)&mutex = 1; } } else if (t == 0) { while (atomicCAS(&mutex, 1, 2) != 1) {} " + fence + "data++; }}", "", "does not hold it"},
		{"tickets", mutex + "int my = atomicAdd(&mutex, 1); while (*(volatile int *)&other != my) {} " + fence + "data++; " + fence + "*(volatile int *)&other = my + 1; }", "[holding other] [holding other]", ""},
		{"the wrong ticket", mutex + "int my = atomicAdd(&mutex, 1); while (*(volatile int *)&other != my) {} " + fence + "data++; " + fence + "*(volatile int *)&other = my + 2; }", "", "not the next ticket"},
		{"tickets that count by two", mutex + "int my = atomicAdd(&mutex, 2); while (*(volatile int *)&other != my) {} " + fence + "data++; " + fence + "*(volatile int *)&other = my + 1; }", "", "several threads"},
		{"an older ticket is waited for", mutex + "int my = atomicAdd(&mutex, 1); while (*(volatile int *)&other < my) {} " + fence + "data++; " + fence + "*(volatile int *)&other = my + 1; }", "", "several threads"},

		{"the last block", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "last = atomicAdd(&count, 1) == gridDim.x - 1; " + fence + "} __syncthreads(); if (last) out[t] = data[t]; }", "[before count across] [holding count across, after count across]", ""},
		{"without the first barrier", counter + "data[blockIdx.x] = t; if (t == 0) { " + fence + "last = atomicAdd(&count, 1) == gridDim.x - 1; " + fence + "} __syncthreads(); if (last) out[t] = data[t]; }", "[] [holding count across, after count across]", "no barrier stands between"},
		{"without the first fence", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { last = atomicAdd(&count, 1) == gridDim.x - 1; " + fence + "} __syncthreads(); if (last) out[t] = data[t]; }", "[] [holding count across, after count across]", "no fence stands between"},
		{"without the second fence", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "last = atomicAdd(&count, 1) == gridDim.x - 1; } __syncthreads(); if (last) out[t] = data[t]; }", "[before count across] [holding count across]", "no fence stands between seeing it and this"},
		{"without the second barrier", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "last = atomicAdd(&count, 1) == gridDim.x - 1; " + fence + "} if (last) out[t] = data[t]; }", "[before count across] []", ""},
		{"the last block, which compares again", counter + "if (t != 0) return; data[blockIdx.x] = 1; " + fence + "int my = atomicAdd(&count, 1); if (my == gridDim.x - 1) { " + fence + "if (my < 3) out[1] = 1; out[0] = data[1]; } }", "[before count across] [holding count across, after count across]", ""},
		{"the last block, told by a byte that is selected", counter + "__shared__ unsigned char told; data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "told = (short)(atomicAdd(&count, 1) == gridDim.x - 1 ? 1 : 0); " + fence + "} __syncthreads(); if (!((short)told == 0)) out[t] = data[t]; }", "[before count across] [holding count across, after count across]", ""},
		{"the last block, told by the lesser of two numbers", counter + "__shared__ unsigned char told; data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "told = atomicAdd(&count, 1) == gridDim.x - 1 ? 3 : 7; " + fence + "} __syncthreads(); if (told < 5) out[t] = data[t]; }", "[before count across] [holding count across, after count across]", ""},
		{"the others are told by a byte", counter + "__shared__ unsigned char told; data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "told = atomicAdd(&count, 1) == gridDim.x - 1 ? 0 : 1; " + fence + "} __syncthreads(); if (told) out[t] = data[t]; }", "[before count across] []", ""},
		{"a byte that is the same for all", counter + "__shared__ unsigned char told; data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "told = atomicAdd(&count, 1) == gridDim.x - 1 ? 256 : 0; " + fence + "} __syncthreads(); if (told == 0) out[t] = data[t]; }", "[before count across] []", ""},
		{"told by many", counter + "data[blockIdx.x] = t; __syncthreads(); last = false; if (t == 0) { " + fence + "last = atomicAdd(&count, 1) == gridDim.x - 1; " + fence + "} __syncthreads(); if (last) out[t] = data[t]; }", "[before count across] []", ""},
		{"counted by all threads", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(&count, 1); " + fence + "if (my == gridDim.x * 64 - 1) out[t] = data[t]; }", "[before count] [holding count, after count]", ""},
		{"a fence of one thread alone", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(&count, 1); if (t == 0) " + fence + "if (my == gridDim.x * 64 - 1) out[t] = data[t]; }", "[before count] [holding count]", "no fence stands between seeing it"},
		{"counted in a loop", counter + "data[blockIdx.x] = t; for (int i = 0; i < n; ++i) { " + fence + "unsigned my = atomicAdd(&count, 1); " + fence + "if (my == gridDim.x * 64 - 1) out[t] = data[t]; } }", "", "more than once"},
		{"counted twice", counter + "data[blockIdx.x] = t; " + fence + "atomicAdd(&count, 1); unsigned my = atomicAdd(&count, 1); " + fence + "if (my == gridDim.x * 64 - 1) out[t] = data[t]; }", "", "elsewhere as well"},
		{"from a start that the host chooses", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(given, 1); " + fence + "if (my == gridDim.x * 64 - 1) out[t] = data[t]; }", "[before given] [holding given, after given]", ""},
		{"set back by the last", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(&count, 1); " + fence + "if (my == gridDim.x * 64 - 1) { out[t] = data[t]; count = 0; } }", "[before count] [holding count, after count]", ""},
		{"set back by the last, without the second fence", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(&count, 1); if (my == gridDim.x * 64 - 1) { out[t] = data[t]; count = 0; } }", "", "no fence (__threadfence()) stands between the last count"},
		{"counted down", "#include <cuda/latch>\n__device__ cuda::latch<cuda::thread_scope_device> l(64); __device__ int data[64]; __global__ void k(int *out) { data[threadIdx.x] = 1; l.arrive_and_wait(); out[threadIdx.x] = data[0]; }", "[before l] [after l]", ""},
		{"counted down, in shared memory", "#include <cuda/latch>\n__device__ int data[64]; __global__ void k(int *out) { __shared__ cuda::latch<cuda::thread_scope_block> l; if (threadIdx.x == 0) init(&l, blockDim.x); __syncthreads(); data[threadIdx.x] = 1; l.arrive_and_wait(); out[threadIdx.x] = data[0]; }", "[before l] [after l]", ""},
		{"counted down, and only some start it", "#include <cuda/latch>\n__device__ int data[64]; __global__ void k(int *out) { __shared__ cuda::latch<cuda::thread_scope_block> l; if (out[0]) init(&l, blockDim.x); __syncthreads(); data[threadIdx.x] = 1; l.arrive_and_wait(); out[threadIdx.x] = data[0]; }", "", "nothing says what it holds"},
		{"counted down by blocks, in their scope", "#include <cuda/latch>\n__device__ cuda::latch<cuda::thread_scope_block> l(64); __device__ int data[64]; __global__ void k(int *out) { data[threadIdx.x] = 1; l.arrive_and_wait(); out[threadIdx.x] = data[0]; }", "", "scope of the atomic"},
		{"set back by all", counter + "data[blockIdx.x] = t; " + fence + "unsigned my = atomicAdd(&count, 1); " + fence + "if (my == gridDim.x * 64 - 1) { out[t] = data[t]; } count = 0; }", "", "others may still count"},
		{"a barrier of the grid", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "atomicAdd(&count, 1); while (*(volatile unsigned *)&count < gridDim.x) {} " + fence + "} __syncthreads(); out[t] = data[t]; }", "[] []", ""},
		{"a barrier that is set back", counter + "data[blockIdx.x] = t; __syncthreads(); if (t == 0) { " + fence + "atomicAdd(&count, 1); while (*(volatile unsigned *)&count < gridDim.x) {} " + fence + "atomicExch(&count, 0); } __syncthreads(); out[t] = data[t]; }", "", "set back here"},

		{"a flag", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[before flag] [after flag]", ""},
		{"the fence behind the flag", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; flag = 1; " + fence + "} else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[] [after flag]", "no fence stands between"},
		{"no fence behind the wait", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; } else { while (flag == 0) {} out[blockIdx.x] = data; } }", "[before flag] []", "no fence stands between seeing it and this"},
		{"the wait is over at the start", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; } else { while (flag == 1) {} " + fence + "out[blockIdx.x] = data; } }", "[before flag] []", ""},
		{"the flag is of all threads", flags + "if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "", "several threads"},
		{"the flag is of all blocks", flags + "if (t != 0) return; if (blockIdx.x < 2) { data = 1; " + fence + "flag = 1; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "", "several blocks"},
		{"a flag of each block", flags + "if (t != 0) return; if (blockIdx.x > 0) { while (flags[blockIdx.x - 1] == 0) {} " + fence + "out[blockIdx.x] = data; } data = 1; " + fence + "flags[blockIdx.x] = 1; }", "[after flags, before flags] [before flags]", ""},
		{"a flag that several blocks may set", flags + "if (t != 0) return; if (blockIdx.x > 0) { while (flags[blockIdx.x - 1] == 0) {} " + fence + "out[blockIdx.x] = data; } data = 1; " + fence + "flags[blockIdx.x / 2] = 1; }", "", "several blocks"},
		{"a flag that is set twice", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; flag = 2; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[before flag] [after flag]", ""},
		{"a flag in rounds", flags + "if (t != 0) return; for (int i = 0; i < n; ++i) if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[before flag] [after flag]", ""}, // the translation finds that the values do not grow
		{"a flag of two values, of several threads", flags + "if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; flag = 2; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "", "elsewhere as well"},
		{"a flag of two values, without the first fence", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; flag = 1; " + fence + "flag = 2; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[] [after flag]", "no fence stands between"},
		{"a flag of two values, without the last fence", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; flag = 2; } else { while (flag == 0) {} out[blockIdx.x] = data; } }", "[before flag] []", "no fence stands between seeing it"},
		{"seen again without a fence", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "flag = 1; flag = 2; } else { for (int i = 0; i < n; i++) { int f = flag; if (i == 0) " + fence + "out[f] = data; } } }", "[before flag] []", "no fence stands between seeing it"},
		{"a flag of two values, of elements that blocks share", flags + "if (t != 0) return; if (blockIdx.x > 0) { while (flags[blockIdx.x - 1] == 0) {} " + fence + "out[blockIdx.x] = data; } data = 1; " + fence + "flags[blockIdx.x / 2] = 1; flags[blockIdx.x / 2] = 2; }", "", "elsewhere as well"},
		{"a flag of two values, of other elements", flags + "if (t != 0) return; if (blockIdx.x > 0) { while (flags[blockIdx.x - 1] == 0) {} " + fence + "out[blockIdx.x] = data; } data = 1; " + fence + "flags[blockIdx.x] = 1; flags[blockIdx.x + 1] = 2; }", "", "elsewhere as well"},
		{"what others of the block do", flags + "if (blockIdx.x == 0) { data = 1; __syncthreads(); if (t == 0) { " + fence + "flag = 1; flag = 2; } } else { if (t == 0) while (flag == 0) {} " + fence + " __syncthreads(); out[blockIdx.x] = data; } }", "", ""},
		{"a flag that the host sets to 0, as the premise says", flags + "if (t != 0) return; if (blockIdx.x == 0) { data = 1; " + fence + "*given = 1; } else { while (*given == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[before given] [after given]", ""},
		{"another access behind the flag", flags + "if (t != 0) return; if (blockIdx.x == 0) { " + fence + "flag = 1; data = 1; } else { while (flag == 0) {} " + fence + "out[blockIdx.x] = data; } }", "[] [after flag]", ""},
		{"a flag in shared memory", shared + begin + "if (t == 0) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "[before flag] [after flag]", ""},
		{"a flag in shared memory that is begun behind the barrier", shared + "__syncthreads(); if (t == 0) flag = 0; if (t == 0) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "", "elsewhere as well"},
		{"a flag in shared memory that nobody begins", shared + "__syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "", "nothing says what it holds"},
		{"a flag in shared memory that some begin", shared + "if (n > 3) flag = 0; __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "", "nothing says what it holds"},
		{"a flag in shared memory of several threads", shared + begin + "if (t < 2) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "", "several threads"},
		{"a flag in shared memory that begins with something else", shared + "if (t == 0) flag = 2; __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag = 1; } else { while (flag == 0) {} __threadfence_block(); out[t] = data; } }", "", "elsewhere as well"},
		{"a flag in shared memory of which another element is begun", pair + "if (t == 0) flag[0] = 0; __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag[1] = 1; } else { while (flag[1] == 0) {} __threadfence_block(); out[t] = data; } }", "", "nothing says what it holds"},
		{"a flag in shared memory, and a look at one that nobody begins", pair + "if (t == 0) flag[1] = 0; __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag[1] = 1; } else { while (flag[0] == 0) {} __threadfence_block(); out[t] = data; } }", "", "nothing says what it holds"},
		{"a flag in shared memory of which both elements are begun", pair + "if (t == 0) { flag[0] = 0; flag[1] = 0; } __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag[1] = 1; } else { while (flag[1] == 0) {} __threadfence_block(); out[t] = data; } }", "[before flag] [after flag]", ""},
		{"a flag in shared memory of which one thread begins the element with its number", pair + "if (t == 1) flag[t] = 0; __syncthreads(); if (t == 0) { data = 1; __threadfence_block(); flag[t] = 1; } else { while (flag[0] == 0) {} __threadfence_block(); out[t] = data; } }", "", "nothing says what it holds"},
		{"others of the block beside the flag", flags + "if (blockIdx.x == 0) { if (t == 0) { " + fence + "flag = 1; } else data = 1; } else { if (t == 0) { while (flag == 0) {} " + fence + "} __syncthreads(); out[blockIdx.x] = data; } }", "[] [after flag across]", ""},
	} {
		tokens, missing := tokensOn(t, c.text, "data")
		want := c.tokens
		if want == "" && tokens != "" {
			want = strings.TrimSpace(strings.Repeat("[] ", strings.Count(tokens, "[")))
		}
		assert.Equal(t, want, tokens, c.name)
		if c.missing == "" {
			assert.Empty(t, missing, c.name)
		} else {
			assert.Contains(t, missing, c.missing, c.name)
		}
	}
}

// TestGridBarriers: each condition of a barrier of the grid in rounds, in a kernel that keeps it and in
// kernels that do not.
func TestGridBarriers(t *testing.T) {
	const (
		begin = "__device__ unsigned count, other; __device__ int data[1000]; __global__ void k(int *out, unsigned *given, int n) { int t = threadIdx.x; data[blockIdx.x] = t; "
		sync  = "__syncthreads(); "
		who   = "if (t == 0) { "
		fence = "__threadfence(); "
		add   = "atomicAdd(&count, 1); "
		wait  = "while (*(volatile unsigned *)&count < gridDim.x) {} "
		turn  = "unsigned old = atomicAdd(&count, blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u); "
		end   = "out[blockIdx.x * 64 + t] = data[t]; }"
	)
	for _, c := range []struct {
		name, text string
		is         bool
	}{
		{"as it should be", begin + sync + who + fence + add + wait + fence + "} " + sync + end, true},
		{"twice", begin + sync + who + fence + add + wait + fence + "} " + sync + sync + who + fence + add + wait + fence + "} " + sync + end, true},
		{"waiting for a number", begin + sync + who + fence + add + "while (*(volatile unsigned *)&count != n) {} " + fence + "} " + sync + end, true},
		{"no first barrier", begin + who + fence + add + wait + fence + "} " + sync + end, false},
		{"no last barrier", begin + sync + who + fence + add + wait + fence + "} " + end, false},
		{"something behind the first barrier", begin + sync + "out[blockIdx.x * 64 + t] = data[t]; " + who + fence + add + wait + fence + "} " + sync + end, false},
		{"no first fence", begin + sync + who + add + wait + fence + "} " + sync + end, false},
		{"no last fence", begin + sync + who + fence + add + wait + "} " + sync + end, false},
		{"a fence of the block", begin + sync + who + "__threadfence_block(); " + add + wait + fence + "} " + sync + end, false},
		{"the fence in all threads", begin + fence + sync + who + add + wait + fence + "} " + sync + end, false},
		{"counted in the scope of the block", begin + sync + who + fence + "atomicAdd_block(&count, 1); " + wait + fence + "} " + sync + end, false},
		{"counted by two", begin + sync + who + fence + "atomicAdd(&count, 2); " + wait + fence + "} " + sync + end, false},
		{"counted by all threads", begin + sync + "if (t >= 0) { " + fence + add + wait + fence + "} " + sync + end, false},
		{"counted by some block", begin + sync + "if (t == 0 && blockIdx.x < n) { " + fence + add + wait + fence + "} " + sync + end, false},
		{"counted elsewhere", begin + add + sync + who + fence + add + wait + fence + "} " + sync + end, false},
		{"set back", begin + sync + who + fence + add + wait + fence + "} " + sync + "if (t == 0) atomicExch(&count, 0); " + end, false},
		{"another counter is waited for", begin + sync + who + fence + add + "while (*(volatile unsigned *)&other < gridDim.x) {} " + fence + "} " + sync + end, false},
		{"waiting while there are enough", begin + sync + who + fence + add + "while (*(volatile unsigned *)&count > gridDim.x) {} " + fence + "} " + sync + end, false},
		{"the wait is plain", begin + sync + who + fence + add + "while (count < gridDim.x) {} " + fence + "} " + sync + end, false},
		{"an unknown start", begin + sync + who + fence + "atomicAdd(given, 1); while (*(volatile unsigned *)given < gridDim.x) {} " + fence + "} " + sync + end, true},
		{"a bit that turns", begin + sync + who + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) == 0) {} " + fence + "} " + sync + end, true},
		{"the bit as a sign", begin + sync + who + fence + turn + "while ((int)(old ^ atomicAdd(&count, 0)) >= 0) {} " + fence + "} " + sync + end, true},
		{"the bit compared", begin + sync + who + fence + turn + "while ((old & 0x80000000u) == (*(volatile unsigned *)&count & 0x80000000u)) {} " + fence + "} " + sync + end, true},
		{"another bit", begin + sync + who + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x40000000u) == 0) {} " + fence + "} " + sync + end, false},
		{"until it has not turned", begin + sync + who + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) != 0) {} " + fence + "} " + sync + end, false},
		{"what is found is compared with itself", begin + sync + who + fence + turn + "while (((old ^ old) & 0x80000000u) == 0) {} " + fence + "} " + sync + end, false},
		{"what is found goes along", begin + sync + who + fence + turn + "unsigned now; do { now = *(volatile unsigned *)&count; if (n > 7) old = now; } while (((old ^ now) & 0x80000000u) == 0); " + fence + "} " + sync + end, false},
		{"a bit, without the last fence", begin + sync + who + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) == 0) {} } " + sync + end, false},
		{"a bit, with a fence of the block", begin + sync + who + "__threadfence_block(); " + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) == 0) {} " + fence + "} " + sync + end, false},
		{"a bit, in two threads", begin + sync + "if (t < 2) { " + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) == 0) {} " + fence + "} " + sync + end, false},
		{"a bit, and set back", begin + sync + who + fence + turn + "while (((old ^ *(volatile unsigned *)&count) & 0x80000000u) == 0) {} " + fence + "atomicExch(&count, 0); } " + sync + end, false},
	} {
		k := rewrite.StrongAccesses(kerneltest.Lower(t, c.text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}))
		replaced, found := gridBarriers(k)
		assert.Equal(t, c.is, len(found.Words) > 0, c.name)
		assert.NoError(t, kernel.Check(replaced), c.name)
		if c.is {
			assert.NotEmpty(t, found.Claims, c.name)
		}
	}
}

// TestLastRounds: of a loop that waits the translation sees the last round alone, if the others read nothing else, and have no tokens of their own.
func TestLastRounds(t *testing.T) {
	const begin = "#include <cuda/atomic>\n__device__ int ticket, mutex, data; __device__ cuda::atomic<int, cuda::thread_scope_device> progress; __device__ volatile int flag[1000]; __global__ void k(int *out, int n) { " +
		"__shared__ int tile, other[64]; if (threadIdx.x == 0) tile = atomicAdd(&ticket, 1); __syncthreads(); if (threadIdx.x != 0) return; "
	const tries = "bool done = false; "
	for _, c := range []struct {
		name, text string
		loops      bool
	}{
		{"the number is read in each round", begin + "while (flag[tile - 1] == 0) {} __threadfence(); out[0] = data; data = 1; __threadfence(); flag[tile] = 1; }", false},
		{"before the test", begin + "int f; do { f = flag[tile - 1]; } while (f == 0); __threadfence(); out[0] = data; data = 1; __threadfence(); flag[tile] = 1; }", false},
		{"behind a barrier, in other elements", begin + "int i = 0; while (flag[other[i++]] == 0) {} __threadfence(); out[0] = data; data = 1; __threadfence(); flag[tile] = 1; }", true},
		{"in some rounds", begin + "int i = 0; while (flag[tile - 1] == 0) { if (other[0] > i) i++; } __threadfence(); out[0] = data; data = 1; __threadfence(); flag[tile] = 1; }", true},
		{"given back in the round that takes it", begin + tries + "while (!done) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); done = true; } } }", false},
		{"the same with a break", begin + tries + "for (;;) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); break; } } }", false},
		{"the same with the test behind", begin + tries + "do { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); done = true; } } while (!done); }", false},
		{"and something else in each round", begin + tries + "while (!done) { out[n++] = 0; if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); done = true; } } }", true},
		{"several times", begin + tries + "while (n > 0) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); n--; } } }", true},
		{"a few attempts", begin + tries + "while (!done && n-- > 0) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); done = true; } } }", true},
		{"again, if the data say so", begin + tries + "while (!done) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; __threadfence(); atomicExch(&mutex, 0); done = data > 3; } } }", true},
		{"of what each round has seen", begin + "if (blockIdx.x == 0) { data = 1; progress.store(1, cuda::memory_order_release); data = 2; progress.store(5, cuda::memory_order_release); } else { " +
			"int s, x; do { s = progress.load(cuda::memory_order_acquire); x = data; } while (s < 5); out[0] = x; } }", true},
	} {
		k := rewrite.WithoutVolatile(rewrite.StrongAccesses(kerneltest.Lower(t, c.text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}})))
		found := Recognise(k)
		if !assert.NotNil(t, found.Kernel, c.name) {
			continue
		}
		assert.NotEmpty(t, found.Words, c.name)
		loops := false
		kernel.Walk(found.Kernel.Body, func(s kernel.Stmt) bool {
			_, is := s.(*kernel.Loop)
			loops = loops || is
			return true
		})
		assert.Equal(t, c.loops, loops, c.name)
	}
}

// TestSeriesStart: what is assumed of a value that was read rests on what the word holds at first, whether or not it orders anything.
func TestSeriesStart(t *testing.T) {
	recognise := func(text string) Found {
		return Recognise(rewrite.StrongAccesses(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}})))
	}
	const lock = "while (atomicCAS(&mutex, 0, 1) != 0) {} __threadfence(); x++; __threadfence(); atomicExch(&mutex, 0); "
	const store = "{ state[blockIdx.x] = 1; state[blockIdx.x] = 2; }"
	given := recognise("__device__ int mutex, x; __global__ void k(volatile int *state, int *out) { " + lock +
		"int s = state[(blockIdx.x + 1) % 4]; if (s == 7) out[0] = threadIdx.x; if (threadIdx.x == 0) " + store + " }")
	assert.Contains(t, given.Premises, "what state points to is 0 when the kernel starts")

	never := recognise("__device__ int mutex, x; __device__ volatile int state[4] = {7, 7, 7, 7}; __global__ void k(int *out, int n) { " + lock +
		"int s = state[blockIdx.x]; if (s == 7) out[0] = threadIdx.x; int z = 0; if (n > 3) z = 0; if (z == 1) " + store + " }")
	if assert.NotNil(t, never.Kernel) {
		kernel.Walk(never.Kernel.Body, func(s kernel.Stmt) bool {
			if x, ok := s.(*kernel.Assume); ok {
				assert.NotContains(t, kernel.ExprString(x.Cond), "_seen", "nothing is known of what nobody has stored")
			}
			return true
		})
	}
}

// TestLateStores: a store behind the one that tells others of it is named as such, and one in front of it, or of who has seen the flag, is not.
func TestLateStores(t *testing.T) {
	late := func(body string) int {
		k := kerneltest.Lower(t, "__device__ int flag, data, more; __global__ void k(int *out) { if (blockIdx.x == 0 && threadIdx.x == 0) { "+body+" } else if (blockIdx.x == 1) { "+
			"while (atomicAdd(&flag, 0) == 0) {} __threadfence(); data = 3; out[threadIdx.x] = data + more; } }", kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{2, 1, 1}})
		return len(Recognise(rewrite.StrongAccesses(k)).Late)
	}
	assert.Equal(t, 0, late("data = 1; more = 1; __threadfence(); atomicExch(&flag, 1);"))
	assert.Equal(t, 1, late("more = 1; __threadfence(); atomicExch(&flag, 1); __threadfence(); data = 1;"))
}

// TestNeverTheArrivals: a wait for another number of arrivals than that of all blocks is told where it is so whatever the launch.
func TestNeverTheArrivals(t *testing.T) {
	const begin = "__device__ unsigned count; __device__ int data[1000]; __global__ void k(int *out) { int t = threadIdx.x, b = blockIdx.x; if (t == 0) data[b] = 1; __syncthreads(); if (t == 0) { __threadfence(); atomicAdd(&count, 1); while (atomicAdd(&count, 0) < "
	const end = ") {} __threadfence(); } __syncthreads(); out[b] = data[0]; }"
	for goal, never := range map[string]bool{"gridDim.x": false, "gridDim.x - 1": true, "gridDim.x + 1": true, "out[0]": false} {
		k := rewrite.StrongAccesses(kerneltest.Lower(t, begin+goal+end, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}}))
		assert.Equal(t, never, len(Recognise(k).Never) > 0, goal)
	}
}
