package kernel

import (
	"fmt"
	"maps"
	"slices"
)

// Walk calls f for every statement of the list in the order of the text, and
// for the statements inside those for which f returned true: both branches of
// an If, a Region's body, a Loop's Head, Body, Post and its invariants' Heads.
func Walk(stmts []Stmt, f func(Stmt) bool) {
	for _, s := range stmts {
		if !f(s) {
			continue
		}
		for _, inner := range Blocks(s) {
			Walk(inner, f)
		}
	}
}

// Any reports whether is holds for some statement among stmts or nested in one.
func Any(stmts []Stmt, is func(Stmt) bool) bool {
	found := false
	Walk(stmts, func(s Stmt) bool {
		found = found || is(s)
		return !found
	})
	return found
}

// MapStmts returns the statements with each simple one replaced by the result of f.
func MapStmts(stmts []Stmt, f func(Stmt) Stmt) []Stmt {
	return Rewrite(stmts, func(s, inner Stmt) []Stmt {
		if s != inner {
			return []Stmt{inner}
		}
		return []Stmt{f(s)}
	})
}

// Rewrite returns the statements with each replaced by what f gives for it, which may be none
// or several, inner ones first. f gets the statement as it was, and a copy of it in which the
// statements inside are replaced: for a simple statement, which has none, the statement itself.
func Rewrite(stmts []Stmt, f func(s, inner Stmt) []Stmt) []Stmt {
	out := make([]Stmt, 0, len(stmts))
	for _, s := range stmts {
		inner := MapBlocks(s, func(list []Stmt) []Stmt { return Rewrite(list, f) })
		out = append(out, f(s, inner)...)
	}
	return out
}

// MapBlocks returns a copy of s with f applied to each of the statement lists that are part of
// it (see Blocks), or s itself if it is simple.
func MapBlocks(s Stmt, f func([]Stmt) []Stmt) Stmt {
	switch s := s.(type) {
	case *If:
		c := *s
		c.Then, c.Else = f(s.Then), f(s.Else)
		return &c
	case *Region:
		c := *s
		c.Body = f(s.Body)
		return &c
	case *Loop:
		c := *s
		c.Head, c.Body, c.Post = f(s.Head), f(s.Body), f(s.Post)
		c.Invariants = slices.Clone(s.Invariants)
		for i := range c.Invariants {
			c.Invariants[i].Head = f(c.Invariants[i].Head)
		}
		return &c
	default:
		// Others have no statements inside.
	}
	return s
}

// Blocks returns the statement lists that are part of s, in the order of the
// text: none for a simple statement.
func Blocks(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *If:
		return [][]Stmt{s.Then, s.Else}
	case *Region:
		return [][]Stmt{s.Body}
	case *Loop:
		blocks := [][]Stmt{s.Head, s.Body, s.Post}
		for _, inv := range s.Invariants {
			blocks = append(blocks, inv.Head)
		}
		return blocks
	default:
		// Others have no statements inside.
	}
	return nil
}

// Exprs calls f for each expression that s itself reads: conditions, indices,
// arguments. It enters neither the expressions nor the statements inside s.
func Exprs(s Stmt, f func(Expr)) {
	mapExprs(s, &exprMapper{f: func(e Expr) Expr {
		f(e)
		return e
	}})
}

// MapExprs returns s with each expression of its own (those that Exprs visits)
// replaced by the result of f. Statements inside s are shared, not mapped; if f
// changes nothing, s itself is returned.
func MapExprs(s Stmt, f func(Expr) Expr) Stmt {
	return mapExprs(s, &exprMapper{f: f, members: true})
}

func mapExprs(s Stmt, m *exprMapper) Stmt {
	switch s := s.(type) {
	case *Assign:
		c := *s
		m.expr(&c.X)
		return m.result(s, &c)
	case *Load:
		c := *s
		m.access(&c.Acc)
		m.agent(&c.Agent)
		return m.result(s, &c)
	case *Store:
		c := *s
		m.access(&c.Acc)
		m.expr(&c.X)
		m.agent(&c.Agent)
		return m.result(s, &c)
	case *Atomic:
		c := *s
		m.access(&c.Acc)
		c.Args = m.list(c.Args)
		return m.result(s, &c)
	case *If:
		c := *s
		m.expr(&c.Cond)
		return m.result(s, &c)
	case *Loop:
		c := *s
		m.expr(&c.Cond)
		c.Invariants = append([]Invariant(nil), c.Invariants...)
		for i := range c.Invariants {
			m.expr(&c.Invariants[i].Cond)
		}
		return m.result(s, &c)
	case *Assert:
		c := *s
		m.expr(&c.Cond)
		return m.result(s, &c)
	case *Assume:
		c := *s
		m.expr(&c.Cond)
		return m.result(s, &c)
	default:
		// Those below jump, or are collective operations.
	}
	return m.thread(s)
}

// exprMapper applies f to the expressions of a copied statement and remembers
// whether any changed.
type exprMapper struct {
	f       func(Expr) Expr
	changed bool
	members bool // maps indices within members, too
}

// access is expr for the index of an access and those of its tokens.
func (m *exprMapper) access(acc *Access) {
	m.expr(&acc.Index)
	if len(acc.Tokens) > 0 {
		acc.Tokens = append([]Token(nil), acc.Tokens...)
		for i := range acc.Tokens {
			m.expr(&acc.Tokens[i].Index)
			if acc.Tokens[i].Rank != nil {
				m.expr(&acc.Tokens[i].Rank)
			}
		}
	}
	if !m.members || acc.Member == nil {
		return
	}
	if n := m.f(acc.Member.Index); n != acc.Member.Index {
		acc.Member, m.changed = &Subarray{Index: n, Of: acc.Member.Of}, true
	}
}

// thread is MapExprs for collective operations, and for statements without
// expressions.
func (m *exprMapper) thread(s Stmt) Stmt {
	switch s := s.(type) {
	case *Barrier:
		c := *s
		m.expr(&c.ID)
		m.expr(&c.Count)
		m.expr(&c.Arg)
		m.expr(&c.Parity)
		return m.result(s, &c)
	case *Phase:
		c := *s
		m.access(&c.At)
		m.expr(&c.Count)
		m.expr(&c.Bytes)
		m.expr(&c.Token)
		m.expr(&c.Parity)
		m.agent(&c.Agent)
		return m.result(s, &c)
	case *Async:
		c := *s
		m.expr(&c.Pending)
		return m.result(s, &c)
	case *WarpSync:
		c := *s
		m.expr(&c.Mask)
		return m.result(s, &c)
	case *Shuffle:
		c := *s
		m.expr(&c.Mask)
		m.expr(&c.Value)
		m.expr(&c.Lane)
		m.expr(&c.Width)
		return m.result(s, &c)
	case *Vote:
		c := *s
		m.expr(&c.Mask)
		m.expr(&c.Arg)
		return m.result(s, &c)
	case *Break, *Continue, *Return, *Region, *Leave, *Fence, *Havoc:
		return s
	default:
		// MapExprs handles the others.
	}
	panic(fmt.Sprintf("kernel: unknown statement %T", s))
}

func (m *exprMapper) expr(e *Expr) {
	if *e == nil {
		return
	}
	if n := m.f(*e); n != *e {
		*e, m.changed = n, true
	}
}

func (m *exprMapper) list(list []Expr) []Expr {
	out := append([]Expr(nil), list...)
	for i := range out {
		m.expr(&out[i])
	}
	return out
}

func (m *exprMapper) result(old, mapped Stmt) Stmt {
	if m.changed {
		return mapped
	}
	return old
}

// WalkExpr calls f for e and, if f returns true, for its operands.
func WalkExpr(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch e := e.(type) {
	case *Const, *FloatConst, *VarRef, *Builtin, *Enabled, *Accessed, *AccessIndex:
	case *Other:
		WalkExpr(e.X, f)
	case *Unary:
		WalkExpr(e.X, f)
	case *Binary:
		WalkExpr(e.X, f)
		WalkExpr(e.Y, f)
	case *Cond:
		WalkExpr(e.C, f)
		WalkExpr(e.X, f)
		WalkExpr(e.Y, f)
	case *Convert:
		WalkExpr(e.X, f)
	case *Call:
		for _, a := range e.Args {
			WalkExpr(a, f)
		}
	default:
		panic(fmt.Sprintf("kernel: unknown expression %T", e))
	}
}

// MapExpr rebuilds e from the leaves up: f gets each node after its operands
// were mapped and returns its replacement. Nodes whose operands did not change
// are shared with e.
func MapExpr(e Expr, f func(Expr) Expr) Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *Const, *FloatConst, *VarRef, *Builtin, *Enabled, *Accessed, *AccessIndex:
		return f(e)
	case *Other:
		if x := MapExpr(e.X, f); x != e.X {
			return f(&Other{X: x})
		}
		return f(e)
	case *Unary:
		if x := MapExpr(e.X, f); x != e.X {
			return f(&Unary{Op: e.Op, X: x})
		}
		return f(e)
	case *Binary:
		x, y := MapExpr(e.X, f), MapExpr(e.Y, f)
		if x != e.X || y != e.Y {
			return f(&Binary{Op: e.Op, X: x, Y: y})
		}
		return f(e)
	case *Cond:
		c, x, y := MapExpr(e.C, f), MapExpr(e.X, f), MapExpr(e.Y, f)
		if c != e.C || x != e.X || y != e.Y {
			return f(&Cond{C: c, X: x, Y: y})
		}
		return f(e)
	case *Convert:
		if x := MapExpr(e.X, f); x != e.X {
			return f(&Convert{T: e.T, X: x})
		}
		return f(e)
	case *Call:
		m := &exprMapper{f: func(a Expr) Expr { return MapExpr(a, f) }}
		if args := m.list(e.Args); m.changed {
			return f(&Call{T: e.T, Fn: e.Fn, Args: args, Input: e.Input})
		}
		return f(e)
	}
	panic(fmt.Sprintf("kernel: unknown expression %T", e))
}

// Reads returns the variables that the expressions of s itself read, each once,
// in the order of the text.
func Reads(s Stmt) []*Var {
	var vars []*Var
	seen := map[*Var]bool{}
	Exprs(s, func(e Expr) {
		WalkExpr(e, func(e Expr) bool {
			if r, ok := e.(*VarRef); ok && !seen[r.Var] {
				seen[r.Var] = true
				vars = append(vars, r.Var)
			}
			return true
		})
	})
	return vars
}

// Assigned returns the variable that s itself sets, nil if there is none.
func Assigned(s Stmt) *Var {
	switch s := s.(type) {
	case *Assign:
		return s.Dst
	case *Load:
		return s.Dst
	case *Atomic:
		return s.Dst
	case *Shuffle:
		return s.Dst
	case *Vote:
		return s.Dst
	case *Barrier:
		return s.Dst
	case *Phase:
		return s.Dst
	case *Havoc:
		return s.Dst
	default:
		// Others set no variable.
	}
	return nil
}

// Definitions returns the values of the variables that a single statement among those of the body, at any
// depth, sets, where that statement is an assignment. What a value reads may itself change later, and a
// variable has any value before its statement; a parameter is never set.
func Definitions(body []Stmt) map[*Var]Expr {
	times := map[*Var]int{}
	out := map[*Var]Expr{}
	Walk(body, func(s Stmt) bool {
		if v := Assigned(s); v != nil {
			times[v]++
			if a, is := s.(*Assign); is {
				out[v] = a.X
			}
		}
		return true
	})
	maps.DeleteFunc(out, func(v *Var, _ Expr) bool { return times[v] > 1 })
	return out
}

// WithAssigned returns s with v as the variable that it sets, for statements that set one.
func WithAssigned(s Stmt, v *Var) Stmt {
	if Assigned(s) == v {
		return s
	}
	switch s := s.(type) {
	case *Assign:
		c := *s
		c.Dst = v
		return &c
	case *Load:
		c := *s
		c.Dst = v
		return &c
	case *Atomic:
		c := *s
		c.Dst = v
		return &c
	case *Shuffle:
		c := *s
		c.Dst = v
		return &c
	case *Vote:
		c := *s
		c.Dst = v
		return &c
	case *Barrier:
		c := *s
		c.Dst = v
		return &c
	case *Phase:
		c := *s
		c.Dst = v
		return &c
	case *Havoc:
		c := *s
		c.Dst = v
		return &c
	default:
		// Others set no variable.
	}
	panic("predicate: a statement without destination")
}

// MaskOf returns the lanes that a warp function names, nil if s is none or names none.
func MaskOf(s Stmt) Expr {
	switch s := s.(type) {
	case *WarpSync:
		return s.Mask
	case *Shuffle:
		return s.Mask
	case *Vote:
		return s.Mask
	default:
		// Others name no lanes.
	}
	return nil
}

// AllLanes reports whether a mask certainly names every lane of a warp.
func AllLanes(mask Expr) bool {
	c, ok := mask.(*Const)
	return ok && uint32(c.Val) == ^uint32(0)
}

// AccessOf returns the access that s itself makes; ok is false if it makes none.
func AccessOf(s Stmt) (acc Access, kind AccessKind, ok bool) {
	switch s := s.(type) {
	case *Load:
		return s.Acc, ReadAccess, true
	case *Store:
		return s.Acc, WriteAccess, true
	case *Atomic:
		return s.Acc, AtomicAccess, true
	default:
		// Others access no memory.
	}
	return Access{}, 0, false
}

// Touched returns the memory that s itself accesses, nil if there is none.
func Touched(s Stmt) *Access {
	switch s := s.(type) {
	case *Load:
		return &s.Acc
	case *Store:
		return &s.Acc
	case *Atomic:
		return &s.Acc
	default:
		// Others access no memory.
	}
	return nil
}
