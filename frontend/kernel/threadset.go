package kernel

// ThreadSet is a set of threads of a block, a bool for each linear id.
type ThreadSet []bool

// MostStretches bounds the stretches in which a set of threads is spelt.
const MostStretches = 16

// Meets reports whether a thread is in both sets.
func (s ThreadSet) Meets(o ThreadSet) bool {
	for t, in := range s {
		if in && o[t] {
			return true
		}
	}
	return false
}

// Union is the threads that are in either set.
func (s ThreadSet) Union(o ThreadSet) ThreadSet {
	out := make(ThreadSet, len(s))
	for t := range s {
		out[t] = s[t] || o[t]
	}
	return out
}

// Size is the number of threads in the set.
func (s ThreadSet) Size() int {
	n := 0
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

// Stretch is a range of consecutive threads, by linear id.
type Stretch struct{ First, Last int }

// Spellable reports whether the set has few enough stretches for the prover.
func (s ThreadSet) Spellable() bool { return len(s.Stretches()) <= MostStretches }

// Stretches are the threads of the set as ranges, in order.
func (s ThreadSet) Stretches() []Stretch {
	var out []Stretch
	for t := 0; t < len(s); t++ {
		if !s[t] {
			continue
		}
		first := t
		for t+1 < len(s) && s[t+1] {
			t++
		}
		out = append(out, Stretch{first, t})
	}
	return out
}

// Contains is the condition that a thread is in the set.
func (s ThreadSet) Contains(l Launch) Expr {
	id := l.LinearID()
	last := len(s) - 1
	var any Expr
	for _, r := range s.Stretches() {
		var in Expr = BoolConst(true)
		switch {
		case r.First == r.Last:
			in = Bin(Eq, id, Unsigned(int64(r.First)))
		// A bound that every thread meets is left out, so that formulas stay short.
		case r.First == 0 && r.Last < last:
			in = Bin(Le, id, Unsigned(int64(r.Last)))
		case r.First > 0 && r.Last == last:
			in = Bin(Le, Unsigned(int64(r.First)), id)
		case r.First > 0:
			in = Bin(LAnd, Bin(Le, Unsigned(int64(r.First)), id), Bin(Le, id, Unsigned(int64(r.Last))))
		}
		if any == nil {
			any = in
		} else {
			any = Bin(LOr, any, in)
		}
	}
	if any == nil {
		return BoolConst(false)
	}
	return any
}
