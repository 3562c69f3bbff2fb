package emit

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Matrix operations of a warp: wmma's functions and instructions.

// WholeWarp is a vote of all lanes of the warp, which stands for what an operation with .sync.aligned asks of
// them.
func WholeWarp(b Builder) kernel.Stmt {
	return &kernel.Vote{Src: b.Src(), Op: kernel.ReduceAnd, Dst: b.Temp(kernel.I32), Mask: cexpr.U32(-1), Arg: kernel.BoolConst(true), Aligned: true}
}

// Tile is a matrix in memory: Lines rows or columns of Length elements, each Stride (i64) elements behind the last.
type Tile struct {
	At            *Argument
	Elem          kernel.Type
	Lines, Length int64
	Stride        kernel.Expr
	Write         bool
	// How says how the lanes share the elements out, as part of a name: see kernel.WarpAccess. It is empty
	// where each lane has a matrix of its own.
	How string
}

// Access emits the accesses to the lines of a matrix. All lanes of the warp have met.
func (t *Tile) Access(b Builder) {
	lines, length := t.Lines, t.Length
	if n, constant := t.Stride.(*kernel.Const); constant && n.Val == length {
		lines, length = 1, lines*length // without gaps
	}
	t.At.Deref(t.Elem, func(acc kernel.Access) {
		size, unit := int64(t.Elem.Bytes()), int64(acc.Array.Elem.Bytes())
		first := acc.Index
		for i := range lines {
			line := acc
			// Lines begin where 16 bytes do (PTX ISA, "wmma.load"), so that elements of the array are covered
			// whole.
			line.Width = int((length*size + unit - 1) / unit)
			line.Index = first
			if i > 0 {
				bytes := cexpr.Fold(kernel.Mul, t.Stride, kernel.NewConst(kernel.I64, i*size))
				if size%unit == 0 {
					bytes = cexpr.Fold(kernel.Mul, t.Stride, kernel.NewConst(kernel.I64, i*(size/unit)))
				} else {
					bytes = cexpr.Fold(kernel.Div, bytes, kernel.NewConst(kernel.I64, unit))
				}
				line.Index = cexpr.Fold(kernel.Add, first, bytes)
			}
			how := ""
			if t.How != "" {
				how = fmt.Sprintf("%s_%d_of_%d", t.How, i, lines)
			}
			if t.Write {
				b.Emit(&kernel.Store{Src: b.Src(), Acc: line, Warp: how})
			} else {
				b.Emit(&kernel.Load{Src: b.Src(), Acc: line, Warp: how})
			}
		}
	})
}
