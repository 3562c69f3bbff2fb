package translate

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"gv2/frontend/ptx"
	"gv2/frontend/ptx/module"
)

// machine executes one thread of a kernel as the PTX ISA has it, without the translation.
type machine struct {
	regs   map[string]uint64
	width  map[string]int // of registers, in bits; 1 for predicates
	base   map[string]uint64
	memory map[string]uint64 // by array and element
	trace  []string
	steps  int
	carry  uint64
	bad    string // an instruction that the machine does not know
}

// events that both sides write down.
func stored(array string, index int64, v uint64) string {
	return fmt.Sprintf("%s[%d] = %#x", array, index, v)
}

// content is what memory holds before the kernel.
func content(array string, index int64) uint64 {
	h := uint64(index)*0x9e3779b97f4a7c15 + uint64(len(array))*77
	h ^= h >> 29
	switch {
	case index < 0 || index > 40:
		return h & 0xffffffff
	case index%3 == 0:
		return h & 7
	case index%3 == 1:
		return uint64(uint32(-int32(h & 15)))
	}
	return h & 0xffffffff
}

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// signed is the low bits of v as a signed number.
func signed(v uint64, width int) int64 { return int64(v) << (64 - width) >> (64 - width) }

func typeOf(mod string) (width int, sign bool) {
	fmt.Sscanf(strings.TrimLeft(mod, "busf"), "%d", &width)
	if mod == "pred" {
		width = 1
	}
	return width, mod[0] == 's'
}

// run executes the function; it is false if that takes too long.
func (m *machine) run(f *module.Function) bool {
	body, diags := f.Body()
	if diags.HasErrors() {
		panic(diags.String())
	}
	labels := map[string]int{}
	for i, s := range body.Statements {
		if s.Kind == ptx.Label {
			labels[s.Op] = i
		}
		if s.Registers != nil {
			w, _ := typeOf(s.Registers.Type)
			for n := range max(s.Registers.Count, 0) {
				m.width[fmt.Sprint(s.Registers.Name, n)] = w
			}
		}
	}
	for pc := 0; pc < len(body.Statements); pc++ {
		s := &body.Statements[pc]
		if s.Kind != ptx.Instruction || s.Op == "" {
			continue
		}
		if m.steps--; m.steps < 0 {
			return false
		}
		if s.Guard != nil && (m.regs[s.Guard.Text] != 0) == s.Guard.Not {
			continue
		}
		switch s.Op {
		case "bra":
			pc = labels[s.Args[0].Text]
		case "ret":
			return true
		default:
			m.exec(&s.Item)
		}
	}
	return true
}

func (m *machine) get(o *ptx.Operand, width int) uint64 {
	var v uint64
	switch o.Form {
	case ptx.Integer:
		v = uint64(o.Val)
	case ptx.Name:
		if b, ok := m.base[o.Text]; ok {
			v = b
		} else {
			v = m.regs[o.Text]
		}
	}
	if o.Not {
		v ^= 1
	}
	return v & mask(width)
}

func (m *machine) put(o *ptx.Operand, v uint64) { m.regs[o.Text] = v & mask(m.width[o.Text]) }

// place is the array and element of an address.
func (m *machine) place(it *ptx.Item, o *ptx.Operand, space string) (string, int64) {
	at := m.get(&o.Parts[0], 64) + uint64(o.Parts[1].Val)
	if space == "shared" {
		return "tile", int64(uint32(at)-uint32(m.base["tile"])) >> 2
	}
	for _, name := range []string{"a", "b"} {
		if off := int64(at - m.base[name]); off > -1<<45 && off < 1<<45 {
			return name, off >> 2
		}
	}
	panic(fmt.Sprintf("address %#x", at))
}

func (m *machine) exec(it *ptx.Item) {
	mods, a := it.Mods, it.Args
	last := mods[len(mods)-1]
	w, sign := typeOf(last)
	get := func(i int) uint64 { return m.get(&a[i], w) }
	sx := func(i int) int64 { return signed(get(i), w) }
	// num is an operand as a number of the instruction's type.
	num := func(i int) *big.Int {
		if sign {
			return big.NewInt(sx(i))
		}
		return new(big.Int).SetUint64(get(i))
	}
	low := func(n *big.Int) uint64 {
		return new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()
	}
	has := func(mod string) bool {
		for _, x := range mods {
			if x == mod {
				return true
			}
		}
		return false
	}
	product := func() *big.Int {
		p := new(big.Int).Mul(num(1), num(2))
		if has("hi") {
			p.Rsh(p, uint(w))
		}
		return p
	}
	switch it.Op {
	case "ld":
		if mods[0] == "param" {
			m.put(&a[0], m.base[a[1].Parts[0].Text])
			return
		}
		array, i := m.place(it, &a[1], mods[0])
		key := fmt.Sprint(array, i)
		v, ok := m.memory[key]
		if !ok {
			v = content(array, i)
		}
		m.put(&a[0], v)
	case "st":
		array, i := m.place(it, &a[0], mods[0])
		v := m.get(&a[1], w)
		m.memory[fmt.Sprint(array, i)] = v
		m.trace = append(m.trace, stored(array, i, v))
	case "mov", "cvta":
		switch {
		case a[0].Form == ptx.Vector:
			part := w / len(a[0].Parts)
			for i := range a[0].Parts {
				m.put(&a[0].Parts[i], get(1)>>(i*part)&mask(part))
			}
		case a[1].Form == ptx.Vector:
			v, part := uint64(0), w/len(a[1].Parts)
			for i := range a[1].Parts {
				v |= m.get(&a[1].Parts[i], part) << (i * part)
			}
			m.put(&a[0], v)
		default:
			m.put(&a[0], get(1))
		}
	case "add":
		s := get(1) + get(2)
		if has("cc") {
			m.carry = 0
			if s&mask(w) < get(1) || s > mask(w) && w < 64 {
				m.carry = 1
			}
		}
		m.put(&a[0], s)
	case "addc":
		s := new(big.Int).Add(new(big.Int).SetUint64(get(1)), new(big.Int).SetUint64(get(2)))
		s.Add(s, new(big.Int).SetUint64(m.carry))
		if has("cc") {
			m.carry = new(big.Int).Rsh(s, uint(w)).Uint64()
		}
		m.put(&a[0], low(s))
	case "sub":
		if has("cc") {
			m.carry = 0
			if get(1) < get(2) {
				m.carry = 1
			}
		}
		m.put(&a[0], get(1)-get(2))
	case "subc":
		s := new(big.Int).Sub(new(big.Int).SetUint64(get(1)), new(big.Int).SetUint64(get(2)))
		s.Sub(s, new(big.Int).SetUint64(m.carry))
		if has("cc") {
			m.carry = 0
			if s.Sign() < 0 {
				m.carry = 1
			}
		}
		m.put(&a[0], low(s))
	case "mul":
		m.put(&a[0], low(product()))
	case "mad", "madc":
		p := product()
		wide := w
		if has("wide") {
			wide = 2 * w
		}
		if it.Op == "mad" && !has("cc") {
			p.Add(p, new(big.Int).SetUint64(m.get(&a[3], wide)))
			m.put(&a[0], low(p))
			return
		}
		s := new(big.Int).SetUint64(low(p) & mask(w))
		s.Add(s, new(big.Int).SetUint64(get(3)))
		if it.Op == "madc" {
			s.Add(s, new(big.Int).SetUint64(m.carry))
		}
		if has("cc") {
			m.carry = new(big.Int).Rsh(s, uint(w)).Uint64()
		}
		m.put(&a[0], low(s))
	case "mul24", "mad24":
		x, y := get(1)&0xffffff, get(2)&0xffffff
		p := big.NewInt(0).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y))
		if sign {
			p.Mul(big.NewInt(signed(x, 24)), big.NewInt(signed(y, 24)))
		}
		if has("hi") {
			p.Rsh(p, 16)
		}
		v := low(p) & mask(32)
		if it.Op == "mad24" {
			v += get(3)
		}
		m.put(&a[0], v)
	case "sad":
		d := new(big.Int).Sub(num(1), num(2))
		m.put(&a[0], low(d.Abs(d))+get(3))
	case "div", "rem":
		q, r := new(big.Int).QuoRem(num(1), num(2), new(big.Int))
		if it.Op == "rem" {
			q = r
		}
		m.put(&a[0], low(q))
	case "abs":
		d := num(1)
		m.put(&a[0], low(d.Abs(d)))
	case "neg":
		m.put(&a[0], -get(1))
	case "min", "max":
		x, y := 1, 2
		if (num(x).Cmp(num(y)) > 0) == (it.Op == "min") {
			x = y
		}
		m.put(&a[0], get(x))
	case "popc":
		m.put(&a[0], uint64(bits.OnesCount64(get(1))))
	case "clz":
		m.put(&a[0], uint64(bits.LeadingZeros64(get(1))-64+w))
	case "brev":
		m.put(&a[0], bits.Reverse64(get(1))>>(64-w))
	case "fns":
		// The loop of the ISA's text.
		set, pos, n, d := m.get(&a[1], 32), int64(m.get(&a[2], 32)), signed(m.get(&a[3], 32), 32), uint64(1<<32-1)
		if n == 0 {
			if pos < 32 && set>>pos&1 == 1 {
				d = uint64(pos)
			}
		} else {
			count, inc := max(n, -n)-1, n/max(n, -n)
			for pos >= 0 && pos < 32 {
				if set>>pos&1 == 1 {
					if count == 0 {
						d = uint64(pos)
						break
					}
					count--
				}
				pos += inc
			}
		}
		m.put(&a[0], d)
	case "bfind":
		x := get(1)
		if sign && sx(1) < 0 {
			x = ^x & mask(w)
		}
		d := uint64(bits.Len64(x) - 1)
		if has("shiftamt") && x != 0 {
			d = uint64(w-1) - d
		}
		m.put(&a[0], d&mask(32))
	case "bfe":
		pos, n := int(m.get(&a[2], 8)), int(m.get(&a[3], 8))
		x, d := get(1), uint64(0)
		fill := uint64(0)
		if sign && n > 0 {
			fill = x >> min(pos+n-1, w-1) & 1
		}
		for i := range w {
			b := fill
			if i < n && pos+i < w {
				b = x >> (pos + i) & 1
			}
			d |= b << i
		}
		m.put(&a[0], d)
	case "bfi":
		pos, n := int(m.get(&a[3], 8)), int(m.get(&a[4], 8))
		x, d := get(1), get(2)
		for i := 0; i < n && pos+i < w; i++ {
			d = d&^(1<<(pos+i)) | x>>i&1<<(pos+i)
		}
		m.put(&a[0], d)
	case "bmsk":
		pos, n := m.get(&a[1], 32), m.get(&a[2], 32)
		if has("wrap") {
			pos, n = pos&31, n&31
		}
		d := uint64(0)
		for i := range uint64(32) {
			if i >= pos && i-pos < n {
				d |= 1 << i
			}
		}
		m.put(&a[0], d)
	case "szext":
		n := m.get(&a[2], 32)
		if has("wrap") {
			n &= 31
		}
		x := m.get(&a[1], 32)
		switch {
		case n == 0:
			x = 0
		case n < 32 && sign:
			x = uint64(signed(x, int(n)))
		case n < 32:
			x &= mask(int(n))
		}
		m.put(&a[0], x)
	case "and":
		m.put(&a[0], get(1)&get(2))
	case "or":
		m.put(&a[0], get(1)|get(2))
	case "xor":
		m.put(&a[0], get(1)^get(2))
	case "not":
		m.put(&a[0], ^get(1))
	case "cnot":
		m.put(&a[0], 0)
		if get(1) == 0 {
			m.put(&a[0], 1)
		}
	case "lop3":
		d := uint64(0)
		for i := range 32 {
			n := get(1)>>i&1<<2 | get(2)>>i&1<<1 | get(3)>>i&1
			d |= uint64(a[4].Val) >> n & 1 << i
		}
		m.put(&a[0], d)
	case "shl", "shr":
		n := m.get(&a[2], 32)
		switch {
		case it.Op == "shl" && n >= uint64(w):
			m.put(&a[0], 0)
		case it.Op == "shl":
			m.put(&a[0], get(1)<<n)
		case sign:
			m.put(&a[0], uint64(sx(1)>>min(n, uint64(w-1))))
		case n >= uint64(w):
			m.put(&a[0], 0)
		default:
			m.put(&a[0], get(1)>>n)
		}
	case "shf":
		n := m.get(&a[3], 32)
		if has("wrap") {
			n &= 31
		}
		n = min(n, 32)
		both := get(2)<<32 | get(1)
		if has("l") {
			m.put(&a[0], both<<n>>32)
		} else {
			m.put(&a[0], both>>n)
		}
	case "prmt":
		d, s := uint64(0), m.get(&a[3], 32)
		both := m.get(&a[2], 32)<<32 | m.get(&a[1], 32)
		mode := ""
		if len(mods) == 2 {
			mode = mods[1]
			// The selectors of the modes, from the table of the ISA: byte 3 first.
			s = map[string][4]uint64{"f4e": {0x3210, 0x4321, 0x5432, 0x6543}, "b4e": {0x5670, 0x6701, 0x7012, 0x0123},
				"rc8": {0x0000, 0x1111, 0x2222, 0x3333}, "ecl": {0x3210, 0x3211, 0x3222, 0x3333},
				"ecr": {0x0000, 0x1110, 0x2210, 0x3210}, "rc16": {0x1010, 0x3232, 0x1010, 0x3232}}[mode][s&3]
		}
		for i := range 4 {
			b := both >> (8 * (s >> (4 * i) & 7)) & 0xff
			if mode == "" && s>>(4*i)&8 != 0 {
				b = uint64(signed(b>>7, 1)) & 0xff
			}
			d |= b << (8 * i)
		}
		m.put(&a[0], d)
	case "dp2a":
		x, y := m.get(&a[1], 32), m.get(&a[2], 32)
		_, sa := typeOf(mods[1])
		_, sb := typeOf(mods[2])
		d := int64(m.get(&a[3], 32))
		if has("hi") {
			y >>= 16
		}
		for i := range 2 {
			p, q := int64(x>>(16*i)&0xffff), int64(y>>(8*i)&0xff)
			if sa {
				p = signed(uint64(p), 16)
			}
			if sb {
				q = signed(uint64(q), 8)
			}
			d += p * q
		}
		m.put(&a[0], uint64(d))
	case "dp4a":
		x, y := m.get(&a[1], 32), m.get(&a[2], 32)
		d := int64(signed(m.get(&a[3], 32), 32))
		_, sa := typeOf(mods[0])
		_, sb := typeOf(mods[1])
		part := func(v uint64, i int, sign bool) int64 {
			if b := v >> (8 * i) & 0xff; sign {
				return signed(b, 8)
			} else {
				return int64(b)
			}
		}
		for i := range 4 {
			d += part(x, i, sa) * part(y, i, sb)
		}
		m.put(&a[0], uint64(d))
	case "selp":
		i := 2
		if m.get(&a[3], 1) != 0 {
			i = 1
		}
		m.put(&a[0], get(i))
	case "slct":
		wd, _ := typeOf(mods[0])
		i := 2
		if sx(3) >= 0 {
			i = 1
		}
		m.put(&a[0], m.get(&a[i], wd))
	case "setp", "set":
		m.compare(it, num)
	case "cvt":
		from, fs := typeOf(mods[len(mods)-1])
		to, ts := typeOf(mods[len(mods)-2])
		v := m.get(&a[1], from)
		n := new(big.Int).SetUint64(v)
		if fs {
			n = big.NewInt(signed(v, from))
		}
		if has("sat") {
			lo, hi := big.NewInt(0), new(big.Int).SetUint64(mask(to))
			if ts {
				hi = new(big.Int).SetUint64(mask(to) >> 1)
				lo = new(big.Int).Neg(new(big.Int).Add(hi, big.NewInt(1)))
			}
			if n.Cmp(lo) < 0 {
				n = lo
			}
			if n.Cmp(hi) > 0 {
				n = hi
			}
		}
		d := low(n) & mask(to)
		if ts {
			d = uint64(signed(d, to))
		}
		m.put(&a[0], d)
	default:
		m.bad = it.Opcode()
	}
}

// compare is setp and set.
func (m *machine) compare(it *ptx.Item, num func(int) *big.Int) {
	c := num(1).Cmp(num(2))
	is := map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0,
		"lo": c < 0, "ls": c <= 0, "hi": c > 0, "hs": c >= 0}[it.Mods[0]]
	join := func(x bool) bool {
		if len(it.Args) < 4 {
			return x
		}
		y := m.get(&it.Args[3], 1) != 0
		switch it.Mods[1] {
		case "and":
			return x && y
		case "or":
			return x || y
		}
		return x != y
	}
	bit := func(x bool) uint64 {
		if x {
			return 1
		}
		return 0
	}
	if it.Op == "set" {
		m.put(&it.Args[0], -bit(join(is)))
		return
	}
	d := &it.Args[0]
	if d.Form == ptx.Pair {
		m.put(&d.Parts[1], bit(join(!is)))
		d = &d.Parts[0]
	}
	m.put(d, bit(join(is)))
}
