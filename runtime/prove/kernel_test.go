package prove

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

func src(line int) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
}

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

// halfSynced has a named barrier for the threads below 32, in a loop to n.
func halfSynced() *kernel.Kernel {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	k := testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		ref, one := &kernel.VarRef{Var: i}, &kernel.Const{T: kernel.I32, Val: 1}
		low := &kernel.Binary{Op: kernel.Lt, X: threadIdx(), Y: &kernel.Const{T: kernel.U32, Val: 32}}
		return []kernel.Stmt{
			&kernel.Assign{Src: src(2), Dst: i, X: &kernel.Const{T: kernel.I32}},
			&kernel.Loop{
				Src: src(2), Cond: &kernel.Binary{Op: kernel.Lt, X: ref, Y: &kernel.VarRef{Var: n}},
				Body: []kernel.Stmt{&kernel.If{Src: src(3), Cond: low, Then: []kernel.Stmt{barrierAt(4, 1, 32).Stmt}}},
				Post: []kernel.Stmt{&kernel.Assign{Src: src(2), Dst: i, X: &kernel.Binary{Op: kernel.Add, X: ref, Y: one}}},
			},
			store(6, p, wide(threadIdx()), threadIdx()),
		}
	})
	k.Vars = []*kernel.Var{i}
	return k
}

// barrierAt is a site of bar.sync id, count.
func barrierAt(line int, id, count int64) *emulate.Site {
	return &emulate.Site{Kind: emulate.BarrierSite, Array: -1, Stmt: &kernel.Barrier{
		Src: src(line), ID: &kernel.Const{T: kernel.U32, Val: id}, Count: &kernel.Const{T: kernel.U32, Val: count}, Aligned: true,
	}}
}
