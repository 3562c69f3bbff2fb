package weft

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// Asynchronous accesses. An agent makes them (kernel.Agent): it begins after the statement that
// starts it and ends before what its completion is waited for by. In clocks and records agents are
// further warps: those of one kind that warp w starts are one, whose lanes are the threads that
// started them. What numbers operations of a warp numbers groups here:
//
//	kind             an access has the number of    is known to be over by a thread
//	copies, bulk,    the group that is open         that waits for its own groups, up to the last of these; others
//	matrix                                          learn it as they learn of the thread's own accesses
//	at a barrier     the phase that is open         that knows that this phase is complete
//	collective       the statement, counted         that knows the same of all threads of the block
//
// A thread's own waits are not in its clock: the lanes that share the clock have waited for their
// own copies, not for those of others (as program order is not in a clock). They are in done, and
// enter the clocks of others when the thread releases its accesses.
//
// A generic write and a later access of the async proxy are ordered only if a proxy fence lies between
// (kernel.Proxy), be it of the thread that makes the first one, of the one that starts the other, or of any
// between. So a clock has, beside what happens before, what happens before such a fence. The other way
// round none is needed: the end of an asynchronous operation is one. A generic read and a later write of the async
// proxy need none here either, though the ISA's text asks for one between any two proxies: what a thread has read
// before it arrived somewhere cannot change any more, whichever way the next value takes to memory, and every
// published ring of bulk copies (CUTLASS's PipelineTmaAsync, the programming guide's) frees its slots without
// one. That the program relies on this is an assumption that the front end lists.

// agentKind is a kind of agents that a warp starts.
type agentKind int

const (
	copyAgents agentKind = iota
	bulkReads
	bulkWrites
	matrixAgents
	collectives
	agentKinds
)

// groups are asynchronous operations of a warp that end in groups.
type groups struct {
	pos int32 // the number of the open group
	// committed are the groups that some lanes have not waited for, oldest first.
	committed []committed
	last      [kernel.WarpSize]lastWait
	// began are the positions of the warp at which what is in a group was started, of the last one of each group.
	began []int32
}

// start notes that something is started in the open group.
func (g *groups) start(at int32) {
	for len(g.began) <= int(g.pos) {
		g.began = append(g.began, at)
	}
	g.began[g.pos] = at
}

// committed is a group of some lanes.
type committed struct {
	pos   int32
	lanes emulate.Lanes
}

// lastWait is the latest wait of a lane for its groups, at a position of its warp, when group open was the open one.
type lastWait struct {
	site     *emulate.Site
	pending  int64
	at, open int32
}

// ownPast is what the lanes of a warp know of themselves.
type ownPast struct {
	groups [3]groups // by kernel.Completion
	// done is, by kind and lane, the number of the last group that the thread has waited for.
	done [agentKinds][kernel.WarpSize]int32
	// fenced is the position of the thread's latest proxy fence, fencedCopies what it had waited for
	// by then.
	fenced, fencedCopies [kernel.WarpSize]int32
	collective           [kernel.WarpSize]int32 // statements so far that all threads execute together
	self                 selfOrder              // of the current access
	products             int                    // matrix operands read by the warp's threads
}

func newOwn() *ownPast {
	o := &ownPast{}
	for l := range kernel.WarpSize {
		for k := range o.done {
			o.done[k][l] = -1
		}
		o.fenced[l], o.fencedCopies[l] = -1, -1
	}
	return o
}

// blockAgents tells the agents of a block apart, and what its threads start together.
type blockAgents struct {
	exist []emulate.Lanes // by warp
	own   []*ownPast
	// together are the operations that all threads start together, in order.
	together []collective
}

// number is how many warps and agents clocks tell apart: without those at barriers.
func (b *blockAgents) number() int { return len(b.exist) * (1 + int(agentKinds)) }

// of is the agent of that kind that warp w starts.
func (b *blockAgents) of(k agentKind, w int) int { return (1+int(k))*len(b.exist) + w }

// at is the agent that warp w starts and that ends with a phase of barrier number id.
func (b *blockAgents) at(id, w int) int { return b.of(agentKinds+agentKind(id-order.Barriers), w) }

// kindOf is what kind an agent is of, and the warp that starts it. Those at barriers follow the others; kind
// -1 is a warp itself.
func (b *blockAgents) kindOf(a int) (k agentKind, w int) {
	return agentKind(a/len(b.exist) - 1), a % len(b.exist)
}

// before is which of an agent's lanes c knows to be over, for an access of theirs with that number.
func (b *blockAgents) before(c *clock, a int, pos int32, lanes emulate.Lanes) emulate.Lanes {
	switch k, _ := b.kindOf(a); {
	case k < collectives:
		return c.reaches(a, pos, lanes)
	case k == collectives && b.allOver(c, pos), k > collectives && c.known(order.Barriers+int(k-agentKinds)) >= pos:
		return lanes
	}
	return 0
}

// allOver reports whether what all threads have started in a statement together is known to be over.
func (b *blockAgents) allOver(c *clock, statement int32) bool {
	if int(statement) >= len(b.together) {
		return false
	}
	started := b.together[statement]
	for w := range b.exist {
		if started.lanes[w] != b.exist[w] {
			return false
		}
		for rest := started.lanes[w]; rest != 0; rest &= rest - 1 {
			l := firstLane(rest)
			if c.reaches(b.of(copyAgents, w), started.pos[w][l], 1<<l) == 0 {
				return false
			}
		}
	}
	return true
}

// collective is a statement that all threads of the block execute together.
type collective struct {
	site  *emulate.Site
	lanes []emulate.Lanes                 // by warp: who has executed it
	pos   map[int]*[kernel.WarpSize]int32 // of the group of each
}

// meetIn notes that lanes start an operation together with all other threads of the block. It fails where
// they do not all execute the same statements, with the statement that others execute if that is known.
func (b *blockAgents) meetIn(a *emulate.Access, own *ownPast) (other *emulate.Site, ok bool) {
	lanes := a.Lanes | a.Unknown
	n := own.collective[firstLane(lanes)]
	for left := lanes; left != 0; left &= left - 1 {
		if own.collective[firstLane(left)] != n {
			return nil, false
		}
	}
	for int(n) >= len(b.together) {
		b.together = append(b.together, collective{site: a.Site, lanes: make([]emulate.Lanes, len(b.exist)), pos: map[int]*[kernel.WarpSize]int32{}})
	}
	c := &b.together[n]
	if c.site.Src().Pos != a.Site.Src().Pos {
		return c.site, false
	}
	if c.pos[a.Warp] == nil {
		c.pos[a.Warp] = new([kernel.WarpSize]int32)
	}
	c.lanes[a.Warp] |= lanes
	for ; lanes != 0; lanes &= lanes - 1 {
		c.pos[a.Warp][firstLane(lanes)] = own.groups[kernel.CopyGroup].pos
	}
	return nil, true
}

// endOf notes that lanes have executed a statement of all threads: its store comes last.
func (o *ownPast) endOf(a *emulate.Access) {
	if a.Site.Kind == emulate.ReadSite {
		return
	}
	for lanes := a.Lanes | a.Unknown; lanes != 0; lanes &= lanes - 1 {
		o.collective[firstLane(lanes)]++
	}
}

// releaseOwn enters into a clock what lanes of a warp know of their own, when they release their
// accesses; lanes include those that do not exist.
func (b *blockAgents) releaseOwn(c *clock, w int, lanes emulate.Lanes, own *ownPast) {
	for k := range collectives {
		b.advanceEach(c, b.of(k, w), w, lanes, &own.done[k])
	}
	if fenced := b.lanesWith(w, lanes, &own.fenced); fenced != 0 {
		if c.proxied == nil {
			c.proxied = newClock(len(c.warps.Released))
		}
		b.advanceEach(c.proxied, w, w, lanes, &own.fenced)
		b.advanceEach(c.proxied, b.of(copyAgents, w), w, lanes, &own.fencedCopies)
	}
}

// lanesWith are the lanes that exist and have a position.
func (b *blockAgents) lanesWith(w int, lanes emulate.Lanes, pos *[kernel.WarpSize]int32) (out emulate.Lanes) {
	for rest := lanes & b.exist[w]; rest != 0; rest &= rest - 1 {
		if l := firstLane(rest); pos[l] >= 0 {
			out |= 1 << l
		}
	}
	return out
}

// advanceEach is clock.advance with a position of its own for each lane.
func (b *blockAgents) advanceEach(c *clock, agent, w int, lanes emulate.Lanes, pos *[kernel.WarpSize]int32) {
	for left := b.lanesWith(w, lanes, pos); left != 0; {
		at, same := pos[firstLane(left)], emulate.Lanes(0)
		for rest := left; rest != 0; rest &= rest - 1 {
			if l := firstLane(rest); pos[l] == at {
				same |= 1 << l
			}
		}
		left &^= same
		if all := same | ^b.exist[w]; all != everyLane || c.reaches(agent, at, everyLane) != everyLane {
			c.advance(agent, all, at)
		}
	}
}

// selfOrder is, for kernels with asynchronous operations, what a point knows of its own warp.
type selfOrder struct {
	of   *blockAgents
	own  *ownPast
	home int
	// agent is set if an agent makes the access, which then has that number and position, proxy if by the
	// async proxy.
	agent, proxy bool
	// overwrites is set if the access is an agent's write, sites are those of the program.
	overwrites  bool
	sites       []emulate.Site
	number, pos int32
	fenced      ordering // what happens before some proxy fence that happens before
	answers     []answer
}

// by makes self what p knows of its own warp; it is nil in kernels without asynchronous operations.
func (p *point) by(self *selfOrder, fenced ordering) {
	if p.self = self; self == nil {
		return
	}
	self.fenced = fenced
	if self.agent {
		p.now.warp, p.now.pos = self.number, self.pos
	}
}

// crosses reports whether a proxy fence has to lie between a record and the point.
func (s *selfOrder) crosses(r *record) bool {
	k, _ := s.of.kindOf(int(r.warp))
	if s.overwrites && s.sites[r.site].Kind == emulate.ReadSite {
		return false
	}
	return s.proxy && (k < 0 || k == copyAgents || k == collectives)
}

// likewise reports whether the same order is asked for of two records of one segment.
func (p *point) likewise(r, s *record) bool {
	return p.alike(r) == p.alike(s) && (p.self == nil || p.self.crosses(r) == p.self.crosses(s))
}

// ownLanes are the lanes of r's warp whose own accesses now come after those that r records, without
// what clocks tell.
func (p *point) ownLanes(r *record) emulate.Lanes {
	if p.self == nil {
		if r.warp == p.now.warp {
			return everyLane
		}
		return 0
	}
	s := p.self
	k, w := s.of.kindOf(int(r.warp))
	if w != s.home || k >= collectives {
		return 0
	}
	past := &s.own.fenced
	switch crosses := s.crosses(r); {
	case k < 0 && !crosses:
		return everyLane
	case k >= 0 && crosses:
		past = &s.own.fencedCopies
	case k >= 0:
		past = &s.own.done[k]
	}
	var out emulate.Lanes
	for left := r.lanes; left != 0; left &= left - 1 {
		if l := firstLane(left); past[l] >= r.pos {
			out |= 1 << l
		}
	}
	return out
}

// ownWarp reports whether threads of the warp at p made or started what r records.
func (p *point) ownWarp(r *record) bool {
	if p.self == nil {
		return r.warp == p.now.warp
	}
	_, w := p.self.of.kindOf(int(r.warp))
	return w == p.self.home
}

// orderedAsync is ordered in kernels with asynchronous operations.
func (p *point) orderedAsync(r *record) emulate.Lanes {
	s := p.self
	if k, _ := s.of.kindOf(int(r.warp)); k == collectives && s.agent && r.pos == p.now.pos {
		if now, _ := s.of.kindOf(int(p.now.warp)); now == collectives {
			return everyLane // one operation
		}
	}
	if r.together(&p.now) {
		return 0
	}
	answers, order := &p.answers, p.order
	if s.crosses(r) {
		answers, order = &s.answers, s.fenced
	}
	for int(r.warp) >= len(*answers) {
		*answers = append(*answers, answer{})
	}
	a := &(*answers)[r.warp]
	if a.era != p.era || a.pos != r.pos || a.stamp != r.stamp {
		*a = answer{p.era, r.pos, r.stamp, order.before(int(r.warp), r.pos, r.stamp, everyLane)}
	}
	return a.lanes
}

// singly calls use for the lanes of an access that have to be looked at one by one: those that start
// one operation together, of which each may do any part.
func singly(a *emulate.Access, lanes emulate.Lanes, use func(emulate.Lanes)) {
	if a.Site.Agent == nil || !a.Site.Agent.Collective {
		use(lanes)
		return
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		use(lanes & -lanes)
	}
}

// firstLane is the lowest lane of a set that is not empty.
func firstLane(lanes emulate.Lanes) int { return bits.TrailingZeros32(lanes) % kernel.WarpSize }
