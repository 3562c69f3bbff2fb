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
			return q.lateWait(self, k, w, lane, self.of.together[old.pos].pos[w][lane], line)
		}
		return ""
	}
	return q.lateWait(self, k, w, lane, old.pos, line)
}

// lateWait is what is wrong with the wait of a thread for the group pos of its own.
func (q *pairs) lateWait(self *selfOrder, k agentKind, w, lane int, pos int32, line int) string {
	own := self.of.own[w]
	of := map[agentKind]kernel.Completion{copyAgents: kernel.CopyGroup, bulkReads: kernel.BulkGroup, bulkWrites: kernel.BulkGroup, matrixAgents: kernel.MatrixGroup}[k]
	what := "copy"
	if k == matrixAgents {
		what = "product"
	}
	last := own.groups[of].last[lane]
	switch {
	case own.done[k][lane] >= pos:
		return fmt.Sprintf("its thread waits for the %s of line %d at %s, and no barrier behind that orders the other access", what, line, place(last.site))
	case last.site == nil:
		return fmt.Sprintf("nothing waits for the %s of line %d", what, line)
	case last.site.Stmt.(*kernel.Async).Reads && k == bulkWrites:
		return fmt.Sprintf("the wait at %s is for what the %s of line %d reads, not for what it writes", place(last.site), what, line)
	}
	return fmt.Sprintf("wait_group %d at %s leaves the %s of line %d in flight", last.pending, place(last.site), what, line)
}
