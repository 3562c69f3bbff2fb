package rewrite

import "gv2/frontend/kernel"

// replaced returns the statements with each replaced by the result of f, inner
// ones first.
func replaced(stmts []kernel.Stmt, f func(kernel.Stmt) []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		out = append(out, f(replacedInside(s, f))...)
	}
	return out
}

func replacedInside(s kernel.Stmt, f func(kernel.Stmt) []kernel.Stmt) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		c := *s
		c.Then, c.Else = replaced(s.Then, f), replaced(s.Else, f)
		return &c
	case *kernel.Region:
		c := *s
		c.Body = replaced(s.Body, f)
		return &c
	case *kernel.Loop:
		c := *s
		c.Head, c.Body, c.Post = replaced(s.Head, f), replaced(s.Body, f), replaced(s.Post, f)
		return &c
	default:
		// Others have no statements inside.
	}
	return s
}

// replaceLoops returns the statements with each loop replaced by the result of
// f, inner ones first. f gets the original loop, the loop with its inner ones
// replaced, and the statements that follow in its block.
func replaceLoops(stmts []kernel.Stmt, f func(orig, l *kernel.Loop, rest []kernel.Stmt) []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i, s := range stmts {
		switch s := s.(type) {
		case *kernel.If:
			branch := *s
			branch.Then, branch.Else = replaceLoops(s.Then, f), replaceLoops(s.Else, f)
			out = append(out, &branch)
		case *kernel.Region:
			region := *s
			region.Body = replaceLoops(s.Body, f)
			out = append(out, &region)
		case *kernel.Loop:
			l := *s
			l.Head, l.Body, l.Post = replaceLoops(s.Head, f), replaceLoops(s.Body, f), replaceLoops(s.Post, f)
			out = append(out, f(s, &l, stmts[i+1:])...)
		default:
			// Others have no statements inside.
			out = append(out, s)
		}
	}
	return out
}
