// Package scatter finds stores by which two threads of a block never touch the same
// element, although the elements are computed: a radix partition by prefix sums, a
// compaction, a split by ballots.
//
// It executes the kernel once for all threads of the block, in lock step. An unknown
// value, such as a key or a flag computed from it, is a symbol with bounds, and the
// values that threads store in shared memory are sums of such symbols. So after a scan
// of flags b the sum of thread t is b_0 + ... + b_t, whatever the scan's order was,
// and the indices of two threads t < u differ by
//
//	(b_0 + ... + b_u - 1) - (b_0 + ... + b_t - 1) = b_{t+1} + ... + b_u >= b_u = 1
//
// if the store is under the condition that b_u is 1.
//
// Loops with a known number of iterations are executed. Of other loops one iteration
// is executed, from a state that stands for every iteration.
//
// Why that is sound. Take the first race, or barrier that threads do not reach
// together, of the execution in lock step. Up to there the contents of shared memory
// do not depend on the order of the threads, and are what this package computes; so
// the indices differ in every execution up to its first fault. A translation that
// assumes that they differ therefore still finds that first fault, and if it finds
// none, there is none: a kernel without a fault in lock step has none in any order.
package scatter

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// maxThreads is the largest block that is executed: the most that CUDA allows.
const maxThreads = 1024

// maxStores is the number of stores that are compared: fact.Disjoint has a bit
// for each.
const maxStores = 63

// Found is what is known of stores whose elements are computed from values of other threads.
type Found struct {
	// Stores are those at which threads of a block are disjoint.
	Stores map[*kernel.Store]fact.Disjoint
	// Apart are arrays in which threads of different blocks never meet, as long as no thread
	// has done anything wrong within its block, and counters do not wrap.
	Apart map[*kernel.Array]bool
}

// Places finds that. It needs a block of known size and barriers of the whole
// block; for other kernels the result is empty.
func Places(k *kernel.Kernel) Found { return placesWithin(k, maxWork) }

func placesWithin(k *kernel.Kernel, work int) Found {
	if n := k.Launch.Threads(); n < 2 || n > maxThreads || !fact.OnlyOfBlock(k) || kernel.UnknownObject(k.Body) != nil {
		return Found{}
	}
	asked := computed(k)
	if len(asked) == 0 {
		return Found{}
	}
	prog, diags := predicate.Predicate(k, fact.SameBlock)
	if diags.HasErrors() {
		return Found{}
	}
	r := newRunner(prog, asked)
	r.limit = work
	if err := r.block(prog.Body); err != nil {
		return Found{}
	}
	return Found{marks(asked, r.disjoint), r.apart(k)}
}

// computed are the stores with an index computed from values that threads pass
// to each other: through shared memory, barriers and warp functions.
func computed(k *kernel.Kernel) map[kernel.Stmt]int {
	written := fact.Written(k)
	from := map[*kernel.Var]bool{}
	reads := func(e kernel.Expr) bool {
		found := false
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			v, ok := e.(*kernel.VarRef)
			found = found || ok && from[v.Var]
			return !found
		})
		return found
	}
	for grew := true; grew; {
		grew = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			v := kernel.Assigned(s)
			if v == nil || from[v] {
				return true
			}
			switch s := s.(type) {
			case *kernel.Load:
				from[v] = s.Acc.Array.Space == kernel.Shared && written[s.Acc.Array]
			case *kernel.Shuffle, *kernel.Vote, *kernel.Barrier:
				from[v] = true
			case *kernel.Assign:
				from[v] = reads(s.X)
			default:
				// The values that others set come from the thread itself.
			}
			grew = grew || from[v]
			return true
		})
	}
	asked := map[kernel.Stmt]int{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if st, ok := s.(*kernel.Store); ok && st.Acc.Width == 1 && st.Acc.Array.Space != kernel.Local && reads(st.Acc.Index) && len(asked) < maxStores {
			asked[s] = len(asked) + 1
		}
		return true
	})
	return asked
}

// marks are the stores at which threads are disjoint, with each other or among themselves.
func marks(asked map[kernel.Stmt]int, disjoint map[pair]bool) map[*kernel.Store]fact.Disjoint {
	used, from := map[int]bool{}, map[int]uint64{}
	for p, holds := range disjoint {
		if holds {
			used[p.first], used[p.second] = true, true
			from[p.second] |= 1 << p.first
		}
	}
	out := map[*kernel.Store]fact.Disjoint{}
	for s, number := range asked {
		if used[number] {
			out[s.(*kernel.Store)] = fact.Disjoint{Number: number, From: from[number]}
		}
	}
	return out
}
