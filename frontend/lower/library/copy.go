package library

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// What the supplied headers of asynchronous copies are made of: __gv2_copy<A>(dst, src, n) is a
// copy of n bytes that one thread starts, of which it reads n or as many as a fourth argument says, between addresses that are
// multiples of A; __gv2_copy_aligned(dst, src, n) one whose addresses are multiples of n;
// __gv2_copy_together<G, A>(dst, src, n) one that all threads of the group G start together; __gv2_wait_prior(n)
// waits for all groups of the thread but the latest n. __gv2_barrier(b) is where a cuda::barrier lies. __gv2_init_anew(b, n)
// initialises a barrier of a library's object, which the end of an earlier object has invalidated if it was one.

func init() {
	define(copyAlone, "__gv2_copy")
	define(copyAligned, "__gv2_copy_aligned")
	define(copyTogether, "__gv2_copy_together")
	define(waitPrior, "__gv2_wait_prior")
	define(barrierPlace, "__gv2_barrier")
	define(initAnew, "__gv2_init_anew")
}

func copyAlone(c Call) (Value, bool) { return copyOf(c, false) }

// copyAligned is a copy between addresses that are multiples of its size.
func copyAligned(c Call) (Value, bool) { return copyOf(c, true) }

func copyOf(c Call, bySize bool) (Value, bool) {
	if c.Len() != 3 && c.Len() != 4 {
		return bad, false
	}
	copies := emit.Copy{}
	if c.Len() == 4 {
		read, ok := c.Number(3)
		if !ok {
			return bad, true
		}
		copies.Read = kernel.Fold(read)
	}
	unit := unitOf(c, 0)
	if size, ok := c.Number(2); ok && bySize {
		if n, constant := kernel.Fold(size).(*kernel.Const); constant && (n.Val == 4 || n.Val == 8 || n.Val == 16) {
			unit = n.Val
		}
	}
	return startCopy(c, copies, unit), true
}

// unitOf is what addresses are multiples of by a template argument, 1 where there is none.
func unitOf(c Call, argument int) int64 {
	if n, ok := c.TemplateConstant(argument); ok && n > 1 {
		return n
	}
	return 1
}

func copyTogether(c Call) (Value, bool) {
	g := c.TemplateType(0)
	if c.Len() != 3 || g == nil {
		return bad, false
	}
	if !g.IsRecord() || g.Rec != blockGroup.Rec {
		c.Unsupported(c.Pos(), "an asynchronous copy by a %s; copy with the block, or with one thread", g.Plain())
		return bad, true
	}
	return startCopy(c, emit.Copy{Agent: kernel.Agent{Collective: true}}, unitOf(c, 1)), true
}

// startCopy starts a copy between addresses that are multiples of unit bytes.
func startCopy(c Call, copies emit.Copy, unit int64) Value {
	to, from := c.Argument(0), c.Argument(1)
	n, ok := c.Number(2)
	if !ok {
		return bad
	}
	if !to.IsPointer || !from.IsPointer {
		c.Unsupported(c.Pos(), "an asynchronous copy between places that are no pointers")
		return bad
	}
	copies.To, copies.From = emit.Aligned(c, unit, &to), emit.Aligned(c, unit, &from)
	size, constant := kernel.Fold(n).(*kernel.Const)
	switch {
	case constant && size.Val == 0:
	case constant && size.Val > 0 && size.Val <= mostCopied:
		copies.Bytes = size.Val
		copies.Start(c)
	case copies.Read != nil:
		c.Unsupported(c.Pos(), "an asynchronous copy of a number of bytes that is not constant and of which not all are read")
		return bad
	default:
		copies.Some = cexpr.Convert(n, kernel.I64)
		copies.Start(c)
	}
	return void
}

// mostCopied bounds what one copy covers: more than shared memory has.
const mostCopied = 1 << 20

func waitPrior(c Call) (Value, bool) {
	if c.Len() != 1 {
		return bad, false
	}
	n, ok := c.Number(0)
	if !ok {
		return bad, true
	}
	c.Emit(&kernel.Async{Src: c.Src(), Op: kernel.AsyncWait, Of: kernel.CopyGroup, Pending: cexpr.Convert(n, kernel.I32)})
	return void, true
}

func barrierPlace(c Call) (Value, bool) {
	if c.Len() != 1 || !IsBarrier(c.ArgType(0)) {
		return bad, false
	}
	at, ok := c.Element(c.Field(c.ArgObject(0), 0), token, kernel.NewConst(kernel.I64, 0))
	if !ok {
		c.Unsupported(c.Pos(), "a cuda::barrier that is not in shared memory")
		return bad, true
	}
	return Value{Type: ctype.PointerTo(token), Pointer: at}, true
}

func initAnew(c Call) (Value, bool) {
	if c.Len() != 2 {
		return bad, false
	}
	at := c.Argument(0)
	n, ok := c.Number(1)
	if !ok || !at.IsPointer {
		return bad, true
	}
	emit.Phase(c, &at, kernel.Phase{Op: kernel.PhaseInit, Count: kernel.Fold(cexpr.Convert(n, kernel.U32)), Anew: true})
	return void, true
}
