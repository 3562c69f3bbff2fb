package interp

import (
	"strconv"
	"strings"

	"gv2/boogie"
)

// bvOps are the SMT-LIB functions from bit-vectors to bit-vectors.
var bvOps = map[string]op{
	"bvadd": opBVAdd, "bvsub": opBVSub, "bvmul": opBVMul, "bvneg": opBVNeg, "bvnot": opBVNot, "bvand": opBVAnd,
	"bvor": opBVOr, "bvxor": opBVXor, "bvshl": opBVShl, "bvlshr": opBVLshr, "bvashr": opBVAshr, "bvudiv": opBVUdiv,
	"bvurem": opBVUrem, "bvsdiv": opBVSdiv, "bvsrem": opBVSrem, "bvsmod": opBVSmod,
}

// maxDepth bounds the nesting of expanded functions and procedures, which may
// be recursive.
const maxDepth = 60

// apply is f(args): a function of SMT-LIB, one with a body, or an uninterpreted
// one, which gives the same result for the same arguments.
func (c *compiler) apply(e *boogie.App, s *scope, dst int32) value {
	f := c.d.funcs[e.F]
	if f == nil || len(f.Params) != len(e.Args) {
		faultf("%s is not a function of %d arguments", e.F, len(e.Args))
	}
	if r, ok := relationOf(e, c.d.funcs); ok {
		return c.relation(r, s, dst)
	}
	switch name := builtin(f); {
	case name != "":
		return c.builtin(name, f, e.Args, s, dst)
	case f.Body != nil:
		return c.defined(f, e.Args, s, dst)
	}
	return c.uninterpreted(f, e.Args, s, dst)
}

func (c *compiler) builtin(name string, f *boogie.FuncDecl, args []boogie.Expr, s *scope, dst int32) value {
	w, ok := f.Params[0].T.(boogie.BV)
	result, okR := f.Result.(boogie.BV)
	if !ok || !okR || w > 64 || result > 64 {
		return c.giveUp(f.Result, dst)
	}
	if by, found := strings.CutPrefix(name, "sign_extend "); found || strings.HasPrefix(name, "zero_extend ") {
		if !found {
			by = strings.TrimPrefix(name, "zero_extend ")
		}
		n, err := strconv.Atoi(by)
		if err != nil || w+boogie.BV(n) != result {
			return c.giveUp(f.Result, dst)
		}
		x := c.expr(args[0], s, anywhere)
		if !found {
			return c.move(value{x.reg, result}, dst)
		}
		out := c.target(dst)
		c.emit(opSignExt, uint8(w), out, x.reg, int32(result))
		return value{out, result}
	}
	o, known := bvOps[name]
	unary := o == opBVNeg || o == opBVNot
	if !known || w != result || unary != (len(args) == 1) || len(args) > 2 {
		return c.giveUp(f.Result, dst)
	}
	x := c.expr(args[0], s, anywhere)
	y := x
	if !unary {
		y = c.expr(args[1], s, anywhere)
	}
	out := c.target(dst)
	c.emit(o, uint8(w), out, x.reg, y.reg)
	return value{out, result}
}

// defined is the body of f with the arguments in place of the parameters.
func (c *compiler) defined(f *boogie.FuncDecl, args []boogie.Expr, s *scope, dst int32) value {
	if c.depth++; c.depth > maxDepth {
		c.depth--
		return c.giveUp(f.Result, dst)
	}
	defer func() { c.depth-- }()
	inner := &scope{up: c.constants, vars: map[string]place{}}
	uses := map[string]int{}
	boogie.Walk(f.Body, func(e boogie.Expr) bool {
		if id, ok := e.(*boogie.Id); ok {
			uses[id.Name]++
		}
		return true
	})
	for i, p := range f.Params {
		if uses[p.Name] <= 1 {
			inner.vars[p.Name] = place{t: p.T, lazy: &exprIn{args[i], s}}
			continue
		}
		// A copy, for the argument's register may be that of the result.
		v := c.expr(args[i], s, anywhere)
		if v.reg == dst {
			v = c.move(v, c.temp())
		}
		inner.vars[p.Name] = place{reg: v.reg, t: v.t}
	}
	return c.expr(f.Body, inner, dst)
}

// function is an uninterpreted one.
type function struct {
	name    string
	id      uint64
	args    int32
	chooser *chooser
}

func (c *compiler) uninterpreted(f *boogie.FuncDecl, args []boogie.Expr, s *scope, dst int32) value {
	ok := comparable(f.Result)
	for _, p := range f.Params {
		_, isMap := p.T.(*boogie.MapType)
		ok = ok && !isMap && comparable(p.T)
	}
	if _, isMap := f.Result.(*boogie.MapType); isMap || !ok {
		return c.giveUp(f.Result, dst)
	}
	k, known := c.funcs[f.Name]
	if !known {
		k = int32(len(c.u.funcs))
		c.funcs[f.Name] = k
		id := uint64(14695981039346656037)
		for i := range len(f.Name) {
			id = hash(id, int64(f.Name[i]))
		}
		c.u.funcs = append(c.u.funcs, function{f.Name, id, int32(len(args)), c.chooserOf(f.Result, bounds{})})
	}
	row := c.row(args, s)
	out := c.target(dst)
	c.emit(opFunc, 0, out, k, row)
	return value{out, f.Result}
}
