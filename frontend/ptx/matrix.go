package ptx

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Matrix operations of a warp (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"). What registers hold
// is some value; what is read and written in memory is exact. All lanes of the warp meet before, as .aligned asks for
// (instruction).

func init() {
	table["wmma"] = meaning{effect: (*Code).wmma}
	table["ldmatrix"] = meaning{effect: (*Code).matrixRows}
	table["stmatrix"] = meaning{effect: (*Code).matrixRows}
}

// shapes are those of wmma: m16n16k16.
var shapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^m(\d+)n(\d+)k(\d+)$`) })

// matrixElements are the types of wmma's elements in memory, and how many are in one: those of less than a byte are
// counted by bytes.
var matrixElements = map[string]struct {
	t    kernel.Type
	each int64
}{
	"f16": {kernel.F16, 1}, "bf16": {kernel.F16, 1}, "tf32": {kernel.F32, 1}, "f32": {kernel.F32, 1}, "f64": {kernel.F64, 1}, "s32": {kernel.I32, 1},
	"u8": {kernel.U8, 1}, "s8": {kernel.I8, 1}, "u4": {kernel.U8, 2}, "s4": {kernel.U8, 2}, "b1": {kernel.U8, 8},
}

// wmma is wmma.load.{a,b,c}.sync.aligned.layout.shape{.space}.type r, [p]{, stride}, wmma.store.d, and wmma.mma.
func (c *Code) wmma(it *Item) {
	if len(it.Mods) < 2 || len(it.Args) < 2 {
		c.wrong(it)
		return
	}
	if it.Mods[0] == "mma" {
		if !usesMemory(it) {
			c.writeArbitrary(&it.Args[0])
			return
		}
		c.wrong(it)
		return
	}
	write := it.Mods[0] == "store"
	at := 1
	if write {
		at = 0
	}
	if it.Mods[0] != "load" && !write || len(it.Args) > 3 || it.Args[at].Form != Address || it.Args[1-at].Form == Address {
		c.wrong(it)
		return
	}
	matrix, layout, spaces := it.Mods[1], "", []kernel.Space{kernel.Global, kernel.Shared}
	var size [3]int64
	var elem string
	for _, m := range it.Mods[2:] {
		switch {
		case m == "sync", m == "aligned":
		case m == "row", m == "col":
			layout = m
		case m == "global":
			spaces = []kernel.Space{kernel.Global}
		case m == "shared", m == "shared::cta":
			spaces = []kernel.Space{kernel.Shared}
		case matrixElements[m].each > 0:
			elem = m
		default:
			parts := shapes().FindStringSubmatch(m)
			if parts == nil {
				c.wrong(it)
				return
			}
			for i := range size {
				size[i], _ = strconv.ParseInt(parts[i+1], 10, 16)
			}
		}
	}
	in := matrixElements[elem]
	lines, length, ok := linesOf(matrix, layout, size)
	if !ok || in.each == 0 || length%in.each != 0 || write != (matrix == "d") {
		c.wrong(it)
		return
	}
	stride := kernel.Expr(kernel.NewConst(kernel.I64, length/in.each))
	if len(it.Args) == 3 {
		stride = cexpr.Convert(c.read(&it.Args[2], kernel.U32), kernel.I64)
		if in.each > 1 {
			stride = cexpr.Fold(kernel.Div, stride, kernel.NewConst(kernel.I64, in.each))
		}
	}
	p := c.pointerArgument(it, at, spaces...)
	if p == nil {
		return
	}
	if matrix == "d" {
		matrix = "c"
	}
	how := fmt.Sprintf("%s_m%dn%dk%d_%s_%s", matrix, size[0], size[1], size[2], elem, layout)
	tile := emit.Tile{At: p, Elem: in.t, Lines: lines, Length: length / in.each, Stride: kernel.Fold(stride), Write: write, How: how}
	tile.Access(c.b)
	if !write {
		c.writeArbitrary(&it.Args[0])
	}
}

// linesOf is how many lines a matrix has in memory and how many elements each of them.
func linesOf(matrix, layout string, size [3]int64) (lines, length int64, ok bool) {
	switch matrix {
	case "a":
		lines, length = size[0], size[2]
	case "b":
		lines, length = size[2], size[1]
	case "c", "d":
		lines, length = size[0], size[1]
	}
	if layout == "col" {
		lines, length = length, lines
	}
	return lines, length, lines > 0 && layout != ""
}

// matrixRows is ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p] and stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16
// [p], r: each of the first lanes, eight for a matrix, passes the address of a row of 16 bytes. The row counts as
// accessed by that lane: all lanes have met before, so that it is ordered behind what the lane did until then.
func (c *Code) matrixRows(it *Item) {
	load := it.Op == "ldmatrix"
	at := 1
	if !load {
		at = 0
	}
	counts := map[string]int64{"x1": 1, "x2": 2, "x4": 4}
	var rows int64
	for _, m := range it.Mods {
		if counts[m] > 0 {
			rows = 8 * counts[m]
		} else if !slices.Contains(strings.Fields("sync aligned m8n8 trans shared shared::cta b16"), m) {
			c.wrong(it)
			return
		}
	}
	if rows == 0 || !slices.Contains(it.Mods, "m8n8") || len(it.Args) != 2 || it.Args[at].Form != Address {
		c.wrong(it)
		return
	}
	p := c.pointerArgument(it, at, kernel.Shared)
	if p == nil {
		return
	}
	elem := kernel.U16
	if p.Elem.Bits == elem.Bits {
		elem = p.Elem
	}
	row := func() {
		tile := emit.Tile{At: p, Elem: elem, Lines: 1, Length: 8, Stride: kernel.NewConst(kernel.I64, 8), Write: !load}
		tile.Access(c.b)
	}
	if rows == kernel.WarpSize {
		row()
	} else {
		own := cexpr.Fold(kernel.Lt, cexpr.Fold(kernel.Rem, c.b.Launch().LinearID(), kernel.Unsigned(kernel.WarpSize)), kernel.Unsigned(rows))
		c.b.Emit(&kernel.If{Src: c.b.Src(), Cond: own, Then: c.b.Block(row)})
	}
	if load {
		c.writeArbitrary(&it.Args[0])
	}
}
