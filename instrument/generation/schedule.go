package generation

import (
	"fmt"
	"slices"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/named"
)

// The procedures of a kernel with a schedule: one for each role shows that its threads
// keep to the schedule, and a few for each array are about the accesses that the schedule
// leaves unordered.

// scheduleParts are the procedures that show the schedule.
func (g *Writer) scheduleParts() []*part {
	var out []*part
	for _, c := range g.theory.Schedule.Roles {
		out = append(out, &part{theory: g.theory, task: scheduleTask, roles: [3]*named.ScheduledRole{1: c}})
	}
	return out
}

// sliced is the program with only what the procedure looks at, and what that needs.
func (p *part) sliced(prog *predicate.Program) *predicate.Program {
	wanted := p.wanted()
	if wanted == nil {
		return prog
	}
	out, copies := twothread.SliceTo(prog, wanted, p.task != recyclingTask)
	p.theory = p.theory.WithCopies(copies)
	return out
}

// wanted tells the accesses and barriers that the procedure looks at; nil where it looks at the whole program.
func (p *part) wanted() func(d *predicate.Do) bool {
	scheduled := p.theory.Schedule != nil
	switch {
	case !scheduled && (p.task == assertTask || !slices.ContainsFunc(p.theory.Barriers, func(b *named.Barrier) bool { return b.Of != nil })):
		return nil
	case !scheduled && p.task == raceTask:
		return func(d *predicate.Do) bool { return p.logs(d) || p.orders(d) }
	case !scheduled:
		return func(d *predicate.Do) bool { return isBarrier(d.Stmt) || kernel.MeetsInWarp(d.Stmt) }
	case p.task == raceTask || p.task == extentTask:
		return func(d *predicate.Do) bool { return p.only[1][d] || p.only[2][d] }
	case p.task == scheduleTask:
		return func(d *predicate.Do) bool { return isBarrier(d.Stmt) }
	case p.task == divergenceTask:
		return func(d *predicate.Do) bool { return kernel.MeetsInWarp(d.Stmt) }
	}
	return nil
}

// orders reports whether a statement is an operation on a barrier that the procedure counts, or one where threads meet.
func (p *part) orders(d *predicate.Do) bool {
	if !isBarrier(d.Stmt) || p.theory.BlockBarriers[d] {
		return isBarrier(d.Stmt) || kernel.MeetsInWarp(d.Stmt)
	}
	return slices.ContainsFunc(p.theory.IDs[d], func(b *named.Barrier) bool { return slices.Contains(p.barriers, b) })
}

func isBarrier(s kernel.Stmt) bool {
	_, is := s.(*kernel.Barrier)
	return is
}

// doneName counts the operations that thread 1 has done.
const doneName = "DONE$1"

// start begins to count.
func (p *part) start(w *twothread.Writer) {
	if p.task == scheduleTask {
		w.Enc.Locals[doneName] = boogie.Int
		w.Emit(set(doneName, boogie.I(0)))
	}
}

// follow is a barrier operation in a kernel with a schedule.
func (p *part) follow(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	if p.task == scheduleTask {
		p.keepTo(w, d, s)
	}
	if p.asks && p.meets(d) {
		w.Barrier = true
		w.Emit(&boogie.Call{F: p.blockBarrierName(), Args: []boogie.Expr{w.Pred(d.Pred, 1), w.Pred(d.Pred, 2)}})
	}
	if s.Kind == kernel.Sync {
		w.Reduce(d.Pred, s.Reduce, s.Dst, s.Arg, p.meets(d), boogie.True)
	}
}

// keepTo asserts that thread 1 reaches an operation in its turn, and never one
// that is not its own.
func (p *part) keepTo(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	p1 := w.Pred(d.Pred, 1)
	var must boogie.Expr = boogie.False
	c := p.roles[1]
	n := p.theory.Schedule.Before(c, d)
	own := n < len(c.Ops) && c.Ops[n].Do == d
	if own {
		must = boogie.Eq(boogie.V(doneName), boogie.I(int64(n)))
		must = boogie.And(must, is(w, s.ID, int64(c.Ops[n].ID)), is(w, s.Count, c.Ops[n].Count))
	}
	p.assert(w, s.Src, kernel.Divergence, boogie.Imp(p1, must), "that the operations of a thread on barriers are the same for every input")
	if own {
		w.Emit(set(doneName, boogie.If3(p1, boogie.Op("+", boogie.V(doneName), boogie.I(1)), boogie.V(doneName))))
	}
}

// complete asserts that thread 1 has done all its operations.
func (p *part) complete(w *twothread.Writer) {
	p.assert(w, kernel.Src{Pos: w.Prog.Kernel.Pos}, kernel.Divergence,
		boogie.Eq(boogie.V(doneName), boogie.I(int64(len(p.roles[1].Ops)))),
		"that each thread does all its operations on barriers")
}

// unorderedPair are accesses of threads 1 and 2 at two statements, which may conflict.
type unorderedPair [3]*predicate.Do

// unordered are those to an array that the schedule does not order, by the roles of
// the two threads.
func (g *Writer) unordered(ap *twothread.ArrayPlan) map[[2]int][]unorderedPair {
	out := map[[2]int][]unorderedPair{}
	for _, pair := range g.conflictingPairs(ap) {
		for i := range g.theory.Schedule.Roles {
			for j := range g.theory.Schedule.Roles {
				if pair[1] == pair[2] && j < i || !g.theory.Unordered(pair, i, j) {
					continue
				}
				out[[2]int{i, j}] = append(out[[2]int{i, j}], unorderedPair(pair))
			}
		}
	}
	return out
}

// unorderedParts are the procedures about an array: for each two roles, one for each
// group of statements that unordered pairs connect.
func (g *Writer) unorderedParts(ap *twothread.ArrayPlan) []*part {
	var out []*part
	pairs := g.unordered(ap)
	for i := range g.theory.Schedule.Roles {
		for j := range g.theory.Schedule.Roles {
			for _, group := range connected(pairs[[2]int{i, j}]) {
				p := g.unorderedPart(ap, group)
				p.log.name = fmt.Sprintf("%s$%d", p.log.name, len(out)+1)
				p.roles = [3]*named.ScheduledRole{nil, g.theory.Schedule.Roles[i], g.theory.Schedule.Roles[j]}
				out = append(out, p)
			}
		}
	}
	return out
}

func (g *Writer) unorderedPart(ap *twothread.ArrayPlan, pairs []unorderedPair) *part {
	log := &pairLog{name: ap.Array.Name, array: ap, periodic: g.theory.Periodic()}
	p := &part{theory: g.theory, task: raceTask, log: log, pairs: pairs}
	for t := 1; t <= 2; t++ {
		p.only[t] = map[*predicate.Do]bool{}
		for _, pair := range pairs {
			p.only[t][pair[t]] = true
		}
	}
	return p
}

// connected divides pairs into groups that have no statement in common.
func connected(pairs []unorderedPair) [][]unorderedPair {
	leader := map[*predicate.Do]*predicate.Do{}
	var find func(d *predicate.Do) *predicate.Do
	find = func(d *predicate.Do) *predicate.Do {
		if l := leader[d]; l != nil && l != d {
			leader[d] = find(l)
			return leader[d]
		}
		return d
	}
	for _, p := range pairs {
		leader[find(p[1])] = find(p[2])
	}
	at := map[*predicate.Do]int{}
	var out [][]unorderedPair
	for _, p := range pairs {
		l := find(p[1])
		n, known := at[l]
		if !known {
			n = len(out)
			at[l] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], p)
	}
	return out
}

// unorderedProc is RESOLVE_A of a kernel with a schedule: accesses that nothing orders
// do not conflict.
func (p *part) unorderedProc(known []ask.Race) *boogie.Proc {
	var any []boogie.Expr
	for _, pair := range p.pairs {
		if !slices.ContainsFunc(known, func(r ask.Race) bool { return p.isRace(&r, pair[1], pair[2]) }) {
			any = append(any, boogie.And(p.loggedSource(1, pair[1]), p.loggedSource(2, pair[2])))
		}
	}
	return &boogie.Proc{
		Comment: []string{fmt.Sprintf("Accesses to %s that no generation orders do not conflict (kinds: 0 read, 1 write, 2 atomic).", p.log.array.Array.Name)},
		Name:    p.log.resolveName(),
		Requires: []boogie.Spec{{
			E:   boogie.Imp(p.log.conflict(), boogie.Not(boogie.Or(any...))),
			Tag: &key.Check{Property: kernel.DataRace, Array: p.log.array.Array, Log: p.log.name},
		}},
	}
}

// extentParts are the procedures that assert extents.
func (g *Writer) extentParts() []*part {
	var out []*part
	for _, c := range g.theory.Schedule.Roles {
		if len(c.Asserted) > 0 {
			out = append(out, &part{theory: g.theory, task: extentTask, roles: [3]*named.ScheduledRole{1: c}, only: [3]map[*predicate.Do]bool{1: c.Asserted}})
		}
	}
	return out
}

// within asserts that thread 1's access lies in the extent of its role.
func (p *part) within(w *twothread.Writer, d *predicate.Do, acc kernel.Access) {
	if !p.only[1][d] {
		return
	}
	x := p.roles[1].Extents[d]
	bound := func(n int64) kernel.Expr { return &kernel.Const{T: acc.Index.Type(), Val: n} }
	in := kernel.Bin(kernel.LAnd, kernel.Bin(kernel.Le, bound(x.First), acc.Index), kernel.Bin(kernel.Le, acc.Index, bound(x.Last-int64(acc.Width)+1)))
	p.assert(w, d.Stmt.Source(), kernel.DataRace, boogie.Imp(w.Pred(d.Pred, 1), w.Enc.Expr(in, 1)),
		fmt.Sprintf("that the elements of %s accessed here lie where those of one thread at a time do", acc.Array.Name))
}

// roleNumber is the number in a role's name.
func roleNumber(c *named.Role) string { return strings.TrimPrefix(c.Name, "role ") }

// asLogged is the plan of an array as the log needs it: with rows, an access may be to
// several elements.
func (g *Writer) asLogged(ap *twothread.ArrayPlan) *twothread.ArrayPlan {
	for d := range g.theory.Rows {
		if acc, _, _ := twothread.AccessOf(d.Stmt); acc.Array == ap.Array {
			rowed := *ap
			rowed.Wide = true
			return &rowed
		}
	}
	return ap
}

// is says that thread 1's value of x, if there is an x, is that number.
func is(w *twothread.Writer, x kernel.Expr, value int64) boogie.Expr {
	if _, constant := x.(*kernel.Const); x == nil || constant {
		return boogie.True
	}
	return w.Enc.Expr(kernel.Bin(kernel.Eq, x, &kernel.Const{T: x.Type(), Val: value}), 1)
}
