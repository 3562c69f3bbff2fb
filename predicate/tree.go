// Package predicate flattens a kernel's control flow so that two threads can walk
// through it together: it puts every statement that only some threads execute under a
// predicate (Lal and Betts' predication, as in GPUVerify). A condition that is the same
// for both threads (uniformity analysis) stays a real if or while: smaller verification
// conditions, and a text people can read.
//
//	if (e) S else T     Q := P && e;  R := P && !e;  S under Q;  T under R
//	while (e) S         Q := P && e;  while (Q of any thread) { S under Q;  Q := Q && e }
//
// Break clears its loop's predicate, Continue the iteration's, Leave the
// region's, Return the thread's.
//
// The passes of package rewrite prepare a kernel for it.
package predicate

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Program is a predicated kernel.
type Program struct {
	Kernel *kernel.Kernel
	Pair   fact.Pair
	// Vars are the kernel's variables that are still in use, in order, then the
	// predicates that predication introduced (bool, Temp).
	Vars []*kernel.Var
	// Uniform holds the variables, parameters included, whose value is the same
	// for both threads at every point; all others are dualised.
	Uniform map[*kernel.Var]bool
	// Alive is the variable that is true until the thread returns; nil if no thread
	// returns early under a non-uniform condition. Returns that both threads take
	// together clear a uniform flag instead.
	Alive *kernel.Var
	Body  []Stmt
}

// Same reports whether x has the same value for both threads.
func (p *Program) Same(x kernel.Expr) bool { return p.Pair.Same(x, p.Uniform) }

// Stmt is a statement of a predicated program.
type Stmt interface{ isStmt() }

// Do is a leaf statement (not If, Loop, Region, Break, Continue, Leave, Return)
// executed by the threads for which Pred holds; Pred nil means both.
//
// A Do whose Stmt assigns a Uniform variable has Pred nil or uniform. An Assign
// to a predicate variable is always unconditional: its right-hand side is the
// whole value.
type Do struct {
	Pred kernel.Expr
	Stmt kernel.Stmt
}

// If has a uniform condition: both threads take the same branch.
type If struct {
	Src        kernel.Src
	Cond       kernel.Expr
	Then, Else []Stmt
}

// While repeats Body while Guard holds: for both threads alike if Uniform, else
// for at least one of the two. Guard is then a reference to the loop's predicate
// variable, which Body recomputes; once false it stays false.
type While struct {
	Src     kernel.Src
	Guard   kernel.Expr
	Uniform bool
	Body    []Stmt
	// Loop is the original loop, with its condition and user invariants.
	Loop *kernel.Loop
	// Outer is the predicate at the loop's entry, nil for true.
	Outer kernel.Expr
	// Invariants are the user's.
	Invariants []Invariant
}

// Invariant is a user's loop invariant: for every thread with Pred, Cond holds
// each time the loop's condition is about to be tested. Pred is the predicate at
// the loop's entry (nil for true), less the threads that have left it by a jump:
// they no longer test the condition.
//
// Enabled is the predicate of the threads about to test the condition, nil for
// both: those that have been in the loop up to now. An invariant that relates
// threads is about them, not about those of Pred: the values of a thread that left
// the loop earlier and those of the other now are not of one iteration.
type Invariant struct {
	Src       kernel.Src
	Pred      kernel.Expr
	Enabled   kernel.Expr
	Cond      kernel.Expr
	Global    bool // it holds for threads that are not enabled as well
	Candidate bool // it need not hold
}

func (*Do) isStmt()    {}
func (*If) isStmt()    {}
func (*While) isStmt() {}

// EachDo calls f for every leaf of the body, nested ones included.
func EachDo(body []Stmt, f func(*Do)) {
	for _, s := range body {
		switch s := s.(type) {
		case *Do:
			f(s)
		case *If:
			EachDo(s.Then, f)
			EachDo(s.Else, f)
		case *While:
			EachDo(s.Body, f)
		}
	}
}

// ReadCounts counts the places that read each variable.
func ReadCounts(body []Stmt) map[*kernel.Var]int {
	n := map[*kernel.Var]int{}
	count := func(e kernel.Expr) {
		if e == nil {
			return
		}
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				n[r.Var]++
			}
			return true
		})
	}
	var block func(body []Stmt)
	block = func(body []Stmt) {
		for _, s := range body {
			switch s := s.(type) {
			case *Do:
				count(s.Pred)
				kernel.Exprs(s.Stmt, count)
			case *If:
				count(s.Cond)
				block(s.Then)
				block(s.Else)
			case *While:
				count(s.Guard)
				block(s.Body)
			}
		}
	}
	block(body)
	return n
}
