package emulate

import (
	"strconv"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// startValues are integers that nothing in the kernel changes: what is computed of threadIdx and what the launch gives. Compiled code
// computes them again in every address,
//
//	s[(threadIdx.x >> 5) * 32 + (threadIdx.x & 31) + 640]
//
// so a warp computes the first of them once, before it starts. A constant that is added stays where it is, or there would be as many as
// addresses.
type startValues struct {
	from int32            // the first register for them
	most int32            // how many there are at most
	regs map[string]int32 // by the text of the expression
	text []byte           // of the expression at hand
	// changing are operations known to be none, of the statement at hand.
	changing map[kernel.Expr]bool
}

// mostStartValues bounds the registers for them.
const mostStartValues = 64

// room is the number of registers for code of these nodes.
func (s *startValues) room(kept []bool) int32 {
	n := 0
	for _, is := range kept {
		if is {
			n++
		}
	}
	s.most = int32(min(mostStartValues, n/4))
	s.regs, s.changing = map[string]int32{}, map[kernel.Expr]bool{}
	return s.most
}

// keptAtStart is the register of a value that warps compute before they start.
func (c *compiler) keptAtStart(e kernel.Expr) (int32, bool) {
	if b, ok := e.(*kernel.Binary); ok && (b.Op == kernel.Add || b.Op == kernel.Sub) {
		if _, constant := b.Y.(*kernel.Const); constant {
			return none, false
		}
	}
	if c.start.most == 0 || !c.start.write(e) {
		return none, false
	}
	if reg, ok := c.start.regs[string(c.start.text)]; ok {
		return reg, true
	}
	if int32(len(c.start.regs)) == c.start.most {
		return none, false
	}
	reg := c.start.from + int32(len(c.start.regs))
	c.start.regs[string(c.start.text)] = reg
	instrs, stmts := c.instrs, c.stmts
	c.instrs, c.stmts = nil, nil
	alone := eval.Compiler{Registers: registers{c}}
	alone.Begin()
	if from := alone.ExprInto(e, reg); from != reg {
		c.emit(instr{op: opMove, dst: reg, a: from})
	}
	c.first = append(c.first, c.instrs...)
	c.instrs, c.stmts = instrs, stmts
	return reg, true
}

// write sets text to that of an expression of integers that nothing in a kernel changes; it returns false for others.
func (s *startValues) write(e kernel.Expr) bool {
	s.text = s.text[:0]
	return s.fixed(e)
}

func (s *startValues) fixed(e kernel.Expr) bool {
	if e.Type().Kind == kernel.Float || s.changing[e] {
		return false
	}
	ok := false
	switch e := e.(type) {
	case *kernel.Const:
		s.text = append(strconv.AppendInt(s.text, e.Val, 10), ';')
		return true
	case *kernel.Builtin:
		s.add('b', int(e.Kind), e.Dim)
		return true
	case *kernel.Unary:
		s.add('u', int(e.Op), int(eval.TypeOf(e.X.Type())))
		ok = s.fixed(e.X)
	case *kernel.Binary:
		s.add('2', int(e.Op), int(eval.TypeOf(e.X.Type())))
		ok = s.fixed(e.X) && s.fixed(e.Y)
	case *kernel.Convert:
		s.add('c', int(eval.TypeOf(e.T)), int(eval.TypeOf(e.X.Type())))
		ok = s.fixed(e.X)
	default:
		// Variables change, and the others are rare in addresses.
		return false
	}
	s.text = append(s.text, ')')
	if !ok {
		s.changing[e] = true
	}
	return ok
}

// add writes what an operation is; its operands follow.
func (s *startValues) add(kind byte, what, of int) {
	s.text = append(s.text, kind)
	s.text = append(strconv.AppendInt(s.text, int64(what), 10), '.')
	s.text = append(strconv.AppendInt(s.text, int64(of), 10), '(')
}
