package loops

import "gv2/frontend/kernel"

// askedAbout are the variables whose values may decide what becomes of branches and loops: those that conditions read, what
// loops count by, and what these are computed from. Most code of large kernels computes something else, and nothing is kept of it.
func askedAbout(body []kernel.Stmt) map[*kernel.Var]bool {
	from := map[*kernel.Var][]kernel.Expr{}
	asked := map[*kernel.Var]bool{}
	var open []*kernel.Var
	ask := func(v *kernel.Var) {
		if !asked[v] {
			asked[v] = true
			open = append(open, v)
		}
	}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assign:
			if s.Dst.T.Kind != kernel.Float {
				from[s.Dst] = append(from[s.Dst], s.X)
			}
		case *kernel.If:
			eachRead(s.Cond, ask)
		case *kernel.Loop:
			eachRead(s.Cond, ask)
			for _, p := range s.Post {
				ask(kernel.Assigned(p))
			}
		default:
			// Others ask nothing.
		}
		return true
	})
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		for _, x := range from[v] {
			eachRead(x, ask)
		}
	}
	return asked
}

// about reports whether a question may be about a variable.
func (k *known) about(v *kernel.Var) bool { return k.asked == nil || k.asked[v] }
