package predicate_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// chooser is the source of a generator's decisions: a seeded stream or the
// bytes of the fuzzer, which end in zeros.
type chooser interface{ choose(n int) int }

type seeded struct{ r *rand.Rand }

func (s seeded) choose(n int) int { return s.r.Intn(n) }

type fromBytes struct{ data []byte }

func (f *fromBytes) choose(n int) int {
	if len(f.data) == 0 {
		return 0
	}
	b := int(f.data[0])
	f.data = f.data[1:]
	return b % n
}

// generator makes random kernels whose loops end: each has a counter that only
// it changes.
type generator struct {
	chooser
	k        *kernel.Kernel
	line     int
	vars     []*kernel.Var
	ro, rw   *kernel.Array
	out, loc *kernel.Array // out is never read
	work     []*kernel.Var // in no condition and no index
	counters int
	labels   int
	budget   int
	meets    bool // make such ifs
}

// openScopes are the targets of jumps at a place.
type openScopes struct {
	inLoop bool
	labels []string
	meets  bool // the arm of an if whose arms meet at barriers: no jumps, no others
}

func generate(c chooser) *kernel.Kernel { return (&generator{chooser: c, budget: 60}).kernel() }

func (g *generator) kernel() *kernel.Kernel {
	g.ro = &kernel.Array{Name: "ro", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	g.rw = &kernel.Array{Name: "rw", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	g.out = &kernel.Array{Name: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1}
	g.loc = &kernel.Array{Name: "loc", Space: kernel.Local, Elem: kernel.I32, Len: 8, Scale: 1}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	g.k = &kernel.Kernel{Name: "k", Pos: diag.Pos{File: "k.cu", Line: 1, Col: 1},
		Launch: kernel.Launch{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{4, 1, 1}},
		Params: []*kernel.Var{n}, Arrays: []*kernel.Array{g.ro, g.rw, g.out, g.loc}}
	for i := 0; i < 4; i++ {
		g.vars = append(g.vars, g.fresh(fmt.Sprintf("v%d", i)))
	}
	for i := 0; i < 3; i++ {
		g.work = append(g.work, g.fresh(fmt.Sprintf("w%d", i)))
	}
	var init []kernel.Stmt
	for i, v := range append(g.vars[:len(g.vars):len(g.vars)], g.work...) {
		init = append(init, &kernel.Assign{Src: g.src(), Dst: v, X: konst(int64(i))})
	}
	g.k.Body = append(init, g.block(0, openScopes{})...)
	g.k.Body = append(g.k.Body, g.store())
	return g.k
}

func (g *generator) fresh(name string) *kernel.Var {
	v := &kernel.Var{Name: name, T: kernel.I32}
	g.k.Vars = append(g.k.Vars, v)
	return v
}

func (g *generator) src() kernel.Src {
	g.line++
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: g.line, Col: 1}}
}

func konst(v int64) kernel.Expr { return &kernel.Const{T: kernel.I32, Val: v} }

func binary(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	return &kernel.Binary{Op: op, X: x, Y: y}
}

func (g *generator) block(depth int, in openScopes) []kernel.Stmt {
	var out []kernel.Stmt
	for n := 1 + g.choose(4); n > 0 && g.budget > 0; n-- {
		g.budget--
		out = append(out, g.stmt(depth, in)...)
	}
	return out
}

func (g *generator) stmt(depth int, in openScopes) []kernel.Stmt {
	kind := g.choose(21)
	if depth > 4 && kind >= 7 && kind < 13 {
		kind = 0
	}
	if in.meets && (kind == 5 || kind >= 13 && kind < 16 || kind == 10 || kind == 11) {
		kind = 2
	}
	switch {
	case kind < 2:
		return one(&kernel.Assign{Src: g.src(), Dst: g.variable(), X: g.expr()})
	case kind == 2:
		return one(g.store())
	case kind == 3:
		return one(&kernel.Load{Src: g.src(), Dst: g.variable(), Acc: kernel.Access{Array: g.array(), Index: g.index(), Width: 1}})
	case kind == 4:
		return one(&kernel.Havoc{Src: g.src(), Dst: g.variable(), Why: "arbitrary"})
	case kind == 5:
		return one(g.barrier())
	case kind == 6:
		return one(&kernel.Assert{Src: g.src(), Cond: g.cond(), Text: "c"})
	case kind < 10:
		return one(g.branch(depth, in))
	case kind < 12:
		return g.loop(depth, in)
	case kind == 12:
		return one(g.region(depth, in))
	case kind < 16:
		return one(g.jump(in))
	case kind < 19:
		return one(g.compute())
	default:
		return one(g.local())
	}
}

// compute computes with variables that decide nothing.
func (g *generator) compute() kernel.Stmt {
	w := g.work[g.choose(len(g.work))]
	other := kernel.Ref(g.work[g.choose(len(g.work))])
	switch g.choose(5) {
	case 0:
		return &kernel.Assign{Src: g.src(), Dst: w, X: binary(kernel.Add, other, g.expr())}
	case 1:
		return &kernel.Load{Src: g.src(), Dst: w, Acc: kernel.Access{Array: g.array(), Index: g.index(), Width: 1}}
	case 2:
		return &kernel.Atomic{Src: g.src(), Op: "exch", Dst: g.variable(), Args: []kernel.Expr{g.expr()},
			Acc: kernel.Access{Array: g.rw, Index: g.index(), Width: 1}}
	case 3:
		return &kernel.Atomic{Src: g.src(), Op: "exch", Args: []kernel.Expr{other},
			Acc: kernel.Access{Array: g.out, Index: g.index(), Width: 1}}
	default:
		return &kernel.Store{Src: g.src(), X: other, Acc: kernel.Access{Array: g.out, Index: g.index(), Width: 1}}
	}
}

func (g *generator) local() kernel.Stmt {
	acc := kernel.Access{Array: g.loc, Index: g.index(), Width: 1}
	if g.choose(2) == 0 {
		return &kernel.Store{Src: g.src(), Acc: acc, X: g.expr()}
	}
	return &kernel.Load{Src: g.src(), Acc: acc, Dst: g.variable()}
}

func one(s kernel.Stmt) []kernel.Stmt { return []kernel.Stmt{s} }

func (g *generator) variable() *kernel.Var { return g.vars[g.choose(len(g.vars))] }

func (g *generator) array() *kernel.Array {
	if g.choose(2) == 0 {
		return g.ro
	}
	return g.rw
}

func (g *generator) index() kernel.Expr { return &kernel.Convert{T: kernel.I64, X: g.expr()} }

func (g *generator) store() kernel.Stmt {
	return &kernel.Store{Src: g.src(), Acc: kernel.Access{Array: g.rw, Index: g.index(), Width: 1}, X: g.expr()}
}

func (g *generator) barrier() kernel.Stmt {
	if g.choose(2) == 0 {
		return &kernel.Barrier{Src: g.src(), ID: konst(int64(g.choose(2)))}
	}
	return &kernel.Barrier{Src: g.src(), ID: konst(0), Aligned: true, Reduce: kernel.ReduceCount,
		Arg: g.cond(), Dst: g.variable()}
}

func (g *generator) branch(depth int, in openScopes) kernel.Stmt {
	s := &kernel.If{Src: g.src(), Cond: g.cond()}
	if g.meets && !in.inLoop && g.choose(2) == 0 {
		return g.meeting(s, depth)
	}
	s.Then = g.block(depth+1, in)
	if g.choose(2) == 0 {
		s.Else = g.block(depth+1, in)
	}
	return s
}

// meeting gives both arms the same unaligned barriers.
func (g *generator) meeting(s *kernel.If, depth int) kernel.Stmt {
	in := openScopes{meets: true}
	s.Then, s.Else = g.block(depth+1, in), g.block(depth+1, in)
	for n := 1 + g.choose(2); n > 0; n-- {
		id := konst(int64(g.choose(2)))
		s.Then = append(append(s.Then, &kernel.Barrier{Src: g.src(), ID: id}), g.block(depth+2, in)...)
		s.Else = append(append(s.Else, &kernel.Barrier{Src: g.src(), ID: id}), g.block(depth+2, in)...)
	}
	return s
}

func (g *generator) loop(depth int, in openScopes) []kernel.Stmt {
	g.counters++
	c := g.fresh(fmt.Sprintf("c%d", g.counters))
	start := &kernel.Assign{Src: g.src(), Dst: c, X: konst(0)}
	l := &kernel.Loop{Src: g.src(), DoWhile: g.choose(4) == 0}
	bound := konst(int64(1 + g.choose(3)))
	if g.choose(3) == 0 {
		bound = &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	}
	l.Cond = binary(kernel.Lt, kernel.Ref(c), bound)
	if g.choose(3) == 0 {
		l.Cond = binary(kernel.LAnd, l.Cond, g.cond())
	}
	outer := in
	outer.inLoop = false
	in.inLoop = true
	l.Body = g.block(depth+1, in)
	l.Post = one(&kernel.Assign{Src: g.src(), Dst: c, X: binary(kernel.Add, kernel.Ref(c), konst(1))})
	if g.choose(5) == 0 {
		l.Post = append(l.Post, g.block(depth+1, outer)...)
	}
	switch g.choose(6) {
	case 0:
		l.Head = one(&kernel.Load{Src: g.src(), Dst: g.variable(), Acc: kernel.Access{Array: g.array(), Index: g.index(), Width: 1}})
	case 1:
		l.Head = g.block(depth+2, outer)
	}
	if g.choose(2) == 0 {
		l.Invariants = []kernel.Invariant{{Src: g.src(), Cond: binary(kernel.Lt, kernel.Ref(c), konst(6))}}
	}
	return []kernel.Stmt{start, l}
}

func (g *generator) region(depth int, in openScopes) kernel.Stmt {
	g.labels++
	s := &kernel.Region{Src: g.src(), Label: fmt.Sprintf("L%d", g.labels)}
	in.labels = append(in.labels[:len(in.labels):len(in.labels)], s.Label)
	s.Body = g.block(depth+1, in)
	return s
}

// jump is mostly under a condition, or too little would be left to run.
func (g *generator) jump(in openScopes) kernel.Stmt {
	src := g.src()
	var jump kernel.Stmt = &kernel.Return{Src: src}
	switch pick := g.choose(6); {
	case pick < 2 && in.inLoop:
		jump = &kernel.Break{Src: src}
	case pick < 4 && in.inLoop:
		jump = &kernel.Continue{Src: src}
	case pick < 5 && len(in.labels) > 0:
		jump = &kernel.Leave{Src: src, Label: in.labels[g.choose(len(in.labels))]}
	}
	if g.choose(8) == 0 {
		return jump
	}
	return &kernel.If{Src: g.src(), Cond: g.cond(), Then: one(jump)}
}

func (g *generator) cond() kernel.Expr {
	ops := []kernel.BinaryOp{kernel.Lt, kernel.Eq, kernel.Ne, kernel.Gt}
	return binary(ops[g.choose(len(ops))], g.expr(), konst(int64(g.choose(5))))
}

func (g *generator) expr() kernel.Expr {
	switch g.choose(8) {
	case 0:
		return konst(int64(g.choose(5)))
	case 1:
		return &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	case 2:
		return &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.BlockIdx}}
	case 3:
		return kernel.Ref(g.k.Params[0])
	case 4:
		return binary(kernel.Add, kernel.Ref(g.variable()), konst(1))
	case 5:
		return binary(kernel.And, kernel.Ref(g.variable()), kernel.Ref(g.variable()))
	default:
		return kernel.Ref(g.variable())
	}
}

// direct runs one thread of the kernel.
func direct(k *kernel.Kernel, tid, bid int64) *machine { return directLike(k, k, tid, bid) }

// directLike runs k in the memory of another version of it, which may still have
// unreachable stores to what k does not write.
func directLike(other, k *kernel.Kernel, tid, bid int64) *machine {
	m := newMachine(other, tid, bid, 20_000)
	m.directly(k.Body, nil)
	return m
}

// agree runs the predicated program for two threads and compares with each
// thread alone. It returns false if the kernel ran too long.
func agree(k *kernel.Kernel, pair fact.Pair, seen map[string]int) (bool, error) {
	prog, diags := predicate.Predicate(k, pair)
	if diags.Len() > 0 {
		return false, fmt.Errorf("%s", diags.String())
	}
	if err := predicate.Check(prog); err != nil {
		return false, err
	}
	threads := [][2][2]int64{{{0, 1}, {2, 1}}, {{3, 0}, {1, 0}}}
	if pair == fact.OtherBlock {
		threads = [][2][2]int64{{{0, 1}, {2, 0}}, {{1, 0}, {1, 3}}}
	}
	for _, ids := range threads {
		m := &pairMachine{prog: prog, seen: seen}
		for i, id := range ids {
			m.one[i] = newMachine(k, id[0], id[1], 2_000_000)
		}
		m.together(prog.Body)
		for i, id := range ids {
			alone := direct(k, id[0], id[1])
			if alone.err != nil {
				return false, nil
			}
			if m.err != nil {
				return false, m.err
			}
			if err := compare(k, alone, m.one[i]); err != nil {
				return false, fmt.Errorf("thread %v: %w", id, err)
			}
		}
	}
	return true, nil
}

func compare(k *kernel.Kernel, want, got *machine) error {
	for i := range want.trace {
		if i >= len(got.trace) || want.trace[i] != got.trace[i] {
			return fmt.Errorf("trace differs at %d: alone %q, together %q", i, want.trace, got.trace)
		}
	}
	if len(got.trace) > len(want.trace) {
		return fmt.Errorf("trace goes on: %q", got.trace[len(want.trace):])
	}
	if fmt.Sprint(want.values) != fmt.Sprint(got.values) {
		return fmt.Errorf("stores %v alone, %v together", want.values, got.values)
	}
	for _, v := range k.Vars {
		if want.vars[v] != got.vars[v] {
			return fmt.Errorf("%s is %d alone, %d together", v.Name, want.vars[v], got.vars[v])
		}
	}
	return nil
}

func TestPredicatedRunsLikeEachThreadAlone(t *testing.T) {
	seen, ran := map[string]int{}, 0
	const programs = 6000
	for seed := int64(0); seed < programs; seed++ {
		k := generate(seeded{rand.New(rand.NewSource(seed))})
		require.NoError(t, kernel.Check(k), "seed %d", seed)
		for _, pair := range []fact.Pair{fact.SameBlock, fact.OtherBlock} {
			ok, err := agree(k, pair, seen)
			if err != nil {
				prog, _ := predicate.Predicate(k, pair)
				t.Fatalf("seed %d pair %d: %v\n%s\n%s", seed, pair, err, kernel.Print(k), predicate.Print(prog))
			}
			if ok {
				ran++
			}
		}
	}
	require.Greater(t, ran, programs, "most kernels must end")
	for _, form := range []string{"if", "while", "uniform while"} {
		require.Greater(t, seen[form], programs/2, form)
	}
}

func FuzzPredicate(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
	for seed := int64(0); seed < 20; seed++ {
		data := make([]byte, 400)
		rand.New(rand.NewSource(seed)).Read(data)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		k := generate(&fromBytes{data})
		for _, pair := range []fact.Pair{fact.SameBlock, fact.OtherBlock} {
			_, err := agree(k, pair, map[string]int{})
			require.NoError(t, err)
		}
	})
}
