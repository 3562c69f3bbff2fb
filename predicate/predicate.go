package predicate

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Predicate flattens k for two threads of pair. The diagnostics are about user
// loop invariants that cannot be stated as one expression (Unsupported).
//
// At each point the predicator knows which threads are enabled: nil for all, or
// one variable. Every branch and loop under a non-uniform condition has such a
// variable, and so has every target of a jump: the threads that have not jumped
// there yet. A jump clears its target's variable only; each block between the
// jump and the target narrows its own variable by the target's as soon as more
// statements follow. So the output is linear in the kernel, and every predicate
// is one name.
//
// Jumps that both threads take together use one flag for both, and the rest of
// the blocks that they leave goes into an if on that flag.
//
// Only a loop's Head is copied, before the loop and at the end of its body, and
// only if it has no compound statement; else all of the loop's threads enter it
// and evaluate Head in the first iteration.
func Predicate(k *kernel.Kernel, pair fact.Pair) (*Program, diag.List) {
	body := trimJumps(k.Body, []fact.Target{{}}, nil)
	p := &predicator{
		uniform: fact.UniformIn(k, body, pair), names: kernel.NewNames(k),
		gates: map[fact.Target]*gate{}, depths: map[*kernel.Var]int{},
		prog: &Program{Kernel: k, Pair: pair, Uniform: map[*kernel.Var]bool{}},
	}
	src := kernel.Src{Pos: k.Pos}
	var out []Stmt
	g := p.gate(fact.Target{}, "alive", kernel.Src{})
	p.open(&out, g, nil, src)
	p.prog.Alive = g.each
	p.block(&out, body, nil, nil)
	p.prog.Body = out
	p.declare()
	return p.prog, p.diags
}

type predicator struct {
	uniform *fact.Uniformity
	names   *kernel.Names
	prog    *Program
	diags   diag.List
	gates   map[fact.Target]*gate
	// depths is the nesting depth of a predicate's construct; a shallower
	// predicate narrows a deeper one, never the other way round.
	depths map[*kernel.Var]int
	depth  int
	preds  []*kernel.Var
}

// gate holds the variables of a jump target, true for the threads that have not
// jumped: each is per thread, all is one for both. They are nil if no jump
// needs them.
type gate struct {
	each, all *kernel.Var
}

// exits are the targets outside a statement to which it jumps, each once: each
// for single threads, all for all together.
type exits struct {
	each, all []fact.Target
	// open are those of each that have not narrowed the predicate of the current
	// block yet, since no statement has followed.
	open []fact.Target
}

func (e *exits) add(more exits) {
	e.each = union(e.each, more.each)
	e.all = union(e.all, more.all)
}

func union(list, more []fact.Target) []fact.Target {
	for _, t := range more {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// without removes t.
func (e exits) without(t fact.Target) exits {
	return exits{remove(e.each, t), remove(e.all, t), remove(e.open, t)}
}

func remove(list []fact.Target, t fact.Target) []fact.Target {
	var out []fact.Target
	for _, u := range list {
		if u != t {
			out = append(out, u)
		}
	}
	return out
}

// fresh makes a predicate variable; a uniform one is not dualised.
func (p *predicator) fresh(name string, src kernel.Src, uniform bool) *kernel.Var {
	v := &kernel.Var{Name: name, T: kernel.BoolType, Temp: true, Pos: src.Pos}
	p.preds = append(p.preds, v)
	p.depths[v] = p.depth
	if uniform {
		p.prog.Uniform[v] = true
	}
	return v
}

// gate makes the variables that jumps to t need.
func (p *predicator) gate(t fact.Target, word string, src kernel.Src) *gate {
	g := &gate{}
	all, each := p.uniform.JumpsTo(t)
	if each {
		g.each = p.fresh(p.names.At(word, src, ""), src, false)
	}
	if all {
		g.all = p.fresh(p.names.At(word, src, "_all"), src, true)
	}
	p.gates[t] = g
	return g
}

// open sets the gate's variables at the start of its scope, under cur.
func (p *predicator) open(out *[]Stmt, g *gate, cur *kernel.Var, src kernel.Src) {
	if g.each != nil {
		set(out, src, g.each, kernel.AllOf(refOrNil(cur)))
	}
	if g.all != nil {
		set(out, src, g.all, kernel.BoolConst(true))
	}
}

// set appends v := e for both threads.
func set(out *[]Stmt, src kernel.Src, v *kernel.Var, e kernel.Expr) {
	*out = append(*out, &Do{Stmt: &kernel.Assign{Src: src, Dst: v, X: e}})
}

// block appends the statements, predicated for the threads cur. Statements
// after a jump that all take go into an if on the jump's flag.
func (p *predicator) block(open *[]Stmt, stmts []kernel.Stmt, cur *kernel.Var, in *fact.Enclosing) exits {
	var left exits
	for i, s := range stmts {
		e := p.stmt(open, s, cur, in)
		left.add(e)
		left.open = e.each
		if i+1 == len(stmts) || fact.IsJump(s) {
			break
		}
		if len(e.each) > 0 {
			cur = p.narrow(open, s.Source(), cur, e.each)
			left.open = nil
		}
		if len(e.all) > 0 {
			guard := &If{Src: stmts[i+1].Source(), Cond: kernel.AllOf(refs(p.flags(left.all))...)}
			*open = append(*open, guard)
			open = &guard.Then
		}
	}
	return left
}

// flags are the shared variables of the targets.
func (p *predicator) flags(targets []fact.Target) []*kernel.Var {
	var vars []*kernel.Var
	for _, t := range targets {
		vars = append(vars, p.gates[t].all)
	}
	return vars
}

// narrow returns the threads of cur that have not jumped to the targets. The
// others narrow the deepest of the predicates: a thread that has left an outer
// construct has left the inner ones as well.
func (p *predicator) narrow(out *[]Stmt, src kernel.Src, cur *kernel.Var, targets []fact.Target) *kernel.Var {
	deepest := cur
	for _, t := range targets {
		if v := p.gates[t].each; deepest == nil || p.depths[v] > p.depths[deepest] {
			deepest = v
		}
	}
	terms := []kernel.Expr{kernel.Ref(deepest)}
	if cur != nil && cur != deepest {
		terms = append(terms, kernel.Ref(cur))
	}
	for _, t := range targets {
		if v := p.gates[t].each; v != deepest && v != cur {
			terms = append(terms, kernel.Ref(v))
		}
	}
	if len(terms) > 1 {
		set(out, src, deepest, kernel.AllOf(terms...))
	}
	return deepest
}

// stmt appends s, predicated for the threads cur.
func (p *predicator) stmt(out *[]Stmt, s kernel.Stmt, cur *kernel.Var, in *fact.Enclosing) exits {
	p.depth++
	defer func() { p.depth-- }()
	if t, ok := fact.TargetOf(s, in); ok {
		return p.jump(out, s.Source(), t, cur)
	}
	switch s := s.(type) {
	case *kernel.If:
		if p.uniform.Expr(s.Cond) {
			return p.uniformIf(out, s, cur, in)
		}
		return p.branches(out, s, cur, in)
	case *kernel.Region:
		return p.region(out, s, cur, in.Enter(s))
	case *kernel.Loop:
		if p.uniform.Loop(s) {
			return p.uniformLoop(out, s, in.Enter(s))
		}
		return p.loop(out, s, cur, in.Enter(s))
	default:
		// Others have no statements inside.
	}
	*out = append(*out, &Do{Pred: refOrNil(cur), Stmt: s})
	return exits{}
}

// jump clears the gate of t for the threads cur.
func (p *predicator) jump(out *[]Stmt, src kernel.Src, t fact.Target, cur *kernel.Var) exits {
	g := p.gates[t]
	if cur == nil {
		set(out, src, g.all, kernel.BoolConst(false))
		return exits{all: []fact.Target{t}}
	}
	if cur == g.each {
		set(out, src, g.each, kernel.BoolConst(false))
	} else {
		set(out, src, g.each, kernel.AllOf(kernel.Ref(g.each), kernel.Negated(kernel.Ref(cur))))
	}
	return exits{each: []fact.Target{t}}
}

// uniformIf keeps the if: both threads take the same branch, if any.
func (p *predicator) uniformIf(out *[]Stmt, s *kernel.If, cur *kernel.Var, in *fact.Enclosing) exits {
	both := &If{Src: s.Src, Cond: s.Cond}
	left := p.block(&both.Then, s.Then, cur, in)
	left.add(p.block(&both.Else, s.Else, cur, in))
	if len(both.Then)+len(both.Else) > 0 {
		*out = append(*out, both)
	}
	return left
}

// branches puts one branch after the other, each under a predicate of its own.
// It sets both predicates first: the branches may change variables of the
// condition.
func (p *predicator) branches(out *[]Stmt, s *kernel.If, cur *kernel.Var, in *fact.Enclosing) exits {
	var then, other *kernel.Var
	cond := s.Cond
	if len(s.Then) > 0 {
		then = p.fresh(p.names.At("if", s.Src, ""), s.Src, false)
		set(out, s.Src, then, kernel.AllOf(refOrNil(cur), cond))
		cond = kernel.Ref(then)
	}
	if len(s.Else) > 0 {
		other = p.fresh(p.names.At("else", s.Src, ""), s.Src, false)
		set(out, s.Src, other, kernel.AllOf(refOrNil(cur), kernel.Negated(cond)))
	}
	left := p.block(out, s.Then, then, in)
	left.add(p.block(out, s.Else, other, in))
	return left
}

func (p *predicator) region(out *[]Stmt, s *kernel.Region, cur *kernel.Var, in *fact.Enclosing) exits {
	t := fact.Target{Kind: fact.EndOfRegion, Stmt: s}
	g := p.gate(t, "region", s.Src)
	p.open(out, g, cur, s.Src)
	if g.each != nil && cur != nil {
		cur = g.each
	}
	return p.block(out, s.Body, cur, in).without(t)
}

// declare lists the variables that the program still uses, in order.
func (p *predicator) declare() {
	used := map[*kernel.Var]bool{}
	usedVars(p.prog.Body, used)
	for _, v := range p.prog.Kernel.Params {
		if p.uniform.Var(v) {
			p.prog.Uniform[v] = true
		}
	}
	for _, v := range p.prog.Kernel.Vars {
		if used[v] {
			p.prog.Vars = append(p.prog.Vars, v)
			if p.uniform.Var(v) {
				p.prog.Uniform[v] = true
			}
		}
	}
	p.prog.Vars = append(p.prog.Vars, p.preds...)
}

// usedVars adds the variables that the statements read or set.
func usedVars(stmts []Stmt, used map[*kernel.Var]bool) {
	expr := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				used[r.Var] = true
			}
			return true
		})
	}
	for _, s := range stmts {
		switch s := s.(type) {
		case *Do:
			kernel.Exprs(s.Stmt, expr)
			if v := kernel.Assigned(s.Stmt); v != nil {
				used[v] = true
			}
		case *If:
			expr(s.Cond)
			usedVars(s.Then, used)
			usedVars(s.Else, used)
		case *While:
			expr(s.Guard)
			for _, inv := range s.Invariants {
				expr(inv.Cond)
			}
			usedVars(s.Body, used)
		}
	}
}
