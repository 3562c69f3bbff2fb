package emulate

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// A random kernel computes on variables, parameters and a local array, branches,
// loops, jumps, and writes to a shared array whose contents do not matter. A
// plain interpreter of one thread gives its events; the emulator must give the
// same if the parameters are known, and allow them if not.

type randomKernel struct {
	*rand.Rand
	vars, params []*kernel.Var
	shared, mem  *kernel.Array
	loops        int
	regions      []string
	labels       int
}

func newRandomKernel(seed int64) *kernel.Kernel {
	g := &randomKernel{Rand: rand.New(rand.NewSource(seed))}
	for i, t := range []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U8, kernel.BoolType} {
		g.vars = append(g.vars, &kernel.Var{Name: fmt.Sprintf("v%d", i), T: t})
	}
	g.params = []*kernel.Var{{Name: "n", T: kernel.I32, Param: true}, {Name: "p", T: kernel.BoolType, Param: true}}
	g.shared = &kernel.Array{Name: "s", Label: "s", Space: kernel.Shared, Elem: kernel.I32, Len: 64, Scale: 1}
	g.mem = &kernel.Array{Name: "a", Label: "a", Space: kernel.Local, Elem: kernel.I32, Len: 4, Scale: 1}
	k := &kernel.Kernel{Name: "k", Pos: testSrc.Pos, Launch: kernel.Launch{BlockDim: [3]int{8, 1, 1}},
		Params: g.params, Arrays: []*kernel.Array{g.shared, g.mem}}
	var body []kernel.Stmt
	for i := range 4 {
		body = append(body, &kernel.Store{Src: testSrc, Acc: kernel.Access{Array: g.mem, Index: number(int64(i)), Width: 1}, X: g.expr(kernel.I32, 1)})
	}
	body = append(body, g.block(3)...)
	k.Vars = g.vars
	for _, v := range g.vars {
		k.Body = append(k.Body, &kernel.Assign{Src: testSrc, Dst: v, X: kernel.NewConst(v.T, int64(g.Intn(5)))})
	}
	k.Body = append(k.Body, body...)
	return k
}

func number(v int64) kernel.Expr { return kernel.NewConst(kernel.I64, v) }

func (g *randomKernel) block(depth int) (out []kernel.Stmt) {
	for range 1 + g.Intn(4) {
		out = append(out, g.stmt(depth))
	}
	return out
}

func (g *randomKernel) assign(v *kernel.Var) kernel.Stmt {
	return &kernel.Assign{Src: testSrc, Dst: v, X: g.expr(v.T, 2)}
}

func (g *randomKernel) stmt(depth int) kernel.Stmt {
	choice := g.Intn(12)
	if depth == 0 {
		choice = g.Intn(6)
	}
	switch choice {
	case 0, 1:
		return g.assign(g.vars[g.Intn(5)])
	case 2:
		return &kernel.Store{Src: testSrc, Acc: kernel.Access{Array: g.shared, Index: g.index(63), Width: 1}}
	case 3:
		return &kernel.Store{Src: testSrc, Acc: kernel.Access{Array: g.mem, Index: g.index(3), Width: 1}, X: g.expr(kernel.I32, 1)}
	case 4:
		return &kernel.Load{Src: testSrc, Acc: kernel.Access{Array: g.mem, Index: g.index(3), Width: 1}, Dst: g.vars[0]}
	case 5:
		return g.jump()
	case 6, 7, 8:
		return &kernel.If{Src: testSrc, Cond: g.expr(kernel.BoolType, 2), Then: g.block(depth - 1), Else: g.block(depth - 1)}
	case 9:
		g.labels++
		label := fmt.Sprintf("L%d", g.labels)
		g.regions = append(g.regions, label)
		s := &kernel.Region{Src: testSrc, Label: label, Body: g.block(depth - 1)}
		g.regions = g.regions[:len(g.regions)-1]
		return s
	}
	return g.loop(depth)
}

// loop counts to a small number, so that it ends.
func (g *randomKernel) loop(depth int) kernel.Stmt {
	i := &kernel.Var{Name: fmt.Sprintf("i%d", len(g.vars)), T: kernel.I32}
	g.vars = append(g.vars, i)
	one := kernel.NewConst(kernel.I32, 1)
	limit := kernel.NewConst(kernel.I32, int64(1+g.Intn(3)))
	g.loops++
	body := g.block(depth - 1)
	g.loops--
	return &kernel.Region{Src: testSrc, Label: "loop_" + i.Name, Body: []kernel.Stmt{
		&kernel.Assign{Src: testSrc, Dst: i, X: kernel.NewConst(kernel.I32, 0)},
		&kernel.Loop{Src: testSrc, DoWhile: g.Intn(3) == 0, Body: body,
			Post: []kernel.Stmt{&kernel.Assign{Src: testSrc, Dst: i, X: &kernel.Binary{Op: kernel.Add, X: &kernel.VarRef{Var: i}, Y: one}}},
			Cond: &kernel.Binary{Op: kernel.Lt, X: &kernel.VarRef{Var: i}, Y: limit}}}}
}

func (g *randomKernel) jump() kernel.Stmt {
	var s kernel.Stmt = &kernel.Return{Src: testSrc}
	switch n := g.Intn(8); {
	case n < 3 && g.loops > 0:
		s = &kernel.Break{Src: testSrc}
	case n < 6 && g.loops > 0:
		s = &kernel.Continue{Src: testSrc}
	case n < 7 && len(g.regions) > 0:
		s = &kernel.Leave{Src: testSrc, Label: g.regions[g.Intn(len(g.regions))]}
	}
	return &kernel.If{Src: testSrc, Cond: g.expr(kernel.BoolType, 2), Then: []kernel.Stmt{s}}
}

func (g *randomKernel) index(mask int64) kernel.Expr {
	return &kernel.Binary{Op: kernel.And, X: g.expr(kernel.I64, 1), Y: number(mask)}
}

var comparisons = []kernel.BinaryOp{kernel.Eq, kernel.Ne, kernel.Lt, kernel.Le, kernel.Gt, kernel.Ge}
var arithmetic = []kernel.BinaryOp{kernel.Add, kernel.Sub, kernel.Mul, kernel.And, kernel.Or, kernel.Xor}

// expr is an expression without undefined results.
func (g *randomKernel) expr(t kernel.Type, depth int) kernel.Expr {
	if depth == 0 || g.Intn(4) == 0 {
		return g.leaf(t)
	}
	if g.Intn(5) == 0 {
		return &kernel.Cond{C: g.expr(kernel.BoolType, depth-1), X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
	}
	if t.Kind == kernel.Bool {
		if g.Intn(2) == 0 {
			op := kernel.LAnd + kernel.BinaryOp(g.Intn(3))
			return &kernel.Binary{Op: op, X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
		}
		of := []kernel.Type{kernel.I32, kernel.U32, kernel.I64}[g.Intn(3)]
		return &kernel.Binary{Op: comparisons[g.Intn(6)], X: g.expr(of, depth-1), Y: g.expr(of, depth-1)}
	}
	return &kernel.Binary{Op: arithmetic[g.Intn(6)], X: g.expr(t, depth-1), Y: g.expr(t, depth-1)}
}

func (g *randomKernel) leaf(t kernel.Type) kernel.Expr {
	var e kernel.Expr
	switch n := g.Intn(8); {
	case n < 2 && t.Kind == kernel.Bool:
		return kernel.BoolConst(n == 0)
	case n < 2:
		return kernel.NewConst(t, int64(g.Intn(9)-2))
	case n == 2:
		e = &kernel.Builtin{Kind: kernel.ThreadIdx}
	case n == 3:
		e = &kernel.VarRef{Var: g.params[g.Intn(2)]}
	default:
		e = &kernel.VarRef{Var: g.vars[g.Intn(len(g.vars))]}
	}
	if e.Type() == t {
		return e
	}
	return &kernel.Convert{T: t, X: e}
}

// event is an access as one thread sees it.
type event struct {
	stmt    kernel.Stmt
	index   int64
	unknown bool // the index is not known
	may     bool
	base    int64 // of index, 0 if that is the element itself
}

// open reports whether the element is unknown.
func (e *event) open() bool { return e.unknown || e.base != 0 }

// walker interprets one thread by walking the tree.
type walker struct {
	thread int64
	vars   map[*kernel.Var]int64
	mem    [4]int64
	events []event
}

// outcome is the way a statement ended: "" or the kind of jump.
type outcome string

func (w *walker) block(stmts []kernel.Stmt) outcome {
	for _, s := range stmts {
		if out := w.stmt(s); out != "" {
			return out
		}
	}
	return ""
}

func (w *walker) stmt(s kernel.Stmt) outcome {
	switch s := s.(type) {
	case *kernel.Assign:
		w.vars[s.Dst] = w.eval(s.X).Val
	case *kernel.Load:
		w.vars[s.Dst] = w.mem[w.eval(s.Acc.Index).Val]
	case *kernel.Store:
		if s.X == nil {
			w.events = append(w.events, event{stmt: s, index: w.eval(s.Acc.Index).Val})
		} else {
			w.mem[w.eval(s.Acc.Index).Val] = w.eval(s.X).Val
		}
	case *kernel.If:
		if w.eval(s.Cond).Val != 0 {
			return w.block(s.Then)
		}
		return w.block(s.Else)
	case *kernel.Region:
		if out := w.block(s.Body); out != outcome(s.Label) {
			return out
		}
	case *kernel.Loop:
		return w.loop(s)
	case *kernel.Break:
		return "break"
	case *kernel.Continue:
		return "continue"
	case *kernel.Return:
		return "return"
	case *kernel.Leave:
		return outcome(s.Label)
	}
	return ""
}

func (w *walker) loop(s *kernel.Loop) outcome {
	for s.DoWhile || w.eval(s.Cond).Val != 0 {
		switch out := w.block(s.Body); out {
		case "", "continue":
		case "break":
			return ""
		default:
			return out
		}
		w.block(s.Post)
		if s.DoWhile && w.eval(s.Cond).Val == 0 {
			break
		}
	}
	return ""
}

func (w *walker) eval(e kernel.Expr) *kernel.Const {
	switch e := e.(type) {
	case *kernel.Const:
		return e
	case *kernel.VarRef:
		return &kernel.Const{T: e.Var.T, Val: w.vars[e.Var]}
	case *kernel.Builtin:
		return &kernel.Const{T: kernel.U32, Val: w.thread}
	case *kernel.Binary:
		c, _ := kernel.EvalBinary(e.Op, w.eval(e.X), w.eval(e.Y))
		return c
	case *kernel.Convert:
		c, _ := kernel.EvalConvert(e.T, w.eval(e.X))
		return c
	case *kernel.Cond:
		if w.eval(e.C).Val != 0 {
			return w.eval(e.X)
		}
		return w.eval(e.Y)
	}
	panic("no such expression")
}

// threadEvents collects the events of each thread.
type threadEvents struct {
	counter
	threads [8][]event
}

func (o *threadEvents) Access(a *Access) {
	for m := a.Lanes | a.Unknown; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		e := event{stmt: a.Site.Stmt, may: a.May, unknown: a.Unknown>>l&1 != 0}
		if !e.unknown {
			e.index, e.base = a.Index[l], a.Base
		}
		o.threads[l] = append(o.threads[l], e)
	}
}

func emulated(p *Program, o Options) (*threadEvents, error) {
	obs := &threadEvents{counter: counter{come: map[int64]int64{}}}
	obs.block = p.Start(o, obs)
	return obs, (&recorder{block: obs.block}).run()
}

// covers reports whether the possible events of a thread allow its actual ones:
// these are the certain ones in order, and between them only uncertain ones.
func covers(may, have []event) error {
	uncertain := map[kernel.Stmt][]event{}
	var certain []event
	for _, e := range may {
		if e.may {
			uncertain[e.stmt] = append(uncertain[e.stmt], e)
		} else {
			certain = append(certain, e)
		}
	}
	// at[i]: the first i certain events have happened, in some reading.
	at := make([]bool, len(certain)+1)
	at[0] = true
	for n, e := range have {
		next, any := make([]bool, len(at)), false
		for i, ok := range at {
			if !ok {
				continue
			}
			if inUncertain(uncertain, e) {
				next[i], any = true, true
			}
			if i < len(certain) && certain[i].stmt == e.stmt && (certain[i].open() || certain[i].index == e.index) {
				next[i+1], any = true, true
			}
		}
		if at = next; !any {
			return fmt.Errorf("event %d, element %d, is not foreseen", n, e.index)
		}
	}
	if !at[len(certain)] {
		return errors.New("an event that is certain does not happen")
	}
	return nil
}

func inUncertain(uncertain map[kernel.Stmt][]event, e event) bool {
	for _, u := range uncertain[e.stmt] {
		if u.open() || u.index == e.index {
			return true
		}
	}
	return false
}

func TestRandomKernels(t *testing.T) {
	static, uncertain, happened, relative := 0, 0, 0, 0
	for seed := range int64(2000) {
		k := newRandomKernel(seed)
		require.NoError(t, kernel.Check(k))
		p, err := Compile(k)
		require.NoError(t, err)
		open, err := emulated(p, Options{MaxCommands: 1 << 22})
		var reason *NotStatic
		if err != nil {
			require.True(t, errors.As(err, &reason), "seed %d: %v", seed, err)
		} else {
			static++
		}
		for _, params := range []map[string]int64{{"n": 3, "p": 1}, {"n": -1, "p": 0}, {"n": 0, "p": 1}} {
			fixed, err := emulated(p, Options{Params: params})
			bases := baseValues{}
			require.NoError(t, err)
			for l := range 8 {
				have := walked(k, params, l)
				happened += len(have)
				fault := same(have, fixed.threads[l])
				if fault == nil && reason == nil {
					fault = covers(open.threads[l], have)
				}
				if fault == nil && reason == nil {
					relative += bases.learn(open.threads[l], have, &fault)
				}
				if fault != nil {
					t.Fatalf("seed %d thread %d: %v\n%s", seed, l, fault, kernel.Print(k))
				}
			}
		}
		for _, e := range open.threads[0] {
			uncertain += int(eval.Truth(e.may))
		}
	}
	assert.Greater(t, static, 1000)
	assert.Greater(t, uncertain, 500)
	assert.Greater(t, happened, 10000)
	assert.Greater(t, relative, 500)
}

// baseValues are the values of the bases of elements in one execution.
type baseValues map[int64]int64

// learn compares the elements known relative to a base, in a thread with only
// certain events: the base must be the same number in all of them.
func (b baseValues) learn(may, have []event, fault *error) int {
	for _, e := range may {
		if e.may || len(may) != len(have) {
			return 0
		}
	}
	n := 0
	for i, e := range may {
		if e.base == 0 {
			continue
		}
		n++
		value, seen := b[e.base]
		if seen && value != have[i].index-e.index {
			*fault = fmt.Errorf("event %d: base %d is %d here and %d elsewhere", i, e.base, have[i].index-e.index, value)
		}
		b[e.base] = have[i].index - e.index
	}
	return n
}

// walked are the events of a thread in the interpreter.
func walked(k *kernel.Kernel, params map[string]int64, thread int) []event {
	w := &walker{thread: int64(thread), vars: map[*kernel.Var]int64{}}
	for _, v := range k.Params {
		w.vars[v] = params[v.Name]
	}
	w.block(k.Body)
	return w.events
}

func same(want, got []event) error {
	if !slices.Equal(want, got) {
		return fmt.Errorf("%d events, want %d: %v, want %v", len(got), len(want), got, want)
	}
	return nil
}
