package prove

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// A question ends with the first races that refute it. The others are asked for then: what is
// known does not count as a race any more, and the same question is put again until nothing is
// found. That changes no verdict. What is found happens in an execution of the kernel like
// any other finding, perhaps in one in which the first races happen as well.

// The limits of the search: how often the question is put, and how many races are added.
const (
	mostFurtherRounds = 6
	mostFurtherRaces  = 12
	// mostFurtherReplays is how many races of one answer are looked for in executions.
	mostFurtherReplays = 8
)

// Further looks for races besides those among the findings of the result, on arrays without any
// first, and adds them. What is left open it says in a note.
func (v *Prover) Further() {
	s := &furtherSearch{v: v, r: &v.d.Result, settled: map[string]bool{}}
	if len(s.left()) == 0 {
		return
	}
	st := v.d.Opts.Trace.Begin(decision.StepFurther)
	defer v.d.Opts.Trace.End(st)
	pairs, why := s.pairs()
	if why == "" && s.counts() {
		if open, why := s.generations(); why != "" {
			v.d.Note(arraysNote(open) + " within a block are not ruled out: " + why)
		}
		if s.within = true; len(s.left()) == 0 {
			return
		}
		pairs = ask.BetweenBlocks
	}
	if why != "" {
		v.d.Note(arraysNote(s.arrays()) + " were not looked for: " + why)
		return
	}
	without, _ := s.sorted(s.left())
	fresh, open := s.tell(pairs, true)
	for _, name := range without {
		s.settled[name] = !slices.Contains(fresh, name) && !s.raced()[name]
	}
	others, why := s.tell(pairs, false)
	switch {
	case open == "":
	case why == open:
		others = append(fresh, others...)
	default:
		v.d.Note(arraysNote(fresh) + " are not ruled out: " + open)
	}
	if why != "" {
		v.d.Note(arraysNote(others) + " are not ruled out: " + why)
	}
}

// furtherSearch is one search.
type furtherSearch struct {
	v     *Prover
	r     *decision.Result
	added int
	// settled are the arrays without races.
	settled map[string]bool
	// within is set once nothing more is to be found out about threads of one block.
	within bool
}

// tell looks for races on arrays without any, or on all, and says of which arrays some are left
// open, and why.
func (s *furtherSearch) tell(pairs ask.Pairs, fresh bool) (open []string, why string) {
	about := func() []string {
		without, others := s.sorted(s.left())
		if fresh {
			return without
		}
		return others
	}
	if len(about()) == 0 {
		return nil, ""
	}
	if why = s.look(pairs, fresh); why == "" {
		return nil, ""
	}
	if open = about(); len(open) == 0 {
		return nil, ""
	}
	return open, why
}

// arraysNote names each array once: there may be several questions about one.
func arraysNote(names []string) string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return "further races on " + strings.Join(once, ", ")
}

// look puts the question until it has an answer; it says why it has none, if so. With fresh it
// is about arrays without any race so far.
func (s *furtherSearch) look(pairs ask.Pairs, fresh bool) (why string) {
	opts := s.v.d.Opts
	defer func() { s.v.d.Opts = opts }()
	s.v.d.Opts.Encoding.Pairs = pairs
	for range mostFurtherRounds {
		switch without, others := s.sorted(s.left()); {
		case len(without)+len(others) == 0 || fresh && len(without) == 0:
			return ""
		case s.v.d.Clock.Over():
			return s.late()
		}
		s.v.d.Opts.Encoding.Known = s.known()
		if s.v.d.Opts.Encoding.Settled = s.settled; fresh {
			s.v.d.Opts.Encoding.Settled = s.raced()
		}
		s.v.d.Opts.Trace.Ask(decision.BoogieEngine, "races besides those that are known")
		r := s.v.ask(map[kernel.Property]bool{kernel.DataRace: true}, pairs == ask.BetweenBlocks, assumed(kernel.Divergence))
		p := r.Property(kernel.DataRace)
		switch {
		case r.Err != nil:
			return decision.ToolReason(r.Err)
		case r.Diags.HasErrors():
			return firstUnsupported(&r.Diags)
		case p == nil:
			return ""
		}
		s.r.Stats.Add(r.Stats)
		n := 0
		if p.Status == claim.Refuted {
			s.v.weigh(kernel.DataRace, &r)
			n = s.add(r.Findings)
			s.added += n
		}
		switch {
		case p.Status == claim.Proved:
			return ""
		case p.Status != claim.Refuted && s.v.d.Clock.Over():
			return s.late()
		case p.Status != claim.Refuted:
			text, _, _ := strings.Cut(p.Reason(), ";")
			return text
		case n == 0:
			return "what the prover finds is not certain"
		case s.added >= mostFurtherRaces:
			return fmt.Sprintf("the search ended with %d more", s.added)
		}
	}
	return fmt.Sprintf("the search ended with %d more", s.added)
}

// late is why nothing more is looked for when time is over.
func (s *furtherSearch) late() string {
	if s.v.d.Clock.Ctx.Err() != nil {
		return "interrupted"
	}
	return "a part of the time limit of " + decision.SecondsText(s.v.d.Opts.Timeout) + " was not enough"
}

// pairs are the pairs of threads of which not all races are known.
func (s *furtherSearch) pairs() (ask.Pairs, string) {
	across := s.v.d.Kernel.Launch.Blocks() != 1 && !s.v.d.Opts.Encoding.IntraGroup && !s.r.Listed[claim.BetweenBlocks]
	within := !s.r.Listed[claim.WithinBlock]
	switch {
	case s.v.d.Opts.Engine == decision.WeftEngine:
		return 0, "only the exact engine was asked (--engine weft)"
	case within && across:
		return ask.AllPairs, ""
	case within:
		return ask.WithinBlock, ""
	}
	return ask.BetweenBlocks, ""
}

// counts reports whether races of threads of one block are open, and a matter of generations.
func (s *furtherSearch) counts() bool {
	return !s.r.Listed[claim.WithinBlock] && Generational(s.v.d.Opts, s.v.d.Kernel)
}

// generations looks for further races of two threads of a block that named barriers order. What
// no generation is shown to order is a race only if an execution shows it; the arrays for which
// that leaves something open are returned, and why.
func (s *furtherSearch) generations() (open []string, why string) {
	for _, base := range kernel.DataRace.Info().RestsOn {
		if p := s.r.Property(base); p != nil && p.Status != claim.Proved {
			return s.arrays(), "that rests on " + string(base) + ", which is " + string(p.Status)
		}
	}
	opts := s.v.d.Opts
	defer func() { s.v.d.Opts = opts }()
	for range mostFurtherRounds {
		if s.v.d.Clock.Over() {
			return s.arrays(), s.late()
		}
		s.v.d.Opts.Encoding.Known = s.known()
		s.v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block that count generations: races besides those that are known")
		q := &generationQuery{v: s.v, d: s.v.d, refused: map[kernel.Property]string{}, about: kernel.PropertySet{kernel.DataRace: true}}
		n, more := 0, q.guess()
		if !q.shown[kernel.DataRace] {
			if n = s.executed(q.suspects); n == 0 && more {
				q.sort()
			}
		}
		if q.shown[kernel.DataRace] {
			return nil, ""
		}
		open := q.openArrays(s.arrays())
		switch s.added += n; {
		case s.added >= mostFurtherRaces:
			return open, fmt.Sprintf("the search ended with %d more", s.added)
		case n == 0:
			return open, q.whyOpen(kernel.DataRace)
		}
	}
	return s.arrays(), fmt.Sprintf("the search ended with %d more", s.added)
}

// executed adds what executions show of races, and returns how many that are.
func (s *furtherSearch) executed(suspects []claim.Finding) int {
	n := 0
	for i := range min(len(suspects), mostFurtherReplays) {
		n += s.add(s.v.confirming.Replay(s.v.d.Case, suspects[i]))
	}
	return n
}

// arrays are those of which not all races are known, in the order in which reports name them.
func (s *furtherSearch) arrays() []string {
	fresh, others := s.sorted(s.left())
	return append(fresh, others...)
}

// openArrays are those among arrays of which races are open; all if that is not known.
func (q *generationQuery) openArrays(names []string) []string {
	open := map[string]bool{}
	if q.out != nil && q.shown != nil {
		for _, proc := range q.out.Procedures {
			for _, part := range proc.Parts {
				if a := proc.Arrays[part]; a != nil && !q.verifiedPart(proc, part) {
					open[claim.ArrayLabel(a)] = true
				}
			}
		}
	}
	if len(open) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(name string) bool { return !open[name] })
}

// known are the races among the findings.
func (s *furtherSearch) known() []ask.Race { return racesOf(s.r.Findings) }

// racesOf are the races among findings, as questions know them.
func racesOf(findings []claim.Finding) []ask.Race {
	var out []ask.Race
	for i := range findings {
		if f := &findings[i]; f.Property == kernel.DataRace && len(f.Accesses) == 2 {
			out = append(out, ask.Race{Array: f.Array, Lines: [2]ask.Line{ask.LineOf(f.Accesses[0].Src.Pos), ask.LineOf(f.Accesses[1].Src.Pos)}})
		}
	}
	return out
}

// raced are the arrays that the findings are about.
func (s *furtherSearch) raced() map[string]bool {
	out := map[string]bool{}
	for i := range s.r.Findings {
		out[s.r.Findings[i].Array] = true
	}
	return out
}

// add adds the findings at places that are not known, and returns their number.
func (s *furtherSearch) add(findings []claim.Finding) int {
	known := map[claim.Spot]bool{}
	for i := range s.r.Findings {
		known[claim.Unordered(s.r.Findings[i].Spot())] = true
	}
	n := 0
	for _, f := range findings {
		if at := claim.Unordered(f.Spot()); f.Property == kernel.DataRace && !known[at] {
			known[at] = true
			s.r.Findings = append(s.r.Findings, f)
			n++
		}
	}
	return n
}

// left are the arrays with conflicts in the text that are no race among the findings, where not all races
// are known.
func (s *furtherSearch) left() []*kernel.Array {
	blocks := s.v.d.Kernel.Launch.Blocks() != 1 && !s.v.d.Opts.Encoding.IntraGroup
	within, across := s.within || s.r.Listed[claim.WithinBlock], s.r.Listed[claim.BetweenBlocks] || !blocks
	if within && across {
		return nil
	}
	races := map[ask.Race]bool{}
	for _, r := range s.known() {
		races[r] = true
		r.Lines[0], r.Lines[1] = r.Lines[1], r.Lines[0]
		races[r] = true
	}
	arrays := s.v.d.Kernel.Arrays
	if within {
		arrays = slices.DeleteFunc(slices.Clone(arrays), func(a *kernel.Array) bool { return a.Space == kernel.Shared })
	}
	return fact.Contended(s.v.d.Kernel, arrays, func(c fact.Conflict) bool {
		return races[ask.Race{Array: claim.ArrayLabel(c.Array), Lines: [2]ask.Line{ask.LineOf(c.Lines[0]), ask.LineOf(c.Lines[1])}}]
	})
}

// sorted are the arrays of conflicts: those without a race among the findings, and the others.
func (s *furtherSearch) sorted(left []*kernel.Array) (fresh, others []string) {
	raced := s.raced()
	for _, a := range left {
		label, list := claim.ArrayLabel(a), &fresh
		if raced[label] {
			list = &others
		}
		if !slices.Contains(*list, label) {
			*list = append(*list, label)
		}
	}
	return fresh, others
}

// Besides decides by translation, as Verify does, where races that are known do not count; without
// across, of threads of one block only, as if those of different blocks did not race.
func Besides(c decision.Case, solve Solve, confirming Confirming, shares Shares, known []claim.Finding, across bool) decision.Result {
	c.Opts.Encoding.Known = racesOf(known)
	t := translation{Case: c, solve: solve, confirming: confirming, shares: shares}
	if t.Opts.Encoding.Pairs = ask.AllPairs; !across {
		t.Opts.Encoding.Pairs = ask.WithinBlock
		t.bases.evidence = []claim.Evidence{claim.Assumption{Claims: []claim.Claim{claim.RacesAcross}}}
	}
	return t.verify().Result
}
