package weft

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// Why an asynchronous access and another one race: which wait is missing, or which leaves the
// access in flight.

// noteFlight keeps a reason for the statements of two accesses of which the earlier one is not over, or
// not visible, at the current point.
func (q *pairs) noteFlight(old, e *entry, lane int) {
	self := q.point.self
	if self == nil {
		return
	}
	key := [2]int32{min(old.site, e.site), max(old.site, e.site)}
	if q.flights[key] != "" {
		return
	}
	if why := q.flight(self, old, e, lane); why != "" {
		if q.flights == nil {
			q.flights = map[[2]int32]string{}
		}
		q.flights[key] = why
	}
}

func (q *pairs) flight(self *selfOrder, old, e *entry, lane int) string {
	k, w := self.of.kindOf(int(old.warp))
	site := &q.program.Sites[old.site]
	line := site.Src().Pos.Line
	switch {
	case k < 0 && self.proxy && q.point.order.before(int(old.warp), old.pos, old.stamp, 1<<lane) != 0,
		k < 0 && self.proxy && w == self.home && e.lanes == 1<<lane:
		return "no proxy fence (fence.proxy.async) lies between them"
	case k < 0:
		return ""
	case k > collectives:
		return fmt.Sprintf("the copy of line %d ends with generation %d of %s, for which nothing makes the other thread wait", line, old.pos,
			claim.ElementOf(site.Agent.At))
	case k == collectives:
		k = copyAgents
		if int(old.pos) < len(self.of.together) && self.of.together[old.pos].pos[w] != nil {
			return q.lateWait(self, k, w, lane, self.of.together[old.pos].pos[w][lane], e, line)
		}
		return ""
	}
	return q.lateWait(self, k, w, lane, old.pos, e, line)
}

// lateWait is what is wrong with the wait of a thread for the group pos of its own. A wait helps only an access that knows of the
// start of the copy; any other one lacks the barrier, however many groups a wait is for.
func (q *pairs) lateWait(self *selfOrder, k agentKind, w, lane int, pos int32, e *entry, line int) string {
	own := self.of.own[w]
	of := map[agentKind]kernel.Completion{copyAgents: kernel.CopyGroup, bulkReads: kernel.BulkGroup, bulkWrites: kernel.BulkGroup, matrixAgents: kernel.MatrixGroup}[k]
	what := "copy"
	if k == matrixAgents {
		what = "product"
	}
	g := &own.groups[of]
	last := g.last[lane]
	behind := func(at int32) bool {
		return w == self.home && e.lanes == 1<<lane || q.point.order.before(w, at, 0, 1<<lane) != 0
	}
	started := int(pos) >= len(g.began) || behind(g.began[pos])
	switch {
	case !started && last.site != nil:
		return fmt.Sprintf("no barrier lies between the %s of line %d and the other access, and to wait for the %s is not enough", what, line, what)
	case own.done[k][lane] >= pos:
		return fmt.Sprintf("its thread waits for the %s of line %d at %s, and no barrier behind that orders the other access", what, line, place(last.site))
	case last.site == nil:
		return fmt.Sprintf("nothing waits for the %s of line %d", what, line)
	case last.open <= pos:
		return fmt.Sprintf("nothing waits for the %s of line %d behind its start: the wait at %s comes before it, or before its commit", what, line, place(last.site))
	case !behind(last.at):
		return fmt.Sprintf("its thread waits for the %s of line %d at %s at the earliest, and no barrier behind that orders the other access", what, line, place(last.site))
	case last.site.Stmt.(*kernel.Async).Reads && k == bulkWrites:
		return fmt.Sprintf("the wait at %s is for what the %s of line %d reads, not for what it writes", place(last.site), what, line)
	}
	return fmt.Sprintf("wait_group %d at %s leaves the %s of line %d in flight", last.pending, place(last.site), what, line)
}
