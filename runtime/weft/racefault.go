package weft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft/naming"
)

// raceClass is the subject of one fault: two statements, an array, how certain
// and how harmful the race is.
type raceClass struct {
	array, lo, hi int
	may, benign   bool
}

// raceSum is a class over all elements.
type raceSum struct {
	count   int64
	atLeast bool // there may be more
	best    *example
}

// racesFound is the result of the second run. Its faults have no messages yet: there
// may be very many, and reports show few of them.
type racesFound struct {
	sums             map[raceClass]*raceSum
	faults, possible []Fault
}

// evaluate computes the result of the second run, after its end.
func (q *pairs) evaluate() *racesFound {
	if q.found != nil {
		return q.found
	}
	q.pairAllGroups()
	q.found = &racesFound{sums: q.sumTallies()}
	sums := q.found.sums
	q.found.faults = q.chosen(func(c raceClass) bool { return !c.may })
	q.found.possible = append(q.chosen(func(c raceClass) bool {
		sure, worse := c, c
		sure.may = false
		worse.benign = false
		return c.may && sums[sure] == nil && (!c.benign || sums[worse] == nil)
	}), q.unpaired()...)
	return q.found
}

// possible are the races that happen for some inputs only, unless the statements
// have a worse or more certain one, and those that a limit left open.
func (q *pairs) possible() []Fault { return q.described(q.evaluate().possible) }

// described gives faults their messages.
func (q *pairs) described(faults []Fault) []Fault {
	for i := range faults {
		if f := &faults[i]; f.Message == "" {
			f.Message = q.sentence(f)
		}
	}
	return faults
}

// mostRaces is how many races a report lists.
const mostRaces = 100

// reported are the races to list: errors in front, at most mostRaces, and how many
// more there are.
func (q *pairs) reported() (list []Fault, further int, note []Note) {
	told := q.evaluate()
	list = slices.Clone(told.faults)
	for _, f := range told.possible {
		// A benign race between blocks, seen in one block that stands for all,
		// is not listed: it may depend on blockIdx whether another block does
		// the same.
		if f.Benign && (q.block >= 0 || f.At[0].Block == f.At[1].Block) {
			f.May, f.Pairs = true, 0
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Fault) int { return cmp.Compare(harm(&a), harm(&b)) })
	if further = len(list) - mostRaces; further > 0 {
		note = []Note{{Site: list[mostRaces].At[0].Site, Message: q.furtherRaces(list[mostRaces:])}}
		list = list[:mostRaces]
	}
	return q.described(list), max(further, 0), append(note, q.besides(told)...)
}

// mostBesides is how many possible races are noted beside those that refute.
const mostBesides = 3

// besides notes the possible races where others refute, so that nobody takes them for decided.
func (q *pairs) besides(told *racesFound) (notes []Note) {
	if !slices.ContainsFunc(told.faults, func(f Fault) bool { return !f.Benign }) {
		return nil
	}
	for _, f := range q.described(slices.Clone(told.possible)) {
		if f.Benign || len(notes) == mostBesides {
			continue
		}
		notes = append(notes, Note{Site: f.At[0].Site, Message: "besides, a race is possible, depending on the input or on the values stored: " + f.Message})
	}
	return notes
}

// harm is the sort key that puts errors before benign races.
func harm(f *Fault) int {
	if f.Benign {
		return 1
	}
	return 0
}

// furtherRaces is the sentence about the races that a report leaves out.
func (q *pairs) furtherRaces(left []Fault) string {
	benign := 0
	for i := range left {
		benign += harm(&left[i])
	}
	text := naming.Thousands(len(left)) + " more pairs of statements race"
	if len(left) == 1 {
		text = "1 more pair of statements races"
	}
	if len(q.cutArrays()) > 0 {
		text = "at least " + text
	}
	switch benign {
	case 0:
	case len(left):
		text += ", all harmlessly"
	default:
		text += ", " + naming.Thousands(benign) + " of them harmlessly"
	}
	return text
}

// chosen are the faults of the chosen classes.
func (q *pairs) chosen(choose func(raceClass) bool) []Fault {
	var list []*Fault // there may be very many, which are large to move
	for c, s := range q.found.sums {
		if choose(c) {
			f := q.fault(c, s)
			list = append(list, &f)
		}
	}
	sources := make([]kernel.Src, len(q.program.Sites))
	for _, f := range list {
		for i := range f.At {
			sources[f.sides[i].site] = f.At[i].Site.Src()
		}
	}
	places := naming.Places(sources)
	slices.SortFunc(list, func(a, b *Fault) int {
		return cmp.Or(
			cmp.Compare(places[a.sides[0].site], places[b.sides[0].site]), cmp.Compare(places[a.sides[1].site], places[b.sides[1].site]),
			cmp.Compare(harm(a), harm(b)), cmp.Compare(a.Array, b.Array), cmp.Compare(a.Index, b.Index))
	})
	out := make([]Fault, len(list))
	for i, f := range list {
		out[i] = *f
	}
	return out
}

// onElement is two statements and an element, by its place in pairs.list.
type onElement struct {
	element int32
	statements
}

// sumTallies adds up the pairs of all elements. On an element all pairs of two
// statements are harmful if one of them is.
func (q *pairs) sumTallies() map[raceClass]*raceSum {
	joined := map[onElement]*tally{}
	for _, t := range q.tallies {
		where := onElement{t.element, t.tallyKey.statements()}
		if where.hangs {
			where.may, where.hangs = !q.witnessed[where.writes()], false
		}
		one, two := q.text[where.lo], q.text[where.hi]
		where.lo, where.hi = min(one, two), max(one, two)
		j := joined[where]
		if j == nil {
			j = &tally{tallyKey: t.tallyKey}
			joined[where] = j
		}
		j.add(t)
		if n := int64(q.program.Kernel().Launch.Blocks()); q.block < 0 && n > 1 { // as many in each other block
			j.counts(product(t.inBlock(), n-1))
		}
	}
	sums, cut := map[raceClass]*raceSum{}, q.cutArrays()
	for where, t := range joined {
		c := raceClass{q.program.Sites[where.lo].Array, where.lo, where.hi, where.may, t.harmful == nil}
		s := sums[c]
		if s == nil {
			s = &raceSum{atLeast: cut[c.array]}
			sums[c] = s
		}
		s.add(t)
	}
	return sums
}

// cutArrays are the arrays with accesses that a limit left out.
func (q *pairs) cutArrays() map[int]bool {
	out := map[int]bool{}
	for _, w := range q.list {
		if w.cut || q.capped {
			out[w.array] = true
		}
	}
	return out
}

// add takes in another tally of the same statements and element.
func (t *tally) add(other *tally) {
	t.counted = sum(t.counted, other.count())
	if other.harmful != nil {
		t.show(*other.harmful, false)
	}
	if other.benign != nil {
		t.show(*other.benign, true)
	}
}

// add takes in the pairs of one element.
func (s *raceSum) add(t *tally) {
	s.count = sum(s.count, t.count())
	if best := cmp.Or(t.harmful, t.benign); s.best == nil || best.compare(s.best) < 0 {
		s.best = best
	}
}

// fault makes the fault of a class.
func (q *pairs) fault(c raceClass, s *raceSum) Fault {
	x := s.best
	f := Fault{
		Property: kernel.DataRace, Benign: c.benign, Array: c.array, Index: x.index, Relative: q.arrays[c.array].base != 0,
		Pairs: s.count, AtLeast: s.atLeast || s.count == countless,
		At:    []Party{q.party(x.first), q.party(x.second)},
		sides: [2]side{x.first, x.second},
	}
	f.Kind = f.At[0].Kind + "-" + f.At[1].Kind
	return f
}

func (q *pairs) party(s side) Party {
	site := &q.program.Sites[s.site]
	return Party{Site: site, Kind: accessKindOf(site).String(), Block: s.block, Thread: s.thread}
}

// unpaired are the races that the second run did not see, or saw in part, so
// that there may be harmful ones besides the benign ones that it saw.
func (q *pairs) unpaired() []Fault {
	paired := map[int32]bool{}
	for key := range q.tallies {
		paired[key.element] = true
	}
	var out []Fault
	seen := map[raceClass]bool{}
	for _, w := range q.list {
		if paired[w.number] && !w.partial {
			continue
		}
		a, b := q.text[w.sites[0]], q.text[w.sites[1]]
		c := raceClass{array: w.array, lo: min(a, b), hi: max(a, b)}
		if seen[c] || q.found.sums[c] != nil {
			continue
		}
		seen[c] = true
		one, two := q.party(side{site: int32(a), thread: -1}), q.party(side{site: int32(b), thread: -1})
		out = append(out, Fault{
			Property: kernel.DataRace, Kind: one.Kind + "-" + two.Kind, Array: w.array, Index: w.index, At: []Party{one, two},
			Message: fmt.Sprintf("%s-%s race on %s: not all pairs of threads were compared", one.Kind, two.Kind,
				q.elementName(w.array, w.index)),
		})
	}
	return out
}

// sentence describes which threads do what to which element. "Here" is the
// position of the first access, which a report prints in front.
func (q *pairs) sentence(f *Fault) string {
	var b strings.Builder
	if f.Benign {
		b.WriteString("benign ")
	}
	one, two := &f.At[0], &f.At[1]
	fmt.Fprintf(&b, "%s race on %s: %s %s here, %s %s ", f.Kind, q.elementName(f.Array, f.Index),
		q.threadName(one, two), claim.Does(one.Kind), q.threadName(two, one), claim.Does(two.Kind))
	if two.Site.Src().Pos != one.Site.Src().Pos {
		fmt.Fprintf(&b, "at %s", two.Site.Src().Pos)
	} else {
		b.WriteString(claim.AlsoHere(one.Kind, two.Kind))
	}
	if f.Benign {
		b.WriteString("; both write the same value")
	}
	if why := q.flights[[2]int32{min(f.sides[0].site, f.sides[1].site), max(f.sides[0].site, f.sides[1].site)}]; why != "" {
		b.WriteString("; " + why)
	}
	return b.String()
}

// threadName names a thread, with its block if the other one is in another block.
func (q *pairs) threadName(p, other *Party) string {
	launch := q.program.Kernel().Launch
	name := naming.Names{Launch: launch}.At(p.Thread)
	if p.Block != other.Block {
		block := launch.BlockAt(p.Block)
		at, within := launch.Place(&block, launch.ThreadAt(p.Thread))
		name = "thread " + kernel.IndexText(within) + " of block " + kernel.IndexText(*at)
	}
	if agent := p.Site.Agent; agent != nil {
		what := "a copy"
		if agent.Ends == kernel.MatrixGroup {
			what = "a product"
		}
		name = what + " that " + name + " started"
	}
	return name
}

// elementName names an element for a sentence. One that is known only relative to
// others has no number.
func (q *pairs) elementName(array int, index int64) string {
	a := q.program.Kernel().Arrays[array]
	if q.arrays[array].base == 0 {
		return claim.ElementName(a, index)
	}
	before, after, found := strings.Cut(cmp.Or(a.Label, a.Name), "[]")
	if !found {
		return before + "[…]"
	}
	return before + "[…]" + after
}
