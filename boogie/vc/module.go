// Package vc turns Boogie programs into verification conditions in SMT-LIB 2: formulas
// that are valid if and only if no execution of a procedure violates an assertion, where
// loops stand for their invariants and calls for contracts.
//
// In: a tree that boogie.Check accepts. Out: for each procedure a Condition, with a text
// for the solver, the names of its checks, and a reader of models that says which check
// fails and what the variables were in the last captured state. What the tree has and
// nothing here gives a meaning, a type, an attribute or an operator, is an error: no part
// of a program is passed over.
//
// The way is that of Barnett and Leino (Weakest-precondition of unstructured programs,
// PASTE 2005): inline, cut loops at their invariants, give each assignment a name of its
// own, and take weakest preconditions block by block, so that the formula is as long as
// the program. Names for values are terms here, shared and folded (table), and where
// paths meet a new constant stands for what they disagree on. Nothing that no check
// depends on is in the formula, except assumptions, which may contradict each other.
//
// Boogie 2.4.1 with /useArrayTheory and /noinfer is the yardstick: each check here is an
// assertion there, and fails if and only if that one does.
package vc

import (
	"fmt"
	"strings"

	"gv2/boogie"
)

// Options select what conditions are made for.
type Options struct {
	// Infer is set for inference: candidates are checks of their own, none of which
	// assumes another one at the same place, and free invariants are assumed wherever
	// an invariant is checked.
	Infer bool
	// Curry writes maps of several keys as arrays of arrays, for solvers other than Z3.
	Curry bool
	// Operators are functions without a body that stand for "*", "div" or "mod" of integers,
	// of which conditions state facts. What is shown with these facts holds for the
	// operation; what is not shown may hold.
	Operators map[string]string
	// Halves is set if of assertions that say the same of two threads one half is shown, where that is enough,
	// without what is assumed of the other thread alone.
	Halves bool
}

// Module holds the declarations of a program. Its conditions may be made side by side.
type Module struct {
	opts    Options
	sorts   *sorts
	consts  map[string]boogie.Type
	cands   map[string]bool
	funcs   map[string]*function
	globals []variable
	procs   map[string]*procedure
	order   []string // of procedures to verify
	prelude string
	opaque  map[string]bool // macros that are
	shared  map[string]bool // constants that axioms mention
	// symmetric is set if halves of assertions may be enough.
	symmetric bool
}

// function is a function of the program as the solver has it.
type function struct {
	decl   *boogie.FuncDecl
	op     string // how to apply it
	params []*sort
	result *sort
	macro  bool
}

// procedure is a procedure with the number of its first node that Print gives a line.
type procedure struct {
	*boogie.Proc
	first  int
	inline bool
}

type variable struct {
	name string
	sort *sort
}

// New reads the declarations of p.
func New(p *boogie.Program, o Options) (*Module, error) {
	m := &Module{
		opts: o, sorts: newSorts(), consts: map[string]boogie.Type{}, cands: map[string]bool{},
		funcs: map[string]*function{}, procs: map[string]*procedure{}, shared: map[string]bool{}, opaque: map[string]bool{},
	}
	b := &preludeBuilder{m: m, w: newWriter(o.Curry, "a!")}
	node := 0
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.Section:
		case *boogie.TypeDecl:
			b.w.line("(declare-sort ", m.sorts.declare(d.Name).text, " 0)")
		case *boogie.ConstDecl, *boogie.FuncDecl, *boogie.AxiomDecl, *boogie.VarDecl:
		case *boogie.Proc:
			if err := m.procedure(d, node); err != nil {
				return nil, fmt.Errorf("procedure %s: %w", d.Name, err)
			}
			node += nodesOf(d)
		default:
			return nil, fmt.Errorf("declaration %T", d)
		}
	}
	if err := b.build(p); err != nil {
		return nil, err
	}
	m.prelude = b.w.String()
	m.symmetric = o.Halves && symmetricPrelude(m.prelude)
	return m, nil
}

// Prelude declares what all conditions use, and states the axioms.
func (m *Module) Prelude() string { return m.prelude }

// Procedures lists the procedures to verify in the order of the program: those with a
// body that are not inlined.
func (m *Module) Procedures() []string { return m.order }

// Size is how many assertions, calls and invariants a procedure has, and one more.
func (m *Module) Size(name string) int { return 1 + nodesOf(m.procs[name].Proc) }

// Candidates reports whether the program has candidate invariants.
func (m *Module) Candidates() map[string]bool { return m.cands }

func (m *Module) procedure(p *boogie.Proc, first int) error {
	proc := &procedure{Proc: p, first: first}
	verify := true
	for _, a := range p.Attrs {
		switch a.Key {
		case "inline":
			if n, ok := integerArg(a); !ok || n < 1 {
				return fmt.Errorf("attribute inline without a positive number")
			}
			proc.inline = true
		case "verify":
			b, ok := truthArg(a)
			if !ok {
				return fmt.Errorf("attribute verify without true or false")
			}
			verify = b
		default:
			if !harmless[a.Key] {
				return fmt.Errorf("attribute %s", a.Key)
			}
		}
	}
	m.procs[p.Name] = proc
	if p.Body != nil && !proc.inline && verify {
		m.order = append(m.order, p.Name)
	}
	return nil
}

// harmless are the attributes that say nothing about the meaning of what they stand at.
var harmless = map[string]bool{"msg": true, "tag": true, "captureState": true, "existential": true}

// harmlessOnly reports an attribute that might change the meaning.
func harmlessOnly(as []boogie.Attr) error {
	for _, a := range as {
		if !harmless[a.Key] {
			return fmt.Errorf("attribute %s", a.Key)
		}
	}
	return nil
}

func integerArg(a boogie.Attr) (int, bool) {
	if len(a.Args) != 1 {
		return 0, false
	}
	n, ok := a.Args[0].(int)
	return n, ok
}

func truthArg(a boogie.Attr) (value, ok bool) {
	if len(a.Args) != 1 {
		return false, false
	}
	b, ok := a.Args[0].(*boogie.BoolLit)
	return ok && b.Val, ok
}

// preludeBuilder writes the prelude.
type preludeBuilder struct {
	m    *Module
	w    *writer
	made map[string]int // functions: 1 under way, 2 written
	all  map[string]*boogie.FuncDecl
}

func (b *preludeBuilder) build(p *boogie.Program) error {
	m := b.m
	unique := map[*sort][]string{}
	var sortsOfUnique []*sort
	b.made, b.all = map[string]int{}, map[string]*boogie.FuncDecl{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.ConstDecl:
			s, err := m.sorts.of(d.T)
			if err != nil {
				return fmt.Errorf("const %s: %w", d.Name, err)
			}
			if err := harmlessOnly(d.Attrs); err != nil {
				return fmt.Errorf("const %s: %w", d.Name, err)
			}
			m.consts[d.Name] = d.T
			for _, a := range d.Attrs {
				if a.Key == "existential" {
					if on, ok := truthArg(a); !ok || s != boolSort {
						return fmt.Errorf("const %s: attribute existential", d.Name)
					} else if on {
						m.cands[d.Name] = true
					}
				}
			}
			name := constName(d.Name)
			b.w.line("(declare-fun ", name, " () ", b.w.sort(s), ")")
			if d.Unique {
				if unique[s] == nil {
					sortsOfUnique = append(sortsOfUnique, s)
				}
				unique[s] = append(unique[s], name)
			}
		case *boogie.VarDecl:
			s, err := m.sorts.of(d.T)
			if err != nil {
				return fmt.Errorf("var %s: %w", d.Name, err)
			}
			m.globals = append(m.globals, variable{d.Name, s})
		case *boogie.FuncDecl:
			b.all[d.Name] = d
		}
	}
	for _, s := range sortsOfUnique {
		if names := unique[s]; len(names) > 1 {
			b.w.line("(assert (distinct ", strings.Join(names, " "), "))")
		}
	}
	for _, d := range p.Decls {
		if f, ok := d.(*boogie.FuncDecl); ok {
			if err := b.function(f); err != nil {
				return err
			}
		}
	}
	for _, d := range p.Decls {
		if a, ok := d.(*boogie.AxiomDecl); ok {
			if err := b.assert(a.E); err != nil {
				return fmt.Errorf("axiom %s: %w", boogie.ExprString(a.E), err)
			}
		}
	}
	return nil
}

// assert states a closed expression.
func (b *preludeBuilder) assert(e boogie.Expr) error {
	t := newTable(b.m.opaque)
	x, err := (&scope{m: b.m, t: t}).truth(e)
	if err != nil {
		return err
	}
	if x != t.yes {
		b.w.assert(x)
		b.m.mention(x)
	}
	return nil
}

// mention notes which constants x has.
func (m *Module) mention(x *term) {
	terms, _ := reached([]*term{x})
	for _, y := range terms {
		if y.op == opSymbol {
			m.shared[y.text] = true
		}
	}
}

func constName(name string) string { return quoted(name + "@") }

// function writes f after the functions that its body uses. Functions that are to be
// inlined become macros; others with a body are axioms, which the solver instantiates
// where they are applied.
func (b *preludeBuilder) function(d *boogie.FuncDecl) error {
	fault := func(err error) error { return fmt.Errorf("function %s: %w", d.Name, err) }
	switch b.made[d.Name] {
	case 1:
		return fault(fmt.Errorf("its body uses the function itself"))
	case 2:
		return nil
	}
	b.made[d.Name] = 1
	f := &function{decl: d, op: quoted(d.Name + "@f")}
	for _, v := range d.Params {
		s, err := b.m.sorts.of(v.T)
		if err != nil {
			return fault(err)
		}
		f.params = append(f.params, s)
	}
	var err error
	if f.result, err = b.m.sorts.of(d.Result); err != nil {
		return fault(err)
	}
	inline := false
	for _, a := range d.Attrs {
		switch a.Key {
		case "bvbuiltin":
			if f.op, err = builtin(a); err != nil {
				return fault(err)
			}
			if d.Body != nil {
				return fault(fmt.Errorf("attribute bvbuiltin beside a body"))
			}
		case "inline":
			if on, ok := truthArg(a); len(a.Args) > 0 && (!ok || !on) {
				return fault(fmt.Errorf("attribute inline with an argument"))
			}
			inline = true
		default:
			if !harmless[a.Key] {
				return fault(fmt.Errorf("attribute %s", a.Key))
			}
		}
	}
	if d.Body == nil {
		b.m.funcs[d.Name] = f
		b.made[d.Name] = 2
		if !strings.HasSuffix(f.op, "@f") && !strings.HasSuffix(f.op, "@f|") {
			return nil
		}
		b.w.line("(declare-fun ", f.op, " (", b.w.sortList(f.params), ") ", b.w.sort(f.result), ")")
		return nil
	}
	if err := b.uses(d.Body); err != nil {
		return err
	}
	if inline {
		err = b.macro(f)
	} else {
		err = b.defined(f)
	}
	if err != nil {
		return fault(err)
	}
	b.made[d.Name] = 2
	return nil
}

// usesOne reports whether the body of d applies one of the functions.
func usesOne(d *boogie.FuncDecl, names map[string]bool) bool {
	found := false
	boogie.Walk(d.Body, func(e boogie.Expr) bool {
		if a, ok := e.(*boogie.App); ok && names[a.F] {
			found = true
		}
		return !found
	})
	return found
}

// uses writes the functions that e applies.
func (b *preludeBuilder) uses(e boogie.Expr) (err error) {
	boogie.Walk(e, func(e boogie.Expr) bool {
		if a, ok := e.(*boogie.App); ok && err == nil {
			if d := b.all[a.F]; d != nil {
				err = b.function(d)
			}
		}
		return true
	})
	return err
}

func (b *preludeBuilder) parameters(t *table, f *function) (map[string]*term, []*term) {
	names, vars := map[string]*term{}, []*term{}
	for i, v := range f.decl.Params {
		x := t.bound(v.Name, f.params[i])
		names[v.Name] = x
		vars = append(vars, x)
	}
	return names, vars
}

func (b *preludeBuilder) macro(f *function) error {
	t := newTable(b.m.opaque)
	names, vars := b.parameters(t, f)
	body, err := (&scope{m: b.m, t: t, bound: names}).expr(f.decl.Body)
	if err != nil {
		return err
	}
	f.macro = true
	b.m.funcs[f.decl.Name] = f
	b.m.opaque[f.op] = body.opaque
	b.w.define(f.op, vars, f.result, body)
	return nil
}

// defined declares f and the axiom that it is its body.
func (b *preludeBuilder) defined(f *function) error {
	t := newTable(b.m.opaque)
	names, vars := b.parameters(t, f)
	body, err := (&scope{m: b.m, t: t, bound: names}).expr(f.decl.Body)
	if err != nil {
		return err
	}
	b.m.funcs[f.decl.Name] = f
	b.w.line("(declare-fun ", f.op, " (", b.w.sortList(f.params), ") ", b.w.sort(f.result), ")")
	app := t.apply(f.op, f.result, vars...)
	is := t.equal(app, body)
	if len(vars) > 0 {
		is = t.quantified(opForall, &quantifier{vars: vars, triggers: [][]*term{{app}}}, is)
	}
	b.w.assert(is)
	return nil
}

// builtin is the operator of SMT-LIB that {:bvbuiltin "…"} names.
func builtin(a boogie.Attr) (string, error) {
	if len(a.Args) == 1 {
		if text, ok := a.Args[0].(string); ok {
			words := strings.Fields(text)
			if len(words) == 1 && plainBuiltins[words[0]] {
				return words[0], nil
			}
			if len(words) == 2 && indexedBuiltins[words[0]] && strings.Trim(words[1], "0123456789") == "" {
				return "(_ " + words[0] + " " + words[1] + ")", nil
			}
			return "", fmt.Errorf("bvbuiltin %q", text)
		}
	}
	return "", fmt.Errorf("attribute bvbuiltin without a string")
}

var plainBuiltins = set(`bvadd bvsub bvmul bvneg bvnot bvand bvor bvxor bvnand bvnor bvxnor bvshl bvlshr bvashr
	bvudiv bvurem bvsdiv bvsrem bvsmod bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvcomp concat`)

var indexedBuiltins = set(`sign_extend zero_extend rotate_left rotate_right repeat`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
