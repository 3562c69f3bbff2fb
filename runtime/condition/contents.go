package condition

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// Kernels that scatter rows to places read from an array race if two places are the same, and kernels that write the
// rows of a sparse matrix race if its offsets go down. Programs pass permutations and sums that grow, which no parameter
// tells. So a race that needs contents of arrays is looked at with arrays that hold no value twice, or none
// below one before it. The first is no excuse for a kernel that adds to what it finds at such a place, or does something else
// of which the order does not matter: to count without an atomic how often a value is there is a fault just because values are there
// several times.

// The parts of the time left and of the effort that one such try may take: where it helps it mostly does so at once.
const (
	contentsOfTime   = 4
	effortOfContents = 8
)

// byContents makes a kernel with a race conditional if it is proved for what arrays usually hold, and reports whether it did.
func (p *precondition) byContents(r *verdict.Result) bool {
	for _, held := range p.usualContents(r) {
		if !excludesFaults(held, r) {
			continue
		}
		again, ok := p.decideWith(kernel.WithHolds(p.k, held), p.opts.Encoding.Properties, contentsOfTime, effortOfContents)
		if !ok {
			return false
		}
		if again.Outcome != verdict.KernelProved {
			continue
		}
		for _, a := range p.k.Arrays {
			if less := maps.Clone(held); held[a] != 0 && len(held) > 1 {
				delete(less, a)
				if weaker, ok := p.decideWith(kernel.WithHolds(p.k, less), p.opts.Encoding.Properties, contentsOfTime, effortOfContents); ok && weaker.Outcome == verdict.KernelProved {
					held, again = less, weaker
				}
			}
		}
		p.held = held
		p.concludeText(r, p.heldText(), again)
		return true
	}
	return false
}

// withContents looks for an ordinary condition with which a kernel is proved for what arrays usually hold, as of rows
// that are far enough apart for rows of different numbers not to overlap.
func (p *precondition) withContents(r *verdict.Result) bool {
	k, undecided := p.k, p.undecided
	for _, held := range p.usualContents(r) {
		if p.over() {
			break
		}
		p.k, p.held = kernel.WithHolds(k, held), held
		if p.ordinary(r) {
			return true
		}
		p.k, p.held, p.undecided = k, nil, undecided
	}
	return false
}

// namedContents are the arrays of which faults name elements, and of which something may be said.
func (p *precondition) namedContents(findings []claim.Finding) []*kernel.Array {
	var out []*kernel.Array
	for _, a := range p.k.Arrays {
		if slices.ContainsFunc(findings, func(f claim.Finding) bool {
			return f.Severity == claim.ErrorSeverity && slices.ContainsFunc(f.Contents, func(c claim.Content) bool {
				return strings.HasPrefix(c.Element, claim.ArrayLabel(a)+"[")
			})
		}) && p.k.MayHold(a) {
			out = append(out, a)
		}
	}
	return out
}

// usualContents are what arrays may be said to hold that some fault contradicts, what is likelier first; none where more than a race
// is at fault.
func (p *precondition) usualContents(r *verdict.Result) []map[*kernel.Array]kernel.Holds {
	if !maps.Equal(refutedOf(r), map[kernel.Property]bool{kernel.DataRace: true}) || boundsBeside(p.k, r) {
		return nil
	}
	named := p.namedContents(append(slices.Clone(r.Findings), p.seen...))
	if len(named) == 0 {
		return nil
	}
	from := fact.SourcesOf(p.k)
	racing := arraysOf(r)
	decide, loads := map[*kernel.Array]bool{}, map[*kernel.Array]int{}
	nested, tested := map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	kernel.Walk(p.k.Body, func(s kernel.Stmt) bool {
		if c, is := s.(*kernel.If); is {
			maps.Copy(tested, from.Of(c.Cond))
		}
		acc := kernel.Touched(s)
		if acc == nil {
			return true
		}
		sources := from.Of(acc.Index)
		if racing[claim.ArrayLabel(acc.Array)] {
			maps.Copy(decide, sources)
		}
		loads[acc.Array]++
		nested[acc.Array] = nested[acc.Array] || len(sources) > 0
		return true
	})
	gathers := fact.Accumulates(p.k, func(a *kernel.Array) bool { return racing[claim.ArrayLabel(a)] })
	likely, some, ascending := map[*kernel.Array]kernel.Holds{}, map[*kernel.Array]kernel.Holds{}, map[*kernel.Array]kernel.Holds{}
	for _, a := range named {
		if !decide[a] {
			continue
		}
		if loads[a] > 1 || !nested[a] {
			ascending[a] = kernel.Ascending
		}
		switch {
		case loads[a] > 1: // where a row begins, and where the next one does
			likely[a] = kernel.Ascending
		case !nested[a] && !gathers:
			likely[a] = kernel.Unique
		}
		if some[a] = likely[a]; some[a] == kernel.Unique && tested[a] && a.Elem.Signed {
			some[a] = kernel.UniqueOrNone
		}
		if some[a] == 0 {
			delete(some, a)
		}
	}
	var out []map[*kernel.Array]kernel.Holds
	for _, held := range []map[*kernel.Array]kernel.Holds{some, likely, ascending} {
		if p.breaksSome(held, r) && !slices.ContainsFunc(out, func(other map[*kernel.Array]kernel.Holds) bool { return maps.Equal(held, other) }) {
			out = append(out, held)
		}
	}
	return out
}

// excludesFaults reports whether all faults whose contents are told have some that the arrays do not hold.
func excludesFaults(held map[*kernel.Array]kernel.Holds, r *verdict.Result) bool {
	return !slices.ContainsFunc(r.Findings, func(f claim.Finding) bool {
		return f.Severity == claim.ErrorSeverity && len(f.Contents) > 0 && !excludes(held, &f)
	})
}

// breaksSome reports whether that excludes some fault, be it one that was found on the way.
func (p *precondition) breaksSome(held map[*kernel.Array]kernel.Holds, r *verdict.Result) bool {
	return slices.ContainsFunc(append(slices.Clone(r.Findings), p.seen...), func(f claim.Finding) bool {
		return f.Severity == claim.ErrorSeverity && excludes(held, &f)
	})
}

// excludes reports whether a fault needs contents that the arrays do not hold.
func excludes(held map[*kernel.Array]kernel.Holds, f *claim.Finding) bool {
	for a, h := range held {
		if !h.Of(elements(f.Contents, claim.ArrayLabel(a))) {
			return true
		}
	}
	return false
}

// elements are the numbers among contents that an array holds.
func elements(contents []claim.Content, array string) map[int64]int64 {
	out := map[int64]int64{}
	for _, c := range contents {
		inside, is := strings.CutPrefix(c.Element, array+"[")
		index, errIndex := strconv.ParseInt(strings.TrimSuffix(inside, "]"), 10, 64)
		value, err := strconv.ParseInt(c.Value, 10, 64)
		if is && errIndex == nil && err == nil {
			out[index] = value
		}
	}
	return out
}

// eachHeld calls f for each array of the kernel that is taken to hold something: a kernel that says so has arrays of its own, by the same names.
func (p *precondition) eachHeld(f func(h kernel.Holds, label string)) {
	for _, a := range p.k.Arrays {
		for b, h := range p.held {
			if a.Name == b.Name {
				f(h, claim.ArrayLabel(a))
			}
		}
	}
}

// heldText is what arrays are taken to hold, as __requires says it; empty for nothing.
func (p *precondition) heldText() string {
	var texts []string
	p.eachHeld(func(h kernel.Holds, label string) { texts = append(texts, h.Statements(label)...) })
	return strings.Join(texts, " && ")
}

// whole is a condition with what arrays are taken to hold.
func (p *precondition) whole(text string) string {
	held := p.heldText()
	switch {
	case held == "":
		return text
	case strings.Contains(text, "||"):
		return held + " && (" + text + ")"
	}
	return held + " && " + text
}

// tellHeld says in words what the condition says of contents.
func (p *precondition) tellHeld(r *verdict.Result) {
	p.eachHeld(func(h kernel.Holds, label string) {
		for _, means := range h.Meanings(label) {
			r.Notes = append(r.Notes, claim.Note{Message: "the condition says that " + means})
		}
	})
}
