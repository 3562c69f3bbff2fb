package generation

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate/named"
)

// What a thread has counted at the head of a loop exceeds what it had counted when it
// reached the loop by a function of the iterations.

// headField is a part of the state that the candidates of a loop are about.
type headField struct {
	name  func(thread int) string
	value func(named.Counts) int64
	last  int // the last thread that has it
}

// headFields are those of the procedure.
func (p *part) headFields() []headField {
	var out []headField
	if !p.counted() {
		return nil
	}
	for _, b := range p.barriers {
		i := b.Index
		out = append(out, headField{func(t int) string { return key.GenName(b.ID, t) }, func(c named.Counts) int64 { return c.Gen[i] }, 2})
		if p.task != orderTask || b.Of != nil {
			out = append(out, headField{func(t int) string { return key.SyncedName(b.ID, t) }, func(c named.Counts) int64 { return c.Synced[i] }, 2})
		}
	}
	if p.task == orderTask {
		if p.theory.Staged() {
			out = append(out, headField{func(int) string { return key.StageName }, p.theory.HighestStage, 1})
		}
		out = append(out, headField{func(int) string { return key.RankName }, p.theory.HighestRank, 1})
	}
	return out
}

// counts are facts about the counters at the head of the loop.
func (c *candidates) counts() {
	n := c.part.loops[c.loop.Stmt]
	visits := c.part.theory.Runs.Heads[c.loop.Stmt]
	c.eachThread(2, func(t int) boogie.Expr { return c.headClock(n, t).fact() })
	for _, v := range c.loop.Counters {
		c.counterFact(v, n)
	}
	for i, cl := range c.part.theory.Roles {
		var mine []named.HeadVisit
		for _, v := range visits {
			if v.Role == i {
				mine = append(mine, v)
			}
		}
		if len(mine) == 0 {
			continue
		}
		c.countsOf(cl, n, mine)
	}
}

// counterFact: a counter is its start plus a step for each iteration.
func (c *candidates) counterFact(v *candidate.Counter, n int) {
	if !c.loop.Enc.Mathematical() || v.Op != kernel.Add || v.By != nil || v.Start == nil {
		return
	}
	c.eachThread(2, func(t int) boogie.Expr {
		start, now := boogie.V(c.loop.Enc.Variable(v.Start, t)), boogie.V(c.loop.Enc.Variable(v.Var, t))
		steps := linearText(v.Step, boogie.V(iterName(n, t)), 0)
		return boogie.Eq(now, boogie.Op("+", start, steps))
	})
}

func (c *candidates) countsOf(cl *named.Role, n int, visits []named.HeadVisit) {
	fields := c.part.headFields()
	for i, f := range fields {
		guard := func(t int, fact boogie.Expr) boogie.Expr {
			if !c.part.mayBe(cl, t) {
				return boogie.True
			}
			return boogie.Imp(c.part.plays(c.loop.Enc, cl, t), fact)
		}
		now := func(t int) boogie.Expr { return boogie.V(f.name(t)) }
		var grown []named.Point
		for _, v := range visits {
			grown = append(grown, v.Point(f.value(v.Now)-f.value(v.Entry)))
		}
		fn, ok := c.headClock(n, 1).fitted(grown)
		if ok {
			c.eachThread(f.last, func(t int) boogie.Expr {
				entry := boogie.V(entryName(f.name(t), n, t))
				value := entry
				if fn.Mul != 0 || fn.Add != 0 {
					value = boogie.Op("+", entry, c.headClock(n, t).value(fn))
				}
				return guard(t, boogie.Eq(now(t), value))
			})
		} else if again, same := anew(visits, f); same {
			c.eachThread(f.last, func(t int) boogie.Expr {
				first := boogie.Eq(boogie.V(iterName(n, t)), boogie.I(0))
				return guard(t, boogie.Eq(now(t), boogie.If3(first, boogie.V(entryName(f.name(t), n, t)), boogie.I(again))))
			})
			ok = true
		} else if f.last == 1 {
			c.rankBound(cl, n, visits)
		}
		if ok {
			continue
		}
		for _, o := range fields[:i] {
			if d, same := difference(visits, f, o); same && o.last == f.last {
				c.eachThread(f.last, func(t int) boogie.Expr {
					return guard(t, boogie.Eq(now(t), linearText(1, boogie.V(o.name(t)), d)))
				})
				break
			}
		}
	}
}

// anew is the value of f in all iterations but the first, if it is the same in all of
// them: so it is in a loop with a barrier of the block, where counting starts again.
func anew(visits []named.HeadVisit, f headField) (int64, bool) {
	value, begun := int64(0), false
	for _, v := range visits {
		if v.Number == 0 {
			continue
		}
		if x := f.value(v.Now); begun && x != value {
			return 0, false
		}
		value, begun = f.value(v.Now), true
	}
	return value, begun
}

// rankBound: the rank is at most a line over the iterations.
func (c *candidates) rankBound(cl *named.Role, n int, visits []named.HeadVisit) {
	first, last := visits[0], visits[0]
	for _, v := range visits {
		if v.Number == 1 {
			first = v
		}
		if v.Number > last.Number {
			last = v
		}
	}
	if last.Number <= first.Number {
		return
	}
	rank := c.part.theory.HighestRank
	slope := (rank(last.Now) - rank(first.Now)) / (last.Number - first.Number)
	add := rank(visits[0].Now) - slope*visits[0].Number
	for _, v := range visits {
		add = max(add, rank(v.Now)-slope*v.Number)
	}
	c.add(boogie.Imp(c.part.plays(c.loop.Enc, cl, 1), boogie.Op("<=", boogie.V(key.RankName), linearText(slope, boogie.V(iterName(n, 1)), add))))
}

// difference is f - o, if that is the same in all visits while f changes.
func difference(visits []named.HeadVisit, f, o headField) (int64, bool) {
	d := f.value(visits[0].Now) - o.value(visits[0].Now)
	moved := false
	for _, v := range visits {
		if f.value(v.Now)-o.value(v.Now) != d {
			return 0, false
		}
		moved = moved || f.value(v.Now) != f.value(visits[0].Now)
	}
	return d, moved
}
