package interp

import (
	"slices"
	"strings"

	"gv2/boogie"
)

// compiler makes the code of one procedure.
type compiler struct {
	d                  *declarations
	u                  *unit
	constants, globals *scope

	literals  map[int64]int32
	literalOf map[int32]int64
	funcs     map[string]int32
	numbers   map[int64]bool
	tables    map[string]*table
	tempRegs  []int32
	temps     int
	isTemp    map[int32]bool
	traps     bool // code emitted since the last reset can trap
	depth     int  // nesting of expanded functions
	calls     []string
	exits     [][]int32 // jumps to the end of each procedure being expanded
	breaks    [][]int32 // jumps out of each loop
	seg       *openSegment
	starting  bool // constants get their values
	checking  bool // compiling the condition of a check
	entering  bool // variables get the values they have before they are assigned
	// later writes separate pieces of code after the rest.
	later []func()
}

func (d *declarations) compile(proc *boogie.Proc) (u *unit, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case fault:
			u, err = nil, r
		default:
			panic(r)
		}
	}()
	c := d.compiler(proc.Name)
	c.procedure(proc)
	c.finish()
	return c.u, nil
}

func (d *declarations) compiler(name string) *compiler {
	return &compiler{
		d: d, u: &unit{name: name, decls: d, selectors: len(d.logs)}, literals: map[int64]int32{}, literalOf: map[int32]int64{},
		funcs: map[string]int32{}, numbers: map[int64]bool{}, tables: map[string]*table{}, isTemp: map[int32]bool{},
	}
}

// procedure writes the whole run: how it begins, the body, the postcondition. It
// returns the scope of the body.
func (c *compiler) procedure(proc *boogie.Proc) *scope {
	c.constants = &scope{vars: map[string]place{}}
	for _, v := range c.d.consts {
		if id, ok := c.d.unique[v.Name]; ok {
			c.constants.vars[v.Name] = place{reg: c.literal(id), t: v.T}
			continue
		}
		c.declareVar(c.constants, v)
	}
	c.globals = &scope{up: c.constants, vars: map[string]place{}}
	for _, v := range c.d.globals {
		c.declareVar(c.globals, v)
	}
	s := &scope{up: c.globals, vars: map[string]place{}}
	for _, list := range [][]boogie.Var{proc.Params, proc.Results, proc.Locals} {
		for _, v := range list {
			c.declareVar(s, v)
		}
	}
	c.start(proc, s)
	c.emit(opBegun, 0, 0, 0, 0)
	// Results and locals start with any value, which correct programs do not use
	// (see chooser.stale).
	c.entering = true
	for _, list := range [][]boogie.Var{proc.Results, proc.Locals} {
		for _, v := range list {
			c.pick(v.Name, s, "")
		}
	}
	c.entering = false
	c.snapshot(proc, s)
	c.calls = []string{proc.Name}
	c.exits = [][]int32{nil}
	c.block(proc.Body, s)
	c.patch(c.exits[0])
	for _, e := range proc.Ensures {
		if !e.Free {
			c.check(e.E, s, e.Tag, nil)
		}
	}
	c.emit(opDone, 0, 0, 0, 0)
	return s
}

// declareVar gives a variable a register, and a place in the state if its value
// can be shown.
func (c *compiler) declareVar(s *scope, v boogie.Var) {
	if _, again := s.find(v.Name); again {
		faultf("%s is declared twice", v.Name)
	}
	reg := c.slot()
	s.vars[v.Name] = place{reg: reg, t: v.T}
	if bv, ok := v.T.(boogie.BV); v.T == boogie.Int || v.T == boogie.Bool || ok && bv <= 64 {
		c.u.vars = append(c.u.vars, variable{v.Name, reg, v.T})
	}
	if s == c.constants && showsElements(v.T) {
		c.u.maps = append(c.u.maps, variable{v.Name, reg, v.T})
	}
}

// showsElements reports whether a type is a map whose elements can be shown.
func showsElements(t boogie.Type) bool {
	m, ok := t.(*boogie.MapType)
	if !ok || len(m.Keys) != 1 {
		return false
	}
	bv, ok := m.Value.(boogie.BV)
	return m.Value == boogie.Int || m.Value == boogie.Bool || ok && bv <= 64
}

// snapshot copies the initial values of the global variables inside old(...).
func (c *compiler) snapshot(proc *boogie.Proc, s *scope) {
	names := map[string]bool{}
	collect := func(e boogie.Expr) { c.oldNames(e, names) }
	for _, e := range proc.Ensures {
		collect(e.E)
	}
	boogie.WalkStmts(proc.Body, func(st boogie.Stmt) {
		for _, e := range exprsOf(st) {
			collect(e)
		}
	})
	s.old = c.keep(names)
}

// oldNames adds the global variables inside old(...) to names.
func (c *compiler) oldNames(e boogie.Expr, names map[string]bool) {
	boogie.Walk(e, func(e boogie.Expr) bool {
		o, ok := e.(*boogie.Old)
		if !ok {
			return true
		}
		for name := range mentions(o.X) {
			if _, global := c.globals.vars[name]; global {
				names[name] = true
			}
		}
		return false
	})
}

// keep copies global variables.
func (c *compiler) keep(names map[string]bool) map[string]int32 {
	old := map[string]int32{}
	for _, v := range c.d.globals {
		if names[v.Name] {
			old[v.Name] = c.slot()
			c.emit(opMov, 0, old[v.Name], c.globals.vars[v.Name].reg, 0)
		}
	}
	return old
}

// exprsOf lists the expressions of a statement, without those of statements in it.
func exprsOf(s boogie.Stmt) []boogie.Expr {
	switch s := s.(type) {
	case *boogie.Assign:
		return append(slices.Clone(s.Lhs), s.Rhs...)
	case *boogie.Assert:
		return []boogie.Expr{s.E}
	case *boogie.Assume:
		return []boogie.Expr{s.E}
	case *boogie.Call:
		return s.Args
	case *boogie.If:
		return []boogie.Expr{s.C}
	case *boogie.While:
		out := []boogie.Expr{s.C}
		for _, inv := range s.Invs {
			out = append(out, inv.E)
		}
		return out
	}
	return nil
}

// finish writes the deferred code, and sorts the collected numbers.
func (c *compiler) finish() {
	for len(c.later) > 0 {
		f := c.later[0]
		c.later = c.later[1:]
		f()
	}
	u := c.u
	slices.SortFunc(u.traps, func(a, b trap) int { return int(a.start - b.start) })
	u.wide = 64
	for n := range c.numbers {
		u.pool = append(u.pool, n)
		if n <= maxWide {
			u.wide = max(u.wide, 4*n+8)
		}
	}
	slices.Sort(u.pool)
	if len(u.pool) > maxPool {
		u.pool = u.pool[:maxPool]
	}
	u.idle.New = func() any { return newMachine(u) }
}

// Limits on the numbers of the program that runs try.
const (
	maxWide = 4096
	maxPool = 64
)

// twin is the register of the other thread's copy of a variable: that of x$1 for
// x$2; the constant anywhere if there is none.
func (c *compiler) twin(name string, s *scope) int32 {
	base, ok := strings.CutSuffix(name, "$2")
	if !ok {
		return anywhere
	}
	p, ok := s.find(base + "$1")
	if !ok || p.lazy != nil {
		return anywhere
	}
	return p.reg
}
