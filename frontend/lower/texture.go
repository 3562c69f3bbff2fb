package lower

import (
	"fmt"
	"regexp"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Textures are opaque and read-only: CUDA C++ Programming Guide, "Texture
// Functions". The same texture at the same coordinates gives the same value, and
// nothing else is known of it.

// textureType is texture<T, dim, mode>; its record has no fields and its texel
// type as argument.
func (l *lowerer) textureType(te *cuda.TypeExpr) *ctype.Type {
	if te.Name != "texture" || len(te.Path) > 0 {
		return nil
	}
	texel := ctype.Scalars["float"]
	if len(te.Args) > 0 && te.Args[0].Type != nil {
		texel = l.resolve(te.Args[0].Type)
	}
	if texel.Bad() {
		return ctype.Bad
	}
	if normalized(te) {
		texel = floatTexel(texel)
	}
	r := &ctype.Record{Name: "texture<" + texel.String() + ">", Class: &class{args: []*symbol{{t: texel}}}}
	r.LayOut(0)
	return &ctype.Type{Form: ctype.RecordForm, Name: r.Name, Rec: r}
}

// normalized reports whether reads give numbers from 0 to 1.
func normalized(te *cuda.TypeExpr) bool {
	for _, a := range te.Args {
		if id, ok := a.Expr.(*cuda.Ident); ok && id.Name == "cudaReadModeNormalizedFloat" {
			return true
		}
		if a.Type != nil && a.Type.Name == "cudaReadModeNormalizedFloat" {
			return true
		}
	}
	return false
}

// floatTexel is the type of as many floats as t has components.
func floatTexel(t *ctype.Type) *ctype.Type {
	if t.IsRecord() && len(t.Rec.Fields) > 1 {
		return ctype.Vectors[fmt.Sprintf("float%d", len(t.Rec.Fields))]
	}
	return ctype.Scalars["float"]
}

func isTexture(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && strings.HasPrefix(t.Rec.Name, "texture<")
}

// fetches are the functions that read textures.
var fetches = regexp.MustCompile(`^(tex[123]D(fetch|Layered|Lod|LayeredLod|Grad|LayeredGrad|gather)?|texCubemap(Layered)?(Lod)?)$`)

// textureFunction is a read of a texture; nil if fun is none.
func (l *lowerer) textureFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *place {
	if !fetches.MatchString(fun.Name) || len(fun.Path) > 0 || len(args) == 0 {
		return nil
	}
	first := args[0].t()
	switch {
	case isTexture(first):
		return valuePlace(e, l.texel(e, fun.Name, classOf(first.Rec).args[0].t, args))
	case first.IsPointer() && len(args) > 1: // the result goes where it points
		p := l.argValue(args[0]).p
		if p == nil || p.elem.Form == ctype.VoidForm {
			break
		}
		pl := l.deref(e.Pos, p)
		l.write(pl, l.texel(e, fun.Name, pl.t.Plain(), args[1:]))
		return &voidPlace
	case len(fun.Args) > 0 && fun.Args[0].Type != nil:
		t := l.resolve(fun.Args[0].Type).Plain()
		if t.Bad() {
			return &badPlace
		}
		return valuePlace(e, l.texel(e, fun.Name, t, args))
	}
	l.Unsupported(e.Pos, "%s without the type of its result; write %s<float>", fun.Name, fun.Name)
	return &badPlace
}

// texel is what a read gives: a function of the texture and the coordinates.
func (l *lowerer) texel(e *cuda.CallExpr, name string, t *ctype.Type, args []callArg) value {
	if !t.IsScalar() && (!t.IsRecord() || t.HasPointers()) {
		l.Unsupported(e.Pos, "a texture of %s", t)
		return badValue
	}
	fn := name
	if id, ok := e.Args[0].(*cuda.Ident); ok && isTexture(args[0].t()) {
		fn += "_" + identifier(id.Name)
	}
	var coords []kernel.Expr
	for _, a := range args {
		if isTexture(a.t()) {
			continue
		}
		v := l.argValue(a)
		if v.e == nil {
			l.Unsupported(a.pos, "a coordinate of type %s", v.t)
			return badValue
		}
		fn += "_" + v.e.Type().String()
		coords = append(coords, v.e)
	}
	l.Assume("the kernel does not write the memory behind a texture that it reads")
	return texelValue(t, fn, coords)
}

func texelValue(t *ctype.Type, fn string, coords []kernel.Expr) value {
	if t.IsScalar() {
		return scalarValue(t, cexpr.Uninterpreted(fn+"_"+t.Scalar.String(), t.Scalar, coords...))
	}
	v := value{t: t}
	for _, f := range t.Rec.Fields {
		v.fields = append(v.fields, texelValue(f.Type, fn+"_"+f.Name, coords))
	}
	return v
}
