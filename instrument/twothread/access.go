package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// accessing is an access being written.
type accessing struct {
	kind key.AccessKind
	acc  kernel.Access
	plan *ArrayPlan
	pred kernel.Expr
	site *key.Site
	// checked is set where races on it are looked for; else it is logged only, for what
	// annotations ask.
	checked bool
	// args are those of LOG and CHECK for a thread.
	args func(thread int) []boogie.Expr
}

// access writes an access of both threads, in steps that have files of their own:
//
//	elsewhere       named_barriers.go  with named barriers, generations take the place of LOG and CHECK
//	separate        rows.go            facts that tell the rows of the index apart
//	AssumeDisjoint  disjoint.go        what an analysis knows of stores that do not meet
//	step            lockstep.go        in lock step, what came before is ordered before
//	logFirst        log.go             LOG of thread 1,
//	noteAccess      note.go            noted for candidates of loops,
//	compareRows     compare.go         facts that compare logged rows with the one checked,
//	checkSecond     log.go             and CHECK of thread 2
//
// extra are further arguments of LOG and CHECK, nil for none.
func (w *Writer) access(pred kernel.Expr, src kernel.Src, kind key.AccessKind, acc kernel.Access, extra func(thread int) boogie.Expr) {
	if w.elsewhere(kind, acc) {
		return
	}
	a := &accessing{kind: kind, acc: acc, plan: w.Plan.of[acc.Array], pred: pred}
	a.checked = !w.Single && w.checksRaces() && a.plan.Racy(w.Enc.Pair)
	if w.muted() || !a.checked && !w.Logs(a.plan) || kind == key.Read && !a.plan.Logs(key.Read) {
		return
	}
	w.Rows.Separate(acc.Index)
	if st, ok := w.at.Stmt.(*kernel.Store); ok {
		w.AssumeDisjoint(pred, a.plan, st)
	}
	a.site = w.accessSite(src, a)
	a.args = func(thread int) []boogie.Expr { return w.accessArgs(a, thread, extra) }
	w.step(pred)
	w.logFirst(a)
	w.checkSecond(a)
	w.step(pred)
}

// accessSite is the site of an access, which decides data-race where it is checked.
func (w *Writer) accessSite(src kernel.Src, a *accessing) *key.Site {
	var property kernel.Property
	if a.checked {
		property = kernel.DataRace
	}
	s := w.Site(src, property)
	s.Kind, s.Array, s.Width = a.kind, a.acc.Array, a.acc.Width
	return s
}

// accessArgs are the arguments that LOG and CHECK have in common.
func (w *Writer) accessArgs(a *accessing, thread int, extra func(thread int) boogie.Expr) []boogie.Expr {
	out := []boogie.Expr{w.Pred(a.pred, thread), w.Enc.Expr(a.plan.Offset(a.acc.Index), thread)}
	if a.plan.Wide {
		out = append(out, a.plan.OffsetConst(w.Enc, int64(a.acc.Width)))
	}
	if extra != nil {
		out = append(out, extra(thread))
	}
	return append(out, w.tokenArgs(a, thread)...)
}
