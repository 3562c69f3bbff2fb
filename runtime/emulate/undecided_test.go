package emulate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

const frame = `__global__ void k(int *out, const int *in, int n, bool b) { __shared__ int s[128]; int t = threadIdx.x;`

// TestUndecided: branches on unknown values without synchronisation.
func TestUndecided(t *testing.T) {
	for _, c := range []struct {
		name string
		body string
		want string
	}{
		{"both arms", `
int x = 1;
if (n > t) { x = 2; s[0] = 0; s[x] = 0; } else { s[x] = 1; }
s[x] = 2;
x = 3;
s[x] = 3;`, `
3: w0 may write s 0-3[0]
3: w0 may write s 0-3[2]
3: w0 may write s 0-3[1]
4: w0 write s 0-3[?]
6: w0 write s 0-3[3]`},
		{"nested", `
if (n > t) {
	if (in[t]) s[0] = 0;
	if (t < 2) s[1] = 0; else s[2] = 0;
}
s[3] = 0;`, `
3: w0 may read in 0-3[0+1l]
3: w0 may write s 0-3[0]
4: w0 may write s 0-1[1]
4: w0 may write s 2-3[2]
6: w0 write s 0-3[3]`},
		{"some lanes know", `
if (t < 2 || n > 3) s[0] = 0;
s[1] = 0;`, `
2: w0 may write s 2-3[0]
2: w0 write s 0-1[0]
3: w0 write s 0-3[1]`},
		{"return", `
if (t >= n) return;
for (int i = 0; i < 2; i++) s[i] = 0;`, `
3: w0 may write s 0-3[0]
3: w0 may write s 0-3[1]`},
		{"return with something to do", `
if (t >= n) { s[9] = 0; return; }
s[8] = 0;`, `
2: w0 may write s 0-3[9]
3: w0 may write s 0-3[8]`},
		{"break", `
int i;
for (i = 0; i < 3; i++) {
	s[i] = 0;
	if (in[i]) { s[i + 10] = 0; break; }
}
s[i] = 2;
s[20] = 2;`, `
4: w0 write s 0-3[0]
5: w0 read in 0-3[0]
5: w0 may write s 0-3[10]
4: w0 may write s 0-3[1]
5: w0 may read in 0-3[1]
5: w0 may write s 0-3[11]
4: w0 may write s 0-3[2]
5: w0 may read in 0-3[2]
5: w0 may write s 0-3[12]
7: w0 write s 0-3[?]
8: w0 write s 0-3[20]`},
		{"continue", `
for (int i = 0; i < 2; i++) {
	if (in[i]) continue;
	s[i] = 0;
}
s[20] = 2;`, `
3: w0 read in 0-3[0]
4: w0 may write s 0-3[0]
3: w0 read in 0-3[1]
4: w0 may write s 0-3[1]
6: w0 write s 0-3[20]`},
		{"trap", `
if (n > 4) { s[0] = 0; __trap(); s[1] = 0; }
s[2] = 2;`, `
2: w0 may write s 0-3[0]
3: w0 write s 0-3[2]`},
		{"assertions", `
assert(t < 2);
assert(n > t);
assert(t >= 0);
if (n > 7) assert(t != 1);`, `
2: w0 assert false 2-3 open -
3: w0 assert false - open 0-3
5: w0 assert may false 1 open -`},
		{"contents under a condition", `
s[t] = t;
__syncthreads();
if (n > 3) s[t] = t;
__syncthreads();
out[s[t]] = 0;
s[t] = 5;
out[s[t]] = 1;`, `
2: w0 write s 0-3[0+1l]
3: w0 sync 0/4 0-3
4: w0 may write s 0-3[0+1l]
5: w0 sync 0/4 0-3
6: w0 read s 0-3[0+1l]
6: w0 write out 0-3[?]
7: w0 write s 0-3[0+1l]
8: w0 read s 0-3[0+1l]
8: w0 write out 0-3[5]`},
		{"an assumed value", `
__assume(n == 2);
s[n] = 0;`, `
3: w0 write s 0-3[2]`},
		{"unknown values that do not matter", `
s[in[t] & 0] = 0;
s[(b && false) ? n : 4] = 0;
s[in[t] * (t - t)] = 1;
s[n > 0 ? 7 : 7] = 1;`, `
2: w0 read in 0-3[0+1l]
2: w0 write s 0-3[0]
3: w0 write s 0-3[4]
4: w0 read in 0-3[0+1l]
4: w0 write s 0-3[0]
5: w0 write s 0-3[7]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			events(t, compiled(t, frame+c.body+"}", 4), Options{}, c.want)
		})
	}
}

// TestNotStatic: the decision that depends on the input, its cause, and the place.
func TestNotStatic(t *testing.T) {
	for _, c := range []struct {
		name, body string
		line       int
		want       string
		param      string
		block      bool
		origin     int
	}{
		{"parameter", `
if (n > 3) {
	s[t] = 0;
	__syncthreads();
}`, 2, "whether threads reach the barrier at line 4 depends on parameter n", "n", false, 0},
		{"return before a barrier", `
if (t >= n) return;
__syncthreads();`, 2, "whether threads reach the barrier at line 3 depends on parameter n", "n", false, 0},
		{"loop", `
for (int i = 0; i < n; i++) s[i] = 0;`, 2, "how often the loop repeats depends on parameter n", "n", false, 0},
		{"loop to the end", `
int i = 0;
do { s[i] = 0; i++; } while (in[i] > 0);`, 3, "how often the loop repeats depends on in[…] loaded at k.cu:3:", "", false, 3},
		{"number", `
int id = in[0];
asm volatile("bar.sync %0, 64;" :: "r"(id));`, 3, "the number of the barrier depends on in[…] loaded at k.cu:2:", "", false, 2},
		{"count", `
asm volatile("bar.sync 1, %0;" :: "r"(n * 2));`, 2, "the number of threads that the barrier expects depends on parameter n", "n", false, 0},
		{"block", `
if (blockIdx.x == 0) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on blockIdx.x", "", true, 0},
		{"grid", `
if (gridDim.x == 1) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on gridDim.x", "", false, 0},
		{"mask", `
__syncwarp(n);`, 2, "which lanes __syncwarp waits for depends on parameter n", "n", false, 0},
		{"mask of a shuffle", `
out[t] = __shfl_sync(n, t, 0);`, 2, "which lanes take part in the shuffle depends on parameter n", "n", false, 0},
		{"syncwarp", `
if (n) __syncwarp();`, 2, "whether threads reach the __syncwarp at line 2 depends on parameter n", "n", false, 0},
		{"shared contents", `
if (s[t]) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on s[…] loaded at k.cu:2:", "", false, 2},
		{"through shared memory", `
s[t] = n;
__syncthreads();
if (s[0] == 4) __syncthreads();`, 4, "whether threads reach the barrier at line 4 depends on parameter n", "n", false, 0},
		{"uninitialised", `
int x;
if (x) __syncthreads();`, 3, "whether threads reach the barrier at line 3 depends on the uninitialised variable x, declared at k.cu:2:", "", false, 2},
		{"clock", `
if (clock() > 5) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on clock", "", false, 2},
		{"atomic", `
if (atomicAdd(&out[0], 1) == 3) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on the value that the atomic on out[…] at k.cu:2:", "", false, 2},
		{"floating point", `
float x = t * 0.1f;
if (x > 1.f) __syncthreads();`, 3, "whether threads reach the barrier at line 3 depends on the floating-point value computed at k.cu:2:", "", false, 2},
		{"function", `
if (sqrtf((float)t) > 1.f) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on sqrtf() at k.cu:2:", "", false, 2},
		{"undefined", `
if (5 / t > 1) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on the undefined result computed at k.cu:2:", "", false, 2},
		{"condition", `
int x = 0;
if (n > 2) x = 1;
if (x) __syncthreads();`, 4, "whether threads reach the barrier at line 4 depends on parameter n", "n", false, 0},
		{"element chosen by the block", `
if (in[blockIdx.x]) __syncthreads();`, 2, "whether threads reach the barrier at line 2 depends on in[…] loaded at k.cu:2:", "", false, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := record(compiled(t, frame+c.body+"}", 64), Options{})
			var reason *NotStatic
			require.ErrorAs(t, err, &reason)
			assert.Contains(t, reason.Error(), c.want)
			if c.origin == 0 {
				assert.Equal(t, c.want, reason.Error())
			}
			assert.Equal(t, c.line, reason.Src.Pos.Line)
			assert.Equal(t, c.param, reason.Param)
			assert.Equal(t, c.block, reason.Block)
			assert.Equal(t, c.origin, reason.Origin.Line)
		})
	}
}

// TestFixed: what Options and preconditions make known.
func TestFixed(t *testing.T) {
	p := compiled(t, frame+`
if (n == blockIdx.x) __syncthreads();
if (b) s[n] = 0;
}`, 4)
	events(t, p, Options{Params: map[string]int64{"n": 5, "b": 1}, Block: &[3]int{5, 0, 0}}, `
2: w0 sync 0/4 0-3
3: w0 write s 0-3[5]`)
	events(t, p, Options{Params: map[string]int64{"n": 5, "b": 0}, Block: &[3]int{4, 0, 0}}, ``)

	p = compiled(t, frame+`
__requires(n == 3 && !b); __requires(4 == 4);
if (!b) s[n] = 0;
}`, 4)
	events(t, p, Options{}, `3: w0 write s 0-3[3]`)
}

func TestBlockSizeIsNeeded(t *testing.T) {
	k := lowered(t, frame+"}", 64)
	k.Launch.BlockDim[1] = 0
	_, err := Compile(k)
	var reason *NotStatic
	require.ErrorAs(t, err, &reason)
	assert.Equal(t, "the number of threads of a block depends on --block-dim", reason.Error())
}

func TestErrors(t *testing.T) {
	_, err := record(compiled(t, frame+"\nwhile (true) s[t] = 0; }", 64), Options{MaxCommands: 10_000})
	var budget *BudgetError
	require.ErrorAs(t, err, &budget)
	assert.Equal(t, int64(10_000), budget.Commands)
	assert.Equal(t, 2, budget.Src.Pos.Line)

	_, err = record(compiled(t, frame+"\nwhile (true); }", 64), Options{MaxCommands: 10_000})
	require.ErrorAs(t, err, &budget)

	p := compiled(t, frame+"\ns[in[t]] = 0;\nif (s[1]) s[0] = 0; }", 64)
	_, err = record(p, Options{})
	var opaque *OpaqueError
	require.ErrorAs(t, err, &opaque)
	assert.Equal(t, 2, opaque.Src.Pos.Line)
	assert.True(t, p.Decides(opaque.Array))
	_, err = record(p, Options{Opaque: map[int]bool{opaque.Array: true}})
	require.NoError(t, err)

	_, err = record(compiled(t, frame+"\n__assume(t < 40); }", 64), Options{})
	var assumed *AssumeError
	require.ErrorAs(t, err, &assumed)
	assert.Equal(t, AssumeError{Src: assumed.Src, Warp: 1, Lane: 8}, *assumed)
	assert.Equal(t, 2, assumed.Src.Pos.Line)
}

// TestErrorStays: after an error a block cannot continue.
func TestErrorStays(t *testing.T) {
	r := &recorder{come: map[int64]int64{}, counts: map[int64]int64{}}
	r.block = compiled(t, frame+"\nif (n) __syncthreads(); }", 64).Start(Options{}, r)
	first := r.block.Run(context.Background(), 0)
	require.Error(t, first)
	assert.Equal(t, first, r.block.Run(context.Background(), 1))
}

func TestCancelled(t *testing.T) {
	r := &recorder{come: map[int64]int64{}, counts: map[int64]int64{}, quiet: true}
	r.block = compiled(t, frame+"\nwhile (true) s[t] = 0; }", 64).Start(Options{}, r)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, r.block.Run(ctx, 0), context.Canceled)
}

// stopper stops the block at its first access.
type stopper struct{ recorder }

func (s *stopper) Access(a *Access) {
	s.recorder.Access(a)
	s.block.Stop()
}

func TestStop(t *testing.T) {
	s := &stopper{recorder{come: map[int64]int64{}, counts: map[int64]int64{}}}
	s.block = compiled(t, frame+"\ns[t] = 0;\ns[t] = 1; }", 64).Start(Options{}, s)
	require.NoError(t, s.stepThrough())
	assert.Equal(t, []string{"2: w0 write s 0-31[0+1l]"}, s.lines)
	assert.Equal(t, []Place{{Lanes: allLanes, State: Ready}}, s.block.Places(1))
}

func (s *stopper) stepThrough() error {
	for w := range s.block.run.state.warps {
		if err := s.block.Run(context.Background(), w); err != nil {
			return err
		}
	}
	return nil
}

func TestDecides(t *testing.T) {
	p := compiled(t, `__global__ void k(float *out, const int *in) {
__shared__ float data[64]; __shared__ int list[64]; __shared__ int via[64]; int t = threadIdx.x;
data[t] = out[t];
list[t] = t; via[t] = list[t];
out[via[t]] = data[t] + in[t];
if (in[5]) data[0] = 1;
}`, 64)
	got := map[string]bool{}
	for i, a := range p.Kernel().Arrays {
		got[a.Name] = p.Decides(i)
	}
	assert.Equal(t, map[string]bool{"data": false, "list": true, "via": true, "in": true, "out": false}, got)
}

// TestPlaces: every lane has a place.
func TestPlaces(t *testing.T) {
	r := &recorder{come: map[int64]int64{}, counts: map[int64]int64{}}
	r.block = compiled(t, frame+`
if (t < 2) return;
if (t < 4) asm volatile("bar.sync 5, 64;");
else if (t < 6) __syncwarp(0xff);
else __syncthreads();
}`, 8).Start(Options{}, r)
	assert.Equal(t, []Place{{Lanes: 0xff, State: Ready}}, r.block.Places(0))
	require.NoError(t, r.run())
	var states []State
	all := Lanes(0)
	for _, p := range r.block.Places(0) {
		states = append(states, p.State)
		assert.Zero(t, all&p.Lanes)
		all |= p.Lanes
	}
	assert.Equal(t, r.block.run.state.program.WarpLanes(0), all)
	assert.ElementsMatch(t, []State{AtBarrier, AtBarrier, AtWarp, Exited}, states)
	assert.Equal(t, kernel.Sync, r.block.Places(0)[0].Site.Stmt.(*kernel.Barrier).Kind)
}

// TestValues: stored values, up to renaming of unknown ones.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		x    string
		same bool // all threads store the same
	}{
		{"5", true}, {"t", false}, {"n", true}, {"n + 2 * n", true}, {"n + t", false}, {"in[0]", true}, {"in[n]", true},
		{"in[t]", false}, {"in[in[4]]", true}, {"blockIdx.x", true}, {"gridDim.x * n", true}, {"clock()", false},
		{"out[0]", false}, {"s[0]", true}, {"s[t]", false}, {"s[in[4]]", true}, {"(int)sqrtf(n)", true}, {"(int)sqrtf(t)", false}, {"t < 9 ? n : 3", false},
		{"t < 99 ? n : 3", true}, {"n > 3 ? t : t", false}, {"min(n, 7)", true}, {"n > 4 && b", true},
	} {
		t.Run(c.x, func(t *testing.T) {
			p := compiled(t, frame+"out[0] = "+c.x+"; }", 64)
			site := len(p.Sites) - 1
			require.Equal(t, WriteSite, p.Sites[site].Kind)
			v := &valueObserver{recorder: recorder{come: map[int64]int64{}, counts: map[int64]int64{}}, seen: map[operand]bool{}}
			v.block = p.Start(Options{Values: map[int]bool{site: true}}, v)
			require.NoError(t, v.run())
			assert.Equal(t, c.same, len(v.seen) == 1, "%v", v.seen)
		})
	}
}

// TestValuesOfLoops: code that only computes a stored value does not decide
// whether the kernel is static, and the run claims nothing false about the
// value.
func TestValuesOfLoops(t *testing.T) {
	for _, c := range []struct {
		body string
		same bool
	}{
		{"float x = n; while (x > 1.f) x *= 0.3f; out[0] = x;", false},
		{"int x = 3; for (int i = 0; i < n; i++) x = 4; out[0] = x;", false},
		{"out[0] = find(in, n);", false},
		{"int a[2]; a[0] = 5; a[1] = 6; for (int i = 0; i < n; i++) a[i & 1] = i; out[0] = a[1];", false},
		{"int a[2]; a[0] = 5; a[1] = 6; out[0] = a[1];", true},
		{"int x = 3; if (t < 40) x = 4; else x = 4; out[0] = x;", true},
		{"int x = 3; if (t < 40) x = 4; out[0] = x;", false},
	} {
		t.Run(c.body, func(t *testing.T) {
			p := compiled(t, "__device__ int find(const int *in, int n) { for (int i = 0; i < 8; i++) if (in[i] == n) return i; return -1; }\n"+
				frame+c.body+" }", 64)
			site := len(p.Sites) - 1
			v := &valueObserver{recorder: recorder{come: map[int64]int64{}, counts: map[int64]int64{}}, seen: map[operand]bool{}}
			v.block = p.Start(Options{Values: map[int]bool{site: true}}, v)
			require.NoError(t, v.run())
			assert.Equal(t, c.same, len(v.seen) == 1, "%v", v.seen)
		})
	}
}

type valueObserver struct {
	recorder
	seen map[operand]bool
}

func (v *valueObserver) Access(a *Access) {
	if a.Value == nil {
		return
	}
	for l := range 32 {
		if (a.Lanes|a.Unknown)>>l&1 != 0 {
			v.seen[operand{a.Value[l], a.ValueKnown>>l&1 != 0}] = true
		}
	}
}

// TestLean: without floating-point values a branch on one is followed both ways, and the rest is as it was.
func TestLean(t *testing.T) {
	p := compiled(t, frame+`
float x = 2;
if (x > 1) s[t] = 0; else s[1] = 0;
int i = 3;
s[i] = x;
}`, 4)
	assert.True(t, p.LeavesOut())
	events(t, p, Options{}, `
3: w0 write s 0-3[0+1l]
5: w0 write s 0-3[3]`)
	events(t, p, Options{Lean: true}, `
3: w0 may write s 0-3[0+1l]
3: w0 may write s 0-3[1]
5: w0 write s 0-3[3]`)
	assert.False(t, compiled(t, frame+"float x = 2; s[t] = x; }", 4).LeavesOut(), "what is stored decides nothing")
}

// TestStartValues: what threadIdx decides alone is computed once, whatever it is called, and different values stay different.
func TestStartValues(t *testing.T) {
	p := compiled(t, frame+`
s[(t >> 1) * 8 + (t & 1)] = 0;
s[(t >> 1) * 8 + (t & 1) + 3] = 0;
s[(t & 1) + (1 + 23)] = 0;
s[(t & 1) + (12 + 3)] = 0;
t = n;
s[(t & 1) * 0 + 5] = 0;
}`, 4)
	events(t, p, Options{}, `
2: w0 write s 0-3[0 1 8 9]
3: w0 write s 0-3[3 4 11 12]
4: w0 write s 0-3[24 25 24 25]
5: w0 write s 0-3[15 16 15 16]
7: w0 write s 0-3[5]`)
}
