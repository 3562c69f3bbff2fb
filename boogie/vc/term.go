package vc

import (
	"encoding/binary"
	"math/big"
	"strconv"
)

// term is a node of a formula. Terms are made by the constructors of a table only,
// which share equal ones and fold constants, so that a formula is a graph of the size
// of the program it came from, and equal terms are equal pointers.
type term struct {
	op   string // one of the operators below, or that of SMT-LIB
	text string // of symbols and literals
	args []*term
	sort *sort
	id   int // larger than those of args
	// open is set where a bound variable occurs: such a term cannot be named outside of
	// its quantifier.
	open bool
	// opaque is set where a quantifier or an equality of maps occurs: of such a term a
	// model may not tell the value.
	opaque bool
	quant  *quantifier // of opForall and opExists, whose args are the body
}

// The operators that are not SMT-LIB's.
const (
	opSymbol  = "#symbol"
	opBound   = "#bound"
	opInt     = "#int"
	opBV      = "#bv"
	opForall  = "forall"
	opExists  = "exists"
	opTrue    = "true"
	opFalse   = "false"
	opSelect  = "select"
	opStore   = "store"
	opExtract = "#extract" // text is "hi lo", both included
)

// quantifier holds what a quantified term has beside its body.
type quantifier struct {
	vars     []*term
	triggers [][]*term
}

// table shares terms.
type table struct {
	terms  []*term
	byKey  map[string]*term
	yes    *term
	no     *term
	bounds int // bound variables made
	// opaque has the macros that are opaque.
	opaque map[string]bool
}

func newTable(opaque map[string]bool) *table {
	t := &table{byKey: map[string]*term{}, opaque: opaque}
	t.yes, t.no = t.node(opTrue, "", boolSort), t.node(opFalse, "", boolSort)
	return t
}

// node returns the term of that shape without looking at its meaning.
func (t *table) node(op, text string, s *sort, args ...*term) *term {
	key := make([]byte, 0, len(op)+len(text)+2+4*len(args))
	key = append(append(key, op...), 0)
	key = append(append(key, text...), 0)
	if op == opBV {
		key = append(key, s.text...)
	}
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, uint32(a.id))
	}
	if found := t.byKey[string(key)]; found != nil {
		return found
	}
	n := t.add(&term{op: op, text: text, sort: s, args: args})
	t.byKey[string(key)] = n
	return n
}

func (t *table) add(n *term) *term {
	n.id = len(t.terms)
	n.open = n.op == opBound
	n.opaque = n.quant != nil || t.opaque[n.op] || n.op == "=" && n.args[0].sort.value != nil
	for _, a := range n.args {
		n.open = n.open || a.open
		n.opaque = n.opaque || a.opaque
	}
	t.terms = append(t.terms, n)
	return n
}

// symbol is a constant of the formula; its name decides its sort.
func (t *table) symbol(name string, s *sort) *term { return t.node(opSymbol, name, s) }

// bound makes a variable of a quantifier, unlike all others.
func (t *table) bound(name string, s *sort) *term {
	t.bounds++
	return t.node(opBound, name+"@q"+strconv.Itoa(t.bounds), s)
}

func (t *table) truth(b bool) *term {
	if b {
		return t.yes
	}
	return t.no
}

func (t *table) integer(n *big.Int) *term { return t.node(opInt, n.String(), intSort) }

func (t *table) vector(n *big.Int, bits int) *term {
	return t.node(opBV, n.String(), bvSort(bits))
}

// literal reports whether x is a literal: two that differ are different values.
func (x *term) literal() bool {
	return x.op == opInt || x.op == opBV || x.op == opTrue || x.op == opFalse
}

func (x *term) number() *big.Int {
	n, _ := new(big.Int).SetString(x.text, 10)
	return n
}

func (t *table) not(x *term) *term {
	switch x.op {
	case opTrue:
		return t.no
	case opFalse:
		return t.yes
	case "not":
		return x.args[0]
	}
	return t.node("not", "", boolSort, x)
}

func (t *table) and(xs ...*term) *term { return t.junction("and", t.yes, t.no, xs) }
func (t *table) or(xs ...*term) *term  { return t.junction("or", t.no, t.yes, xs) }

// junction drops unit and repeated terms; zero, or a term beside its negation, decides.
func (t *table) junction(op string, unit, zero *term, xs []*term) *term {
	out := make([]*term, 0, len(xs))
	seen, denied := make(map[*term]bool, len(xs)), map[*term]bool{}
	for _, x := range xs {
		switch {
		case x == unit || seen[x]:
			continue
		case x == zero || denied[x] || x.op == "not" && seen[x.args[0]]:
			return zero
		}
		if seen[x] = true; x.op == "not" {
			denied[x.args[0]] = true
		}
		out = append(out, x)
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return t.node(op, "", boolSort, out...)
}

func (t *table) implies(x, y *term) *term {
	switch {
	case x == t.yes:
		return y
	case x == t.no || y == t.yes || x == y:
		return t.yes
	case y == t.no:
		return t.not(x)
	}
	return t.node("=>", "", boolSort, x, y)
}

func (t *table) equal(x, y *term) *term {
	switch {
	case x == y:
		return t.yes
	case x.literal() && y.literal():
		return t.no
	case x.sort == boolSort && y.literal():
		x, y = y, x
		fallthrough
	case x.sort == boolSort && x.literal():
		if x == t.yes {
			return y
		}
		return t.not(y)
	}
	return t.node("=", "", boolSort, x, y)
}

func (t *table) ite(c, x, y *term) *term {
	switch {
	case c == t.yes || x == y:
		return x
	case c == t.no:
		return y
	case c.op == "not":
		return t.ite(c.args[0], y, x)
	case x == t.yes:
		return t.or(c, y)
	case x == t.no:
		return t.and(t.not(c), y)
	case y == t.yes:
		return t.implies(c, x)
	case y == t.no:
		return t.and(c, x)
	}
	return t.node("ite", "", x.sort, c, x, y)
}

// compare makes x < y and x <= y of numbers.
func (t *table) compare(op string, x, y *term) *term {
	switch {
	case x == y:
		return t.truth(op == "<=")
	case x.op == opInt && y.op == opInt:
		c := x.number().Cmp(y.number())
		return t.truth(c < 0 || c == 0 && op == "<=")
	}
	return t.node(op, "", boolSort, x, y)
}

// arithmetic makes x op y of integers, for + - * div and mod. div and mod are those of
// Boogie and SMT-LIB: 0 <= x mod y < |y|.
func (t *table) arithmetic(op string, x, y *term) *term {
	if x.op == opInt && y.op == opInt {
		if n := compute(op, x.number(), y.number()); n != nil {
			return t.integer(n)
		}
	}
	zero := func(x *term) bool { return x.op == opInt && x.text == "0" }
	one := func(x *term) bool { return x.op == opInt && x.text == "1" }
	switch {
	case op == "+" && zero(x), op == "*" && one(x):
		return y
	case op == "+" && zero(y), op == "-" && zero(y), op == "*" && one(y), op == "div" && one(y):
		return x
	case op == "*" && (zero(x) || zero(y)):
		return t.integer(new(big.Int))
	}
	return t.node(op, "", x.sort, x, y)
}

// compute returns x op y, nil where SMT-LIB leaves it open.
func compute(op string, x, y *big.Int) *big.Int {
	n := new(big.Int)
	switch op {
	case "+":
		return n.Add(x, y)
	case "-":
		return n.Sub(x, y)
	case "*":
		return n.Mul(x, y)
	case "div", "mod":
		if y.Sign() == 0 {
			return nil
		}
		if op == "div" {
			return n.Div(x, y) // Euclidean, as mod
		}
		return n.Mod(x, y)
	}
	return nil
}

func (t *table) negate(x *term) *term {
	if x.op == opInt {
		return t.integer(new(big.Int).Neg(x.number()))
	}
	return t.node("-", "", x.sort, x)
}

// selected makes m[keys]. It looks through stores at keys that are equal, or literals
// that differ.
func (t *table) selected(m *term, keys []*term) *term {
	for m.op == opStore {
		same, apart := true, false
		for i, k := range keys {
			other := m.args[1+i]
			same = same && k == other
			apart = apart || k != other && k.literal() && other.literal()
		}
		if same {
			return m.args[len(m.args)-1]
		}
		if !apart {
			break
		}
		m = m.args[0]
	}
	return t.node(opSelect, "", m.sort.value, append([]*term{m}, keys...)...)
}

// stored makes m[keys := v].
func (t *table) stored(m *term, keys []*term, v *term) *term {
	args := append(append([]*term{m}, keys...), v)
	return t.node(opStore, "", m.sort, args...)
}

// extract takes the bits lo to hi, both included.
func (t *table) extract(x *term, hi, lo int) *term {
	if hi-lo+1 == x.sort.bits {
		return x
	}
	if x.op == opBV {
		n := new(big.Int).Rsh(x.number(), uint(lo))
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(hi-lo+1)), big.NewInt(1))
		return t.vector(n.And(n, mask), hi-lo+1)
	}
	return t.node(opExtract, strconv.Itoa(hi)+" "+strconv.Itoa(lo), bvSort(hi-lo+1), x)
}

func (t *table) concat(x, y *term) *term {
	if x.op == opBV && y.op == opBV {
		n := new(big.Int).Lsh(x.number(), uint(y.sort.bits))
		return t.vector(n.Or(n, y.number()), x.sort.bits+y.sort.bits)
	}
	return t.node("concat", "", bvSort(x.sort.bits+y.sort.bits), x, y)
}

// apply makes f(args) for a function of the prelude or of SMT-LIB.
func (t *table) apply(f string, result *sort, args ...*term) *term {
	return t.node(f, "", result, args...)
}

// quantified makes forall or exists. Quantified terms are not shared.
func (t *table) quantified(op string, q *quantifier, body *term) *term {
	if body.literal() {
		return body // no sort is empty
	}
	n := &term{op: op, sort: boolSort, args: []*term{body}, quant: q}
	t.add(n)
	// A quantifier inside another one may mention the outer one's variables.
	own := map[*term]bool{}
	for _, v := range q.vars {
		own[v] = true
	}
	n.open = mentionsOther(n, own)
	return n
}

// mentionsOther reports whether a bound variable outside of own occurs in x.
func mentionsOther(x *term, own map[*term]bool) bool {
	if x.op == opBound {
		return !own[x]
	}
	if !x.open && x.quant == nil {
		return false
	}
	if x.quant != nil {
		for _, v := range x.quant.vars {
			own[v] = true
		}
		for _, trigger := range x.quant.triggers {
			for _, y := range trigger {
				if mentionsOther(y, own) {
					return true
				}
			}
		}
	}
	for _, a := range x.args {
		if mentionsOther(a, own) {
			return true
		}
	}
	return false
}
