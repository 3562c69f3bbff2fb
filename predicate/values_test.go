package predicate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// TestValuesOfVariables: Expand replaces variables that are assigned once, also inside
// the values of others, and no other variables.
func TestValuesOfVariables(t *testing.T) {
	v := func(name string) *kernel.Var { return &kernel.Var{Name: name, T: kernel.I32} }
	once, also, twice, itself := v("once"), v("also"), v("twice"), v("itself")
	set := func(v *kernel.Var, x kernel.Expr) predicate.Stmt {
		return &predicate.Do{Stmt: &kernel.Assign{Dst: v, X: x}}
	}
	values := predicate.ValuesOf([]predicate.Stmt{
		set(once, tid()), set(also, binary(kernel.Mul, kernel.Ref(once), konst(4))),
		set(twice, konst(1)), &predicate.If{Cond: kernel.BoolConst(true), Then: []predicate.Stmt{set(twice, konst(2))}},
		set(itself, binary(kernel.Add, kernel.Ref(itself), konst(1))),
	})
	assert.Equal(t, binary(kernel.Mul, tid(), konst(4)), values.Expand(kernel.Ref(also)))
	for _, v := range []*kernel.Var{twice, itself} {
		assert.Equal(t, kernel.Ref(v), values.Expand(kernel.Ref(v)), v.Name)
	}
	assert.Equal(t, 1, values.Reads[once])
}

// TestCarriedVariables: a variable is carried if an iteration reads it before it sets
// it, or for threads for which it has not set it, or if it is read elsewhere.
func TestCarriedVariables(t *testing.T) {
	v := func(name string) *kernel.Var { return &kernel.Var{Name: name, T: kernel.I32} }
	b := func(name string) *kernel.Var { return &kernel.Var{Name: name, T: kernel.BoolType} }
	fresh, old, later, under, other := v("fresh"), v("old"), v("later"), v("under"), v("other")
	p, q := b("p"), b("q")
	do := func(pred, dst *kernel.Var, x kernel.Expr) predicate.Stmt {
		d := &predicate.Do{Stmt: &kernel.Assign{Dst: dst, X: x}}
		if pred != nil {
			d.Pred = kernel.Ref(pred)
		}
		return d
	}
	sink := v("sink")
	loop := &predicate.While{Guard: kernel.Ref(b("in")), Body: []predicate.Stmt{
		do(nil, fresh, tid()), do(nil, sink, kernel.Ref(fresh)),
		do(nil, sink, kernel.Ref(old)), do(nil, old, tid()),
		do(p, under, tid()), do(p, sink, kernel.Ref(under)),
		do(p, other, tid()), do(q, sink, kernel.Ref(other)),
		do(nil, later, tid()),
	}}
	values := predicate.ValuesOf([]predicate.Stmt{loop, do(nil, sink, kernel.Ref(later))})
	assert.Equal(t, []*kernel.Var{old, other, later}, values.Carried(loop, []*kernel.Var{fresh, old, under, other, later}))
}
