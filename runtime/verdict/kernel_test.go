package verdict

import (
	"gv2/frontend/kernel"
	"gv2/runtime/smallkernel"
)

// racy writes different values to one element: p[3] = threadIdx.x.
func racy() *kernel.Kernel {
	return smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{smallkernel.Store(2, p, smallkernel.Number(3), smallkernel.ThreadIdx())}
	})

}

// flag writes one value to one element: p[3] = 1.
func flag() *kernel.Kernel {
	return smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{smallkernel.Store(2, p, smallkernel.Number(3), &kernel.Const{T: kernel.U32, Val: 1})}
	})

}

// divergent has a barrier in a thread-dependent branch, and then a race that
// the barrier's failing check could hide.
func divergent() *kernel.Kernel {
	return smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		low := &kernel.Binary{Op: kernel.Lt, X: smallkernel.ThreadIdx(), Y: &kernel.Const{T: kernel.U32, Val: 32}}
		return []kernel.Stmt{
			&kernel.If{Src: smallkernel.Src(2), Cond: low, Then: []kernel.Stmt{
				&kernel.Barrier{Src: smallkernel.Src(3), ID: &kernel.Const{T: kernel.U32, Val: 0}, Aligned: true},
			}},
			smallkernel.Store(5, p, smallkernel.Number(3), smallkernel.ThreadIdx()),
		}
	})

}

// counting is for (i = 0; i < n; i++) p[stride*i + threadIdx.x*scale] = i.
func counting(stride, scale int64) *kernel.Kernel {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	k := smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		ref := &kernel.VarRef{Var: i}
		index := &kernel.Binary{Op: kernel.Add,
			X: &kernel.Binary{Op: kernel.Mul, X: smallkernel.Wide(ref), Y: smallkernel.Number(stride)},
			Y: &kernel.Binary{Op: kernel.Mul, X: smallkernel.Wide(smallkernel.ThreadIdx()), Y: smallkernel.Number(scale)}}
		one := &kernel.Const{T: kernel.I32, Val: 1}
		return []kernel.Stmt{
			&kernel.Assign{Src: smallkernel.Src(2), Dst: i, X: &kernel.Const{T: kernel.I32}},
			&kernel.Loop{
				Src:  smallkernel.Src(2),
				Cond: &kernel.Binary{Op: kernel.Lt, X: ref, Y: &kernel.VarRef{Var: n}},
				Body: []kernel.Stmt{smallkernel.Store(3, p, index, &kernel.Convert{T: kernel.U32, X: ref})},
				Post: []kernel.Stmt{&kernel.Assign{Src: smallkernel.Src(2), Dst: i, X: &kernel.Binary{Op: kernel.Add, X: ref, Y: one}}},
			},
		}
	})

	k.Vars = []*kernel.Var{i}
	return k
}

// scaled is p[threadIdx.x * n] = threadIdx.x.
func scaled() *kernel.Kernel {
	return smallkernel.Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		index := smallkernel.Binary(kernel.Mul, smallkernel.Signed32(smallkernel.ThreadIdx()), &kernel.VarRef{Var: n})
		return []kernel.Stmt{smallkernel.Store(2, p, smallkernel.Wide(index), smallkernel.ThreadIdx())}
	})

}
