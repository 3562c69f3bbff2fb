package condition

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// A prover and runs by chance find races and barriers that not all reach with values such as gridDim.x = 193 and w = -16, where two blocks and
// w = 16 would do. So the kernel is executed with smaller values, one changed after the other, as long as the
// fault stays at its lines.

// The limits of that.
const (
	mostSmaller     = 2  // findings for which smaller values are sought
	mostTried       = 48 // executions for one of them
	smallEnough     = 16 // what nobody wants smaller
	fewBlocks       = 4  // what nobody wants fewer of in a dimension of the grid
	smallerRepairs  = 8
	smallerOfTime   = 20 // part of the time limit
	keptForSmaller  = 25 // part that the search for conditions leaves
	smallerAtLeast  = 200 * time.Millisecond
	smallerCommands = 100_000
)

// showSmaller tells faults with smaller values, where they happen for these.
func (p *precondition) showSmaller(r *verdict.Result) {
	if p.k.Launch.Threads() == 0 || p.opts.Encoding.LockStep {
		return
	}
	var until time.Time // no limit but that of executions
	if p.opts.Timeout > 0 {
		until = time.Now().Add(max(p.opts.Timeout/smallerOfTime, smallerAtLeast))
		if end := p.opts.Began.Add(p.opts.Timeout); end.Before(until) {
			until = end
		}
	}
	for i, n := 0, 0; i < len(r.Findings) && n < mostSmaller; i++ {
		f := &r.Findings[i]
		if f.Property != kernel.DataRace && f.Property != kernel.Divergence || f.Severity != claim.ErrorSeverity && f.Severity != claim.OutsideSeverity || len(f.Accesses) == 0 || len(f.Values) == 0 {
			continue
		}
		n++
		s := &shrinking{p: p, until: until, left: mostTried, f: f}
		if seen := s.search(); seen != nil {
			seen.Severity, seen.Scope, seen.Repair, seen.Edits = f.Severity, f.Scope, f.Repair, f.Edits
			r.Findings[i] = *seen
			p.opts.Trace.Note("it is there for smaller values, too: " + seen.Brief())
		}
	}
}

// shrinking looks for smaller values with one fault.
type shrinking struct {
	p     *precondition
	until time.Time // zero for no limit
	left  int       // executions
	f     *claim.Finding
}

// search returns the fault with the smallest values that it finds, nil if there are none.
func (s *shrinking) search() *claim.Finding {
	at := s.f.Values.Numbers()
	for name := range s.f.Values {
		if _, number := at[name]; !number || s.f.Values.Wide(name) {
			return nil
		}
	}
	var best *claim.Finding
	for again := true; again; {
		again = false
		names := slices.Sorted(maps.Keys(at))
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(unhandy(b, at[b]), unhandy(a, at[a])) })
		for _, name := range names {
			for _, v := range s.below(name, at[name]) {
				with := s.with(at, name, v)
				if with == nil || total(with) >= total(at) {
					continue
				}
				if s.left--; s.left < 0 || s.p.ctx.Err() != nil || !s.until.IsZero() && time.Now().After(s.until) {
					return best
				}
				if seen := s.executed(with); seen != nil {
					at, best, again = with, seen, true
					break
				}
			}
		}
	}
	return best
}

// with are the values with another one, and those that follow from it by the preconditions; nil if these cannot be met.
func (s *shrinking) with(at map[string]int64, name string, v int64) map[string]int64 {
	with := maps.Clone(at)
	with[name] = v
	conds := conditionsOf(s.p.k)
	for range smallerRepairs {
		if !repairOne(s.p.k, conds, with) {
			break
		}
	}
	if with[name] != v || !fact.Meets(s.p.k, with) {
		return nil
	}
	return with
}

// below are smaller values to try, the smallest first.
func (s *shrinking) below(name string, v int64) []int64 {
	out := []int64{1, 2, 3, 4}
	if !slices.Contains(claim.GridNames[:], name) {
		for _, n := range append([]int64{8, 16, 32}, usualSizes(s.p.k.Launch)...) {
			out = append(out, n, n+1, 2*n)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(n int64) bool { return v >= 1 && n >= v })
}

// executed is the fault of that finding in an execution with those values, nil if there is none.
func (s *shrinking) executed(values map[string]int64) *claim.Finding {
	k, params, shown := *s.p.k, map[string]int64{}, claim.Values{}
	for name, v := range values {
		if i := slices.Index(claim.GridNames[:], name); i >= 0 {
			k.Launch.GridDim[i] = int(v)
		} else {
			params[name] = v
		}
	}
	if n := k.Launch.Blocks(); n < 1 || n > weft.DefaultMaxBlocks {
		return nil
	}
	for name, v := range values {
		shown[name] = s.text(name, v)
	}
	ctx, cancel := decision.Within(s.p.ctx, s.until)
	defer cancel()
	for input := range uint64(2) { // without contents of arrays, and with some
		o := s.p.opts.ExactOptions()
		o.MaxCommands, o.Params, o.Input = smallerCommands, params, input
		report, err := s.p.engines.Check(ctx, &k, o)
		if err != nil || report.Verdicts[s.f.Property].Status != claim.Refuted {
			continue
		}
		for _, seen := range (weft.View{Kernel: &k, Report: report, Values: shown}).Findings() {
			if seen.Property == s.f.Property && seen.Severity == claim.ErrorSeverity && s.same(&seen) {
				seen.Values, seen.Seen, seen.By = shown, claim.Executed, claim.Weft
				return &seen
			}
		}
	}
	return nil
}

// text is a value as reports have it.
func (s *shrinking) text(name string, v int64) string {
	for _, p := range s.p.k.Params {
		if p.Name == name {
			return claim.ScalarText(p.T, v)
		}
	}
	return claim.ScalarText(kernel.U32, v)
}

// same reports whether a fault is that of the finding: at the same lines, of threads of one block or of two as there. Of a
// barrier executions tell more places, and the first is the barrier.
func (s *shrinking) same(seen *claim.Finding) bool {
	lines := func(f *claim.Finding) []string {
		var out []string
		for _, a := range f.Accesses {
			out = append(out, claim.Line(a.Src.Pos).String())
		}
		return out
	}
	a, b := lines(s.f), lines(seen)
	if s.f.Property == kernel.Divergence {
		return len(b) > 0 && a[0] == b[0]
	}
	back := slices.Clone(b)
	slices.Reverse(back)
	return seen.Array == s.f.Array && seen.BetweenBlocks() == s.f.BetweenBlocks() && (slices.Equal(a, b) || slices.Equal(a, back))
}

// unhandy is how little a value convinces: small positive numbers are best, and few blocks.
func unhandy(name string, v int64) int64 {
	few := int64(smallEnough)
	if slices.Contains(claim.GridNames[:], name) {
		few = fewBlocks
	}
	switch {
	case v < 1:
		return 1<<40 + min(-v, 1<<39)
	case v <= few:
		return 0
	}
	return v
}

func total(values map[string]int64) int64 {
	n := int64(0)
	for name, v := range values {
		n += unhandy(name, v)
	}
	return n
}
