package instrument

import (
	"fmt"
	"os"
	"testing"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

func TestAdhoc(t *testing.T) {
	s := &kernel.Array{Name: "s", Label: "s", Space: kernel.Shared, Elem: kernel.I32, Len: 64, Scale: 1}
	out := &kernel.Array{Name: "out", Label: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1, Param: true}
	x := &kernel.Var{Name: "t", T: kernel.I32}
	it := &kernel.Var{Name: "it", T: kernel.I32}
	v := &kernel.Var{Name: "v", T: kernel.I32, Temp: true}
	at := func(l int) kernel.Src { return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: l, Col: 1}} }
	conv := func(e kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: e} }
	acc := func(a *kernel.Array, e kernel.Expr) kernel.Access {
		return kernel.Access{Array: a, Index: conv(e), Width: 1}
	}
	c := func(n int64) kernel.Expr { return &kernel.Const{T: kernel.I32, Val: n} }
	tid := &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	bar := func(l int) kernel.Stmt { return &kernel.Barrier{Src: at(l), ID: c(0), Aligned: true} }
	k := &kernel.Kernel{Name: "k", Pos: diag.Pos{File: "k.cu", Line: 3, Col: 1}, Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{2, 1, 1}},
		Vars: []*kernel.Var{x, it, v}, Arrays: []*kernel.Array{s, out},
		Body: []kernel.Stmt{
			&kernel.Assign{Src: at(5), Dst: x, X: tid},
			&kernel.Assign{Src: at(6), Dst: it, X: c(0)},
			&kernel.Loop{Src: at(6), Cond: bin(kernel.Lt, ref(it), c(4)),
				Body: []kernel.Stmt{
					&kernel.Store{Src: at(7), Acc: acc(s, ref(x)), X: c(1)},
					bar(8),
					&kernel.Load{Src: at(9), Dst: v, Acc: acc(s, bin(kernel.Sub, c(63), ref(x)))},
					bar(10),
				},
				Post: []kernel.Stmt{&kernel.Assign{Src: at(6), Dst: it, X: bin(kernel.Add, ref(it), c(1))}},
			},
			&kernel.Store{Src: at(11), Acc: acc(out, bin(kernel.Add, bin(kernel.Mul, &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.BlockIdx}}, c(64)), ref(x))), X: ref(v)},
		}}
	o, d := Instrument(k, Options{States: true})
	fmt.Println(d.String())
	if err := boogie.Check(o.Program); err != nil {
		fmt.Println("CHECK", err)
	}
	os.WriteFile("/tmp/adhoc.bpl", []byte(boogie.Print(o.Program).Text), 0o644)
	o, _ = Instrument(k, Options{States: true, Arith: BVArith})
	os.WriteFile("/tmp/adhoc_bv.bpl", []byte(boogie.Print(o.Program).Text), 0o644)
}
