package predicate

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Values is the known facts about the variables of a program.
type Values struct {
	// definitions maps variables assigned once to their value.
	definitions map[*kernel.Var]kernel.Expr
	// Reads counts the places that read each variable.
	Reads map[*kernel.Var]int
}

// ValuesOf finds the definitions and the reads of the variables of a body.
func ValuesOf(body []Stmt) Values {
	return Values{definitions: definitionsOf(body), Reads: ReadCounts(body)}
}

// Expand replaces variables that the program assigns only once by the assigned
// expressions: predicates by their conditions, int i = 4 * t by 4 * t.
func (v *Values) Expand(x kernel.Expr) kernel.Expr {
	for depth := 0; depth < maxExpansion; depth++ {
		next := fact.Replaced(x, v.definitions)
		if next == x || size(next) > maxExpansion*8 {
			return x
		}
		x = next
	}
	return x
}

// maxExpansion bounds the nesting of definitions that Expand follows.
const maxExpansion = 8

func size(x kernel.Expr) int {
	n := 0
	kernel.WalkExpr(x, func(kernel.Expr) bool { n++; return n < 1000 })
	return n
}

// definitionsOf finds the variables with a single assignment whose right-hand
// side does not read the variable itself.
func definitionsOf(body []Stmt) map[*kernel.Var]kernel.Expr {
	count := map[*kernel.Var]int{}
	defs := map[*kernel.Var]kernel.Expr{}
	EachDo(body, func(d *Do) {
		v := kernel.Assigned(d.Stmt)
		if v == nil {
			return
		}
		count[v]++
		if a, ok := d.Stmt.(*kernel.Assign); ok && !fact.ReadsVar(a.X, v) {
			defs[v] = a.X
		}
	})
	for v := range defs {
		if count[v] != 1 {
			delete(defs, v)
		}
	}
	return defs
}

// Carried are those assigned variables whose value at the head of the loop matters: an
// iteration, or the code after the loop, may read it. Invariants need not mention the
// others.
func (v *Values) Carried(l *While, assigned []*kernel.Var) []*kernel.Var {
	x := &exposure{values: v, live: map[*kernel.Var]bool{}}
	x.reads(l.Guard, nil, nil)
	for _, inv := range l.Invariants {
		x.reads(inv.Pred, nil, nil)
		x.reads(inv.Enabled, nil, nil)
		x.reads(inv.Cond, nil, nil)
	}
	x.block(l.Body, map[*kernel.Var]kernel.Expr{})
	inside := ReadCounts(l.Body)
	var out []*kernel.Var
	for _, a := range assigned {
		if x.live[a] || v.Reads[a] > inside[a] {
			out = append(out, a)
		}
	}
	return out
}

// exposure finds the variables that a block may read before it sets them.
type exposure struct {
	values *Values
	live   map[*kernel.Var]bool
}

// always is the predicate of a statement without one: both threads set the variable.
var always = kernel.BoolConst(true)

// block walks through the statements. set holds the variables set so far, with
// the predicate of the assignment.
func (x *exposure) block(body []Stmt, set map[*kernel.Var]kernel.Expr) {
	for _, s := range body {
		switch s := s.(type) {
		case *Do:
			x.leaf(s, set)
		case *If:
			x.reads(s.Cond, nil, set)
			x.block(s.Then, copied(set))
			x.block(s.Else, copied(set))
		case *While:
			x.reads(s.Guard, nil, set)
			x.block(s.Body, copied(set))
		}
	}
}

func copied(set map[*kernel.Var]kernel.Expr) map[*kernel.Var]kernel.Expr {
	out := make(map[*kernel.Var]kernel.Expr, len(set))
	for v, p := range set {
		out[v] = p
	}
	return out
}

func (x *exposure) leaf(d *Do, set map[*kernel.Var]kernel.Expr) {
	x.reads(d.Pred, nil, set)
	under := d.Pred
	if a, ok := d.Stmt.(*kernel.Assign); ok && a.Dst.T.Kind == kernel.Bool && under == nil {
		under = a.X // what a conjunction reads matters only where all of it holds
	}
	kernel.Exprs(d.Stmt, func(e kernel.Expr) { x.reads(e, under, set) })
	if v := kernel.Assigned(d.Stmt); v != nil && set[v] == nil {
		set[v] = d.Pred
		if d.Pred == nil {
			set[v] = always
		}
	}
}

// reads notes the variables that e reads for threads with under and that are not set for these.
func (x *exposure) reads(e, under kernel.Expr, set map[*kernel.Var]kernel.Expr) {
	if e == nil {
		return
	}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !x.covers(set[r.Var], under) {
			x.live[r.Var] = true
		}
		return true
	})
}

// covers reports whether a variable set under one predicate is set for all
// threads of another: the two are equal, or the first is a conjunct of the
// second.
func (x *exposure) covers(set, under kernel.Expr) bool {
	if set == nil || set == kernel.Expr(always) || under == nil {
		return set == kernel.Expr(always)
	}
	wanted := kernel.ExprString(set)
	for depth := 0; depth < maxExpansion; depth++ {
		for _, c := range kernel.Conjuncts(under) {
			if kernel.ExprString(c) == wanted {
				return true
			}
		}
		next := fact.Replaced(under, x.values.definitions)
		if kernel.ExprString(next) == kernel.ExprString(under) || size(next) > maxExpansion*8 {
			return false
		}
		under = next
	}
	return false
}

// Definition is the value of a variable with a single assignment.
func (s *Values) Definition(v *kernel.Var) kernel.Expr { return s.definitions[v] }
