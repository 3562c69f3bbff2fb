package interp

import (
	"fmt"
	"math/big"
	"strconv"

	"gv2/boogie"
)

// exprIn is an expression with the scope of its names.
type exprIn struct {
	e boogie.Expr
	s *scope
}

// scope maps names to what they denote.
type scope struct {
	up   *scope
	vars map[string]place
	// old are the registers with the initial values of global variables, where
	// old(...) is allowed.
	old map[string]int32
	// logs maps each variable by which a procedure chooses whether to log to its
	// log.
	logs map[string]string
}

// place is where a variable is: in a register, or an expression to be evaluated
// at each use.
type place struct {
	reg  int32
	t    boogie.Type
	lazy *exprIn
}

func (s *scope) find(name string) (place, bool) {
	for ; s != nil; s = s.up {
		if p, ok := s.vars[name]; ok {
			return p, true
		}
	}
	return place{}, false
}

// value is an expression's register and type.
type value struct {
	reg int32
	t   boogie.Type
}

// anywhere lets the compiler choose the register of a result.
const anywhere = -1

// fault ends the compilation: the program breaks a rule of Boogie.
type fault struct{ error }

func faultf(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

// temp is a register for the rest of the statement.
func (c *compiler) temp() int32 {
	if c.temps == len(c.tempRegs) {
		c.tempRegs = append(c.tempRegs, c.slot())
		c.isTemp[c.tempRegs[c.temps]] = true
	}
	c.temps++
	return c.tempRegs[c.temps-1]
}

// slot is a register of its own.
func (c *compiler) slot() int32 {
	c.u.regs++
	return int32(c.u.regs - 1)
}

func (c *compiler) target(dst int32) int32 {
	if dst == anywhere {
		return c.temp()
	}
	return dst
}

func (c *compiler) emit(o op, bits uint8, x, y, z int32) int32 {
	c.u.code = append(c.u.code, instr{o, bits, x, y, z})
	if o >= opAdd && o <= opModBig || o == opGiveUp {
		c.traps = true
	}
	return int32(len(c.u.code) - 1)
}

func (c *compiler) here() int32 { return int32(len(c.u.code)) }

// patch sets the target of jumps to the next instruction.
func (c *compiler) patch(jumps []int32) {
	for _, j := range jumps {
		c.u.code[j].a = c.here()
	}
}

// literal is the register that always holds the value.
func (c *compiler) literal(v int64) int32 {
	reg, ok := c.literals[v]
	if !ok {
		reg = c.slot()
		c.literals[v], c.literalOf[reg] = reg, v
		c.u.literals = append(c.u.literals, literal{reg, v})
	}
	return reg
}

func (c *compiler) move(v value, dst int32) value {
	if dst != anywhere && dst != v.reg {
		c.emit(opMov, 0, dst, v.reg, 0)
		v.reg = dst
	}
	return v
}

// giveUp stands for a value that cannot be computed: its code traps.
func (c *compiler) giveUp(t boogie.Type, dst int32) value {
	c.emit(opGiveUp, 0, 0, 0, 0)
	return value{c.target(dst), t}
}

// expr compiles e, into dst unless that is anywhere.
func (c *compiler) expr(e boogie.Expr, s *scope, dst int32) value {
	switch e := e.(type) {
	case *boogie.IntLit:
		return c.integer(e, dst)
	case *boogie.BVLit:
		if e.Bits > 64 {
			return c.giveUp(boogie.BV(e.Bits), dst)
		}
		c.note(int64(e.Val))
		return c.move(value{c.literal(int64(e.Val)), boogie.BV(e.Bits)}, dst)
	case *boogie.BoolLit:
		return c.move(value{c.literal(truth(e.Val)), boogie.Bool}, dst)
	case *boogie.Id:
		return c.variable(e, s, dst)
	case *boogie.Unary:
		return c.unary(e, s, dst)
	case *boogie.Binary:
		return c.binary(e, s, dst)
	case *boogie.Ite:
		return c.ite(e, s, dst)
	case *boogie.App:
		return c.apply(e, s, dst)
	case *boogie.Select:
		return c.selection(e, s, dst)
	case *boogie.Update:
		m := c.expr(e.M, s, anywhere)
		t := c.mapType(m.t, e.Keys)
		out := c.target(dst)
		if !c.isTemp[out] || out == m.reg {
			out = c.temp()
		}
		c.move(m, out)
		c.update(out, t, e.Keys, e.Val, s)
		return c.move(value{out, m.t}, dst)
	case *boogie.Extract:
		x := c.expr(e.X, s, anywhere)
		if w, ok := x.t.(boogie.BV); !ok || w > 64 || e.Lo < 0 || e.Hi <= e.Lo || e.Hi > int(w) {
			return c.giveUp(boogie.BV(e.Hi-e.Lo), dst)
		}
		out := c.target(dst)
		c.emit(opExtract, uint8(e.Hi-e.Lo), out, x.reg, int32(e.Lo))
		return value{out, boogie.BV(e.Hi - e.Lo)}
	case *boogie.Old:
		return c.expr(e.X, c.past(s), dst)
	case *boogie.Quant:
		return c.giveUp(boogie.Bool, dst)
	}
	faultf("an expression is missing")
	return value{}
}

// past is a scope in which global variables have their initial values.
func (c *compiler) past(s *scope) *scope {
	for up := s; up != nil; up = up.up {
		if up.old != nil {
			vars := map[string]place{}
			for name, reg := range up.old {
				vars[name] = place{reg: reg, t: c.globals.vars[name].t}
			}
			return &scope{up: s, vars: vars}
		}
	}
	faultf("old outside of ensures and bodies")
	return nil
}

func (c *compiler) integer(e *boogie.IntLit, dst int32) value {
	n, err := strconv.ParseInt(e.Text, 10, 64)
	if err != nil {
		if _, ok := new(big.Int).SetString(e.Text, 10); !ok {
			faultf("%q is not an integer", e.Text)
		}
		return c.giveUp(boogie.Int, dst)
	}
	c.note(n)
	return c.move(value{c.literal(n), boogie.Int}, dst)
}

// note remembers a number of the program for runs to try.
func (c *compiler) note(n int64) {
	if n < 0 {
		n = -n
	}
	if n > 2 && n <= 1<<20 {
		c.numbers[n] = true
	}
}

func (c *compiler) variable(e *boogie.Id, s *scope, dst int32) value {
	p, ok := s.find(e.Name)
	switch {
	case !ok:
		if _, is := c.d.candidate[e.Name]; is {
			return c.giveUp(boogie.Bool, dst)
		}
		faultf("%s is not declared", e.Name)
	case p.lazy != nil:
		return c.expr(p.lazy.e, p.lazy.s, dst)
	}
	return c.move(value{p.reg, p.t}, dst)
}

func (c *compiler) unary(e *boogie.Unary, s *scope, dst int32) value {
	x := c.expr(e.X, s, anywhere)
	o, t := opNot, boogie.Bool
	switch {
	case e.Op == "-" && x.t == boogie.Int:
		o, t = opNeg, boogie.Int
	case e.Op != "!" || x.t != boogie.Bool:
		return c.giveUp(x.t, dst)
	}
	if v, ok := c.literalOf[x.reg]; ok && o == opNot {
		return c.move(value{c.literal(1 - v), t}, dst)
	}
	out := c.target(dst)
	c.emit(o, 0, out, x.reg, 0)
	return value{out, t}
}

var arithmetic = map[string]op{"+": opAdd, "-": opSub, "*": opMul, "div": opDiv, "mod": opMod}

func (c *compiler) binary(e *boogie.Binary, s *scope, dst int32) value {
	switch e.Op {
	case "&&", "||", "==>":
		return c.logical(e, s, dst)
	case "++":
		return c.concat(e, s, dst)
	}
	if o, ok := arithmetic[e.Op]; ok {
		return c.arithmetic(o, e, s, dst)
	}
	r, ok := relationOf(e, c.d.funcs)
	if !ok {
		return c.giveUp(boogie.Real, dst)
	}
	return c.relation(r, s, dst)
}

// arithmetic is an operation on integers. A literal divisor of 2^64 and more
// does not fit in a register, but its result is known: the dividend, unless
// that is negative.
func (c *compiler) arithmetic(o op, e *boogie.Binary, s *scope, dst int32) value {
	x := c.expr(e.X, s, anywhere)
	if o == opMod && large(e.Y) > 0 && x.t == boogie.Int {
		out := c.target(dst)
		c.emit(opModBig, 0, out, x.reg, 0)
		return value{out, boogie.Int}
	}
	y := c.expr(e.Y, s, anywhere)
	if x.t != boogie.Int || y.t != boogie.Int {
		return c.giveUp(x.t, dst)
	}
	out := c.target(dst)
	c.emit(o, 0, out, x.reg, y.reg)
	return value{out, boogie.Int}
}

// large is the sign of an integer literal that does not fit in 64 bits, 0 for
// everything else.
func large(e boogie.Expr) int {
	l, ok := e.(*boogie.IntLit)
	if !ok {
		return 0
	}
	n, ok := new(big.Int).SetString(l.Text, 10)
	if !ok || n.IsInt64() {
		return 0
	}
	return n.Sign()
}

// logical is &&, || and ==>. Its second operand is evaluated only where it
// matters.
func (c *compiler) logical(e *boogie.Binary, s *scope, dst int32) value {
	x := c.expr(e.X, s, anywhere)
	if v, ok := c.literalOf[x.reg]; ok {
		if (v == 1) == (e.Op != "||") {
			return c.expr(e.Y, s, dst)
		}
		return c.move(value{c.literal(truth(e.Op != "&&")), boogie.Bool}, dst)
	}
	if c.atHand(e.Y, s) && e.Op != "==>" {
		y := c.expr(e.Y, s, anywhere)
		out := c.target(dst)
		c.emit(map[string]op{"&&": opAnd, "||": opOr}[e.Op], 0, out, x.reg, y.reg)
		return value{out, boogie.Bool}
	}
	// A temporary: dst may be a variable that the second operand reads.
	out := c.temp()
	skip := opJumpIfNot
	switch e.Op {
	case "&&":
		c.move(x, out)
	case "||":
		c.move(x, out)
		skip = opJumpIf
	default:
		c.emit(opNot, 0, out, x.reg, 0)
		skip = opJumpIf
	}
	j := c.emit(skip, 0, 0, out, 0)
	c.expr(e.Y, s, out)
	c.patch([]int32{j})
	return c.move(value{out, boogie.Bool}, dst)
}

// atHand reports whether e is in a register already.
func (c *compiler) atHand(e boogie.Expr, s *scope) bool {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return true
	case *boogie.Id:
		p, ok := s.find(e.Name)
		return ok && p.lazy == nil
	}
	return false
}

func (c *compiler) ite(e *boogie.Ite, s *scope, dst int32) value {
	if v, ok := c.constant(e.C, s); ok {
		if v {
			return c.expr(e.X, s, dst)
		}
		return c.expr(e.Y, s, dst)
	}
	no := c.jump(e.C, s, false)
	out := c.target(dst)
	x := c.expr(e.X, s, out)
	end := c.emit(opJump, 0, 0, 0, 0)
	c.patch(no)
	c.expr(e.Y, s, out)
	if c.u.code[end].a = c.here(); c.here() == end+1 {
		// The jump over it is not needed: the value is there already.
		c.u.code[end].op = opNop
	}
	return value{out, x.t}
}

// constant reports whether a condition has the same value in all states.
func (c *compiler) constant(e boogie.Expr, s *scope) (v, ok bool) {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return e.Val, true
	case *boogie.Id:
		if p, found := s.find(e.Name); found && p.lazy == nil {
			n, lit := c.literalOf[p.reg]
			return n == 1, lit
		} else if found {
			return c.constant(p.lazy.e, p.lazy.s)
		}
	}
	return false, false
}

func (c *compiler) concat(e *boogie.Binary, s *scope, dst int32) value {
	x, y := c.expr(e.X, s, anywhere), c.expr(e.Y, s, anywhere)
	a, okA := x.t.(boogie.BV)
	b, okB := y.t.(boogie.BV)
	if !okA || !okB || a+b > 64 {
		return c.giveUp(a+b, dst)
	}
	out := c.target(dst)
	c.emit(opConcat, uint8(b), out, x.reg, y.reg)
	return value{out, a + b}
}

// relation is a comparison as a truth value.
func (c *compiler) relation(r relation, s *scope, dst int32) value {
	if v, ok := c.beyond(r); ok {
		// The other side is still computed: it may not fit in 64 bits, either.
		other := r.x
		if large(other) != 0 {
			other = r.y
		}
		c.expr(other, s, anywhere)
		return c.move(value{c.literal(truth(v)), boogie.Bool}, dst)
	}
	x, y := c.expr(r.x, s, anywhere), c.expr(r.y, s, anywhere)
	if _, isMap := x.t.(*boogie.MapType); isMap {
		return c.mapsEqual(r.op, x, y, dst)
	}
	if !comparable(x.t) {
		return c.giveUp(boogie.Bool, dst)
	}
	o := r.op
	switch {
	case o == opLt && r.bits > 0 && r.signed:
		o = opSlt
	case o == opLe && r.bits > 0 && r.signed:
		o = opSle
	case o == opLt && r.bits > 0:
		o = opUlt
	case o == opLe && r.bits > 0:
		o = opUle
	}
	out := c.target(dst)
	c.emit(o, r.bits, out, x.reg, y.reg)
	return value{out, boogie.Bool}
}

// comparable reports whether values of the type are held in registers.
func comparable(t boogie.Type) bool {
	w, isBV := t.(boogie.BV)
	return t != boogie.Real && (!isBV || w <= 64)
}

// beyond decides comparisons with an integer literal beyond the range of
// registers.
func (c *compiler) beyond(r relation) (v, ok bool) {
	x, y := large(r.x), large(r.y)
	if x == 0 && y == 0 || x != 0 && y != 0 {
		return false, false
	}
	switch r.op {
	case opEq:
		return false, true
	case opNe:
		return true, true
	}
	return x < 0 || y > 0, true
}

func (c *compiler) mapsEqual(o op, x, y value, dst int32) value {
	out := c.target(dst)
	c.emit(opMapEq, keyBits(x.t), out, x.reg, y.reg)
	if o == opNe {
		c.emit(opNot, 0, out, out, 0)
	}
	return value{out, boogie.Bool}
}

// keyBits is the size of a map's keys in bits, at most 64.
func keyBits(t boogie.Type) uint8 {
	m := t.(*boogie.MapType)
	total := 0
	for _, k := range m.Keys {
		switch k := k.(type) {
		case boogie.BV:
			total += int(k)
		case boogie.NamedType:
			if k == boogie.Bool {
				total++
			} else {
				total += 64
			}
		}
	}
	return uint8(min(total, 64))
}

// selection is m[keys].
func (c *compiler) selection(e *boogie.Select, s *scope, dst int32) value {
	m := c.expr(e.M, s, anywhere)
	t := c.mapType(m.t, e.Keys)
	if !c.usable(t) {
		return c.giveUp(t.Value, dst)
	}
	if len(e.Keys) == 1 {
		k := c.expr(e.Keys[0], s, anywhere)
		out := c.target(dst)
		c.emit(opSelect1, 0, out, m.reg, k.reg)
		return value{out, t.Value}
	}
	k := c.row(e.Keys, s)
	out := c.target(dst)
	c.emit(opSelect2, 0, out, m.reg, k)
	return value{out, t.Value}
}

// row evaluates expressions into registers that follow each other.
func (c *compiler) row(es []boogie.Expr, s *scope) int32 {
	first := c.rowOf(len(es))
	for i, e := range es {
		c.expr(e, s, first+int32(i))
	}
	return first
}

// rowOf reserves registers that follow each other.
func (c *compiler) rowOf(n int) int32 {
	first := int32(c.u.regs)
	for range n {
		c.slot()
	}
	return first
}

// update changes the map in a register.
func (c *compiler) update(m int32, t *boogie.MapType, keys []boogie.Expr, val boogie.Expr, s *scope) {
	if !c.usable(t) {
		c.emit(opGiveUp, 0, 0, 0, 0)
		return
	}
	if len(keys) == 1 {
		k, v := c.expr(keys[0], s, anywhere), c.expr(val, s, anywhere)
		c.emit(opUpdate1, 0, m, k.reg, v.reg)
		return
	}
	k := c.row(keys, s)
	v := c.expr(val, s, anywhere)
	c.emit(opUpdate2, 0, m, k, v.reg)
}

func (c *compiler) mapType(t boogie.Type, keys []boogie.Expr) *boogie.MapType {
	m, ok := t.(*boogie.MapType)
	if !ok || len(m.Keys) != len(keys) {
		faultf("%d keys of what is no such map", len(keys))
	}
	return m
}

// usable reports whether the machine has maps of this type: one or two keys, and
// elements that are not maps.
func (c *compiler) usable(t *boogie.MapType) bool {
	for _, k := range t.Keys {
		if _, nested := k.(*boogie.MapType); nested || !comparable(k) {
			return false
		}
	}
	_, nested := t.Value.(*boogie.MapType)
	return !nested && comparable(t.Value) && len(t.Keys) <= 2
}
