package kernel

// LinearID is the number of a thread within its block:
//
//	threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
//
// Terms that are zero or constant for the launch are folded.
func (l Launch) LinearID() Expr {
	var id Expr
	for d := 2; d >= 0; d-- {
		if id != nil {
			id = Bin(Mul, id, l.Size(BlockDim, d))
		}
		if l.BlockDim[d] == 1 {
			continue
		}
		t := &Builtin{Kind: ThreadIdx, Dim: d}
		if id == nil {
			id = t
		} else {
			id = Bin(Add, id, t)
		}
	}
	if id == nil {
		return Unsigned(0)
	}
	return id
}

// Size is blockDim or gridDim in a dimension: a constant, or the built-in if the
// launch leaves it open.
func (l Launch) Size(kind BuiltinKind, dim int) Expr {
	n := l.BlockDim[dim]
	if kind == GridDim {
		n = l.GridDim[dim]
	}
	if n > 0 {
		return Unsigned(int64(n))
	}
	return &Builtin{Kind: kind, Dim: dim}
}
