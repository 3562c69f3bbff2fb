package ptx

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// CarryFlag is the name of the condition code of extended-precision arithmetic (PTX ISA, "Extended
// Precision Arithmetic Instructions"): add.cc, sub.cc and mad.cc write it, addc, subc and madc read
// it. No operand has that name.
const CarryFlag = "%cc"

// WritesCarry reports whether an instruction writes the carry flag.
func WritesCarry(it *Item) bool { return carries[it.Op] != "" && slices.Contains(it.Mods, "cc") }

// ReadsCarry reports whether an instruction reads the carry flag.
func ReadsCarry(it *Item) bool { return it.Op == "addc" || it.Op == "subc" || it.Op == "madc" }

// carries are the opcodes that may do either, by what they do apart from it.
var carries = map[string]string{"add": "add", "addc": "add", "sub": "sub", "subc": "sub", "mad": "mad", "madc": "mad"}

// flag is the carry flag as a register.
func (c *Code) flag() *Register {
	if c.program != nil {
		return c.register(&Operand{Form: Name, Text: CarryFlag})
	}
	if c.carry == nil {
		if c.unordered {
			c.unsupported("%s in a template with branches", c.item.opcode())
		}
		c.carry = c.NewRegister(kernel.BoolType)
	}
	return c.carry
}

// carried is an instruction that reads or writes the carry flag: {add,sub}{c}{.cc}.type d, a, b and
// mad{c}.{lo,hi}{.cc}.type d, a, b, c.
func (c *Code) carried(it *Item) {
	flag := c.flag()
	mods := slices.DeleteFunc(slices.Clone(it.Mods), func(m string) bool { return m == "cc" })
	args := 3
	if carries[it.Op] == "mad" {
		args = 4
	}
	half := len(mods) == 2 && (mods[0] == "lo" || mods[0] == "hi")
	if flag == nil || len(it.Args) != args || half != (args == 4) || !half && len(mods) != 1 {
		c.wrong(it)
		return
	}
	t, ok := typeNamed(mods[len(mods)-1])
	if !ok || !t.IsInt() || t.Bits < 32 {
		c.wrong(it)
		return
	}
	t.Signed = false
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	if args == 4 {
		signed, _ := typeNamed(mods[1])
		if mods[0] == "hi" { // depends on the sign
			x = cexpr.Convert(cexpr.Exact("mulhi", signed, c.read(&it.Args[1], signed), c.read(&it.Args[2], signed)), t)
		} else {
			x = cexpr.Fold(kernel.Mul, x, y)
		}
		y = c.read(&it.Args[3], t)
	}
	x, y = c.settled(x), c.settled(y)
	op := kernel.Add
	if carries[it.Op] == "sub" {
		op = kernel.Sub
	}
	result := cexpr.Fold(op, x, y)
	var in kernel.Expr
	if ReadsCarry(it) {
		in = c.settled(c.Use(flag))
		one := kernel.FoldNode(&kernel.Cond{C: in, X: kernel.NewConst(t, 1), Y: kernel.NewConst(t, 0)})
		result = cexpr.Fold(op, result, one)
	}
	result = c.settled(result)
	if WritesCarry(it) {
		// The sum wraps around where it is less than x, or equal with a carry of one added; the
		// difference where y is greater than x, or equal.
		less, equal := cexpr.Fold(kernel.Lt, result, x), cexpr.Fold(kernel.Le, result, x)
		if op == kernel.Sub {
			less, equal = cexpr.Fold(kernel.Lt, x, y), cexpr.Fold(kernel.Le, x, y)
		}
		out := less
		if in != nil {
			out = kernel.FoldNode(&kernel.Cond{C: in, X: equal, Y: less})
		}
		c.Set(flag, out)
		c.mark(flag)
	}
	c.write(&it.Args[0], result)
}

// settled is a value that later assignments of this instruction do not change. In a Program values
// never change.
func (c *Code) settled(e kernel.Expr) kernel.Expr {
	if c.program != nil {
		return e
	}
	if _, constant := e.(*kernel.Const); constant {
		return e
	}
	v := c.b.Temp(e.Type())
	c.b.Emit(&kernel.Assign{Src: c.b.Src(), Dst: v, X: e})
	return &kernel.VarRef{Var: v}
}

// settledCondition is settled for a truth value.
func (c *Code) settledCondition(e kernel.Expr) kernel.Expr {
	if _, constant := e.(*kernel.Const); constant || c.program != nil {
		return e
	}
	v := c.b.Temp(kernel.BoolType)
	c.b.Emit(&kernel.Assign{Src: c.b.Src(), Dst: v, X: e})
	return &kernel.VarRef{Var: v}
}
