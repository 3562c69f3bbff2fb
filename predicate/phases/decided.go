package phases

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// decided is a list of statements without the branches that no thread takes which comes there: what a compiler has made of loops that
// each thread of a role repeats equally often asks for that, round by round.
func decided(k *kernel.Kernel) []kernel.Stmt {
	n := k.Launch.Threads()
	if n < 1 || n > mostThreads {
		return k.Body
	}
	all := make([]int, n)
	for t := range all {
		all[t] = t
	}
	return decidedFor(k.Launch, k.Body, all)
}

// decidedFor is decided where only some threads come.
func decidedFor(launch kernel.Launch, list []kernel.Stmt, threads []int) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range list {
		f, ok := s.(*kernel.If)
		if !ok || !ofThread(f.Cond) {
			out = append(out, kernel.MapBlocks(s, func(inner []kernel.Stmt) []kernel.Stmt { return decidedFor(launch, inner, threads) }))
			continue
		}
		var then, otherwise []int
		for _, t := range threads {
			known := fact.Known{Launch: launch, Thread: launch.ThreadAt(t), Value: func(*kernel.Var) *kernel.Const { return nil }}
			c := known.Of(f.Cond)
			if c == nil || c.Val != 0 {
				then = append(then, t)
			}
			if c == nil || c.Val == 0 {
				otherwise = append(otherwise, t)
			}
		}
		g := *f
		g.Then, g.Else = decidedFor(launch, f.Then, then), decidedFor(launch, f.Else, otherwise)
		switch {
		case len(otherwise) == 0:
			out = append(out, g.Then...)
		case len(then) == 0:
			out = append(out, g.Else...)
		default:
			out = append(out, &g)
		}
	}
	return out
}

// ofThread reports whether an expression depends on nothing but the thread's place in its block.
func ofThread(e kernel.Expr) bool {
	own := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Const, *kernel.Unary, *kernel.Binary, *kernel.Convert, *kernel.Cond:
		case *kernel.Call:
			own = own && !e.Input
		case *kernel.Builtin:
			own = own && e.Kind == kernel.ThreadIdx
		default:
			// Others have other values in each execution.
			own = false
		}
		return own
	})
	return own
}
