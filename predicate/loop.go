package predicate

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// loop predicates a loop that the two threads may leave at different times:
//
//	Head under cur; loop := cur && e
//	while (loop of any) {
//	    Body under loop; loop := loop && not left
//	    Post, Head under loop; loop := loop && e
//	}
func (p *predicator) loop(out *[]Stmt, l *kernel.Loop, cur *kernel.Var, in *fact.Enclosing) exits {
	exit, next := fact.Target{Kind: fact.EndOfLoop, Stmt: l}, fact.Target{Kind: fact.EndOfIteration, Stmt: l}
	inside := p.fresh(p.names.At("loop", l.Src, ""), l.Src, false)
	w := &While{Src: l.Src, Guard: kernel.Ref(inside), Loop: l, Outer: refOrNil(cur)}
	early := !l.DoWhile && simple(l.Head)
	start := kernel.AllOf(refOrNil(cur))
	if early {
		p.leaves(out, l.Head, cur)
		start = kernel.AllOf(refOrNil(cur), l.Cond)
	}
	set(out, l.Src, inside, start)
	stay := p.stay(out, l, inside, cur, false)
	arrived := inside
	if early && kernel.RelatesThreads(l) {
		// The condition has narrowed the loop's own predicate already.
		arrived = p.fresh(p.names.At("arrived", l.Src, ""), l.Src, false)
		set(out, l.Src, arrived, kernel.AllOf(refOrNil(cur)))
	}
	w.Invariants = p.invariants(l, stay, cur, arrived)
	p.gates[exit] = &gate{each: stay}
	p.depth++ // the iteration's predicate lies inside the loop's
	g := p.gate(next, "iter", l.Src)

	var left exits
	if !early && !l.DoWhile {
		left.add(p.part(&w.Body, l, l.Head, inside, stay, in))
		set(&w.Body, l.Src, inside, kernel.AllOf(kernel.Ref(inside), l.Cond))
	}
	p.open(&w.Body, g, inside, l.Src)
	body := inside
	if g.each != nil {
		body = g.each
	}
	e := p.block(&w.Body, l.Body, body, in).without(next)
	if body != inside {
		e.open = e.each
	}
	p.leave(&w.Body, l, inside, stay, e)
	left.add(e)
	left.add(p.part(&w.Body, l, l.Post, inside, stay, in))
	if arrived != inside {
		set(&w.Body, l.Src, arrived, kernel.Ref(inside))
	}
	if early {
		p.leaves(&w.Body, l.Head, inside)
	} else if l.DoWhile {
		left.add(p.part(&w.Body, l, l.Head, inside, stay, in))
	}
	if early || l.DoWhile {
		set(&w.Body, l.Src, inside, kernel.AllOf(kernel.Ref(inside), l.Cond))
	}
	p.depth--
	*out = append(*out, w)
	return left.without(exit)
}

// part predicates Head or Post inside the loop.
func (p *predicator) part(out *[]Stmt, l *kernel.Loop, stmts []kernel.Stmt, inside, stay *kernel.Var, in *fact.Enclosing) exits {
	e := p.block(out, stmts, inside, in)
	p.leave(out, l, inside, stay, e)
	return e
}

// leave removes the threads that jumped out of the loop from its predicates.
func (p *predicator) leave(out *[]Stmt, l *kernel.Loop, inside, stay *kernel.Var, e exits) {
	if len(e.each) == 0 {
		return
	}
	if beyond := remove(e.each, fact.Target{Kind: fact.EndOfLoop, Stmt: l}); stay != inside && len(beyond) > 0 {
		p.narrow(out, l.Src, stay, beyond)
	}
	if len(e.open) > 0 {
		p.narrow(out, l.Src, inside, e.open)
	}
}

// stay returns the predicate of the threads that have not jumped out of the
// loop. It is the loop's own unless the user states invariants: those hold for
// threads that left by the condition, too.
func (p *predicator) stay(out *[]Stmt, l *kernel.Loop, inside, cur *kernel.Var, uniform bool) *kernel.Var {
	if len(l.Invariants) == 0 || !p.uniform.Exits(l) {
		return inside
	}
	suffix := ""
	if uniform {
		suffix = "_all"
	}
	stay := p.fresh(p.names.At("stay", l.Src, suffix), l.Src, uniform)
	set(out, l.Src, stay, kernel.AllOf(refOrNil(cur)))
	return stay
}

// uniformLoop keeps the loop: both threads are enabled, leave it together and
// run it the same number of times. If the loop can end other than by its
// condition, a flag tells whether they are in it.
func (p *predicator) uniformLoop(out *[]Stmt, l *kernel.Loop, in *fact.Enclosing) exits {
	early := !l.DoWhile && simple(l.Head)
	if early && !p.uniform.Exits(l) {
		return p.plainLoop(out, l, in)
	}
	exit := fact.Target{Kind: fact.EndOfLoop, Stmt: l}
	inside := p.fresh(p.names.At("loop", l.Src, "_all"), l.Src, true)
	w := &While{Src: l.Src, Guard: kernel.Ref(inside), Uniform: true, Loop: l}
	start := kernel.Expr(kernel.BoolConst(true))
	if early {
		p.leaves(out, l.Head, nil)
		start = l.Cond
	}
	set(out, l.Src, inside, start)
	stay := p.stay(out, l, inside, nil, true)
	w.Invariants = p.invariants(l, stay, nil, stay)
	p.gates[exit] = &gate{all: stay}

	var left exits
	open := &w.Body
	if !early && !l.DoWhile {
		open, left = p.uniformPart(open, l, l.Head, inside, stay, in)
		set(open, l.Src, inside, l.Cond)
		open = guarded(open, l.Src, inside)
	}
	e := p.iteration(open, l, in)
	left.add(e)
	open = p.uniformLeave(open, l, inside, stay, e)
	tail := l.Post
	if l.DoWhile {
		tail = append(tail[:len(tail):len(tail)], l.Head...)
	}
	open, e = p.uniformPart(open, l, tail, inside, stay, in)
	left.add(e)
	if early {
		p.leaves(open, l.Head, nil)
	}
	if early || l.DoWhile {
		set(open, l.Src, inside, l.Cond)
	}
	*out = append(*out, w)
	return left.without(exit)
}

// plainLoop is a loop that ends by its condition alone.
func (p *predicator) plainLoop(out *[]Stmt, l *kernel.Loop, in *fact.Enclosing) exits {
	p.leaves(out, l.Head, nil)
	w := &While{Src: l.Src, Guard: l.Cond, Uniform: true, Loop: l, Invariants: p.invariants(l, nil, nil, nil)}
	p.iteration(&w.Body, l, in)
	p.block(&w.Body, l.Post, nil, in)
	p.leaves(&w.Body, l.Head, nil)
	*out = append(*out, w)
	return exits{}
}

// iteration appends the loop's body for both threads and returns the jumps out
// of the loop.
func (p *predicator) iteration(out *[]Stmt, l *kernel.Loop, in *fact.Enclosing) exits {
	next := fact.Target{Kind: fact.EndOfIteration, Stmt: l}
	p.open(out, p.gate(next, "iter", l.Src), nil, l.Src)
	return p.block(out, l.Body, nil, in).without(next)
}

// uniformPart appends Head or Post and returns the list to which the code for
// threads still in the loop goes.
func (p *predicator) uniformPart(out *[]Stmt, l *kernel.Loop, stmts []kernel.Stmt, inside, stay *kernel.Var, in *fact.Enclosing) (*[]Stmt, exits) {
	e := p.block(out, stmts, nil, in)
	return p.uniformLeave(out, l, inside, stay, e), e
}

// uniformLeave clears the loop's flag after a jump, and returns the block for
// the case without one.
func (p *predicator) uniformLeave(out *[]Stmt, l *kernel.Loop, inside, stay *kernel.Var, e exits) *[]Stmt {
	if len(e.all) == 0 {
		return out
	}
	beyond := p.flags(remove(e.all, fact.Target{Kind: fact.EndOfLoop, Stmt: l}))
	if stay != inside {
		if len(beyond) > 0 {
			set(out, l.Src, stay, kernel.AllOf(append(refs(beyond), kernel.Ref(stay))...))
		}
		beyond = []*kernel.Var{stay}
	}
	if len(beyond) > 0 {
		set(out, l.Src, inside, kernel.AllOf(append(refs(beyond), kernel.Ref(inside))...))
	}
	return guarded(out, l.Src, inside)
}

// guarded appends an if on the flag and returns its block.
func guarded(out *[]Stmt, src kernel.Src, flag *kernel.Var) *[]Stmt {
	guard := &If{Src: src, Cond: kernel.Ref(flag)}
	*out = append(*out, guard)
	return &guard.Then
}

// simple reports whether the list has no compound statements and no jumps.
func simple(stmts []kernel.Stmt) bool {
	for _, s := range stmts {
		if fact.IsJump(s) || kernel.Blocks(s) != nil {
			return false
		}
	}
	return true
}

// leaves appends simple statements for the threads cur.
func (p *predicator) leaves(out *[]Stmt, stmts []kernel.Stmt, cur *kernel.Var) {
	for _, s := range stmts {
		*out = append(*out, &Do{Pred: refOrNil(cur), Stmt: s})
	}
}
