package discipline

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPartsOfArrays: accesses that have no element in common have words of their own, and no others.
func TestPartsOfArrays(t *testing.T) {
	const around = "__threadfence(); DATA = DATA + 1; __threadfence(); "
	for name, c := range map[string]struct {
		text string
		held bool
	}{
		"a lock beside its data": {"struct B { int lock, DATA; }; __global__ void k(B *b, int i) { while (atomicCAS(&b[i].lock, 0, 1) != 0) {} " +
			"__threadfence(); b[i].DATA = b[i].DATA + 1; __threadfence(); atomicExch(&b[i].lock, 0); }", true},
		"tickets": {"struct L { int next, now; }; __device__ int DATA; __global__ void k(L *l, int i) { int t = atomicAdd(&l[0].next, 1); while (atomicAdd(&l[0].now, 0) != t) {} " + around + "atomicAdd(&l[0].now, 1); }", true},
		"the wrong member is given back": {"struct L { int next, now; }; __device__ int DATA; __global__ void k(L *l, int i) { int t = atomicAdd(&l[0].next, 1); while (atomicAdd(&l[0].now, 0) != t) {} " + around +
			"atomicAdd(&l[0].next, 1); }", false},
		"elements at multiples of 3": {"__device__ int DATA; __global__ void k(int *l, long long i) { while (atomicCAS(&l[3 * i], 0, 1) != 0) {} l[3 * i + 1] = 1; " + around + "atomicExch(&l[3 * i], 0); }", true},
		"data at any place":          {"__device__ int DATA; __global__ void k(int *l, int i, int j) { while (atomicCAS(&l[3 * i], 0, 1) != 0) {} l[j] = 1; " + around + "atomicExch(&l[3 * i], 0); }", false},
		"products that wrap around":  {"__device__ int DATA; __global__ void k(int *l, unsigned i, unsigned j) { while (atomicCAS(&l[3u * i], 0, 1) != 0) {} l[3u * j + 1] = 1; " + around + "atomicExch(&l[3u * i], 0); }", false},
		"an access to two members at once": {"struct L { int lock, rest; }; __device__ L l; __device__ int DATA; __global__ void k(int i) { while (atomicCAS(&l.lock, 0, 1) != 0) {} *(long long *)&l = 1; " + around +
			"atomicExch(&l.lock, 0); }", false},
	} {
		tokens, missing := tokensOn(t, c.text, "DATA")
		if name == "a lock beside its data" {
			tokens, missing = tokensOn(t, c.text, "b")
		}
		if c.held {
			assert.Contains(t, tokens, "holding", "%s: %s", name, missing)
		} else {
			assert.NotContains(t, tokens, "holding", name)
		}
	}
}

// TestPermitsAreTold: what counts permits orders nothing, and the reason says so.
func TestPermitsAreTold(t *testing.T) {
	_, missing := tokensOn(t, "__device__ int permits = 1, data; __global__ void k() { while (true) { if (atomicSub(&permits, 1) > 0) break; atomicAdd(&permits, 1); } __threadfence(); data = data + 1; __threadfence(); atomicAdd(&permits, 1); }", "data")
	assert.Contains(t, missing, "the semaphore permits")
	_, missing = tokensOn(t, "__device__ int count, data; __global__ void k() { atomicAdd(&count, 1); data = 1; }", "data")
	assert.NotContains(t, missing, "semaphore")
}
