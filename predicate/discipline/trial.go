package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// One thread may try for a lock on behalf of its block, and tell the others through shared memory whether it has it:
//
//	if (threadIdx.x == 0) { got = atomicCAS(&lock, 0, 1) == 0; __threadfence(); }
//	__syncthreads();
//	if (got) { ...; __syncthreads(); if (threadIdx.x == 0) { __threadfence(); atomicExch(&lock, 0); } }
//
// Behind the branch of the one thread it is not known whether it holds the lock, but the shared element tells: it is a trial. All threads of the block look at that
// element behind the barrier, and it is written by one statement alone, so on each way each of them learns the same (a way on which some do not look
// fails the lock, as one does on which the thread itself would not look). From there on the block has the lock as if the one thread had taken it in a loop.
//
// The branch may end before the lock is given back, which the one thread does where it has looked again. Where the two ways meet, the element tells of it
// as it did before: the block makes no access under the lock there. Once the one thread has gone a way of its own, on which it has looked and does not hold
// the lock at the end, nothing is left to be told.

// trial is an attempt of which a shared element tells the block whether it succeeded.
type trial struct {
	v     *kernel.Var // the symbol that decides
	guard string      // the thread that has tried
	cell  *kernel.Store
	// paid is set once the thread has had a fence that acquires, and ready behind the barrier.
	paid, ready bool
	// apart is set where the thread that has tried may have gone another way since.
	apart bool
}

// tried is an attempt that a shared element tells of, where the way of the one thread meets the way of the others.
func tried(a *analysis, st *state, v *kernel.Var, only string) (trial, bool) {
	if only == "" || isLane(only) || a.returned {
		return trial{}, false
	}
	for at, c := range st.cells {
		if !c.ready && decidesAlone(c.value, v) {
			return trial{v: v, guard: only, cell: at, paid: st.paid[v] || a.symbols[v].acquires}, true
		}
	}
	return trial{}, false
}

// decidesAlone reports whether an expression reads the symbol, and no other variable than parameters.
func decidesAlone(e kernel.Expr, v *kernel.Var) bool {
	reads, alone := false, true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			reads, alone = reads || r.Var == v, alone && (r.Var == v || r.Var.Param)
		}
		return true
	})
	return reads && alone
}

// tellsOfAttempt reports whether a symbol is that of an attempt of one thread of the block of which nobody knows yet.
func tellsOfAttempt(sym *symbol, v *kernel.Var, st *state) bool {
	return sym.of.role == lock && !sym.of.permits && sym.expected == nil && st.guard != "" && slices.Contains(st.pending, v)
}

// joinTrials are the trials where two ways meet.
func joinTrials(a *analysis, out, s, t *state, only string) {
	for _, x := range s.trials {
		i := slices.IndexFunc(t.trials, x.same)
		if i < 0 {
			a.unlooked(x.v)
			continue
		}
		y := t.trials[i]
		x.paid, x.ready, x.apart = x.paid && y.paid, x.ready && y.ready, x.apart || y.apart
		out.trials = append(out.trials, x)
	}
	for _, x := range t.trials {
		settled := only != "" && only == x.guard && slices.ContainsFunc(s.looked, x.same) && !slices.ContainsFunc(s.holds, func(h hold) bool { return h.told.same(x) })
		if !slices.ContainsFunc(s.trials, x.same) && !settled {
			a.unlooked(x.v)
		}
	}
	for _, x := range s.declined {
		if slices.ContainsFunc(t.declined, x.same) {
			out.declined = append(out.declined, x)
		}
	}
	for _, x := range s.looked {
		if slices.ContainsFunc(t.looked, x.same) {
			out.looked = append(out.looked, x)
		}
	}
}

// forgetTrials says that an attempt is made again: nothing is known of earlier attempts.
func forgetTrials(st *state, v *kernel.Var) {
	of := func(x trial) bool { return x.v == v }
	st.declined, st.looked = slices.DeleteFunc(st.declined, of), slices.DeleteFunc(st.looked, of)
}

func (x trial) same(y trial) bool {
	return x.v != nil && x.v == y.v && x.guard == y.guard && x.cell == y.cell
}

// together says of attempts from before a branch, and of those made in it, that who has tried is here again behind it.
func together(out, before *state) {
	for i := range out.trials {
		x := &out.trials[i]
		j := slices.IndexFunc(before.trials, x.same)
		x.apart = j >= 0 && before.trials[j].apart
	}
}

// learnTrial learns from what a thread has been told of an attempt whether its block has the lock.
func learnTrial(a *analysis, st *state, sym *symbol, taken bool) {
	i := slices.IndexFunc(st.trials, func(x trial) bool { return x.v == sym.origin && x.ready })
	if i < 0 {
		return
	}
	x := st.trials[i]
	st.trials = slices.Delete(st.trials, i, i+1)
	st.looked = append(st.looked, x)
	if taken {
		a.take(st, hold{of: sym.of, index: sym.index, by: sym.stmt, acquired: sym.acquires, level: ofBlock, guard: x.guard, told: x})
	} else {
		st.declined = append(st.declined, x)
	}
}

// settleTrials looks at "if (threadIdx.x == 0 && got)": on the way that is not taken are the other threads of the block, and the one that has tried where it has
// learnt that it does not have the lock. If it has given the lock back on the other way, nothing is left to be told on this one.
func settleTrials(a *analysis, s *kernel.If, cond kernel.Expr, st, taken, passed *state) {
	if taken == nil || passed == nil || a.returned {
		return
	}
	var one, rest kernel.Expr
	for _, c := range atoms(cond, true) {
		_, _, place := equality(c, kernel.ThreadIdx, a.kernel.Launch.LinearID())
		switch {
		case place || len(zeroSum(c, kernel.ThreadIdx)) > 0:
			if one == nil {
				one = c
			} else {
				one = kernel.Op(kernel.LAnd, one, c)
			}
		case rest != nil:
			return // it may give it back or not for another reason
		default:
			rest = c
		}
	}
	if one == nil || rest == nil {
		return
	}
	guard, exactly := a.singleThread(one, true)
	if !exactly {
		return
	}
	not := a.known(s, st.clone(), rest, false)
	if not == nil {
		return
	}
	passed.trials = slices.DeleteFunc(passed.trials, func(x trial) bool {
		return x.guard == guard && slices.ContainsFunc(not.declined, x.same) && slices.ContainsFunc(taken.looked, x.same) && !slices.ContainsFunc(taken.trials, x.same) &&
			!slices.ContainsFunc(taken.holds, func(h hold) bool { return h.told.same(x) })
	})
}
