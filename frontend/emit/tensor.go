package emit

import (
	"fmt"

	"gv2/frontend/kernel"
)

// TensorMap is the place of the tensor's map that is offset bytes behind p, and the name for the size of its boxes; both are empty
// if there may be several such places.
func TensorMap(b Builder, p *Argument, offset int64) (place, name string) {
	if !p.IsPointer || p.Deref == nil {
		return "", ""
	}
	places := 0
	b.Block(func() { // nothing is accessed
		p.Deref(kernel.U64, func(acc kernel.Access) {
			places++
			index, constant := kernel.Fold(acc.Index).(*kernel.Const)
			if !constant {
				places++
				return
			}
			at := index.Val*int64(acc.Array.Elem.Bytes()) + offset
			place, name = fmt.Sprint(acc.Array.Name, "+", at), kernel.BoxName(acc.Array.Label, at)
		})
	})
	if places != 1 {
		return "", ""
	}
	return place, name
}
