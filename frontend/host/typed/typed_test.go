package typed

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

func text(t *cuda.TypeExpr) string {
	if t == nil {
		return ""
	}
	return cuda.TemplateArg{Type: t}.Text()
}

// TestArithmetic: the usual arithmetic conversions of two words for numbers.
func TestArithmetic(t *testing.T) {
	for _, c := range [][3]string{
		{"int", "int", "int"}, {"char", "short", "int"}, {"bool", "bool", "int"}, {"int", "unsigned int", "unsigned int"}, {"unsigned char", "long", "long"},
		{"float", "int", "float"}, {"double", "float", "double"}, {"unsigned long", "long long", "unsigned long long"}, {"int", "half", ""}, {"T", "int", ""},
	} {
		got := Arithmetic(diag.Pos{}, Named(diag.Pos{}, c[0]), Named(diag.Pos{}, c[1]))
		assert.Equal(t, c[2], text(got), "%s and %s", c[0], c[1])
		assert.Equal(t, text(got), text(Arithmetic(diag.Pos{}, Named(diag.Pos{}, c[1]), Named(diag.Pos{}, c[0]))), "either way")
	}
	assert.Nil(t, Arithmetic(diag.Pos{}, nil, Named(diag.Pos{}, "int")))
}

// TestElements: what pointers, arrays, references and vectors lead to.
func TestElements(t *testing.T) {
	f := Named(diag.Pos{}, "float")
	array := &cuda.TypeExpr{Form: cuda.ArrayType, Elem: f}
	vector := &cuda.TypeExpr{Form: cuda.NamedType, Name: "std::vector", HasArgs: true, Args: []cuda.TemplateArg{{Type: f}}}
	bits := &cuda.TypeExpr{Form: cuda.NamedType, Name: "std::vector", HasArgs: true, Args: []cuda.TemplateArg{{Type: Named(diag.Pos{}, "bool")}}}
	assert.Equal(t, f, Elements(PointerTo(PointerTo(array))))
	assert.Equal(t, f, Element(vector))
	assert.Nil(t, Pointee(vector))
	assert.Nil(t, Element(f))
	assert.Equal(t, f, Referred(&cuda.TypeExpr{Form: cuda.ReferenceType, Elem: f}))
	assert.Equal(t, f, Referred(f))
	assert.Equal(t, cuda.PointerType, Decayed(array).Form)
	constant := *f
	constant.Const = true
	assert.False(t, Decayed(&constant).Const)
	assert.True(t, constant.Const, "the type given stays as it is")
	assert.False(t, OfDevice(vector))
	assert.True(t, OfDevice(bits))
	assert.Nil(t, PointerTo(nil))
}
