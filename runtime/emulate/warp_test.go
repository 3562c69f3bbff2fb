package emulate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWarpFunctions(t *testing.T) {
	for _, c := range []struct {
		name    string
		threads int
		body    string
		want    string
	}{
		{"syncwarp of all", 48, `
s[t] = 0;
__syncwarp();
s[t ^ 1] = 1;`, `
2: w0 write s 0-31[0+1l]
3: w0 syncwarp 0-31
4: w0 write s 0-31[1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 31 30]
2: w1 write s 0-15[32+1l]
3: w1 syncwarp 0-15
4: w1 write s 0-15[33 32 35 34 37 36 39 38 41 40 43 42 45 44 47 46]`},
		{"branches wait for each other", 32, `
if (t < 16) { s[0] = 0; __syncwarp(); s[1] = 0; }
else { s[2] = 0; __syncwarp(); s[3] = 0; }`, `
2: w0 write s 0-15[0]
3: w0 write s 16-31[2]
2: w0 syncwarp 0-31
2: w0 write s 0-15[1]
3: w0 write s 16-31[3]`},
		{"tiles of one instruction", 32, `
unsigned mask = t < 16 ? 0xffffu : 0xffff0000u;
if (t < 16) s[0] = 0;
__syncwarp(mask);
if (t >= 16) s[1] = 0;`, `
3: w0 write s 0-15[0]
4: w0 syncwarp 0-15
4: w0 syncwarp 16-31
5: w0 write s 16-31[1]`},
		{"masks that disagree", 32, `
__syncwarp(t < 16 ? ~0u : 0xffff0000u);
s[t] = 0;
asm volatile("bar.sync 1, 32;");`, `
2: w0 syncwarp 16-31
3: w0 write s 16-31[0+1l]
4: w0 sync 1/32 16-31
4: w0 left 16-31 at barrier 1
2: w0 left 0-15`},
		{"exited lanes do not count", 32, `
if (t >= 8) { s[0] = 0; return; }
__syncwarp();
s[1] = 0;`, `
2: w0 write s 8-31[0]
3: w0 syncwarp 0-7
4: w0 write s 0-7[1]`},
		{"lanes that never come", 32, `
if (t < 8) __syncwarp(0x1ff);
else if (t == 8) asm volatile("bar.sync 1, 64;");`, `
3: w0 sync 1/64 8
3: w0 left 8 at barrier 1
2: w0 left 0-7`},
		{"shuffle down", 32, `
int x = __shfl_down_sync(~0u, t, 4);
s[x] = 0;`, `
3: w0 write s 0-31[4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 28 29 30 31]`},
		{"shuffle up in segments", 8, `
int x = __shfl_up_sync(0xff, t, 1, 4);
s[x] = 0;`, `
3: w0 write s 0-7[0 0 1 2 4 4 5 6]`},
		{"shuffle by number in segments", 8, `
int x = __shfl_sync(0xff, 10 * t, 5, 4);
s[x] = 0;`, `
3: w0 write s 0-7[10 10 10 10 50 50 50 50]`},
		{"butterfly", 4, `
int x = t;
for (int d = 2; d > 0; d /= 2) x += __shfl_xor_sync(0xf, x, d);
s[x] = 0;`, `
4: w0 write s 0-3[6]`},
		{"butterfly beyond the segment", 8, `
int x = __shfl_xor_sync(0xff, t, 4, 4);
s[x] = 0;`, `
3: w0 write s 0-7[0 1 2 3 0 1 2 3]`},
		{"shuffle from nobody", 8, `
int x = __shfl_sync(0xff, t, 9);
s[x] = 0;`, `
3: w0 write s 0-7[?]`},
		{"shuffle of part of the warp, old form", 32, `
if (t < 4) s[__shfl(t, 3)] = 0;`, `
2: w0 write s 0-3[3]`},
		{"votes", 8, `
int any = __any_sync(0xff, t == 3), all = __all_sync(0xff, t == 3);
unsigned set = __ballot_sync(0xff, t & 1);
s[10 * any + all] = 0;
s[set & 127] = 0;`, `
4: w0 write s 0-7[10]
5: w0 write s 0-7[42]`},
		{"votes on partly unknown values", 8, `
int any = __any_sync(0xff, t == 3 || in[t] > 0), all = __all_sync(0xff, t == 3 && in[t] > 0);
if (any) s[0] = 0;
if (all) s[1] = 0;`, `
2: w0 read in 0-2,4-7[0+1l]
2: w0 read in 3[3]
3: w0 write s 0-7[0]`},
		{"match", 8, `
s[__match_any_sync(0xff, t % 3)] = 0;`, `
2: w0 write s 0-7[73 146 36 73 146 36 73 146]`},
		{"active threads as a mask", 32, `
if (t & 1) __syncwarp(__activemask());
else s[t] = 0;`, `
2: w0 syncwarp 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
3: w0 write s 0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30[0+1l]`},
		{"active threads of a part are not certain", 32, `
if (t < 4) s[__activemask()] = 0;`, `
2: w0 write s 0-3[?]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `__global__ void k(int *out, const int *in, int n) { __shared__ int s[128]; int t = threadIdx.x;` + c.body + "}"
			events(t, compiled(t, text, c.threads), Options{}, c.want)
		})
	}
}

// TestVotedBranch: a vote has the same result for the whole warp, whose lanes
// may therefore meet on both ways.
func TestVotedBranch(t *testing.T) {
	text := `__global__ void k(int *out, const int *in, int n) { __shared__ int s[128]; int t = threadIdx.x;`
	events(t, compiled(t, text+`
if (__any_sync(~0u, in[t])) {
	s[0] = 0;
	int x = __shfl_sync(~0u, t, 5);
	s[x] = 0;
} else
	s[1] = 0;
if (__shfl_sync(~0u, in[t], 3) > 0)
	s[__ballot_sync(~0u, t < 2)] = 0;
if (n > 3)
	s[__shfl_sync(~0u, 7, 0)] = 0;
if (in[n])
	s[__shfl_sync(~0u, 8, 0)] = 0;
}`, 32), Options{}, `
2: w0 read in 0-31[0+1l]
3: w0 may write s 0-31[0]
5: w0 may write s 0-31[5]
7: w0 may write s 0-31[1]
8: w0 read in 0-31[0+1l]
9: w0 may write s 0-31[3]
11: w0 may write s 0-31[7]
12: w0 read in 0-31[?+0]
13: w0 may write s 0-31[8]`)

	for body, want := range map[string]string{
		"if (in[t]) s[__shfl_sync(~0u, 7, 0)] = 0;":                                   "whether threads reach the shuffle at line 2 depends on in[…] loaded at k.cu:2:5",
		"if (__any_sync(~0u, in[t])) __syncwarp();":                                   "whether threads reach the __syncwarp at line 2 depends on in[…] loaded at k.cu:2:21",
		"int x = n; if (t < 16) x = n + 1; if (x > 3) s[__shfl_sync(~0u, 7, 0)] = 0;": "whether threads reach the shuffle at line 2 depends on parameter n",
		"if (t < 16) __shfl_sync(~0u, t, 0); else if (n > 3) __shfl_sync(~0u, t, 0);": "whether threads reach the shuffle at line 2 depends on parameter n",
		"if (t < 4 && __any_sync(0xf, in[t])) { __any_sync(~0u, t); }":                "whether threads reach the vote at line 2 depends on in[…] loaded at k.cu:2:30",
	} {
		_, err := record(compiled(t, text+"\n"+body+"}", 32), Options{})
		require.Error(t, err, body)
		assert.Equal(t, want, err.Error())
	}
}

// TestTogether: which lanes run in lock step.
func TestTogether(t *testing.T) {
	p := compiled(t, `__global__ void k(int n) { __shared__ int s[64]; int t = threadIdx.x;
if (t < 8)
	s[t] = 0;
else
	s[t] = 1;
s[32] = 1;
if (n > t)
	s[33] = 2;
s[34] = 3;
}`, 32)
	events(t, p, Options{Together: true}, `
w0 together 0-31
w0 together 0-7
3: w0 write s 0-7[0+1l]
w0 together 8-31
5: w0 write s 8-31[0+1l]
w0 together 0-31
6: w0 write s 0-31[32]
w0 together -
8: w0 may write s 0-31[33]
w0 together 0-31
9: w0 write s 0-31[34]`)
}
