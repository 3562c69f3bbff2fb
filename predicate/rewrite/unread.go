package rewrite

import (
	"slices"

	"gv2/frontend/kernel"
)

// WithoutUnread is k without arbitrary values that nobody reads: those of variables that are assigned further on in the same list, before anything reads them, as the results of inline
// PTX are. An execution in which such values change each time never comes back to a state in which it has been.
func WithoutUnread(k *kernel.Kernel) *kernel.Kernel {
	found := false
	var list func(stmts []kernel.Stmt) []kernel.Stmt
	list = func(stmts []kernel.Stmt) []kernel.Stmt {
		var out []kernel.Stmt
		for i, s := range stmts {
			if h, ok := s.(*kernel.Havoc); ok && assignedUnread(h.Dst, stmts[i+1:]) {
				found = true
				continue
			}
			out = append(out, kernel.MapBlocks(s, list))
		}
		return out
	}
	c := *k
	if c.Body = list(k.Body); !found {
		return k
	}
	return &c
}

// assignedUnread reports whether simple statements assign a variable before they read it.
func assignedUnread(v *kernel.Var, stmts []kernel.Stmt) bool {
	for _, s := range stmts {
		switch {
		case len(kernel.Blocks(s)) > 0 || goesElsewhere(s) || slices.Contains(kernel.Reads(s), v):
			return false
		case kernel.Assigned(s) == v:
			return true
		}
	}
	return false
}

func goesElsewhere(s kernel.Stmt) bool {
	switch s.(type) {
	case *kernel.Leave, *kernel.Break, *kernel.Continue, *kernel.Return:
		return true
	default:
		// Others go on to the next statement.
		return false
	}
}
