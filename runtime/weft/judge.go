package weft

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/naming"
)

// report judges an attempt. The rule: a property is proved only if every block
// ran to its end, on one schedule whose generations are the same in all
// schedules, and nothing is open that could change what threads execute.
func (c *checker) report(a *attempt) *Report {
	r := &Report{Notes: a.notes, Stats: a.stats, Ran: a.completed}
	r.OneBlock = len(a.blocks) == 1 && a.blocks[0] == nil
	errors.As(a.err, &r.NotStatic)
	r.Complete = a.err == nil && a.completed == len(a.blocks) && a.unsettled().None()
	for i := range a.asserts {
		if s := a.asserts[i].Site; !slices.Contains(r.OpenAsserts, s) {
			r.OpenAsserts = append(r.OpenAsserts, s)
		}
	}
	r.Faults = append(r.Faults, a.faults...)
	if a.pairs != nil {
		faults, further, note := a.pairs.reported()
		c.explain(a, faults)
		r.Faults = append(r.Faults, slices.DeleteFunc(slices.Clone(faults), func(f Fault) bool { return f.onlyReads() })...)
		r.Further = further
		r.Notes = append(r.Notes, note...)
	}
	r.Faults = append(r.Faults, c.assertionFaults(a.asserts)...)
	for _, property := range Properties {
		r.Evidence = append(r.Evidence, c.judge(a, r, property)...)
	}
	r.Conclude()
	if a.races != nil {
		r.Notes = append(r.Notes, openNotes(a.races.open)...)
		if r.Unlisted = c.racyContents(a, r, kernel.DataRace); r.Unlisted == "" {
			r.Unlisted = c.openRaces(a, r, kernel.DataRace)
		}
		within := r.Complete && r.Further == 0 && c.o.Input == 0 && r.Unlisted == ""
		r.Listed = map[claim.Scope]bool{claim.WithinBlock: within, claim.BetweenBlocks: within && len(a.races.openBlocks) == 0}
	}
	return r
}

// judge gives the evidence on one property: its faults, or the first reason against a proof,
// or a proof.
func (c *checker) judge(a *attempt, r *Report, property kernel.Property) []claim.Evidence {
	if faults := c.witnesses(r, property); len(faults) > 0 {
		return faults
	}
	by := claim.Method{Engine: claim.Weft}
	for _, doubt := range []func() claim.Reason{
		func() claim.Reason { return claim.Because(c.cutShort(a, r, property)) },
		a.unsettled,
		func() claim.Reason { return claim.Because(c.racyContents(a, r, property)) },
		func() claim.Reason { return claim.Because(c.openAssertion(a, r, property)) },
		func() claim.Reason { return claim.Because(c.openRaces(a, r, property)) },
	} {
		if why := doubt(); !why.None() {
			return []claim.Evidence{claim.Open{Claims: claim.Of(property), By: by, Why: why}}
		}
	}
	proof := claim.Proof{Claims: claim.Of(property), By: by}
	if c.o.Input != 0 {
		proof.Bound = "one input"
	}
	if property != kernel.DataRace || len(a.races.openBlocks) == 0 {
		return []claim.Evidence{proof}
	}
	proof.Claims = []claim.Claim{{Property: property}}
	return []claim.Evidence{proof, claim.Open{
		Claims: []claim.Claim{claim.RacesAcross}, By: by, Why: claim.Because("races between blocks are undecided: the element that a block accesses " +
			"is not known: " + c.listed(a.races.openBlocks) + "; --intra-group excludes such races, and gv2 runs all blocks of a small --grid-dim"),
	}}
}

// witnesses are the faults of a property.
func (c *checker) witnesses(r *Report, property kernel.Property) []claim.Evidence {
	var out []claim.Evidence
	view := View{Kernel: c.k, Report: r}
	for i := range r.Faults {
		if f := &r.Faults[i]; f.Property == property && !f.Benign {
			found := view.finding(f)
			out = append(out, claim.Witness{Claim: claim.Claim{Property: property, Scope: found.Scope}, Finding: found, Needs: claim.Executed})
		}
	}
	return out
}

// onlyReads reports whether a race is one of atomics that only load, which is none: the
// engine takes them as updates.
func (f *Fault) onlyReads() bool {
	if f.Property != kernel.DataRace {
		return false
	}
	for _, p := range f.At {
		if p.Site == nil || !kernel.OnlyReads(p.Site.Stmt) {
			return false
		}
	}
	return true
}

// Conclude reads the verdicts off the evidence.
func (r *Report) Conclude() {
	b := &claim.Board{}
	b.Enter(r.Evidence...)
	r.Verdicts = map[kernel.Property]Verdict{}
	for _, property := range Properties {
		v := Verdict{Status: b.Property(property)}
		if v.Status == claim.Unknown {
			v.Blocks = b.Status(claim.Claim{Property: property}) == claim.Proved
			v.Why = b.Why(claim.Claim{Property: property, Scope: claim.BetweenBlocks})
			v.Reason = v.Why.String()
		}
		r.Verdicts[property] = v
	}
}

// cutShort is the reason if execution ended before the blocks did.
func (c *checker) cutShort(a *attempt, _ *Report, _ kernel.Property) string {
	var open *emulate.NotStatic
	var assume *emulate.AssumeError
	var budget *emulate.BudgetError
	switch {
	case a.err == nil && c.o.Block != nil:
		return "only one block of the grid was executed"
	case a.err == nil:
		return ""
	case errors.As(a.err, &open):
		return notStaticReason(open)
	case errors.As(a.err, &assume):
		return fmt.Sprintf("the assumption at %s does not hold for %s, so nothing after it is checked",
			assume.Src.Pos, naming.Names{Launch: c.k.Launch}.One(assume.Warp*kernel.WarpSize+assume.Lane))
	case errors.As(a.err, &budget):
		return fmt.Sprintf("%s at %s; --max-commands raises the limit", budget, budget.Src.Pos)
	}
	return a.err.Error()
}

// notStaticReason explains what made the kernel not static, where, and what would help.
func notStaticReason(n *emulate.NotStatic) string {
	text := fmt.Sprintf("not static: %s, decided at %s, depends on %s", n.What, n.Src.Pos, n.Cause)
	if !n.Src.Pos.Valid() {
		text = fmt.Sprintf("not static: %s depends on %s", n.What, n.Cause)
	}
	if n.Origin.Valid() && !strings.Contains(n.Cause, n.Origin.String()) {
		text += fmt.Sprintf(" (%s)", n.Origin)
	}
	switch {
	case n.Param != "":
		text += fmt.Sprintf("; --param %s=… or __requires(%s == …) may help", n.Param, n.Param)
	case n.Block:
		text += fmt.Sprintf("; with a --grid-dim of at most %d blocks, gv2 runs each block", DefaultMaxBlocks)
	}
	return text
}

// unsettled is the reason if there is a barrier fault: it leaves open what
// follows it, or what other schedules do.
func (a *attempt) unsettled() claim.Reason {
	for i := range a.faults {
		f := &a.faults[i]
		behind := claim.Behind(f.Property, f.where())
		switch {
		case f.Property == kernel.Recycling:
			return behind.Saying(fmt.Sprintf("barriers are recycled unsafely (%s), so runs differ in which operations meet", f.where()))
		case f.Property == kernel.Deadlock:
			return behind.Saying(fmt.Sprintf("the block does not end: it deadlocks (%s)", f.where()))
		case !f.Property.Info().OfBarriers:
		default:
			return behind
		}
	}
	return claim.Reason{}
}

// where is the position of a fault.
func (f *Fault) where() diag.Pos {
	for _, p := range f.At {
		if p.Site != nil {
			return p.Site.Src().Pos
		}
	}
	return diag.Pos{}
}

// racyContents is the reason if control or addresses depend on an array with races:
// its contents are the same in every schedule only if accesses to it do not
// race.
func (c *checker) racyContents(a *attempt, _ *Report, p kernel.Property) string {
	switch {
	case a.pairs == nil && !a.untold:
		return ""
	case p.Info().OfBarriers && c.o.steady():
		return ""
	case a.untold && len(a.relied) > 0:
		return "the threads' behaviour depends on the contents of memory on which accesses may race"
	case a.pairs == nil:
		return ""
	}
	for _, list := range [][]Fault{a.pairs.found.faults, a.pairs.found.possible} {
		for i := range list {
			f := &list[i]
			if f.Property == kernel.DataRace && f.Array >= 0 && a.relied[f.Array] && !f.Benign {
				return fmt.Sprintf("the threads' behaviour depends on the contents of %s, where accesses race (%s)",
					c.k.Arrays[f.Array].Label, f.where())
			}
		}
	}
	return ""
}

// openAssertion is the reason if an assertion depends on the input.
func (c *checker) openAssertion(a *attempt, _ *Report, property kernel.Property) string {
	for i := range a.asserts {
		if a.asserts[i].Stmt.Property() != property {
			continue
		}
		what := "the assertion"
		if property == kernel.Bounds {
			what = "the index of the access"
		}
		return fmt.Sprintf("%s at %s depends on the input", what, a.asserts[i].Site.Src().Pos)
	}
	return ""
}

// openRaces is the reason if accesses could not be compared, or race only for
// some inputs.
func (c *checker) openRaces(a *attempt, _ *Report, property kernel.Property) string {
	if property != kernel.DataRace {
		return ""
	}
	for array := range kernel.MixedAtomics(c.k) {
		return fmt.Sprintf("atomics on %s differ in width, and where they overlap they are not atomic to each other; the exact engine does not tell them apart", array.Label)
	}
	if s := kernel.AtomicLoads(c.k); s != nil {
		return fmt.Sprintf("the atomic at %s only reads, which the exact engine does not tell from an update", s.Pos)
	}
	if len(a.races.open) > 0 {
		return "the element that is accessed is not known: " + c.listed(a.races.open)
	}
	if a.untold {
		return "a race is possible, and nobody asked for it"
	}
	if a.pairs == nil {
		return ""
	}
	for _, f := range a.pairs.possible() {
		if !f.Benign {
			return "a race is possible, depending on the input or on the values stored: " + f.Message
		}
	}
	return ""
}

// listed names the statements of accesses for a sentence, three at most.
func (c *checker) listed(open []openAccess) string {
	var names []string
	for _, o := range open {
		names = append(names, fmt.Sprintf("%s at %s", c.k.Arrays[o.site.Array].Label, o.site.Src().Pos))
	}
	names = slices.Compact(names)
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return strings.Join(names, ", ")
}

// assertionFaults are the assertions that fail for every input, one for each
// statement.
func (c *checker) assertionFaults(asserts []assertIn) []Fault {
	var out []Fault
	seen := map[int]bool{}
	for i := range asserts {
		a := &asserts[i]
		if a.False == 0 || a.May || seen[a.Site.ID] {
			continue
		}
		seen[a.Site.ID] = true
		thread := a.Warp*kernel.WarpSize + firstLane(a.False)
		message := "assertion fails: " + a.Stmt.Text
		if a.Stmt.Bounds {
			message = "access out of bounds: " + a.Stmt.Text
		}
		message += ", in " + naming.Names{Launch: c.k.Launch}.At(thread)
		if array := a.Stmt.Array; a.HasIndex && array != nil {
			message += fmt.Sprintf(": index %d", claim.DeclaredIndex(array, a.Index))
			if len(array.Dims) > 1 {
				message += " over all dimensions"
			}
		}
		out = append(out, Fault{
			Property: a.Stmt.Property(), Kind: KindAssert, Array: -1, Message: message,
			At: []Party{{Site: a.Site, Kind: "assert", Block: a.block, Thread: thread}},
		})
	}
	return out
}

// openNotes names the statements that access unknown elements, with their
// counts. It leaves out elements that are known relative to a base that depends
// on the block.
func openNotes(open []openAccess) []Note {
	var out []Note
	for _, o := range open {
		if o.count == 0 {
			continue
		}
		out = append(out, Note{Site: o.site, Message: fmt.Sprintf("%d accesses whose element is not known", o.count), Unknown: true})
	}
	return out
}
