// Package smallkernel has small kernels for the tests of engines, made without a front end:
// what they read is what a test says, at lines of k.cu that the test chooses.
package smallkernel

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// Src is a place in that line.
func Src(line int) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
}

// Number is a constant of 64 bits.
func Number(n int64) kernel.Expr { return &kernel.Const{T: kernel.I64, Val: n} }

// ThreadIdx is threadIdx.x.
func ThreadIdx() kernel.Expr { return &kernel.Builtin{Kind: kernel.ThreadIdx} }

// Wide is (long long)x.
func Wide(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: x} }

// Signed32 is (int)x.
func Signed32(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I32, X: x} }

// Binary is x op y.
func Binary(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	return &kernel.Binary{Op: op, X: x, Y: y}
}

// Kernel is __global__ void k(u32 *p, i32 n) with that body, 64 threads, one block.
func Kernel(body func(p *kernel.Array, n *kernel.Var) []kernel.Stmt) *kernel.Kernel {
	p := &kernel.Array{Name: "p", Label: "p", Space: kernel.Global, Elem: kernel.U32, Len: -1, Scale: 1, Param: true}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	return &kernel.Kernel{
		Name: "k", Pos: Src(1).Pos, Params: []*kernel.Var{n}, Arrays: []*kernel.Array{p}, Body: body(p, n),
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
	}
}

// Store is a[index] = x.
func Store(line int, a *kernel.Array, index, x kernel.Expr) kernel.Stmt {
	return &kernel.Store{Src: Src(line), Acc: kernel.Access{Array: a, Index: index, Width: 1}, X: x}
}

// Quiet has no fault: p[threadIdx.x] = threadIdx.x.
func Quiet() *kernel.Kernel {
	return Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{Store(2, p, Wide(ThreadIdx()), ThreadIdx())}
	})
}

// BarrierAt is a site of bar.sync id, count.
func BarrierAt(line int, id, count int64) *emulate.Site {
	return &emulate.Site{Kind: emulate.BarrierSite, Array: -1, Stmt: &kernel.Barrier{
		Src: Src(line), ID: &kernel.Const{T: kernel.U32, Val: id}, Count: &kernel.Const{T: kernel.U32, Val: count}, Aligned: true,
	}}
}

// HalfSynced has a named barrier for the threads below 32, in a loop to n.
func HalfSynced() *kernel.Kernel {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	k := Kernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		ref, one := &kernel.VarRef{Var: i}, &kernel.Const{T: kernel.I32, Val: 1}
		low := &kernel.Binary{Op: kernel.Lt, X: ThreadIdx(), Y: &kernel.Const{T: kernel.U32, Val: 32}}
		return []kernel.Stmt{
			&kernel.Assign{Src: Src(2), Dst: i, X: &kernel.Const{T: kernel.I32}},
			&kernel.Loop{
				Src: Src(2), Cond: &kernel.Binary{Op: kernel.Lt, X: ref, Y: &kernel.VarRef{Var: n}},
				Body: []kernel.Stmt{&kernel.If{Src: Src(3), Cond: low, Then: []kernel.Stmt{BarrierAt(4, 1, 32).Stmt}}},
				Post: []kernel.Stmt{&kernel.Assign{Src: Src(2), Dst: i, X: &kernel.Binary{Op: kernel.Add, X: ref, Y: one}}},
			},
			Store(6, p, Wide(ThreadIdx()), ThreadIdx()),
		}
	})
	k.Vars = []*kernel.Var{i}
	return k
}
