package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// standIns are variables that stand in conditions of the user's for what is no variable of
// the thread: one of the other thread, or of the log.
type standIns struct {
	enc  *arith.Encoder
	prog *predicate.Program
	// vars are the variables by what they stand for.
	vars     map[any]*kernel.Var
	assigned map[*kernel.Var]bool // those that every thread assigns
}

func newStandIns(enc *arith.Encoder, prog *predicate.Program) standIns {
	enc.Aliases = map[*kernel.Var]func(int) string{}
	return standIns{enc: enc, prog: prog, vars: map[any]*kernel.Var{}}
}

// swapped is x for the other thread.
func (s *standIns) swapped(x kernel.Expr) kernel.Expr {
	return kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			if s.enc.IsUniform(e) {
				return e
			}
			known := fact.TypeRange(e.Var.T)
			if s.given(e.Var) {
				known = s.enc.Ranges.Of(e)
			}
			return s.StandIn(*e, e.Var.T, known, func(thread int) string { return s.enc.Variable(e.Var, 3-max(thread, 1)) })
		case *kernel.Builtin:
			if s.enc.IsUniform(e) {
				return e
			}
			return s.StandIn(*e, kernel.U32, s.enc.Ranges.Of(e), func(thread int) string {
				return s.enc.Builtin(e, 3-max(thread, 1)).(*boogie.Id).Name
			})
		default:
			// Others are as their operands are.
		}
		return e
	})
}

// StandIn is a variable that goes by another name; key tells what it stands for.
func (s *standIns) StandIn(key any, t kernel.Type, known fact.Interval, name func(thread int) string) kernel.Expr {
	v := s.vars[key]
	if v == nil {
		v = &kernel.Var{Name: "stand-in", T: t, Temp: true}
		s.vars[key] = v
		s.enc.Aliases[v] = name
		s.enc.Ranges.Vars[v] = known
	}
	return kernel.Ref(v)
}

// logged is a variable of the log, which both threads see.
func (s *standIns) logged(name string, t kernel.Type, known fact.Interval) kernel.Expr {
	x := s.StandIn(name, t, known, func(int) string { return name })
	s.enc.Uniform[x.(*kernel.VarRef).Var] = true
	return x
}

// given reports whether every thread assigns v before it can part from others, so that v
// has a value that the kernel gives it in a thread that is elsewhere, too.
func (s *standIns) given(v *kernel.Var) bool {
	if s.assigned == nil {
		s.assigned = map[*kernel.Var]bool{}
		assignedByAll(s.prog.Kernel.Body, s.assigned)
	}
	return v.Param || s.assigned[v]
}

// assignedByAll finds the variables that are assigned before any condition or jump,
// and in blocks that all threads enter; false where some have left.
func assignedByAll(stmts []kernel.Stmt, into map[*kernel.Var]bool) bool {
	for _, s := range stmts {
		if v := kernel.Assigned(s); v != nil {
			into[v] = true
		}
		if r, ok := s.(*kernel.Region); ok {
			if !assignedByAll(r.Body, into) {
				return false
			}
			continue
		}
		if fact.MayJump(s) {
			return false
		}
	}
	return true
}
