package emulate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// events compares the events of a kernel with the expected ones, one a line.
func events(t *testing.T, p *Program, o Options, want string) {
	t.Helper()
	lines, err := record(p, o)
	require.NoError(t, err)
	assert.Equal(t, clean(want), strings.Join(lines, "\n"))
}

// clean strips indentation and empty lines.
func clean(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name    string
		threads int
		body    string
		want    string
	}{
		{"straight line", 64, `
s[t] = t;
__syncthreads();
out[blockIdx.x * 64 + t] = s[63 - t];`, `
2: w0 write s 0-31[0+1l]
3: w0 sync 0/64 0-31
2: w1 write s 0-31[32+1l]
3: w1 sync 0/64 0-31
4: w1 read s 0-31[31-1l]
4: w1 write out 0-31[?+32+1l]
4: w0 read s 0-31[63-1l]
4: w0 write out 0-31[?+0+1l]`},
		{"branches meet again", 32, `
if (t < 8)
	s[t] = 0;
else if (t & 1)
	s[2*t] = 1;
s[100] = 2;`, `
3: w0 write s 0-7[0+1l]
5: w0 write s 9,11,13,15,17,19,21,23,25,27,29,31[0+2l]
6: w0 write s 0-31[100]`},
		{"loop with break and continue", 8, `
for (int i = 0; i < 4; i++) {
	if (i == t) continue;
	if (i > t + 1) break;
	s[i] = t;
}
s[9] = 0;`, `
5: w0 write s 1-7[0]
5: w0 write s 0,2-7[1]
5: w0 write s 1,3-7[2]
5: w0 write s 2,4-7[3]
7: w0 write s 0-7[9]`},
		{"do while", 4, `
int i = t;
do {
	s[i] = t;
	i += 2;
} while (i < 5);`, `
4: w0 write s 0-3[0+1l]
4: w0 write s 0-2[2+1l]
4: w0 write s 0[4]`},
		{"early return", 64, `
if (t >= 40) return;
s[t] = 1;
__syncthreads();`, `
3: w0 write s 0-31[0+1l]
4: w0 sync 0/64 0-31
3: w1 write s 0-7[32+1l]
4: w1 sync 0/64 0-7
4: w0 left 0-31 at barrier 0
4: w1 left 0-7 at barrier 0`},
		{"barrier in a branch", 64, `
if (t < 48) {
	asm volatile("bar.sync 1, 48;");
	s[t] = 0;
}
s[t + 64] = 1;`, `
3: w0 sync 1/48 0-31
3: w1 sync 1/48 0-15
4: w1 write s 0-15[32+1l]
6: w1 write s 0-31[96+1l]
4: w0 write s 0-31[0+1l]
6: w0 write s 0-31[64+1l]`},
		{"named barriers by halves of a warp", 32, `
int id = 1 + t / 16;
asm volatile("bar.sync %0, 16;" :: "r"(id));
s[t] = id;`, `
3: w0 sync 1/16 0-15
3: w0 sync 2/16 16-31
4: w0 write s 0-31[0+1l]`},
		{"arrive goes on", 64, `
if (t < 32) { asm volatile("bar.arrive 3, 64;"); s[t] = 0; }
else { asm volatile("bar.sync 3, 64;"); s[t] = 1; }`, `
2: w0 arrive 3/64 0-31
2: w0 write s 0-31[0+1l]
3: w1 sync 3/64 0-31
3: w1 write s 0-31[32+1l]`},
		{"reduction decides", 32, `
int m = __syncthreads_count(t & 1);
for (int i = 0; i < m; i += 8)
	s[i] = 0;`, `
2: w0 sync 0/32 0-31 arg 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31 of 0-31
4: w0 write s 0-31[0]
4: w0 write s 0-31[8]`},
		{"shared contents decide", 64, `
s[t] = (t * 7) & 63;
__syncthreads();
s[64 + s[t]] = 0;`, `
2: w0 write s 0-31[0+1l]
3: w0 sync 0/64 0-31
2: w1 write s 0-31[32+1l]
3: w1 sync 0/64 0-31
4: w1 read s 0-31[32+1l]
4: w1 write s 0-31[96 103 110 117 124 67 74 81 88 95 102 109 116 123 66 73 80 87 94 101 108 115 122 65 72 79 86 93 100 107 114 121]
4: w0 read s 0-31[0+1l]
4: w0 write s 0-31[64 71 78 85 92 99 106 113 120 127 70 77 84 91 98 105 112 119 126 69 76 83 90 97 104 111 118 125 68 75 82 89]`},
		{"atomics of one kind add up", 32, `
s[0] = 0;
__syncthreads();
atomicAdd(&s[0], t);
__syncthreads();
s[s[0]] = 1;`, `
2: w0 write s 0-31[0]
3: w0 sync 0/32 0-31
4: w0 atomic s 0-31[0]
5: w0 sync 0/32 0-31
6: w0 read s 0-31[0]
6: w0 write s 0-31[496]`},
		{"atomics", 8, `
s[t] = 12;
__syncthreads();
atomicSub(&s[0], 1); atomicMin(&s[1], t); atomicMax(&s[2], 20 + t); atomicAnd(&s[3], ~t); atomicOr(&s[4], 32 << t); atomicXor(&s[5], 1 << t);
__syncthreads();
for (int i = 0; i < 6; i++) out[s[i]] = 0;`, `
2: w0 write s 0-7[0+1l]
3: w0 sync 0/8 0-7
4: w0 atomic s 0-7[0]
4: w0 atomic s 0-7[1]
4: w0 atomic s 0-7[2]
4: w0 atomic s 0-7[3]
4: w0 atomic s 0-7[4]
4: w0 atomic s 0-7[5]
5: w0 sync 0/8 0-7
6: w0 read s 0-7[0]
6: w0 write out 0-7[4]
6: w0 read s 0-7[1]
6: w0 write out 0-7[0]
6: w0 read s 0-7[2]
6: w0 write out 0-7[27]
6: w0 read s 0-7[3]
6: w0 write out 0-7[8]
6: w0 read s 0-7[4]
6: w0 write out 0-7[8172]
6: w0 read s 0-7[5]
6: w0 write out 0-7[243]`},
		{"atomics whose order matters", 4, `
s[t] = 12;
__syncthreads();
atomicAdd(&s[0], 1); atomicMax(&s[0], 14); atomicExch(&s[1], t); atomicCAS(&s[2], 12, t); atomicAdd(&s[3], in[0]);
__syncthreads();
for (int i = 0; i < 4; i++) out[s[i]] = 0;
s[0] = 1;
out[s[0]] = 0;`, `
2: w0 write s 0-3[0+1l]
3: w0 sync 0/4 0-3
4: w0 atomic s 0-3[0]
4: w0 atomic s 0-3[0]
4: w0 atomic s 0-3[1]
4: w0 atomic s 0-3[2]
4: w0 read in 0-3[0]
4: w0 atomic s 0-3[3]
5: w0 sync 0/4 0-3
6: w0 read s 0-3[0]
6: w0 write out 0-3[?]
6: w0 read s 0-3[1]
6: w0 write out 0-3[?]
6: w0 read s 0-3[2]
6: w0 write out 0-3[?]
6: w0 read s 0-3[3]
6: w0 write out 0-3[?]
7: w0 write s 0-3[0]
8: w0 read s 0-3[0]
8: w0 write out 0-3[1]`},
		{"wide accesses", 4, `
double *d = (double *)s;
d[t] = __hiloint2double(t, 100 + t);
__syncthreads();
s[s[2 * t]] = 0;`, `
3: w0 write s 0-3[0+2l] x2
4: w0 sync 0/4 0-3
5: w0 read s 0-3[0+2l]
5: w0 write s 0-3[100+1l]`},
		{"narrow stores, wide load", 4, `
s[2 * t] = -1 - t;
s[2 * t + 1] = t;
long long v = ((long long *)s)[t];
out[v >> 32] = 0;`, `
2: w0 write s 0-3[0+2l]
3: w0 write s 0-3[1+2l]
4: w0 read s 0-3[0+2l] x2
5: w0 write out 0-3[0+1l]`},
		{"local array", 4, `
int a[4];
for (int i = 0; i < 4; i++) a[i] = i * t;
int j = 3 - t;
s[a[j]] = 0;
s[a[3]] = 0;`, `
5: w0 write s 0-3[0 2 2 0]
6: w0 write s 0-3[0+3l]`},
		{"constant table", 4, `
s[table[t]] = 0;`, `
2: w0 write s 0-3[3 1 2 0]`},
		{"inlined function that leaves", 4, `
s[pick(t)] = 0;`, `
2: w0 write s 0-3[10 11 5 5]`},
		{"switch", 4, `
switch (t) {
case 0: s[0] = 1;
case 1: s[1] = 1; break;
case 3: s[3] = 1; break;
default: s[2] = 1;
}
s[4] = 1;`, `
3: w0 write s 0[0]
4: w0 write s 0-1[1]
5: w0 write s 3[3]
6: w0 write s 2[2]
8: w0 write s 0-3[4]`},
		{"only what matters is executed", 4, `
float x = in[t];
for (int i = 0; i < 1000000000; i++) x = x * x + sqrtf(x);
if (x > 3.f) x = 2.f;
out[t] = x;`, `
2: w0 read in 0-3[0+1l]
5: w0 write out 0-3[0+1l]`},
		{"short circuit", 4, `
if (t < 2 && in[t] >= 0 || t == 3) s[t] = 0;`, `
2: w0 read in 0-1[0+1l]
2: w0 may write s 0-1[0+1l]
2: w0 write s 3[3]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `__constant__ const int table[4] = {3, 1, 2}; __device__ int pick(int i) { if (i < 2) return i + 10; return 5; }` +
				`__global__ void k(int *out, const int *in, int n) { __shared__ int s[128]; int t = threadIdx.x;` + c.body + "}"
			events(t, compiled(t, text, c.threads), Options{}, c.want)
		})
	}
}
