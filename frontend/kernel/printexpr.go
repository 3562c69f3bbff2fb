package kernel

import (
	"fmt"
	"strconv"
	"strings"
)

// The binding strength of C's operators, weakest first. Implies binds weakest.
const (
	precImplies = iota + 1
	precCond
	precUnary   = 13
	precPrimary = 14
)

var binaryText = [...]struct {
	text string
	prec int
}{
	Add: {"+", 11}, Sub: {"-", 11}, Mul: {"*", 12}, Div: {"/", 12}, Rem: {"%", 12},
	And: {"&", 7}, Or: {"|", 5}, Xor: {"^", 6}, Shl: {"<<", 10}, Shr: {">>", 10},
	LAnd: {"&&", 4}, LOr: {"||", 3}, Implies: {"==>", precImplies},
	Eq: {"==", 8}, Ne: {"!=", 8}, Lt: {"<", 9}, Le: {"<=", 9}, Gt: {">", 9}, Ge: {">=", 9},
}

// String returns the operator's C spelling, ==> for Implies.
func (op BinaryOp) String() string { return binaryText[op].text }

// String returns the operator's C spelling.
func (op UnaryOp) String() string { return [...]string{"-", "~", "!"}[op] }

// String returns the CUDA name: threadIdx.
func (b BuiltinKind) String() string {
	return [...]string{"threadIdx", "blockIdx", "blockDim", "gridDim", "clusterRank", "clusterDim"}[b]
}

// ExprString returns e in C's syntax with the parentheses it needs. An integer
// constant that is not i32 carries its type (255u8) unless a neighbour shows it.
func ExprString(e Expr) string { return exprAs(e, I32) }

// exprAs prints e in a context that shows its type t.
func exprAs(e Expr, t Type) string {
	p := &exprPrinter{}
	p.expr(e, 0, &t)
	return p.b.String()
}

type exprPrinter struct {
	b strings.Builder
}

// expr prints e, with parentheses around operators weaker than min; known is
// the type that the context shows, if any.
func (p *exprPrinter) expr(e Expr, min int, known *Type) {
	prec := precedence(e)
	if prec < min {
		p.b.WriteByte('(')
		defer p.b.WriteByte(')')
	}
	switch e := e.(type) {
	case nil:
		p.b.WriteString("<nil>")
	case *Const:
		p.b.WriteString(constText(e, known))
	case *FloatConst:
		p.b.WriteString(e.Text)
	case *VarRef:
		p.b.WriteString(e.Var.Written())
	case *Builtin:
		p.b.WriteString(e.Kind.String() + "." + string("xyz"[e.Dim]))
	case *Unary:
		p.b.WriteString(e.Op.String())
		if _, cast := e.X.(*Convert); cast {
			p.expr(e.X, precUnary, known)
		} else {
			p.expr(e.X, precPrimary, known)
		}
	case *Binary:
		p.binary(e, prec, known)
	case *Cond:
		p.expr(e.C, precCond+1, &BoolType)
		p.b.WriteString(" ? ")
		p.expr(e.X, precCond, known)
		p.b.WriteString(" : ")
		p.expr(e.Y, precCond, known)
	case *Convert:
		p.b.WriteString("(" + e.T.String() + ")")
		p.expr(e.X, precUnary, &I32)
	case *Call:
		p.call(e)
	case *Other:
		p.b.WriteString("other(" + ExprString(e.X) + ")")
	case *Enabled:
		p.b.WriteString("enabled")
	case *Accessed:
		p.b.WriteString([...]string{"read", "written"}[e.Kind] + "(" + e.Array.Name + ")")
	case *AccessIndex:
		p.b.WriteString([...]string{"read", "write"}[e.Kind] + "_index(" + e.Array.Name + ")")
	default:
		panic(fmt.Sprintf("kernel: unknown expression %T", e))
	}
}

// binary omits an operand's type if the other operand, not a constant, shows it.
func (p *exprPrinter) binary(e *Binary, prec int, known *Type) {
	left, right := known, known
	if e.Op.IsComparison() || e.Op == Shl || e.Op == Shr {
		left, right = &I32, &I32
		if e.Op == Shl || e.Op == Shr {
			left = known
		}
	}
	if e.Op != Shl && e.Op != Shr {
		if t := toldType(e.X); t != nil {
			right = t
		}
		if t := toldType(e.Y); t != nil {
			left = t
		}
	}
	p.expr(e.X, prec, left)
	p.b.WriteString(" " + e.Op.String() + " ")
	p.expr(e.Y, prec+1, right)
}

// toldType returns the type of e if its text shows it.
func toldType(e Expr) *Type {
	if _, ok := e.(*Const); ok {
		return nil
	}
	t := e.Type()
	return &t
}

func (p *exprPrinter) call(e *Call) {
	p.b.WriteString(e.Fn)
	if !IsExact(e) {
		p.b.WriteString(":" + e.T.String())
	}
	p.b.WriteByte('(')
	for i, a := range e.Args {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.expr(a, 0, &I32)
	}
	p.b.WriteByte(')')
}

func precedence(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return binaryText[e.Op].prec
	case *Cond:
		return precCond
	case *Unary, *Convert:
		return precUnary
	case *Const:
		if e.Val < 0 {
			return precUnary
		}
	default:
		// Others are never in need of parentheses.
	}
	return precPrimary
}

// constText prints true, 7, 255u8, without the type if known shows it.
func constText(c *Const, known *Type) string {
	if c.T.Kind == Bool {
		return strconv.FormatBool(c.Val != 0)
	}
	text := strconv.FormatInt(c.Val, 10)
	if c.T == U64 {
		text = strconv.FormatUint(uint64(c.Val), 10)
	}
	if known != nil && *known == c.T {
		return text
	}
	return text + c.T.String()
}
