package weft

import (
	"fmt"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/lives"
)

// Asynchronous operations of a block while it runs: see agent.go.

// self is what a point of an access knows of its own warp; nil in kernels without asynchronous
// operations.
func (t *trace) self(a *emulate.Access) *selfOrder {
	own := t.warps[a.Warp].own
	if own == nil {
		return nil
	}
	s := &own.self
	s.of, s.own, s.home, s.agent, s.proxy = t.agents, own, a.Warp, false, false
	s.overwrites, s.sites = false, t.program.Sites
	if by := a.Site.Agent; by != nil {
		agent, pos := t.by(a, by)
		s.agent, s.proxy, s.number, s.pos = true, by.Proxy == kernel.AsyncProxy, int32(agent), pos
		s.overwrites = a.Site.Kind != emulate.ReadSite
	}
	return s
}

// by is the agent that makes an access, and the number of its group.
func (t *trace) by(a *emulate.Access, by *kernel.Agent) (agent int, pos int32) {
	own := t.warps[a.Warp].own
	switch {
	case by.Collective:
		lane := firstLane(a.Lanes | a.Unknown)
		return t.agents.of(collectives, a.Warp), own.collective[lane]
	case by.Ends == kernel.MatrixGroup:
		own.products += bits.OnesCount32(a.Lanes | a.Unknown)
	case by.Ends == kernel.OnPhase:
		pos = 1
		if int(a.Barrier) < len(t.barriers) {
			pos = t.barriers[a.Barrier].Open()
		}
		return t.agents.at(int(a.Barrier), a.Warp), pos
	}
	kind := map[kernel.Completion]agentKind{kernel.CopyGroup: copyAgents, kernel.MatrixGroup: matrixAgents, kernel.BulkGroup: bulkReads}[by.Ends]
	if kind == bulkReads && a.Site.Kind != emulate.ReadSite {
		kind = bulkWrites
	}
	own.groups[by.Ends].start(t.position(a.Warp))
	return t.agents.of(kind, a.Warp), own.groups[by.Ends].pos
}

// Async implements emulate.Observer.
func (t *trace) Async(op *emulate.AsyncOp) {
	if t.stopped {
		return
	}
	state := &t.warps[op.Warp]
	t.stats.Commands += int64(bits.OnesCount32(op.Lanes))
	state.quiet &^= op.Lanes
	g := &state.own.groups[op.Stmt.Of]
	switch op.Stmt.Op {
	case kernel.AsyncCommit:
		g.committed = append(g.committed, committed{g.pos, op.Lanes})
		g.pos++
	case kernel.AsyncWait:
		t.awaitGroups(op, g)
	case kernel.AsyncFence:
		t.fence(op)
	}
}

// awaitGroups lets lanes know that all but their latest groups are over.
func (t *trace) awaitGroups(op *emulate.AsyncOp, g *groups) {
	own := t.warps[op.Warp].own
	kinds := map[kernel.Completion][]agentKind{kernel.CopyGroup: {copyAgents}, kernel.MatrixGroup: {matrixAgents}, kernel.BulkGroup: {bulkReads, bulkWrites}}[op.Stmt.Of]
	if op.Stmt.Reads {
		kinds = kinds[:1]
	}
	left := op.Lanes // those that have not yet had as many groups as may be pending
	var seen [kernel.WarpSize]int64
	for i := len(g.committed) - 1; i >= 0 && left != 0; i-- {
		for lanes := g.committed[i].lanes & left; lanes != 0; lanes &= lanes - 1 {
			l := firstLane(lanes)
			if seen[l]++; seen[l] <= op.Pending {
				continue
			}
			left &^= 1 << l
			for _, k := range kinds {
				own.done[k][l] = max(own.done[k][l], g.committed[i].pos)
			}
		}
	}
	for lanes := op.Lanes; lanes != 0; lanes &= lanes - 1 {
		g.last[firstLane(lanes)] = lastWait{op.Site, op.Pending, t.position(op.Warp), g.pos}
	}
	if !op.Stmt.Reads {
		g.forget(op.Lanes, own, kinds[len(kinds)-1])
	}
}

// forget drops the groups that their lanes have waited for.
func (g *groups) forget(lanes emulate.Lanes, own *ownPast, k agentKind) {
	kept := g.committed[:0]
	for _, c := range g.committed {
		for rest := c.lanes & lanes; rest != 0; rest &= rest - 1 {
			if l := firstLane(rest); own.done[k][l] >= c.pos {
				c.lanes &^= 1 << l
			}
		}
		if c.lanes != 0 {
			kept = append(kept, c)
		}
	}
	g.committed = kept
}

// fence is a proxy fence of some lanes: what happens before it counts for accesses of the async proxy
// behind it.
func (t *trace) fence(op *emulate.AsyncOp) {
	state := &t.warps[op.Warp]
	var lists []emulate.Lanes
	for _, v := range t.views(op.Warp, op.Lanes) {
		lists = append(lists, v.lanes)
	}
	for _, lanes := range lists {
		c := t.ownClock(op.Warp, lanes)
		c.proxied = nil
		all := c.clone()
		all.control = nil
		c.proxied = all
	}
	for left := op.Lanes; left != 0; left &= left - 1 {
		l := firstLane(left)
		state.own.fenced[l], state.own.fencedCopies[l] = state.pos, state.own.done[copyAgents][l]
	}
	state.pos++
}

// extra reports whether an arrive of agents is beyond those that the barrier counts: the phase expects
// one more as long as it has not come.
func extra(site *emulate.Site) bool {
	s, ok := site.Stmt.(*kernel.Phase)
	return ok && s.Extra
}

// copiesArrive is an arrive that agents make when all copies that the threads have started are over. What the
// threads have accessed themselves is not released.
func (t *trace) copiesArrive(b *barrier, op *emulate.BarrierOp) {
	g := &t.warps[op.Warp].own.groups[kernel.CopyGroup]
	b.node.advance(t.agents.of(copyAgents, op.Warp), op.Lanes|t.absent(op.Warp), g.pos)
	g.pos++
	executes(t, b, op)
}

// executes notes that lanes have arrived somewhere without a release of what they have accessed.
func executes(t *trace, b *barrier, op *emulate.BarrierOp) {
	if b.node.control == nil {
		b.node.control = newClock(len(b.node.warps.Released))
	}
	b.node.control.advance(op.Warp, op.Lanes|t.absent(op.Warp), t.warps[op.Warp].pos)
}

// startTogether notes that lanes start an operation together with all other threads. It returns false after stopping
// the trace where these do something else.
func (t *trace) startTogether(a *emulate.Access) bool {
	other, ok := t.agents.meetIn(a, t.warps[a.Warp].own)
	if ok {
		return true
	}
	t.err = fmt.Errorf("the copy at %s is one of all threads of the block together, and not all of them have started the same ones before", place(a.Site))
	if other != nil {
		t.err = fmt.Errorf("the copy at %s is one of all threads of the block together, and some of them start the one at %s instead", place(a.Site), place(other))
	}
	t.halt()
	return false
}

// warpgroup is the number of warps that start a product together (wgmma).
const warpgroup = 4

// productsMeet reports, when the block has ended, whether the warps of each warpgroup have started the same
// number of products. They have to start them together.
func productsMeet(t *trace) bool {
	for w := range t.warps {
		first := w - w%warpgroup
		if t.agents != nil && (t.agents.own[w].products != t.agents.own[first].products || t.agents.own[w].products > 0 && first+warpgroup > len(t.warps)) {
			return false
		}
	}
	return true
}

// clusterOrder is what happens before what between blocks of a cluster.
type clusterOrder struct{ t *trace }

// Begun implements lives.Order.
func (o clusterOrder) Begun(first, last, w, lane int) bool {
	for _, v := range o.t.views(w, 1<<lane) {
		for other := first; other < last; other++ {
			if v.before(other, 0, 0, o.t.warps[other].exist) != 0 {
				return true
			}
		}
	}
	return false
}

// Over implements lives.Order.
func (o clusterOrder) Over(first, last, agent int, pos int32, lane int) bool {
	if a := o.t.agents; a != nil { // a thread's own waits are in no clock
		if k, w := a.kindOf(agent); 0 <= k && k < collectives && first <= w && w < last && a.own[w].done[k][lane] >= pos {
			return true
		}
	}
	for w := first; w < last; w++ {
		for _, v := range o.t.views(w, o.t.warps[w].exist) {
			if v.before(agent, pos, 0, 1<<lane) != 0 {
				return true
			}
		}
	}
	return false
}

// reachesOut notes an access that may be to the shared memory of another block of the cluster, or of a bulk copy.
func reachesOut(t *trace, a *emulate.Access) {
	if t.stopped || !t.lives.Watches(a) {
		return
	}
	if t.lives.Lost(a) {
		t.err = fmt.Errorf("it is not known of which block the shared memory is that is accessed at %s, nor that this block lives then", place(a.Site))
		t.halt()
		return
	}
	agent, pos := a.Warp, t.position(a.Warp)
	if a.Site.Agent != nil {
		agent, pos = t.by(a, a.Site.Agent)
	}
	dead(t, t.lives.Access(clusterOrder{t}, a, agent, pos))
}

// dead reports accesses to the memory of blocks that may not live.
func dead(t *trace, faults []lives.Fault) {
	for _, f := range faults {
		if f.May {
			t.err = fmt.Errorf("%s (%s), depending on the input", f.Text, place(f.Site))
			continue
		}
		if kernel.ArrivesRelaxed(t.program.Kernel()) { // which orders no accesses, but blocks live
			t.err = fmt.Errorf("%s (%s), unless the arrive.relaxed at the cluster's barrier keeps it alive", f.Text, place(f.Site))
			continue
		}
		kind := accessKindOf(f.Site).String()
		t.report(Fault{Property: kernel.DataRace, Kind: kind + "-" + f.Kind, Message: f.Text,
			At: []Party{{Site: f.Site, Kind: kind, Block: t.block, Thread: f.Thread, Threads: []Range{{From: f.Thread, To: f.Thread}}}}})
	}
}
