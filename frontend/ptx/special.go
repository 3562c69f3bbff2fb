package ptx

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// unknownRegisters are the special registers whose value gv2 leaves open.
var unknownRegisters = map[string]kernel.Type{"%clock": kernel.U32, "%clock_hi": kernel.U32, "%clock64": kernel.U64,
	"%globaltimer": kernel.U64, "%globaltimer_lo": kernel.U32, "%globaltimer_hi": kernel.U32, "%smid": kernel.U32,
	"%nsmid": kernel.U32, "%gridid": kernel.U64, "%nwarpid": kernel.U32, "%dynamic_smem_size": kernel.U32,
	"%total_smem_size": kernel.U32, "%aggr_smem_size": kernel.U32}

// special returns the value of a special register (PTX ISA, "Special
// Registers"), nil if gv2 does not know it.
func (c *Code) special(name string) kernel.Expr {
	if strings.HasPrefix(name, "%envreg") || strings.HasPrefix(name, "%reserved_smem_offset") {
		return emit.Arbitrary(c.b, kernel.U32, strings.TrimPrefix(name, "%"))
	}
	if t, ok := unknownRegisters[name]; ok {
		return emit.Arbitrary(c.b, t, strings.TrimPrefix(name, "%"))
	}
	if e := dimRegister(c.b.Launch(), name); e != nil {
		return e
	}
	if e := clusterRegister(c.b.Launch(), name); e != nil {
		return e
	}
	lane := func() kernel.Expr {
		return cexpr.Fold(kernel.And, linearThread(c.b.Launch()), cexpr.U32(kernel.WarpSize-1))
	}
	bit := func() kernel.Expr { return cexpr.Fold(kernel.Shl, cexpr.U32(1), lane()) }
	switch name {
	case "%laneid":
		return lane()
	case "%warpid":
		c.b.Assume("%warpid is the thread's number in its block divided by 32")
		return cexpr.Fold(kernel.Shr, linearThread(c.b.Launch()), cexpr.U32(5))
	case "%lanemask_eq":
		return bit()
	case "%lanemask_lt":
		return cexpr.Fold(kernel.Sub, bit(), cexpr.U32(1))
	case "%lanemask_le":
		return cexpr.Fold(kernel.Or, bit(), cexpr.Fold(kernel.Sub, bit(), cexpr.U32(1)))
	case "%lanemask_ge":
		return kernel.FoldNode(&kernel.Unary{Op: kernel.BitNot, X: cexpr.Fold(kernel.Sub, bit(), cexpr.U32(1))})
	case "%lanemask_gt":
		le := cexpr.Fold(kernel.Or, bit(), cexpr.Fold(kernel.Sub, bit(), cexpr.U32(1)))
		return kernel.FoldNode(&kernel.Unary{Op: kernel.BitNot, X: le})
	}
	return nil
}

// dimRegister returns %tid.x and its kind.
func dimRegister(l kernel.Launch, name string) kernel.Expr {
	base, dim, ok := strings.Cut(name, ".")
	i := strings.Index("xyz", dim)
	if !ok || len(dim) != 1 || i < 0 {
		return nil
	}
	switch base {
	case "%tid":
		return place(kernel.ThreadIdx, l.BlockDim, i)
	case "%ctaid":
		return place(kernel.BlockIdx, l.GridDim, i)
	case "%ntid":
		return extent(kernel.BlockDim, l.BlockDim, i)
	case "%nctaid":
		return extent(kernel.GridDim, l.GridDim, i)
	}
	return nil
}

// place is a component of threadIdx or blockIdx: 0 if the launch has one in that dimension.
func place(kind kernel.BuiltinKind, dims [3]int, i int) kernel.Expr {
	if dims[i] == 1 {
		return cexpr.U32(0)
	}
	return &kernel.Builtin{Kind: kind, Dim: i}
}

// extent is a component of blockDim or gridDim: a constant if the launch fixes
// it.
func extent(kind kernel.BuiltinKind, dims [3]int, i int) kernel.Expr {
	if dims[i] > 0 {
		return cexpr.U32(int64(dims[i]))
	}
	return &kernel.Builtin{Kind: kind, Dim: i}
}

// linearThread is the thread's number in its block: x + y*dx + z*dx*dy. Parts
// that the launch makes zero are left out.
func linearThread(l kernel.Launch) kernel.Expr {
	sum := kernel.Expr(&kernel.Builtin{Kind: kernel.ThreadIdx, Dim: 0})
	stride := extent(kernel.BlockDim, l.BlockDim, 0)
	for i := 1; i < 3; i++ {
		if l.BlockDim[i] != 1 {
			index := &kernel.Builtin{Kind: kernel.ThreadIdx, Dim: i}
			sum = cexpr.Fold(kernel.Add, sum, cexpr.Fold(kernel.Mul, index, stride))
		}
		stride = cexpr.Fold(kernel.Mul, stride, extent(kernel.BlockDim, l.BlockDim, i))
	}
	return sum
}
