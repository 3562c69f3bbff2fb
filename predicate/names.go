package predicate

import "gv2/frontend/kernel"

// Predicates have names that a reader can trace to the source:
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

// refOrNil is nil, "all threads", for no predicate.
func refOrNil(v *kernel.Var) kernel.Expr {
	if v == nil {
		return nil
	}
	return kernel.Ref(v)
}

// refs are references to the variables.
func refs(vars []*kernel.Var) []kernel.Expr {
	out := make([]kernel.Expr, len(vars))
	for i, v := range vars {
		out[i] = kernel.Ref(v)
	}
	return out
}
