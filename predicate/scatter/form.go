package scatter

import (
	"encoding/binary"
	"math"
	"sort"

	"gv2/frontend/kernel"
)

// node is the number of an unknown value: an input, or the result of an operation
// on such values. The same operation on the same values has the same node.
type node int32

// run is coef times the sum of the nodes from..to-1.
type run struct {
	from, to node
	coef     int64
}

// form is c plus its runs, which are sorted and do not overlap. It equals a value of w
// bits modulo 2^w, and equals the value itself if its bounds lie within the value's
// type.
//
// The nodes of one operation have consecutive numbers in the order of threads, so that
// the sums of a scan, which add values of neighbours, are few runs.
type form struct {
	c    int64
	runs []run
}

func constant(c int64) form { return form{c: c} }

func single(n node) form { return form{runs: []run{{n, n + 1, 1}}} }

func (f form) isConst() bool { return len(f.runs) == 0 }

// alone is the node if f is coef times one node plus c.
func (f form) alone() (n node, coef int64, ok bool) {
	if len(f.runs) != 1 || f.runs[0].to != f.runs[0].from+1 {
		return 0, 0, false
	}
	return f.runs[0].from, f.runs[0].coef, true
}

// piece is a stretch of nodes with its coefficients in two forms.
type piece struct {
	from, to node
	cf, cg   int64
}

// pieces calls do, in order, for the stretches of nodes in which f and g have
// constant coefficients.
func pieces(f, g form, do func(piece)) {
	const end = node(math.MaxInt32)
	i, j := 0, 0
	at := node(0)
	for i < len(f.runs) || j < len(g.runs) {
		p := piece{from: at, to: end}
		i = stretch(f.runs, i, &p, &p.cf)
		j = stretch(g.runs, j, &p, &p.cg)
		if p.to == end {
			return
		}
		if p.cf != 0 || p.cg != 0 {
			do(p)
		}
		at = p.to
	}
}

// stretch narrows p to nodes with one coefficient in runs, and returns the index of
// the run to continue with.
func stretch(runs []run, i int, p *piece, coef *int64) int {
	for i < len(runs) && runs[i].to <= p.from {
		i++
	}
	switch {
	case i == len(runs):
	case runs[i].from > p.from:
		p.to = min(p.to, runs[i].from)
	default:
		p.to, *coef = min(p.to, runs[i].to), runs[i].coef
	}
	return i
}

// plus is f + k*g.
func (f form) plus(g form, k int64) form {
	out := form{c: f.c + k*g.c}
	if g.isConst() || k == 0 {
		out.runs = f.runs
		return out
	}
	pieces(f, g, func(p piece) {
		coef := p.cf + k*p.cg
		last := len(out.runs) - 1
		switch {
		case coef == 0:
		case last >= 0 && out.runs[last].to == p.from && out.runs[last].coef == coef:
			out.runs[last].to = p.to
		default:
			out.runs = append(out.runs, run{p.from, p.to, coef})
		}
	})
	return out
}

// times is k*f.
func (f form) times(k int64) form { return constant(0).plus(f, k) }

func (f form) equal(g form) bool {
	if f.c != g.c || len(f.runs) != len(g.runs) {
		return false
	}
	for i, r := range f.runs {
		if r != g.runs[i] {
			return false
		}
	}
	return true
}

// coefficient of one node.
func (f form) coefficient(n node) int64 {
	i := sort.Search(len(f.runs), func(i int) bool { return f.runs[i].to > n })
	if i < len(f.runs) && f.runs[i].from <= n {
		return f.runs[i].coef
	}
	return 0
}

// appendKey appends a key that is unique to f.
func (f form) appendKey(key []byte) []byte {
	key = binary.AppendVarint(key, int64(len(f.runs)))
	key = binary.AppendVarint(key, f.c)
	for _, r := range f.runs {
		key = binary.AppendVarint(key, int64(r.from))
		key = binary.AppendVarint(key, int64(r.to))
		key = binary.AppendVarint(key, r.coef)
	}
	return key
}

// literal states the value of a node that is 0 or 1, such as a truth value.
type literal struct {
	n    node
	want int64
}

// origin is further knowledge about a node.
type origin struct {
	// all are the literals that hold if the node is 1.
	all []literal
	// widened is the value of so many bits that the node extends.
	widened form
	bits    int
	// ballot are the bits of the node, truth values; nil if unknown.
	ballot []form
	// compared is what the node, a truth value, says of two forms.
	compared *comparison
	// reserved and rank are what the node, the result of an atomic, is the start of.
	reserved *reservation
	rank     *rank
}

// comparison is f < g or f == g, of forms that equal their values.
type comparison struct {
	op   kernel.BinaryOp
	f, g form
}

// possible reports whether literals may all hold: the bounds of what some compare, where the others hold, contradict none.
func (t *nodes) possible(list []literal) bool {
	for _, l := range list {
		o := t.origin[l.n]
		if o == nil || o.compared == nil {
			continue
		}
		b := t.difference(o.compared.f, o.compared.g, list)
		less := o.compared.op == kernel.Lt
		switch {
		case !b.known:
		case l.want == 1 && less && b.lo >= 0, l.want == 0 && less && b.hi < 0,
			l.want == 1 && !less && (b.lo > 0 || b.hi < 0), l.want == 0 && !less && b.lo == 0 && b.hi == 0:
			return false
		}
	}
	return true
}

// nodes numbers values and holds their bounds.
type nodes struct {
	ids map[string]node
	// lo, hi and open are prefix sums over nodes: of their least values, of their
	// greatest values, and of those without bounds. So the bounds of a run take
	// constant time.
	lo, hi []int64
	open   []int32
	origin map[node]*origin
	// bases are the nodes that have reservations.
	bases []node
}

func newNodes() *nodes {
	return &nodes{ids: map[string]node{}, lo: []int64{0}, hi: []int64{0}, open: []int32{0}, origin: map[node]*origin{}}
}

func (t *nodes) count() int { return len(t.lo) - 1 }

// fresh is a node with bounds, equal to no other.
func (t *nodes) fresh(b bounds) node {
	n := node(t.count())
	lo, hi, open := b.lo, b.hi, int32(0)
	if !b.known {
		lo, hi, open = 0, 0, 1
	}
	t.lo, t.hi, t.open = append(t.lo, t.lo[n]+lo), append(t.hi, t.hi[n]+hi), append(t.open, t.open[n]+open)
	return n
}

// named is the node with that key, a new one if there is none.
func (t *nodes) named(key []byte, b bounds) node {
	if n, ok := t.ids[string(key)]; ok {
		return n
	}
	n := t.fresh(b)
	t.ids[string(key)] = n
	return n
}

// bounds are the least and the greatest value, if they are known.
type bounds struct {
	lo, hi int64
	known  bool
}

func within(lo, hi int64) bounds { return bounds{lo, hi, true} }

// typeBounds are those of a type's values; 64 bits count as none.
func typeBounds(t kernel.Type) bounds {
	switch {
	case t.Kind == kernel.Bool:
		return within(0, 1)
	case t.Kind != kernel.Int || t.Bits >= 64:
		return bounds{}
	case t.Signed:
		return within(-1<<(t.Bits-1), 1<<(t.Bits-1)-1)
	}
	return within(0, 1<<t.Bits-1)
}

// in reports whether b lies within c.
func (b bounds) in(c bounds) bool { return b.known && c.known && c.lo <= b.lo && b.hi <= c.hi }

// maxBound is the largest size of bounds; larger ones count as unknown.
const maxBound = 1 << 60

// add is b plus k times something between lo and hi.
func (b *bounds) add(k, lo, hi int64) {
	if k < 0 {
		lo, hi = hi, lo
	}
	for _, x := range [...]int64{lo, hi} {
		if math.Abs(float64(k))*math.Abs(float64(x)) > maxBound {
			b.known = false
		}
	}
	b.lo += k * lo
	b.hi += k * hi
	b.known = b.known && -maxBound <= b.lo && b.hi <= maxBound
}

// difference are the bounds of f - g if the literals hold.
func (t *nodes) difference(f, g form, given []literal) bounds {
	out := bounds{known: true}
	out.add(1, f.c, f.c)
	out.add(-1, g.c, g.c)
	pieces(f, g, func(p piece) {
		// Nodes without bounds cancel if both forms have them with the same coefficient.
		if t.open[p.to] != t.open[p.from] && p.cf != p.cg {
			out.known = false
			return
		}
		out.add(p.cf-p.cg, t.lo[p.to]-t.lo[p.from], t.hi[p.to]-t.hi[p.from])
	})
	// A literal fixes its node: its value takes the place of the node's bounds.
	for _, l := range given {
		if k := f.coefficient(l.n) - g.coefficient(l.n); k != 0 {
			out.add(k, l.want-(t.lo[l.n+1]-t.lo[l.n]), l.want-(t.hi[l.n+1]-t.hi[l.n]))
		}
	}
	return out
}

func (t *nodes) bounds(f form) bounds { return t.difference(f, form{}, nil) }

// fits reports whether f equals its value of type ty, and not only modulo 2^w.
func (t *nodes) fits(f form, ty kernel.Type) bool {
	b := typeBounds(ty)
	if ty.Kind == kernel.Int && ty.Bits == 64 {
		b = within(-maxBound, maxBound)
		if !ty.Signed {
			b.lo = 0
		}
	}
	return t.bounds(f).in(b)
}
