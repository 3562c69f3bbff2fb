package vc

import (
	"fmt"
	"slices"
	"strconv"

	"gv2/boogie"
)

// block is a part of a procedure without branches, in passive form: every term in it
// is about constants.
type block struct {
	cmds  []command
	succs []edge
	wp    *term // weakest precondition, once known, or the symbol that stands for it
}

// command is one of an assumption, a definition, a check and a captured state.
type command struct {
	assume *term
	define *phi // of a constant that has a name of its own
	check  *Check
	state  *captured
}

// edge leads to a later block, with the values of the constants that stand there for
// what paths disagree on.
type edge struct {
	to   *block
	phis []phi
}

type phi struct{ symbol, value *term }

// captured is a state that the program gives a name.
type captured struct {
	name  string
	store []*term
}

// Check is an assertion of a condition.
type Check struct {
	// Off is the symbol that, where it is true, takes the check away.
	Off string
	// Node is the number of the assert, call, ensures or invariant among the nodes of the
	// program that have a line; Related that of the requires clause that a call violates,
	// or -1.
	Node, Related int
	// Entry and Step are set for invariants: established, and maintained.
	Entry, Step bool
	Candidate   string // the constant that guards an invariant, if it is one of inference
	term        *term
	half        *term // what of it implies the rest by symmetry, nil for all
	shown       *term // term, or the symbol that stands for it
}

// end is where execution leaves a part of the program.
type end struct {
	block *block
	store []*term
}

// frame is a procedure that is being lowered: the one to verify, or an inlined one.
type frame struct {
	proc    *procedure
	params  map[string]*term
	slots   map[string]int // of results and locals
	old     []*term
	breaks  [][]end // of the loops around, innermost last
	returns []end
	node    int // the next node of the body
}

// lowering makes the blocks of one procedure.
type lowering struct {
	m      *Module
	t      *table
	blocks []*block
	checks []*Check
	// candidates are those of the loops, in the order of the program.
	candidates []string
	guarded    map[string]bool // by candidates
	frames     []*frame
	globals    map[string]int
	locals     []variable // of the procedure to verify, by slot
	made       map[string]int
	cur        *block // nil where execution does not come
	store      []*term
}

func (l *lowering) frame() *frame { return l.frames[len(l.frames)-1] }

func (l *lowering) fresh(name string, s *sort) *term {
	l.made[name]++
	return l.t.symbol(quoted(name+"@"+strconv.Itoa(l.made[name])), s)
}

func (l *lowering) newBlock() *block {
	b := &block{}
	l.blocks = append(l.blocks, b)
	return b
}

func (l *lowering) assume(x *term) {
	if x == l.t.no {
		l.cur = nil
	} else if x != l.t.yes {
		l.cur.cmds = append(l.cur.cmds, command{assume: x})
	}
}

// check enters an assertion that may fail.
func (l *lowering) check(c Check, x *term) {
	if x == l.t.yes {
		return
	}
	c.term = x
	c.Off = "off!" + strconv.Itoa(len(l.checks))
	l.checks = append(l.checks, &c)
	l.cur.cmds = append(l.cur.cmds, command{check: &c})
}

// scope is what the names of the current procedure mean now.
func (l *lowering) scope() *scope {
	f := l.frame()
	lookup := func(globals []*term) func(string) *term {
		return func(name string) *term {
			if x := f.params[name]; x != nil {
				return x
			}
			if i, ok := f.slots[name]; ok {
				return l.store[i]
			}
			if i, ok := l.globals[name]; ok {
				return globals[i]
			}
			return nil
		}
	}
	return &scope{m: l.m, t: l.t, variables: lookup(l.store), old: &scope{m: l.m, t: l.t, variables: lookup(f.old)}}
}

// slot is where the store has a variable.
func (l *lowering) slot(name string) (int, error) {
	if i, ok := l.frame().slots[name]; ok {
		return i, nil
	}
	if i, ok := l.globals[name]; ok {
		return i, nil
	}
	return 0, fmt.Errorf("variable %s, which is not declared here", name)
}

// declare gives variables slots with unknown values.
func (l *lowering) declare(vars []boogie.Var) error {
	f := l.frame()
	for _, v := range vars {
		s, err := l.m.sorts.of(v.T)
		if err != nil {
			return err
		}
		f.slots[v.Name] = len(l.store)
		l.store = append(l.store, l.fresh(v.Name, s))
		if len(l.frames) == 1 {
			l.locals = append(l.locals, variable{v.Name, s})
		}
	}
	return nil
}

// procedure lowers the procedure to verify.
func (l *lowering) procedure(p *procedure) error {
	f := &frame{proc: p, params: map[string]*term{}, slots: map[string]int{}, node: p.first}
	l.frames = []*frame{f}
	l.globals = map[string]int{}
	l.cur = l.newBlock()
	for i, g := range l.m.globals {
		l.globals[g.name] = i
		l.store = append(l.store, l.fresh(g.name, g.sort))
		l.locals = append(l.locals, g)
	}
	for _, v := range p.Params {
		s, err := l.m.sorts.of(v.T)
		if err != nil {
			return err
		}
		f.params[v.Name] = l.fresh(v.Name, s)
	}
	f.old = slices.Clone(l.store)
	if err := l.clauses(p.Requires, func(i int, x *term) { l.assume(x) }); err != nil {
		return err
	}
	if err := l.declare(p.Results); err != nil {
		return err
	}
	if err := l.declare(p.Locals); err != nil {
		return err
	}
	f.node += len(p.Requires) + len(p.Ensures)
	if err := l.stmts(p.Body); err != nil {
		return err
	}
	l.leave()
	return l.clauses(p.Ensures, func(i int, x *term) {
		if !p.Ensures[i].Free {
			l.check(Check{Node: p.first + len(p.Requires) + i, Related: -1}, x)
		}
	})
}

// clauses passes each clause to f while execution goes on.
func (l *lowering) clauses(specs []boogie.Spec, f func(i int, x *term)) error {
	for i, spec := range specs {
		if l.cur == nil {
			return nil
		}
		if err := harmlessOnly(spec.Attrs); err != nil {
			return err
		}
		x, err := l.scope().truth(spec.E)
		if err != nil {
			return err
		}
		f(i, x)
	}
	return nil
}

// leave joins the ways out of the current procedure.
func (l *lowering) leave() {
	f := l.frame()
	ends := f.returns
	if l.cur != nil {
		ends = append(ends, end{l.cur, l.store})
	}
	l.join(ends)
}

// join goes on where several ways meet.
func (l *lowering) join(ends []end) {
	switch len(ends) {
	case 0:
		l.cur = nil
		return
	case 1:
		l.cur, l.store = ends[0].block, ends[0].store
		return
	}
	to := l.newBlock()
	store := slices.Clone(ends[0].store)
	phis := make([][]phi, len(ends))
	for slot := range store {
		same := true
		for _, e := range ends[1:] {
			same = same && e.store[slot] == store[slot]
		}
		if same {
			continue
		}
		x := l.fresh("phi", store[slot].sort)
		for i, e := range ends {
			phis[i] = append(phis[i], phi{x, e.store[slot]})
		}
		store[slot] = x
	}
	for i, e := range ends {
		e.block.succs = append(e.block.succs, edge{to, phis[i]})
	}
	l.cur, l.store = to, store
}

// stmts lowers statements; it counts the nodes of those that execution does not reach.
func (l *lowering) stmts(ss []boogie.Stmt) error {
	for i, s := range ss {
		if l.cur == nil {
			l.frame().node += nodes(ss[i:])
			return nil
		}
		if err := l.stmt(s); err != nil {
			return err
		}
	}
	return nil
}

func (l *lowering) stmt(s boogie.Stmt) error {
	f := l.frame()
	switch s := s.(type) {
	case *boogie.Comment:
		return nil
	case *boogie.Assign:
		return l.assign(s)
	case *boogie.Havoc:
		for _, name := range s.Names {
			i, err := l.slot(name)
			if err != nil {
				return err
			}
			l.store[i] = l.fresh(name, l.store[i].sort)
		}
		return nil
	case *boogie.Assert:
		if err := harmlessOnly(s.Attrs); err != nil {
			return err
		}
		x, err := l.scope().truth(s.E)
		if err != nil {
			return err
		}
		l.check(Check{Node: f.node, Related: -1}, x)
		f.node++
		return nil
	case *boogie.Assume:
		return l.assumption(s)
	case *boogie.Call:
		return l.call(s)
	case *boogie.If:
		return l.branch(s)
	case *boogie.While:
		return l.loop(s)
	case *boogie.Break:
		n := len(f.breaks)
		if n == 0 {
			return fmt.Errorf("break outside of a loop")
		}
		f.breaks[n-1] = append(f.breaks[n-1], end{l.cur, l.store})
		l.cur = nil
		return nil
	case *boogie.Return:
		f.returns = append(f.returns, end{l.cur, l.store})
		l.cur = nil
		return nil
	}
	return fmt.Errorf("statement %T", s)
}

func (l *lowering) assumption(s *boogie.Assume) error {
	x, err := l.scope().truth(s.E)
	if err != nil {
		return err
	}
	for _, a := range s.Attrs {
		if a.Key == "captureState" {
			if len(a.Args) != 1 {
				return fmt.Errorf("attribute captureState without a name")
			}
			name, ok := a.Args[0].(string)
			if !ok {
				return fmt.Errorf("attribute captureState without a name")
			}
			state := &captured{name, slices.Clone(l.store[:len(l.locals)])}
			l.cur.cmds = append(l.cur.cmds, command{state: state})
		} else if !harmless[a.Key] {
			return fmt.Errorf("attribute %s", a.Key)
		}
	}
	l.assume(x)
	return nil
}

// assign gives all targets their values at once.
func (l *lowering) assign(s *boogie.Assign) error {
	if len(s.Lhs) != len(s.Rhs) {
		return fmt.Errorf("%d targets but %d values", len(s.Lhs), len(s.Rhs))
	}
	values := make([]*term, len(s.Lhs))
	slots := make([]int, len(s.Lhs))
	scope := l.scope()
	for i, x := range s.Lhs {
		v, err := scope.expr(s.Rhs[i])
		if err != nil {
			return err
		}
		// m[i][j] := v is m := m[i := m[i][j := v]].
		for {
			at, ok := x.(*boogie.Select)
			if !ok {
				break
			}
			m, keys, err := scope.place(at.M, at.Keys)
			if err != nil {
				return err
			}
			if v.sort != m.sort.value {
				return fmt.Errorf("the value for %s has another type", boogie.ExprString(x))
			}
			v, x = l.t.stored(m, keys, v), at.M
		}
		id, ok := x.(*boogie.Id)
		if !ok {
			return fmt.Errorf("assignment to %s", boogie.ExprString(x))
		}
		if slots[i], err = l.slot(id.Name); err != nil {
			return err
		}
		if v.sort != l.store[slots[i]].sort {
			return fmt.Errorf("the value for %s has another type", id.Name)
		}
		if slices.Contains(slots[:i], slots[i]) {
			return fmt.Errorf("%s is assigned twice at once", id.Name)
		}
		values[i] = v
	}
	for i, v := range values {
		l.store[slots[i]] = l.named(target(s.Lhs[i]), v)
	}
	return nil
}

// named gives a number that is computed a constant of its own. Then the solver sees
// products of constants, where it would otherwise multiply sums out. Measured on the
// kernels with products: a third of the time. Truth values stay as they are: with names
// of their own they take twice the time.
func (l *lowering) named(name string, v *term) *term {
	if len(v.args) == 0 || v.sort != intSort && v.sort.bits == 0 {
		return v
	}
	x := l.fresh(name, v.sort)
	l.cur.cmds = append(l.cur.cmds, command{define: &phi{x, v}})
	return x
}

// branch lowers if. Branches that only assign become values that depend on the condition.
func (l *lowering) branch(s *boogie.If) error {
	if assignsOnly(s) {
		return l.choose(s)
	}
	c, not, err := l.guard(s.C)
	if err != nil {
		return err
	}
	before, store := l.cur, l.store
	var ends []end
	for i, side := range [][]boogie.Stmt{s.Then, s.Else} {
		l.begin(before, slices.Clone(store), []*term{c, not}[i])
		if err := l.stmts(side); err != nil {
			return err
		}
		if l.cur != nil {
			ends = append(ends, end{l.cur, l.store})
		}
	}
	l.join(ends)
	return nil
}

// guard is a condition and its negation; both are true of the choice *.
func (l *lowering) guard(e boogie.Expr) (c, not *term, err error) {
	if e == nil {
		return l.t.yes, l.t.yes, nil
	}
	c, err = l.scope().truth(e)
	if err != nil {
		return nil, nil, err
	}
	return c, l.t.not(c), nil
}

// begin starts a block behind before, where c holds.
func (l *lowering) begin(before *block, store []*term, c *term) {
	if c == l.t.no {
		l.cur, l.store = nil, store
		return
	}
	l.cur, l.store = l.newBlock(), store
	before.succs = append(before.succs, edge{to: l.cur})
	l.assume(c)
}

// assignsOnly reports whether s is made of assignments, without a loop or a call.
func assignsOnly(s *boogie.If) bool {
	for _, side := range [][]boogie.Stmt{s.Then, s.Else} {
		for _, x := range side {
			switch x := x.(type) {
			case *boogie.Comment, *boogie.Assign, *boogie.Havoc:
			case *boogie.If:
				if !assignsOnly(x) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// choose lowers an if whose branches only assign.
func (l *lowering) choose(s *boogie.If) error {
	var c *term
	if s.C == nil {
		c = l.fresh("choice", boolSort)
	} else {
		var err error
		if c, err = l.scope().truth(s.C); err != nil {
			return err
		}
	}
	before := l.store
	l.store = slices.Clone(before)
	if err := l.stmts(s.Then); err != nil {
		return err
	}
	then := l.store
	l.store = slices.Clone(before)
	if err := l.stmts(s.Else); err != nil {
		return err
	}
	for i, y := range l.store {
		l.store[i] = l.t.ite(c, then[i], y)
	}
	return nil
}

// loop cuts a loop at its invariants: they are checked where execution enters the loop
// and at the end of the body, and assumed of one arbitrary iteration, of which nothing
// else is known about what the loop changes.
func (l *lowering) loop(s *boogie.While) error {
	f := l.frame()
	f.node++
	first := f.node
	f.node += len(s.Invs)
	if !goesOn(s.Body) {
		return l.noLoop(s, first)
	}
	if err := l.checkInvariants(s, first, Check{Entry: true}); err != nil || l.cur == nil {
		f.node += nodes(s.Body)
		return err
	}
	changed := map[int]bool{}
	if err := l.changes(s.Body, changed); err != nil {
		return err
	}
	head := l.newBlock()
	l.cur.succs = append(l.cur.succs, edge{to: head})
	l.cur = head
	for i, x := range l.store {
		if changed[i] {
			name := "loop"
			if i < len(l.locals) {
				name = l.locals[i].name
			}
			l.store[i] = l.fresh(name, x.sort)
		}
	}
	for _, inv := range s.Invs {
		x, err := l.invariant(inv)
		if err != nil {
			return err
		}
		if l.assume(x); l.cur == nil {
			f.node += nodes(s.Body)
			return nil
		}
	}
	return l.iteration(s, func() error { return l.checkInvariants(s, first, Check{Step: true}) })
}

// noLoop lowers a while whose body does not reach its end: no iteration follows the first.
func (l *lowering) noLoop(s *boogie.While, first int) error {
	for i, inv := range s.Invs {
		x, err := l.invariant(inv)
		if err != nil {
			return err
		}
		if inv.Free {
			l.assume(x)
		} else {
			l.check(Check{Node: first + i, Related: -1, Candidate: inv.Candidate}, x)
		}
		if l.cur == nil {
			l.frame().node += nodes(s.Body)
			return nil
		}
	}
	return l.iteration(s, func() error { return nil })
}

// iteration lowers one iteration, at whose end last is called, and goes on behind the loop.
func (l *lowering) iteration(s *boogie.While, last func() error) error {
	f := l.frame()
	c, not, err := l.guard(s.C)
	if err != nil {
		return err
	}
	head, store := l.cur, l.store
	f.breaks = append(f.breaks, nil)
	l.begin(head, slices.Clone(store), c)
	if err := l.stmts(s.Body); err != nil {
		return err
	}
	if l.cur != nil {
		if err := last(); err != nil {
			return err
		}
	}
	ends := f.breaks[len(f.breaks)-1]
	f.breaks = f.breaks[:len(f.breaks)-1]
	if l.begin(head, store, not); l.cur != nil {
		ends = append(ends, end{l.cur, l.store})
	}
	l.join(ends)
	return nil
}

func (l *lowering) invariant(inv boogie.Invariant) (*term, error) {
	if err := harmlessOnly(inv.Attrs); err != nil {
		return nil, err
	}
	if inv.Candidate != "" && !l.m.cands[inv.Candidate] {
		return nil, fmt.Errorf("candidate %s, which is not declared", inv.Candidate)
	}
	if c := inv.Candidate; c != "" && !l.guarded[c] {
		l.guarded[c] = true
		l.candidates = append(l.candidates, c)
	}
	return l.scope().truth(inv.Expr())
}

// checkInvariants checks those that are not free.
func (l *lowering) checkInvariants(s *boogie.While, first int, kind Check) error {
	for i, inv := range s.Invs {
		x, err := l.invariant(inv)
		if err != nil {
			return err
		}
		switch {
		case !inv.Free:
			kind.Node, kind.Related, kind.Candidate = first+i, -1, inv.Candidate
			l.check(kind, x)
		case l.m.opts.Infer:
			if l.assume(x); l.cur == nil {
				return nil
			}
		}
	}
	return nil
}

// changes notes the slots that statements of the current procedure may change.
func (l *lowering) changes(ss []boogie.Stmt, out map[int]bool) (err error) {
	note := func(name string) {
		i, fault := l.slot(name)
		if fault != nil && err == nil {
			err = fault
		}
		out[i] = true
	}
	boogie.WalkStmts(ss, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Assign:
			for _, x := range s.Lhs {
				if name := target(x); name != "" {
					note(name)
				}
			}
		case *boogie.Havoc:
			for _, name := range s.Names {
				note(name)
			}
		case *boogie.Call:
			for _, name := range s.Results {
				note(name)
			}
			for name := range l.changedBy(s.F, map[string]bool{}) {
				if i, ok := l.globals[name]; ok {
					out[i] = true
				}
			}
		}
	})
	return err
}

// target is the variable at the bottom of m[i][j].
func target(x boogie.Expr) string {
	for {
		switch y := x.(type) {
		case *boogie.Select:
			x = y.M
		case *boogie.Id:
			return y.Name
		default:
			return ""
		}
	}
}

// changedBy lists the global variables that a call of the procedure may change: those
// that the contract names, or that the body of an inlined procedure assigns.
func (l *lowering) changedBy(name string, under map[string]bool) map[string]bool {
	out := map[string]bool{}
	p := l.m.procs[name]
	if p == nil || under[name] {
		return out
	}
	if !p.inline || p.Body == nil {
		for _, g := range p.Modifies {
			out[g] = true
		}
		return out
	}
	under[name] = true
	defer delete(under, name)
	boogie.WalkStmts(p.Body, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Assign:
			for _, x := range s.Lhs {
				out[target(x)] = true
			}
		case *boogie.Havoc:
			for _, n := range s.Names {
				out[n] = true
			}
		case *boogie.Call:
			for _, n := range s.Results {
				out[n] = true
			}
			for n := range l.changedBy(s.F, under) {
				out[n] = true
			}
		}
	})
	for _, vars := range [][]boogie.Var{p.Params, p.Results, p.Locals} {
		for _, v := range vars {
			delete(out, v.Name)
		}
	}
	return out
}
