package twothread

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// RefuseAnnotations reports what the translation cannot state.
func RefuseAnnotations(k *kernel.Kernel, diags *diag.List) {
	r := &refusals{diags: diags, alone: k.Launch.Threads() == 1 && k.Launch.Blocks() == 1}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Assert:
			r.asserted(s.Src, s.Cond, s.Global)
		case *kernel.Assume:
			r.assumed(s.Src, s.Cond)
		case *kernel.Loop:
			for _, inv := range s.Invariants {
				if !inv.Candidate {
					r.asserted(inv.Src, inv.Cond, inv.Global)
				}
			}
		default:
			// Others have no condition that the user states.
		}
		return true
	})
}

type refusals struct {
	diags *diag.List
	alone bool
}

// general refuses what can be stated neither as a claim nor as an assumption.
func (r *refusals) general(src kernel.Src, cond kernel.Expr, relates bool) bool {
	switch {
	case r.alone && relates:
		r.diags.Unsupportedf(src.Pos, "an annotation about two threads in a grid of one")
	case othersAccesses(cond):
		r.diags.Unsupportedf(src.Pos, "what the other thread has accessed; state it of the thread itself, it holds for both")
	default:
		return false
	}
	return true
}

func (r *refusals) asserted(src kernel.Src, cond kernel.Expr, global bool) {
	if !r.general(src, cond, global || kernel.OfOther(cond)) && claimsAccess(cond, true) {
		r.diags.Unsupportedf(src.Pos, "a claim that an access was made; state what holds of every access: __write_implies(p, ...)")
	}
}

func (r *refusals) assumed(src kernel.Src, cond kernel.Expr) {
	if !r.general(src, cond, kernel.OfOther(cond)) && !holdsWithoutAccess(cond) {
		r.diags.Unsupportedf(src.Pos, "an assumption that an access was made; state what holds of every access: __write_implies(p, ...)")
	}
}

// othersAccesses reports whether e asks what the other thread has accessed.
func othersAccesses(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		o, ok := e.(*kernel.Other)
		found = found || ok && kernel.OfAccesses(o.X)
		return !found
	})
	return found
}

// claimsAccess reports whether an access that was made may make e true, or with
// positive unset false.
func claimsAccess(e kernel.Expr, positive bool) bool {
	switch e := e.(type) {
	case *kernel.Accessed:
		return positive
	case *kernel.Unary:
		if e.Op == kernel.Not {
			return claimsAccess(e.X, !positive)
		}
	case *kernel.Binary:
		switch {
		case e.Op == kernel.Implies:
			return claimsAccess(e.X, !positive) || claimsAccess(e.Y, positive)
		case e.Type() == kernel.BoolType && (e.Op.IsLogical() || e.Op == kernel.And || e.Op == kernel.Or):
			return claimsAccess(e.X, positive) || claimsAccess(e.Y, positive)
		}
	default:
		// Others claim no access.
	}
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		_, ok := e.(*kernel.Accessed)
		found = found || ok
		return !found
	})
	return found
}

// holdsWithoutAccess reports whether the conjuncts of e that ask about accesses hold
// where there were none, whatever index the log has, and no access makes one true.
func holdsWithoutAccess(e kernel.Expr) bool {
	for _, c := range kernel.Conjuncts(e) {
		if !kernel.OfAccesses(c) {
			continue
		}
		empty := kernel.Fold(kernel.MapExpr(c, func(e kernel.Expr) kernel.Expr {
			if _, ok := e.(*kernel.Accessed); ok {
				return kernel.BoolConst(false)
			}
			return e
		}))
		if v, ok := empty.(*kernel.Const); !ok || v.Val == 0 || claimsAccess(c, true) {
			return false
		}
	}
	return true
}
