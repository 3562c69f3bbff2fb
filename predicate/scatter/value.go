package scatter

import "gv2/frontend/kernel"

// value is the value of a thread's variable: the form of the alternative whose
// literals hold. For all inputs there is one.
type value []alternative

type alternative struct {
	when []literal
	form form
}

// maxAlternatives is how many alternatives a value may have before it becomes unknown.
const maxAlternatives = 8

func just(f form) value { return value{{form: f}} }

func number(c int64) value { return just(constant(c)) }

// sole is the form of a value without alternatives.
func (v value) sole() (form, bool) {
	if len(v) != 1 {
		return form{}, false
	}
	return v[0].form, true
}

// known is the value if it is a constant.
func (v value) known() (int64, bool) {
	f, ok := v.sole()
	return f.c, ok && f.isConst()
}

func (v value) equal(w value) bool {
	if len(v) != len(w) {
		return false
	}
	for i, a := range v {
		if !a.form.equal(w[i].form) || !sameLiterals(a.when, w[i].when) {
			return false
		}
	}
	return true
}

func sameLiterals(a, b []literal) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// also is the union of the literals, each once; ok is false if they contradict each
// other.
func also(a, b []literal) (both []literal, ok bool) {
	if len(b) == 0 {
		return a, true
	}
	both = a[:len(a):len(a)]
	for _, l := range b {
		old, found := find(both, l.n)
		switch {
		case !found:
			both = append(both, l)
		case old != l.want:
			return nil, false
		}
	}
	return both, true
}

func find(list []literal, n node) (want int64, found bool) {
	for _, l := range list {
		if l.n == n {
			return l.want, true
		}
	}
	return 0, false
}

// literals are equivalent to the truth value f being 1; ok is false if it never is.
// An empty list is always true.
func (t *nodes) literals(f form) (list []literal, ok bool) {
	f = t.truth(f)
	if f.isConst() {
		return nil, f.c != 0
	}
	n, coef, _ := f.alone()
	if coef < 0 {
		return []literal{{n, 0}}, true
	}
	list = []literal{{n, 1}}
	if o := t.origin[n]; o != nil {
		list, ok = also(list, o.all)
		return list, ok
	}
	return list, true
}

// truth turns f, a truth value, into a condition of a shape that literals can
// read: a constant, a node of 0 or 1, or 1 minus such a node.
func (t *nodes) truth(f form) form {
	if f.isConst() {
		return f
	}
	if t.isTruth(f) {
		return f
	}
	return single(t.named(f.appendKey([]byte("truth")), within(0, 1)))
}

// isTruth reports whether f, which is no constant, has that shape.
func (t *nodes) isTruth(f form) bool {
	n, coef, ok := f.alone()
	return ok && (coef == 1 && f.c == 0 || coef == -1 && f.c == 1) && t.bounds(single(n)).in(within(0, 1))
}

func not(f form) form { return constant(1).plus(f, -1) }

// both is f && g.
func (t *nodes) both(f, g form) form {
	switch {
	case f.isConst() && f.c == 0 || g.isConst() && g.c != 0 || f.equal(g):
		return f
	case g.isConst() || f.isConst():
		return g
	}
	x, _ := t.literals(f)
	y, _ := t.literals(g)
	// The literals of a conjunction are those of both parts; if they contradict each other it is false.
	all, ok := also(x, y)
	if !ok {
		return constant(0)
	}
	out := t.opaque([]byte("both"), kernel.BoolType, within(0, 1), f, g)
	n, _, _ := out.alone()
	t.origin[n] = &origin{all: all}
	return out
}

// merge combines the alternatives if there is only one form or all are truth values, and makes a value with
// too many of them unknown, within the given bounds.
func (t *nodes) merge(v value, b bounds) value {
	if len(v) == 0 {
		return number(0) // no thread reaches this place
	}
	alike, truths := true, true
	for _, a := range v {
		alike = alike && a.form.equal(v[0].form)
		truths = truths && (t.isTruth(a.form) || a.form.isConst() && uint64(a.form.c) <= 1)
	}
	switch {
	case alike:
		return just(v[0].form)
	case truths:
		return just(t.either(v))
	case len(v) > maxAlternatives:
		return just(single(t.fresh(b)))
	}
	return v
}

// either is 1 if the alternative that holds is 1. The alternatives exclude each other.
func (t *nodes) either(v value) form {
	sum := constant(0)
	for _, a := range v {
		holds := a.form
		for _, l := range a.when {
			f := single(l.n)
			if l.want == 0 {
				f = not(f)
			}
			holds = t.both(f, holds)
		}
		sum = sum.plus(holds, 1)
	}
	return t.truth(sum)
}

// merged merges each thread's value, after all of them are computed, so that new
// nodes are numbered by thread.
func (t *nodes) merged(list []value, ty kernel.Type) []value {
	for i, v := range list {
		if len(v) != 1 {
			list[i] = t.merge(v, typeBounds(ty))
		}
	}
	return list
}

// map2 applies f to the forms of both values. The caller must merge the result.
func map2(x, y value, f func(x, y form) form) value {
	if len(x) == 1 && len(y) == 1 {
		return just(f(x[0].form, y[0].form))
	}
	var out value
	for _, a := range x {
		for _, b := range y {
			if when, ok := also(a.when, b.when); ok {
				out = append(out, alternative{when, f(a.form, b.form)})
			}
		}
	}
	return out
}

func map1(x value, f func(form) form) value {
	return map2(x, number(0), func(x, _ form) form { return f(x) })
}

// choose is cond ? x : y; truth values become conditions of one shape, and
// values that differ by a constant become a sum. The caller must merge the
// result.
func (t *nodes) choose(cond, x, y value, ty kernel.Type) value {
	if c, ok := cond.known(); ok {
		if c != 0 {
			return x
		}
		return y
	}
	if x.equal(y) {
		return x
	}
	if v, ok := t.blend(cond, x, y); ok {
		if ty.Kind == kernel.Bool {
			v = just(t.truth(v[0].form))
		}
		return v
	}
	var out value
	for _, c := range cond {
		out = t.under(out, c.when, c.form, x)
		out = t.under(out, c.when, not(c.form), y)
	}
	return out
}

// blend is y + cond * (x - y) if x and y differ by a constant or a truth value.
func (t *nodes) blend(cond, x, y value) (value, bool) {
	c, okC := cond.sole()
	f, okX := x.sole()
	g, okY := y.sole()
	if !okC || !okX || !okY {
		return nil, false
	}
	// A sum is better than two alternatives, whose number multiplies with each further choice.
	switch d := f.plus(g, -1); {
	case d.isConst():
		return just(g.plus(c, d.c)), true
	case t.isTruth(d):
		return just(g.plus(t.both(c, d), 1)), true
	case t.isTruth(d.times(-1)):
		return just(g.plus(t.both(c, d.times(-1)), -1)), true
	}
	return nil, false
}

// under appends the alternatives of v under the condition.
func (t *nodes) under(out value, when []literal, cond form, v value) value {
	given, ok := t.literals(cond)
	if !ok {
		return out
	}
	if given, ok = also(when, given); !ok {
		return out
	}
	for _, a := range v {
		if all, ok := also(given, a.when); ok {
			out = append(out, alternative{all, a.form})
		}
	}
	return out
}
