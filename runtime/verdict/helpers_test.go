package verdict

import (
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// barrierAt is a site of bar.sync id, count.
func barrierAt(line int, id, count int64) *emulate.Site {
	return &emulate.Site{Kind: emulate.BarrierSite, Array: -1, Stmt: &kernel.Barrier{
		Src: src(line), ID: &kernel.Const{T: kernel.U32, Val: id}, Count: &kernel.Const{T: kernel.U32, Val: count}, Aligned: true,
	}}
}
