package instrument

import (
	"gv2/frontend/kernel"
)

// sync and arrive are barriers of a test kernel; id and count below 0 are not given.
func testBarrier(kind kernel.BarrierKind, id, count int64) *kernel.Barrier {
	b := &kernel.Barrier{Kind: kind}
	if id >= 0 {
		b.ID = &kernel.Const{T: kernel.I32, Val: id}
	}
	if count >= 0 {
		b.Count = &kernel.Const{T: kernel.I32, Val: count}
	}
	return b
}
