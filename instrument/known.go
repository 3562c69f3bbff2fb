package instrument

import (
	"cmp"

	"gv2/boogie"
	"gv2/instrument/ask"
	"gv2/instrument/key"
)

// The log holds any one access of each kind, or none. So a check that does not count while the
// log holds certain accesses still counts for each other access, in the runs in which the log
// holds that one: what is left out is the pairs that are known and nothing else.

// exceptKnown leaves races that are known out of what the program checks.
func exceptKnown(p *boogie.Program, sites []*key.Site, known []ask.Race) {
	if len(known) == 0 {
		return
	}
	for _, d := range p.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok {
			continue
		}
		boogie.WalkStmts(proc.Body, func(st boogie.Stmt) {
			call, ok := st.(*boogie.Call)
			if !ok || len(call.Args) == 0 {
				return
			}
			checked, ok := call.Tag.(*key.Site)
			if !ok || checked.Array == nil {
				return
			}
			for _, logged := range sites {
				if logged.Array == checked.Array && clash(logged.Kind, checked.Kind) && isKnown(known, logged, checked) {
					call.Args[0] = boogie.And(call.Args[0], boogie.Not(logs(logged)))
				}
			}
		})
	}
}

// clash reports whether a check of one kind of access asks about logged ones of the other: two
// reads never do, and what nothing asks about has no log.
func clash(one, two key.AccessKind) bool { return one != two || one == key.Write }

func isKnown(known []ask.Race, one, two *key.Site) bool {
	array := cmp.Or(one.Array.Label, one.Array.Name)
	for i := range known {
		if known[i].Is(array, ask.LineOf(one.Src.Pos), ask.LineOf(two.Src.Pos)) {
			return true
		}
	}
	return false
}

// logs says that the log holds an access made at a site.
func logs(s *key.Site) boogie.Expr {
	a := s.Array.Name
	return boogie.And(boogie.V(key.OccurredName(s.Kind, a)), boogie.Eq(boogie.V(key.SourceName(s.Kind, a)), boogie.I(int64(s.ID))))
}
