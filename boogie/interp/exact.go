package interp

import (
	"math/big"

	"gv2/boogie"
)

// Evaluation on the tree, with integers of any size: the machine's fallback where
// 64 bits are not enough, and an independent reading of the language for tests of
// the compiler. Truth values are 0 and 1, bit-vectors unsigned patterns of any
// width.

// exact is the value of e in the machine's state, nil if it cannot be computed.
func (m *machine) exact(e boogie.Expr, s *scope) *big.Int {
	v := exactEval{m: m}
	n, _ := v.eval(e, s)
	return n
}

type exactEval struct {
	m     *machine
	depth int
}

// unknown is the value of an expression that cannot be computed.
var unknown *big.Int

func truthInt(b bool) (*big.Int, int) { return big.NewInt(truth(b)), 0 }

// eval returns the value of e and, of a bit-vector, its width.
func (v *exactEval) eval(e boogie.Expr, s *scope) (*big.Int, int) {
	switch e := e.(type) {
	case *boogie.IntLit:
		n, ok := new(big.Int).SetString(e.Text, 10)
		if !ok {
			return unknown, 0
		}
		return n, 0
	case *boogie.BVLit:
		return new(big.Int).SetUint64(e.Val), e.Bits
	case *boogie.BoolLit:
		return truthInt(e.Val)
	case *boogie.Id:
		return v.variable(e, s)
	case *boogie.Unary:
		x, _ := v.eval(e.X, s)
		switch {
		case x == nil:
			return unknown, 0
		case e.Op == "!":
			return truthInt(x.Sign() == 0)
		}
		return x.Neg(x), 0
	case *boogie.Binary:
		return v.binary(e, s)
	case *boogie.Ite:
		c, _ := v.eval(e.C, s)
		switch {
		case c == nil:
			return unknown, 0
		case c.Sign() != 0:
			return v.eval(e.X, s)
		}
		return v.eval(e.Y, s)
	case *boogie.App:
		return v.apply(e, s)
	case *boogie.Select:
		return v.selection(e, s)
	case *boogie.Extract:
		x, _ := v.eval(e.X, s)
		if x == nil {
			return unknown, 0
		}
		return lowBits(x.Rsh(x, uint(e.Lo)), e.Hi-e.Lo), e.Hi - e.Lo
	}
	return unknown, 0
}

func lowBits(n *big.Int, bits int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return n.Mod(n, m)
}

func (v *exactEval) variable(e *boogie.Id, s *scope) (*big.Int, int) {
	p, ok := s.find(e.Name)
	switch {
	case !ok:
		return unknown, 0
	case p.lazy != nil:
		return v.eval(p.lazy.e, p.lazy.s)
	}
	switch t := p.t.(type) {
	case boogie.BV:
		return new(big.Int).SetUint64(uint64(v.m.reg[p.reg])), int(t)
	case *boogie.MapType:
		return unknown, 0
	}
	return big.NewInt(v.m.reg[p.reg]), 0
}

func (v *exactEval) binary(e *boogie.Binary, s *scope) (*big.Int, int) {
	x, bits := v.eval(e.X, s)
	if x == nil {
		return unknown, 0
	}
	switch {
	case e.Op == "&&" && x.Sign() == 0, e.Op == "||" && x.Sign() != 0:
		return x, 0
	case e.Op == "==>" && x.Sign() == 0:
		return truthInt(true)
	}
	y, bitsY := v.eval(e.Y, s)
	if y == nil {
		return unknown, 0
	}
	switch e.Op {
	case "&&", "||", "==>":
		return y, 0
	case "==", "<==>":
		return truthInt(x.Cmp(y) == 0)
	case "!=":
		return truthInt(x.Cmp(y) != 0)
	case "<":
		return truthInt(x.Cmp(y) < 0)
	case "<=":
		return truthInt(x.Cmp(y) <= 0)
	case ">":
		return truthInt(x.Cmp(y) > 0)
	case ">=":
		return truthInt(x.Cmp(y) >= 0)
	case "++":
		return x.Or(x.Lsh(x, uint(bitsY)), y), bits + bitsY
	}
	return exactArithmetic(e.Op, x, y), 0
}

// exactArithmetic is SMT-LIB's: div and mod are Euclidean, and division by zero is
// unknown.
func exactArithmetic(o string, x, y *big.Int) *big.Int {
	switch o {
	case "+":
		return x.Add(x, y)
	case "-":
		return x.Sub(x, y)
	case "*":
		return x.Mul(x, y)
	}
	if y.Sign() == 0 {
		return unknown
	}
	switch o {
	case "div":
		return x.Div(x, y)
	case "mod":
		return x.Mod(x, y)
	}
	return unknown
}

// word is a value as a register holds it.
func word(n *big.Int, bits int) (int64, bool) {
	switch {
	case n == nil:
		return 0, false
	case bits > 0:
		return int64(n.Uint64()), n.IsUint64()
	}
	return n.Int64(), n.IsInt64()
}

// fromWord reads a register.
func fromWord(x int64, t boogie.Type) (*big.Int, int) {
	if bits, ok := t.(boogie.BV); ok {
		return new(big.Int).SetUint64(uint64(x)), int(bits)
	}
	return big.NewInt(x), 0
}

// selection is an element of a map in a variable.
func (v *exactEval) selection(e *boogie.Select, s *scope) (*big.Int, int) {
	id, ok := e.M.(*boogie.Id)
	if !ok || len(e.Keys) > 2 {
		return unknown, 0
	}
	p, ok := s.find(id.Name)
	t, isMap := p.t.(*boogie.MapType)
	if !ok || p.lazy != nil || !isMap {
		return unknown, 0
	}
	var key [2]int64
	for i, k := range e.Keys {
		if key[i], ok = word(v.eval(k, s)); !ok {
			return unknown, 0
		}
	}
	return fromWord(v.m.lookup(v.m.reg[p.reg], key), t.Value)
}

func (v *exactEval) apply(e *boogie.App, s *scope) (*big.Int, int) {
	f := v.m.u.decls.funcs[e.F]
	if f == nil || v.depth > maxDepth {
		return unknown, 0
	}
	v.depth++
	defer func() { v.depth-- }()
	if f.Body != nil && builtin(f) == "" {
		inner := &scope{vars: map[string]place{}}
		for i, p := range f.Params {
			inner.vars[p.Name] = place{t: p.T, lazy: &exprIn{e.Args[i], s}}
		}
		return v.eval(f.Body, inner)
	}
	args := make([]*big.Int, len(e.Args))
	for i, a := range e.Args {
		if args[i], _ = v.eval(a, s); args[i] == nil {
			return unknown, 0
		}
	}
	if name := builtin(f); name != "" {
		return exactBuiltin(name, f, args)
	}
	return v.uninterpreted(f, args)
}

// uninterpreted is the machine's value of an uninterpreted function.
func (v *exactEval) uninterpreted(f *boogie.FuncDecl, args []*big.Int) (*big.Int, int) {
	for i := range v.m.u.funcs {
		g := &v.m.u.funcs[i]
		if g.name != f.Name {
			continue
		}
		words := make([]int64, len(args))
		for k, a := range args {
			_, isBV := f.Params[k].T.(boogie.BV)
			ok := false
			if words[k], ok = word(a, int(truth(isBV))); !ok {
				return unknown, 0
			}
		}
		return fromWord(v.m.apply(g, words), f.Result)
	}
	return unknown, 0
}
