package ctype

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// record lays out a struct of fields of the named types.
func record(align int64, types ...*Type) *Record {
	r := &Record{Name: "S"}
	for i, t := range types {
		r.Fields = append(r.Fields, Field{Name: string(rune('a' + i)), Type: t})
	}
	r.LayOut(Rules{Align: align})
	return r
}

// offsets are those of the fields, then size and alignment.
func offsets(r *Record) []int64 {
	var out []int64
	for _, f := range r.Fields {
		out = append(out, f.Offset)
	}
	return append(out, r.Size, r.Align)
}

func TestLayout(t *testing.T) {
	short, double := Scalars["short"], Scalars["double"]
	for _, c := range []struct {
		r    *Record
		want []int64
	}{
		{record(0), []int64{1, 1}},
		{record(0, Char, Int), []int64{0, 4, 8, 4}},
		{record(0, Int, Char), []int64{0, 4, 8, 4}},
		{record(0, Char, short, Char, double), []int64{0, 2, 4, 8, 16, 8}},
		{record(16, Int), []int64{0, 16, 16}},
		{record(0, Char, ArrayOf(Int, 3)), []int64{0, 4, 16, 4}},
		{record(0, Char, PointerTo(Char)), []int64{0, 8, 16, 8}},
		{record(0, Char, Vectors["float4"]), []int64{0, 16, 32, 16}},
		{record(0, Char, Vectors["float3"]), []int64{0, 4, 16, 4}},
	} {
		assert.Equal(t, c.want, offsets(c.r))
	}
}

func TestUnionStartsAtZero(t *testing.T) {
	r := record(0, Char, Scalars["double"], Int)
	r.Union = true
	r.LayOut(Rules{})
	assert.Equal(t, []int64{0, 0, 0, 8, 8}, offsets(r))
	assert.Equal(t, 1, r.Widest())
}

func TestBaseComesFirst(t *testing.T) {
	base := record(0, Int, Char)
	r := &Record{Name: "D", Bases: []*Record{base}}
	r.Fields = append(append(r.Fields, base.Fields...), Field{Name: "c", Type: Char})
	r.LayOut(Rules{})
	assert.Equal(t, []int64{0, 4, 8, 12, 4}, offsets(r))
}

func TestMemoryUnit(t *testing.T) {
	for _, c := range []struct {
		t    *Type
		want string
	}{
		{Int, "i32"},
		{ArrayOf(Scalars["float"], 4), "f32"},
		{Vectors["float4"], "f32"},
		{record(0, Char, Int).Type(), "i8"},
		{record(0, Int, Scalars["float"]).Type(), "i32"},
		{record(0, Scalars["short"], Int).Type(), "i16"},
		{PointerTo(Int), "u64"},
	} {
		assert.Equal(t, c.want, MemoryUnit(c.t).String(), c.t.String())
	}
}

func TestIdentityTellsTypesApart(t *testing.T) {
	assert.Equal(t, Scalars["uint32_t"].Identity(), Uint.Identity())
	assert.NotEqual(t, Scalars["long"].Identity(), Scalars["long long"].Identity())
	assert.True(t, Same(Scalars["long"], Scalars["long long"]), "they hold the same values")
	assert.NotEqual(t, PointerTo(Int).Identity(), PointerTo(Int.Qualified(true, false)).Identity())
	assert.Equal(t, "int*", PointerTo(Int).Identity())
	seen, names := map[string]bool{}, map[string]bool{}
	list := []*Type{Int, PointerTo(Int), PointerTo(PointerTo(Int)), ArrayOf(Int, 2), ArrayOf(Int, 3), FunctionOf(Int, "int"), FunctionOf(Int, "char"), FunctionOf(Char, "int")}
	for _, a := range list[:4] {
		for _, q := range []*Type{a.Qualified(true, false), a.Qualified(false, true), a.Qualified(true, true)} {
			list = append(list, q, PointerTo(q))
		}
	}
	for _, a := range list {
		assert.False(t, seen[a.Identity()], a.Identity())
		seen[a.Identity()] = true
		if name := a.String(); !a.Volatile && !(a.Elem != nil && a.Elem.Volatile) {
			assert.False(t, names[name] && a.Form != ArrayForm, name)
			names[name] = true
		}
	}
	assert.False(t, Same(record(0, Int).Type(), record(0, Int).Type()))
}

func TestQualifiersGoThroughArrays(t *testing.T) {
	a := ArrayOf(ArrayOf(Int, 2), 3).Qualified(true, true)
	assert.True(t, a.Innermost().Const)
	assert.True(t, a.Innermost().Volatile)
	assert.False(t, a.Mutable().Innermost().Const)
	assert.Equal(t, int64(24), a.Size())
	assert.Equal(t, int64(4), a.Alignment())
}

// TestPadding: what belongs to no member, in pieces that numbers of their size could lie in; not what a derived class may use.
func TestPadding(t *testing.T) {
	char, short, number, long := Char, Scalars["short"], Int, Scalars["double"]
	of := func(rules Rules, types ...*Type) *Record {
		r := &Record{Name: "S"}
		for i, m := range types {
			r.Fields = append(r.Fields, Field{Name: string(rune('a' + i)), Type: m})
		}
		r.LayOut(rules)
		return r
	}
	inner := of(Rules{}, char, number)
	bits := &Record{Name: "S", Fields: []Field{{Name: "a", Type: char}, {Name: "b", Type: number, Bits: &BitField{Width: 5}}, {Name: "c", Type: number}}}
	bits.LayOut(Rules{})
	union := &Record{Name: "S", Union: true, Fields: []Field{{Name: "a", Type: char}, {Name: "b", Type: number}}}
	union.LayOut(Rules{})
	for _, c := range []struct {
		name string
		r    *Record
		want []Span
	}{
		{"none", of(Rules{}, number, number), nil},
		{"before a number", of(Rules{}, char, number), []Span{{1, 1}, {2, 2}}},
		{"before a double", of(Rules{}, char, long), []Span{{1, 1}, {2, 2}, {4, 4}}},
		{"at the end", of(Rules{}, long, char), []Span{{9, 1}, {10, 2}, {12, 4}}},
		{"two", of(Rules{}, char, short, char), []Span{{1, 1}, {5, 1}}},
		{"inside a member", of(Rules{}, inner.Type(), number), nil},
		{"packed", of(Rules{Packed: true}, char, number), nil},
		{"an end that derived classes may use", of(Rules{NonPOD: true}, number, char), nil},
		{"bits", bits, []Span{{2, 2}}},
		{"a union", union, nil},
	} {
		assert.Equal(t, c.want, c.r.Padding(), c.name)
	}
}
