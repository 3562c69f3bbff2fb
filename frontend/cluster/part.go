package cluster

import "gv2/frontend/kernel"

// parted reports whether some blocks of a cluster take a way past a barrier of the cluster that others reach, by their
// ranks or numbers: an if around it with a condition that the threads of a block agree on, and blocks do not. The barrier then waits for those that
// have not exited, at whichever barrier.cluster they are (PTX ISA, exit and barrier.cluster). Where the threads of a block part, it is
// one that not all threads reach.
func parted(body []kernel.Stmt) bool {
	meets := func(s kernel.Stmt) bool { b, is := s.(*kernel.Barrier); return is && b.Cluster }
	var differs *differences
	found := false
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if branch, is := s.(*kernel.If); is && kernel.Any([]kernel.Stmt{s}, meets) {
			if differs == nil {
				differs = differencesOf(body)
			}
			found = found || differs.of(branch.Cond) == ofBlocks
		}
		return !found
	})
	return found
}

// difference is how far the values of an expression may differ.
type difference int

const (
	ofNobody  difference = iota
	ofBlocks             // between blocks, and threads of one agree
	ofThreads            // between threads
)

// differences are those of variables.
type differences struct{ vars map[*kernel.Var]difference }

func differencesOf(body []kernel.Stmt) *differences {
	d := &differences{map[*kernel.Var]difference{}}
	for grown := true; grown; {
		grown = d.list(body, ofNobody)
	}
	return d
}

// list enters the assignments of statements that are executed under a condition with differences; grown is set if some are new.
func (d *differences) list(list []kernel.Stmt, under difference) (grown bool) {
	for _, s := range list {
		inside := under
		switch s := s.(type) {
		case *kernel.If:
			inside = max(inside, d.of(s.Cond))
		case *kernel.Loop, *kernel.Region:
			kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool { // a jump out of it may be under any of the conditions inside
				switch s := s.(type) {
				case *kernel.If:
					inside = max(inside, d.of(s.Cond))
				case *kernel.Loop:
					if s.Cond != nil {
						inside = max(inside, d.of(s.Cond))
					}
				default:
					// Others have no condition.
				}
				return true
			})
		default:
			// Others have no statements inside.
		}
		if dst := kernel.Assigned(s); dst != nil {
			of := inside
			kernel.Exprs(s, func(e kernel.Expr) { of = max(of, d.of(e)) })
			if _, plain := s.(*kernel.Assign); !plain {
				of = ofThreads // what memory and operations give
			}
			if of > d.vars[dst] {
				d.vars[dst], grown = of, true
			}
		}
		for _, inner := range kernel.Blocks(s) {
			grown = d.list(inner, inside) || grown
		}
	}
	return grown
}

func (d *differences) of(e kernel.Expr) difference {
	out := ofNobody
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			if !e.Var.Param {
				out = max(out, d.vars[e.Var])
			}
		case *kernel.Builtin:
			switch e.Kind {
			case kernel.ThreadIdx:
				out = ofThreads
			case kernel.BlockIdx, kernel.ClusterRank:
				out = max(out, ofBlocks)
			default:
				// Sizes are those of all.
			}
		default:
			// Others differ as their operands do.
		}
		return true
	})
	return out
}
