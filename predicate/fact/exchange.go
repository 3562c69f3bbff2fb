package fact

import "gv2/frontend/kernel"

// exchange reports whether s is a shuffle or vote with a constant mask: then
// the lanes that it names must reach it together, which the translation can
// check.
func exchange(s kernel.Stmt) bool {
	_, ok := kernel.MaskOf(s).(*kernel.Const)
	_, sync := s.(*kernel.WarpSync)
	return ok && !sync
}

// WholeWarp reports whether every lane provides a value in a shuffle that all
// threads reach: its mask names all lanes, and no warp is partial. If all lanes
// have the same value, the shuffle then yields it.
func WholeWarp(k *kernel.Kernel, s *kernel.Shuffle) bool {
	n := k.Launch.Threads()
	return kernel.AllLanes(s.Mask) && n > 0 && n%kernel.WarpSize == 0
}

// SplitWarpFunctions are the warp functions with a mask that some threads of a warp may
// reach without others: those under a condition that differs between threads. A mask
// that __activemask() just gave names the lanes that reach them, so such functions are
// not among them; nor are those with a mask of this kind, or of __match_any_sync, in the
// same list of statements as the function that gave it.
func SplitWarpFunctions(k *kernel.Kernel) []kernel.Stmt {
	gathered := gatheredMasks(k.Body)
	u := Uniform(k, SameBlock)
	var out []kernel.Stmt
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		ctl, ok := u.exchanges[s]
		if ok && u.differs[ctl] && !gathered[s] {
			out = append(out, s)
		}
		return true
	})
	return out
}

// splitExchanges are the exchanges that some threads may reach without others:
// those under a condition that differs between threads. They need a check even
// if their result does not matter.
func splitExchanges(k *kernel.Kernel) map[kernel.Stmt]bool {
	any := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		any = any || exchange(s)
		return !any
	})
	if !any {
		return nil
	}
	u := Uniform(k, SameBlock)
	out := map[kernel.Stmt]bool{}
	for s, ctl := range u.exchanges {
		if exchange(s) && u.differs[ctl] {
			out[s] = true
		}
	}
	return out
}

// gatheredMasks are the warp functions with a mask of lanes that certainly all reach
// them: those that were together when the mask was made, if none of them can have gone
// elsewhere since. That holds after it in the same list of statements, up to a
// statement in which a thread may leave the list: a thread that only enters a branch
// returns from it.
func gatheredMasks(body []kernel.Stmt) map[kernel.Stmt]bool {
	g := &gathering{assigned: map[*kernel.Var]int{}, out: map[kernel.Stmt]bool{}}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			g.assigned[v]++
		}
		return true
	})
	g.list(body)
	return g.out
}

type gathering struct {
	assigned map[*kernel.Var]int
	out      map[kernel.Stmt]bool
}

func (g *gathering) list(stmts []kernel.Stmt) {
	here := map[*kernel.Var]bool{} // masks of lanes that are all at this point
	for _, s := range stmts {
		if r, ok := kernel.MaskOf(s).(*kernel.VarRef); ok && here[r.Var] {
			g.out[s] = true
		}
		switch s := s.(type) {
		case *kernel.Vote:
			if s.Op == kernel.ActiveMask || s.Op == kernel.MatchAny {
				here[s.Dst] = g.assigned[s.Dst] == 1
			}
		case *kernel.Assign:
			if r, ok := s.X.(*kernel.VarRef); ok && here[r.Var] {
				here[s.Dst] = g.assigned[s.Dst] == 1
			}
		default:
			// Others make no mask.
		}
		for _, inner := range kernel.Blocks(s) {
			g.list(inner)
		}
		if MayJump(s) {
			clear(here)
		}
	}
}

// MayJump reports whether a thread may continue elsewhere than after s.
func MayJump(s kernel.Stmt) bool {
	found := false
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		switch s.(type) {
		case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
			found = true
		default:
			// Others continue with the next statement.
		}
		return !found
	})
	return found
}
