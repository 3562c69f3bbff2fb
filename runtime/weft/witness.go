package weft

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// Whether two writes of unknown values ever store different ones is a question
// about the program: a[i] - a[i] and 0 do not, though they look different. Runs of
// the blocks with concrete inputs answer it. If the values differ in one, the race
// does harm for that input. If they do not differ in any of a few runs, the race is
// a possible one.

// samples is the number of inputs to try.
const samples = 4

// writesOf are two statements that write an element, by its place in pairs.list.
type writesOf struct {
	element int32
	lo, hi  int
}

func (o onElement) writes() writesOf { return writesOf{o.element, o.lo, o.hi} }

// doubted are the races of writes whose values may or may not differ, and which an input tells: what an agent writes is
// unknown for every input.
func (q *pairs) doubted() map[writesOf]bool {
	out := map[writesOf]bool{}
	q.pairAllGroups()
	for key := range q.tallies {
		if where := (onElement{key.element, key.statements()}); where.hangs && q.computes(where.lo) && q.computes(where.hi) {
			out[where.writes()] = true
		}
	}
	return out
}

// computes reports whether a statement stores a value that the kernel computes, or copies.
func (q *pairs) computes(site int) bool {
	st, is := q.program.Sites[site].Stmt.(*kernel.Store)
	return !is || st.X != nil || q.program.Sites[site].Copies
}

// harmful are the races of writes that certainly store different values.
func (q *pairs) harmful() map[writesOf]bool {
	out := map[writesOf]bool{}
	q.pairAllGroups()
	for key, t := range q.tallies {
		if s := key.statements(); !s.may && t.harmful != nil {
			out[writesOf{key.element, s.lo, s.hi}] = true
		}
	}
	return out
}

// witness looks for inputs for which writes that raced in a.pairs store different
// values.
func (c *checker) witness(a *attempt, s *suspects) {
	doubted := a.pairs.doubted()
	a.pairs.witnessed = map[writesOf]bool{}
	for sample := uint64(1); sample <= samples; sample++ {
		// Elements that are known relative to a parameter or a word are so only as long
		// as it is unknown, so every other input leaves the parameters open.
		params, ok := c.o.Params, true
		if sample%2 == 0 {
			params, ok = c.parameters(sample)
		}
		if len(doubted) == 0 || c.ctx.Err() != nil {
			return
		}
		if !ok {
			continue
		}
		p := newPairs(c.p, c.o, s)
		if !kernel.HasAssumption(c.k) {
			p.sought = maps.Clone(doubted)
		}
		blocks := a.blocks
		if sample > samples/2 && len(blocks) == 1 && blocks[0] == nil {
			blocks = []*[3]int{{}} // what block 0 reads is known, where the values depend on blockIdx
		}
		again := &attempt{blocks: blocks, budget: c.o.MaxCommands, sample: sample, params: params}
		if err := c.run(again, p, s.values()); err != nil {
			continue // not an input for which the program is made
		}
		for w := range p.harmful() {
			if doubted[w] {
				a.pairs.witnessed[w] = true
				delete(doubted, w)
			}
		}
	}
}

// parametersTried is how many choices of parameters are tested against the
// preconditions.
const parametersTried = 64

// parameters gives every parameter a value, such that the preconditions hold; ok is
// false if it finds no such values.
func (c *checker) parameters(sample uint64) (values map[string]int64, ok bool) {
	open := slices.DeleteFunc(slices.Clone(c.k.Params), func(p *kernel.Var) bool {
		_, given := c.o.Params[p.Name]
		return given || c.p.Fixed(p)
	})
	for try := range uint64(parametersTried) {
		values = maps.Clone(c.o.Params)
		if values == nil {
			values = map[string]int64{}
		}
		for i, p := range open {
			values[p.Name] = emulate.SampleWord(p.T, sample<<8|try, -1, int64(i))
		}
		if c.allowed(values) {
			return values, true
		}
	}
	return nil, false
}

// allowed reports whether the parameters certainly meet all preconditions that
// mention them.
func (c *checker) allowed(values map[string]int64) bool {
	for _, r := range c.k.Requires {
		if !kernel.ReadsParams(r, values) {
			continue
		}
		if holds, ok := kernel.WithParams(r, values).(*kernel.Const); !ok || holds.Val == 0 {
			return false
		}
	}
	return true
}
