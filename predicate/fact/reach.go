package fact

import "gv2/frontend/kernel"

// Definitions finds which assignments can reach which uses, as SSA construction
// does for structured programs: an environment maps each variable to the
// definition that reaches the current point, and where paths meet a join takes
// the place of the definitions that differ. Joins are made only for the
// variables that the statement assigns, so the work is linear in the kernel for
// a fixed nesting depth.
type Definitions struct {
	env      map[*kernel.Var]int
	log      []change // what to restore after a branch
	Nodes    []Definition
	Entries  map[*kernel.Var]int
	assigned map[kernel.Stmt][]*kernel.Var
	joins    map[Target]*meeting
	At       map[kernel.Stmt]*Occurrence
	Same     [][2]int // definitions that must share a variable
	dead     bool     // no path leads to the current point
}

// Definition is an assignment, the unknown value at the start of the kernel
// (entry), or a join of others (from).
type Definition struct {
	Var   *kernel.Var
	entry bool
	Real  bool // set by a statement
	Used  bool
	From  []int
}

type change struct {
	v   *kernel.Var
	old int
}

// meeting gathers the paths that jump to a target: joins[i] is for vars[i].
type meeting struct {
	vars    []*kernel.Var
	joins   []int
	reached bool
}

// Occurrence maps each variable of a statement to its definition. Dst is -1 if
// the statement sets nothing.
type Occurrence struct {
	Reads map[*kernel.Var]int
	Dst   int
	// Invariants has the reads of a Loop's invariants, which see another point.
	Invariants []map[*kernel.Var]int
}

// ReachingDefinitions finds the definitions of k's variables and where each is read.
func ReachingDefinitions(k *kernel.Kernel) *Definitions {
	d := &Definitions{
		env: map[*kernel.Var]int{}, Entries: map[*kernel.Var]int{},
		assigned: map[kernel.Stmt][]*kernel.Var{}, joins: map[Target]*meeting{}, At: map[kernel.Stmt]*Occurrence{},
	}
	d.block(k.Body, nil)
	d.spread()
	return d
}

func (d *Definitions) make(n Definition) int {
	d.Nodes = append(d.Nodes, n)
	return len(d.Nodes) - 1
}

// of returns the definition of v that reaches the current point.
func (d *Definitions) of(v *kernel.Var) int {
	if n, ok := d.env[v]; ok {
		return n
	}
	n, ok := d.Entries[v]
	if !ok {
		n = d.make(Definition{Var: v, entry: true})
		d.Entries[v] = n
	}
	return n
}

func (d *Definitions) set(v *kernel.Var, n int) {
	d.log = append(d.log, change{v, d.of(v)})
	d.env[v] = n
}

// undo restores the environment of an earlier point and returns the changes
// since, in order.
func (d *Definitions) undo(mark int) (vars []*kernel.Var, values map[*kernel.Var]int) {
	values = map[*kernel.Var]int{}
	for _, c := range d.log[mark:] {
		if _, ok := values[c.v]; !ok {
			vars = append(vars, c.v)
			values[c.v] = d.env[c.v]
		}
	}
	for i := len(d.log) - 1; i >= mark; i-- {
		d.env[d.log[i].v] = d.log[i].old
	}
	d.log = d.log[:mark]
	return vars, values
}

// sets returns the variables that s assigns, with all statements inside.
func (d *Definitions) sets(s kernel.Stmt) []*kernel.Var {
	if vars, ok := d.assigned[s]; ok {
		return vars
	}
	var vars []*kernel.Var
	seen := map[*kernel.Var]bool{}
	for _, b := range kernel.Blocks(s) {
		for _, inner := range b {
			for _, v := range d.sets(inner) {
				if !seen[v] {
					seen[v] = true
					vars = append(vars, v)
				}
			}
		}
	}
	if v := kernel.Assigned(s); v != nil {
		vars = append(vars, v)
	}
	d.assigned[s] = vars
	return vars
}

// occurs returns the record of s. A statement that occurs in two places has the
// same variables in both.
func (d *Definitions) occurs(s kernel.Stmt) *Occurrence {
	o := d.At[s]
	if o == nil {
		o = &Occurrence{Reads: map[*kernel.Var]int{}, Dst: -1}
		d.At[s] = o
	}
	return o
}

// use notes that e, in the record, reads its variables here.
func (d *Definitions) use(reads map[*kernel.Var]int, e kernel.Expr) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !r.Var.Param {
			n := d.of(r.Var)
			d.Nodes[n].Used = true
			if old, ok := reads[r.Var]; ok && old != n {
				d.Same = append(d.Same, [2]int{old, n})
			}
			reads[r.Var] = n
		}
		return true
	})
}

// block stops after a statement from which no thread continues.
func (d *Definitions) block(stmts []kernel.Stmt, in *Enclosing) {
	for _, s := range stmts {
		if d.dead {
			return
		}
		d.stmt(s, in)
	}
}

func (d *Definitions) stmt(s kernel.Stmt, in *Enclosing) {
	o := d.occurs(s)
	if t, ok := TargetOf(s, in); ok {
		d.jump(t)
		return
	}
	switch s := s.(type) {
	case *kernel.If:
		d.use(o.Reads, s.Cond)
		d.branches(s, in)
	case *kernel.Region:
		end := Target{Kind: EndOfRegion, Stmt: s}
		d.meet(end, s)
		d.block(s.Body, in.Enter(s))
		d.arrive(end)
	case *kernel.Loop:
		d.loop(s, o, in.Enter(s))
	default:
		// Others have no statements inside.
		kernel.Exprs(s, func(e kernel.Expr) { d.use(o.Reads, e) })
		if v := kernel.Assigned(s); v != nil {
			n := d.make(Definition{Var: v, Real: true})
			if o.Dst >= 0 {
				d.Same = append(d.Same, [2]int{o.Dst, n})
			}
			o.Dst = n
			d.set(v, n)
		}
	}
}

func (d *Definitions) branches(s *kernel.If, in *Enclosing) {
	mark := len(d.log)
	d.block(s.Then, in)
	thenVars, then := d.undo(mark)
	thenDead := d.dead
	d.dead = false
	d.block(s.Else, in)
	elseVars, other := d.undo(mark)
	elseDead := d.dead
	d.dead = thenDead && elseDead
	for _, v := range elseVars {
		if _, ok := then[v]; !ok {
			thenVars = append(thenVars, v)
		}
	}
	for _, v := range thenVars {
		a, b := d.value(then, v), d.value(other, v)
		switch {
		case thenDead:
			d.set(v, b)
		case elseDead || a == b:
			d.set(v, a)
		default:
			d.set(v, d.make(Definition{Var: v, From: []int{a, b}}))
		}
	}
}

func (d *Definitions) value(branch map[*kernel.Var]int, v *kernel.Var) int {
	if n, ok := branch[v]; ok {
		return n
	}
	return d.of(v)
}

// meet prepares the joins at t for the variables that s assigns.
func (d *Definitions) meet(t Target, s kernel.Stmt) {
	m := &meeting{vars: d.sets(s)}
	for _, v := range m.vars {
		m.joins = append(m.joins, d.make(Definition{Var: v}))
	}
	d.joins[t] = m
}

// jump adds the current point to those that meet at t.
func (d *Definitions) jump(t Target) {
	d.reach(t)
	d.dead = true
}

func (d *Definitions) reach(t Target) {
	m := d.joins[t]
	if m == nil { // the end of the thread
		return
	}
	m.reached = true
	for i, v := range m.vars {
		n := m.joins[i]
		d.Nodes[n].From = append(d.Nodes[n].From, d.of(v))
	}
}

// arrive continues at t, where the jumps to it meet the paths that fall through.
func (d *Definitions) arrive(t Target) {
	m := d.joins[t]
	if !m.reached {
		return
	}
	if !d.dead {
		d.reach(t)
	}
	d.dead = false
	for i, v := range m.vars {
		d.set(v, m.joins[i])
	}
}

// loop makes the joins at the start of an iteration first; the back edge adds to
// them.
func (d *Definitions) loop(l *kernel.Loop, o *Occurrence, in *Enclosing) {
	exit, next := Target{Kind: EndOfLoop, Stmt: l}, Target{Kind: EndOfIteration, Stmt: l}
	d.meet(exit, l)
	d.meet(next, l)
	vars := d.sets(l)
	start := map[*kernel.Var]int{}
	for _, v := range vars {
		start[v] = d.make(Definition{Var: v, From: []int{d.of(v)}})
		d.set(v, start[v])
	}
	mark := len(d.log)
	if !l.DoWhile {
		d.test(l, o, start, in)
	}
	after := len(d.log)
	d.block(l.Body, in)
	d.arrive(next)
	d.dead = false
	d.block(l.Post, in)
	if l.DoWhile {
		d.dead = false
		d.test(l, o, start, in)
		after = len(d.log)
	}
	if !d.dead {
		for _, v := range vars {
			d.Nodes[start[v]].From = append(d.Nodes[start[v]].From, d.of(v))
		}
	}
	d.undo(after)
	_, tested := d.undo(mark)
	d.dead = false
	for _, v := range vars {
		d.set(v, d.value(tested, v))
	}
	d.arrive(exit)
}

// test evaluates the condition after Head. An invariant is stated where the
// condition is tested and, where Head runs inside the loop, at the start of the
// iteration: it sees one variable at both.
func (d *Definitions) test(l *kernel.Loop, o *Occurrence, start map[*kernel.Var]int, in *Enclosing) {
	d.block(l.Head, in)
	d.dead = false
	d.use(o.Reads, l.Cond)
	for i, inv := range l.Invariants {
		if i == len(o.Invariants) {
			o.Invariants = append(o.Invariants, map[*kernel.Var]int{})
		}
		mark := len(d.log)
		own := map[*kernel.Var]bool{}
		for _, s := range inv.Head {
			d.stmt(s, in)
			d.tie(d.occurs(s).Reads, start, own)
			for _, v := range d.sets(s) {
				own[v] = true
			}
		}
		d.use(o.Invariants[i], inv.Cond)
		d.tie(o.Invariants[i], start, own)
		d.undo(mark)
	}
}

// tie makes the definitions read share a variable with those at the start of the iteration.
func (d *Definitions) tie(reads, start map[*kernel.Var]int, own map[*kernel.Var]bool) {
	for v, n := range reads {
		if first, ok := start[v]; ok && first != n && !own[v] {
			d.Nodes[first].Used = true
			d.Same = append(d.Same, [2]int{first, n})
		}
	}
}

// spread marks the definitions in used joins as used.
func (d *Definitions) spread() {
	var work []int
	for n := range d.Nodes {
		if d.Nodes[n].Used {
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, from := range d.Nodes[n].From {
			if !d.Nodes[from].Used {
				d.Nodes[from].Used = true
				work = append(work, from)
			}
		}
	}
}
