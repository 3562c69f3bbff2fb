package translate

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// Where values of a register meet, they become a variable that the edges assign. If all are
// addresses in one array, it is the place within that array. If they are addresses in several,
// or numbers as well, a second variable says which of them there is, provided that an access
// rests on it: of most registers that are sometimes derived from a parameter of 64 bits, the
// number is all that matters.

// mostMeeting bounds the arrays of addresses that meet at one place.
const mostMeeting = 6

// meetKey is a place where values of a register meet.
type meetKey struct{ block, register int }

// meetFacts is what meets there.
type meetFacts struct {
	syms []string // the arrays of the addresses
	// others are the values that are no addresses, once nothing else is learnt.
	others others
	wanted bool // an access goes to what the register holds
	bytes  bool // addresses within elements
	// ranged is set if the number there is between lo and hi.
	ranged bool
	lo, hi int64
}

// others are values that are no addresses of known arrays.
type others int

const (
	noOthers others = iota
	onlyNull
	anyNumber
)

// meet is where several values of a register meet: a variable.
type meet struct {
	key meetKey
	// v is the number, or the place in units of so many bytes if there are syms.
	v    *kernel.Var
	unit int64
	bits int // of the address
	syms []*symbol
	// which numbers the array among syms, or is len(syms) for a number; nil where there is one
	// array only.
	which *kernel.Var
	// number is the number, if there may be one besides 0.
	number *kernel.Var
	others others
}

// begin makes the variables of the values that meet at a block.
func (p *pass) begin(b int) {
	if o := p.g.Origin[b]; o >= 0 && len(p.blocks[o].insts) > 0 {
		p.out.src = p.blocks[o].insts[0].src
	}
	for _, r := range p.flow.meets[b] {
		m := &meet{key: meetKey{b, r}}
		of := p.prog.registers[p.flow.registers[r]]
		if p.addressesMeet(m, of.t) {
			p.set(r, p.beginAddresses(m, strings.TrimPrefix(of.name, "%")))
		} else {
			p.set(r, value{num: p.beginNumber(m, of)})
		}
		p.meets[b] = append(p.meets[b], m)
	}
}

// addressesMeet reports whether what meets is kept as addresses.
func (p *pass) addressesMeet(m *meet, t kernel.Type) bool {
	facts := p.known.meet(m.key)
	switch n := len(facts.syms); {
	case n == 0 || n > mostMeeting:
		return false
	case n == 1 && facts.others == noOthers:
	case !t.IsInt() || t.Bits < 32 || !facts.wanted:
		return false
	}
	m.bits, m.others, m.unit = t.Bits, facts.others, 0
	for _, key := range facts.syms {
		m.syms = append(m.syms, p.symbolOf(key))
		if s := p.known.symbol(key); s.unit > 0 && (m.unit == 0 || int64(s.unit) < m.unit) {
			m.unit = int64(s.unit)
		}
	}
	if m.unit == 0 || facts.bytes {
		m.unit = 1
	}
	return true
}

// beginAddresses makes the variables of addresses that meet.
func (p *pass) beginAddresses(m *meet, name string) value {
	m.v = p.out.variable(name, kernel.I64)
	if len(m.syms) == 1 && m.others == noOthers {
		return value{ptr: &pointer{m.syms[0], p.moved(m)}}
	}
	m.which = p.out.variable(name+"_array", kernel.I32)
	p.ranges.Vars[m.which] = address.Between(0, int64(len(m.syms)))
	var last value
	all := m.syms
	switch m.others {
	case noOthers:
		last, all = value{ptr: &pointer{all[len(all)-1], p.moved(m)}}, all[:len(all)-1]
	case onlyNull:
		last = value{num: kernel.NewConst(kernel.Type{Kind: kernel.Int, Bits: m.bits}, 0)}
	case anyNumber:
		m.number = p.out.variable(name+"_number", kernel.Type{Kind: kernel.Int, Bits: m.bits})
		last = value{num: kernel.Ref(m.number)}
	}
	for i := range slices.Backward(all) {
		is := cexpr.Fold(kernel.Eq, kernel.Ref(m.which), kernel.NewConst(kernel.I32, int64(i)))
		last = value{alt: &choice{is, value{ptr: &pointer{all[i], p.moved(m)}}, last}}
	}
	return last
}

// moved is the offset of an address that meets others.
func (p *pass) moved(m *meet) address.Offset {
	return address.Moved(m.bits, kernel.Ref(m.v), m.unit)
}

// carry notes the values that an edge carries, and learns which of them are addresses.
func (p *pass) carry(from, to int) {
	key := [2]int{from, to}
	if _, done := p.edges[key]; done {
		return
	}
	values := []value{}
	for _, r := range p.flow.meets[to] {
		v := p.env[r]
		values = append(values, v)
		p.learn(meetKey{to, r}, v)
	}
	p.edges[key] = values
}

// learn notes what meets at a place. Numbers that a first pass computes from what it does
// not know to be an address yet are not held against it: they are addresses in the next one.
func (p *pass) learn(key meetKey, v value) {
	m := p.known.meet(key)
	for _, leaf := range v.leaves() {
		if leaf.ptr != nil && leaf.ptr.sym.space == kernel.Local && len(p.known.loads) > 0 && (len(m.syms) > 1 || m.others != noOthers) {
			p.wild(p.known.symbol(leaf.ptr.sym.key)) // it may go on as a number
		}
		switch {
		case leaf.ptr != nil && len(m.syms) <= mostMeeting && !slices.Contains(m.syms, leaf.ptr.sym.key):
			m.syms = append(m.syms, leaf.ptr.sym.key)
			p.known.changed = true
		case leaf.num != nil && m.wanted:
			p.want(leaf.num)
		}
	}
}

// want notes that a number is accessed as an address: the places at which it met others are
// kept as addresses in the next pass, if there are addresses among them.
func (p *pass) want(e kernel.Expr) {
	for _, t := range address.Of(e, 64).Terms {
		if t.Factor != 1 {
			continue
		}
		kernel.WalkExpr(t.X, func(e kernel.Expr) bool {
			r, ok := e.(*kernel.VarRef)
			if !ok {
				return true
			}
			if key, ok := p.numbers[r.Var]; ok && !p.known.meet(key).wanted {
				m := p.known.meet(key)
				m.wanted = true
				p.known.changed = p.known.changed || len(m.syms) > 0
			}
			if key, ok := p.loads[r.Var]; ok && !p.known.loads[key] {
				p.known.loads[key], p.known.changed = true, true
			}
			if from := p.kepts[r.Var]; from != nil && !p.wanting[r.Var] {
				p.wanting[r.Var] = true
				p.want(from)
			}
			return true
		})
	}
}

// checkMeets notes the places where addresses meet numbers, once nothing else is learnt. Where
// addresses within elements meet, bytes are counted.
func (p *pass) checkMeets() {
	if p.known.changed {
		return
	}
	for edge, values := range p.edges {
		for i, m := range p.meets[edge[1]] {
			if len(m.syms) == 0 {
				continue
			}
			facts := p.known.meet(m.key)
			for _, leaf := range values[i].leaves() {
				switch {
				case leaf.ptr == nil:
					is := anyNumber
					if c, ok := leaf.num.(*kernel.Const); ok && c.Val == 0 {
						is = onlyNull
					}
					if is > facts.others {
						facts.others, p.known.changed = is, true
					}
				case m.unit > 1 && !leaf.ptr.off.Divisible(m.unit):
					facts.bytes, p.known.changed = true, true
				}
			}
		}
	}
}

// leaves are what a value may be.
func (v value) leaves() []value {
	switch {
	case v.alt != nil:
		return append(v.alt.x.leaves(), v.alt.y.leaves()...)
	case v.defined():
		return []value{v}
	}
	return nil
}

// copied is an assignment that an edge makes; e is nil for an arbitrary value.
type copied struct {
	v *kernel.Var
	e kernel.Expr
}

// copies are the assignments of an edge, which happen at once.
func (p *pass) copies(from, to int) (out []copied) {
	values := p.edges[[2]int{from, to}]
	give := func(v *kernel.Var, e kernel.Expr) {
		switch {
		case v == nil || e != nil && kernel.IsRef(e, v):
		case e == nil: // what does not matter
			out = append(out, copied{v, kernel.NewConst(v.T, 0)})
		default:
			out = append(out, copied{v, e})
		}
	}
	for i, m := range p.meets[to] {
		v := values[i]
		switch {
		case !v.defined() && len(m.syms) == 0:
			out = append(out, copied{m.v, nil})
		case !v.defined():
			// Any of its addresses, as far as it matters: nothing relies on it.
			for _, v := range []*kernel.Var{m.v, m.which, m.number} {
				if v != nil {
					out = append(out, copied{v, nil})
				}
			}
		case len(m.syms) == 0:
			give(m.v, retype(p.number(v), m.v.T))
		default:
			c := p.parts(m, v)
			give(m.v, c.place)
			give(m.which, c.which)
			give(m.number, c.number)
		}
	}
	return out
}

// parts are what an edge assigns where addresses meet; nil for what does not matter.
type parts struct{ which, place, number kernel.Expr }

func (p *pass) parts(m *meet, v value) parts {
	which := func(n int) kernel.Expr { return kernel.NewConst(kernel.I32, int64(n)) }
	switch {
	case v.alt != nil:
		x, y := p.parts(m, v.alt.x), p.parts(m, v.alt.y)
		either := func(x, y kernel.Expr) kernel.Expr {
			switch {
			case x == nil:
				return y
			case y == nil:
				return x
			}
			return kernel.FoldNode(&kernel.Cond{C: v.alt.cond, X: x, Y: y})
		}
		return parts{either(x.which, y.which), either(x.place, y.place), either(x.number, y.number)}
	case v.ptr != nil:
		e, wraps := p.resized(v.ptr, m.bits).off.Index(m.unit, p.ranges)
		p.assume(wraps)
		if at := slices.Index(m.syms, v.ptr.sym); at >= 0 {
			return parts{which: which(at), place: e}
		}
	case m.others != noOthers:
		out := parts{which: which(len(m.syms))}
		if m.number != nil {
			out.number = retype(v.num, m.number.T)
		}
		return out
	}
	failf(p.prog.f.At, "%s holds addresses of several arrays, or numbers as well", p.prog.registers[p.flow.registers[m.key.register]].name)
	return parts{}
}
