package instrument

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Who takes part in a barrier is found by running the predicated program once for
// each thread of the block with everything unknown but its threadIdx: variables
// hold intervals, conditions may be open, loops go on until nothing changes. What
// comes out is an upper bound: a thread that is not in the set of an operation
// reaches it in no execution.

// surveyedOp is a barrier operation and who may reach it.
type surveyedOp struct {
	do      *predicate.Do
	stmt    *kernel.Barrier
	threads threadSet
	// ids are the values of the id over all threads that come here, idOf those for
	// each; count those of the number of threads.
	ids, count interval
	idOf       []interval
	// together is set where all threads come here or none.
	together bool
}

// surveyed is the result for all threads.
type surveyed struct {
	ops []*surveyedOp // in the order of the text
	// reach are the threads that may come to an access or a barrier.
	reach map[*predicate.Do]threadSet
	// programs are the operations on barriers that each thread does, nil for those of
	// which they are not the same in all executions.
	programs []*[]operation
}

// survey runs the program for each thread.
func survey(prog *predicate.Program, arith Arith, r *ranges) *surveyed {
	out := &surveyed{reach: map[*predicate.Do]threadSet{}}
	at := map[*predicate.Do]*surveyedOp{}
	n := prog.Kernel.Launch.Threads()
	uniform := func(x kernel.Expr) bool { return (&encoder{uniform: prog.Uniform}).isUniform(x) }
	eachDo(prog.Body, func(d *predicate.Do) {
		out.reach[d] = make(threadSet, n)
		if s, ok := d.Stmt.(*kernel.Barrier); ok && at[d] == nil {
			op := &surveyedOp{do: d, stmt: s, threads: make(threadSet, n), idOf: make([]interval, n)}
			op.together = d.Pred == nil || uniform(d.Pred)
			at[d] = op
			out.ops = append(out.ops, op)
		}
	})
	for t := range n {
		s := &surveyor{prog: prog, ranges: r, exact: arith == BVArith, linear: t, env: map[*kernel.Var]interval{}, at: at,
			reach: out.reach}
		s.block(prog.Body)
		out.programs = append(out.programs, s.program())
	}
	return out
}

// classes groups the threads that may reach the same operations, for the same
// barriers; where there are none, all threads are of one class.
func (s *surveyed) classes(cuts map[*predicate.Do]bool) []*class {
	byKey := map[string]*class{}
	var out []*class
	n := len(s.programs)
	for t := range n {
		var key strings.Builder
		for _, op := range s.ops {
			if op.threads[t] && !cuts[op.do] {
				fmt.Fprintf(&key, "%v;", op.idOf[t])
			} else {
				key.WriteString("-;")
			}
		}
		c := byKey[key.String()]
		if c == nil {
			c = &class{threads: make(threadSet, n), name: fmt.Sprintf("role %d", len(out)+1)}
			byKey[key.String()] = c
			out = append(out, c)
		}
		c.threads[t] = true
	}
	return slices.DeleteFunc(out, func(c *class) bool { return len(c.threads.runs()) > mostSpans })
}

// surveyor runs one thread.
type surveyor struct {
	prog   *predicate.Program
	ranges *ranges
	// exact is set where nothing is assumed about overflow.
	exact  bool
	linear int
	env    map[*kernel.Var]interval // absent: not assigned yet
	at     map[*predicate.Do]*surveyedOp
	reach  map[*predicate.Do]threadSet
	// ops are the operations that were come to; open tells that one of them may not
	// be, or was come to under doubt. doubt counts the loops and the branches of open
	// conditions around a statement.
	ops   []operation
	open  bool
	doubt int
}

// program is what the thread does with barriers in every execution, nil for no such
// thing.
func (s *surveyor) program() *[]operation {
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
	if c.lo != c.hi {
		s.doubt++
		defer func() { s.doubt-- }()
	}
	before := s.clone()
	if c.hi != 0 {
		s.block(st.Then)
	}
	after := s.env
	s.env = before
	if c.lo == 0 {
		s.block(st.Else)
	}
	switch {
	case c.hi == 0:
	case c.lo != 0:
		s.env = after
	default:
		s.join(after)
	}
}

func (s *surveyor) clone() map[*kernel.Var]interval {
	out := make(map[*kernel.Var]interval, len(s.env))
	for v, r := range s.env {
		out[v] = r
	}
	return out
}

// join widens env by another one and reports whether anything changed. A variable
// without an interval has not been given a value; to read it is to read anything.
func (s *surveyor) join(other map[*kernel.Var]interval) bool {
	changed := false
	for v, o := range other {
		r, known := s.env[v]
		if known {
			o = r.join(o)
		}
		if !known || o != r {
			s.env[v] = o
			changed = true
		}
	}
	return changed
}

// loop runs the body until nothing changes. What grows is given up at once.
func (s *surveyor) loop(st *predicate.While) {
	s.doubt++
	defer func() { s.doubt-- }()
	for s.eval(st.Guard).hi != 0 {
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
				s.env[v] = typeRange(v.T)
			}
		}
	}
}

func (s *surveyor) leaf(d *predicate.Do) {
	p := span(1, 1)
	if d.Pred != nil {
		p = s.eval(d.Pred)
	}
	if p.hi == 0 {
		return
	}
	s.reach[d][s.linear] = true
	if b, ok := d.Stmt.(*kernel.Barrier); ok {
		s.reached(d, b, p.lo == 1)
	}
	v := kernel.Assigned(d.Stmt)
	if v == nil {
		return
	}
	now := typeRange(v.T)
	if a, ok := d.Stmt.(*kernel.Assign); ok {
		now = s.eval(a.X)
	}
	if old, known := s.env[v]; known && p.lo == 0 {
		now = now.join(old)
	}
	s.env[v] = now
}

func (s *surveyor) reached(d *predicate.Do, b *kernel.Barrier, surely bool) {
	op := s.at[d]
	ids, count := span(0, 0), span(int64(len(op.threads)), int64(len(op.threads)))
	if b.ID != nil {
		ids = s.eval(b.ID)
	}
	if b.Count != nil {
		count = s.eval(b.Count)
	}
	s.operation(d, b, ids, count, surely)
	if len(op.threads.runs()) == 0 {
		op.ids, op.count = ids, count
	}
	if op.threads[s.linear] {
		op.idOf[s.linear] = op.idOf[s.linear].join(ids)
	} else {
		op.idOf[s.linear] = ids
	}
	op.threads[s.linear] = true
	op.ids, op.count = op.ids.join(ids), op.count.join(count)
}

// operation notes what the thread does, if it is one thing.
func (s *surveyor) operation(d *predicate.Do, b *kernel.Barrier, ids, count interval, surely bool) {
	if !surely || s.doubt > 0 || ids.lo != ids.hi || count.lo != count.hi || ids.lo < 0 || ids.lo >= mostIDs || b.Grid {
		s.open = true
		return
	}
	s.ops = append(s.ops, operation{do: d, stmt: b, id: int(ids.lo), count: count.lo})
}

// eval is an interval that holds the value of x, within its type.
func (s *surveyor) eval(x kernel.Expr) interval {
	t := x.Type()
	r := typeRange(t)
	got := s.value(x)
	if got.within(r) {
		r = got
	}
	if t.Kind == kernel.Int && !s.exact && r.lo != r.hi {
		if o := s.ranges.of(x); o.lo > r.lo && o.lo <= r.hi {
			r.lo = o.lo
		}
		if o := s.ranges.of(x); o.hi < r.hi && o.hi >= r.lo {
			r.hi = o.hi
		}
	}
	return r
}

func (s *surveyor) value(x kernel.Expr) interval {
	switch x := x.(type) {
	case *kernel.Const:
		if x.T.Kind == kernel.Int && !x.T.Signed && x.Val < 0 {
			return unknown
		}
		return span(x.Val, x.Val)
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
		case c.lo != 0:
			return s.eval(x.X)
		case c.hi == 0:
			return s.eval(x.Y)
		}
		return s.eval(x.X).join(s.eval(x.Y))
	case *kernel.Convert:
		return s.convert(x)
	}
	return unknown
}

func (s *surveyor) builtin(x *kernel.Builtin) interval {
	l := s.prog.Kernel.Launch
	switch x.Kind {
	case kernel.ThreadIdx:
		n := int64(threadIndex(l, s.linear)[x.Dim])
		return span(n, n)
	case kernel.BlockDim:
		return span(int64(l.BlockDim[x.Dim]), int64(l.BlockDim[x.Dim]))
	case kernel.BlockIdx:
		if n := l.GridDim[x.Dim]; n > 0 {
			return span(0, int64(n)-1)
		}
	case kernel.GridDim:
		if n := l.GridDim[x.Dim]; n > 0 {
			return span(int64(n), int64(n))
		}
	}
	return unknown
}

// threadIndex is threadIdx of the thread with that linear id.
func threadIndex(l kernel.Launch, linear int) [3]int {
	x, y := l.BlockDim[0], l.BlockDim[1]
	return [3]int{linear % x, linear / x % y, linear / (x * y)}
}

func (s *surveyor) unary(x *kernel.Unary) interval {
	r := s.eval(x.X)
	switch {
	case x.Op == kernel.Not:
		return span(1-r.hi, 1-r.lo)
	case x.X.Type().Kind != kernel.Int || r.huge:
		return unknown
	case x.Op == kernel.Neg:
		return r.neg()
	default:
		return r.neg().add(span(-1, -1))
	}
}

func (s *surveyor) convert(x *kernel.Convert) interval {
	from := x.X.Type()
	r := s.eval(x.X)
	switch {
	case from.Kind == kernel.Float || x.T.Kind == kernel.Float:
		return unknown
	case x.T.Kind == kernel.Bool:
		return truthOf(r.lo > 0 || r.hi < 0, r.lo == 0 && r.hi == 0)
	case r.lo == r.hi && !r.huge:
		v := x.T.Wrap(r.lo)
		if !x.T.Signed && v < 0 {
			return unknown
		}
		return span(v, v)
	}
	return r
}

// truthOf is the interval of a truth value that is known to hold or not to hold.
func truthOf(holds, fails bool) interval {
	switch {
	case holds:
		return span(1, 1)
	case fails:
		return span(0, 0)
	}
	return span(0, 1)
}

func (s *surveyor) binary(x *kernel.Binary) interval {
	a, b := s.eval(x.X), s.eval(x.Y)
	t := x.X.Type()
	switch {
	case t.Kind == kernel.Float:
		return unknown
	case x.Op == kernel.LAnd:
		return truthOf(a.lo == 1 && b.lo == 1, a.hi == 0 || b.hi == 0)
	case x.Op == kernel.LOr:
		return truthOf(a.lo == 1 || b.lo == 1, a.hi == 0 && b.hi == 0)
	case x.Op == kernel.Implies:
		return truthOf(a.hi == 0 || b.lo == 1, a.lo == 1 && b.hi == 0)
	case a.huge || b.huge:
		return unknown
	case a.lo == a.hi && b.lo == b.hi:
		c, ok := kernel.EvalBinary(x.Op, &kernel.Const{T: t, Val: a.lo}, &kernel.Const{T: x.Y.Type(), Val: b.lo})
		if !ok || !c.T.Signed && c.Val < 0 {
			return unknown
		}
		return span(c.Val, c.Val)
	case x.Op.IsComparison():
		return compareIntervals(x.Op, a, b)
	}
	return operateIntervals(x.Op, a, b)
}

func compareIntervals(op kernel.BinaryOp, a, b interval) interval {
	switch op {
	case kernel.Lt:
		return truthOf(a.hi < b.lo, a.lo >= b.hi)
	case kernel.Le:
		return truthOf(a.hi <= b.lo, a.lo > b.hi)
	case kernel.Gt:
		return compareIntervals(kernel.Lt, b, a)
	case kernel.Ge:
		return compareIntervals(kernel.Le, b, a)
	case kernel.Eq:
		return truthOf(false, a.hi < b.lo || b.hi < a.lo)
	default:
		return truthOf(a.hi < b.lo || b.hi < a.lo, false)
	}
}

// operateIntervals is the arithmetic; the caller sees to results that do not fit.
func operateIntervals(op kernel.BinaryOp, a, b interval) interval {
	single := b.lo == b.hi
	switch {
	case op == kernel.Add:
		return a.add(b)
	case op == kernel.Sub:
		return a.add(b.neg())
	case op == kernel.Mul:
		return a.mul(b)
	case op == kernel.Div && single && b.lo > 0 && a.lo >= 0:
		return span(a.lo/b.lo, a.hi/b.lo)
	case op == kernel.Rem && single && b.lo > 0 && a.lo >= 0:
		return span(0, min(a.hi, b.lo-1))
	case op == kernel.Rem && single && b.lo > 0:
		return span(1-b.lo, b.lo-1)
	case op == kernel.And && single && b.lo >= 0:
		return span(0, b.lo)
	case op == kernel.Shr && single && b.lo >= 0 && b.lo < 63 && a.lo >= 0:
		return span(a.lo>>b.lo, a.hi>>b.lo)
	case op == kernel.Shl && single && b.lo >= 0 && b.lo < 31:
		return a.mul(span(1<<b.lo, 1<<b.lo))
	}
	return unknown
}
