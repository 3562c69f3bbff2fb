package emulate

import (
	"errors"
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// anyKernel generates kernels of all statements and expressions that
// kernel.Check accepts, sensible or not: huge indices, wide accesses, masks and
// barriers of any number.
type anyKernel struct {
	*rand.Rand
	vars   []*kernel.Var
	arrays []*kernel.Array
	inLoop bool
}

var allTypes = []kernel.Type{kernel.BoolType, kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32, kernel.I64,
	kernel.U64, kernel.F16, kernel.F32, kernel.F64}

func newAnyKernel(seed int64) *kernel.Kernel {
	g := &anyKernel{Rand: rand.New(rand.NewSource(seed))}
	for i, t := range allTypes {
		g.vars = append(g.vars, &kernel.Var{Name: "a" + string(rune('a'+i)), T: t}, &kernel.Var{Name: "b" + string(rune('a'+i)), T: t})
	}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	lengths := []int64{-1, 0, 1, 7, 64, 1 << 40}
	for _, space := range []kernel.Space{kernel.Global, kernel.Shared, kernel.Shared, kernel.Shared, kernel.Constant, kernel.Local, kernel.Local} {
		a := &kernel.Array{Name: "m" + string(rune('a'+len(g.arrays))), Space: space, Scale: 1, Elem: allTypes[g.Intn(len(allTypes))], Len: lengths[g.Intn(6)]}
		if space == kernel.Constant && a.Elem.IsInt() && a.Len > 1 {
			a.Init = []kernel.Const{{T: a.Elem, Val: 3}}
		}
		a.Label = a.Name
		g.arrays = append(g.arrays, a)
	}
	k := &kernel.Kernel{Name: "k", Pos: testSrc.Pos, Launch: kernel.Launch{BlockDim: [3]int{40, 1, 2}}, Vars: g.vars, Arrays: g.arrays, Params: []*kernel.Var{n}}
	for _, v := range g.vars {
		if v.T.Kind != kernel.Float && g.Intn(5) > 0 {
			k.Body = append(k.Body, &kernel.Assign{Src: testSrc, Dst: v, X: kernel.NewConst(v.T, interesting(g.Rand, kernel.I64))})
		}
	}
	k.Body = append(k.Body, g.block(3)...)
	g.vars = append(g.vars, n)
	return k
}

func (g *anyKernel) block(depth int) (out []kernel.Stmt) {
	for range 2 + g.Intn(6) {
		out = append(out, g.stmt(depth))
	}
	return out
}

// variable is one to assign of type t.
func (g *anyKernel) variable(t kernel.Type) *kernel.Var {
	i := slices.Index(allTypes, t)
	return g.vars[2*i+g.Intn(2)]
}

func (g *anyKernel) expr(t kernel.Type, depth int) kernel.Expr {
	if depth == 0 {
		switch g.Intn(4) {
		case 0:
			if t.Kind == kernel.Float {
				return &kernel.FloatConst{T: t, Text: []string{"1.5", "0.1", "-3", "NAN", "1e39"}[g.Intn(5)]}
			}
			return kernel.NewConst(t, interesting(g.Rand, kernel.I64))
		case 1:
			if t == kernel.U32 {
				return &kernel.Builtin{Kind: kernel.BuiltinKind(g.Intn(4)), Dim: g.Intn(3)}
			}
		}
		return &kernel.VarRef{Var: g.variable(t)}
	}
	sub := func(t kernel.Type) kernel.Expr { return g.expr(t, depth-1) }
	switch g.Intn(6) {
	case 0:
		return &kernel.Convert{T: t, X: sub(allTypes[g.Intn(len(allTypes))])}
	case 1:
		return &kernel.Cond{C: sub(kernel.BoolType), X: sub(t), Y: sub(t)}
	case 2:
		return g.call(t, sub)
	case 3:
		if t.Kind == kernel.Bool {
			return &kernel.Unary{Op: kernel.Not, X: sub(t)}
		}
		return &kernel.Unary{Op: kernel.Neg, X: sub(t)}
	}
	return g.binary(t, sub)
}

func (g *anyKernel) call(t kernel.Type, sub func(kernel.Type) kernel.Expr) kernel.Expr {
	if t.IsInt() {
		return &kernel.Call{T: t, Fn: []string{"min", "max", "mul24", "mulhi", "hadd"}[g.Intn(5)], Args: []kernel.Expr{sub(t), sub(t)}}
	}
	fn := []string{"sqrtf", "floorf", "fabs", "bits_i32_as_f32", "__int2float_rn", "__float2int_rz"}[g.Intn(6)]
	return &kernel.Call{T: t, Fn: fn, Args: []kernel.Expr{sub(allTypes[g.Intn(len(allTypes))])}}
}

func (g *anyKernel) binary(t kernel.Type, sub func(kernel.Type) kernel.Expr) kernel.Expr {
	switch {
	case t.Kind == kernel.Bool && g.Intn(2) == 0:
		of := allTypes[1+g.Intn(len(allTypes)-1)]
		return &kernel.Binary{Op: comparisons[g.Intn(6)], X: sub(of), Y: sub(of)}
	case t.Kind == kernel.Bool:
		return &kernel.Binary{Op: kernel.LAnd + kernel.BinaryOp(g.Intn(3)), X: sub(t), Y: sub(t)}
	case t.Kind == kernel.Float:
		return &kernel.Binary{Op: kernel.Add + kernel.BinaryOp(g.Intn(4)), X: sub(t), Y: sub(t)}
	case g.Intn(4) == 0:
		return &kernel.Binary{Op: kernel.Shl + kernel.BinaryOp(g.Intn(2)), X: sub(t), Y: sub(integers[g.Intn(8)])}
	}
	return &kernel.Binary{Op: kernel.Add + kernel.BinaryOp(g.Intn(8)), X: sub(t), Y: sub(t)}
}

func (g *anyKernel) access(a *kernel.Array) kernel.Access {
	acc := kernel.Access{Array: a, Index: g.expr(kernel.I64, g.Intn(3)), Width: 1}
	if g.Intn(4) == 0 {
		acc.Width = 2 << g.Intn(3)
	}
	if g.Intn(2) == 0 {
		acc.Index = &kernel.Binary{Op: kernel.And, X: acc.Index, Y: number(7)}
	}
	return acc
}

func (g *anyKernel) memory() kernel.Stmt {
	a := g.arrays[g.Intn(len(g.arrays))]
	acc := g.access(a)
	t := a.Elem
	if acc.Width > 1 {
		t = allTypes[g.Intn(len(allTypes))]
	}
	switch n := g.Intn(3); {
	case n == 0 || a.Space == kernel.Constant:
		return &kernel.Load{Src: testSrc, Acc: acc, Dst: g.variable(t)}
	case n == 1:
		return &kernel.Store{Src: testSrc, Acc: acc, X: g.expr(t, 1)}
	}
	op := []string{"add", "sub", "exch", "min", "max", "inc", "and", "or", "xor", "cas"}[g.Intn(10)]
	args := []kernel.Expr{g.expr(t, 1)}
	if op == "cas" {
		args = append(args, g.expr(t, 1))
	}
	s := &kernel.Atomic{Src: testSrc, Op: op, Acc: acc, Args: args}
	if g.Intn(2) == 0 {
		s.Dst = g.variable(t)
	}
	return s
}

func (g *anyKernel) stmt(depth int) kernel.Stmt {
	n := g.Intn(14)
	if depth == 0 {
		n = g.Intn(9)
	}
	t := allTypes[g.Intn(len(allTypes))]
	cond := g.expr(kernel.BoolType, 1)
	switch n {
	case 0, 1:
		return &kernel.Assign{Src: testSrc, Dst: g.variable(t), X: g.expr(t, 2)}
	case 2, 3, 4:
		return g.memory()
	case 5:
		return g.together(t)
	case 6:
		return []kernel.Stmt{&kernel.Havoc{Src: testSrc, Dst: g.variable(t)}, &kernel.Fence{Src: testSrc}, &kernel.Assert{Src: testSrc, Cond: cond}}[g.Intn(3)]
	case 7:
		if g.Intn(6) == 0 {
			return &kernel.If{Src: testSrc, Cond: cond, Then: []kernel.Stmt{&kernel.Return{Src: testSrc}}}
		}
		if g.inLoop {
			return &kernel.If{Src: testSrc, Cond: cond, Then: []kernel.Stmt{[]kernel.Stmt{&kernel.Break{Src: testSrc}, &kernel.Continue{Src: testSrc}}[g.Intn(2)]}}
		}
		return &kernel.Assume{Src: testSrc, Cond: &kernel.Binary{Op: kernel.LOr, X: cond, Y: &kernel.Unary{Op: kernel.Not, X: cond}}}
	case 8:
		v := g.variable(kernel.I32)
		return &kernel.Assign{Src: testSrc, Dst: v, X: &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}}
	case 9, 10, 11:
		return &kernel.If{Src: testSrc, Cond: cond, Then: g.block(depth - 1), Else: g.block(depth - 1)}
	}
	was := g.inLoop
	g.inLoop = true
	defer func() { g.inLoop = was }()
	return &kernel.Loop{Src: testSrc, Cond: cond, Body: g.block(depth - 1), DoWhile: g.Intn(2) == 0}
}

func (g *anyKernel) together(t kernel.Type) kernel.Stmt {
	mask := func() kernel.Expr {
		if g.Intn(3) > 0 {
			return kernel.NewConst(kernel.U32, -1)
		}
		return g.expr(kernel.U32, 1)
	}
	i32 := func() kernel.Expr { return g.expr(kernel.I32, 1) }
	switch g.Intn(5) {
	case 0:
		return &kernel.WarpSync{Src: testSrc, Mask: mask()}
	case 1, 2:
		return &kernel.Shuffle{Src: testSrc, Dst: g.variable(t), Mode: []string{"idx", "up", "down", "xor"}[g.Intn(4)], Mask: mask(),
			Value: g.expr(t, 1), Lane: i32(), Width: []kernel.Expr{kernel.NewConst(kernel.I32, 8), i32()}[g.Intn(2)]}
	case 3:
		ops := []kernel.Reduction{kernel.ReduceAnd, kernel.ReduceOr, kernel.Ballot}
		if g.Intn(3) == 0 {
			return &kernel.Vote{Src: testSrc, Op: kernel.ActiveMask, Dst: g.variable(kernel.U32)}
		}
		if g.Intn(3) == 0 {
			return &kernel.Vote{Src: testSrc, Op: []kernel.Reduction{kernel.MatchAny, kernel.MatchAll}[g.Intn(2)], Dst: g.variable(kernel.U32), Mask: mask(), Arg: g.expr(t, 1)}
		}
		return &kernel.Vote{Src: testSrc, Op: ops[g.Intn(3)], Dst: g.variable(kernel.I32), Mask: mask(), Arg: g.expr(kernel.BoolType, 1)}
	}
	b := &kernel.Barrier{Src: testSrc, ID: kernel.NewConst(kernel.I32, int64(g.Intn(3))), Kind: kernel.BarrierKind(g.Intn(2))}
	if g.Intn(2) == 0 {
		b.Count = i32()
	}
	if b.Kind == kernel.Sync && g.Intn(2) == 0 {
		b.Reduce, b.Arg, b.Dst = kernel.ReduceCount, g.expr(kernel.BoolType, 1), g.variable(kernel.I32)
	}
	return b
}

// liberal releases all waiting threads at once, and keeps a summary of the
// events.
type liberal struct {
	block  *Block
	events []int64
}

func (o *liberal) Access(a *Access) {
	o.events = append(o.events, int64(a.Site.ID), int64(a.Lanes), int64(a.Unknown), eval.Truth(a.May))
	for m := a.Lanes; m != 0; m &= m - 1 {
		o.events = append(o.events, a.Index[bits.TrailingZeros32(m)])
	}
}

func (o *liberal) Barrier(op *BarrierOp) {
	o.events = append(o.events, int64(op.Site.ID), int64(op.Lanes), int64(op.Live), op.ID, op.Count)
	if op.Site.Sync.Waits {
		o.block.Release(op.Warp, op.Lanes, Result{Known: op.ID == 1, Value: 3})
	}
}

func (o *liberal) WarpSync(op *WarpOp) {
	o.events = append(o.events, int64(op.Site.ID), int64(op.Lanes))
}

func (o *liberal) Assert(op *AssertOp) {
	o.events = append(o.events, int64(op.Site.ID), int64(op.False), int64(op.Open), eval.Truth(op.May))
}

func (o *liberal) Async(*AsyncOp) {}

func (o *liberal) Together(_ int, lanes Lanes) { o.events = append(o.events, -1, int64(lanes)) }

func liberally(p *Program, o Options) (*liberal, error) {
	obs := &liberal{}
	obs.block = p.Start(o, obs)
	return obs, (&recorder{block: obs.block}).run()
}

// TestAnyKernel: the emulator fails only with its own errors, every lane always
// has a place, and a request for values changes no event.
func TestAnyKernel(t *testing.T) {
	ended, events, stuck := 0, 0, 0
	for seed := range int64(600) {
		k := newAnyKernel(seed)
		require.NoError(t, kernel.Check(k), "seed %d", seed)
		p, err := Compile(k)
		require.NoError(t, err)
		o := Options{MaxCommands: 20_000, Together: seed%4 == 0, Opaque: map[int]bool{}, Params: map[string]int64{"n": 2}}
		plain, err := liberally(p, o)
		for opaque := (*OpaqueError)(nil); errors.As(err, &opaque); {
			require.False(t, o.Opaque[opaque.Array])
			o.Opaque[opaque.Array] = true
			plain, err = liberally(p, o)
		}
		events += len(plain.events)
		for w := range p.Warps() {
			all := Lanes(0)
			for _, at := range plain.block.Places(w) {
				require.Zero(t, all&at.Lanes, "seed %d", seed)
				all |= at.Lanes
				stuck += int(eval.Truth(at.State == AtWarp))
			}
			require.Equal(t, p.WarpLanes(w), all, "seed %d", seed)
		}
		ended += int(eval.Truth(err == nil))
		o.Values = map[int]bool{}
		for i := range p.Sites {
			o.Values[i] = p.Sites[i].Kind == WriteSite
		}
		valued, valuedErr := liberally(p, o)
		// Calls of Together depend on instructions that cause no event, so they do not count.
		require.True(t, o.Together || slices.Equal(plain.events, valued.events), "seed %d: %v and %v", seed, err, valuedErr)
		require.IsType(t, err, valuedErr, "seed %d: %v and %v", seed, err, valuedErr)
	}
	assert.Greater(t, ended, 60)
	assert.Greater(t, events, 20_000)
	assert.Greater(t, stuck, 3)
}
