package object

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

var here = diag.Pos{File: "k.cu", Line: 7, Col: 3}

// pass is one pass over a program whose objects are named by strings.
type pass struct {
	*testing.T
	an    *Analysis
	out   *Output
	mem   *Model
	diags diag.List
}

func newPass(t *testing.T, an *Analysis) *pass {
	p := &pass{T: t, an: an}
	p.out = NewOutput(context.Background(), &kernel.Kernel{Name: "k"}, &p.diags, func() []diag.Pos { return nil })
	no := func() bool { return false }
	p.mem = NewModel(an, p.out, Core{
		Inst: func() *Instance { return an.Root }, Stating: no, Ghost: no,
		Contents: func(*Memory) []kernel.Const { return nil },
	}, -1, false)
	return p
}

func (p *pass) slot(name string) Slot { return SlotOf(p.an.Root, name, "") }

// array is memory of n elements of type t.
func (p *pass) array(name string, t *ctype.Type, n int64) *Memory {
	return p.an.NewMemory(p.slot(name), name, ctype.ArrayOf(t, n), kernel.Shared)
}

// variable is a local variable.
func (p *pass) variable(name string, t *ctype.Type) *Place {
	return p.mem.NewCell(name, t, p.slot(name), p.slot(name), here).Place(here)
}

func (p *pass) number(name string) kernel.Expr {
	return p.mem.Read(p.variable(name, ctype.Int)).Expr
}

// text is what was emitted.
func (p *pass) text() string {
	return strings.Join(strings.Fields(kernel.PrintStmts(p.out.Cur)), " ")
}

func TestVariablesStayVariables(t *testing.T) {
	p := newPass(t, NewAnalysis())
	v := p.variable("v", ctype.Vectors["int2"])
	p.mem.Write(p.mem.Field(v, 1), ScalarValue(ctype.Int, kernel.NewConst(kernel.I32, 3)))
	assert.Equal(t, "v_y", kernel.ExprString(p.mem.Read(v).Fields[1].Expr))
	assert.Equal(t, "v_y = 3;", p.text())
	assert.Empty(t, p.out.Kernel.Arrays)
}

// TestAddressMovesIntoMemory: a variable that is accessed through a pointer of
// another type lies in memory from the next pass on.
func TestAddressMovesIntoMemory(t *testing.T) {
	an := NewAnalysis()
	p := newPass(t, an)
	access := func(p *pass) {
		a := p.mem.Address(p.variable("f", ctype.Scalars["float"]))
		p.mem.Read(p.mem.Deref(here, a.With(ctype.Int, a.Off)))
	}
	access(p)
	require.True(t, an.Changed)
	an.Begin()
	p = newPass(t, an)
	access(p)
	assert.Contains(t, p.text(), "= f[0];")
	assert.Equal(t, kernel.Local, p.out.Kernel.Arrays[0].Space)
	assert.Zero(t, p.diags.Len())
}

// TestPointerToTwoArrays: a pointer variable that two arrays flow into has a tag, and
// an access through it is split.
func TestPointerToTwoArrays(t *testing.T) {
	an := NewAnalysis()
	run := func() *pass {
		p := newPass(t, an)
		ptr := p.variable("p", ctype.PointerTo(ctype.Int))
		for _, name := range []string{"a", "b"} {
			p.mem.Write(ptr, Value{T: ptr.T, Ptr: MemoryPointer(p.array(name, ctype.Int, 8), ctype.Int)})
		}
		at := p.mem.Shift(p.mem.Read(ptr).Ptr, p.number("i"), false)
		p.mem.Write(p.mem.Deref(here, at), ScalarValue(ctype.Int, kernel.NewConst(kernel.I32, 1)))
		return p
	}
	run()
	an.Begin()
	p := run()
	assert.False(t, an.Changed, "a fixpoint")
	assert.Equal(t, "p = 0; p_target = 1; p = 0; p_target = 2; t = p + (i64)i; if (p_target == 1) { a[t] = 1; } else { b[t] = 1; }", p.text())
	assert.Len(t, p.out.Kernel.Arrays, 2)
}

func TestUnitIsWhatAllAccessesShare(t *testing.T) {
	an := NewAnalysis()
	run := func() *pass {
		p := newPass(t, an)
		a := MemoryPointer(p.array("a", ctype.Vectors["float4"], 8), ctype.Vectors["float4"])
		narrow := p.mem.Shift(a.With(ctype.Scalars["short"], a.Off), p.number("i"), false)
		p.mem.Load(here, narrow, kernel.I16, false)
		p.mem.Load(here, a.With(ctype.Scalars["float"], a.Off), kernel.F32, false)
		return p
	}
	run()
	an.Begin()
	p := run()
	assert.Equal(t, kernel.I16, p.out.Kernel.Arrays[0].Elem)
	assert.Contains(t, p.text(), "a[0 +: 2]", "a float is two units")
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(p *pass)
		want string
	}{
		{"write to a value", func(p *pass) {
			v := ScalarValue(ctype.Int, kernel.NewConst(kernel.I32, 1))
			p.mem.Write(&Place{Pos: here, T: ctype.Int, Val: &v}, v)
		}, "this assigns to a value that cannot be assigned"},
		{"write to constant memory", func(p *pass) {
			m := p.an.NewMemory(p.slot("c"), "c", ctype.Int, kernel.Constant)
			p.mem.Store(here, MemoryPointer(m, ctype.Int), kernel.NewConst(kernel.I32, 1), false)
		}, "this writes c, which is read-only"},
		{"many pointers", func(p *pass) { p.variable("p", ctype.ArrayOf(ctype.PointerTo(ctype.Int), 5000)) }, "an array of 5000 pointers; gv2 follows 1024 at most"},
	} {
		p := newPass(t, NewAnalysis())
		c.do(p)
		assert.Contains(t, p.diags.String(), c.want, c.name)
	}
}

// TestNullIsAFault: what may be null is asserted not to be, where it is followed.
func TestNullIsAFault(t *testing.T) {
	p := newPass(t, NewAnalysis())
	p.mem.Load(here, p.an.NullPointer(ctype.Int), kernel.I32, false)
	assert.Contains(t, p.text(), "assert false;")
}

// TestKeep: a value that was read before an assignment is what it was.
func TestKeep(t *testing.T) {
	p := newPass(t, NewAnalysis())
	i := p.variable("i", ctype.Int)
	v := p.mem.Read(i)
	m := p.out.Mark()
	p.mem.Write(i, ScalarValue(ctype.Int, kernel.NewConst(kernel.I32, 5)))
	kept := p.out.Keep(m, v)
	assert.Equal(t, "t = i; i = 5;", p.text())
	assert.Equal(t, "t", kernel.ExprString(kept.Expr))
	m = p.out.Mark()
	assert.Equal(t, v, p.out.Keep(m, v), "nothing was assigned since")
}

func TestAsideLeavesNothing(t *testing.T) {
	p := newPass(t, NewAnalysis())
	p.mem.Aside(func() {
		p.mem.Write(p.variable("x", ctype.Int), ScalarValue(ctype.Int, kernel.NewConst(kernel.I32, 1)))
	})
	assert.Empty(t, p.text())
	assert.Empty(t, p.out.Kernel.Vars)
}

func TestUniqueNames(t *testing.T) {
	p := newPass(t, NewAnalysis())
	assert.Equal(t, []string{"a", "a_1", "a_1_1", "x_y"},
		[]string{p.out.Unique("a"), p.out.Unique("a"), p.out.Unique("a_1"), p.out.Unique("x.y")})
}

func TestOutputIsBounded(t *testing.T) {
	p := newPass(t, NewAnalysis())
	assert.True(t, p.out.Spend(maxStatements))
	p.out.Emit(&kernel.Return{})
	p.out.Emit(&kernel.Return{})
	assert.Empty(t, p.out.Cur)
	assert.Equal(t, 1, p.diags.Len(), "said once")
}

// TestAddressFromNumber: a number that came from a pointer leads back to it.
func TestAddressFromNumber(t *testing.T) {
	p := newPass(t, NewAnalysis())
	a := MemoryPointer(p.array("a", ctype.Int, 8), ctype.Int)
	n := p.mem.AddressOf(a, kernel.U64, here)
	back := p.mem.PointerFrom(&kernel.Binary{Op: kernel.Add, X: n, Y: kernel.NewConst(kernel.U64, 4)})
	require.NotNil(t, back)
	assert.Equal(t, a.Targets, back.Targets)
	assert.Nil(t, p.mem.PointerFrom(p.number("i")))
}
