package kernel

// GridRequired reports whether a precondition restricts a grid whose size is open.
func GridRequired(k *Kernel) bool {
	found := false
	for _, r := range k.Requires {
		WalkExpr(r, func(e Expr) bool {
			b, ok := e.(*Builtin)
			found = found || ok && (b.Kind == GridDim || b.Kind == BlockIdx)
			return !found
		})
	}
	return found && k.Launch.Blocks() == 0
}

// HasAssumption reports whether the kernel's body takes something for granted.
func HasAssumption(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool { _, is := s.(*Assume); return is })
}
