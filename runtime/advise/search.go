package advise

import (
	"context"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// Most races within a block are there because a __syncthreads() is missing, and most barriers
// that some threads miss stand in a branch. A change is tried out: the kernel with it is
// decided, by the exact engine where the block does not depend on the input, else by
// translation. A finding names it where no fault of its kind remains, or where this one is gone
// and no other appears. There is no hint where that was not shown.

// The limits of the search: changes that are tried, the part of the time limit for those that
// the exact engine decides and for the others, and the commands of one try.
const (
	mostTries      = 24
	mostProofs     = 12
	repairShare    = 0.2
	proofShare     = 0.25
	repairCommands = 5_000_000
)

// search is one search for repairs of a kernel.
type search struct {
	ctx     context.Context
	k       *kernel.Kernel
	opts    verdict.Options
	engines verdict.Engines
	r       *verdict.Result
	// proofs lets the translation decide what the exact engine leaves open.
	proofs bool
	until  time.Time
	// tries and proved count what was tried.
	tries, asked int
	// why is why the last change was not decided.
	why string
	// known holds what was found out about a change, by its text and what may remain.
	known map[string]answer
}

// answer is what the engines say of a change.
type answer int

const (
	open    answer = iota // nobody knows
	rejects               // a fault remains or is new
	samples               // accepted for some values of parameters, open for others
	accepts
)

// suggestRepairs notes at findings of a refuted kernel which change rules them out. Without
// proofs only the exact engine is asked.
func suggestRepairs(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, r *verdict.Result, proofs bool) {
	if r.Outcome != verdict.KernelRefuted || r.Err != nil || opts.Engine == verdict.BoogieEngine && !proofs {
		return
	}
	s := &search{ctx: ctx, k: k, opts: opts, engines: engines, r: r, proofs: proofs, known: map[string]answer{}}
	if opts.Timeout > 0 {
		share := repairShare
		if proofs {
			share = proofShare
		}
		s.until = time.Now().Add(min(time.Duration(float64(opts.Timeout)*share), time.Until(opts.Began.Add(opts.Timeout))))
	}
	st := opts.Trace.Begin("repair")
	defer opts.Trace.End(st)
	found := s.open()
	for _, f := range found {
		s.repair(f, nil)
	}
	s.share()
	if proofs {
		for _, f := range s.open() {
			s.repair(f, s.others(f))
		}
	}
	for _, f := range found {
		opts.Trace.Note(f.Repair)
	}
}

// open are the findings without a repair.
func (s *search) open() []*claim.Finding {
	var out []*claim.Finding
	for i := range s.r.Findings {
		f := &s.r.Findings[i]
		if f.Severity == claim.ErrorSeverity && f.Repair == "" && (f.Property == kernel.DataRace && len(f.Accesses) == 2 || f.Property.Info().OfBarriers) {
			out = append(out, f)
		}
	}
	return out
}

// repair looks for a change that rules out a finding, where those that may remain do.
func (s *search) repair(f *claim.Finding, remain []claim.Finding) {
	var sampled *change
	for _, c := range changes(s.k, f) {
		if s.over() {
			break
		}
		switch s.judge(f, c, remain) {
		case accepts:
			f.Repair, f.Edits = c.text+"; "+result(f, c, remain), c.edits
			return
		case samples:
			if sampled == nil {
				sampled = &c
			}
		default:
			// It is of no use, or nobody knows.
		}
	}
	if sampled != nil {
		f.Repair, f.Edits = sampled.text+"; "+result(f, *sampled, remain)+" for "+valuesOf(s.k, f)+"; for other values that is not shown", sampled.edits
	}
}

// valuesOf are the parameters of a finding as text.
func valuesOf(k *kernel.Kernel, f *claim.Finding) string {
	var out []string
	for _, p := range k.Params {
		if v, ok := f.Values[p.Name]; ok {
			out = append(out, p.Written()+" = "+v)
		}
	}
	return strings.Join(out, ", ")
}

// result says what is known of the changed kernel.
func result(f *claim.Finding, c change, remain []claim.Finding) string {
	switch {
	case f.Property == kernel.Divergence:
		return "then every thread reaches every barrier, and no race within a block remains"
	case f.Property != kernel.DataRace:
		return "then every thread passes every barrier, and no race within a block remains"
	case len(remain) > 0:
		return "with it, this race is gone and no other appears"
	case c.across:
		return "with it, no race remains"
	}
	return "with it, no race within a block remains"
}

// share gives what orders all races within a block to those that have no repair of their own.
func (s *search) share() {
	for _, f := range s.open() {
		for i := range s.r.Findings {
			g := &s.r.Findings[i]
			if f.Property == kernel.DataRace && !f.BetweenBlocks() && !g.BetweenBlocks() && s.all(g) {
				f.Repair, f.Edits = g.Repair, g.Edits
				break
			}
		}
	}
}

// all reports whether a repair was shown to leave no race.
func (s *search) all(g *claim.Finding) bool {
	return len(g.Repair) > len(noneRemains) && g.Repair[len(g.Repair)-len(noneRemains):] == noneRemains
}

const noneRemains = "no race within a block remains"

// others are the races beside one, which may remain.
func (s *search) others(f *claim.Finding) []claim.Finding {
	var out []claim.Finding
	at := claim.Unordered(f.Spot())
	for _, g := range s.r.Findings {
		if g.Property == kernel.DataRace && claim.Unordered(g.Spot()) != at {
			out = append(out, g)
		}
	}
	return out
}

func (s *search) over() bool {
	return s.tries >= mostTries || s.ctx.Err() != nil || !s.until.IsZero() && !time.Now().Before(s.until)
}

// judge says what the engines think of a change.
func (s *search) judge(f *claim.Finding, c change, remain []claim.Finding) answer {
	name := c.text
	for i := range remain {
		name += "|" + remain[i].Message
	}
	if known, ok := s.known[name]; ok {
		return known
	}
	s.tries++
	a := open
	s.why = ""
	if !c.across && s.opts.Engine != verdict.BoogieEngine {
		a = s.executed(f, c.kernel, remain)
	}
	if (a == open || a == samples) && s.proofs && s.opts.Engine != verdict.WeftEngine && s.asked < mostProofs {
		s.asked++
		if b := s.shown(c, remain); b != open {
			a = b
		}
	}
	if s.known[name] = a; a != accepts && s.proofs {
		s.opts.Trace.Note("not " + strings.TrimSuffix(c.text, wouldOrder) + ": " + [...]string{"not decided", "a fault remains or is new", "not decided for all values"}[a] + s.why)
	}
	return a
}

// executed is what the exact engine says, for all inputs; or with the values of the finding, for
// which at least it must be gone.
func (s *search) executed(f *claim.Finding, k *kernel.Kernel, remain []claim.Finding) answer {
	a, param := s.execute(k, nil, remain)
	if a != open || !s.proofs || !param {
		return a
	}
	values := map[string]int64{}
	given := f.Values.Numbers()
	for _, p := range k.Params {
		if v, ok := given[p.Name]; ok {
			values[p.Name] = v
		}
	}
	if len(values) == 0 {
		return open
	}
	switch a, _ = s.execute(k, values, remain); a {
	case accepts:
		return samples
	case rejects:
		return rejects
	default:
		return open
	}
}

// execute runs the exact engine on a kernel with these parameters fixed, and reports whether a
// parameter stands in its way.
func (s *search) execute(k *kernel.Kernel, values map[string]int64, remain []claim.Finding) (answer, bool) {
	ctx, cancel := decision.Within(s.ctx, s.until)
	defer cancel()
	o := s.opts.ExactOptions()
	o.Params = values
	if o.MaxCommands == 0 || o.MaxCommands > repairCommands {
		o.MaxCommands = repairCommands
	}
	o.Brief = len(remain) == 0
	report, err := s.engines.Check(ctx, k, o)
	switch {
	case err != nil:
		return open, false
	case report.Brief:
		return rejects, false
	}
	for _, name := range kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.OfBarriers }) {
		switch report.Verdicts[name].Status {
		case claim.Refuted:
			return rejects, false
		case claim.Proved:
		default:
			return open, report.NotStatic != nil && report.NotStatic.Param != ""
		}
	}
	race := report.Verdicts[kernel.DataRace]
	switch {
	case race.Status == claim.Proved || race.Status == claim.Unknown && race.Blocks:
		return accepts, false
	case race.Status != claim.Refuted:
		return open, report.NotStatic != nil && report.NotStatic.Param != ""
	}
	mayRemain := map[claim.Spot]bool{}
	for i := range remain {
		mayRemain[claim.Unordered(remain[i].Spot())] = true
	}
	view := weft.View{Kernel: k, Report: report}.Findings()
	for i := range view {
		if g := &view[i]; g.Property == kernel.DataRace && g.Severity == claim.ErrorSeverity && !g.BetweenBlocks() && !mayRemain[claim.Unordered(g.Spot())] {
			return rejects, false
		}
	}
	if report.Listed[claim.WithinBlock] {
		return accepts, false
	}
	return open, false
}

// shown is what the translation says.
func (s *search) shown(c change, remain []claim.Finding) answer {
	opts := s.opts
	opts.Trace, opts.Found = nil, nil
	if !s.until.IsZero() {
		// Half of the time is left for the next one.
		opts.Began = time.Now().Add(time.Until(s.until) / 2).Add(-opts.Timeout)
	}
	r, ok := verdict.Besides(s.ctx, c.kernel, opts, s.engines, remain, c.across)
	if !ok {
		return open
	}
	a := accepts
	for _, name := range []kernel.Property{kernel.DataRace, kernel.Divergence} {
		switch p := r.Property(name); {
		case p == nil || p.Status == claim.Proved:
		case p.Status == claim.Refuted:
			return rejects
		default:
			a = open
			s.why = ", " + string(name) + " " + p.Reason()
		}
	}
	return a
}
