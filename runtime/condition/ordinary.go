package condition

import (
	"cmp"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
)

// The search for an ordinary condition goes by counterexamples. The faults that are known
// each break some atoms; the weakest conjunction of atoms of which each fault breaks one is
// assumed, and the kernel decided again. What refutes it is one more fault, with values
// that are more ordinary than those before; what is proved is made weaker as long as
// it stays proved.

// The limits of the search.
const (
	mostAtoms      = 3 // of one condition
	mostOrdinary   = 6 // conditions to decide
	mostUndecided  = 2 // of them without an answer
	mostWeakened   = 4 // steps that make a proved condition weaker
	mostSmall      = 4 // small values to decide for
	oddFrom        = 1 << 14
	drawnSamples   = 400
	drawsForSample = 50 // for each of them, where preconditions rule most out
)

// ordinary makes a refuted kernel conditional where an ordinary condition is found, and
// reports whether it did.
func (p *precondition) ordinary(r *verdict.Result) bool {
	faults := p.faultsOf(r)
	s := newSpace(p.k)
	if len(p.held) > 0 && len(faults) == 0 {
		return p.byLayout(r, s, &faults)
	}
	if len(faults) == 0 {
		return p.otherBlocks(r) || p.pursueBlocks(r)
	}
	if !faultOfBarriers(r) && (p.byLayout(r, s, &faults) || p.askAgain(r, s)) || p.otherBlocks(r) {
		return true
	}
	atoms := s.brokenBySome(append(atomsOf(p.k, s, faultOfBarriers(r)), inOneBlock(p.k, s, r)...), faults)
	if len(atoms) == 0 {
		return p.pursueBlocks(r)
	}
	// What an assertion that fails asks of the launch is part of each condition.
	var asserted conjunction
	if refutedOf(r)[kernel.Assertion] {
		for i := range atoms {
			if atoms[i].asWritten {
				asserted = append(asserted, &atoms[i])
			}
		}
	}
	var tried []string
	var latest *verdict.Result
	for n, undecided := 0, 0; n < mostOrdinary && undecided < mostUndecided; n++ {
		c := weakest(atoms, asserted, faults, tried)
		if c == nil {
			break
		}
		tried = append(tried, c.text())
		weakened := mostWeakened
		if n == 0 && opensSomething(r) {
			// Divisions by sizes that may be 0, and rows of no elements, keep provers busy: with
			// sizes above 0 there may be an answer.
			if positive := s.positive(p.k, c); positive != nil {
				c, weakened = positive, mostOfLayouts
			}
		}
		began := time.Now()
		again, ok := p.decideUnder(c)
		if ok && again.Outcome == verdict.KernelUnknown {
			c, again, ok = p.decideEach(c, again)
		}
		switch {
		case !ok:
			undecided = mostUndecided
		case again.Outcome == verdict.KernelProved:
			under, proof := p.weaker(c, again, faults, weakened)
			p.conclude(r, under, proof)
			p.showSmall(r, under, s)
			return true
		case again.Outcome == verdict.KernelRefuted:
			found := faultsOf(&again)
			if latest = &again; len(found) == 0 {
				undecided = mostUndecided
			}
			faults = append(faults, found...)
		default:
			undecided++
			if c.plain() {
				p.leaves(c, &again, time.Since(began))
			}
		}
	}
	if p.pursueBlocks(r) {
		return true
	}
	tellOrdinary(r, latest)
	return false
}

// decideEach decides a kernel for each power of two that a condition allows a parameter to be, where the
// condition as a whole has left it open: if all of them are proved, so is the whole. Values with which no access
// stays within its array end the list; the condition that is returned leaves them out. Else the answer is
// what it was, or that of a value for which the kernel is refuted.
func (p *precondition) decideEach(c conjunction, open verdict.Result) (conjunction, verdict.Result, bool) {
	i := slices.IndexFunc(c, func(a *atom) bool { return a.power != nil })
	if i < 0 {
		return c, open, true
	}
	v := c[i].power
	var all verdict.Result
	for n := int64(1); n > 0 && fact.Fits(v.T, n); n *= 2 {
		k := p.under(c)
		k.Requires = append(k.Requires, fact.Equals(v, n))
		again, ok := p.decideWith(k, p.opts.Encoding.Properties, 2, effortOfTry)
		switch {
		case !ok:
			return c, again, false
		case again.Outcome == verdict.KernelRefuted && boundsBeside(k, &again) && all.Outcome == verdict.KernelProved:
			x, _ := wide(fact.ValueOf(v), v.Written())
			most := compared(kernel.Le, x, number(n/2))
			return append(slices.Clone(c), &most), all, true
		case again.Outcome == verdict.KernelRefuted:
			return c, again, true
		case again.Outcome != verdict.KernelProved:
			return c, open, true
		}
		if all.Outcome == verdict.KernelProved {
			again.Assumptions = decision.Sentences(all.Assumptions, again.Assumptions)
		}
		all = again
	}
	if all.Outcome != verdict.KernelProved {
		return c, open, true
	}
	return c, all, true
}

// opensSomething reports whether a property is open beside those that are refuted.
func opensSomething(r *verdict.Result) bool {
	return slices.ContainsFunc(r.Properties, func(q verdict.Property) bool { return q.Status == claim.Unknown })
}

// positive is a condition with all sizes above 0 besides; nil if it says so already, or no values meet it.
func (s *space) positive(k *kernel.Kernel, c conjunction) conjunction {
	use := usesOf(k)
	out := slices.Clone(c)
	for _, v := range s.params {
		x, ok := wide(&kernel.VarRef{Var: v}, v.Written())
		if !ok || !use.stride[v] && !use.limit[v] {
			continue
		}
		a := compared(kernel.Gt, x, number(0))
		a.holds = make([]bool, len(s.samples))
		for i, at := range s.samples {
			a.holds[i] = a.met(at)
		}
		out = append(out, &a)
	}
	out = unique(out)
	if len(out) == len(c) || s.meeting(k, out) == nil {
		return nil
	}
	return out
}

// late reports whether time cut the search short.
func (p *precondition) late() bool { return p.cut || p.over() }

// over reports whether the time for the search is over.
func (p *precondition) over() bool {
	return p.ctx.Err() != nil || !p.until.IsZero() && time.Until(p.until) <= 0
}

// faultOfBarriers reports whether a barrier is at fault.
func faultOfBarriers(r *verdict.Result) bool {
	return slices.ContainsFunc(r.Properties, func(q verdict.Property) bool {
		return q.Status == claim.Refuted && q.Name.Info().OfBarriers
	})
}

// faultsOf are the values for which the result has faults. Values that a finding does not
// name do not matter to it.
func faultsOf(r *verdict.Result) []map[string]int64 {
	var out []map[string]int64
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity {
			out = append(out, f.Values.Numbers())
		}
	}
	return out
}

// faultsOf are those of faultsOf that do not need contents which the arrays are taken not to hold.
func (p *precondition) faultsOf(r *verdict.Result) []map[string]int64 {
	var out []map[string]int64
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity && !excludes(p.held, f) {
			out = append(out, f.Values.Numbers())
		}
	}
	return out
}

// conclude makes the verdict conditional: what the proof says, and the faults outside of its
// condition.
func (p *precondition) conclude(r *verdict.Result, under conjunction, proof verdict.Result) {
	p.proven = []conjunction{under}
	p.concludeText(r, p.whole(under.text()), proof)
	for _, v := range p.k.Params {
		if v.T == kernel.U64 && under.names(v) {
			r.Assume([]string{v.Written() + " < 2^63"})
		}
	}
	tellMixed(r, under)
}

// concludeText is conclude for any condition.
func (p *precondition) concludeText(r *verdict.Result, condition string, proof verdict.Result) {
	before := *r
	r.Outcome, r.Condition = verdict.KernelConditional, condition
	// What is only shown where it is at fault is not shown any more.
	r.Properties = slices.DeleteFunc(slices.Clone(r.Properties), func(q verdict.Property) bool { return proof.Property(q.Name) == nil })
	for i := range r.Properties {
		q := &r.Properties[i]
		if q.Status == claim.Proved {
			continue
		}
		if shown := proof.Property(q.Name); shown != nil {
			q.Engine, q.Arith, q.Detail = shown.Engine, shown.Arith, shown.Detail
			q.Seconds += shown.Seconds
		}
		q.Status = claim.Conditional
	}
	tellCondition(r, condition)
	p.tellHeld(r)
	r.Findings = outside(r.Findings)
	r.Assumptions = decision.Sentences(proof.Assumptions, before.Assumptions)
}

// tellMixed says how a condition is read that compares signed with unsigned names, which C would convert.
func tellMixed(r *verdict.Result, c conjunction) {
	if slices.ContainsFunc(c, (*atom).mixed) && !slices.ContainsFunc(r.Notes, func(n claim.Note) bool { return n.Message == readAsNumbers }) {
		r.Notes = append(r.Notes, claim.Note{Message: readAsNumbers})
	}
}

const readAsNumbers = "the condition compares numbers: nothing in it is converted between signed and unsigned, and nothing wraps around"

// tellCondition gives a conditional verdict the text of its condition.
func tellCondition(r *verdict.Result, text string) {
	r.Condition = text
	for i := range r.Properties {
		if q := &r.Properties[i]; q.Status == claim.Conditional {
			q.Why = claim.Because("proved if " + text)
		}
	}
}

// tellOrdinary tells the faults of a kernel with the values of the last fault found, where those
// known first are odd.
func tellOrdinary(r *verdict.Result, latest *verdict.Result) {
	if latest == nil {
		return
	}
	same := func(a, b map[kernel.Property]bool) bool {
		for name := range a {
			if !b[name] {
				return false
			}
		}
		return true
	}
	switch {
	case !same(refutedOf(r), refutedOf(latest)):
	case slices.ContainsFunc(r.Findings, func(f claim.Finding) bool { return !smallAlone(f.Values.Numbers()) }):
		r.Findings = joined(latest.Findings, r.Findings)
	default:
		r.Findings = joined(r.Findings, latest.Findings)
	}
}

// smallAlone reports whether a fault is there for one small positive value, which convinces as it is. Several values,
// such as n = 17 with gridDim.x = 2, may be ones that no program combines.
func smallAlone(values map[string]int64) bool {
	for _, v := range values {
		if v < 1 || v > 64 {
			return false
		}
	}
	return len(values) == 1
}

// joined are findings, and others at other places.
func joined(findings, others []claim.Finding) []claim.Finding {
	out := slices.Clone(findings)
	for i := range others {
		if !slices.ContainsFunc(findings, func(f claim.Finding) bool { return f.Spot() == others[i].Spot() }) {
			out = append(out, others[i])
		}
	}
	return out
}

// showSmall tells the fault outside of a condition with small positive values, where those known
// are odd and it is there for these as well.
func (p *precondition) showSmall(r *verdict.Result, under conjunction, s *space) {
	p.showSmallOf(r, s, func(map[string]int64) bool { return true }, under)
}

// showSmallOf is showSmall for those values that are wanted.
func (p *precondition) showSmallOf(r *verdict.Result, s *space, wanted func(map[string]int64) bool, under conjunction) {
	if !slices.ContainsFunc(faultsOutside(r), odd) {
		return
	}
	n := 0
	for _, at := range append(s.near(p.k, under), s.smallest(under)...) {
		if !wanted(at) {
			continue
		}
		if n++; n > mostSmall || p.over() {
			return
		}
		var fixed []kernel.Expr
		for _, v := range s.params {
			fixed = append(fixed, fact.Equals(v, at[v.Name]))
		}
		k := *p.k
		k.Requires = append(slices.Clone(p.k.Requires), fixed...)
		again, ok := p.decideWith(&k, p.opts.Encoding.Properties, 6, effortOfWeaker)
		if !ok {
			return
		}
		if again.Outcome == verdict.KernelRefuted {
			r.Findings = p.shown(r.Findings, outside(again.Findings), at)
			return
		}
	}
}

// shown are the findings for those values, with what was found elsewhere for others.
func (p *precondition) shown(before, small []claim.Finding, at map[string]int64) []claim.Finding {
	out := slices.Clone(small)
	for i := range out {
		if len(out[i].Values) == 0 {
			out[i].Values = claim.Values{}
			for name, v := range at {
				if d := slices.Index(blockNames[:], name); d >= 0 && p.k.Launch.BlockDim[d] > 0 {
					continue
				}
				out[i].Values[name] = strconv.FormatInt(v, 10)
			}
		}
	}
	return joined(out, before)
}

// near are values that meet all of a condition but one part, which they miss by one, or by half.
func (s *space) near(k *kernel.Kernel, c conjunction) []map[string]int64 {
	var out []map[string]int64
	for i := range c {
		at := s.meeting(k, append(slices.Clone(c[:i]), c[i+1:]...))
		b, is := c[i].cond.(*kernel.Binary)
		if at == nil || !is {
			continue
		}
		for _, v := range s.params {
			// Lengths that the condition does not name are long enough for a fault.
			with := maps.Clone(at)
			if with[v.Name] = 4 * openBlock; !c.names(v) && fact.Fits(v.T, 4*openBlock) && fact.Meets(k, with) {
				at = with
			}
		}
		limit, known := valueOf(b.Y, at)
		if !known {
			continue
		}
		misses := []int64{limit}
		if b.Op == kernel.Ge {
			misses = []int64{limit - 1, limit / 2}
		}
		for _, v := range misses {
			with := maps.Clone(at)
			if set(b.X, kernel.Eq, kernel.NewConst(kernel.I64, v), with) && c[i].breaks(with) && fact.Meets(k, with) && !odd(with) {
				out = append(out, with)
			}
		}
	}
	return out
}

// names reports whether the condition speaks of v.
func (c conjunction) names(v *kernel.Var) bool {
	return slices.ContainsFunc(c, func(a *atom) bool { return fact.ReadsVar(a.cond, v) })
}

// odd reports whether some value is one that a witness should not need.
func odd(values map[string]int64) bool {
	for _, v := range values {
		if v < 1 || v > oddFrom {
			return true
		}
	}
	return false
}

// smallest are the samples with positive values that violate the condition, the smallest
// first.
func (s *space) smallest(under conjunction) []map[string]int64 {
	sum := func(at map[string]int64) int64 {
		n := int64(0)
		for _, v := range s.params {
			n += at[v.Name]
		}
		return n
	}
	var out []map[string]int64
	for i, at := range s.samples {
		positive := !slices.ContainsFunc(s.params, func(v *kernel.Var) bool { return at[v.Name] < 1 })
		if positive && slices.ContainsFunc(under, func(a *atom) bool { return (a.holds == nil || !a.holds[i]) && a.breaks(at) }) {
			out = append(out, at)
		}
	}
	slices.SortStableFunc(out, func(a, b map[string]int64) int { return cmp.Compare(sum(a), sum(b)) })
	return out
}

// outside are findings as those outside of a condition.
func outside(findings []claim.Finding) []claim.Finding {
	out := slices.Clone(findings)
	for i := range out {
		if out[i].Severity == claim.ErrorSeverity {
			out[i].Severity = claim.OutsideSeverity
		}
	}
	return out
}

func faultsOutside(r *verdict.Result) []map[string]int64 {
	var out []map[string]int64
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.OutsideSeverity {
			out = append(out, f.Values.Numbers())
		}
	}
	return out
}

// weaker drops atoms from a condition that is proved, as long as it stays proved.
// It returns the proof under what is left.
func (p *precondition) weaker(c conjunction, proof verdict.Result, faults []map[string]int64, most int) (conjunction, verdict.Result) {
	for i, steps := 0, 0; i < len(c) && len(c) > 1 && steps < most && !p.over(); {
		less := slices.Delete(slices.Clone(c), i, i+1)
		if !less.excludes(faults) {
			i++
			continue
		}
		steps++
		if again, ok := p.decideSoon(less); ok && again.Outcome == verdict.KernelProved {
			c, proof = less, again
		} else {
			i++
			faults = append(slices.Clip(faults), faultsOf(&again)...)
		}
	}
	return c, proof
}

// decideUnder decides all that was asked for, under a condition. A dimension of the grid
// that the condition makes one is so in the launch, where all engines see it.
func (p *precondition) decideUnder(c conjunction) (verdict.Result, bool) {
	return p.decideOf(p.under(c), p.opts.Encoding.Properties)
}

// decideSoon is decideUnder for a condition that is not worth much time.
func (p *precondition) decideSoon(c conjunction) (verdict.Result, bool) {
	return p.decideWith(p.under(c), p.opts.Encoding.Properties, 6, effortOfWeaker)
}

// under is the kernel with a condition.
func (p *precondition) under(c conjunction) *kernel.Kernel {
	k := *p.k
	k.Requires = slices.Clone(p.k.Requires)
	grid := k.Launch.GridDim
	for _, a := range c {
		if a.single >= 0 {
			grid[a.single] = 1
			continue
		}
		k.Requires = append(k.Requires, a.cond)
	}
	return rewrite.InGrid(&k, grid)
}

// atom is a condition that programs keep to without saying so.
type atom struct {
	cond kernel.Expr
	text string
	// single is the dimension of the grid that the condition makes one, -1 for others.
	single int
	// power is the parameter that the condition makes a power of two, nil for others.
	power *kernel.Var
	// asWritten is set where the condition is an expression of the kernel, which means what it means in C.
	asWritten bool
	// plain is set where nobody would think of other values: sizes below 0, and above what any program has.
	plain bool
	// holds tells for each sample whether it meets the condition, weight how many do.
	holds  []bool
	weight int
}

// mixed reports whether C would convert what the text of the atom compares, or compute it in unsigned numbers.
func (a *atom) mixed() bool {
	signed, unsigned := false, false
	kernel.WalkExpr(a.cond, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			signed, unsigned = signed || e.Var.T.Signed, unsigned || !e.Var.T.Signed
		case *kernel.Builtin:
			unsigned = true
		default:
			// Numbers have the type of the rest.
		}
		return true
	})
	return signed && unsigned && !a.asWritten
}

// breaks reports whether values certainly violate the atom.
func (a *atom) breaks(values map[string]int64) bool {
	holds, known := fact.Judged(a.cond, values)
	return known && !holds
}

// conjunction is a condition of several atoms.
type conjunction []*atom

func (c conjunction) text() string {
	var parts []string
	for _, a := range c {
		text := a.text
		if b, is := a.cond.(*kernel.Binary); is && b.Op == kernel.LOr && len(c) > 1 {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " && ")
}

// broken reports whether values certainly violate the condition.
func (c conjunction) broken(values map[string]int64) bool {
	return slices.ContainsFunc(c, func(a *atom) bool { return a.breaks(values) })
}

// excludes reports whether each fault certainly violates the condition.
func (c conjunction) excludes(faults []map[string]int64) bool {
	for _, f := range faults {
		if !c.broken(f) {
			return false
		}
	}
	return true
}

// weight is how many samples meet the condition.
func (c conjunction) weight() int {
	n := 0
	for i := range c[0].holds {
		if !slices.ContainsFunc(c, func(a *atom) bool { return !a.holds[i] }) {
			n++
		}
	}
	return n
}

// weakest is the conjunction of the fewest atoms, beside those that are always part of it, that all
// faults violate, of these the one that most samples meet; nil if there is none, or none that was not tried.
func weakest(atoms []atom, always conjunction, faults []map[string]int64, tried []string) conjunction {
	faults = slices.DeleteFunc(slices.Clone(faults), always.broken)
	broken := make([][]bool, len(atoms))
	for i := range atoms {
		broken[i] = make([]bool, len(faults))
		for j, f := range faults {
			broken[i][j] = atoms[i].breaks(f)
		}
	}
	var best conjunction
	most := 0
	var search func(from, left int, chosen []int)
	search = func(from, left int, chosen []int) {
		open := 0
		for ; open < len(faults); open++ {
			if !slices.ContainsFunc(chosen, func(i int) bool { return broken[i][open] }) {
				break
			}
		}
		if open == len(faults) {
			c := slices.Clone(always)
			for _, at := range chosen {
				c = append(c, &atoms[at])
			}
			if len(c) == 0 {
				return
			}
			if n := c.weight(); n > most && !slices.Contains(tried, c.text()) {
				best, most = c, n
			}
			return
		}
		for i := from; left > 0 && i < len(atoms); i++ {
			search(i+1, left-1, append(slices.Clone(chosen), i))
		}
	}
	for n := 0; n <= mostAtoms && best == nil; n++ {
		search(0, n, nil)
	}
	return best
}

// space are the terms that conditions speak of, and samples of their values.
type space struct {
	params  []*kernel.Var
	grid    []int // open dimensions
	samples samples
}

// mostTerms is how many parameters conditions speak of.
const mostTerms = 24

// newSpace takes the parameters that decide what is checked, and draws samples.
func newSpace(k *kernel.Kernel) *space {
	s := &space{}
	relevant := fact.RelevantFor(k, fact.SameBlock, false).Vars
	for _, p := range k.Params {
		if relevant[p] && p.T.Kind == kernel.Int && len(s.params) < mostTerms {
			s.params = append(s.params, p)
		}
	}
	for d, n := range k.Launch.GridDim {
		if n == 0 {
			s.grid = append(s.grid, d)
		}
	}
	s.draw(k)
	return s
}

// draw draws samples that meet the kernel's preconditions: small values, sizes of the
// block, and products with the grid, so that equalities are met as well. The same kernel gets
// the same samples.
func (s *space) draw(k *kernel.Kernel) {
	rnd := rand.New(rand.NewSource(1))
	sizes := usualSizes(k.Launch)
	conds := conditionsOf(k)
	params := s.namedBesides(k, conds)
	one := func(list []int64) int64 { return list[rnd.Intn(len(list))] }
	for range drawnSamples * drawsForSample {
		if len(s.samples) == drawnSamples {
			return
		}
		at := map[string]int64{claim.BlockDimX: sizes[0]}
		for d := 1; d < 3; d++ {
			if k.Launch.BlockDim[d] == 0 {
				at[blockNames[d]] = one([]int64{1, 1, 2, 4})
			}
		}
		products := slices.Clone(sizes)
		for _, d := range s.grid {
			n := one([]int64{1, 1, 2, 3, 8})
			at[claim.GridNames[d]] = n
			products = append(products, n, n*rowOf(k.Launch, d))
		}
		for _, p := range params {
			pool := usualValues(p.T, sizes, 1)
			if rnd.Intn(2) == 0 {
				pool = products
			}
			if v := one(pool); fact.Fits(p.T, v) {
				at[p.Name] = v
				products = append(products, v, 2*v)
			} else {
				at[p.Name] = 1
			}
		}
		if !fact.Meets(k, at) {
			// Launches fix some values.
			for range 2 * len(conds) {
				if !repairOne(k, conds, at) {
					break
				}
			}
		}
		if fact.Meets(k, at) {
			s.samples = append(s.samples, at)
		}
	}
}

// rowOf is the size of the block in a dimension.
func rowOf(l kernel.Launch, d int) int64 {
	if l.BlockDim[d] == 0 {
		return openBlock
	}
	return int64(l.BlockDim[d])
}

// brokenBySome keeps the atoms that some fault breaks and some sample meets: others help
// nowhere.
func (s *space) brokenBySome(list []atom, faults []map[string]int64) []atom {
	var out []atom
	for _, a := range list {
		a.holds = make([]bool, len(s.samples))
		for i, at := range s.samples {
			if holds, known := fact.Judged(a.cond, at); known && holds {
				a.holds[i] = true
				a.weight++
			}
		}
		if a.weight > 0 && slices.ContainsFunc(faults, a.breaks) {
			out = append(out, a)
		}
	}
	return out
}
