package boogie

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxFaults is how many faults one Check reports.
const maxFaults = 20

// Check verifies that Boogie accepts p: names are legal, unique and declared,
// expressions have the types they need, calls match, modifies clauses name all
// that a body changes, and bodies change only what may change. It returns all
// faults, each on a line, or nil. Declarations may stand in any order, as in
// Boogie.
//
// It is stricter than Boogie in one point: a parameter or local variable may not
// have the name of a global variable or constant, so that each name in a model
// has one meaning.
func Check(p *Program) error {
	c := &checker{
		types: map[string]bool{}, vars: map[string]*variable{}, funcs: map[string]*FuncDecl{},
		procs: map[string]*Proc{}, candidates: map[string]bool{},
	}
	for _, d := range p.Decls {
		c.declare(d)
	}
	for _, d := range p.Decls {
		c.decl(d)
	}
	return errors.Join(c.faults...)
}

// role is what a variable is, which decides where it may be changed.
type role int

const (
	constant role = iota
	global
	parameter
	local // a local variable or a result
	bound
)

type variable struct {
	t    Type
	role role
}

type checker struct {
	types      map[string]bool
	vars       map[string]*variable // constants and globals
	funcs      map[string]*FuncDecl
	procs      map[string]*Proc
	candidates map[string]bool

	where  string // the declaration being checked
	scope  map[string]*variable
	proc   *Proc
	loops  int
	twoOld bool // old(...) is allowed
	pure   bool // global variables are not allowed
	faults []error
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, fmt.Errorf("%s: %s", c.where, fmt.Sprintf(format, args...)))
	}
}

// declare enters the names that d makes.
func (c *checker) declare(d Decl) {
	switch d := d.(type) {
	case *TypeDecl:
		c.where = "type " + d.Name
		if c.name(d.Name); c.types[d.Name] {
			c.fault("declared twice")
		}
		c.types[d.Name] = true
	case *ConstDecl:
		c.where = "const " + d.Name
		c.variable(d.Name, d.T, constant)
		if existential(d.Attrs) {
			c.candidates[d.Name] = true
		}
	case *VarDecl:
		c.where = "var " + d.Name
		c.variable(d.Name, d.T, global)
	case *FuncDecl:
		c.where = "function " + d.Name
		c.callable(d.Name)
		c.funcs[d.Name] = d
	case *Proc:
		c.where = "procedure " + d.Name
		c.callable(d.Name)
		c.procs[d.Name] = d
	}
}

func (c *checker) name(n string) {
	if !legalName(n) {
		c.fault("%q is not a legal name", n)
	}
}

func (c *checker) variable(n string, t Type, r role) {
	c.name(n)
	if c.vars[n] != nil {
		c.fault("declared twice")
	}
	c.vars[n] = &variable{t, r}
}

// callable enters a function or procedure: the two share one namespace.
func (c *checker) callable(n string) {
	c.name(n)
	if c.funcs[n] != nil || c.procs[n] != nil {
		c.fault("declared twice")
	}
}

// decl checks the inside of d.
func (c *checker) decl(d Decl) {
	c.scope, c.pure = map[string]*variable{}, true
	switch d := d.(type) {
	case *ConstDecl:
		c.where = "const " + d.Name
		c.typ(d.T)
		c.attrs(d.Attrs)
		if existential(d.Attrs) && !sameType(d.T, Bool) {
			c.fault("a candidate is bool, not %s", TypeString(d.T))
		}
	case *VarDecl:
		c.where = "var " + d.Name
		c.typ(d.T)
	case *AxiomDecl:
		c.where = "axiom"
		c.want(d.E, Bool, "an axiom")
	case *FuncDecl:
		c.function(d)
	case *Proc:
		c.procedure(d)
	}
}

func (c *checker) function(f *FuncDecl) {
	c.where = "function " + f.Name
	c.attrs(f.Attrs)
	for _, v := range f.Params {
		if c.typ(v.T); v.Name != "" {
			c.local(v, parameter)
		} else if f.Body != nil {
			c.fault("a parameter of a function with a body has no name")
		}
	}
	c.typ(f.Result)
	if f.Body != nil {
		c.want(f.Body, f.Result, "the body")
	}
}

// procedure checks the parts in the order of their scopes: requires clauses see
// the parameters only, ensures clauses also the results and old values, and the
// body everything.
func (c *checker) procedure(p *Proc) {
	c.where, c.proc, c.pure, c.loops = "procedure "+p.Name, p, false, 0
	c.attrs(p.Attrs)
	c.formals(p.Params, parameter)
	for _, s := range p.Requires {
		c.attrs(s.Attrs)
		c.want(s.E, Bool, "requires")
	}
	c.formals(p.Results, local)
	c.modifies(p.Modifies)
	c.twoOld = true
	for _, s := range p.Ensures {
		c.attrs(s.Attrs)
		c.want(s.E, Bool, "ensures")
	}
	if p.Body == nil && len(p.Locals) > 0 {
		c.fault("local variables but no body")
	}
	c.formals(p.Locals, local)
	c.stmts(p.Body)
	c.twoOld = false
}

func (c *checker) formals(vars []Var, r role) {
	for _, v := range vars {
		c.typ(v.T)
		if c.vars[v.Name] != nil {
			c.fault("%s hides a global name", v.Name)
		}
		c.local(v, r)
	}
}

// local enters v into the scope of its function, procedure or quantifier.
func (c *checker) local(v Var, r role) {
	c.name(v.Name)
	if c.scope[v.Name] != nil {
		c.fault("%s is declared twice", v.Name)
	}
	c.scope[v.Name] = &variable{v.T, r}
}

// modifies checks that a modifies clause names global variables.
func (c *checker) modifies(names []string) {
	for _, n := range names {
		if v := c.vars[n]; v == nil || v.role != global {
			c.fault("modifies %s, which is not a global variable", n)
		}
	}
}

func (c *checker) typ(t Type) {
	switch t := t.(type) {
	case NamedType:
		if t != Int && t != Bool && t != Real && !c.types[string(t)] {
			c.fault("type %s is not declared", string(t))
		}
	case BV:
		if t < 1 {
			c.fault("no bit-vector has %d bits", int(t))
		}
	case *MapType:
		if len(t.Keys) == 0 {
			c.fault("a map needs keys")
		}
		for _, k := range t.Keys {
			c.typ(k)
		}
		c.typ(t.Value)
	default:
		c.fault("a type is missing")
	}
}

// sameType compares types by structure. nil is the type of an expression with a
// reported fault and matches everything, so that one fault is reported once.
func sameType(x, y Type) bool {
	if x == nil || y == nil {
		return true
	}
	a, ok := x.(*MapType)
	b, ok2 := y.(*MapType)
	if !ok || !ok2 {
		return ok == ok2 && x == y
	}
	return slices.EqualFunc(a.Keys, b.Keys, sameType) && sameType(a.Value, b.Value)
}

// attrs checks the form of attributes.
func (c *checker) attrs(as []Attr) {
	for _, a := range as {
		if a.Key == "" || strings.ContainsFunc(a.Key, func(r rune) bool { return r > 127 || !identChar(byte(r)) }) {
			c.fault("%q is not the name of an attribute", a.Key)
		}
		for _, arg := range a.Args {
			switch arg := arg.(type) {
			case int:
			case string:
				if strings.ContainsAny(arg, "\n\r") {
					c.fault("attribute %s has a line break in a string", a.Key)
				}
			case Expr:
				c.expr(arg)
			default:
				c.fault("attribute %s has an argument of type %T", a.Key, arg)
			}
		}
	}
}

func (c *checker) stmts(ss []Stmt) {
	for _, s := range ss {
		c.stmt(s)
	}
}

func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		c.assign(s)
	case *Havoc:
		for _, n := range s.Names {
			c.changes(n)
		}
	case *Assert:
		c.attrs(s.Attrs)
		c.want(s.E, Bool, "assert")
	case *Assume:
		c.attrs(s.Attrs)
		c.want(s.E, Bool, "assume")
	case *Call:
		c.call(s)
	case *If:
		c.ifStmt(s)
	case *While:
		c.while(s)
	case *Break:
		if c.loops == 0 {
			c.fault("break outside of a loop")
		}
	}
}

// ifStmt follows chains of else if in a loop: recursion could exhaust the stack
// on long ones.
func (c *checker) ifStmt(s *If) {
	for {
		if s.C != nil {
			c.want(s.C, Bool, "if")
		}
		c.stmts(s.Then)
		next, ok := elseIf(s.Else)
		if !ok {
			c.stmts(s.Else)
			return
		}
		s = next
	}
}

func (c *checker) while(s *While) {
	if s.C != nil {
		c.want(s.C, Bool, "while")
	}
	for _, v := range s.Invs {
		c.attrs(v.Attrs)
		c.want(v.E, Bool, "invariant")
		if v.Candidate != "" && !c.candidates[v.Candidate] {
			c.fault("candidate %s is not declared {:existential true}", v.Candidate)
		}
	}
	c.loops++
	c.stmts(s.Body)
	c.loops--
}

func (c *checker) assign(s *Assign) {
	if len(s.Lhs) != len(s.Rhs) || len(s.Lhs) == 0 {
		c.fault("%d targets but %d values", len(s.Lhs), len(s.Rhs))
		return
	}
	var names []string
	for i, x := range s.Lhs {
		// The assigned variable is the map at the bottom of m[i][j].
		base := x
		for {
			m, ok := base.(*Select)
			if !ok {
				break
			}
			base = m.M
		}
		if id, ok := base.(*Id); ok {
			c.changes(id.Name)
			names = append(names, id.Name)
		} else {
			c.fault("%s cannot be assigned to", ExprString(x))
		}
		c.want(s.Rhs[i], c.expr(x), "the value of "+ExprString(x))
	}
	c.distinct(names)
}

// distinct rejects two assignments to one variable in a parallel assignment or
// call, as Boogie does.
func (c *checker) distinct(names []string) {
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			c.fault("%s is assigned twice at once", n)
		}
	}
}

// changes checks that the procedure may change the variable called n.
func (c *checker) changes(n string) {
	v := c.lookup(n)
	switch {
	case v == nil:
		c.fault("%s is not declared", n)
	case v.role == constant, v.role == parameter, v.role == bound:
		c.fault("%s is changed, but is not a variable", n)
	case v.role == global && !slices.Contains(c.proc.Modifies, n):
		c.fault("changes %s, which its modifies clause does not name", n)
	}
}

func (c *checker) lookup(n string) *variable {
	if v := c.scope[n]; v != nil {
		return v
	}
	return c.vars[n]
}

func (c *checker) call(s *Call) {
	c.attrs(s.Attrs)
	p := c.procs[s.F]
	if p == nil {
		c.fault("calls %s, which is not a procedure", s.F)
		return
	}
	c.args("call of "+s.F, p.Params, s.Args)
	if len(s.Results) != len(p.Results) {
		c.fault("call of %s takes %d results of %d", s.F, len(s.Results), len(p.Results))
		return
	}
	for i, n := range s.Results {
		c.changes(n)
		if v := c.lookup(n); v != nil && !sameType(v.t, p.Results[i].T) {
			c.fault("call of %s: %s is %s, its result is %s", s.F, n, TypeString(v.t), TypeString(p.Results[i].T))
		}
	}
	c.distinct(s.Results)
	for _, n := range p.Modifies {
		if !slices.Contains(c.proc.Modifies, n) {
			c.fault("calls %s, which changes %s; its own modifies clause does not name it", s.F, n)
		}
	}
}

func (c *checker) args(what string, params []Var, args []Expr) {
	if len(args) != len(params) {
		c.fault("%s has %d arguments, not %d", what, len(args), len(params))
		return
	}
	for i, a := range args {
		c.want(a, params[i].T, what+", argument "+strconv.Itoa(i+1))
	}
}
