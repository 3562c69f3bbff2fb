package lower

import (
	"regexp"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Surfaces are read and written: CUDA C++ Programming Guide, "Surface Functions".
// Each is an array of bytes, an element of it at x + 2^24 y + 2^48 z with x in
// bytes, so that accesses overlap where the coordinates say. What is read is
// arbitrary. Accesses outside do nothing or stop the kernel, unless clamped.

const (
	surfaceRow   = 1 << 24
	surfacePlane = 1 << 48
)

// surfaceType is surface<void, dim>; its record has no fields.
func surfaceType(te *cuda.TypeExpr) *ctype.Type {
	if te.Name != "surface" || len(te.Path) > 0 {
		return nil
	}
	return surfaceReference
}

var surfaceReference = groupType("surface")

func isSurface(t *ctype.Type) bool { return t.IsRecord() && t.Rec == surfaceReference.Rec }

// surfaceCalls are the functions on surfaces: shape, and read or write.
var surfaceCalls = regexp.MustCompile(`^surf(1D|2D|3D|1DLayered|2DLayered|Cubemap|CubemapLayered)(read|write)$`)

// surfaceFunction is a call of one of them; nil if fun is none.
func (l *lowerer) surfaceFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *place {
	m := surfaceCalls.FindStringSubmatch(fun.Name)
	if m == nil || len(fun.Path) > 0 {
		return nil
	}
	coords := map[string]int{"1D": 1, "2D": 2, "1DLayered": 2}[m[1]]
	if coords == 0 {
		coords = 3
	}
	valued := m[2] == "read" && len(fun.Args) > 0 // surf2Dread<T>(surface, x, y)
	if !valued {
		coords++
	}
	if len(args) < coords+1 || l.clamped(e) {
		l.Unsupported(e.Pos, "%s with these arguments; gv2 knows the forms that do not clamp coordinates", fun.Name)
		return &badPlace
	}
	if valued {
		return l.surfaceValue(e, fun, args[0], args[1:coords+1])
	}
	return l.surfaceAccess(e, m[2] == "write", args[0], args[1], args[2:coords+1])
}

// clamped reports whether the call names the mode that moves accesses outside to
// the border.
func (l *lowerer) clamped(e *cuda.CallExpr) bool {
	found := false
	for _, a := range e.Args {
		cuda.WalkExpr(a, func(x cuda.Expr) bool {
			id, ok := x.(*cuda.Ident)
			found = found || ok && id.Name == "cudaBoundaryModeClamp"
			return true
		})
	}
	return found
}

func (l *lowerer) surfaceValue(e *cuda.CallExpr, fun *cuda.Ident, surface callArg, coords []callArg) *place {
	if fun.Args[0].Type == nil {
		l.Unsupported(e.Pos, "%s of something that is no type", fun.Name)
		return &badPlace
	}
	t := l.resolve(fun.Args[0].Type).Plain()
	if !l.touchSurface(e.Pos, e.Args[0], surface, coords, t, false) {
		return &badPlace
	}
	return valuePlace(e, l.arbitraryValue(e.Pos, t, "what a surface holds"))
}

// surfaceAccess is surf2Dwrite(value, surface, x, y) or surf2Dread(&value, ...).
func (l *lowerer) surfaceAccess(e *cuda.CallExpr, write bool, data, surface callArg, coords []callArg) *place {
	v := l.argValue(data)
	if v.bad() {
		return &badPlace
	}
	if write {
		if !l.touchSurface(e.Pos, e.Args[1], surface, coords, v.t, true) {
			return &badPlace
		}
		return &voidPlace
	}
	if v.p == nil {
		l.Errorf(data.pos, "a value of type %s where a pointer is needed", v.t)
		return &badPlace
	}
	to := l.deref(e.Pos, v.p)
	t := to.t.Plain()
	if !l.touchSurface(e.Pos, e.Args[1], surface, coords, t, false) {
		return &badPlace
	}
	l.write(to, l.arbitraryValue(e.Pos, t, "what a surface holds"))
	return &voidPlace
}

// touchSurface is the access to the bytes of an element of type t.
func (l *lowerer) touchSurface(pos diag.Pos, name cuda.Expr, surface callArg, coords []callArg, t *ctype.Type, write bool) bool {
	of := l.surfaceName(name, surface)
	if of == "" {
		l.Unsupported(pos, "a surface that is no parameter of the kernel and no variable of the file")
		return false
	}
	if t.Bad() || !t.IsScalar() && (!t.IsRecord() || t.HasPointers()) {
		l.Unsupported(pos, "a surface of %s", t)
		return false
	}
	at := kernel.Expr(offset(0))
	for i, by := range []int64{1, surfaceRow, surfacePlane}[:len(coords)] {
		v := l.argValue(coords[i])
		if v.e == nil || !v.e.Type().IsInt() {
			l.Errorf(coords[i].pos, "a coordinate of type %s", v.t)
			return false
		}
		at = add(at, cexpr.Binary(kernel.Mul, cexpr.Convert(v.e, kernel.I64), offset(by)))
	}
	m := l.surfaceMemory(of)
	acc := kernel.Access{Array: l.array(m), Index: at, Width: int(t.Size())}
	if write {
		l.wrote(m)
		l.Emit(&kernel.Store{Src: l.at(pos), Acc: acc, X: l.arbitrary(pos, kernel.U8, "what is written to a surface")})
	} else {
		l.Emit(&kernel.Load{Src: l.at(pos), Dst: l.Temp(kernel.U8), Acc: acc})
	}
	l.Assume("surfaces do not overlap other memory")
	return true
}

// surfaceName is the name of the kernel's parameter or the file's variable that
// a surface is; empty if it is neither.
func (l *lowerer) surfaceName(e cuda.Expr, surface callArg) string {
	if isSurface(surface.t()) {
		if id, ok := e.(*cuda.Ident); ok && l.frame.scope.find(id.Name) == nil {
			return strings.Join(append(id.Path[:len(id.Path):len(id.Path)], id.Name), "::")
		}
		return ""
	}
	if v, ok := l.argValue(surface).e.(*kernel.VarRef); ok && v.Var.Param {
		return v.Var.Name
	}
	return ""
}

// surfaceMemory is the memory behind a surface, by its name.
func (l *lowerer) surfaceMemory(name string) *memory {
	m := l.newMemory(slot{l.an.root, surfaceNamed(name), ""}, identifier(name)+"_surface", ctype.Scalars["unsigned char"], kernel.Global)
	m.label, m.param, m.count, m.raw = name, true, -1, false
	m.bytes, m.unit, m.hasUnit = 1, kernel.U8, true
	return m
}

// surfaceNamed is the slot of a surface's memory.
type surfaceNamed string
