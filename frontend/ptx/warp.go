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

// reductions are the operations of redux.
var reductions = map[string]kernel.Reduction{"add": kernel.SumLanes, "min": kernel.MinLanes, "max": kernel.MaxLanes,
	"and": kernel.AndLanes, "or": kernel.OrLanes, "xor": kernel.XorLanes}

// redux is redux.sync.op.type d, a, membermask.
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
	op, known := reductions[mods[0]]
	if !ok || !known || t.Bits != 32 || !t.IsInt() {
		c.open(it, mask)
		return
	}
	c.write(&args[0], c.voted(op, t, mask, c.read(&args[1], t)))
}

// elect is elect.sync d{|p}, membermask: d is the lane that is elected, p whether it is this one. The
// ISA leaves open which lane that is, the same one each time for a mask; devices elect the lowest.
func (c *Code) elect(it *Item) {
	if !slices.Equal(it.Mods, []string{"sync"}) || len(it.Args) != 2 {
		c.wrong(it)
		return
	}
	mask := c.mask(&it.Args[1])
	c.voted(kernel.ReduceAnd, kernel.I32, mask, kernel.BoolConst(true))
	c.b.Assume("elect.sync elects the lowest lane of its mask")
	// Below the lowest bit of the mask are as many bits as its number says.
	below := cexpr.Fold(kernel.And, cexpr.Unary(kernel.BitNot, mask), cexpr.Fold(kernel.Sub, mask, cexpr.U32(1)))
	lane := c.settled(cexpr.Convert(cexpr.Exact("popc", kernel.I32, below), kernel.U32))
	d := &it.Args[0]
	if d.Form != Pair {
		c.write(d, lane)
		return
	}
	is := cexpr.Fold(kernel.Eq, lane, c.special("%laneid"))
	if d.Parts[0].Text != "_" {
		c.write(&d.Parts[0], lane)
	}
	c.write(&d.Parts[1], is)
}

// shuffles are the modes of shfl by their names in the IR.
var shuffles = map[string]string{"idx": "idx", "up": "up", "down": "down", "bfly": "xor"}

// shuffle is shfl{.sync}.mode.b32 d{|p}, a, b, c{, membermask}: as CUDA's functions do it where c says
// how many lanes form a segment, else by the lane that each thread reads from.
func (c *Code) shuffle(it *Item) {
	mods, mask, args := c.synced(it)
	if c.failed {
		return
	}
	if len(mods) != 2 || len(args) != 4 || shuffles[mods[0]] == "" {
		c.wrong(it)
		return
	}
	result := &args[0]
	var inside *Operand // whether the lane to read from is one of the segment
	if result.Form == Pair {
		result, inside = &result.Parts[0], &result.Parts[1]
	}
	clamp := kernel.Fold(c.read(&args[3], kernel.U32))
	width, ok := segment(clamp, mods[0])
	s := &kernel.Shuffle{Src: c.b.Src(), Dst: c.b.Temp(kernel.U32), Mode: shuffles[mods[0]], Mask: mask, Value: c.read(&args[1], kernel.U32), Width: cexpr.I32(width)}
	lane := func() kernel.Expr {
		e := c.read(&args[2], kernel.I32)
		if n, constant := e.(*kernel.Const); constant { // its lowest five bits count
			e = kernel.NewConst(kernel.I32, n.Val&(kernel.WarpSize-1))
		}
		return e
	}
	if ok && inside == nil {
		s.Lane = lane()
	} else {
		from, in := c.laneToRead(mods[0], c.settled(c.read(&args[2], kernel.U32)), c.settled(clamp))
		if inside != nil {
			in = c.settledCondition(in)
		}
		if s.Lane = lane(); !ok {
			// Where there is no lane to read from, the result is the thread's own value.
			s.Mode, s.Width = "idx", cexpr.I32(kernel.WarpSize)
			s.Lane = cexpr.Convert(kernel.FoldNode(&kernel.Cond{C: in, X: from, Y: cexpr.Convert(c.special("%laneid"), kernel.I32)}), kernel.I32)
		}
		if inside != nil {
			defer c.write(inside, in)
		}
	}
	c.b.Emit(s)
	c.write(result, &kernel.VarRef{Var: s.Dst})
}

// laneToRead is the lane that a shuffle reads from, and whether it is one of the segment (PTX ISA, "shfl").
func (c *Code) laneToRead(mode string, from, clamp kernel.Expr) (lane, inside kernel.Expr) {
	i32 := func(e kernel.Expr) kernel.Expr { return cexpr.Convert(e, kernel.I32) }
	fold, low := cexpr.Fold, cexpr.I32(kernel.WarpSize-1)
	b, own := fold(kernel.And, i32(from), low), i32(c.special("%laneid"))
	segment := fold(kernel.And, fold(kernel.Shr, i32(clamp), cexpr.I32(8)), low) // bits that name the segment
	within := fold(kernel.Xor, segment, low)
	first := fold(kernel.And, own, segment)
	last := fold(kernel.Or, first, fold(kernel.And, fold(kernel.And, i32(clamp), low), within))
	switch mode {
	case "up":
		lane = fold(kernel.Sub, own, b)
		return lane, fold(kernel.Ge, lane, last)
	case "down":
		lane = fold(kernel.Add, own, b)
	case "bfly":
		lane = fold(kernel.Xor, own, b)
	default:
		lane = fold(kernel.Or, first, fold(kernel.And, b, within))
	}
	return lane, fold(kernel.Le, lane, last)
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
	if !ok || !t.IsInt() || mods[0] != "any" && mods[0] != "all" || strings.HasPrefix(mods[1], "s") {
		c.open(it, mask)
		return
	}
	if mods[0] == "any" {
		c.write(&args[0], c.voted(kernel.MatchAny, kernel.U32, mask, c.read(&args[1], t)))
		return
	}
	all, d := c.voted(kernel.MatchAll, kernel.U32, mask, c.read(&args[1], t)), &args[0]
	if d.Form == Pair {
		c.write(&d.Parts[1], cexpr.Fold(kernel.Ne, all, cexpr.U32(0)))
		d = &d.Parts[0]
	}
	c.write(d, all)
}
