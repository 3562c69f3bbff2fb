// Package members takes arrays apart whose elements are words of several kinds, for the time in which the disciplines of threads are recognised. In: a kernel. Out: a kernel in which each part is an
// array of its own, and the way back.
//
// A lock may be a member of a struct, beside its data or beside another word:
//
//	struct { int next, now; } turns[64];
//	struct { int lock, sum; } buckets[64];
//	int sync[2];                          // sync[0] counts, sync[1] tells
//
// To the kernel that is one array. Its elements fall into parts that no access has in common: if the indices of all accesses are known but for multiples of a
// number, as 3*i + 1 is, then those of another remainder are other elements. Apart makes an array of each such part, for the time in which the disciplines are
// recognised; Whole puts the kernel together again, in which tokens are of elements of the arrays that there are.
//
// Members that are arrays lie side by side (struct { int locks[64], sums[64]; }), and an access to s.locks[i] stays within them, or is a fault of its own: who
// cannot see that it does takes that for granted, with a premise (withinMembers).
//
// That 3*i and 3*j + 1 differ needs that the products do not wrap around, which signed ones do not without being a fault, either; it is a premise, too.
package members

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// byPart are the arrays of parts, with where their elements lie: element i is at i*by + at.
type byPart map[*kernel.Array]*member

type member struct {
	of     *kernel.Array
	by, at int64
	width  int // of all accesses to it, in elements of the array; 0 if they are as they were
}

// Apart takes the arrays of k apart that threads access by atomics or volatile accesses, as far as that makes several of them: members, under premises. It
// returns nil if none is taken apart.
func Apart(k *kernel.Kernel) (*kernel.Kernel, *Splitting) {
	accesses := map[*kernel.Array][]kernel.Stmt{}
	strong := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			accesses[acc.Array] = append(accesses[acc.Array], s)
			strong[acc.Array] = strong[acc.Array] || isStrong(s)
		}
		return true
	})
	sp := &Splitting{names: kernel.NewNames(k), defs: kernel.Definitions(k.Body), known: map[*kernel.Var]congruence{}, accs: map[kernel.Stmt]kernel.Access{}, members: byPart{}, ranges: fact.NewRanges(k), within: map[string]bool{}}
	c := *k
	c.Arrays = nil
	for _, a := range k.Arrays {
		if !strong[a] || a.Space != kernel.Global && a.Space != kernel.Shared || a.Elem.Kind != kernel.Int || a.Part != 0 || !sp.split(a, accesses[a], &c.Arrays) {
			c.Arrays = append(c.Arrays, a)
		}
	}
	if len(sp.members) == 0 {
		return nil, nil
	}
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		acc, ok := sp.accs[s]
		if !ok {
			return s
		}
		return withAccess(s, acc)
	})
	return &c, sp
}

func isStrong(s kernel.Stmt) bool {
	switch s := s.(type) {
	case *kernel.Atomic:
		return true
	case *kernel.Load:
		return s.Volatile
	case *kernel.Store:
		return s.Volatile
	default:
		// Others access no memory.
	}
	return false
}

// constant is the value of an expression, if it is one.
func constant(e kernel.Expr) (int64, bool) {
	c, ok := kernel.Fold(e).(*kernel.Const)
	if !ok {
		return 0, false
	}
	return c.Val, true
}

// withAccess is s with another access.
func withAccess(s kernel.Stmt, acc kernel.Access) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Load:
		c := *s
		c.Acc = acc
		return &c
	case *kernel.Store:
		c := *s
		c.Acc = acc
		return &c
	case *kernel.Atomic:
		c := *s
		c.Acc = acc
		return &c
	default:
		// Others access no memory.
	}
	return s
}

// Whole is a kernel of parts with the arrays that were taken apart, and what is taken for granted of their members.
func (sp *Splitting) Whole(k *kernel.Kernel) *kernel.Kernel {
	c := sp.members.whole(k)
	c.Body = assumed(c.Body, sp.within)
	return c
}

// whole is the kernel with the arrays that were taken apart.
func (m byPart) whole(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Arrays = nil
	for _, a := range k.Arrays {
		if p := m[a]; p != nil {
			a = p.of
		}
		if !slices.Contains(c.Arrays, a) {
			c.Arrays = append(c.Arrays, a)
		}
	}
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		acc := kernel.Touched(s)
		if acc == nil {
			return s
		}
		back := *acc
		if p := m[acc.Array]; p != nil {
			back.Array, back.Index, back.Width = p.of, p.index(acc.Index), max(p.width, acc.Width)
		}
		back.Tokens = slices.Clone(acc.Tokens)
		for i, t := range back.Tokens {
			if p := m[t.Of]; p != nil {
				back.Tokens[i].Of, back.Tokens[i].Index = p.of, p.index(t.Index)
			}
		}
		return withAccess(s, back)
	})
	return &c
}

// index is where in the array element i lies.
func (p *member) index(i kernel.Expr) kernel.Expr {
	return kernel.Fold(kernel.Bin(kernel.Add, kernel.Bin(kernel.Mul, i, kernel.NewConst(kernel.I64, p.by)), kernel.NewConst(kernel.I64, p.at)))
}

// Splitting is how arrays were taken apart.
type Splitting struct {
	names   *kernel.Names
	defs    map[*kernel.Var]kernel.Expr // of variables that one statement assigns
	known   map[*kernel.Var]congruence
	accs    map[kernel.Stmt]kernel.Access
	members byPart
	ranges  *fact.Ranges
	// signed takes for granted that signed numbers do not overflow.
	signed bool
	// within are the members of which it is a premise that accesses stay within them.
	within   map[string]bool
	premises []string
}

// split adds the arrays of the parts of a to list, and reports false if it has one part only.
func (sp *Splitting) split(a *kernel.Array, accesses []kernel.Stmt, list *[]*kernel.Array) bool {
	if by, groups := sp.byRemainder(accesses); len(groups) > 1 {
		for _, group := range groups {
			sp.part(a, by, group, "", list)
		}
		return true
	}
	if period, groups := sp.byMember(accesses); len(groups) > 1 {
		for _, group := range groups {
			label := strings.TrimSuffix(partLabel(a, period, modulo(sp.extentOf(group[0]).at, period)), "[0]")
			by, inner := sp.byRemainder(group)
			if len(inner) == 0 {
				by, inner = 1, [][]kernel.Stmt{group}
			}
			if len(inner) > 1 {
				label = ""
			}
			for _, part := range inner {
				sp.part(a, by, part, label, list)
			}
			sp.withinMembers(group)
		}
		return true
	}
	sp.known, sp.signed = map[*kernel.Var]congruence{}, true
	by, groups := sp.byRemainder(accesses)
	if len(groups) > 1 {
		for _, group := range groups {
			sp.part(a, by, group, "", list)
		}
		label := a.Label
		if label == "" {
			label = a.Name
		}
		sp.premises = append(sp.premises, "signed numbers in the indices of "+label+" do not overflow")
	}
	sp.known, sp.signed = map[*kernel.Var]congruence{}, false
	return len(groups) > 1
}

// byRemainder groups accesses that have an element in common, by the remainders of their indices when divided by a number; none if it is not known.
func (sp *Splitting) byRemainder(accesses []kernel.Stmt) (by int64, groups [][]kernel.Stmt) {
	for _, s := range accesses {
		by = gcd(by, sp.congruence(kernel.Touched(s).Index).by)
	}
	if by == 1 {
		return by, nil
	}
	// Which accesses have an element in common: by their remainders.
	owner := map[int64]int{}
	for _, s := range accesses {
		acc := kernel.Touched(s)
		r := modulo(sp.congruence(acc.Index).at, by)
		if by != 0 && r+int64(acc.Width) > by {
			return by, nil
		}
		group := -1
		for i := range int64(acc.Width) {
			g, seen := owner[r+i]
			switch {
			case !seen:
			case group < 0:
				group = g
			case group != g:
				for at, h := range owner {
					if h == g {
						owner[at] = group
					}
				}
				groups[group], groups[g] = append(groups[group], groups[g]...), nil
			}
		}
		if group < 0 {
			group = len(groups)
			groups = append(groups, nil)
		}
		for i := range int64(acc.Width) {
			owner[r+i] = group
		}
		groups[group] = append(groups[group], s)
	}
	return by, slices.DeleteFunc(groups, func(g []kernel.Stmt) bool { return len(g) == 0 })
}

// part makes an array of what a group of accesses is to; people know it by the label, or by a remainder if that is empty.
func (sp *Splitting) part(a *kernel.Array, by int64, group []kernel.Stmt, label string, list *[]*kernel.Array) {
	m := &member{of: a, by: 1}
	first := kernel.Touched(group[0])
	at := modulo(sp.congruence(first.Index).at, by)
	p := *a
	p.Dims, p.Parts, p.Scale = nil, nil, 1
	if label == "" {
		label = partLabel(a, by, at)
	}
	p.Name, p.Label = sp.names.Unused(a.Name+"_part"), label
	same := !slices.ContainsFunc(group, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		return acc.Width != first.Width || modulo(sp.congruence(acc.Index).at, by) != at
	})
	elem, one := elementOf(group, first.Width, a.Elem)
	one = one && same && (by == 0 || int64(first.Width) <= by)
	indices, read := make([]kernel.Expr, len(group)), one
	for i, s := range group {
		if read {
			indices[i], read = sp.quotient(kernel.Touched(s).Index, by, at)
		}
	}
	if one {
		p.Elem, m.width = elem, first.Width
	}
	if read {
		m.by, m.at = by, at
		if a.Len >= 0 {
			p.Len = 1
			if by != 0 {
				p.Len = (a.Len - at + by - 1) / by
			}
		}
		p.Init, p.First = nil, firstOf(a, m, p.Len)
	}
	if len(a.First) > 0 && m.width > 1 {
		p.First = nil
	}
	for i, s := range group {
		acc := *kernel.Touched(s)
		acc.Array = &p
		if one {
			acc.Width = 1
		}
		if read {
			acc.Index = indices[i]
		}
		sp.accs[s] = acc
	}
	sp.members[&p] = m
	*list = append(*list, &p)
}

// elementOf is the type of the values that accesses of that width have, and whether it is one.
func elementOf(group []kernel.Stmt, width int, elem kernel.Type) (kernel.Type, bool) {
	if width == 1 {
		return elem, true
	}
	var t kernel.Type
	set := func(u kernel.Type) bool {
		ok := t == kernel.Type{} || t == u
		t = u
		return ok && u.Kind == kernel.Int && u.Bits == elem.Bits*width
	}
	for _, s := range group {
		ok := true
		switch s := s.(type) {
		case *kernel.Load:
			ok = s.Dst != nil && set(s.Dst.T)
		case *kernel.Store:
			ok = s.X != nil && set(s.X.Type())
		case *kernel.Atomic:
			if s.Dst != nil {
				ok = set(s.Dst.T)
			}
			for _, x := range s.Args {
				ok = ok && set(x.Type())
			}
		default:
			// Others access no memory.
		}
		if !ok {
			return t, false
		}
	}
	return t, t != kernel.Type{}
}

// firstOf is what the declaration says of a part of an array.
func firstOf(a *kernel.Array, m *member, n int64) []kernel.Const {
	if a.First == nil {
		return nil
	}
	out := []kernel.Const{}
	for i := int64(0); i < n; i++ {
		j := i*m.by + m.at
		if j < 0 {
			return nil // outside
		}
		if j >= int64(len(a.First)) {
			break // zeros follow
		}
		out = append(out, a.First[j])
	}
	return out
}

// partLabel is a part of an array for people: turns[].now, sync[1].
func partLabel(a *kernel.Array, by, at int64) string {
	label, scale := a.Label, int64(max(a.Scale, 1))
	if label == "" {
		label = a.Name
	}
	name, ok := kernel.PartName(a.Parts, at%scale)
	switch {
	case !ok && scale > 1:
		return fmt.Sprintf("%s (from element %d on)", label, at)
	case by == scale:
		if a.Len == scale && len(a.Dims) == 0 {
			return label + name
		}
		return label + "[]" + name
	case by == 0:
		if a.Len == scale && len(a.Dims) == 0 {
			return label + name
		}
		return fmt.Sprintf("%s[%d]%s", label, at/scale, name)
	}
	return fmt.Sprintf("%s[%d n + %d]%s", label, by/scale, at/scale, name)
}

// congruence is a set of numbers: at plus the multiples of by, at alone if that is 0.
type congruence struct{ by, at int64 }

var anyNumber = congruence{1, 0}

// mostBits is how large numbers may become that are reckoned with here.
const mostBits = 30

// congruence is a set that the values of an index, of 64 bits, are in. A pointer that is as far outside of its array that these wrap around is no pointer.
func (sp *Splitting) congruence(e kernel.Expr) congruence { return sp.valuesOf(e, 0) }

func (sp *Splitting) valuesOf(e kernel.Expr, depth int) congruence {
	const mostDepth = 64
	if depth > mostDepth {
		return anyNumber
	}
	out := anyNumber
	switch e := e.(type) {
	case *kernel.Const:
		out = congruence{0, e.Val}
	case *kernel.VarRef:
		if known, seen := sp.known[e.Var]; seen {
			return known
		}
		if x := sp.defs[e.Var]; x != nil && x.Type() == e.Var.T {
			sp.known[e.Var] = anyNumber // until it is known
			out = sp.valuesOf(x, depth+1)
			sp.known[e.Var] = out
		}
	case *kernel.Convert:
		if e.X.Type().Kind == kernel.Int && e.T.Kind == kernel.Int {
			out = sp.valuesOf(e.X, depth+1)
			if from := e.X.Type(); !fits(out, e.T) && !(sp.signed && from.Signed && e.T.Signed && from.Bits <= e.T.Bits) {
				out = modular(out, min(e.T.Bits, from.Bits))
			}
		}
	case *kernel.Binary:
		x, y := sp.valuesOf(e.X, depth+1), sp.valuesOf(e.Y, depth+1)
		switch e.Op {
		case kernel.Add:
			out = congruence{gcd(x.by, y.by), x.at + y.at}
		case kernel.Sub:
			out = congruence{gcd(x.by, y.by), x.at - y.at}
		case kernel.Mul:
			out = congruence{gcd(gcd(x.at*y.by, y.at*x.by), x.by*y.by), x.at * y.at}
		case kernel.Shl:
			if y.by == 0 && y.at >= 0 && y.at < 16 {
				out = congruence{x.by << y.at, x.at << y.at}
			}
		default:
			// Of others nothing is known.
		}
	default:
		// Of others nothing is known.
	}
	if out.by != 0 {
		out.at = modulo(out.at, out.by)
	}
	if e.Type().Kind != kernel.Int || abs(out.by) >= 1<<mostBits || abs(out.at) >= 1<<mostBits {
		return anyNumber
	}
	arithmetic := false
	if b, ok := e.(*kernel.Binary); ok {
		arithmetic = b.Op == kernel.Add || b.Op == kernel.Sub || b.Op == kernel.Mul
	}
	if t := e.Type(); (t.Bits < 64 || !t.Signed) && !fits(out, t) && !(sp.signed && t.Signed && arithmetic) {
		out = modular(out, t.Bits)
	}
	return out
}

// fits reports whether a set is one number of the type.
func fits(c congruence, t kernel.Type) bool { return c.by == 0 && t.Wrap(c.at) == c.at }

// modular is what remains of a set where the numbers wrap around at a power of 2.
func modular(c congruence, bits int) congruence {
	by := gcd(c.by, 1<<min(bits, mostBits-1))
	return congruence{by, modulo(c.at, by)}
}

// quotient is the expression i with e == i*by + at; false if there is none to be read off e.
func (sp *Splitting) quotient(e kernel.Expr, by, at int64) (kernel.Expr, bool) {
	if by == 0 {
		return kernel.NewConst(kernel.I64, 0), true
	}
	x, ok := sp.divided(e, by, 0)
	if !ok || modulo(x.rest, by) != at {
		return nil, false
	}
	return kernel.Fold(kernel.Bin(kernel.Add, x.times, kernel.NewConst(kernel.I64, (x.rest-at)/by))), true
}

// quotient is times*by + rest.
type quotient struct {
	times kernel.Expr
	rest  int64
}

func (sp *Splitting) divided(e kernel.Expr, by int64, depth int) (quotient, bool) {
	const mostDepth = 64
	zero := kernel.NewConst(kernel.I64, 0)
	if depth > mostDepth || e.Type() != kernel.I64 {
		return quotient{}, false
	}
	switch e := e.(type) {
	case *kernel.Const:
		return quotient{zero, e.Val}, abs(e.Val) < 1<<mostBits
	case *kernel.VarRef:
		if x := sp.defs[e.Var]; x != nil && fact.Stated(x) && x.Type() == e.Var.T {
			return sp.divided(x, by, depth+1)
		}
	case *kernel.Binary:
		switch e.Op {
		case kernel.Add, kernel.Sub:
			x, ok := sp.divided(e.X, by, depth+1)
			y, is := sp.divided(e.Y, by, depth+1)
			rest := x.rest + y.rest
			if e.Op == kernel.Sub {
				rest = x.rest - y.rest
			}
			if ok && is {
				return quotient{kernel.Fold(kernel.Bin(e.Op, x.times, y.times)), rest}, true
			}
		case kernel.Mul:
			x, c := e.X, e.Y
			n, ok := constant(c)
			if !ok {
				x, c = c, x
				n, ok = constant(c)
			}
			if ok && n%by == 0 && abs(n) < 1<<mostBits {
				return quotient{kernel.Fold(kernel.Bin(kernel.Mul, x, kernel.NewConst(kernel.I64, n/by))), 0}, true
			}
		default:
			// Others are no sums.
		}
	default:
		// Others are no sums.
	}
	return quotient{}, false
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}

func abs(n int64) int64 { return max(n, -n) }

// modulo is the remainder that is not negative; n itself if by is 0.
func modulo(n, by int64) int64 {
	if by == 0 {
		return n
	}
	return ((n % by) + by) % by
}
