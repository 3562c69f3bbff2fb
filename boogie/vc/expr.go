package vc

import (
	"fmt"
	"math/big"
	"strings"

	"gv2/boogie"
)

// scope gives names their terms.
type scope struct {
	m *Module
	t *table
	// variables looks up what may change; nil where only constants may stand.
	variables func(name string) *term
	// old is the scope of old(…), nil where that may not stand.
	old   *scope
	bound map[string]*term
}

// truth translates a Boolean.
func (s *scope) truth(e boogie.Expr) (*term, error) {
	x, err := s.expr(e)
	if err == nil && x.sort != boolSort {
		err = fmt.Errorf("%s is not a Boolean", boogie.ExprString(e))
	}
	return x, err
}

// expr translates e.
func (s *scope) expr(e boogie.Expr) (*term, error) {
	switch e := e.(type) {
	case *boogie.IntLit:
		n, ok := new(big.Int).SetString(e.Text, 10)
		if !ok {
			return nil, fmt.Errorf("integer %q", e.Text)
		}
		return s.t.integer(n), nil
	case *boogie.BVLit:
		return s.t.vector(new(big.Int).SetUint64(e.Val), e.Bits), nil
	case *boogie.BoolLit:
		return s.t.truth(e.Val), nil
	case *boogie.Id:
		return s.name(e.Name)
	case *boogie.Unary:
		return s.unary(e)
	case *boogie.Binary:
		return s.binary(e)
	case *boogie.Ite:
		return s.choice(e)
	case *boogie.App:
		return s.app(e)
	case *boogie.Select:
		m, keys, err := s.place(e.M, e.Keys)
		if err != nil {
			return nil, err
		}
		return s.t.selected(m, keys), nil
	case *boogie.Update:
		m, keys, err := s.place(e.M, e.Keys)
		if err != nil {
			return nil, err
		}
		v, err := s.expr(e.Val)
		if err != nil {
			return nil, err
		}
		if v.sort != m.sort.value {
			return nil, fmt.Errorf("the value of %s has another type", boogie.ExprString(e))
		}
		return s.t.stored(m, keys, v), nil
	case *boogie.Extract:
		x, err := s.expr(e.X)
		if err != nil {
			return nil, err
		}
		if e.Lo < 0 || e.Hi <= e.Lo || e.Hi > x.sort.bits {
			return nil, fmt.Errorf("bits %d to %d of %s", e.Hi, e.Lo, boogie.ExprString(e.X))
		}
		return s.t.extract(x, e.Hi-1, e.Lo), nil
	case *boogie.Old:
		if s.old == nil {
			return nil, fmt.Errorf("old where nothing is old")
		}
		before := *s.old
		before.bound = s.bound
		return before.expr(e.X)
	case *boogie.Quant:
		return s.quant(e)
	}
	return nil, fmt.Errorf("expression %T", e)
}

func (s *scope) name(name string) (*term, error) {
	if x := s.bound[name]; x != nil {
		return x, nil
	}
	if s.variables != nil {
		if x := s.variables(name); x != nil {
			return x, nil
		}
	}
	if t, ok := s.m.consts[name]; ok {
		sort, err := s.m.sorts.of(t)
		if err != nil {
			return nil, err
		}
		return s.t.symbol(constName(name), sort), nil
	}
	return nil, fmt.Errorf("name %s, which is not declared here", name)
}

func (s *scope) unary(e *boogie.Unary) (*term, error) {
	x, err := s.expr(e.X)
	switch {
	case err != nil:
		return nil, err
	case e.Op == "!" && x.sort == boolSort:
		return s.t.not(x), nil
	case e.Op == "-" && x.sort == intSort:
		return s.t.negate(x), nil
	}
	return nil, fmt.Errorf("operator %s on %s", e.Op, boogie.ExprString(e.X))
}

// binary translates chains of && and || at once, and those of other operators in a loop
// down their left: they may have thousands of terms.
func (s *scope) binary(e *boogie.Binary) (*term, error) {
	if e.Op == "&&" || e.Op == "||" {
		parts, err := s.truths(boogie.Operands(e.Op, e))
		if err != nil {
			return nil, err
		}
		if e.Op == "&&" {
			return s.t.and(parts...), nil
		}
		return s.t.or(parts...), nil
	}
	spine := []*boogie.Binary{e}
	for {
		b, ok := spine[len(spine)-1].X.(*boogie.Binary)
		if !ok || b.Op == "&&" || b.Op == "||" {
			break
		}
		spine = append(spine, b)
	}
	x, err := s.expr(spine[len(spine)-1].X)
	for i := len(spine) - 1; i >= 0 && err == nil; i-- {
		var y *term
		if y, err = s.expr(spine[i].Y); err == nil {
			if x, err = s.operate(spine[i].Op, x, y); err != nil {
				err = fmt.Errorf("%w: %s", err, boogie.ExprString(spine[i]))
			}
		}
	}
	return x, err
}

func (s *scope) truths(es []boogie.Expr) ([]*term, error) {
	out := make([]*term, len(es))
	for i, e := range es {
		x, err := s.truth(e)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

func (s *scope) operate(op string, x, y *term) (*term, error) {
	if op == "++" {
		if x.sort.bits == 0 || y.sort.bits == 0 {
			return nil, fmt.Errorf("++ of what is not a bit-vector")
		}
		return s.t.concat(x, y), nil
	}
	if x.sort != y.sort {
		return nil, fmt.Errorf("%s of different types", op)
	}
	switch op {
	case "==":
		return s.t.equal(x, y), nil
	case "!=":
		return s.t.not(s.t.equal(x, y)), nil
	}
	switch {
	case x.sort == boolSort && op == "<==>":
		return s.t.equal(x, y), nil
	case x.sort == boolSort && op == "==>":
		return s.t.implies(x, y), nil
	case x.sort != intSort:
	case op == "<" || op == "<=":
		return s.t.compare(op, x, y), nil
	case op == ">":
		return s.t.compare("<", y, x), nil
	case op == ">=":
		return s.t.compare("<=", y, x), nil
	case strings.Contains(" + - * div mod ", " "+op+" "):
		return s.t.arithmetic(op, x, y), nil
	}
	return nil, fmt.Errorf("operator %s on %s", op, x.sort.text)
}

func (s *scope) choice(e *boogie.Ite) (*term, error) {
	c, err := s.truth(e.C)
	if err != nil {
		return nil, err
	}
	x, err := s.expr(e.X)
	if err != nil {
		return nil, err
	}
	y, err := s.expr(e.Y)
	if err != nil {
		return nil, err
	}
	if x.sort != y.sort {
		return nil, fmt.Errorf("if of different types: %s", boogie.ExprString(e))
	}
	return s.t.ite(c, x, y), nil
}

func (s *scope) app(e *boogie.App) (*term, error) {
	f := s.m.funcs[e.F]
	if f == nil {
		return nil, fmt.Errorf("function %s, which is not declared", e.F)
	}
	if len(e.Args) != len(f.params) {
		return nil, fmt.Errorf("%d arguments of %s", len(e.Args), e.F)
	}
	args := make([]*term, len(e.Args))
	for i, a := range e.Args {
		x, err := s.expr(a)
		if err != nil {
			return nil, err
		}
		if x.sort != f.params[i] {
			return nil, fmt.Errorf("argument %d of %s has another type", i+1, boogie.ExprString(e))
		}
		args[i] = x
	}
	return s.t.apply(f.op, f.result, args...), nil
}

// place translates the map and the keys of m[keys].
func (s *scope) place(m boogie.Expr, keys []boogie.Expr) (*term, []*term, error) {
	x, err := s.expr(m)
	if err != nil {
		return nil, nil, err
	}
	if x.sort.value == nil || len(x.sort.keys) != len(keys) {
		return nil, nil, fmt.Errorf("%d keys of %s", len(keys), boogie.ExprString(m))
	}
	out := make([]*term, len(keys))
	for i, k := range keys {
		if out[i], err = s.expr(k); err != nil {
			return nil, nil, err
		}
		if out[i].sort != x.sort.keys[i] {
			return nil, nil, fmt.Errorf("key %d of %s has another type", i+1, boogie.ExprString(m))
		}
	}
	return x, out, nil
}

// quant translates a quantifier. A variable of its own hides an outer one of that name.
func (s *scope) quant(q *boogie.Quant) (*term, error) {
	in := *s
	in.bound = map[string]*term{}
	for n, x := range s.bound {
		in.bound[n] = x
	}
	out := &quantifier{}
	for _, v := range q.Vars {
		sort, err := s.m.sorts.of(v.T)
		if err != nil {
			return nil, err
		}
		x := s.t.bound(v.Name, sort)
		in.bound[v.Name] = x
		out.vars = append(out.vars, x)
	}
	for _, trigger := range q.Triggers {
		var terms []*term
		for _, e := range trigger {
			x, err := in.expr(e)
			if err != nil {
				return nil, err
			}
			terms = append(terms, x)
		}
		out.triggers = append(out.triggers, terms)
	}
	body, err := in.truth(q.Body)
	if err != nil {
		return nil, err
	}
	op := opForall
	if q.Exists {
		op = opExists
	}
	return s.t.quantified(op, out, body), nil
}
