package named

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Who takes part in a barrier is found by running the predicated program once for
// each thread of the block with everything unknown but its threadIdx: variables
// hold intervals, conditions may be open, and loops repeat until nothing changes. The
// result is an upper bound: a thread that is not in the set of an operation
// reaches it in no execution.

// surveyedOp is a barrier operation and who may reach it.
type surveyedOp struct {
	do      *predicate.Do
	stmt    *kernel.Barrier
	threads kernel.ThreadSet
	// ids are the values of the id over all threads that come here, idOf those for
	// each; count those of the number of threads.
	ids, count fact.Interval
	idOf       []fact.Interval
	// together is set where all threads come here or none.
	together bool
}

// surveyed is the result for all threads.
type surveyed struct {
	ops []*surveyedOp // in the order of the text
	// reach are the threads that may reach an access or a barrier.
	reach map[*predicate.Do]kernel.ThreadSet
	// programs are the operations on barriers that each thread does, nil for those of
	// which they are not the same in all executions.
	programs []*[]Operation
}

// survey runs the program for each thread.
func survey(prog *predicate.Program, wraps bool, r *fact.Ranges) *surveyed {
	out := &surveyed{reach: map[*predicate.Do]kernel.ThreadSet{}}
	at := map[*predicate.Do]*surveyedOp{}
	n := prog.Kernel.Launch.Threads()
	predicate.EachDo(prog.Body, func(d *predicate.Do) {
		out.reach[d] = make(kernel.ThreadSet, n)
		if s, ok := d.Stmt.(*kernel.Barrier); ok && at[d] == nil {
			op := &surveyedOp{do: d, stmt: s, threads: make(kernel.ThreadSet, n), idOf: make([]fact.Interval, n)}
			op.together = d.Pred == nil || prog.Same(d.Pred)
			at[d] = op
			out.ops = append(out.ops, op)
		}
	})
	for t := range n {
		s := &surveyor{prog: prog, ranges: r, wraps: wraps, linear: t, env: map[*kernel.Var]fact.Interval{}, at: at,
			reach: out.reach}
		s.block(prog.Body)
		out.programs = append(out.programs, s.program())
	}
	return out
}

// roles groups the threads that may reach the same operations, for the same
// barriers; where there are none, all threads are of one role.
func (s *surveyed) roles(blockBarriers map[*predicate.Do]bool) []*Role {
	byKey := map[string]*Role{}
	var out []*Role
	n := len(s.programs)
	for t := range n {
		var key strings.Builder
		for _, op := range s.ops {
			if op.threads[t] && !blockBarriers[op.do] {
				fmt.Fprintf(&key, "%v;", op.idOf[t])
			} else {
				key.WriteString("-;")
			}
		}
		c := byKey[key.String()]
		if c == nil {
			c = &Role{Threads: make(kernel.ThreadSet, n), Name: fmt.Sprintf("role %d", len(out)+1)}
			byKey[key.String()] = c
			out = append(out, c)
		}
		c.Threads[t] = true
	}
	return slices.DeleteFunc(out, func(c *Role) bool { return !c.Threads.Spellable() })
}

// surveyor runs one thread.
type surveyor struct {
	prog   *predicate.Program
	ranges *fact.Ranges
	// wraps is set where nothing is assumed about overflow.
	wraps  bool
	linear int
	env    map[*kernel.Var]fact.Interval // absent: not assigned yet
	at     map[*predicate.Do]*surveyedOp
	reach  map[*predicate.Do]kernel.ThreadSet
	// ops are the operations that were reached; open tells that one of them may not
	// be, or was reached under doubt. doubt counts the loops and the branches of open
	// conditions around a statement.
	ops   []Operation
	open  bool
	doubt int
}

// program is what the thread does with barriers, nil if that differs between executions.
func (s *surveyor) program() *[]Operation {
	if s.open {
		return nil
	}
	return &s.ops
}

func (s *surveyor) block(body []predicate.Stmt) {
	for _, st := range body {
		switch st := st.(type) {
		case *predicate.Do:
			s.leaf(st)
		case *predicate.If:
			s.branch(st)
		case *predicate.While:
			s.loop(st)
		}
	}
}

func (s *surveyor) branch(st *predicate.If) {
	c := s.eval(st.Cond)
	if c.Lo != c.Hi {
		s.doubt++
		defer func() { s.doubt-- }()
	}
	before := s.clone()
	if c.Hi != 0 {
		s.block(st.Then)
	}
	after := s.env
	s.env = before
	if c.Lo == 0 {
		s.block(st.Else)
	}
	switch {
	case c.Hi == 0:
	case c.Lo != 0:
		s.env = after
	default:
		s.join(after)
	}
}

func (s *surveyor) clone() map[*kernel.Var]fact.Interval {
	out := make(map[*kernel.Var]fact.Interval, len(s.env))
	for v, r := range s.env {
		out[v] = r
	}
	return out
}

// join widens env by another one and reports whether anything changed. A variable
// without an interval has not been given a value; to read it is to read anything.
func (s *surveyor) join(other map[*kernel.Var]fact.Interval) bool {
	changed := false
	for v, o := range other {
		r, known := s.env[v]
		if known {
			o = r.Join(o)
		}
		if !known || o != r {
			s.env[v] = o
			changed = true
		}
	}
	return changed
}

// loop runs the body until nothing changes. An interval that grows is given up at once.
func (s *surveyor) loop(st *predicate.While) {
	s.doubt++
	defer func() { s.doubt-- }()
	for s.eval(st.Guard).Hi != 0 {
		entry := s.clone()
		s.block(st.Body)
		after := s.env
		s.env = entry
		stable := s.clone()
		if !s.join(after) {
			return
		}
		for v, r := range stable {
			if s.env[v] != r {
				s.env[v] = fact.TypeRange(v.T)
			}
		}
	}
}

func (s *surveyor) leaf(d *predicate.Do) {
	p := fact.Span(1, 1)
	if d.Pred != nil {
		p = s.eval(d.Pred)
	}
	if p.Hi == 0 {
		return
	}
	s.reach[d][s.linear] = true
	if b, ok := d.Stmt.(*kernel.Barrier); ok {
		s.reached(d, b, p.Lo == 1)
	}
	v := kernel.Assigned(d.Stmt)
	if v == nil {
		return
	}
	now := fact.TypeRange(v.T)
	if a, ok := d.Stmt.(*kernel.Assign); ok {
		now = s.eval(a.X)
	}
	if old, known := s.env[v]; known && p.Lo == 0 {
		now = now.Join(old)
	}
	s.env[v] = now
}

func (s *surveyor) reached(d *predicate.Do, b *kernel.Barrier, surely bool) {
	op := s.at[d]
	ids, count := fact.Span(0, 0), fact.Span(int64(len(op.threads)), int64(len(op.threads)))
	if b.ID != nil {
		ids = s.eval(b.ID)
	}
	if b.Count != nil {
		count = s.eval(b.Count)
	}
	s.operation(d, b, ids, count, surely)
	if len(op.threads.Stretches()) == 0 {
		op.ids, op.count = ids, count
	}
	if op.threads[s.linear] {
		op.idOf[s.linear] = op.idOf[s.linear].Join(ids)
	} else {
		op.idOf[s.linear] = ids
	}
	op.threads[s.linear] = true
	op.ids, op.count = op.ids.Join(ids), op.count.Join(count)
}

// operation notes what the thread does, if it is one thing.
func (s *surveyor) operation(d *predicate.Do, b *kernel.Barrier, ids, count fact.Interval, surely bool) {
	if !surely || s.doubt > 0 || ids.Lo != ids.Hi || count.Lo != count.Hi || ids.Lo < 0 || ids.Lo >= mostIDs || b.Grid || b.Of != nil {
		s.open = true
		return
	}
	s.ops = append(s.ops, Operation{Do: d, stmt: b, ID: int(ids.Lo), Count: count.Lo})
}

// eval is an interval that holds the value of x, within its type.
func (s *surveyor) eval(x kernel.Expr) fact.Interval {
	t := x.Type()
	r := fact.TypeRange(t)
	got := s.value(x)
	if got.Within(r) {
		r = got
	}
	if t.Kind == kernel.Int && !s.wraps && r.Lo != r.Hi {
		if o := s.ranges.Of(x); o.Lo > r.Lo && o.Lo <= r.Hi {
			r.Lo = o.Lo
		}
		if o := s.ranges.Of(x); o.Hi < r.Hi && o.Hi >= r.Lo {
			r.Hi = o.Hi
		}
	}
	return r
}

func (s *surveyor) value(x kernel.Expr) fact.Interval {
	switch x := x.(type) {
	case *kernel.Const:
		if x.T.Kind == kernel.Int && !x.T.Signed && x.Val < 0 {
			return fact.AnyBits
		}
		return fact.Span(x.Val, x.Val)
	case *kernel.VarRef:
		if r, known := s.env[x.Var]; known {
			return r
		}
	case *kernel.Builtin:
		return s.builtin(x)
	case *kernel.Unary:
		return s.unary(x)
	case *kernel.Binary:
		return s.binary(x)
	case *kernel.Cond:
		c := s.eval(x.C)
		switch {
		case c.Lo != 0:
			return s.eval(x.X)
		case c.Hi == 0:
			return s.eval(x.Y)
		}
		return s.eval(x.X).Join(s.eval(x.Y))
	case *kernel.Convert:
		return s.convert(x)
	default:
		// Of others nothing is known.
	}
	return fact.AnyBits
}

func (s *surveyor) builtin(x *kernel.Builtin) fact.Interval {
	l := s.prog.Kernel.Launch
	switch x.Kind {
	case kernel.ThreadIdx:
		n := l.ThreadAt(s.linear)[x.Dim]
		return fact.Span(n, n)
	case kernel.BlockDim:
		return fact.Span(int64(l.BlockDim[x.Dim]), int64(l.BlockDim[x.Dim]))
	case kernel.BlockIdx:
		if n := l.GridDim[x.Dim]; n > 0 {
			return fact.Span(0, int64(n)-1)
		}
	case kernel.GridDim:
		if n := l.GridDim[x.Dim]; n > 0 {
			return fact.Span(int64(n), int64(n))
		}
	}
	return fact.AnyBits
}

func (s *surveyor) unary(x *kernel.Unary) fact.Interval {
	r := s.eval(x.X)
	switch {
	case x.Op == kernel.Not:
		return fact.Span(1-r.Hi, 1-r.Lo)
	case x.X.Type().Kind != kernel.Int || r.Huge:
		return fact.AnyBits
	case x.Op == kernel.Neg:
		return r.Neg()
	default:
		return r.Neg().Add(fact.Span(-1, -1))
	}
}

func (s *surveyor) convert(x *kernel.Convert) fact.Interval {
	from := x.X.Type()
	r := s.eval(x.X)
	switch {
	case from.Kind == kernel.Float || x.T.Kind == kernel.Float:
		return fact.AnyBits
	case x.T.Kind == kernel.Bool:
		return truthOf(r.Lo > 0 || r.Hi < 0, r.Lo == 0 && r.Hi == 0)
	case r.Lo == r.Hi && !r.Huge:
		v := x.T.Wrap(r.Lo)
		if !x.T.Signed && v < 0 {
			return fact.AnyBits
		}
		return fact.Span(v, v)
	}
	return r
}

// truthOf is the interval of a truth value that is known to hold or not to hold.
func truthOf(holds, fails bool) fact.Interval {
	switch {
	case holds:
		return fact.Span(1, 1)
	case fails:
		return fact.Span(0, 0)
	}
	return fact.Span(0, 1)
}

func (s *surveyor) binary(x *kernel.Binary) fact.Interval {
	a, b := s.eval(x.X), s.eval(x.Y)
	t := x.X.Type()
	switch {
	case t.Kind == kernel.Float:
		return fact.AnyBits
	case x.Op == kernel.LAnd:
		return truthOf(a.Lo == 1 && b.Lo == 1, a.Hi == 0 || b.Hi == 0)
	case x.Op == kernel.LOr:
		return truthOf(a.Lo == 1 || b.Lo == 1, a.Hi == 0 && b.Hi == 0)
	case x.Op == kernel.Implies:
		return truthOf(a.Hi == 0 || b.Lo == 1, a.Lo == 1 && b.Hi == 0)
	case a.Huge || b.Huge:
		return fact.AnyBits
	case a.Lo == a.Hi && b.Lo == b.Hi:
		c, ok := kernel.EvalBinary(x.Op, &kernel.Const{T: t, Val: a.Lo}, &kernel.Const{T: x.Y.Type(), Val: b.Lo})
		if !ok || !c.T.Signed && c.Val < 0 {
			return fact.AnyBits
		}
		return fact.Span(c.Val, c.Val)
	case x.Op.IsComparison():
		return compareIntervals(x.Op, a, b)
	}
	return operateIntervals(x.Op, a, b)
}

func compareIntervals(op kernel.BinaryOp, a, b fact.Interval) fact.Interval {
	switch op {
	case kernel.Lt:
		return truthOf(a.Hi < b.Lo, a.Lo >= b.Hi)
	case kernel.Le:
		return truthOf(a.Hi <= b.Lo, a.Lo > b.Hi)
	case kernel.Gt:
		return compareIntervals(kernel.Lt, b, a)
	case kernel.Ge:
		return compareIntervals(kernel.Le, b, a)
	case kernel.Eq:
		return truthOf(false, a.Hi < b.Lo || b.Hi < a.Lo)
	default:
		return truthOf(a.Hi < b.Lo || b.Hi < a.Lo, false)
	}
}

// operateIntervals is the arithmetic; the caller sees to results that do not fit.
func operateIntervals(op kernel.BinaryOp, a, b fact.Interval) fact.Interval {
	single := b.Lo == b.Hi
	switch {
	case op == kernel.Add:
		return a.Add(b)
	case op == kernel.Sub:
		return a.Add(b.Neg())
	case op == kernel.Mul:
		return a.Mul(b)
	case op == kernel.Div && single && b.Lo > 0 && a.Lo >= 0:
		return fact.Span(a.Lo/b.Lo, a.Hi/b.Lo)
	case op == kernel.Rem && single && b.Lo > 0 && a.Lo >= 0:
		return fact.Span(0, min(a.Hi, b.Lo-1))
	case op == kernel.Rem && single && b.Lo > 0:
		return fact.Span(1-b.Lo, b.Lo-1)
	case op == kernel.And && single && b.Lo >= 0:
		return fact.Span(0, b.Lo)
	case op == kernel.Shr && single && b.Lo >= 0 && b.Lo < 63 && a.Lo >= 0:
		return fact.Span(a.Lo>>b.Lo, a.Hi>>b.Lo)
	case op == kernel.Shl && single && b.Lo >= 0 && b.Lo < 31:
		return a.Mul(fact.Span(1<<b.Lo, 1<<b.Lo))
	}
	return fact.AnyBits
}
