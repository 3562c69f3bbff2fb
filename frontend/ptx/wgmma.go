package ptx

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Asynchronous products of a warpgroup (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"): what
// they read of shared memory, by the async proxy, until the group that they are committed to is over.

func init() { table["wgmma"] = meaning{effect: (*Code).wgmma} }

func (c *Code) wgmma(it *Item) {
	mods := slices.DeleteFunc(slices.Clone(it.Mods), func(m string) bool { return m == "sync" || m == "aligned" })
	if len(it.Mods)-len(mods) != 2 || len(mods) == 0 {
		c.wrong(it)
		return
	}
	switch mods[0] {
	case "fence": // orders registers
		if len(mods) != 1 || len(it.Args) > 0 {
			c.wrong(it)
		}
	case "commit_group":
		if len(mods) != 1 || len(it.Args) > 0 {
			c.wrong(it)
			return
		}
		c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncCommit, Of: kernel.MatrixGroup})
	case "wait_group":
		if len(mods) != 1 || len(it.Args) != 1 {
			c.wrong(it)
			return
		}
		c.waitGroup(it, kernel.MatrixGroup, false)
	case "mma_async":
		c.asyncProduct(it, mods[1:])
	default:
		c.wrong(it)
	}
}

// lineBytes is what a row of A or column of B takes in one product, for each type.
const lineBytes = 32

// asyncProduct is wgmma.mma_async.sync.aligned.m64nNkK.dtype.atype.btype{.op} d, a, b{, scale-d}{, imm-scale-a, imm-scale-b}{,
// imm-trans-a, imm-trans-b}, where a is a descriptor or registers and b a descriptor.
func (c *Code) asyncProduct(it *Item, mods []string) {
	if len(mods) < 4 || len(it.Args) < 3 {
		c.wrong(it)
		return
	}
	size := shapes().FindStringSubmatch(mods[0])
	if size == nil || size[1] != "64" {
		c.wrong(it)
		return
	}
	n, _ := strconv.ParseInt(size[2], 10, 16)
	types := mods[1:]
	types = slices.DeleteFunc(slices.Clone(types), func(m string) bool { return m == "satfinite" || m == "and" || m == "popc" })
	if len(types) != 3 {
		c.wrong(it)
		return
	}
	// Only numbers of 16 bits may lie column by column; two immediates at the end say so, behind two scales.
	var across [2]bool
	numbers := it.Args[3:]
	if len(numbers) >= 5 || it.Args[1].Form == Vector && len(numbers) == 4 {
		for i := range across {
			if i == 0 && it.Args[1].Form == Vector {
				continue
			}
			bit, constant := kernel.Fold(c.read(&numbers[len(numbers)-2+i], kernel.I32)).(*kernel.Const)
			if !constant {
				c.wrong(it)
				return
			}
			across[i] = bit.Val != 0
		}
	}
	if it.Args[1].Form != Vector {
		c.readMatrix(it, &it.Args[1], 64, across[0])
	}
	c.readMatrix(it, &it.Args[2], n, across[1])
	if !c.failed {
		c.writeArbitrary(&it.Args[0])
	}
}

// readMatrix emits what a product reads of a matrix of lines rows (of A) or columns (of B). across is set if the
// elements of a line do not lie one behind the other.
func (c *Code) readMatrix(it *Item, o *Operand, lines int64, across bool) {
	var d *emit.Descriptor
	var anywhere *emit.Argument
	switch {
	case c.Places != nil:
		d, anywhere = c.Places.Descriptor(it, o)
	case o.Form == Reference:
		if op := c.binding(o); op != nil && op.Register == nil {
			d = op.Argument.Descriptor
		}
	}
	var pieces []piece
	within, ok := int64(0), false
	if d != nil {
		pieces, within, ok = piecesOf(d.Bits, lines, across)
	}
	switch {
	case ok:
	case anywhere != nil:
		// Which bytes it reads is a choice of the program that gv2 does not know.
		anywhere.Deref(kernel.U8, func(acc kernel.Access) {
			c.b.Emit(&kernel.Load{Src: c.b.Src(), Acc: acc, Agent: &kernel.Agent{Ends: kernel.MatrixGroup, Proxy: kernel.AsyncProxy}})
		})
		return
	case d == nil:
		c.unsupported("%s with a descriptor that is not plainly made of the address of shared memory and constants; write it as (address & 0x3ffff) >> 4 | ...", strings.Join([]string{it.Op, it.Mods[0]}, "."))
		return
	default:
		c.unsupported("%s with a descriptor of this form", it.opcode())
		return
	}
	elem := kernel.U16
	d.At.Deref(elem, func(acc kernel.Access) {
		if acc.Array.Space != kernel.Shared {
			c.unsupported("%s on the %s array %s", it.opcode(), acc.Array.Space, acc.Array.Label)
			return
		}
		unit := int64(acc.Array.Elem.Bytes())
		first := acc.Index
		if within > unit { // rows of a swizzled matrix begin where within bytes do
			first = cexpr.Fold(kernel.Sub, first, cexpr.Fold(kernel.Rem, first, kernel.NewConst(kernel.I64, within/unit)))
		}
		for _, p := range pieces {
			part := acc
			part.Index = cexpr.Fold(kernel.Add, first, kernel.NewConst(kernel.I64, p.at/unit))
			part.Width = int((p.bytes + unit - 1) / unit)
			c.b.Emit(&kernel.Load{Src: c.b.Src(), Acc: part, Agent: &kernel.Agent{Ends: kernel.MatrixGroup, Proxy: kernel.AsyncProxy}})
		}
	})
}

// piece is some bytes of a matrix, from where its descriptor points to on.
type piece struct{ at, bytes int64 }

// piecesOf is where a matrix lies. Its rows are parts of others, which begin where within bytes do.
//
// Without swizzling a matrix consists of core matrices, 8 lines of 16 bytes one behind the other: two beside each other
// for the 32 bytes of a line, at a distance of the leading offset, and others for the next 8 lines at the stride offset. With
// it, 8 lines of the swizzle's width lie one behind the other, and of each 32 bytes are read; which ones depends on the line,
// so that all count as read.
func piecesOf(bits uint64, lines int64, across bool) (pieces []piece, within int64, ok bool) {
	leading, stride := int64(bits>>16&0x3fff)<<4, int64(bits>>32&0x3fff)<<4
	width := []int64{0, 128, 64, 32}[bits>>62]
	if bits>>49&7 != 0 {
		return nil, 0, false
	}
	switch {
	case across && width == 0: // either offset may be that of the next lines
		return nil, 0, false
	case across: // lines lie beside each other, of 2 bytes an element
		for at := int64(0); at < lines*2; at += width {
			for k := range int64(2) {
				pieces = append(pieces, piece{at/width*leading + k*stride, 8 * width})
			}
		}
	case width > 0:
		for at := int64(0); at < lines; at += 8 {
			pieces = append(pieces, piece{at / 8 * stride, 8 * width})
		}
	default:
		for at := int64(0); at < lines; at += 8 {
			for k := range int64(lineBytes / 16) {
				pieces = append(pieces, piece{at/8*stride + k*leading, 128})
			}
		}
	}
	return merged(pieces), width, true
}

// merged are the same bytes in as few pieces as possible.
func merged(pieces []piece) (out []piece) {
	slices.SortFunc(pieces, func(a, b piece) int { return int(a.at - b.at) })
	for _, p := range pieces {
		if n := len(out); n > 0 && out[n-1].at+out[n-1].bytes >= p.at {
			out[n-1].bytes = max(out[n-1].bytes, p.at+p.bytes-out[n-1].at)
			continue
		}
		out = append(out, p)
	}
	return out
}
