package key

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

func TestReadable(t *testing.T) {
	tile := &kernel.Array{Name: "p_x", Label: "p[].x"}
	out := &Key{Sites: []*Site{
		{ID: 0, Src: kernel.Src{Pos: diag.Pos{File: "k.cu", Line: 9, Col: 3}}},
		{ID: 1, Src: kernel.Src{Pos: diag.Pos{File: "k.cu", Line: 14, Col: 5}}, Array: tile, Kind: Write},
	}}
	x, n := boogie.V("i$1"), boogie.V("n")
	for want, e := range map[string]boogie.Expr{
		"threadIdx.x$1 != threadIdx.x$2": boogie.Ne(boogie.V("local_id_x$1"), boogie.V("local_id_x$2")),
		"blockIdx.y < gridDim.y":         boogie.Op("<", boogie.V("group_id_y"), boogie.V("num_groups_y")),
		"!logged(read p[].x)":            boogie.Not(boogie.V("READ_HAS_OCCURRED_p_x")),
		"logged(write p[].x) ==> offset(write p[].x) == 4 * blockDim.x": boogie.Imp(boogie.V("WRITE_HAS_OCCURRED_p_x"),
			boogie.Eq(boogie.V("WRITE_OFFSET_p_x"), boogie.Op("*", boogie.I(4), boogie.V("group_size_x")))),
		"place(write p[].x) == 14:5": boogie.Eq(boogie.V("WRITE_SOURCE_p_x"), boogie.I(1)),
		"WRITE_OFFSET_q == 7":        boogie.Eq(boogie.V("WRITE_OFFSET_q"), boogie.I(7)),
		"(i$1 + -1) mod 8 == 0":      boogie.Eq(boogie.Fn("BV32_UREM", boogie.Fn("BV32_ADD", x, &boogie.BVLit{Val: 0xffffffff, Bits: 32}), &boogie.BVLit{Val: 8, Bits: 32}), &boogie.BVLit{Bits: 32}),
		"and(i$1, 3) == -n":          boogie.Eq(boogie.Fn("BV32_AND", x, &boogie.BVLit{Val: 3, Bits: 32}), boogie.Fn("BV32_NEG", n)),
		"i$1 == n":                   boogie.Eq(boogie.Op("++", &boogie.BVLit{Bits: 32}, x), boogie.Fn("BV32_SEXT64", n)),
		"DIV(i$1, n) == (if c then i$1 else m[threadIdx.z$2])": boogie.Eq(boogie.Fn("DIV", x, n),
			&boogie.Ite{C: boogie.V("c"), X: x, Y: boogie.At(boogie.V("m"), boogie.V("local_id_z$2"))}),
	} {
		assert.Equal(t, want, out.Readable(e))
	}
}
