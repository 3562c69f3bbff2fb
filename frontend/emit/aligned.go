package emit

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Aligned is p where its address has to be a multiple of n bytes; nil stays nil.
func Aligned(b Builder, n int64, p *Argument) *Argument {
	if p == nil {
		return nil
	}
	out := *p
	out.Deref = func(t kernel.Type, use func(kernel.Access)) {
		p.Deref(t, func(acc kernel.Access) {
			size := kernel.NewConst(kernel.I64, int64(acc.Array.Elem.Bytes()))
			rest := cexpr.Fold(kernel.Rem, cexpr.Fold(kernel.Mul, acc.Index, size), kernel.NewConst(kernel.I64, n))
			multiple := cexpr.Fold(kernel.Eq, rest, kernel.NewConst(kernel.I64, 0))
			if holds, constant := multiple.(*kernel.Const); size.Val%n != 0 && !(constant && holds.Val != 0) {
				b.Emit(&kernel.Assert{Src: b.Src(), Cond: multiple, Text: fmt.Sprintf("the address of %s in the copy is a multiple of %d bytes", acc.Array.Label, n), Aligned: n})
			}
			use(acc)
		})
	}
	return &out
}
