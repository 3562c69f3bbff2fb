package predicate

import "gv2/frontend/kernel"

// exchange reports whether s is a shuffle or vote whose mask names the whole
// warp: then all its threads have to come there together.
func exchange(s kernel.Stmt) bool {
	var mask kernel.Expr
	switch s := s.(type) {
	case *kernel.Shuffle:
		mask = s.Mask
	case *kernel.Vote:
		mask = s.Mask
	}
	c, ok := mask.(*kernel.Const)
	return ok && uint32(c.Val) == ^uint32(0)
}

// splitExchanges are the exchanges that some threads may come to without others:
// those under a condition that differs between threads. They are worth a check
// even where their result does not matter.
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
		if u.differs[ctl] {
			out[s] = true
		}
	}
	return out
}

// withoutValue is an exchange of which only matters who comes there.
func withoutValue(s kernel.Stmt) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Shuffle:
		c := *s
		c.Value, c.Lane, c.Width = zero(s.Value.Type()), kernel.NewConst(kernel.I32, 0), kernel.NewConst(kernel.I32, kernel.WarpSize)
		return &c
	case *kernel.Vote:
		c := *s
		c.Arg = zero(s.Arg.Type())
		return &c
	}
	return s
}

func zero(t kernel.Type) kernel.Expr {
	if t.Kind == kernel.Float {
		return &kernel.FloatConst{T: t, Text: "0"}
	}
	return kernel.NewConst(t, 0)
}
