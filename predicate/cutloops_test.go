package predicate_test

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// chosen runs a kernel for every choice of the iterations that passes put in
// place of loops, up to a few more than the loops of the generated kernels have.
// It returns the traces of the runs that no assumption rules out; false if there
// are too many choices.
func chosen(k, orig *kernel.Kernel, tid, bid int64) (traces [][]string, ok bool) {
	picks := choices(k)
	ways := int64(1)
	for _, p := range picks {
		p.value = p.least
		ways *= p.most - p.least + 1
	}
	if ways > 600 || loopedChoice(k) {
		return nil, false
	}
	for {
		m := newMachine(orig, tid, bid, briefly)
		m.choices = map[*kernel.Var]int64{}
		for _, p := range picks {
			m.choices[p.v] = p.value
		}
		m.directly(k.Body, nil)
		if m.err != nil {
			return nil, false
		}
		if !m.excluded {
			traces = append(traces, m.trace)
		}
		if !next(picks) {
			return traces, true
		}
	}
}

// pick is a variable with a chosen value.
type pick struct {
	v                  *kernel.Var
	least, most, value int64
}

// next counts up; false after the last.
func next(picks []*pick) bool {
	for _, p := range picks {
		if p.value++; p.value <= p.most {
			return true
		}
		p.value = p.least
	}
	return false
}

func choices(k *kernel.Kernel) []*pick {
	var out []*pick
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		h, is := s.(*kernel.Havoc)
		if !is || !isChoice(h) {
			return true
		}
		p := &pick{v: h.Dst, most: mostIterations}
		if strings.HasPrefix(h.Why, "how often") {
			p.most = mostSteps
		}
		if h.Dst.T.Signed && h.Why != "an iteration" {
			p.least = -p.most
		}
		out = append(out, p)
		return true
	})
	return out
}

// loopedChoice reports whether one statement makes several choices in a run.
func loopedChoice(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, is := s.(*kernel.Loop); is {
			inside := *k
			inside.Body = l.Body
			found = found || len(choices(&inside)) > 0
		}
		return true
	})
	return found
}

// mostIterations is more than the iterations of a generated loop, mostSteps more
// than the steps of an accumulator in it.
const (
	mostIterations = 6
	mostSteps      = 24
)

func isChoice(h *kernel.Havoc) bool {
	return strings.HasPrefix(h.Why, "one arbitrary") || strings.HasPrefix(h.Why, "the loop is over") ||
		strings.HasPrefix(h.Why, "how often") || h.Why == "an iteration"
}

// loopy makes kernels of loops most of which CutLoops replaces: counters,
// accumulators, jumps, nested loops, loads in conditions.
type loopy struct {
	chooser
	*generator
	depth int
}

func loopyKernel(seed int64) *kernel.Kernel {
	c := seeded{rand.New(rand.NewSource(seed))}
	l := &loopy{chooser: c, generator: &generator{chooser: c}}
	return l.kernel()
}

func (l *loopy) choose(n int) int { return l.chooser.choose(n) }

func (l *loopy) kernel() *kernel.Kernel {
	g := l.generator
	g.ro = &kernel.Array{Name: "ro", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	g.out = &kernel.Array{Name: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	g.rw = g.out
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	g.k = &kernel.Kernel{Name: "k", Pos: diag.Pos{File: "k.cu", Line: 1, Col: 1},
		Launch: kernel.Launch{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{4, 1, 1}},
		Params: []*kernel.Var{n}, Arrays: []*kernel.Array{g.ro, g.out}}
	for i := range 3 {
		v := g.fresh(fmt.Sprintf("v%d", i))
		g.vars = append(g.vars, v)
		g.k.Body = append(g.k.Body, &kernel.Assign{Src: g.src(), Dst: v, X: konst(int64(l.choose(3)))})
	}
	for range 1 + l.choose(2) {
		g.k.Body = append(g.k.Body, l.loop()...)
	}
	g.k.Body = append(g.k.Body, l.write())
	return g.k
}

func (l *loopy) write() kernel.Stmt {
	index := binary(kernel.Add, l.operand(), l.operand())
	return &kernel.Store{Src: l.src(), Acc: kernel.Access{Array: l.out, Index: &kernel.Convert{T: kernel.I64, X: index}, Width: 1}, X: l.operand()}
}

func (l *loopy) operand() kernel.Expr {
	switch l.choose(6) {
	case 0:
		return konst(int64(l.choose(4)))
	case 1:
		return &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	default:
		return kernel.Ref(l.variable())
	}
}

// loop has a counter of its own with a small number of iterations, and further
// strides.
func (l *loopy) loop() []kernel.Stmt {
	g := l.generator
	g.counters++
	l.depth++
	defer func() { l.depth-- }()
	c := g.fresh(fmt.Sprintf("c%d", g.counters))
	step := int64(1 + l.choose(2))
	down := l.choose(3) == 0
	start, limit := konst(int64(l.choose(2))), konst(int64(2+l.choose(4)))
	op := []kernel.BinaryOp{kernel.Lt, kernel.Le}[l.choose(2)]
	if down {
		start, limit, step = limit, start, -step
		op = []kernel.BinaryOp{kernel.Gt, kernel.Ge}[l.choose(2)]
	} else if l.choose(5) == 0 {
		op = kernel.Ne
	}
	if op == kernel.Ge {
		limit = konst(1)
	}
	begin := &kernel.Assign{Src: g.src(), Dst: c, X: start}
	s := &kernel.Loop{Src: g.src(), DoWhile: l.choose(6) == 0}
	s.Cond = binary(op, kernel.Ref(c), limit)
	if l.choose(3) == 0 {
		s.Cond = binary(kernel.LAnd, s.Cond, g.cond())
	}
	if l.choose(4) == 0 {
		s.Head = one(&kernel.Load{Src: g.src(), Dst: g.variable(), Acc: kernel.Access{Array: g.ro, Index: g.index(), Width: 1}})
	}
	g.vars = append(g.vars, c)
	s.Body = l.body()
	if l.choose(2) > 0 {
		g.vars = g.vars[:len(g.vars)-1] // so that the rest of the kernel does not use it
	}
	update := &kernel.Assign{Src: g.src(), Dst: c, X: binary(kernel.Add, kernel.Ref(c), konst(step))}
	if l.choose(4) == 0 {
		at := l.choose(len(s.Body) + 1)
		s.Body = slices.Insert(s.Body, at, kernel.Stmt(update))
		s.Body = append(s.Body, l.write())
	} else {
		s.Post = one(update)
	}
	return []kernel.Stmt{begin, s}
}

func (l *loopy) body() []kernel.Stmt {
	g := l.generator
	var out []kernel.Stmt
	for range 1 + l.choose(4) {
		v := g.variable()
		bump := &kernel.Assign{Src: g.src(), Dst: v, X: binary(kernel.Add, kernel.Ref(v), konst([]int64{1, 2, 3, -1, -2}[l.choose(5)]))}
		switch kind := l.choose(14); {
		case kind < 4:
			out = append(out, l.write())
		case kind == 4 && !strings.HasPrefix(v.Name, "c"):
			out = append(out, bump)
		case kind == 5 && !strings.HasPrefix(v.Name, "c"):
			out = append(out, &kernel.If{Src: g.src(), Cond: g.cond(), Then: one(bump)})
			if l.choose(2) == 0 {
				out = append(out, &kernel.Assign{Src: g.src(), Dst: v, X: binary(kernel.Sub, kernel.Ref(v), konst(2))}, l.write())
			}
		case kind == 6:
			out = append(out, &kernel.If{Src: g.src(), Cond: g.cond(), Then: one(&kernel.Break{Src: g.src()})})
		case kind == 7:
			out = append(out, &kernel.If{Src: g.src(), Cond: g.cond(), Then: one(&kernel.Continue{Src: g.src()})})
		case kind == 8 && l.choose(3) == 0:
			out = append(out, &kernel.If{Src: g.src(), Cond: g.cond(), Then: one(&kernel.Return{Src: g.src()})})
		case kind == 9 && l.depth < 2:
			out = append(out, l.loop()...)
		case kind == 10 && !strings.HasPrefix(v.Name, "c"):
			out = append(out, &kernel.Assign{Src: g.src(), Dst: v, X: binary(kernel.Add, l.operand(), konst(1))})
		case kind == 12 && l.depth < 2:
			out = append(out, l.search()...)
		case kind == 11:
			w := g.fresh(fmt.Sprintf("w%d", len(g.k.Vars)))
			out = append(out, &kernel.Assign{Src: g.src(), Dst: w, X: binary(kernel.Add, l.operand(), konst(1))},
				&kernel.Store{Src: g.src(), Acc: kernel.Access{Array: g.out, Index: &kernel.Convert{T: kernel.I64, X: kernel.Ref(w)}, Width: 1}, X: kernel.Ref(w)})
		default:
			out = append(out, l.write())
		}
	}
	return out
}

// search is a loop that stays one, because what it has loaded is needed behind it: with a break or continue of its own.
func (l *loopy) search() []kernel.Stmt {
	g := l.generator
	g.counters++
	c, v := g.fresh(fmt.Sprintf("c%d", g.counters)), g.fresh(fmt.Sprintf("found%d", g.counters))
	load := &kernel.Load{Src: g.src(), Dst: v, Acc: kernel.Access{Array: g.ro, Index: &kernel.Convert{T: kernel.I64, X: kernel.Ref(c)}, Width: 1}}
	jump := kernel.Stmt(&kernel.Break{Src: g.src()})
	if l.choose(3) == 0 {
		jump = &kernel.Continue{Src: g.src()}
	}
	update := &kernel.Assign{Src: g.src(), Dst: c, X: binary(kernel.Add, kernel.Ref(c), konst(1))}
	index := binary(kernel.Add, kernel.Ref(v), l.operand())
	return []kernel.Stmt{
		&kernel.Assign{Src: g.src(), Dst: v, X: konst(0)}, &kernel.Assign{Src: g.src(), Dst: c, X: konst(0)},
		&kernel.Loop{Src: g.src(), Cond: binary(kernel.Lt, kernel.Ref(c), l.operand()), Post: one(update),
			Body: []kernel.Stmt{load, &kernel.If{Src: g.src(), Cond: binary(kernel.Gt, kernel.Ref(v), l.operand()), Then: one(jump)}, l.write()}},
		&kernel.Store{Src: g.src(), Acc: kernel.Access{Array: g.out, Index: &kernel.Convert{T: kernel.I64, X: index}, Width: 1}, X: kernel.Ref(v)},
	}
}

// brief runs one thread of a kernel whose loops end soon, if they do.
func brief(k *kernel.Kernel, tid int64) *machine {
	m := newMachine(k, tid, 1, briefly)
	m.directly(k.Body, nil)
	return m
}

const briefly = 400

// eachLoopy calls f for kernels as passes that replace loops get them.
func eachLoopy(t *testing.T, f func(seed int64, k *kernel.Kernel)) {
	for seed := int64(0); seed < 1000; seed++ {
		k := rewrite.SplitVars(loopyKernel(seed), nil)
		require.NoError(t, kernel.Check(k), "seed %d", seed)
		f(seed, rewrite.Slice(k, fact.Relevant(k), nil))
	}
}

// The two threads of a race choose their iterations independently, so it
// suffices that every single access in a run of the kernel is in some run of the
// cutCount kernel.
func TestCutLoopsMissesNoAccess(t *testing.T) {
	compared, cutCount := 0, 0
	eachLoopy(t, func(seed int64, k *kernel.Kernel) {
		for _, wraps := range []bool{false, true} {
			c, cut := rewrite.CutLoops(k, fact.SameBlock, wraps, false, nil)
			require.NoError(t, kernel.Check(c), "seed %d\n%s", seed, kernel.Print(c))
			cutCount += len(cut)
			for tid := int64(0); tid < 3 && len(cut) > 0; tid++ {
				want := brief(k, tid)
				if want.err != nil {
					continue
				}
				runs, ok := chosen(c, k, tid, 1)
				if !ok {
					continue
				}
				compared++
				got := slices.Concat(runs...)
				for _, event := range want.trace {
					// Accesses to an array that is only read do not race.
					if !strings.HasPrefix(event, "load ro") && !slices.Contains(got, event) {
						t.Fatalf("seed %d thread %d: %s is missed\n%s\n%s", seed, tid, event, kernel.Print(k), kernel.Print(c))
					}
				}
			}
		}
	})
	require.Greater(t, cutCount, 1000, "loops are cut")
	require.Greater(t, compared, 1000, "kernels are compared")
}

// A run of the accelerated kernel is a run of the kernel with some accesses
// left out, so it has no others and none in another order.
func TestAccelerateInventsNoAccess(t *testing.T) {
	compared := 0
	eachLoopy(t, func(seed int64, k *kernel.Kernel) {
		a := rewrite.Accelerate(k, nil)
		require.NoError(t, kernel.Check(a), "seed %d\n%s", seed, kernel.Print(a))
		for tid := int64(0); tid < 3 && loops(a) < loops(k); tid++ {
			whole := brief(k, tid)
			if whole.err != nil {
				continue
			}
			runs, ok := chosen(a, k, tid, 1)
			if !ok {
				continue
			}
			compared++
			for _, run := range runs {
				rest := whole.trace
				for _, event := range run {
					at := slices.Index(rest, event)
					if at < 0 {
						t.Fatalf("seed %d thread %d: %s is not in %q\n%s\n%s", seed, tid, event, whole.trace, kernel.Print(k), kernel.Print(a))
					}
					rest = rest[at+1:]
				}
			}
		}
	})
	require.Greater(t, compared, 500, "kernels are compared")
}

// storing is a kernel that stores to out[v] in a loop with the given counters,
// which starts with those assignments and updates by those statements.
func storing(start []kernel.Stmt, cond kernel.Expr, v *kernel.Var, update ...kernel.Stmt) *kernel.Kernel {
	out := &kernel.Array{Name: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	store := &kernel.Store{Acc: kernel.Access{Array: out, Index: &kernel.Convert{T: kernel.I64, X: kernel.Ref(v)}, Width: 1}, X: konst(1)}
	k := &kernel.Kernel{
		Name: "k", Launch: kernel.Launch{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{1, 1, 1}}, Arrays: []*kernel.Array{out},
		Body: append(start, &kernel.Loop{Cond: cond, Body: one(store), Post: update}),
	}
	for _, s := range start {
		k.Vars = append(k.Vars, kernel.Assigned(s))
	}
	return k
}

func add(v *kernel.Var, n int64) kernel.Stmt {
	return &kernel.Assign{Dst: v, X: binary(kernel.Add, kernel.Ref(v), konst(n))}
}

// requireCut demands that the kernel's loop is replaced and no access missed.
func requireCut(t *testing.T, k *kernel.Kernel, wraps bool) {
	c, cut := rewrite.CutLoops(k, fact.SameBlock, wraps, false, nil)
	require.Len(t, cut, 1)
	runs, ok := chosen(c, k, 0, 0)
	require.True(t, ok)
	got := slices.Concat(runs...)
	want := direct(k, 0, 0).trace
	require.NotEmpty(t, want)
	for _, event := range want {
		require.Contains(t, got, event, "%s\n%s", kernel.Print(k), kernel.Print(c))
	}
}

// A counter that wraps comes back below its start.
func TestCutLoopsOfWrappingCounter(t *testing.T) {
	for limit := range int64(6) {
		i, n := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "n", T: kernel.I32}
		few := binary(kernel.Lt, kernel.Ref(n), konst(4))
		start := func(v int64) []kernel.Stmt {
			return []kernel.Stmt{&kernel.Assign{Dst: i, X: konst(v)}, &kernel.Assign{Dst: n, X: konst(0)}}
		}
		up := binary(kernel.LAnd, binary(kernel.Lt, kernel.Ref(i), konst(math.MaxInt32-limit)), few)
		requireCut(t, storing(start(math.MaxInt32-6), up, i, add(i, 4), add(n, 1)), true)
		down := binary(kernel.LAnd, binary(kernel.Gt, kernel.Ref(i), konst(math.MinInt32+limit)), few)
		requireCut(t, storing(start(math.MinInt32+6), down, i, add(i, -4), add(n, 1)), true)
	}
}

// A step that is no constant may be zero: then a counter of 32 bits does not say that
// there are fewer than 2^32 iterations. Another counter that moves does.
func TestCutLoopsOfStepThatMayBeZero(t *testing.T) {
	i, j, d := &kernel.Var{Name: "i", T: kernel.I64}, &kernel.Var{Name: "j", T: kernel.I32}, &kernel.Var{Name: "d", T: kernel.I32, Param: true}
	long := func(n int64) kernel.Expr { return &kernel.Const{T: kernel.I64, Val: n} }
	loop := func(step kernel.Expr) *kernel.Kernel {
		start := []kernel.Stmt{&kernel.Assign{Dst: i, X: long(0)}, &kernel.Assign{Dst: j, X: konst(0)}}
		k := storing(start, binary(kernel.Lt, kernel.Ref(i), long(1<<40)), j,
			&kernel.Assign{Dst: i, X: binary(kernel.Add, kernel.Ref(i), long(1))}, &kernel.Assign{Dst: j, X: binary(kernel.Add, kernel.Ref(j), step)})
		k.Params = append(k.Params, d)
		return k
	}
	_, cut := rewrite.CutLoops(loop(kernel.Ref(d)), fact.SameBlock, false, false, nil)
	require.Empty(t, cut)
	_, cut = rewrite.CutLoops(loop(konst(2)), fact.SameBlock, false, false, nil)
	require.Len(t, cut, 1)
}

// An accumulator may come below its start as well as above it.
func TestCutLoopsOfMixedAccumulator(t *testing.T) {
	i, v := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "v", T: kernel.I32}
	start := []kernel.Stmt{&kernel.Assign{Dst: i, X: konst(0)}, &kernel.Assign{Dst: v, X: konst(9)}}
	turn := &kernel.If{Cond: binary(kernel.Lt, kernel.Ref(i), konst(2)), Then: one(add(v, 6)), Else: one(add(v, -4))}
	requireCut(t, storing(start, binary(kernel.Lt, kernel.Ref(i), konst(8)), v, turn, add(i, 1)), false)
}

// A loop may read in a later iteration what it writes: the loads take any value.
// After the loop nothing may load from there before all threads have waited for
// each other.
func TestCutLoopsForgetsWhatALoopWrites(t *testing.T) {
	a := &kernel.Array{Name: "a", Space: kernel.Shared, Elem: kernel.I32, Len: -1, Scale: 1}
	out := &kernel.Array{Name: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	i, j := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "j", T: kernel.I32}
	v, w := &kernel.Var{Name: "v", T: kernel.I32}, &kernel.Var{Name: "w", T: kernel.I32}
	at := func(a *kernel.Array, v *kernel.Var) kernel.Access {
		return kernel.Access{Array: a, Index: &kernel.Convert{T: kernel.I64, X: kernel.Ref(v)}, Width: 1}
	}
	late := binary(kernel.Lt, kernel.Ref(j), konst(5))
	small := binary(kernel.Lt, kernel.Ref(i), konst(5))
	load := func(v, from *kernel.Var) kernel.Stmt { return &kernel.Load{Dst: v, Acc: at(a, from)} }
	inner := func() kernel.Stmt {
		return &kernel.Loop{
			Cond: small, Body: []kernel.Stmt{load(v, i), &kernel.Store{Acc: at(a, v), X: konst(1)}, &kernel.Store{Acc: at(out, v), X: konst(1)}},
			Post: one(add(i, 1)),
		}
	}
	wait := &kernel.Barrier{ID: konst(0)}
	use := []kernel.Stmt{&kernel.Assign{Dst: j, X: konst(0)}, load(w, j), &kernel.Store{Acc: at(out, w), X: konst(1)}}
	begin := &kernel.Assign{Dst: i, X: konst(0)}
	around := func(body ...kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{begin, &kernel.Loop{Cond: kernel.BoolConst(true), Body: body}}
	}
	tests := []struct {
		what string
		body []kernel.Stmt
		cut  bool
	}{
		{"nothing is loaded behind it", []kernel.Stmt{begin, inner()}, true},
		{"it is loaded behind it", append([]kernel.Stmt{begin, inner()}, use...), false},
		{"all wait in between", append([]kernel.Stmt{begin, inner(), wait}, use...), true},
		{"all wait too late", append([]kernel.Stmt{begin, inner()}, append(use, wait)...), false},
		{"a jump goes past the barrier", append(around(begin, inner(), &kernel.If{Cond: late, Then: one(&kernel.Break{})}, wait), use...), false},
		{"some wait in between", append([]kernel.Stmt{begin, inner(), &kernel.If{Cond: late, Then: one(wait)}}, use...), false},
	}
	for _, tt := range tests {
		k := &kernel.Kernel{
			Name: "k", Launch: kernel.Launch{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{1, 1, 1}},
			Vars: []*kernel.Var{i, j, v, w}, Arrays: []*kernel.Array{a, out}, Body: tt.body,
		}
		c, cut := rewrite.CutLoops(k, fact.SameBlock, false, false, nil)
		require.Equal(t, tt.cut, len(cut) == 1, "%s\n%s", tt.what, kernel.Print(c))
		if tt.cut {
			require.Contains(t, kernel.Print(c), "havoc v", tt.what)
		}
	}
}

// TestNotesOfReplacedLoops: what is noted of a store holds of the one that stands for it,
// unless it stands in a loop of which one arbitrary iteration is left: threads may be in
// different ones there.
func TestNotesOfReplacedLoops(t *testing.T) {
	kept, dropped := 0, 0
	check := func(seed int64, k *kernel.Kernel, pass func(*kernel.Kernel, *fact.Notes) *kernel.Kernel, counts bool) {
		notes := fact.NewNotes()
		for line := range storesOf(k.Body) {
			notes.NoteDisjoint(storesOf(k.Body)[line], fact.Disjoint{Number: 1 + line})
		}
		out := pass(k, notes)
		left := map[int]bool{}
		kernel.Walk(out.Body, func(s kernel.Stmt) bool {
			if l, is := s.(*kernel.Loop); is {
				left[l.Pos.Line] = true
			}
			if h, is := s.(*kernel.Havoc); is && isChoice(h) {
				require.Equal(t, counts, notes.Times(h.Dst), "seed %d: %s", seed, h.Dst.Name)
			}
			return true
		})
		replaced := map[int]bool{}
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if l, is := s.(*kernel.Loop); is && !left[l.Pos.Line] {
				for line := range storesOf([]kernel.Stmt{l}) {
					replaced[line] = true
				}
			}
			return true
		})
		for line, s := range storesOf(out.Body) {
			if replaced[line] {
				dropped++
				require.Zero(t, notes.Disjoint(s), "seed %d line %d\n%s\n%s", seed, line, kernel.Print(k), kernel.Print(out))
			} else {
				kept++
				require.Equal(t, 1+line, notes.Disjoint(s).Number, "seed %d line %d\n%s\n%s", seed, line, kernel.Print(k), kernel.Print(out))
			}
		}
	}
	eachLoopy(t, func(seed int64, k *kernel.Kernel) {
		check(seed, k, func(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
			c, _ := rewrite.CutLoops(k, fact.SameBlock, false, false, notes)
			return c
		}, true)
		check(seed, k, rewrite.Accelerate, false)
	})
	assert.Greater(t, kept, 1000)
	assert.Greater(t, dropped, 1000)
}

// storesOf are the stores in a list, by line.
func storesOf(body []kernel.Stmt) map[int]*kernel.Store {
	out := map[int]*kernel.Store{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if st, is := s.(*kernel.Store); is {
			out[st.Pos.Line] = st
		}
		return true
	})
	return out
}
