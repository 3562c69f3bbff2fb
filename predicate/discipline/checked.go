package discipline

import "gv2/frontend/kernel"

// A flag may be set by whoever comes first, under a lock:
//
//	if (ready == 0) {
//	  lock(&mutex);
//	  if (ready == 0) { ...; __threadfence(); ready = 1; }
//	  unlock(&mutex);
//	}
//
// A thread that holds the lock, has acquired it, and has then seen the start in the flag, finds it vacant: until it gives the lock back nobody else sets it. For who had set it under the
// lock before, with a fence between the store and where it gave the lock back (demanded), would have been seen; and others hold the lock later. So the one statement that stores to the flag, where the flag is
// vacant, is executed once at most, and who has seen the flag has observed that store.
//
// What is done where the flag is vacant is before that store: by the thread that sets it, or by one that held the lock earlier and did not set it, which the lock
// orders. Who sets it has itself what it tells.

// checked is the lock under which a flag is set, of which one element is used.
type checked struct {
	lock  *word
	index string
}

// vacancies notes that a flag that has its start is vacant, for what the thread held when it looked.
func vacancies(st *state, v *kernel.Var, sym *symbol) {
	if c, under := st.fresh[v]; under {
		st.vacant[vacancy{sym.of, sym.index}] = c
	}
}

type vacancy struct {
	of    *word
	index string
}

// looksUnder notes that a thread has looked at a flag while it has a lock, which it has acquired.
func looksUnder(st *state, v *kernel.Var) {
	delete(st.fresh, v)
	for _, h := range st.holds {
		if h.acquired && h.level == ofThread && h.of.role == lock && !h.of.permits && !h.of.readers && h.of.released && !h.vain {
			st.fresh[v] = checked{h.of, h.index}
		}
	}
}

// leavesVacant forgets what a thread knew by a lock that it gives back.
func leavesVacant(st *state, h hold) {
	for v, c := range st.vacant {
		if c.lock == h.of && c.index == h.index {
			delete(st.vacant, v)
		}
	}
	for v, c := range st.fresh {
		if c.lock == h.of && c.index == h.index {
			delete(st.fresh, v)
		}
	}
}

// setsUnderLock reports whether the store to a flag is one that the first thread under a lock makes.
func setsUnderLock(a *analysis, w *word, s kernel.Stmt, st *state) bool {
	x := a.value(st, kernel.Touched(s).Index)
	if st.guard != "" && a.depth == 0 && (st.block != "" || a.tellsBlocks(x)) || a.drawsOf(w, s, x) != nil {
		return false // it is one thread's whatever the lock
	}
	c, ok := st.vacant[vacancy{w, kernel.ExprString(x)}]
	value, is := kernel.Expr(nil), false
	if value = storedBy(s); value != nil {
		_, is = constant(value)
		is = is && !isZero(value)
	}
	_, one := constant(x)
	if !ok || !one || !is || w.array.Space != kernel.Global || len(a.uses[w.array].writes) > 0 || w.checked != nil && *w.checked != c {
		return false
	}
	w.checked = &c
	return true
}

// setUnderLock is the store to the flag: the thread itself has what it tells, and owes the order of the store when it gives the lock back.
func setUnderLock(a *analysis, w *word, s kernel.Stmt, st *state) {
	w.guard, w.block, w.index = "", "", nil
	a.element(s, st)
	a.starts(w, s, st)
	a.settle(w, s, st, itself)
	w.passes(s, st)
	st.arrived[w] = true
	delete(st.vacant, vacancy{w, elementText(a, s)})
	st.sights = append(st.sights, sight{of: w, by: s, index: elementText(a, s), acquired: true})
	for _, scope := range []kernel.Scope{kernel.BlockScope, kernel.DeviceScope} {
		st.debts[debt{stmt: s, scope: scope, by: st.guard}] = true
	}
}

func elementText(a *analysis, s kernel.Stmt) string {
	if x := a.elements[s]; x != nil {
		return kernel.ExprString(x)
	}
	return ""
}

// checkedAtEnd fails a flag that is set under a lock which is none, or that passes it on before the flag is set.
func checkedAtEnd(a *analysis, w *word) {
	if w.checked == nil {
		return
	}
	l, at := w.checked.lock, w.publish.Source()
	element := a.elements[w.publish]
	a.each(func(s kernel.Stmt) {
		acc := kernel.Touched(s)
		switch {
		case acc == nil:
		case acc.Array == w.array && s != w.publish && (a.elements[s] == nil || element == nil || kernel.ExprString(a.elements[s]) != kernel.ExprString(element)):
			w.fail(s.Source(), "another element of it is looked at here")
		case acc.Array == l.array && s != w.publish && a.elements[s] != nil:
			if _, one := constant(a.elements[s]); !one {
				w.fail(at, "it is set under one of several locks")
			}
		}
	})
	switch why := l.undone[w.publish]; {
	case !l.ok():
		w.fail(at, "it is set under what is no lock: %s", l.failed)
	case why != "":
		w.fail(at, "it is set under %s, and %s", l.name(), why)
	}
}

// beforeChecked is the token of an access that is made where a flag is vacant.
func (e *emitter) beforeChecked(w *word, s kernel.Stmt) (kernel.Token, bool) {
	if !e.of.vacantAt[s][w] || w.checked.lock.undone[s] != "" {
		return kernel.Token{}, false
	}
	return kernel.Token{Kind: kernel.Before, Of: w.array, Index: kernel.NewConst(kernel.I64, 0)}, true
}

// noteVacant notes at which accesses flags are vacant, on every way.
func noteVacant(a *analysis, s kernel.Stmt, st *state) {
	now := map[*word]bool{}
	for v := range st.vacant {
		now[v.of] = true
	}
	if old, seen := a.vacantAt[s]; seen {
		for w := range now {
			if !old[w] {
				delete(now, w)
			}
		}
	}
	a.vacantAt[s] = now
}
