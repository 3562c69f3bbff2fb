package prove

import (
	"gv2/boogie"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/decision"
)

// nothingToCheck reports whether no execution of the program can fail: there is
// no assertion, no invariant to maintain but candidates, which may be dropped, no
// postcondition, and no call with a precondition. The solver need not be asked then. A property whose every check
// the translation found superfluous, such as barriers that stand in no
// conditional, is of this kind.
func nothingToCheck(p *boogie.Program) bool {
	procs := map[string]*boogie.Proc{}
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Proc); ok {
			procs[proc.Name] = proc
		}
	}
	for _, proc := range procs {
		if proc.Body != nil && (demands(proc.Ensures) || checks(proc.Body, procs)) {
			return false
		}
	}
	return true
}

func demands(specs []boogie.Spec) bool {
	for _, s := range specs {
		if !s.Free {
			return true
		}
	}
	return false
}

// checks reports whether a statement can fail; one that is not known here can.
func checks(stmts []boogie.Stmt, procs map[string]*boogie.Proc) bool {
	for _, st := range stmts {
		switch st := st.(type) {
		case *boogie.Comment, *boogie.Assign, *boogie.Havoc, *boogie.Assume, *boogie.Break, *boogie.Return:
		case *boogie.Call:
			callee := procs[st.F]
			if callee == nil || demands(callee.Requires) {
				return true
			}
		case *boogie.If:
			if checks(st.Then, procs) || checks(st.Else, procs) {
				return true
			}
		case *boogie.While:
			for _, inv := range st.Invs {
				if !inv.Free && inv.Candidate == "" {
					return true
				}
			}
			if checks(st.Body, procs) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// trivial proves the properties of encoding if nothing about them is left to
// check, and reports whether it did.
func (s *session) trivial(encoding ask.Request) bool {
	encoding.Invariants = ask.NoInvariants
	out, ok := s.encode(encoding)
	return ok && nothingToCheck(out.Program) && needless(s, out, encoding.AllowSameValue)
}

// needless proves what a program is about that has nothing to check.
func needless(s *session, out *instrument.Output, sameValue bool) bool {
	return s.step(decision.StepProve, func() bool {
		s.Opts.Trace.Note("nothing is left to check; gv2 asks no solver")
		for _, p := range out.Procedures {
			s.judgeProcedure(run{out: out, sameValue: sameValue}, &procedureAnswer{proc: p})
		}
		return true
	})
}
