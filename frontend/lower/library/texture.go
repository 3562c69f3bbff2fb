package library

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Textures are opaque and read-only: CUDA C++ Programming Guide, "Texture
// Functions". The same texture at the same coordinates gives the same value, and
// nothing else is known of it.

func init() {
	types["texture"] = textureType
	families = append(families, family{"tex", fetches, textureRead})
}

// texture is the class of texture<T, dim, mode>, a record without fields.
type texture struct{ texel *ctype.Type }

func textureType(use TypeName) *ctype.Type {
	if use.Qualified() {
		return nil
	}
	texel := ctype.Scalars["float"]
	if t := use.TemplateType(0); t != nil {
		texel = t
	}
	if texel.Bad() {
		return ctype.Bad
	}
	if use.Mentions("cudaReadModeNormalizedFloat") { // reads give numbers from 0 to 1
		texel = floatTexel(texel)
	}
	r := &ctype.Record{Name: "texture<" + texel.String() + ">", Class: texture{texel}}
	r.LayOut(ctype.Rules{})
	return r.Type()
}

// floatTexel is the type of as many floats as t has components.
func floatTexel(t *ctype.Type) *ctype.Type {
	if t.IsRecord() && len(t.Rec.Fields) > 1 {
		return ctype.Vectors[fmt.Sprintf("float%d", len(t.Rec.Fields))]
	}
	return ctype.Scalars["float"]
}

// textureOf is what t has of a texture; false if it is none.
func textureOf(t *ctype.Type) (texture, bool) {
	if !t.IsRecord() {
		return texture{}, false
	}
	tex, ok := t.Rec.Class.(texture)
	return tex, ok
}

func isTexture(t *ctype.Type) bool {
	_, ok := textureOf(t)
	return ok
}

// IsReference reports whether t is a texture or surface: a variable of that type is
// the name of something that lies outside the program's memory.
func IsReference(t *ctype.Type) bool { return isTexture(t) || isSurface(t) }

// fetches are the functions that read textures.
var fetches = pattern(`^(tex[123]D(fetch|Layered|Lod|LayeredLod|Grad|LayeredGrad|gather)?|texCubemap(Layered)?(Lod)?)$`)

// textureRead is a read of a texture: tex2D(t, x, y), tex2D<T>(object, x, y) or
// tex2D(&result, object, x, y).
func textureRead(c Call) (Value, bool) {
	if c.Len() == 0 {
		return bad, false
	}
	first := c.ArgType(0)
	switch tex, ok := textureOf(first); {
	case ok:
		return texel(c, tex.texel, 0), true
	case first.IsPointer() && c.Len() > 1: // the result goes where it points
		p := c.Arg(0).Pointer
		if p == nil || p.Pointee().Form == ctype.VoidForm {
			break
		}
		o := c.Deref(p)
		c.Write(o, texel(c, o.Type().Plain(), 1))
		return void, true
	default:
		if t := c.TemplateType(0); t != nil {
			if t.Bad() {
				return bad, true
			}
			return texel(c, t.Plain(), 0), true
		}
	}
	c.Unsupported(c.Pos(), "%s without the type of its result; write %s<float>", c.Name(), c.Name())
	return bad, true
}

// texel is what a read gives: a function of the texture and the coordinates, which
// are the arguments from the given one on.
func texel(c Call, t *ctype.Type, from int) Value {
	if !t.IsScalar() && (!t.IsRecord() || t.HasPointers()) {
		c.Unsupported(c.Pos(), "a texture of %s", t)
		return bad
	}
	fn := c.Name()
	if name := c.ArgName(0); name != "" && isTexture(c.ArgType(from)) {
		fn += "_" + name
	}
	var coords []kernel.Expr
	for i := from; i < c.Len(); i++ {
		if isTexture(c.ArgType(i)) {
			continue
		}
		v := c.Arg(i)
		if v.Expr == nil {
			c.Unsupported(c.ArgPos(i), "a coordinate of type %s", v.Type)
			return bad
		}
		fn += "_" + v.Expr.Type().String()
		coords = append(coords, v.Expr)
	}
	c.Assume("the kernel does not write the memory behind a texture that it reads")
	return texelValue(t, fn, coords)
}

func texelValue(t *ctype.Type, fn string, coords []kernel.Expr) Value {
	if t.IsScalar() {
		return Value{Type: t, Expr: &kernel.Call{T: t.Scalar, Fn: fn + "_" + t.Scalar.String(), Args: coords, Input: true}}
	}
	v := Value{Type: t}
	for _, f := range t.Rec.Fields {
		v.Fields = append(v.Fields, texelValue(f.Type, fn+"_"+f.Name, coords))
	}
	return v
}
