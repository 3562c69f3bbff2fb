package arith

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

func TestOtherArith(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	u := &kernel.Var{Name: "u", T: kernel.U32, Param: true}
	thread := &kernel.Builtin{Kind: kernel.ThreadIdx}
	word := func(v int64) kernel.Expr { return kernel.NewConst(kernel.U32, v) }
	bits := kernel.Bin(kernel.And, kernel.Ref(n), kernel.Ref(n))
	for _, c := range []struct {
		text string
		x    kernel.Expr
		want key.Arith
	}{
		{"integers are exact", kernel.Bin(kernel.Mul, kernel.Ref(u), kernel.Ref(u)), key.BVArith},
		{"signed", kernel.Bin(kernel.Mul, bits, kernel.Ref(n)), key.IntArith},
		{"small sums", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Add, thread, word(64)), kernel.Ref(u)), key.IntArith},
		{"small shifts", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Shl, thread, word(3)), kernel.Ref(u)), key.IntArith},
		{"a difference", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Sub, kernel.Ref(u), word(1)), kernel.Ref(u)), key.IntArith},
		{"a sum of anything", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Add, kernel.Ref(u), word(1)), kernel.Ref(u)), key.AutoArith},
		{"a product of anything", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Mul, kernel.Ref(u), word(33)), kernel.Ref(u)), key.AutoArith},
		{"a shift of anything", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Shl, kernel.Ref(u), word(5)), kernel.Ref(u)), key.AutoArith},
		{"a hash", kernel.Bin(kernel.Mul, thread, word(2654435761)), key.AutoArith},
		{"64 bits", kernel.Bin(kernel.Xor, kernel.Bin(kernel.Mul, &kernel.Convert{T: kernel.U64, X: kernel.Ref(u)}, kernel.NewConst(kernel.U64, 1<<40)), kernel.NewConst(kernel.U64, 0x5555)), key.AutoArith},
	} {
		k := &kernel.Kernel{
			Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}}, Params: []*kernel.Var{n, u},
			Body: []kernel.Stmt{&kernel.Assign{Dst: &kernel.Var{Name: "x", T: c.x.Type()}, X: c.x}},
		}
		chosen, _ := Choose(k, key.AutoArith)
		assert.Equal(t, c.want, Other(k, chosen, fact.NewRanges(k)), c.text)
	}
}
