package rewrite

import "gv2/frontend/kernel"

// replaced returns the statements with each replaced by the result of f, inner
// ones first.
func replaced(stmts []kernel.Stmt, f func(kernel.Stmt) []kernel.Stmt) []kernel.Stmt {
	return kernel.Rewrite(stmts, func(_, s kernel.Stmt) []kernel.Stmt { return f(s) })
}

// replaceLoops returns the statements with each loop replaced by the result of
// f, inner ones first. f gets the original loop, the loop with its inner ones
// replaced, and the statements that follow in its block.
func replaceLoops(stmts []kernel.Stmt, f func(orig, l *kernel.Loop, rest []kernel.Stmt) []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i, s := range stmts {
		inner := kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return replaceLoops(list, f) })
		if l, ok := inner.(*kernel.Loop); ok {
			out = append(out, f(s.(*kernel.Loop), l, stmts[i+1:])...)
		} else {
			out = append(out, inner)
		}
	}
	return out
}
