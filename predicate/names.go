package predicate

import (
	"strconv"

	"gv2/frontend/kernel"
)

// names gives predicates names that a reader can trace to the source:
//
//	if_12, else_12   the thread takes that branch of the if in line 12
//	loop_14          the thread is in the loop of line 14
//	iter_14          the thread has not continued in this iteration
//	stay_14          the thread has not jumped out of the loop
//	region_20        the thread has not left the region (inlined call, switch)
//	alive            the thread has not returned
//
// A flag that both threads share, for jumps under a uniform condition, ends in
// _all: alive_all, iter_14_all. A second predicate of the same name gets _2.
type names struct {
	taken map[string]bool
	next  map[string]int
}

func newNames(k *kernel.Kernel) *names {
	n := &names{taken: map[string]bool{}, next: map[string]int{}}
	for _, v := range k.Params {
		n.taken[v.Name] = true
	}
	for _, v := range k.Vars {
		n.taken[v.Name] = true
	}
	for _, a := range k.Arrays {
		n.taken[a.Name] = true
	}
	return n
}

// at returns an unused name made of the word and the line of src.
func (n *names) at(word string, src kernel.Src, suffix string) string {
	if src.Pos.Valid() {
		word += "_" + strconv.Itoa(src.Pos.Line)
	}
	return n.unused(word + suffix)
}

func (n *names) unused(name string) string {
	unique := name
	for n.taken[unique] {
		if n.next[name] == 0 {
			n.next[name] = 1
		}
		n.next[name]++
		unique = name + "_" + strconv.Itoa(n.next[name])
	}
	n.taken[unique] = true
	return unique
}

// Small builders for the expressions over predicates.

func ref(v *kernel.Var) kernel.Expr { return &kernel.VarRef{Var: v} }

// refOrNil is nil, "all threads", for no predicate.
func refOrNil(v *kernel.Var) kernel.Expr {
	if v == nil {
		return nil
	}
	return ref(v)
}

func truth(b bool) kernel.Expr {
	c := &kernel.Const{T: kernel.BoolType}
	if b {
		c.Val = 1
	}
	return c
}

func not(e kernel.Expr) kernel.Expr { return &kernel.Unary{Op: kernel.Not, X: e} }

// and is the conjunction of the terms, skipping nil and true; true for none.
func and(terms ...kernel.Expr) kernel.Expr {
	var all kernel.Expr
	for _, t := range terms {
		if t == nil || isTrue(t) {
			continue
		}
		if all == nil {
			all = t
		} else {
			all = &kernel.Binary{Op: kernel.LAnd, X: all, Y: t}
		}
	}
	if all == nil {
		return truth(true)
	}
	return all
}

func isTrue(e kernel.Expr) bool {
	c, ok := e.(*kernel.Const)
	return ok && c.T == kernel.BoolType && c.Val != 0
}

// refs are references to the variables.
func refs(vars []*kernel.Var) []kernel.Expr {
	out := make([]kernel.Expr, len(vars))
	for i, v := range vars {
		out[i] = ref(v)
	}
	return out
}
