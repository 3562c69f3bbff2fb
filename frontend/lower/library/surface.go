package library

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Surfaces are read and written: CUDA C++ Programming Guide, "Surface Functions".
// Each is an array of bytes, an element of it at x + 2^24 y + 2^48 z with x in
// bytes, so that accesses overlap where the coordinates say. What is read is
// arbitrary. Accesses outside do nothing or stop the kernel, unless clamped: no surface is as
// large as 2^24 bytes by 2^24 rows by 2^15 planes (CUDA C++ Programming Guide, "Technical
// Specifications"), so that a coordinate beyond that does not reach the next row.

const (
	surfaceRow   = 1 << 24
	surfacePlane = 1 << 48
)

func init() {
	types["surface"] = func(use TypeName) *ctype.Type {
		if use.Qualified() {
			return nil
		}
		return surfaceReference
	}
	families = append(families, family{"surf", surfaceCalls, surfaceCall})
}

// surfaceReference is surface<void, dim>; its record has no fields. Surface objects
// are numbers.
var surfaceReference = opaque("surface")

func isSurface(t *ctype.Type) bool { return t.IsRecord() && t.Rec == surfaceReference.Rec }

// surfaceCalls are the functions on surfaces: shape, and read or write.
var surfaceCalls = pattern(`^surf(1D|2D|3D|1DLayered|2DLayered|Cubemap|CubemapLayered)(read|write)$`)

// surfaceCall is surf2Dread<T>(surface, x, y), surf2Dread(&value, surface, x, y) or
// surf2Dwrite(value, surface, x, y).
func surfaceCall(c Call) (Value, bool) {
	m := surfaceCalls().FindStringSubmatch(c.Name())
	coords := map[string]int{"1D": 1, "2D": 2, "1DLayered": 2}[m[1]]
	if coords == 0 {
		coords = 3
	}
	a := surfaceAccess{c: c, write: m[2] == "write"}
	valued := !a.write && c.TemplateLen() > 0
	if !valued {
		a.surface = 1
	}
	a.coords = coords
	// Clamping moves accesses outside to the border.
	if c.Len() < a.surface+coords+1 || c.Mentions("cudaBoundaryModeClamp") {
		c.Unsupported(c.Pos(), "%s with these arguments; gv2 knows the forms that do not clamp coordinates", c.Name())
		return bad, true
	}
	if valued {
		return a.value(), true
	}
	return a.data(), true
}

// surfaceAccess is one call.
type surfaceAccess struct {
	c       Call
	write   bool
	surface int // number of the argument that is the surface; the coordinates follow
	coords  int // how many there are
}

// value is a read that returns what it reads.
func (a *surfaceAccess) value() Value {
	t := a.c.TemplateType(0)
	if t == nil {
		a.c.Unsupported(a.c.Pos(), "%s of something that is not a type", a.c.Name())
		return bad
	}
	t = t.Plain()
	if !a.touch(t) {
		return bad
	}
	return arbitrary(a.c, t, "what a surface holds")
}

// data is a call whose first argument is what is written, or leads to where what is
// read goes.
func (a *surfaceAccess) data() Value {
	c := a.c
	v := c.Arg(0)
	if v.Type.Bad() {
		return bad
	}
	if a.write {
		if !a.touch(v.Type) {
			return bad
		}
		return void
	}
	if v.Pointer == nil {
		c.Errorf(c.ArgPos(0), "a value of type %s where a pointer is needed", v.Type)
		return bad
	}
	to := c.Deref(v.Pointer)
	t := to.Type().Plain()
	if !a.touch(t) {
		return bad
	}
	c.Write(to, arbitrary(c, t, "what a surface holds"))
	return void
}

// touch is the access to the bytes of an element of type t.
func (a *surfaceAccess) touch(t *ctype.Type) bool {
	c := a.c
	of := a.name()
	if of == "" {
		c.Unsupported(c.Pos(), "a surface that is neither a parameter of the kernel nor a variable of the file")
		return false
	}
	if t.Bad() || !t.IsScalar() && (!t.IsRecord() || t.HasPointers()) {
		c.Unsupported(c.Pos(), "a surface of %s", t)
		return false
	}
	at, inside := kernel.Expr(kernel.NewConst(kernel.I64, 0)), kernel.Expr(kernel.BoolConst(true))
	for i, by := range []int64{1, surfaceRow, surfacePlane}[:a.coords] {
		v := c.Arg(a.surface + 1 + i)
		if v.Expr == nil || !v.Expr.Type().IsInt() {
			c.Errorf(c.ArgPos(a.surface+1+i), "a coordinate of type %s", v.Type)
			return false
		}
		x := cexpr.Convert(v.Expr, kernel.I64)
		at = cexpr.Binary(kernel.Add, at, cexpr.Binary(kernel.Mul, x, kernel.NewConst(kernel.I64, by)))
		limit := int64(surfaceRow)
		if by == surfacePlane {
			limit = 1 << 15
		}
		inside = kernel.Bin(kernel.LAnd, inside, kernel.Bin(kernel.LAnd, kernel.Bin(kernel.Le, kernel.NewConst(kernel.I64, 0), x), kernel.Bin(kernel.Lt, x, kernel.NewConst(kernel.I64, limit))))
	}
	acc := kernel.Access{Array: c.Bytes(of, a.write), Index: at, Width: int(t.Size())}
	then := c.Block(func() {
		if a.write {
			x := emit.Arbitrary(c, kernel.U8, "what is written to a surface")
			c.Emit(&kernel.Store{Src: c.Src(), Acc: acc, X: x})
		} else {
			c.Emit(&kernel.Load{Src: c.Src(), Dst: c.Temp(kernel.U8), Acc: acc})
		}
	})
	if in, known := kernel.Fold(inside).(*kernel.Const); known && in.Val != 0 {
		for _, s := range then {
			c.Emit(s)
		}
	} else {
		c.Emit(&kernel.If{Src: c.Src(), Cond: kernel.Fold(inside), Then: then})
	}
	c.Assume("surfaces do not overlap other memory")
	return true
}

// name is the name of the kernel's parameter or the file's variable that the surface
// is; empty if it is neither.
func (a *surfaceAccess) name() string {
	if isSurface(a.c.ArgType(a.surface)) {
		return a.c.FileVariable(a.surface)
	}
	if v, ok := a.c.Arg(a.surface).Expr.(*kernel.VarRef); ok && v.Var.Param {
		return v.Var.Name
	}
	return ""
}
