package verdict_test

import (
	"math"
	"math/rand"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// The oracle executes a kernel for every thread of a small grid, as a device
// might: thread by thread from one synchronisation to the next. What it sees
// happen is real; what it does not see says nothing.

// thread runs in a goroutine of its own and hands control back at every point
// where it waits for others.
type thread struct {
	o        *oracle
	id       [3]int64
	block    [3]int64
	linear   int
	vars     map[*kernel.Var]int64
	fuel     int
	resume   chan int64
	yield    chan event
	at       event
	finished bool
}

// event is why a thread stopped: at a statement that waits, with the value it
// brings, or at its end.
type event struct {
	stmt  kernel.Stmt
	value int64
	lane  int64
}

// stopped is thrown to end an execution that leaves the language or the limits.
type stopped struct{ why string }

type jump struct {
	kind  int // 0 none, 1 break, 2 continue, 3 return, 4 leave
	label string
}

func (t *thread) run(k *kernel.Kernel) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			t.o.why = s.why
		}
		t.finished = true
		t.yield <- event{}
	}()
	<-t.resume
	if t.o.why != "" {
		return
	}
	t.block1(k.Body)
}

func (t *thread) wait(e event) int64 {
	t.yield <- e
	v := <-t.resume
	if t.o.why != "" {
		panic(stopped{t.o.why})
	}
	return v
}

func (t *thread) block1(stmts []kernel.Stmt) jump {
	for _, s := range stmts {
		if t.fuel--; t.fuel < 0 {
			panic(stopped{"fuel"})
		}
		if j := t.stmt(s); j.kind != 0 {
			return j
		}
	}
	return jump{}
}

func (t *thread) stmt(s kernel.Stmt) jump {
	switch s := s.(type) {
	case *kernel.If:
		if t.eval(s.Cond) != 0 {
			return t.block1(s.Then)
		}
		return t.block1(s.Else)
	case *kernel.Region:
		j := t.block1(s.Body)
		if j.kind == 4 && j.label == s.Label {
			return jump{}
		}
		return j
	case *kernel.Loop:
		return t.loop(s)
	case *kernel.Break:
		return jump{kind: 1}
	case *kernel.Continue:
		return jump{kind: 2}
	case *kernel.Return:
		return jump{kind: 3}
	case *kernel.Leave:
		return jump{4, s.Label}
	}
	t.leaf(s)
	return jump{}
}

func (t *thread) loop(l *kernel.Loop) jump {
	for first := true; ; first = false {
		if !l.DoWhile || !first {
			if j := t.block1(l.Head); j.kind != 0 {
				return j
			}
			if t.eval(l.Cond) == 0 {
				return jump{}
			}
		}
		switch j := t.block1(l.Body); j.kind {
		case 1:
			return jump{}
		case 3, 4:
			return j
		}
		if j := t.block1(l.Post); j.kind != 0 {
			return j
		}
		if t.fuel--; t.fuel < 0 {
			panic(stopped{"fuel"})
		}
	}
}

func (t *thread) leaf(s kernel.Stmt) {
	switch s := s.(type) {
	case *kernel.Assign:
		t.vars[s.Dst] = t.eval(s.X)
	case *kernel.Havoc:
		t.vars[s.Dst] = t.o.arbitrary(s.Dst.T)
	case *kernel.Load:
		v := t.o.touch(t, s, &s.Acc, func(old int64) int64 { return old })
		if s.Dst != nil {
			t.vars[s.Dst] = v
		}
	case *kernel.Store:
		x := int64(0)
		if s.X != nil && s.Acc.Width == 1 {
			x = t.eval(s.X)
		} else {
			x = t.o.arbitrary(s.Acc.Array.Elem)
		}
		t.o.touch(t, s, &s.Acc, func(int64) int64 { return x })
	case *kernel.Atomic:
		args := make([]int64, len(s.Args))
		for i, a := range s.Args {
			args[i] = t.eval(a)
		}
		old := t.o.touch(t, s, &s.Acc, func(old int64) int64 { return atomically(s.Op, s.Acc.Array.Elem, old, args) })
		if s.Dst != nil {
			t.vars[s.Dst] = old
		}
	case *kernel.Barrier:
		if s.Count != nil || s.Kind != kernel.Sync {
			panic(stopped{"partial barrier"})
		}
		arg := int64(0)
		if s.Arg != nil {
			arg = t.eval(s.Arg)
		}
		v := t.wait(event{s, arg, 0})
		if s.Dst != nil {
			t.vars[s.Dst] = s.Dst.T.Wrap(v)
		}
	case *kernel.WarpSync:
		t.fullMask(s.Mask)
		t.wait(event{s, 0, 0})
	case *kernel.Shuffle:
		t.fullMask(s.Mask)
		lane, width := t.eval(s.Lane), int64(32)
		if s.Width != nil {
			width = t.eval(s.Width)
		}
		t.vars[s.Dst] = t.wait(event{s, t.eval(s.Value), shuffleSource(s.Mode, int64(t.linear%32), lane, width)})
	case *kernel.Vote:
		if s.Op != kernel.ReduceAnd && s.Op != kernel.ReduceOr && s.Op != kernel.Ballot {
			panic(stopped{"vote"})
		}
		t.fullMask(s.Mask)
		t.vars[s.Dst] = s.Dst.T.Wrap(t.wait(event{s, t.eval(s.Arg), 0}))
	case *kernel.Fence:
	case *kernel.Assert:
		if t.eval(s.Cond) == 0 {
			t.o.report(fault{property: "assertion", text: s.Text, first: s.Pos.Line})
			panic(stopped{"assertion"})
		}
	case *kernel.Assume:
		if t.eval(s.Cond) == 0 {
			panic(stopped{"assume"})
		}
	default:
		panic(stopped{"statement"})
	}
}

func (t *thread) fullMask(x kernel.Expr) {
	if x != nil && uint32(t.eval(x)) != ^uint32(0) {
		panic(stopped{"mask"})
	}
}

func shuffleSource(mode string, self, lane, width int64) int64 {
	base := self &^ (width - 1)
	switch mode {
	case "idx":
		return base + lane&(width-1)
	case "up":
		if self-base-lane < 0 {
			return self
		}
		return self - lane
	case "down":
		if self-base+lane >= width {
			return self
		}
		return self + lane
	}
	return self ^ lane
}

func atomically(op string, elem kernel.Type, old int64, a []int64) int64 {
	if elem.Kind == kernel.Float {
		x, y := math.Float64frombits(uint64(old)), math.Float64frombits(uint64(a[0]))
		switch op {
		case "add":
			return int64(math.Float64bits(x + y))
		case "sub":
			return int64(math.Float64bits(x - y))
		case "exch":
			return a[0]
		}
		panic(stopped{"atomic"})
	}
	less := func(x, y int64) bool {
		if elem.Signed {
			return x < y
		}
		return uint64(x) < uint64(y)
	}
	v := old
	switch op {
	case "add":
		v = old + a[0]
	case "sub":
		v = old - a[0]
	case "exch":
		v = a[0]
	case "min":
		if less(a[0], old) {
			v = a[0]
		}
	case "max":
		if less(old, a[0]) {
			v = a[0]
		}
	case "inc":
		v = old + 1
		if !less(old, a[0]) {
			v = 0
		}
	case "dec":
		v = old - 1
		if old == 0 || less(a[0], old) {
			v = a[0]
		}
	case "cas":
		if old == a[0] {
			v = a[1]
		}
	case "and":
		v = old & a[0]
	case "or":
		v = old | a[0]
	case "xor":
		v = old ^ a[0]
	default:
		panic(stopped{"atomic"})
	}
	return elem.Wrap(v)
}

// eval computes an expression as a device does. It notes where mathematical
// integers would differ under the assumption that nothing wraps.
func (t *thread) eval(e kernel.Expr) int64 {
	switch e := e.(type) {
	case *kernel.Const:
		return e.Val
	case *kernel.FloatConst:
		f, _ := strconv.ParseFloat(strings.TrimRight(e.Text, "fFlL"), 64)
		return int64(math.Float64bits(f))
	case *kernel.VarRef:
		v, ok := t.vars[e.Var]
		if !ok && e.Var.Param {
			v, ok = t.o.params[e.Var]
		}
		if !ok {
			v = t.o.arbitrary(e.Var.T)
			t.vars[e.Var] = v
		}
		return v
	case *kernel.Builtin:
		switch e.Kind {
		case kernel.ThreadIdx:
			return t.id[e.Dim]
		case kernel.BlockIdx:
			return t.block[e.Dim]
		case kernel.BlockDim:
			return int64(t.o.launch.BlockDim[e.Dim])
		}
		return int64(t.o.launch.GridDim[e.Dim])
	case *kernel.Cond:
		if t.eval(e.C) != 0 {
			return t.eval(e.X)
		}
		return t.eval(e.Y)
	case *kernel.Unary:
		return t.unary(e)
	case *kernel.Convert:
		return t.convert(e)
	case *kernel.Binary:
		return t.binary(e)
	case *kernel.Call:
		return t.call(e)
	}
	panic(stopped{"expression"})
}

func float(v int64) float64 { return math.Float64frombits(uint64(v)) }

func bitsOf(f float64) int64 { return int64(math.Float64bits(f)) }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (t *thread) unary(e *kernel.Unary) int64 {
	x := t.eval(e.X)
	if e.X.Type().Kind == kernel.Float {
		return bitsOf(-float(x))
	}
	c, ok := kernel.EvalUnary(e.Op, &kernel.Const{T: e.X.Type(), Val: x})
	if !ok {
		panic(stopped{"unary"})
	}
	if e.Op == kernel.Neg && e.X.Type().Signed && c.Val != -x {
		t.o.wrapped = true
	}
	return c.Val
}

func (t *thread) convert(e *kernel.Convert) int64 {
	x := t.eval(e.X)
	from := e.X.Type()
	switch {
	case from.Kind == kernel.Float && e.T.Kind == kernel.Float:
		return x
	case from.Kind == kernel.Float && e.T.Kind == kernel.Bool:
		return truth(float(x) != 0)
	case from.Kind == kernel.Float:
		return e.T.Wrap(int64(float(x)))
	case e.T.Kind == kernel.Float:
		return bitsOf(float64(x))
	}
	c, ok := kernel.EvalConvert(e.T, &kernel.Const{T: from, Val: x})
	if !ok {
		panic(stopped{"convert"})
	}
	return c.Val
}

func (t *thread) binary(e *kernel.Binary) int64 {
	x, y := t.eval(e.X), t.eval(e.Y)
	ty := e.X.Type()
	if ty.Kind == kernel.Float {
		return floatBinary(e.Op, float(x), float(y))
	}
	c, ok := kernel.EvalBinary(e.Op, &kernel.Const{T: ty, Val: x}, &kernel.Const{T: e.Y.Type(), Val: y})
	if !ok {
		panic(stopped{"undefined"})
	}
	switch e.Op {
	case kernel.Add:
		t.noteWrap(c.Val != x+y)
	case kernel.Mul:
		t.noteWrap(c.Val != x*y)
	case kernel.Sub:
		t.noteWrap(ty.Signed && c.Val != x-y)
	case kernel.Shl:
		t.noteWrap(c.Val>>uint(y) != x)
	}
	return c.Val
}

func (t *thread) noteWrap(w bool) { t.o.wrapped = t.o.wrapped || w }

func floatBinary(op kernel.BinaryOp, x, y float64) int64 {
	switch op {
	case kernel.Add:
		return bitsOf(x + y)
	case kernel.Sub:
		return bitsOf(x - y)
	case kernel.Mul:
		return bitsOf(x * y)
	case kernel.Div:
		return bitsOf(x / y)
	case kernel.Eq:
		return truth(x == y)
	case kernel.Ne:
		return truth(x != y)
	case kernel.Lt:
		return truth(x < y)
	case kernel.Le:
		return truth(x <= y)
	case kernel.Gt:
		return truth(x > y)
	case kernel.Ge:
		return truth(x >= y)
	}
	panic(stopped{"float"})
}

// call: a function that is not exact gives a fixed small value for the same
// arguments.
func (t *thread) call(e *kernel.Call) int64 {
	if kernel.IsExact(e) {
		args := make([]*kernel.Const, len(e.Args))
		for i, a := range e.Args {
			args[i] = &kernel.Const{T: a.Type(), Val: t.eval(a)}
		}
		c, ok := kernel.EvalCall(e.T, e.Fn, args)
		if !ok {
			panic(stopped{"call"})
		}
		return c.Val
	}
	h := int64(len(e.Fn))
	for _, a := range e.Args {
		h = h*31 + t.eval(a)
	}
	r := rand.New(rand.NewSource(h))
	if e.T.Kind == kernel.Float {
		return bitsOf(r.Float64() * 8)
	}
	return e.T.Wrap(int64(r.Intn(8)))
}
