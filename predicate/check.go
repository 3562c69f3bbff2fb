package predicate

import (
	"errors"
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Check returns nil if p keeps the rules written at the node types, else an
// error that joins one error per broken rule:
//
//   - names are unique, variables and arrays are declared, parameters not set;
//   - a Do holds a leaf statement, its Pred is bool;
//   - a uniform variable is set under no or a uniform predicate and from nothing
//     that reads a dualised variable;
//   - predicates are set unconditionally;
//   - conditions of an If and of a uniform While are uniform, the guard of another
//     While is a dualised bool variable that its body sets.
func Check(p *Program) error {
	c := &checker{prog: p, declared: map[*kernel.Var]bool{}, preds: map[*kernel.Var]bool{}, arrays: map[*kernel.Array]bool{}}
	c.declarations()
	c.block(p.Body)
	return errors.Join(c.faults...)
}

type checker struct {
	prog     *Program
	declared map[*kernel.Var]bool
	preds    map[*kernel.Var]bool
	arrays   map[*kernel.Array]bool
	faults   []error
}

// maxFaults bounds what Check reports.
const maxFaults = 20

func (c *checker) fault(src kernel.Src, format string, args ...any) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, fmt.Errorf("%s: %s", src.Pos, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) declarations() {
	names := map[string]bool{}
	own := map[*kernel.Var]bool{}
	for _, v := range c.prog.Kernel.Vars {
		own[v] = true
	}
	for _, v := range append(c.prog.Kernel.Params[:len(c.prog.Kernel.Params):len(c.prog.Kernel.Params)], c.prog.Vars...) {
		if names[v.Name] {
			c.fault(kernel.Src{Pos: v.Pos}, "variable %s is declared twice", v.Name)
		}
		names[v.Name] = true
		c.declared[v] = true
		if !v.Param && !own[v] {
			c.preds[v] = true
			if v.T != kernel.BoolType || !v.Temp {
				c.fault(kernel.Src{Pos: v.Pos}, "predicate %s is %s", v.Name, v.T)
			}
		}
	}
	for _, a := range c.prog.Kernel.Arrays {
		c.arrays[a] = true
	}
	if a := c.prog.Alive; a != nil && (!c.preds[a] || c.prog.Uniform[a]) {
		c.fault(kernel.Src{Pos: a.Pos}, "%s is not a dualised predicate", a.Name)
	}
}

func (c *checker) block(stmts []Stmt) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *Do:
			c.do(s)
		case *If:
			c.uniform(s.Src, "condition", s.Cond)
			c.block(s.Then)
			c.block(s.Else)
		case *While:
			c.while(s)
		default:
			c.fault(kernel.Src{}, "unknown statement %T", s)
		}
	}
}

func (c *checker) do(d *Do) {
	if d.Stmt == nil {
		c.fault(kernel.Src{}, "Do without a statement")
		return
	}
	src := d.Stmt.Source()
	if fact.IsJump(d.Stmt) || kernel.Blocks(d.Stmt) != nil {
		c.fault(src, "%T is not a leaf statement", d.Stmt)
		return
	}
	c.predicate(src, d.Pred)
	kernel.Exprs(d.Stmt, func(e kernel.Expr) { c.reads(src, e) })
	if a := kernel.Touched(d.Stmt); a != nil && !c.arrays[a.Array] {
		c.fault(src, "array of %T is not declared", d.Stmt)
	}
	if v := kernel.Assigned(d.Stmt); v != nil {
		c.assigned(src, d, v)
	}
}

func (c *checker) assigned(src kernel.Src, d *Do, v *kernel.Var) {
	switch {
	case v.Param:
		c.fault(src, "parameter %s is set", v.Name)
	case !c.declared[v]:
		c.fault(src, "variable %s is not declared", v.Name)
	}
	if c.preds[v] {
		if _, ok := d.Stmt.(*kernel.Assign); !ok || d.Pred != nil {
			c.fault(src, "predicate %s is set under a predicate", v.Name)
		}
	}
	if !c.prog.Uniform[v] {
		return
	}
	if d.Pred != nil && !c.same(d.Pred) {
		c.fault(src, "uniform %s is set by some threads only", v.Name)
	}
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		c.uniform(src, "value", s.X)
	case *kernel.Load:
		c.uniform(src, "index", s.Acc.Index)
	case *kernel.Barrier:
	case *kernel.Shuffle:
		c.uniform(src, "value", s.Value)
	default:
		// The values that others set may differ between threads.
		c.fault(src, "uniform %s is set by %T", v.Name, d.Stmt)
	}
}

func (c *checker) while(w *While) {
	c.predicate(w.Src, w.Outer)
	for _, inv := range w.Invariants {
		c.predicate(inv.Src, inv.Pred)
		c.predicate(inv.Src, inv.Enabled)
		c.predicate(inv.Src, inv.Cond)
	}
	if w.Loop == nil {
		c.fault(w.Src, "while without its loop")
	}
	if w.Uniform {
		c.uniform(w.Src, "guard", w.Guard)
		if w.Outer != nil {
			c.fault(w.Src, "uniform while under a predicate")
		}
	} else {
		c.guard(w)
	}
	c.block(w.Body)
}

func (c *checker) guard(w *While) {
	r, ok := w.Guard.(*kernel.VarRef)
	if !ok || !c.preds[r.Var] || c.prog.Uniform[r.Var] {
		c.fault(w.Src, "guard is not a dualised predicate")
		return
	}
	for i := len(w.Body) - 1; i >= 0; i-- {
		if d, ok := w.Body[i].(*Do); ok && kernel.Assigned(d.Stmt) == r.Var {
			return
		}
	}
	c.fault(w.Src, "body does not set guard %s", r.Var.Name)
}

// predicate checks a condition that may be nil.
func (c *checker) predicate(src kernel.Src, e kernel.Expr) {
	if e == nil {
		return
	}
	if e.Type() != kernel.BoolType {
		c.fault(src, "predicate %s is %s", kernel.ExprString(e), e.Type())
	}
	c.reads(src, e)
}

func (c *checker) reads(src kernel.Src, e kernel.Expr) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !c.declared[r.Var] {
			c.fault(src, "variable %s is not declared", r.Var.Name)
		}
		return true
	})
}

func (c *checker) uniform(src kernel.Src, what string, e kernel.Expr) {
	if e == nil {
		c.fault(src, "no %s", what)
		return
	}
	c.reads(src, e)
	if !c.same(e) {
		c.fault(src, "%s %s is not uniform", what, kernel.ExprString(e))
	}
}

// same reports whether e reads only variables that are uniform by the program's own map.
func (c *checker) same(e kernel.Expr) bool {
	same := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			same = same && c.prog.Uniform[e.Var]
		case *kernel.Builtin:
			same = same && fact.SameBuiltin(c.prog.Kernel.Launch, c.prog.Pair, e)
		default:
			// Others are as their operands are.
		}
		return same
	})
	return same
}
