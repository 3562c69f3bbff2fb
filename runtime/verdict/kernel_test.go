package verdict

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

func src(line int) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
}

func number(n int64) kernel.Expr { return &kernel.Const{T: kernel.I64, Val: n} }

func threadIdx() kernel.Expr { return &kernel.Builtin{Kind: kernel.ThreadIdx} }

func wide(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: x} }

// testKernel is __global__ void k(u32 *p, i32 n) with that body, 64 threads, one
// block.
func testKernel(body func(p *kernel.Array, n *kernel.Var) []kernel.Stmt) *kernel.Kernel {
	p := &kernel.Array{Name: "p", Label: "p", Space: kernel.Global, Elem: kernel.U32, Len: -1, Scale: 1, Param: true}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	return &kernel.Kernel{
		Name: "k", Pos: src(1).Pos, Params: []*kernel.Var{n}, Arrays: []*kernel.Array{p}, Body: body(p, n),
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
	}
}

func store(line int, a *kernel.Array, index, x kernel.Expr) kernel.Stmt {
	return &kernel.Store{Src: src(line), Acc: kernel.Access{Array: a, Index: index, Width: 1}, X: x}
}

// quiet has no fault: p[threadIdx.x] = threadIdx.x.
func quiet() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{store(2, p, wide(threadIdx()), threadIdx())}
	})
}

// racy writes different values to one element: p[3] = threadIdx.x.
func racy() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{store(2, p, number(3), threadIdx())}
	})
}

// flag writes one value to one element: p[3] = 1.
func flag() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{store(2, p, number(3), &kernel.Const{T: kernel.U32, Val: 1})}
	})
}

// divergent has a barrier in a thread-dependent branch, and then a race that
// the barrier's failing check could hide.
func divergent() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		low := &kernel.Binary{Op: kernel.Lt, X: threadIdx(), Y: &kernel.Const{T: kernel.U32, Val: 32}}
		return []kernel.Stmt{
			&kernel.If{Src: src(2), Cond: low, Then: []kernel.Stmt{
				&kernel.Barrier{Src: src(3), ID: &kernel.Const{T: kernel.U32, Val: 0}, Aligned: true},
			}},
			store(5, p, number(3), threadIdx()),
		}
	})
}

// counting is for (i = 0; i < n; i++) p[stride*i + threadIdx.x*scale] = i.
func counting(stride, scale int64) *kernel.Kernel {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	k := testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		ref := &kernel.VarRef{Var: i}
		index := &kernel.Binary{Op: kernel.Add,
			X: &kernel.Binary{Op: kernel.Mul, X: wide(ref), Y: number(stride)},
			Y: &kernel.Binary{Op: kernel.Mul, X: wide(threadIdx()), Y: number(scale)}}
		one := &kernel.Const{T: kernel.I32, Val: 1}
		return []kernel.Stmt{
			&kernel.Assign{Src: src(2), Dst: i, X: &kernel.Const{T: kernel.I32}},
			&kernel.Loop{
				Src:  src(2),
				Cond: &kernel.Binary{Op: kernel.Lt, X: ref, Y: &kernel.VarRef{Var: n}},
				Body: []kernel.Stmt{store(3, p, index, &kernel.Convert{T: kernel.U32, X: ref})},
				Post: []kernel.Stmt{&kernel.Assign{Src: src(2), Dst: i, X: &kernel.Binary{Op: kernel.Add, X: ref, Y: one}}},
			},
		}
	})
	k.Vars = []*kernel.Var{i}
	return k
}

// scaled is p[threadIdx.x * n] = threadIdx.x.
func scaled() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		index := binary(kernel.Mul, signed32(threadIdx()), &kernel.VarRef{Var: n})
		return []kernel.Stmt{store(2, p, wide(index), threadIdx())}
	})
}
