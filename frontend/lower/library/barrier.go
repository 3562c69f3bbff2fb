package library

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Barriers of the block that lie in shared memory and whose arrival and wait are two
// calls: libcu++, cuda::barrier. A token is the number of a phase. Each operation accesses the barrier's memory as well, so that a
// barrier that may not be initialised yet is raced for.

var (
	phaseBarrier = state("cuda::barrier", "phase", token, 8)
	token        = ctype.Scalars["uint64_t"]
)

func init() {
	types["barrier"] = barrierType
	types["arrival_token"] = func(use TypeName) *ctype.Type {
		if !use.Qualified() {
			return nil
		}
		return token
	}
	define(initBarrier, "init")
	members = append(members, memberFunctions{IsBarrier, barrierMember})
}

// IsBarrier reports whether t is cuda::barrier.
func IsBarrier(t *ctype.Type) bool { return t.IsRecord() && t.Rec == phaseBarrier.Rec }

// barrierType is cuda::barrier<cuda::thread_scope_block>.
func barrierType(use TypeName) *ctype.Type {
	if !use.Qualified() {
		return nil
	}
	if use.TemplateLen() != 1 || !use.Mentions("thread_scope_block") {
		use.Unsupported(use.Pos(), "cuda::barrier of another scope than thread_scope_block, or with a completion function")
		return ctype.Bad
	}
	return phaseBarrier
}

// initBarrier is init(&bar, n). A program may have a function of that name for something
// else.
func initBarrier(c Call) (Value, bool) {
	if c.Len() != 2 {
		return bad, false
	}
	p := c.Arg(0).Pointer
	if p == nil || !IsBarrier(p.Pointee()) {
		return bad, false
	}
	n := c.Convert(c.Arg(1), ctype.Scalars["long long"])
	if n.Type.Bad() {
		return bad, true
	}
	return onBarrier(c, c.Deref(p), func(at Pointer) Value {
		return phase(c, at, kernel.Phase{Op: kernel.PhaseInit, Count: n.Expr})
	}), true
}

// barrierMember is a call of a member function of the barrier o.
func barrierMember(c Call, o Object) Value {
	switch {
	case c.Name() == "arrive" && c.Len() == 0:
		return onBarrier(c, o, func(at Pointer) Value { return arrive(c, at) })
	case c.Name() == "arrive" && c.Len() == 1:
		n := c.Convert(c.Arg(0), ctype.Scalars["long long"])
		if n.Type.Bad() {
			return bad
		}
		return onBarrier(c, o, func(at Pointer) Value { return arrives(c, at, kernel.Phase{Count: kernel.Fold(n.Expr)}) })
	case c.Name() == "arrive_and_drop" && c.Len() == 0:
		return onBarrier(c, o, func(at Pointer) Value { return phase(c, at, kernel.Phase{Op: kernel.PhaseArrive, Drop: true}) })
	case c.Name() == "try_wait" && c.Len() == 1:
		t := c.Convert(c.Arg(0), token)
		if t.Type.Bad() {
			return bad
		}
		return onBarrier(c, o, func(at Pointer) Value { return test(c, at, kernel.Phase{Token: t.Expr}) })
	case (c.Name() == "wait_parity" || c.Name() == "try_wait_parity") && c.Len() == 1:
		p := c.Convert(c.Arg(0), ctype.Scalars["bool"])
		if p.Type.Bad() {
			return bad
		}
		parity := cexpr.Convert(p.Expr, kernel.U32)
		return onBarrier(c, o, func(at Pointer) Value {
			if c.Name() == "wait_parity" {
				return phase(c, at, kernel.Phase{Op: kernel.PhaseWait, Parity: parity})
			}
			return test(c, at, kernel.Phase{Parity: parity})
		})
	case strings.HasPrefix(c.Name(), "~") && c.Len() == 0:
		return onBarrier(c, o, func(at Pointer) Value { return phase(c, at, kernel.Phase{Op: kernel.PhaseInvalidate}) })
	case c.Name() == "wait" && c.Len() == 1:
		t := c.Convert(c.Arg(0), token)
		if t.Type.Bad() {
			return bad
		}
		return onBarrier(c, o, func(at Pointer) Value { return wait(c, at, t) })
	case c.Name() == "arrive_and_wait" && c.Len() == 0:
		return onBarrier(c, o, func(at Pointer) Value { return wait(c, at, arrive(c, at)) })
	}
	c.Unsupported(c.Pos(), "%s of a cuda::barrier with %s; gv2 knows arrive(), arrive(n), wait(token), arrive_and_wait(), arrive_and_drop(), try_wait(token), wait_parity(p) and try_wait_parity(p)", c.Name(), diag.Count(c.Len(), "argument"))
	return bad
}

func arrive(c Call, at Pointer) Value { return arrives(c, at, kernel.Phase{}) }

// arrives is an arrive as s says, with its token.
func arrives(c Call, at Pointer, s kernel.Phase) Value {
	s.Op, s.Dst = kernel.PhaseArrive, c.Temp(kernel.U64)
	if phase(c, at, s).Type.Bad() {
		return bad
	}
	return Value{Type: token, Expr: &kernel.VarRef{Var: s.Dst}}
}

// test asks whether a phase is complete.
func test(c Call, at Pointer, s kernel.Phase) Value {
	s.Op, s.Dst = kernel.PhaseTest, c.Temp(kernel.BoolType)
	if phase(c, at, s).Type.Bad() {
		return bad
	}
	return Value{Type: ctype.Scalars["bool"], Expr: &kernel.VarRef{Var: s.Dst}}
}

func wait(c Call, at Pointer, t Value) Value {
	if t.Type.Bad() {
		return bad
	}
	return phase(c, at, kernel.Phase{Op: kernel.PhaseWait, Token: t.Expr})
}

// onBarrier is what f does where the barrier o lies.
func onBarrier(c Call, o Object, f func(at Pointer) Value) Value {
	at, ok := c.Element(c.Field(o, 0), token, kernel.NewConst(kernel.I64, 0))
	if !ok {
		c.Unsupported(c.Pos(), "a cuda::barrier that is not in shared memory")
		return bad
	}
	return f(at)
}

// phase emits an operation, and its access to the barrier's memory, for each array that
// the barrier may lie in.
func phase(c Call, at Pointer, s kernel.Phase) Value {
	result := void
	var state kernel.Expr
	if s.Op == kernel.PhaseInit {
		state = emit.Arbitrary(c, kernel.U64, "the state of a barrier")
	}
	c.Access(at, kernel.U64, func(acc kernel.Access) {
		if acc.Array.Space != kernel.Shared {
			c.Unsupported(c.Pos(), "a cuda::barrier that is not in shared memory")
			result = bad
			return
		}
		own := s
		own.Src, own.At = c.Src(), acc
		if s.Op == kernel.PhaseInit {
			// Elements of another type get an arbitrary value of their own.
			x := state
			if acc.Width == 1 && acc.Array.Elem != kernel.U64 {
				x = nil
			}
			c.Emit(&kernel.Store{Src: c.Src(), Acc: acc, X: x, OfBarrier: true})
		} else {
			c.Emit(&kernel.Load{Src: c.Src(), Acc: acc, OfBarrier: true})
		}
		c.Emit(&own)
	})
	return result
}
