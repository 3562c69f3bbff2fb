package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Block writes statements of the program.
func (w *Writer) Block(body []predicate.Stmt) {
	around := w.scattered
	w.scattered = nil
	defer func() { w.scattered = around }()
	for _, s := range body {
		w.statement(s)
	}
}

// statement writes one statement, with its line of the source.
func (w *Writer) statement(s predicate.Stmt) {
	if w.Key.Expired(w.Request.Stop) {
		return
	}
	switch s := s.(type) {
	case *predicate.Do:
		w.Comment(operation(s.Stmt))
		w.leaf(s)
	case *predicate.If:
		w.Comment(s.Src)
		cond := w.Enc.Expr(s.Cond, 0)
		w.depth++
		then := w.Collect(func() { w.Block(s.Then) })
		other := w.Collect(func() { w.Block(s.Else) })
		w.depth--
		w.Emit(&boogie.If{C: cond, Then: then, Else: other})
	case *predicate.While:
		w.Comment(s.Src)
		w.depth++
		w.loop(s)
		w.depth--
	default:
		panic(fmt.Sprintf("twothread: statement %T", s))
	}
}

// leaf writes what the threads that its predicate holds for do.
func (w *Writer) leaf(d *predicate.Do) {
	w.at = d
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		w.Assign(s.Dst, d.Pred, func(thread int) boogie.Expr { return w.Enc.Expr(s.X, thread) })
	case *kernel.Load:
		w.load(d.Pred, s)
	case *kernel.Store:
		w.store(d.Pred, s)
	case *kernel.Atomic:
		w.atomic(d.Pred, s)
	case *kernel.Barrier:
		w.syncBarrier(d.Pred, s)
	case *kernel.WarpSync:
		w.syncWarp(d.Pred, s)
	case *kernel.Shuffle:
		w.shuffle(d.Pred, s)
	case *kernel.Vote:
		w.vote(d.Pred, s)
	case *kernel.Fence:
		w.Emit(&boogie.Comment{Text: "memory fence: orders nothing between the two threads"})
	case *kernel.Assert:
		w.assertion(d.Pred, s)
	case *kernel.Assume:
		w.assume(d.Pred, s)
	case *kernel.Havoc:
		if s.Why != "" {
			w.Emit(&boogie.Comment{Text: s.Why})
		}
		w.havoc(s.Dst, d.Pred)
	default:
		// What is left is no statement of the predicated program.
		w.Diags.Unsupportedf(s.Source().Pos, "statement %T in the translation to Boogie", s)
	}
}
