package vc

import (
	"slices"
	"strconv"
	"strings"
)

// Symmetry. In a program of two threads most assertions say the same of both, in the names of the one and of the other:
//
//	invariant (p$1 ==> i$1 <= n) && (p$2 ==> i$2 <= n)
//
// If what is assumed before the assertion says the same of both, too, then whoever violates the second half violates the first
// half with the threads exchanged: it is enough to show one of them. That is an argument about a renaming of constants, whatever
// they mean: it exchanges $1 and $2 in all names, has to leave the prelude as it is, and the set of what is assumed and defined
// before on every path to the assertion. Assertions before, too, may speak of one thread alone: where all of them are shown, each
// follows from what is assumed before it, by induction along the path, and adds nothing. So a procedure is correct if all
// of its checks are shown, while one that is shown beside another that fails says nothing yet.

// exchange is the renaming.
var exchange = strings.NewReplacer("$1", "$2", "$2", "$1")

// symmetricPrelude reports whether the renaming leaves the lines of a prelude as they are, but for their order.
func symmetricPrelude(text string) bool {
	lines := strings.Split(text, "\n")
	renamed := make([]string, len(lines))
	for i, line := range lines {
		renamed[i] = exchange.Replace(line)
	}
	slices.Sort(lines)
	slices.Sort(renamed)
	return slices.Equal(lines, renamed)
}

// symmetry numbers terms so that equal numbers mean equal terms, but for the order of operands that does not matter.
type symmetry struct {
	numbers map[string]int
	// done are the numbers of terms, and of what the renaming makes of them; -1 for terms with quantifiers, which are left alone.
	done [2]map[*term]int
}

// anyOrder are operators whose operands may stand in any order.
var anyOrder = map[string]bool{"and": true, "or": true, "=": true, "+": true, "*": true, "distinct": true}

// of is the number of x, or of what the renaming makes of it.
func (s *symmetry) of(x *term, renamed bool) int {
	which := 0
	if renamed {
		which = 1
	}
	if n, ok := s.done[which][x]; ok {
		return n
	}
	n := s.number(x, renamed)
	s.done[which][x] = n
	return n
}

func (s *symmetry) number(x *term, renamed bool) int {
	if x.quant != nil || x.open {
		return -1
	}
	op, text := x.op, x.text
	if renamed {
		op, text = exchange.Replace(op), exchange.Replace(text)
	}
	args := make([]int, len(x.args))
	for i, a := range x.args {
		if args[i] = s.of(a, renamed); args[i] < 0 {
			return -1
		}
	}
	if anyOrder[op] {
		slices.Sort(args)
	}
	key := op + "\x00" + text + "\x00" + x.sort.text
	for _, n := range args {
		key += " " + strconv.Itoa(n)
	}
	n, ok := s.numbers[key]
	if !ok {
		n = len(s.numbers)
		s.numbers[key] = n
	}
	return n
}

// known is what is assumed before a point of the program, and which terms of it lack their counterparts.
type known struct {
	s       *symmetry
	have    map[int]bool
	lacking map[int]bool // by the number of the counterpart
	never   bool         // some term has no number
}

// add adds what is assumed.
func (k *known) add(x *term) {
	n, m := k.s.of(x, false), k.s.of(x, true)
	if n < 0 || m < 0 {
		k.never = true
		return
	}
	k.have[n] = true
	delete(k.lacking, n)
	if !k.have[m] {
		k.lacking[m] = true
	}
}

func (k *known) same() bool { return !k.never && len(k.lacking) == 0 }

// halve takes away the halves of checks that need not be shown.
func (c *Condition) halve() {
	s := &symmetry{numbers: map[string]int{}, done: [2]map[*term]int{{}, {}}}
	uneven := map[*block]bool{} // blocks before which the names of one thread alone are known
	for _, b := range c.blocks {
		k := &known{s: s, have: map[int]bool{}, lacking: map[int]bool{}, never: uneven[b]}
		for _, cmd := range b.cmds {
			switch {
			case cmd.assume != nil:
				k.add(cmd.assume)
			case cmd.define != nil:
				k.add(c.t.equal(cmd.define.symbol, cmd.define.value))
			case cmd.check != nil:
				if k.same() {
					cmd.check.half = s.half(c.t, cmd.check.term)
				}
			}
		}
		for _, e := range b.succs {
			if !k.same() || len(e.phis) > 0 {
				uneven[e.to] = true
			}
		}
	}
}

// half is as much of x as implies the rest by the renaming.
func (s *symmetry) half(t *table, x *term) *term {
	switch x.op {
	case "=>":
		if n := s.of(x.args[0], false); n >= 0 && n == s.of(x.args[0], true) {
			return t.implies(x.args[0], s.half(t, x.args[1]))
		}
	case "and":
		kept := map[int]bool{}
		var out []*term
		for _, y := range x.args {
			n, m := s.of(y, false), s.of(y, true)
			if n >= 0 && m >= 0 && n != m && kept[m] {
				continue
			}
			kept[n] = n >= 0
			out = append(out, y)
		}
		return t.and(out...)
	}
	return x
}

// oneThread leaves assumptions out of a condition that speak of the second thread alone, where all checks that follow speak of the
// first alone, as halves of checks do. A condition with fewer assumptions is harder to show, never easier. Blocks are looked at
// from their ends, as for weakest preconditions.
type oneThread struct {
	t *table
	// both are the blocks from where, as far as they have been looked at, a check of the second thread is ahead.
	both  map[*block]bool
	seen  map[*term]threads
	fewer bool // something was left out
}

// threads are those of whose names a term has some.
type threads struct{ first, second bool }

func newOneThread(t *table) *oneThread {
	return &oneThread{t: t, both: map[*block]bool{}, seen: map[*term]threads{}}
}

// join notes what follows on b.
func (o *oneThread) join(b *block) {
	for _, e := range b.succs {
		if o != nil && o.both[e.to] {
			o.both[b] = true
		}
	}
}

// check notes that x is to be shown in b, before what was looked at.
func (o *oneThread) check(b *block, x *term) {
	if o != nil && o.threads(x).second {
		o.both[b] = true
	}
}

// about is as much of the assumption x as matters to the rest of b, which was looked at.
func (o *oneThread) about(b *block, x, rest *term) *term {
	if o == nil || o.both[b] || rest == o.t.yes {
		return x
	}
	y := o.weaker(x)
	o.fewer = o.fewer || y != x
	return y
}

// weaker is x without what it says of the second thread alone.
func (o *oneThread) weaker(x *term) *term {
	switch of := o.threads(x); {
	case !of.second:
		return x
	case !of.first:
		return o.t.yes
	case x.op == "and":
		parts := make([]*term, len(x.args))
		for i, y := range x.args {
			parts[i] = o.weaker(y)
		}
		return o.t.and(parts...)
	case x.op == "=>":
		return o.t.implies(x.args[0], o.weaker(x.args[1]))
	}
	return x
}

func (o *oneThread) threads(x *term) threads {
	if of, ok := o.seen[x]; ok {
		return of
	}
	of := threads{strings.Contains(x.op+x.text, "$1"), strings.Contains(x.op+x.text, "$2")}
	for _, y := range x.args {
		below := o.threads(y)
		of.first, of.second = of.first || below.first, of.second || below.second
	}
	o.seen[x] = of
	return of
}
