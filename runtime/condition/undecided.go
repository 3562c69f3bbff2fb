package condition

import (
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// A fault for strides of rows that overlap, for sizes below 0 or for a width of 2^30 says nothing of the values that
// programs have. Where the kernel is proved for these it is conditional; where a search among them, no shorter than the one
// that found the fault, finds neither a fault nor a proof, nothing is known of the kernel as it is used: the verdict
// is unknown, with the fault as a note. Only the plainest conditions count here (atom.plain, and those of layouts): that a row is not
// shorter than the block, or the grid one block, is nothing to assume of a program without a proof that it helps.

// leaves notes that a kernel is undecided under a condition that all faults break, after a search that took so long.
func (p *precondition) leaves(c conjunction, open *verdict.Result, took time.Duration) {
	if p.undecided != nil || open.Outcome != verdict.KernelUnknown {
		return
	}
	if p.opts.Timeout > 0 && took < p.found {
		return
	}
	if !slices.ContainsFunc(c, func(a *atom) bool { return a.single >= 0 }) {
		p.undecided = c
	}
}

// askAgain decides a kernel once more under the condition that left it undecided, with most of the time that is left; false where that
// gives no proof, or has no limit that there could be more of.
func (p *precondition) askAgain(r *verdict.Result, s *space) bool {
	if p.undecided == nil || p.opts.Timeout == 0 || !p.undecided.excludes(p.faults) {
		return false
	}
	ofTime := time.Duration(1)
	if p.opts.Blocks != nil {
		ofTime = 2
	}
	c := p.undecided
	again, ok := p.decideWith(p.under(c), p.opts.Encoding.Properties, ofTime, effortOfTry)
	if !ok || again.Outcome != verdict.KernelProved {
		return false
	}
	p.conclude(r, c, again)
	p.showSmall(r, c, s)
	return true
}

// leaveOpen makes the verdict unknown where the kernel is undecided under an ordinary condition, and every fault of it that
// has been found is outside of that.
func (p *precondition) leaveOpen(r *verdict.Result) {
	if p.undecided == nil || !p.undecided.excludes(p.faults) {
		return
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity && !p.undecided.broken(f.Values.Numbers()) {
			return
		}
	}
	r.Outcome, r.OpenIf = verdict.KernelUnknown, p.undecided.text()
	r.Properties = slices.Clone(r.Properties)
	for i := range r.Properties {
		if q := &r.Properties[i]; q.Status == claim.Refuted {
			q.Status = claim.Unknown
			q.Why = claim.Because("faults are known only for values that programs hardly have; for others, " + r.OpenIf + ", there is neither a fault nor a proof" + p.moreTime())
		}
	}
	r.Findings = outside(r.Findings)
	p.opts.Trace.Note("open if " + r.OpenIf)
}

func (p *precondition) moreTime() string {
	if p.late() {
		return "; raise --timeout"
	}
	return ""
}

// takenBy is how long the engines took to refute what is refuted.
func takenBy(r *verdict.Result) time.Duration {
	seconds := 0.0
	for i := range r.Properties {
		if q := &r.Properties[i]; q.Status == claim.Refuted {
			seconds = max(seconds, q.Seconds)
		}
	}
	return time.Duration(seconds * float64(time.Second))
}

// sameBlock reports whether a kernel has blocks of the size of the one in question: faults of others say nothing of a
// condition for it.
func (p *precondition) sameBlock(k *kernel.Kernel) bool {
	return k.Launch.BlockDim == p.k.Launch.BlockDim
}

// plain reports whether a condition has plain parts alone.
func (c conjunction) plain() bool {
	return !slices.ContainsFunc(c, func(a *atom) bool { return !a.plain })
}

// equates reports whether a condition leaves two parameters no choice but to be equal, as stride >= rows does where rows
// are as many as columns: a matrix that is not square is nothing unusual.
func (s *space) equates(k *kernel.Kernel, c conjunction) bool {
	var named []*kernel.Var
	for _, v := range k.Params {
		if v.T.Kind == kernel.Int && slices.ContainsFunc(c, func(a *atom) bool { return fact.ReadsVar(a.cond, v) }) {
			named = append(named, v)
		}
	}
	less := func(c conjunction, x, y *kernel.Var) bool {
		below := &atom{cond: kernel.Bin(kernel.Lt, kernel.Ref(x), kernel.Ref(y)), single: -1}
		return s.meeting(k, append(c[:len(c):len(c)], below)) != nil
	}
	for i, x := range named {
		for _, y := range named[:i] {
			if x.T == y.T && !less(c, x, y) && !less(c, y, x) && less(nil, x, y) && less(nil, y, x) {
				return true
			}
		}
	}
	return false
}
