package discipline

import (
	"strings"
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
		"signed products":            {"__device__ int DATA; __global__ void k(int *l, int i, int j) { while (atomicCAS(&l[3 * i], 0, 1) != 0) {} l[3 * j + 1] = 1; " + around + "atomicExch(&l[3 * i], 0); }", true},
		"members that are arrays": {"struct T { int locks[8], sums[8]; }; __device__ int DATA; __global__ void k(T *s, int i, int j) { while (atomicCAS(&s->locks[i], 0, 1) != 0) {} s->sums[j] = 1; " + around +
			"atomicExch(&s->locks[i], 0); }", true},
		"members of many structs": {"struct T { int n, locks[8], sums[8]; }; __device__ int DATA; __global__ void k(T *s, int i, int j) { while (atomicCAS(&s[j].locks[i], 0, 1) != 0) {} s[i].sums[j] = s[j].n; " + around +
			"atomicExch(&s[j].locks[i], 0); }", true},
		"ranges of an index":               {"__device__ int DATA; __global__ void k(int *l, int i, int j) { while (atomicCAS(&l[i & 7], 0, 1) != 0) {} l[8 + (j & 7)] = 1; " + around + "atomicExch(&l[i & 7], 0); }", true},
		"an element in front of the first": {"__device__ int l[2], DATA; __global__ void k() { while (atomicCAS(&l[0], 0, 1) != 0) {} l[-1] = 1; " + around + "atomicExch(&l[0], 0); }", true},
		"ranges that overlap":              {"__device__ int DATA; __global__ void k(int *l, int i, int j) { while (atomicCAS(&l[i & 7], 0, 1) != 0) {} l[7 + (j & 7)] = 1; " + around + "atomicExch(&l[i & 7], 0); }", false},
		"a pointer that leaves its member": {"struct T { int locks[8], sums[8]; }; __device__ int DATA; __global__ void k(T *s, int i, int j) { int *p = (int *)s; while (atomicCAS(&s->locks[i], 0, 1) != 0) {} p[j] = 1; " + around +
			"atomicExch(&s->locks[i], 0); }", false},
		"a lock of two words at any place": {"__device__ int DATA; __global__ void k(int *l, int i, int j) { unsigned long long *p = (unsigned long long *)(l + (i & 7)); while (atomicCAS(p, 0ull, 1ull) != 0) {} l[16 + (j & 7)] = 1; " + around + "atomicExch(p, 0ull); }", false},
		"products that wrap around":        {"__device__ int DATA; __global__ void k(int *l, unsigned i, unsigned j) { while (atomicCAS(&l[3u * i], 0, 1) != 0) {} l[3u * j + 1] = 1; " + around + "atomicExch(&l[3u * i], 0); }", false},
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

// TestPermits: with one permit a semaphore is a lock, as long as nobody counts up who has none out. With more it orders nothing, and the reason says so.
func TestPermits(t *testing.T) {
	const count = "__device__ int permits = 1, DATA; __global__ void k(int i) { "
	const down = "while (true) { if (atomicSub(&permits, 1) > 0) break; atomicAdd(&permits, 1); } "
	const swap = "int seen; do seen = *(volatile int *)&permits; while (seen < 1 || atomicCAS(&permits, seen, seen - 1) != seen); "
	const data = "__threadfence(); DATA = DATA + 1; __threadfence(); "
	const up = "atomicAdd(&permits, 1); "
	for name, c := range map[string]struct {
		text, missing string
	}{
		"counted down":                 {count + down + data + up + "}", ""},
		"swapped":                      {count + swap + data + up + "}", ""},
		"both":                         {count + down + data + up + swap + data + up + "}", ""},
		"given back on both ways":      {count + "if (atomicSub(&permits, 1) > 0) { " + data + "} " + up + "}", ""},
		"given back without a fence":   {count + "if (atomicSub(&permits, 1) > 0) { __threadfence(); DATA = DATA + 1; } " + up + "}", "no fence stands between"},
		"behind both ways":             {count + "if (atomicSub(&permits, 1) > 0) { __threadfence(); } " + data + up + "}", ""},
		"two permits":                  {strings.Replace(count, "permits = 1", "permits = 2", 1) + down + data + up + "}", "permits starts with 2 permits"},
		"two permits at once":          {count + down + data + "atomicAdd(&permits, 2); }", "that there is only one is not shown"},
		"none out":                     {count + up + down + data + up + "}", "does not hold it"},
		"given back on one way":        {count + down + data + "if (i > 0) " + up + "}", "on one way from here"},
		"counted down, nobody looks":   {count + "atomicSub(&permits, 1); " + down + data + up + "}", "that there is only one is not shown"},
		"counted down in vain, kept":   {count + "while (true) { if (atomicSub(&permits, 1) > 0) break; } " + data + up + "}", ""},
		"more than one is found":       {count + "while (true) { if (atomicSub(&permits, 1) > 1) break; atomicAdd(&permits, 1); } " + data + up + "}", "does not hold it"},
		"unsigned":                     {strings.Replace(count, "int permits = 1,", "unsigned permits = 1; __device__ int", 1) + down + data + up + "}", "that there is only one is not shown"},
		"two are taken":                {count + strings.Replace(swap, "seen - 1", "seen - 2", 1) + data + up + "}", "one permit less"},
		"compared with what was there": {count + strings.Replace(swap, "!= seen)", "!= 1)", 1) + data + up + "}", "without anybody looking"},
		"no fence behind it":           {count + down + "DATA = DATA + 1; __threadfence(); " + up + "}", "no fence stands between"},
		"the scope of the block":       {strings.Replace(count+down+data+up+"}", "atomicSub(", "atomicSub_block(", 1), "does not include all threads"},
	} {
		tokens, missing := tokensOn(t, c.text, "DATA")
		if c.missing == "" && !strings.Contains(name, "kept") && !strings.Contains(name, "behind both") {
			assert.Contains(t, tokens, "holding", "%s: %s", name, missing)
		} else {
			assert.NotContains(t, tokens, "holding", name)
			assert.Contains(t, missing, c.missing, name)
		}
	}
	_, missing := tokensOn(t, "__device__ int count, data; __global__ void k() { atomicAdd(&count, 1); data = 1; }", "data")
	assert.NotContains(t, missing, "semaphore")
}

// TestShortcuts: what the second operand of && or || tells of a lock is known where it was evaluated, and only there.
func TestShortcuts(t *testing.T) {
	const data = "{ __threadfence(); DATA = DATA + 1; __threadfence(); atomicExch(&lock, 0); } }"
	for text, held := range map[string]bool{
		"while (*(volatile int *)&lock != 0 || atomicCAS(&lock, 0, 1) != 0) {} ":                                    true,
		"while (*(volatile int *)&lock != 0 && atomicCAS(&lock, 0, 1) != 0) {} ":                                    false,
		"if (i > 0 && atomicCAS(&lock, 0, 1) == 0) ":                                                                true,
		"if (i > 0 || atomicCAS(&lock, 0, 1) == 0) ":                                                                false,
		"if (!(i > 0 || atomicCAS(&lock, 0, 1) != 0)) ":                                                             true,
		"if (i > 0 && j > 0 && atomicCAS(&lock, 0, 1) == 0) ":                                                       true,
		"if (i > 0 && atomicCAS(&lock, 0, 1) == 0 && j > 0) ":                                                       false, // it may be held, and j 0
		"int old = 0; if (i > 0) old = atomicCAS(&lock, 0, 1); if (old == 0) ":                                      false,
		"int old = 1; if (i > 0) old = atomicCAS(&lock, 0, 1); if (old == 0) ":                                      false, // right, and not seen
		"bool got = false; if (i > 0) got = atomicCAS(&lock, 0, 1) == 0; if (got) ":                                 true,
		"bool got = true; if (i > 0) got = atomicCAS(&lock, 0, 1) == 0; if (got) ":                                  false,
		"bool got = false; if (i > 0) got = atomicCAS(&lock, 0, 1) == 0; if (got && j > 0) ":                        false, // it may be held, and j 0
		"bool got = i > 0; if (got) got = atomicCAS(&lock, 0, 1) == 0; i = 1; if (got) ":                            true,
		"bool got = i > 0; if (!got) got = atomicCAS(&lock, 0, 1) == 0; if (got) ":                                  false,
		"bool a = i > 0; bool got = a; if (a) got = atomicCAS(&lock, 0, 1) == 0; if (a) ":                           false,
		"bool got = false; for (int n = 0; n < i; n++) { if (n > j) got = atomicCAS(&lock, 0, 1) == 0; } if (got) ": false,
	} {
		tokens, missing := tokensOn(t, "__device__ int lock, DATA; __global__ void k(int i, int j) { "+text+data, "DATA")
		if held {
			assert.Contains(t, tokens, "holding", "%s: %s", text, missing)
		} else {
			assert.NotContains(t, tokens, "holding", text)
		}
	}
}
