package named

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named/order"
)

// Where no thread's operations on barriers depend on the input, that is all that the
// prover has to show about barriers. The loops around operations are written out, and
// the threads that do the same operations are a role. One execution of the block (order.Run) tells on which generation each
// operation registers, and what is known to be complete before it: what a thread has
// waited for, and what the threads that it waited for knew. That is happens-before
// with all third threads, as the exact engine has it, and every execution has the
// same generations and ends as this one does.
//
// A schedule is made of what the survey of each thread finds. It is not taken for
// granted: a procedure for each role asserts that its threads do these operations,
// in this order, and no others. Then
//
//	a of role c before operation i  happens before  b of role d before operation j
//	<=>  for some barrier, next[c][i] <= known[d][j]
//
// and the procedures about an array look only at pairs of accesses that this leaves
// unordered. Mostly these lie between the same barriers.

// Schedule is what the threads of a block do with barriers, in every execution.
type Schedule struct {
	Roles []*ScheduledRole
	// place numbers the statements in the order of the text.
	place map[*predicate.Do]int
}

// ScheduledRole is what each thread of a role does.
type ScheduledRole struct {
	*Role
	Ops []Operation
	// course is what the operations do; next are, for the points before each operation
	// and the end, the first generation of each barrier that the thread registers on
	// from there.
	course order.Course
	next   []order.Generations
	// Extents are what the role accesses at a statement, where that was found; asserted
	// are those that a proof rests on.
	Extents  map[*predicate.Do]Extent
	Asserted map[*predicate.Do]bool
}

// Operation is one on a barrier, for count threads.
type Operation struct {
	Do    *predicate.Do
	stmt  *kernel.Barrier
	ID    int
	Count int64
}

// newSchedule makes a schedule of what was found, nil where there is none: an
// operation depends on the input, or the block does not end with the same
// generations in all executions.
func newSchedule(prog *predicate.Program, found *surveyed, notes *fact.Notes, lanesWait bool) *Schedule {
	s := &Schedule{place: placesOf(prog.Body)}
	if s.place == nil || len(found.programs)%kernel.WarpSize != 0 {
		return nil
	}
	byKey := map[string]*ScheduledRole{}
	for t, ops := range found.programs {
		if ops == nil {
			return nil
		}
		key := operationsKey(*ops)
		c := byKey[key]
		if c == nil {
			name := fmt.Sprintf("role %d", len(s.Roles)+1)
			c = &ScheduledRole{Role: &Role{Threads: make(kernel.ThreadSet, len(found.programs)), Name: name}, Ops: append([]Operation(nil), *ops...)}
			byKey[key] = c
			s.Roles = append(s.Roles, c)
		}
		c.Threads[t] = true
	}
	if len(s.Roles) > mostRoles || !s.inWarps(lanesWait) || !s.execute(notes) {
		return nil
	}
	for _, c := range s.Roles {
		if !c.Threads.Spellable() {
			return nil
		}
	}
	return s
}

// execute finds what the operations do. It reports whether that is the same in every
// execution, and all threads reach their ends.
func (s *Schedule) execute(notes *fact.Notes) bool {
	agents := make([]order.Agent, len(s.Roles))
	for i, c := range s.Roles {
		agents[i] = c.agent(notes)
	}
	courses, fault := order.Run(agents, kernel.WarpSize)
	if fault != nil {
		return false
	}
	for i, c := range s.Roles {
		c.course, c.next = courses[i], order.Next(agents[i].Ops, courses[i])
	}
	return true
}

// agent is what the role does with barriers.
func (c *ScheduledRole) agent(notes *fact.Notes) order.Agent {
	r := c.Threads.Stretches()
	a := order.Agent{Threads: int64(c.Threads.Size()), OneWarp: r[0].First/kernel.WarpSize == r[len(r)-1].Last/kernel.WarpSize}
	for _, op := range c.Ops {
		o := order.Op{Barrier: op.ID, Count: op.Count, Waits: op.stmt.Kind == kernel.Sync, Aligned: op.stmt.Aligned}
		if whole := op.stmt.Count == nil && !notes.SpelledWhole(op.stmt); whole {
			o.Place = op.Do
		}
		a.Ops = append(a.Ops, o)
	}
	return a
}

// mostRoles bounds the roles of a schedule, since each has a procedure.
const mostRoles = 32

func operationsKey(ops []Operation) string {
	var key strings.Builder
	for _, op := range ops {
		fmt.Fprintf(&key, "%p %d %d;", op.Do, op.ID, op.Count)
	}
	return key.String()
}

// placesOf numbers the statements; nil where one stands at two places.
func placesOf(body []predicate.Stmt) map[*predicate.Do]int {
	out := map[*predicate.Do]int{}
	twice := false
	predicate.EachDo(body, func(d *predicate.Do) {
		_, seen := out[d]
		twice = twice || seen
		out[d] = len(out)
	})
	if twice {
		return nil
	}
	return out
}

// inWarps reports whether aligned operations are done by whole warps, for one barrier;
// with every, whether all operations are.
func (s *Schedule) inWarps(every bool) bool {
	type at struct {
		do   *predicate.Do
		warp int
	}
	type meeting struct{ id, threads int }
	seen := map[at]meeting{}
	for _, c := range s.Roles {
		for _, op := range c.Ops {
			if !op.stmt.Aligned && !every {
				continue
			}
			for t, in := range c.Threads {
				if !in {
					continue
				}
				key := at{op.Do, t / kernel.WarpSize}
				m, met := seen[key]
				if met && m.id != op.ID {
					return false
				}
				seen[key] = meeting{op.ID, m.threads + 1}
			}
		}
	}
	for _, m := range seen {
		if m.threads != kernel.WarpSize {
			return false
		}
	}
	return true
}

// OneGeneration reports whether all threads that reach an operation are in one
// generation there.
func (s *Schedule) OneGeneration(d *predicate.Do) bool {
	on := int32(0)
	for _, c := range s.Roles {
		for i, op := range c.Ops {
			if op.Do != d {
				continue
			}
			if on != 0 && c.course.On[i] != on {
				return false
			}
			on = c.course.On[i]
		}
	}
	return true
}

// Before is how many operations a thread of the role does before a statement.
func (s *Schedule) Before(c *ScheduledRole, d *predicate.Do) int {
	n := 0
	for n < len(c.Ops) && s.place[c.Ops[n].Do] < s.place[d] {
		n++
	}
	return n
}

// ordered reports whether an access of role c at d happens before one of role e at f.
func (s *Schedule) ordered(c *ScheduledRole, d *predicate.Do, e *ScheduledRole, f *predicate.Do) bool {
	return c.next[s.Before(c, d)].Reach(&e.course.Known[s.Before(e, f)])
}

// Unordered reports whether two threads of those roles may reach the two statements with
// nothing that orders them.
func (g *Theory) Unordered(pair [3]*predicate.Do, i, j int) bool {
	s := g.Schedule
	one, two := s.Roles[i], s.Roles[j]
	if !g.Reach[pair[1]].Meets(one.Threads) || !g.Reach[pair[2]].Meets(two.Threads) || i == j && one.Threads.Size() == 1 {
		return false
	}
	return !s.ordered(one, pair[1], two, pair[2]) && !s.ordered(two, pair[2], one, pair[1]) && !g.disjoint(one, pair[1], two, pair[2])
}
