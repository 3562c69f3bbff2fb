package weft

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// The oracle of barriers with phases executes all interleavings of a few threads by the
// rules of std::barrier: an arrive counts in the open phase, a wait continues when the
// phase of its token is complete, and is undefined when the next one is complete, too. It
// knows neither clocks nor generations.

const (
	mostPhaseThreads  = 3
	mostPhaseBarriers = 2
	mostPhaseOps      = 5
)

// phaseStep is an operation of a thread: arrive on a barrier, wait with the token of an
// arrive of its own, by its place in the thread's program, or write or read a word.
type phaseStep struct {
	op    byte // a, w; x writes, r reads
	which int
}

type phaseProgram struct {
	counts  []int
	apart   int // thread i of the program is thread i * apart of the block
	threads [][]phaseStep
}

// text is the program as a kernel.
func (p *phaseProgram) text() string {
	var b strings.Builder
	b.WriteString("__global__ void k(int *out) { __shared__ cuda::barrier<cuda::thread_scope_block> bar[2]; __shared__ int v[2];\n")
	for i, n := range p.counts {
		fmt.Fprintf(&b, "if (threadIdx.x == 0) init(&bar[%d], %d);\n", i, n)
	}
	b.WriteString("__syncthreads();\n")
	for t, steps := range p.threads {
		fmt.Fprintf(&b, "if (threadIdx.x == %d) {\n", p.apart*t)
		for i, s := range steps {
			switch s.op {
			case 'a':
				fmt.Fprintf(&b, "auto t%d = bar[%d].arrive();\n", i, s.which)
			case 'w':
				fmt.Fprintf(&b, "bar[%d].wait(t%d);\n", steps[s.which].which, s.which)
			case 'x':
				fmt.Fprintf(&b, "v[%d] = %d;\n", s.which, 10*t+i)
			case 'r':
				fmt.Fprintf(&b, "out[%d] = v[%d];\n", 10*t+i, s.which)
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// phaseState is where all threads are, and the phases of the barriers.
type phaseState struct {
	pc       [mostPhaseThreads]int8
	tokens   [mostPhaseThreads][mostPhaseOps]int8
	complete [mostPhaseBarriers]int8
	pending  [mostPhaseBarriers]int8
}

type phaseOracle struct {
	p    *phaseProgram
	seen map[phaseState]bool
	// bad is set if some execution ends with threads that wait, or waits too late, or
	// where an arrive is in different phases of two executions; racy where two accesses
	// come in both orders.
	bad, racy bool
	phases    map[[2]int]int8
	first     map[[2][2]int]bool
}

func (o *phaseOracle) visit(s phaseState) {
	if o.seen[s] {
		return
	}
	o.seen[s] = true
	moved, over := false, true
	for t, steps := range o.p.threads {
		if int(s.pc[t]) == len(steps) {
			continue
		}
		over = false
		if next, can := o.step(s, t); can {
			moved = true
			o.visit(next)
		}
	}
	o.bad = o.bad || !moved && !over
}

func (o *phaseOracle) step(s phaseState, t int) (phaseState, bool) {
	at := int(s.pc[t])
	switch st := o.p.threads[t][at]; st.op {
	case 'a':
		phase := s.complete[st.which] + 1
		if old, known := o.phases[[2]int{t, at}]; known && old != phase {
			o.bad = true
		}
		o.phases[[2]int{t, at}] = phase
		s.tokens[t][at] = phase
		if s.pending[st.which]++; int(s.pending[st.which]) == o.p.counts[st.which] {
			s.pending[st.which] = 0
			s.complete[st.which]++
		}
	case 'w':
		complete, token := s.complete[o.p.threads[t][st.which].which], s.tokens[t][st.which]
		if complete < token {
			return s, false
		}
		o.bad = o.bad || complete > token
	default:
		o.access(s, t, at)
	}
	s.pc[t]++
	return s, true
}

// access notes that this one comes before all that others have yet to make.
func (o *phaseOracle) access(s phaseState, t, at int) {
	one := o.p.threads[t][at]
	for u, steps := range o.p.threads {
		for i := int(s.pc[u]); u != t && i < len(steps); i++ {
			two := steps[i]
			if (two.op == 'x' || two.op == 'r') && two.which == one.which && (one.op == 'x' || two.op == 'x') {
				o.first[[2][2]int{{t, at}, {u, i}}] = true
				o.racy = o.racy || o.first[[2][2]int{{u, i}, {t, at}}]
			}
		}
	}
}

func randomPhases(r *rand.Rand) *phaseProgram {
	p := &phaseProgram{apart: []int{1, 16, 32}[r.Intn(3)]}
	threads := 2 + r.Intn(mostPhaseThreads-1)
	for range mostPhaseBarriers {
		n := threads
		if r.Intn(4) == 0 {
			n = 1 + r.Intn(threads+1)
		}
		p.counts = append(p.counts, n)
	}
	barriers := 1 + r.Intn(mostPhaseBarriers)
	for range threads {
		var steps []phaseStep
		var open []int // arrives without a wait
		for len(steps) < 2+r.Intn(mostPhaseOps-1) {
			switch k := r.Intn(10); {
			case k < 4 && len(open) > 0:
				i := len(open) - 1
				if r.Intn(4) == 0 {
					i = r.Intn(len(open))
				}
				steps = append(steps, phaseStep{'w', open[i]})
				if r.Intn(8) > 0 {
					open = append(open[:i:i], open[i+1:]...)
				}
			case k < 7:
				open = append(open, len(steps))
				steps = append(steps, phaseStep{'a', r.Intn(barriers)})
			default:
				steps = append(steps, phaseStep{"xr"[r.Intn(2)], r.Intn(2)})
			}
		}
		p.threads = append(p.threads, steps)
	}
	return p
}

// TestPhasesAgreeWithAllInterleavings: a program is well synchronised by the engine exactly
// if it is in every execution, and then it races exactly if two accesses come in both orders.
func TestPhasesAgreeWithAllInterleavings(t *testing.T) {
	programs := 6000
	if testing.Short() {
		programs = 1000
	}
	r := rand.New(rand.NewSource(1))
	tally := map[kernel.Property]int{}
	for range programs {
		p := randomPhases(r)
		o := &phaseOracle{p: p, seen: map[phaseState]bool{}, phases: map[[2]int]int8{}, first: map[[2][2]int]bool{}}
		o.visit(phaseState{})
		report, err := Check(context.Background(), lowered(t, p.text(), p.apart*len(p.threads)), Options{IntraGroup: true})
		require.NoError(t, err, p.text())
		kind := kernel.Property("proved")
		for _, of := range []kernel.Property{kernel.DataRace, kernel.Deadlock, kernel.Recycling, kernel.Count} {
			if report.Verdicts[of].Status == claim.Refuted {
				kind = of
			}
		}
		well := kind == "proved" || kind == kernel.DataRace
		require.Equal(t, !o.bad, well, "%s%v", p.text(), report.Faults)
		if well {
			require.Equal(t, o.racy, kind == kernel.DataRace, "%s%v", p.text(), report.Faults)
			require.True(t, o.racy || report.Verdicts[kernel.DataRace].Status == claim.Proved, p.text())
		}
		tally[kind]++
	}
	t.Log(tally)
	for _, kind := range []kernel.Property{"proved", kernel.DataRace, kernel.Deadlock, kernel.Recycling} {
		require.Greater(t, tally[kind], programs/100, kind)
	}
}

// TestLanesThatWaitTogetherLearnOnlyOfThePhase: thread 32 knows that v is written, thread
// 33, which waits in the same instruction, does not.
func TestLanesThatWaitTogetherLearnOnlyOfThePhase(t *testing.T) {
	const text = `__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> a, b, c; __shared__ int v; int t = threadIdx.x;
  if (t == 0) { init(&a, 2); init(&b, 3); init(&c, 1); }
  __syncthreads();
  if (t == 0) { v = 1; a.arrive(); }
  if (t == 32 || t == 33) {
    auto token = b.arrive();
    if (t == 32) a.arrive_and_wait(); else c.arrive_and_wait();
    b.wait(token);
    if (t == WHO) out[0] = v;
  }
  if (t == 64) b.arrive();
}`
	for who, want := range map[string]claim.Status{"32": claim.Proved, "33": claim.Refuted} {
		r, err := Check(context.Background(), lowered(t, strings.ReplaceAll(text, "WHO", who), 96), Options{IntraGroup: true})
		require.NoError(t, err)
		require.Equal(t, want, r.Verdicts[kernel.DataRace].Status, "%s: %v", who, r.Faults)
	}
}

// TestBarriersThatAreInitialisedAgain: phases begin anew, and what was handed out before is
// no token any more.
func TestBarriersThatAreInitialisedAgain(t *testing.T) {
	const text = `__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> a; __shared__ int v; int t = threadIdx.x;
  if (t == 0) init(&a, 64);
  __syncthreads();
  auto token = a.arrive();
  a.wait(token);
  __syncthreads();
  if (t == 0) { a.~barrier(); init(&a, 32); v = 1; }
  __syncthreads();
  if (t < 32) { TOKEN a.wait(token);}
}`
	for change, want := range map[string]claim.Status{"token = a.arrive();": claim.Proved, "": claim.Refuted} {
		k := lowered(t, strings.ReplaceAll(text, "TOKEN", change), 64)
		r, err := Check(context.Background(), k, Options{IntraGroup: true})
		require.NoError(t, err)
		require.Equal(t, want, r.Verdicts[kernel.Recycling].Status, "%q: %v", change, r.Faults)
		require.Equal(t, want == claim.Proved, r.Verdicts[kernel.DataRace].Status == claim.Proved, "%q: %v", change, r.Faults)
	}
}

// TestMemoryOfABarrierIsNoData: nothing is proved where a barrier that has been initialised
// is overwritten or read, whatever the way; what was there before, or lies beside it, is data.
func TestMemoryOfABarrierIsNoData(t *testing.T) {
	const text = `__global__ void k(const int *in, int *out) {
  struct S { int n[2]; cuda::barrier<cuda::thread_scope_block> b; };
  union U { cuda::barrier<cuda::thread_scope_block> b; int n[4]; };
  extern __shared__ char memory[];
  __shared__ cuda::barrier<cuda::thread_scope_block> a, other; __shared__ S s; __shared__ U u; __shared__ int v[64];
  auto carved = (cuda::barrier<cuda::thread_scope_block> *)memory;
  auto across = (cuda::barrier<cuda::thread_scope_block> *)(memory + 4);
  int t = threadIdx.x;
  if (t == 0) { BEFORE; init(&a, 64); init(&s.b, 64); init(&u.b, 64); init(carved, 64); }
  __syncthreads();
  if (t == 0) { CHANGE; }
  __syncthreads();
  v[t] = in[t];
  a.arrive_and_wait(); s.b.arrive_and_wait(); u.b.arrive_and_wait(); carved->arrive_and_wait();
  out[t] = v[63 - t];
}`
	verdict := func(before, change string) claim.Status {
		k := lowered(t, strings.NewReplacer("BEFORE", before, "CHANGE", change).Replace(text), 64)
		r, err := Check(context.Background(), k, Options{IntraGroup: true})
		require.NoError(t, err)
		require.Empty(t, r.Faults, change)
		require.Equal(t, r.Verdicts[kernel.DataRace].Status, r.Verdicts[kernel.Deadlock].Status, change)
		return r.Verdicts[kernel.DataRace].Status
	}
	for _, change := range []string{
		"*(int *)&a = 7", "((int *)&a)[1] = 7", "((int *)&a)[in[0]] = 7", "if (in[0]) *(int *)&a = 7", "atomicAdd((int *)&a, 1)",
		"out[64] = *(int *)&a", "memset(&a, 0, sizeof a)", "memcpy(&a, &other, sizeof a)", "a = other",
		"u.n[1] = 7", "((int *)&s)[2] = 7", "memory[5] = 7", "init(across, 64)",
	} {
		require.Equal(t, claim.Unknown, verdict("", change), change)
	}
	for _, change := range []string{"", "s.n[1] = 7", "u.n[2] = 7", "memory[8] = 7", "*(int *)&other = 7"} {
		require.Equal(t, claim.Proved, verdict("", change), change)
	}
	require.Equal(t, claim.Proved, verdict("u.n[0] = 7; *(int *)&a = 7", ""))
}

// TestWarpsMeetAfterOneThreadHasWaited: lanes that reach a barrier of the whole warp later
// than others join them there, unless a loop may have brought them there another time.
func TestWarpsMeetAfterOneThreadHasWaited(t *testing.T) {
	const text = `__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> a; int t = threadIdx.x, n = 0;
  if (t == 0) init(&a, 2);
  __syncthreads();
  BODY
  out[t] = n;
}`
	for body, want := range map[string]claim.Status{
		`if (t % 32 == 0) a.arrive_and_wait(); __syncthreads();`:                                    claim.Proved,
		`if (t % 32 == 0) a.arrive_and_wait(); n = __syncthreads_count(t < 40); __assert(n == 40);`: claim.Proved,
		`if (t % 32 == 0) a.arrive_and_wait(); asm volatile("bar.sync 1, 64;");`:                    claim.Proved,
		`if (t < 16 || t >= 48) asm volatile("barrier.sync 1, 32;"); __syncthreads();`:              claim.Proved,
		`if (t % 32 == 0) { a.arrive_and_wait(); __syncthreads(); } else __syncthreads();`:          claim.Refuted,
		`for (int i = 0; i < 2; i++) if (i == t % 2) __syncthreads();`:                              claim.Refuted,
		`if (t % 32 == 0) a.arrive_and_wait(); if (t % 32 != 1) __syncthreads();`:                   claim.Refuted,
	} {
		r, err := Check(context.Background(), lowered(t, strings.ReplaceAll(text, "BODY", body), 64), Options{IntraGroup: true})
		require.NoError(t, err)
		require.Equal(t, want, r.Verdicts[kernel.Divergence].Status, "%s: %v", body, r.Faults)
		require.Equal(t, want == claim.Proved, r.Verdicts[kernel.DataRace].Status == claim.Proved, "%s: %v", body, r.Faults)
		require.True(t, want == claim.Refuted || r.Verdicts[kernel.Assertion].Status != claim.Refuted, "%s: %v", body, r.Faults)
	}
}

// TestLockStepDoesNotPassAWait: in lock step, a thread that waits for a later arrive of its
// own warp waits for ever; for another warp's it may wait.
func TestLockStepDoesNotPassAWait(t *testing.T) {
	const text = `__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> a; int t = threadIdx.x;
  if (t == 0) init(&a, 2);
  __syncthreads();
  if (t == 0) a.arrive_and_wait();
  if (t == OTHER) a.arrive_and_wait();
  __syncthreads();
}`
	for other, want := range map[string]claim.Status{"1": claim.Unknown, "32": claim.Proved} {
		k := lowered(t, strings.ReplaceAll(text, "OTHER", other), 64)
		r, err := Check(context.Background(), k, Options{IntraGroup: true, WarpSync: true})
		require.NoError(t, err)
		require.Equal(t, want, r.Verdicts[kernel.Deadlock].Status, "%s: %v", other, r.Faults)
	}
}
