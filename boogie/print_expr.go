package boogie

import (
	"strconv"
	"strings"
)

// The binding strengths of Boogie's grammar, weakest first. && and || share one
// level and do not mix.
const (
	precEquiv = iota + 1
	precImp
	precLogic
	precRel
	precConcat
	precAdd
	precMul
	precUnary
	precPostfix
	precAtom
)

// binaryPrec is the strength of a binary operator, 0 for an unknown one.
func binaryPrec(op string) int {
	switch op {
	case "<==>":
		return precEquiv
	case "==>":
		return precImp
	case "&&", "||":
		return precLogic
	case "==", "!=", "<", "<=", ">", ">=":
		return precRel
	case "++":
		return precConcat
	case "+", "-":
		return precAdd
	case "*", "div", "mod", "/":
		return precMul
	}
	return 0
}

// ExprString prints e on one line.
func ExprString(e Expr) string { return flat(e) }

func flat(e Expr) string {
	var b strings.Builder
	flatTo(&b, e, 0)
	return b.String()
}

// strength is the level of the grammar that produces e.
func strength(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return binaryPrec(e.Op)
	case *Unary:
		return precUnary
	case *IntLit:
		if strings.HasPrefix(e.Text, "-") {
			return precUnary
		}
	case *Select, *Update, *Extract:
		return precPostfix
	}
	return precAtom
}

// flatTo prints e where the grammar requires strength prec or more: weaker
// expressions get parentheses.
func flatTo(b *strings.Builder, e Expr, prec int) {
	if strength(e) < prec {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e := e.(type) {
	case *IntLit:
		b.WriteString(e.Text)
	case *BVLit:
		b.WriteString(strconv.FormatUint(e.Val, 10) + "bv" + strconv.Itoa(e.Bits))
	case *BoolLit:
		b.WriteString(strconv.FormatBool(e.Val))
	case *Id:
		b.WriteString(e.Name)
	case *Unary:
		b.WriteString(e.Op)
		flatTo(b, e.X, unaryOperand(e))
	case *Binary:
		flatBinary(b, e)
	case *Ite:
		b.WriteString("(if ")
		flatTo(b, e.C, 0)
		b.WriteString(" then ")
		flatTo(b, e.X, 0)
		b.WriteString(" else ")
		flatTo(b, e.Y, 0)
		b.WriteByte(')')
	case *App:
		b.WriteString(e.F + "(")
		flatList(b, e.Args)
		b.WriteByte(')')
	case *Select, *Update, *Extract:
		flatPostfix(b, e)
	case *Old:
		b.WriteString("old(")
		flatTo(b, e.X, 0)
		b.WriteByte(')')
	case *Quant:
		b.WriteString(quantHead(e) + " ")
		flatTo(b, e.Body, 0)
		b.WriteByte(')')
	}
}

// unaryOperand is the strength that the operand needs. It keeps - from standing
// before another -, or before a literal: Boogie would read one negative literal.
func unaryOperand(e *Unary) int {
	if e.Op == "-" {
		switch e.X.(type) {
		case *IntLit:
			return precAtom + 1
		case *Unary:
			return precPostfix
		}
	}
	return precUnary
}

// flatPostfix prints m[i][j := v][8:0] from its base outwards, without
// recursion over the chain.
func flatPostfix(b *strings.Builder, e Expr) {
	var chain []Expr
	base := e
	for strength(base) == precPostfix {
		chain = append(chain, base)
		base = postfixBase(base)
	}
	flatTo(b, base, precPostfix)
	for i := len(chain) - 1; i >= 0; i-- {
		b.WriteByte('[')
		switch e := chain[i].(type) {
		case *Select:
			flatList(b, e.Keys)
		case *Update:
			flatList(b, e.Keys)
			b.WriteString(" := ")
			flatTo(b, e.Val, 0)
		case *Extract:
			b.WriteString(strconv.Itoa(e.Hi) + ":" + strconv.Itoa(e.Lo))
		}
		b.WriteByte(']')
	}
}

// postfixBase is the map or bit-vector to which a postfix operator applies.
func postfixBase(e Expr) Expr {
	switch e := e.(type) {
	case *Select:
		return e.M
	case *Update:
		return e.M
	case *Extract:
		return e.X
	}
	return nil
}

func flatList(b *strings.Builder, es []Expr) {
	for i, e := range es {
		if i > 0 {
			b.WriteString(", ")
		}
		flatTo(b, e, 0)
	}
}

// flatBinary prints a chain of one strength without parentheses.
func flatBinary(b *strings.Builder, e *Binary) {
	c := chainOf(e)
	for i, x := range c.operands {
		if i > 0 {
			b.WriteString(" " + c.ops[i-1] + " ")
		}
		flatTo(b, x, c.want(i))
	}
}

// chain is x0 op0 x1 op1 x2 in the form that the grammar reads without
// parentheses.
type chain struct {
	prec     int
	operands []Expr
	ops      []string
}

// want is the strength that operand i must have.
func (c *chain) want(i int) int { return c.prec + 1 }

// chainOf unfolds e as the grammar associates: && and || on both sides, ==> to
// the right, the others to the left, relations not at all.
func chainOf(e *Binary) *chain {
	c := &chain{prec: binaryPrec(e.Op)}
	switch c.prec {
	case precLogic:
		// Unlike the other operators of one strength, && and || do not mix in a
		// chain, so only the same operator unfolds.
		c.operands = Operands(e.Op, e)
		for range len(c.operands) - 1 {
			c.ops = append(c.ops, e.Op)
		}
	case precImp:
		var x Expr = e
		for {
			b, ok := x.(*Binary)
			if !ok || b.Op != e.Op {
				break
			}
			c.operands, c.ops = append(c.operands, b.X), append(c.ops, b.Op)
			x = b.Y
		}
		c.operands = append(c.operands, x)
	case precRel:
		c.operands, c.ops = []Expr{e.X, e.Y}, []string{e.Op}
	default:
		c.unfoldLeft(e)
	}
	return c
}

// unfoldLeft collects the left spine of e in a loop: chains may have thousands
// of terms, and recursion over them could exhaust the stack.
func (c *chain) unfoldLeft(e *Binary) {
	var spine []*Binary
	x := Expr(e)
	for {
		b, ok := x.(*Binary)
		if !ok || binaryPrec(b.Op) != c.prec {
			break
		}
		spine = append(spine, b)
		x = b.X
	}
	c.operands = append(c.operands, x)
	for i := len(spine) - 1; i >= 0; i-- {
		c.operands, c.ops = append(c.operands, spine[i].Y), append(c.ops, spine[i].Op)
	}
}

// Operands lists the terms of e as joined by the associative operator op, && or
// ||: e alone if it is not such a term.
func Operands(op string, e Expr) []Expr {
	var out []Expr
	// A stack in place of recursion, for chains of any length.
	stack := []Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b, ok := x.(*Binary); ok && b.Op == op {
			stack = append(stack, b.Y, b.X)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// quantHead is (forall x: int :: {f(x)} without the body.
func quantHead(q *Quant) string {
	var b strings.Builder
	b.WriteString("(forall ")
	if q.Exists {
		b.Reset()
		b.WriteString("(exists ")
	}
	for i, v := range q.Vars {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.Name + ": " + TypeString(v.T))
	}
	b.WriteString(" ::")
	for _, t := range q.Triggers {
		b.WriteString(" {")
		flatList(&b, t)
		b.WriteByte('}')
	}
	return b.String()
}

// maxBroken bounds the levels of an expression with one part a line: each level
// prints its parts once more to measure them, so without a bound the time would
// grow with depth times size.
const maxBroken = 4

// broken lays e out at the given indentation, starting at its current column.
// one is e on a single line, used where it fits.
func broken(e Expr, one string, indent, level int) string {
	if len(margin(indent))+len(one) <= width || level > maxBroken {
		return one
	}
	var b strings.Builder
	brokenTo(&b, e, 0, indent, level)
	return b.String()
}

// brokenPart is broken for an operand that needs strength prec.
func brokenPart(b *strings.Builder, e Expr, prec, indent, level int) {
	var f strings.Builder
	flatTo(&f, e, prec)
	if len(margin(indent))+f.Len() <= width || level > maxBroken {
		b.WriteString(f.String())
		return
	}
	brokenTo(b, e, prec, indent, level)
}

// brokenTo prints e with each of its parts on a line of its own.
func brokenTo(b *strings.Builder, e Expr, prec, indent, level int) {
	if strength(e) < prec {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	newline := "\n" + margin(indent)
	switch e := e.(type) {
	case *Binary:
		c := chainOf(e)
		for i, x := range c.operands {
			if i > 0 {
				b.WriteString(" " + c.ops[i-1] + newline)
			}
			brokenPart(b, x, c.want(i), indent+1, level+1)
		}
	case *Ite:
		b.WriteString("(if ")
		brokenPart(b, e.C, 0, indent+1, level+1)
		b.WriteString(newline + " then ")
		brokenPart(b, e.X, 0, indent+1, level+1)
		b.WriteString(newline + " else ")
		brokenPart(b, e.Y, 0, indent+1, level+1)
		b.WriteByte(')')
	case *App:
		b.WriteString(e.F + "(")
		for i, x := range e.Args {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n" + margin(indent+1))
			brokenPart(b, x, 0, indent+2, level+1)
		}
		b.WriteByte(')')
	case *Quant:
		b.WriteString(quantHead(e) + "\n" + margin(indent+1))
		brokenPart(b, e.Body, 0, indent+2, level+1)
		b.WriteByte(')')
	default:
		flatTo(b, e, 0)
	}
}
