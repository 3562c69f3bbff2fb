package fact

import "gv2/frontend/kernel"

// Known computes expressions for one thread of a block, from its threadIdx and from variables whose values are known.
type Known struct {
	Launch kernel.Launch
	Thread [3]int64
	// Value is the value of a variable, nil if it is not known.
	Value func(v *kernel.Var) *kernel.Const
}

// Of is the value of x, nil if it is not known.
func (t *Known) Of(x kernel.Expr) *kernel.Const {
	got := func(c *kernel.Const, ok bool) *kernel.Const {
		if !ok {
			return nil
		}
		return c
	}
	switch x := x.(type) {
	case *kernel.Const:
		return x
	case *kernel.VarRef:
		return t.Value(x.Var)
	case *kernel.Builtin:
		return t.builtin(x)
	case *kernel.Unary:
		if c := t.Of(x.X); c != nil {
			return got(kernel.EvalUnary(x.Op, c))
		}
	case *kernel.Binary:
		if a, b := t.Of(x.X), t.Of(x.Y); a != nil && b != nil {
			return got(kernel.EvalBinary(x.Op, a, b))
		}
	case *kernel.Cond:
		if c := t.Of(x.C); c != nil {
			if c.Val != 0 {
				return t.Of(x.X)
			}
			return t.Of(x.Y)
		}
	case *kernel.Convert:
		if c := t.Of(x.X); c != nil {
			return got(kernel.EvalConvert(x.T, c))
		}
	case *kernel.Call:
		return t.call(x)
	default:
		// Others are not known.
	}
	return nil
}

// call is the value of a function of known arguments.
func (t *Known) call(x *kernel.Call) *kernel.Const {
	args := make([]*kernel.Const, len(x.Args))
	for i, a := range x.Args {
		if args[i] = t.Of(a); args[i] == nil {
			return nil
		}
	}
	c, ok := kernel.EvalCall(x.T, x.Fn, args)
	if !ok || x.Input {
		return nil
	}
	return c
}

func (t *Known) builtin(x *kernel.Builtin) *kernel.Const {
	switch {
	case x.Kind == kernel.ThreadIdx:
		return kernel.NewConst(kernel.U32, t.Thread[x.Dim])
	case x.Kind == kernel.BlockDim && t.Launch.BlockDim[x.Dim] > 0:
		return kernel.NewConst(kernel.U32, int64(t.Launch.BlockDim[x.Dim]))
	}
	return nil
}

// Threads tells of single threads of a block what their numbers decide.
type Threads struct {
	launch kernel.Launch
	set    map[*kernel.Var][]kernel.Stmt
}

// ThreadsOf is that of k.
func ThreadsOf(k *kernel.Kernel) *Threads {
	t := &Threads{k.Launch, map[*kernel.Var][]kernel.Stmt{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			t.set[v] = append(t.set[v], s)
		}
		return true
	})
	return t
}

// mostFollowed bounds how far definitions of variables are followed.
const mostFollowed = 6

// Of is the value of an expression for the thread of that number, nil if that depends on more: a variable that one statement
// sets is what this computes.
func (t *Threads) Of(thread int, e kernel.Expr) *kernel.Const { return t.of(thread, e, mostFollowed) }

func (t *Threads) of(thread int, e kernel.Expr, depth int) *kernel.Const {
	known := Known{Launch: t.launch, Thread: t.launch.ThreadAt(thread), Value: func(v *kernel.Var) *kernel.Const {
		if depth == 0 || len(t.set[v]) != 1 {
			return nil
		}
		a, ok := t.set[v][0].(*kernel.Assign)
		if !ok {
			return nil
		}
		return t.of(thread, a.X, depth-1)
	}}
	return known.Of(e)
}

// Reach reports whether the thread of that number may reach a statement for which wanted holds.
func (t *Threads) Reach(thread int, list []kernel.Stmt, wanted func(kernel.Stmt) bool) bool {
	for _, s := range list {
		if wanted(s) {
			return true
		}
		blocks := kernel.Blocks(s)
		switch s := s.(type) {
		case *kernel.If:
			if c := t.Of(thread, s.Cond); c != nil && c.Val != 0 {
				blocks = [][]kernel.Stmt{s.Then}
			} else if c != nil {
				blocks = [][]kernel.Stmt{s.Else}
			}
		case *kernel.Loop:
			if c := t.Of(thread, s.Cond); c != nil && c.Val == 0 && !s.DoWhile {
				blocks = [][]kernel.Stmt{s.Head}
			}
		default:
			// Others decide nothing.
		}
		for _, inner := range blocks {
			if t.Reach(thread, inner, wanted) {
				return true
			}
		}
	}
	return false
}
