package object

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Numbers that are addresses, in arithmetic. What holds of the pointers holds of them: whether they are equal,
// which comes first, how far they are apart. And an address that was moved to a multiple of something, as in
//
//	(float4 *)(((uintptr_t)p + 15) & ~(uintptr_t)15)
//
// leads to where p leads, so many bytes further on as the numbers differ.

// furthest is how far an address is moved to become a multiple of something.
const furthest = 1 << 20

// Addresses is x op y of two numbers if these are addresses and pointers tell what it is, nil if not.
func (mem *Model) Addresses(pos diag.Pos, op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	if !op.IsComparison() && op != kernel.Sub {
		return nil
	}
	p, q := mem.distances.pointerIn(x), mem.distances.pointerIn(y)
	switch {
	case p != nil && q != nil && op == kernel.Sub && measurable(p, q):
		return cexpr.Convert(mem.Difference(pos, p.With(ctype.Char, p.Off), q.With(ctype.Char, q.Off)), cexpr.Binary(op, x, y).Type())
	case !op.IsComparison():
	case p != nil && q != nil:
		mem.an.Unify(append(slices.Clone(p.Targets), q.Targets...))
		return mem.ComparePointers(pos, op, p, q)
	case p != nil && isZero(y):
		return mem.distances.againstNull(pos, op, p)
	case q != nil && isZero(x):
		return mem.distances.againstNull(pos, mirrored[op], q)
	}
	return nil
}

// mirrored are the comparisons with their operands the other way round.
var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne, kernel.Lt: kernel.Gt, kernel.Gt: kernel.Lt, kernel.Le: kernel.Ge, kernel.Ge: kernel.Le,
}

func isZero(e kernel.Expr) bool {
	c, ok := e.(*kernel.Const)
	return ok && c.Val == 0
}

// againstNull compares the address of p, which has no sign, with 0.
func (d *distances) againstNull(pos diag.Pos, op kernel.BinaryOp, p *Pointer) kernel.Expr {
	switch op {
	case kernel.Lt:
		return kernel.BoolConst(false)
	case kernel.Ge:
		return kernel.BoolConst(true)
	case kernel.Gt:
		op = kernel.Ne
	case kernel.Le:
		op = kernel.Eq
	}
	return d.mem.ComparePointers(pos, op, p, d.mem.an.NullPointer(p.Elem))
}

// pointerIn is the pointer whose address is in the variable that e is, nil if e is no such variable.
func (d *distances) pointerIn(e kernel.Expr) *Pointer {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok || !c.T.IsInt() || c.T.Bits != 64 || c.X.Type().Bits != 64 {
			break
		}
		e = c.X
	}
	if r, ok := e.(*kernel.VarRef); ok && r.Var.T.Bits == 64 {
		return d.mem.addresses[r.Var]
	}
	return nil
}

// aligned is the address that e makes a multiple of something, nil if e does nothing of the kind.
func (d *distances) aligned(e *kernel.Binary) *kernel.VarRef {
	switch e.Op {
	case kernel.And, kernel.Mul, kernel.Shl:
		return d.origin(e)
	case kernel.Add, kernel.Sub:
		if d.mentionsAddress(e.X) && d.mentionsAddress(e.Y) {
			return d.origin(e)
		}
	default:
		// Others move no address.
	}
	return nil
}

// origin is the variable with the address that e is near to: moved by a number of bytes, or to a multiple of
// something. Nil if e is no such number.
func (d *distances) origin(e kernel.Expr) *kernel.VarRef {
	switch e := e.(type) {
	case *kernel.VarRef:
		if d.mem.addresses[e.Var] != nil {
			return e
		}
	case *kernel.Convert:
		if e.T.IsInt() && e.T.Bits >= 32 {
			return d.origin(e.X)
		}
	case *kernel.Binary:
		x, y := d.origin(e.X), d.origin(e.Y)
		switch {
		case e.Op == kernel.Add && (x == nil) != (y == nil):
			if x == nil {
				return y
			}
			return x
		case e.Op == kernel.Sub && y == nil, e.Op == kernel.And && rounds(e.Y):
			return x
		case e.Op == kernel.And && rounds(e.X):
			return y
		case e.Op == kernel.Mul || e.Op == kernel.Shl:
			return d.divided(e)
		}
	default:
		// Others are no addresses.
	}
	return nil
}

// rounds reports whether a mask leaves all bits but some of the lowest.
func rounds(mask kernel.Expr) bool {
	c, ok := mask.(*kernel.Const)
	if !ok {
		return false
	}
	n := -c.Val
	if c.T.Bits == 32 {
		n = int64(-int32(c.Val))
	}
	return n > 0 && n <= furthest && n&(n-1) == 0
}

// divided is the address in x / c * c and (x >> c) << c.
func (d *distances) divided(e *kernel.Binary) *kernel.VarRef {
	inner, back := e.X, e.Y
	if _, ok := inner.(*kernel.Const); ok && e.Op == kernel.Mul {
		inner, back = e.Y, e.X
	}
	of, ok := kernel.StripIntegerCasts(inner).(*kernel.Binary)
	by, constant := back.(*kernel.Const)
	if !ok || !constant || by.Val <= 0 || by.Val > furthest {
		return nil
	}
	if c, same := of.Y.(*kernel.Const); !same || c.Val != by.Val || of.X.Type().Bits < e.Type().Bits {
		return nil
	}
	if e.Op == kernel.Mul && of.Op == kernel.Div || e.Op == kernel.Shl && of.Op == kernel.Shr && by.Val <= 20 {
		return d.origin(of.X)
	}
	return nil
}

// mentionsAddress reports whether e is computed from the address of a pointer.
func (d *distances) mentionsAddress(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			found = found || d.mem.addresses[r.Var] != nil
		}
		return true
	})
	return found
}

// near is the pointer whose address e is, which was made of the address in from; nil if they are not of that kind.
func (d *distances) near(e kernel.Expr, from *kernel.VarRef) *Pointer {
	p := d.mem.addresses[from.Var]
	if t := e.Type(); !t.IsInt() || t.Bits != 64 && !p.inShared() {
		return nil
	}
	by := cexpr.Binary(kernel.Sub, e, cexpr.Convert(from, e.Type()))
	return d.mem.Shift(p, distance(by), false)
}

// multiples tells what divides the parameters that addresses are.
func (d *distances) multiples() map[*kernel.Var]int64 {
	out := map[*kernel.Var]int64{}
	for _, n := range d.numbers {
		out[n.address] = n.m.T.Alignment()
	}
	return out
}

// StateAddresses enters into the kernel the addresses that its body uses, and what is known of them: they
// are multiples of what the types demand, and not 0 where the kernel does not ask for null pointers.
func (mem *Model) StateAddresses() {
	if len(mem.distances.held) == 0 && len(mem.distances.numbers) == 0 {
		return
	}
	k := mem.out.Kernel
	used := mem.distances.dropNumbers()
	for _, n := range mem.distances.numbers {
		if !used[n.address] {
			continue
		}
		k.Params = append(k.Params, n.address)
		address, by := &kernel.VarRef{Var: n.address}, n.m.T.Alignment()
		var known []kernel.Expr
		var says []string
		null := cexpr.Binary(kernel.Eq, address, kernel.NewConst(kernel.U64, 0))
		if flag := mem.nullFlags[n.m]; flag != nil {
			is := &kernel.VarRef{Var: flag}
			known = append(known, cexpr.Binary(kernel.LOr, cexpr.Binary(kernel.LAnd, is, null), cexpr.Binary(kernel.LAnd, cexpr.Not(is), cexpr.Not(null))))
		} else if n.m.Space == kernel.Global && mem.distances.asked[n.m] {
			known = append(known, cexpr.Not(null))
			says = append(says, n.m.Label+" is not null")
		}
		if by > 1 {
			known = append(known, cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.Rem, address, kernel.NewConst(kernel.U64, by)), kernel.NewConst(kernel.U64, 0)))
			says = append(says, "the address of "+n.m.Label+" is a multiple of "+strconv.FormatInt(by, 10)+", as its type demands")
		}
		k.Requires = slices.Insert(k.Requires, k.FromLaunch, known...)
		k.FromLaunch += len(known)
		if n.m.Param && len(says) > 0 {
			mem.out.Assume(strings.Join(says, ", and "))
		}
	}
}

// dropNumbers drops the variables that hold addresses of which only pointers were made, or that were only
// compared as pointers. It returns the variables that are read in what remains.
func (d *distances) dropNumbers() map[*kernel.Var]bool {
	k := d.mem.out.Kernel
	for {
		used, dropped := readIn(k.Body), false
		body := kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
			if a, ok := s.(*kernel.Assign); ok && !used[a.Dst] && (d.held[a.Dst] || d.mem.addresses[a.Dst] != nil) {
				dropped = true
				return nil
			}
			return []kernel.Stmt{inner}
		})
		if !dropped {
			return used
		}
		k.Body = body
	}
}

// readIn are the variables that the statements read.
func readIn(body []kernel.Stmt) map[*kernel.Var]bool {
	read := map[*kernel.Var]bool{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if r, ok := e.(*kernel.VarRef); ok {
					read[r.Var] = true
				}
				return true
			})
		})
		return true
	})
	return read
}
