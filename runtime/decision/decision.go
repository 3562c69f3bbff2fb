// Package decision holds what the steps of a verdict share: what is asked (Question in the
// words of users, Options for the engines), how much of the time is left (Clock), what is
// known (Decision, with the board of evidence), and what is answered (Result).
//
// It asks no engine. The steps that do are in packages exact and prove, package confirm
// looks at faults, and package verdict puts them into an order.
package decision

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// Decision is what is known about a kernel while its steps run, one after the other.
type Decision struct {
	Case
	Result Result
	// By holds the properties that are asked for and say something here.
	By map[kernel.Property]*Property
	// Board holds the evidence. What is proved is what it says.
	Board claim.Board
	// Share is the part of the time left that the step may use.
	Share float64
	// Report is the exact engine's answer, nil without one.
	Report *weft.Report
}

// Begin knows nothing yet.
func Begin(c Case) *Decision {
	d := &Decision{Case: c, By: map[kernel.Property]*Property{}, Result: Result{Kernel: c.Kernel.Name, Pos: c.Kernel.Pos, Launch: c.Kernel.Launch}}
	if kernel.OpenLives(c.Kernel) {
		d.Board.NeedLives()
	}
	if len(d.Kernel.Overlaps) > 0 {
		d.Board.NeedApart(d.Kernel.Overlaps)
	}
	if d.WaitsInLockStep() {
		d.Board.NeedEnds()
	}
	return d
}

// WaitsInLockStep reports whether loops wait for other threads where those of a warp run in lock step.
func (d *Decision) WaitsInLockStep() bool {
	return d.Opts.Progress == LockStep && fact.WaitsForThreads(d.Kernel)
}

// Settle gives every property the status that the evidence on it has, and if that decides
// it, who has.
func (d *Decision) Settle() {
	for name, p := range d.By {
		p.Status = d.Board.Property(name)
		how := d.Board.How(name)
		if how.Engine != "" {
			p.Engine = string(how.Engine)
		}
		if p.Status == claim.Proved || p.Status == claim.Bounded {
			p.Arith = how.Arith
		}
		if p.Status == claim.Refuted && !d.Opts.NoPrecondition {
			d.Clock.Keep()
		}
	}
}

// Resting is what keeps an open property from being proved, of the proof that it has.
func (d *Decision) Resting(name kernel.Property) claim.Reason {
	for _, c := range claim.Of(name) {
		base, missing := d.Board.Missing(c, claim.Unknown)
		if missing && base.Part == claim.Lives {
			return claim.Because("nothing in the text shows that the blocks of a cluster have begun, and have not ended, when others access their shared memory; " +
				"let all threads of the cluster meet at a cluster.sync() before these accesses and behind them")
		}
		if missing && base == claim.Ends {
			return claim.Because(d.waiting())
		}
		if missing {
			return claim.Resting(base.Property, d.Board.Property(base.Property))
		}
	}
	return claim.Reason{}
}

// waiting says what is missing of a proof that loops that wait end in lock step.
func (d *Decision) waiting() string {
	const text = "it is not shown that loops that wait for other threads end in lock step (--progress lockstep)"
	base, missing := d.Board.Missing(claim.Ends, claim.Unknown)
	switch {
	case !missing:
		return text
	case d.By[base.Property] == nil:
		return text + ": that rests on " + string(base.Property) + ", which was not checked"
	}
	return text + ": that rests on " + string(base.Property) + ", which is " + string(d.Board.Property(base.Property))
}

// Bounded says up to which bound nothing is wrong, of a property that is bounded.
func (d *Decision) Bounded(name kernel.Property) claim.Reason {
	for _, c := range claim.Of(name) {
		if d.Board.Status(c) == claim.Bounded {
			return claim.Because(d.Board.Bound(c))
		}
	}
	return claim.Reason{}
}

// Unknown reports whether the property is to be decided and is not yet.
func (d *Decision) Unknown(name kernel.Property) bool {
	p := d.By[name]
	return p != nil && p.Status == claim.Unknown
}

// ByAxioms reports whether the memory model has decided a property. It knows which accesses
// are strong, so others have nothing to add.
func (d *Decision) ByAxioms(name kernel.Property) bool {
	p := d.By[name]
	return p != nil && p.Engine == AxiomsEngine && (p.Status == claim.Proved || p.Status == claim.Refuted)
}

// AnyUnknown reports whether anything is left to decide.
func (d *Decision) AnyUnknown() bool {
	for name := range d.By {
		if d.Unknown(name) {
			return true
		}
	}
	return false
}

// Refuted is the first of the properties that is refuted, asked for or not; empty if none is.
func (d *Decision) Refuted(names ...kernel.Property) kernel.Property {
	for _, name := range names {
		if d.Board.Property(name) == claim.Refuted {
			return name
		}
	}
	return ""
}

// Reason is why everything that is open without a reason is open. The engine is the
// one that left it so; empty for the one that looked at it last.
func (d *Decision) Reason(engine string, why claim.Reason) {
	for _, p := range d.By {
		if p.Status != claim.Unknown || !p.Why.None() {
			continue
		}
		p.Why = why
		if engine != "" {
			p.Engine = engine
		}
	}
}

// ToolReason is the first line of a tool's failure.
func ToolReason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// BlockedBy says why nothing more can be said about a kernel that is refuted: what
// follows a barrier's fault is undefined, and what threads do may rest on what
// they read. Other faults stand by themselves, and the rest is looked at.
func (d *Decision) BlockedBy() claim.Reason {
	if fault := d.Refuted(OfBarriers...); fault != "" {
		return AfterFault(fault, d.Result.Findings)
	}
	if d.Refuted(kernel.DataRace) == "" {
		return claim.Reason{}
	}
	rests := true
	for name := range d.By {
		rests = rests && (!d.Unknown(name) || fact.ReadsBackFor(d.Kernel, name))
	}
	if rests && fact.ReadsBack(d.Kernel) {
		return claim.Resting(kernel.DataRace, claim.Refuted)
	}
	return claim.Reason{}
}

// Steady reports whether no contents of memory that the kernel writes decide which threads
// meet where, so that what holds of barriers holds whatever races.
func (d *Decision) Steady() bool { return !fact.ReadsBackFor(d.Kernel, kernel.Divergence) }

// AfterFault says that a barrier's fault leaves nothing to be said about the rest.
func AfterFault(property kernel.Property, findings []claim.Finding) claim.Reason {
	for i := range findings {
		if f := &findings[i]; f.Property == property && f.Severity == claim.ErrorSeverity {
			return claim.Behind(property, f.Pos())
		}
	}
	return claim.Behind(property, diag.Pos{})
}

// ForgetReasons drops why properties are open.
func (d *Decision) ForgetReasons() {
	for _, p := range d.By {
		if p.Status == claim.Unknown {
			p.Why = claim.Reason{}
		}
	}
}

// OpenAcross reports whether the exact engine leaves only races between blocks open.
func (d *Decision) OpenAcross() bool {
	return d.Board.ShownBy(claim.Weft, claim.Claim{Property: kernel.DataRace}) && d.Unknown(kernel.DataRace)
}

// OfBarriers are the properties whose faults leave what comes behind undefined.
var OfBarriers = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.OfBarriers })

// Note adds a sentence that no position belongs to, once.
func (d *Decision) Note(text string) { d.NoteOn("", text) }

// NoteOn adds a sentence that explains why a property is open, once.
func (d *Decision) NoteOn(property kernel.Property, text string) {
	for _, n := range d.Result.Notes {
		if n.Message == text {
			return
		}
	}
	d.Result.Notes = append(d.Result.Notes, claim.Note{Message: text, Property: property})
}
