package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Exchanges within a warp, and what its threads must execute together (PTX ISA,
// "shfl.sync", "vote.sync", "match.sync", "redux.sync", "elect.sync", "activemask", and
// ".aligned" of the others). Whatever is computed, the lanes of the mask have to meet.

// wholeWarp reports whether all threads of the warp must execute it together. bar and
// barrier say so of themselves.
func wholeWarp(it *Item) bool {
	return slices.Contains(it.Mods, "aligned") && it.Op != "bar" && it.Op != "barrier"
}

// wholeWarp emits a vote of the whole warp that stands for an instruction with .aligned.
func (c *Code) wholeWarp() {
	c.b.Emit(&kernel.Vote{Src: c.b.Src(), Op: kernel.ReduceAnd, Dst: c.b.Temp(kernel.I32), Mask: cexpr.U32(-1),
		Arg: kernel.BoolConst(true), Aligned: true})
}

// synced splits off the membermask of an exchange with .sync, its last operand; the forms
// without are for the active threads.
func (c *Code) synced(it *Item) (mods []string, mask kernel.Expr, args []Operand) {
	i := slices.Index(it.Mods, "sync")
	if i < 0 {
		return it.Mods, c.active(), it.Args
	}
	mods = slices.Delete(slices.Clone(it.Mods), i, i+1)
	last := len(it.Args) - 1
	if last < 1 {
		c.wrong(it)
		return mods, zero(kernel.U32), it.Args
	}
	return mods, c.mask(&it.Args[last]), it.Args[:last]
}

// mask reads a mask of lanes as the constant that it may be.
func (c *Code) mask(o *Operand) kernel.Expr { return kernel.Fold(c.read(o, kernel.U32)) }

func (c *Code) active() kernel.Expr {
	dst := c.b.Temp(kernel.U32)
	c.b.Emit(&kernel.Vote{Src: c.b.Src(), Op: kernel.ActiveMask, Dst: dst})
	return &kernel.VarRef{Var: dst}
}

func (c *Code) activeMask(it *Item) {
	if len(it.Args) != 1 {
		c.wrong(it)
		return
	}
	c.write(&it.Args[0], c.active())
}

// voted emits a vote and returns its result.
func (c *Code) voted(op kernel.Reduction, t kernel.Type, mask, arg kernel.Expr) kernel.Expr {
	dst := c.b.Temp(t)
	c.b.Emit(&kernel.Vote{Src: c.b.Src(), Op: op, Dst: dst, Mask: mask, Arg: arg})
	return &kernel.VarRef{Var: dst}
}

// open lets the lanes of a mask meet and leaves the results open.
func (c *Code) open(it *Item, mask kernel.Expr) {
	c.voted(kernel.ReduceAnd, kernel.I32, mask, kernel.BoolConst(true))
	if len(it.Args) > 0 {
		c.writeArbitrary(&it.Args[0])
	}
}

// reductions are the operations of redux by those of the IR; the others are functions.
var reductions = map[string]kernel.BinaryOp{"add": kernel.Add, "and": kernel.And, "or": kernel.Or, "xor": kernel.Xor}

// redux is redux.sync.op.type d, a, membermask. Over a whole warp the lanes exchange what they
// have with those at a distance of 16, 8, 4, 2 and 1; other results are left open.
func (c *Code) redux(it *Item) {
	mods, mask, args := c.synced(it)
	if c.failed {
		return
	}
	if len(mods) != 2 || len(args) != 2 {
		c.wrong(it)
		return
	}
	t, ok := typeNamed(mods[1])
	op, infix := reductions[mods[0]]
	all, constant := mask.(*kernel.Const)
	if !ok || t.Bits != 32 || !t.IsInt() || !infix && mods[0] != "min" && mods[0] != "max" || !constant || int32(all.Val) != -1 {
		c.open(it, mask)
		return
	}
	x := c.read(&args[1], t)
	for lanes := int64(kernel.WarpSize / 2); lanes > 0; lanes /= 2 {
		v, other := c.b.Temp(t), c.b.Temp(t)
		c.b.Emit(&kernel.Assign{Src: c.b.Src(), Dst: v, X: x})
		c.b.Emit(&kernel.Shuffle{Src: c.b.Src(), Dst: other, Mode: "xor", Mask: mask, Value: kernel.Ref(v), Lane: cexpr.I32(lanes), Width: cexpr.I32(kernel.WarpSize)})
		if infix {
			x = cexpr.Fold(op, kernel.Ref(v), kernel.Ref(other))
		} else {
			x = cexpr.Exact(mods[0], t, kernel.Ref(v), kernel.Ref(other))
		}
	}
	c.write(&args[0], x)
}

// meetAlone is elect.sync, whose result gv2 leaves open.
func (c *Code) meetAlone(it *Item) {
	if _, mask, _ := c.synced(it); !c.failed {
		c.open(it, mask)
	}
}

// shuffles are the modes of shfl by their names in the IR.
var shuffles = map[string]string{"idx": "idx", "up": "up", "down": "down", "bfly": "xor"}

// shuffle is shfl{.sync}.mode.b32 d{|p}, a, b, c{, membermask}. gv2 computes it where c says,
// as CUDA's functions do, how many lanes form a segment.
func (c *Code) shuffle(it *Item) {
	mods, mask, args := c.synced(it)
	if c.failed {
		return
	}
	if len(mods) != 2 || len(args) != 4 || shuffles[mods[0]] == "" {
		c.wrong(it)
		return
	}
	width, ok := segment(kernel.Fold(c.read(&args[3], kernel.U32)), mods[0])
	if !ok {
		c.open(it, mask)
		return
	}
	result := &args[0]
	if result.Form == Pair {
		// Whether the lane is one of the segment: where not, the result is the thread's own
		// value, as that of CUDA's functions is.
		defer c.writeArbitrary(&result.Parts[1])
		result = &result.Parts[0]
	}
	value := c.read(&args[1], kernel.U32)
	dst := c.b.Temp(kernel.U32)
	c.b.Emit(&kernel.Shuffle{Src: c.b.Src(), Dst: dst, Mode: shuffles[mods[0]], Mask: mask, Value: value,
		Lane: c.read(&args[2], kernel.I32), Width: cexpr.I32(width)})
	c.write(result, &kernel.VarRef{Var: dst})
}

// segment is the width that the clamp of a shuffle stands for: bits 0 to 4 are the last
// lane to read from, bits 8 to 12 the bits of a lane's number that name its segment.
func segment(x kernel.Expr, mode string) (width int64, ok bool) {
	clamp, constant := x.(*kernel.Const)
	if !constant {
		return 0, false
	}
	last := int64(kernel.WarpSize - 1)
	if mode == "up" {
		last = 0
	}
	for width = 1; width <= kernel.WarpSize; width *= 2 {
		if clamp.Val&0x1f1f == (kernel.WarpSize-width)<<8|last {
			return width, true
		}
	}
	return 0, false
}

// vote is vote{.sync}.{all,any,uni}.pred p, {!}a{, membermask} and vote{.sync}.ballot.b32.
func (c *Code) vote(it *Item) {
	mods, mask, args := c.synced(it)
	if c.failed {
		return
	}
	if len(mods) != 2 || len(args) != 2 {
		c.wrong(it)
		return
	}
	arg := func() kernel.Expr { return cexpr.Truth(c.read(&args[1], kernel.BoolType)) }
	switch mods[0] {
	case "all":
		c.write(&args[0], cexpr.Truth(c.voted(kernel.ReduceAnd, kernel.I32, mask, arg())))
	case "any":
		c.write(&args[0], cexpr.Truth(c.voted(kernel.ReduceOr, kernel.I32, mask, arg())))
	case "ballot":
		c.write(&args[0], c.voted(kernel.Ballot, kernel.U32, mask, arg()))
	case "uni":
		x := arg()
		all, some := c.voted(kernel.ReduceAnd, kernel.I32, mask, x), c.voted(kernel.ReduceOr, kernel.I32, mask, x)
		c.write(&args[0], kernel.FoldNode(&kernel.Binary{Op: kernel.LOr, X: cexpr.Truth(all), Y: cexpr.Unary(kernel.Not, cexpr.Truth(some))}))
	default:
		c.wrong(it)
	}
}

// match is match.any.sync.type d, a, membermask and match.all.sync.type d{|p}, a, membermask.
func (c *Code) match(it *Item) {
	mods, mask, args := c.synced(it)
	if c.failed {
		return
	}
	if len(mods) != 2 || len(args) != 2 {
		c.wrong(it)
		return
	}
	t, ok := typeNamed(mods[1])
	if !ok || !t.IsInt() || mods[0] != "any" || strings.HasPrefix(mods[1], "s") {
		c.open(it, mask)
		return
	}
	c.write(&args[0], c.voted(kernel.MatchAny, kernel.U32, mask, c.read(&args[1], t)))
}
