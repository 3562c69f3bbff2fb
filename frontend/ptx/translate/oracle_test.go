package translate

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/module"
)

// thread executes one thread of a kernel in the IR.
type thread struct {
	vars   map[*kernel.Var]*kernel.Const
	memory map[string]uint64
	trace  []string
	steps  int
	open   string // a value that the IR leaves open
}

type ending struct {
	kind  string // "", "leave", "continue", "break", "return", "over"
	label string
}

func (x *thread) stmts(all []kernel.Stmt) ending {
	for _, s := range all {
		if x.steps--; x.steps < 0 {
			return ending{kind: "over"}
		}
		if e := x.stmt(s); e.kind != "" {
			return e
		}
	}
	return ending{}
}

func (x *thread) stmt(s kernel.Stmt) ending {
	switch s := s.(type) {
	case *kernel.Assign:
		x.vars[s.Dst] = x.eval(s.X)
	case *kernel.Load:
		name, i := x.place(s.Acc)
		v, ok := x.memory[fmt.Sprint(name, i)]
		if !ok {
			v = content(name, i)
		}
		x.vars[s.Dst] = kernel.NewConst(s.Dst.T, int64(v))
	case *kernel.Store:
		name, i := x.place(s.Acc)
		v := uint64(x.eval(s.X).Val) & mask(s.Acc.Array.Elem.Bits)
		x.memory[fmt.Sprint(name, i)] = v
		x.trace = append(x.trace, stored(name, i, v))
	case *kernel.Havoc:
		x.vars[s.Dst] = kernel.NewConst(s.Dst.T, 0)
		x.open = s.Why
	case *kernel.If:
		if x.eval(s.Cond).Val != 0 {
			return x.stmts(s.Then)
		}
		return x.stmts(s.Else)
	case *kernel.Region:
		e := x.stmts(s.Body)
		if e.kind == "leave" && e.label == s.Label {
			return ending{}
		}
		return e
	case *kernel.Leave:
		return ending{"leave", s.Label}
	case *kernel.Continue:
		return ending{kind: "continue"}
	case *kernel.Return:
		return ending{kind: "return"}
	case *kernel.Loop:
		return x.loop(s)
	default:
		panic(fmt.Sprintf("%T", s))
	}
	return ending{}
}

func (x *thread) loop(l *kernel.Loop) ending {
	for {
		if !l.DoWhile {
			if e := x.stmts(l.Head); e.kind != "" {
				return e
			}
			if x.eval(l.Cond).Val == 0 {
				return ending{}
			}
		}
		if e := x.stmts(l.Body); e.kind != "" && e.kind != "continue" {
			return e
		}
		if e := x.stmts(l.Post); e.kind != "" {
			return e
		}
		if x.steps--; x.steps < 0 {
			return ending{kind: "over"}
		}
		if l.DoWhile && x.eval(l.Cond).Val == 0 {
			return ending{}
		}
	}
}

func (x *thread) place(acc kernel.Access) (string, int64) {
	i := x.eval(acc.Index).Val
	name := strings.TrimPrefix(acc.Array.Name, "m_")
	if acc.Array.Space == kernel.Shared {
		i &= 1<<30 - 1 // the window of 32 bits
	}
	return map[string]string{"param_0": "a", "param_1": "b", "tile": "tile"}[name], i
}

func (x *thread) eval(e kernel.Expr) *kernel.Const {
	switch e := e.(type) {
	case *kernel.Const:
		return e
	case *kernel.VarRef:
		if c := x.vars[e.Var]; c != nil {
			return c
		}
		panic("no value of " + e.Var.Name)
	case *kernel.Unary:
		if c, ok := kernel.EvalUnary(e.Op, x.eval(e.X)); ok {
			return c
		}
	case *kernel.Binary:
		a := x.eval(e.X)
		if e.Op.IsLogical() {
			if e.Op == kernel.LAnd && a.Val == 0 || e.Op == kernel.LOr && a.Val != 0 {
				return a
			}
		}
		if c, ok := kernel.EvalBinary(e.Op, a, x.eval(e.Y)); ok {
			return c
		}
	case *kernel.Cond:
		if x.eval(e.C).Val != 0 {
			return x.eval(e.X)
		}
		return x.eval(e.Y)
	case *kernel.Convert:
		if c, ok := kernel.EvalConvert(e.T, x.eval(e.X)); ok {
			return c
		}
	case *kernel.Call:
		var args []*kernel.Const
		for _, a := range e.Args {
			args = append(args, x.eval(a))
		}
		if c, ok := kernel.EvalCall(e.T, e.Fn, args); ok {
			return c
		}
		x.open = e.Fn
		return kernel.NewConst(e.T, 0)
	}
	panic("no value of " + kernel.ExprString(e))
}

// compare executes a kernel on both sides. It is false if gv2 does not translate it, or it
// does not end soon.
func compare(t *testing.T, text string) (open string, ended bool) {
	t.Helper()
	m, diags := module.Parse("k.ptx", text)
	require.Empty(t, diags.String(), text)
	f := m.Functions[0]
	k, diags := Kernel(context.Background(), f, Options{Name: "k", Launch: kernel.Launch{BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{1, 1, 1}}, SharedBytes: -1})
	if k == nil {
		return diags.String(), false
	}
	require.NoError(t, kernel.Check(k), "%s\n%s", text, kernel.Print(k))
	device := &machine{regs: map[string]uint64{}, width: map[string]int{}, base: map[string]uint64{"a": 1 << 50, "b": 1 << 51, "tile": 1 << 28},
		memory: map[string]uint64{}, steps: 2000}
	if !device.run(f) {
		return "", false
	}
	require.Empty(t, device.bad)
	x := &thread{vars: map[*kernel.Var]*kernel.Const{}, memory: map[string]uint64{}, steps: 20000}
	for _, v := range k.Params {
		name := strings.TrimPrefix(v.Name, "address_of_")
		x.vars[v] = kernel.NewConst(v.T, int64(device.base[map[string]string{"param_0": "a", "param_1": "b", "tile": "tile"}[name]]))
	}
	e := x.stmts(k.Body)
	if x.open != "" {
		return x.open, true
	}
	require.NotEqual(t, "over", e.kind, "%s\n%s", text, kernel.Print(k))
	require.Equal(t, device.trace, x.trace, "%s\n%s", text, kernel.Print(k))
	return "", true
}

// generator writes random kernels.
type generator struct {
	*rand.Rand
	out strings.Builder
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

func (g *generator) r() string { return fmt.Sprintf("%%r%d", g.Intn(5)) }
func (g *generator) d() string { return fmt.Sprintf("%%rd%d", g.Intn(3)) }
func (g *generator) q() string { return fmt.Sprintf("%%q%d", g.Intn(3)) }
func (g *generator) s() string { return fmt.Sprintf("%%s%d", g.Intn(2)) }
func (g *generator) p() string { return fmt.Sprintf("%%p%d", g.Intn(3)) }

// x is a register of 32 bits or a number.
func (g *generator) x() string {
	if g.Intn(3) == 0 {
		return fmt.Sprint(g.Intn(40) - 12)
	}
	return g.r()
}

func (g *generator) pick(all ...string) string { return all[g.Intn(len(all))] }

// instruction writes a random one.
func (g *generator) instruction() {
	if g.Intn(9) == 0 {
		g.out.WriteString(g.pick("@", "@!") + g.p() + " ")
	}
	switch g.Intn(26) {
	case 0, 1, 2:
		g.line("%s %s, %s, %s;", g.pick("add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32", "xor.b32", "min.s32", "max.u32", "add.u32", "shl.b32", "shr.s32", "shr.u32"), g.r(), g.r(), g.x())
	case 3:
		g.line("add.s32 %[1]s, %[1]s, %d;", g.r(), g.Intn(5)-2)
	case 4:
		g.line("mad.lo.s32 %s, %s, %s, %s;", g.r(), g.r(), g.x(), g.r())
	case 5:
		g.line("mul.wide.%s %s, %s, %d;", g.pick("s32", "u32"), g.d(), g.r(), 4*g.Intn(4))
	case 6:
		g.line("cvt.%s %s, %s;", g.pick("s64.s32", "u64.u32"), g.d(), g.r())
	case 7:
		g.line("cvt.u32.u64 %s, %s;", g.r(), g.d())
	case 8:
		g.line("%s %s, %s, %s;", g.pick("add.s64", "sub.s64", "mul.lo.s64"), g.d(), g.d(), g.d())
	case 9:
		g.line("shl.b64 %s, %s, %d;", g.d(), g.d(), g.Intn(5))
	case 10, 11:
		q := g.q()
		g.line("add.s64 %s, %s, %d;", q, g.pick(q, q, q, g.q()), 4*(g.Intn(7)-3))
	case 12:
		q := g.q()
		g.line("and.b32 %%t0, %s, 255;", g.r())
		g.line("mul.wide.s32 %%td0, %%t0, 4;")
		g.line("add.s64 %s, %s, %%td0;", q, q)
	case 13:
		q := g.q()
		g.line("mad.wide.s32 %s, %s, 4, %s;", q, g.r(), q)
	case 14, 15:
		g.line("ld.global.u32 %s, [%s+%d];", g.r(), g.q(), 4*(g.Intn(5)-2))
	case 16, 17:
		g.line("st.global.u32 [%s+%d], %s;", g.q(), 4*(g.Intn(5)-2), g.x())
	case 18:
		g.line("shl.b32 %%t1, %s, 2;", g.r())
		s := g.s()
		g.line("add.s32 %s, %s, %%t1;", s, s)
	case 19:
		g.line("mov.u32 %s, tile;", g.s())
	case 20:
		g.line("st.shared.u32 [%s+%d], %s;", g.s(), 4*g.Intn(3), g.r())
	case 21:
		g.line("ld.shared.u32 %s, [%s];", g.r(), g.s())
	case 22:
		g.line("setp.%s.%s %s, %s, %s;", g.pick("eq", "ne", "lt", "le", "gt", "ge"), g.pick("s32", "u32"), g.p(), g.r(), g.x())
	case 24:
		g.line("mov.u64 %s, %s;", g.q(), g.q())
	case 25:
		s := g.s()
		g.line("and.b32 %s, %s, %d;", s, s, []int{-4, -8, -16}[g.Intn(3)])
	case 23:
		switch g.Intn(3) {
		case 0:
			g.line("selp.b32 %s, %s, %s, %s;", g.r(), g.r(), g.x(), g.p())
		case 1:
			q := g.q()
			g.line("selp.b64 %s, %s, %s, %s;", q, q, g.q(), g.p())
		default:
			g.line("mov.u32 %s, %s;", g.r(), g.r())
		}
	}
}

// kernel writes a kernel with random blocks and branches.
func (g *generator) kernel() string {
	g.out.Reset()
	g.line("%s.shared .align 16 .b8 tile[1024];\n.entry k(.param .u64 a, .param .u64 b)\n{", head)
	g.line(".reg .pred %%p<3>; .reg .b32 %%r<5>, %%s<2>, %%t<2>; .reg .b64 %%rd<3>, %%q<3>, %%td<1>;")
	g.line("ld.param.u64 %%q0, [a]; cvta.to.global.u64 %%q0, %%q0; ld.param.u64 %%q1, [b]; cvta.to.global.u64 %%q1, %%q1; add.s64 %%q2, %%q0, 8;")
	for i := range 5 {
		g.line("ld.global.u32 %%r%d, [%%q0+%d];", i, 4*i)
	}
	for i := range 3 {
		g.line("cvt.s64.s32 %%rd%d, %%r%d; setp.lt.s32 %%p%d, %%r%d, %%r%d;", i, i, i, i, i+1)
	}
	g.line("mov.u32 %%s0, tile; add.s32 %%s1, %%s0, 16;")
	n := 1 + g.Intn(7)
	for b := range n {
		g.line("L%d:", b)
		for range 1 + g.Intn(5) {
			g.instruction()
		}
		switch g.Intn(5) {
		case 0:
			g.line("bra L%d;", g.Intn(n))
		case 1, 2, 3:
			g.line("setp.%s.s32 %%p0, %s, %s;", g.pick("lt", "ne", "gt"), g.r(), g.x())
			g.line("%s%%p%d bra L%d;", g.pick("@", "@!"), g.Intn(2), g.Intn(n))
		}
	}
	for i := range 5 {
		g.line("st.global.u32 [%%q1+%d], %%r%d;", 4*i, i)
	}
	for i := range 3 {
		g.line("cvt.u32.u64 %%r0, %%rd%d; st.global.u32 [%%q0+%d], %%r0;", i, 4*i)
	}
	g.line("ret;\n}")
	return g.out.String()
}

// TestRandomKernels: the IR does what the PTX does, for random branches, loops and addresses.
func TestRandomKernels(t *testing.T) {
	ended, refused := 0, map[string]int{}
	for seed := range 1000 {
		g := &generator{Rand: rand.New(rand.NewSource(int64(seed)))}
		why, done := compare(t, g.kernel())
		switch {
		case why != "":
			_, why, _ = strings.Cut(why, ": ")
			refused[why]++
		case done:
			ended++
		}
	}
	assert.Greater(t, ended, 200)
}

// instructions are those on integers, with %x for a register or number, %c for a number that is
// a constant in programs, %p for a predicate and the widths of d and the operands behind.
var instructions = []struct {
	text  string
	width int
	d     string // register of the result
}{
	{"add.s32 %d, %x, %x", 32, "r"}, {"add.u64 %d, %x, %x", 64, "rd"}, {"sub.s32 %d, %x, %x", 32, "r"}, {"sub.s64 %d, %x, %x", 64, "rd"},
	{"mul.lo.s32 %d, %x, %x", 32, "r"}, {"mul.lo.u64 %d, %x, %x", 64, "rd"}, {"mul.hi.s32 %d, %x, %x", 32, "r"}, {"mul.hi.u32 %d, %x, %x", 32, "r"},
	{"mul.hi.u64 %d, %x, %x", 64, "rd"}, {"mul.hi.s64 %d, %x, %x", 64, "rd"}, {"mul.wide.s32 %d, %x, %x", 32, "rd"}, {"mul.wide.u32 %d, %x, %x", 32, "rd"},
	{"mad.lo.s32 %d, %x, %x, %x", 32, "r"}, {"mad.hi.u32 %d, %x, %x, %x", 32, "r"}, {"mad.lo.u64 %d, %x, %x, %x", 64, "rd"},
	{"mul24.lo.s32 %d, %x, %x", 32, "r"}, {"mul24.lo.u32 %d, %x, %x", 32, "r"}, {"mad24.lo.u32 %d, %x, %x, %x", 32, "r"}, {"mul24.hi.u32 %d, %x, %x", 32, "r"},
	{"sad.s32 %d, %x, %x, %x", 32, "r"}, {"sad.u32 %d, %x, %x, %x", 32, "r"}, {"sad.u64 %d, %x, %x, %x", 64, "rd"},
	{"div.s32 %d, %x, %n", 32, "r"}, {"div.u32 %d, %x, %n", 32, "r"}, {"rem.s32 %d, %x, %n", 32, "r"}, {"rem.u64 %d, %x, %n", 64, "rd"},
	{"abs.s32 %d, %x", 32, "r"}, {"neg.s32 %d, %x", 32, "r"}, {"neg.s64 %d, %x", 64, "rd"}, {"min.s32 %d, %x, %x", 32, "r"}, {"min.u64 %d, %x, %x", 64, "rd"},
	{"max.s64 %d, %x, %x", 64, "rd"}, {"max.u32 %d, %x, %x", 32, "r"}, {"popc.b32 %d, %x", 32, "r"}, {"popc.b64 %d, %x", 64, "r"}, {"clz.b32 %d, %x", 32, "r"},
	{"clz.b64 %d, %x", 64, "r"}, {"brev.b32 %d, %x", 32, "r"}, {"brev.b64 %d, %x", 64, "rd"}, {"bfind.u32 %d, %x", 32, "r"}, {"bfind.s32 %d, %x", 32, "r"},
	{"fns.b32 %d, %x, %k, %k", 32, "r"}, {"fns.b32 %d, %x, %k, %x", 32, "r"}, {"bfind.u64 %d, %x", 64, "r"}, {"bfind.shiftamt.u32 %d, %x", 32, "r"}, {"bfind.shiftamt.s64 %d, %x", 64, "r"},
	{"bfe.u32 %d, %x, %c, %c", 32, "r"}, {"bfe.s32 %d, %x, %c, %c", 32, "r"}, {"bfe.u64 %d, %x, %c, %c", 64, "rd"}, {"bfe.s64 %d, %x, %c, %c", 64, "rd"},
	{"bfi.b32 %d, %x, %x, %c, %c", 32, "r"}, {"bfi.b64 %d, %x, %x, %c, %c", 64, "rd"}, {"bmsk.clamp.b32 %d, %c, %c", 32, "r"}, {"bmsk.wrap.b32 %d, %c, %c", 32, "r"},
	{"szext.clamp.s32 %d, %x, %c", 32, "r"}, {"szext.wrap.u32 %d, %x, %c", 32, "r"}, {"and.b32 %d, %x, %x", 32, "r"}, {"or.b64 %d, %x, %x", 64, "rd"},
	{"xor.b32 %d, %x, %x", 32, "r"}, {"not.b32 %d, %x", 32, "r"}, {"cnot.b32 %d, %x", 32, "r"}, {"lop3.b32 %d, %x, %x, %x, %c", 32, "r"},
	{"shl.b32 %d, %x, %k", 32, "r"}, {"shl.b64 %d, %x, %k", 64, "rd"}, {"shr.s32 %d, %x, %k", 32, "r"}, {"shr.u32 %d, %x, %k", 32, "r"}, {"shr.s64 %d, %x, %k", 64, "rd"},
	{"shr.u64 %d, %x, %k", 64, "rd"}, {"shf.l.wrap.b32 %d, %x, %x, %k", 32, "r"}, {"shf.l.clamp.b32 %d, %x, %x, %k", 32, "r"}, {"shf.r.wrap.b32 %d, %x, %x, %k", 32, "r"},
	{"shf.r.clamp.b32 %d, %x, %x, %k", 32, "r"}, {"prmt.b32 %d, %x, %x, %c", 32, "r"}, {"dp4a.u32.u32 %d, %x, %x, %x", 32, "r"}, {"dp4a.s32.s32 %d, %x, %x, %x", 32, "r"},
	{"selp.b32 %d, %x, %x, %p", 32, "r"}, {"slct.u32.s32 %d, %x, %x, %x", 32, "r"}, {"set.lt.u32.s32 %d, %x, %x", 32, "r"}, {"set.hi.u32.u32 %d, %x, %x", 32, "r"},
	{"cvt.s64.s32 %d, %x", 32, "rd"}, {"cvt.u64.u32 %d, %x", 32, "rd"}, {"cvt.u32.u64 %d, %x", 64, "r"}, {"cvt.s32.s8 %d, %x", 32, "r"}, {"cvt.u32.u16 %d, %x", 32, "r"},
	{"cvt.s16.s32 %d, %x", 32, "r"}, {"cvt.u8.u32 %d, %x", 32, "r"}, {"cvt.sat.s8.s32 %d, %x", 32, "r"}, {"cvt.sat.u8.s32 %d, %x", 32, "r"}, {"cvt.sat.u16.u32 %d, %x", 32, "r"},
	{"cvt.sat.s32.u32 %d, %x", 32, "r"}, {"cvt.sat.s32.s64 %d, %x", 64, "r"}, {"cvt.sat.u32.u64 %d, %x", 64, "r"}, {"cvt.sat.u64.s64 %d, %x", 64, "rd"}, {"cvt.sat.s64.u64 %d, %x", 64, "rd"},
	{"setp.lt.s32 %p1, %x, %x; selp.b32 %d, 1, 0, %p1", 32, "r"}, {"setp.ls.u32 %p1, %x, %x; selp.b32 %d, 1, 0, %p1", 32, "r"},
	{"setp.ge.s64 %p1, %x, %x; selp.b32 %d, 1, 0, %p1", 64, "r"}, {"setp.hi.u64 %p1, %x, %x; selp.b32 %d, 1, 0, %p1", 64, "r"},
	{"setp.eq.and.s32 %p1|%p2, %x, %x, %p; selp.b32 %r6, 1, 0, %p1; selp.b32 %r7, 2, 0, %p2; add.u32 %d, %r6, %r7", 32, "r"},
	{"setp.lt.or.u32 %p1|%p2, %x, %x, !%p; selp.b32 %r6, 1, 0, %p1; selp.b32 %r7, 2, 0, %p2; add.u32 %d, %r6, %r7", 32, "r"},
	{"setp.gt.xor.s32 %p1|%p2, %x, %x, %p; selp.b32 %r6, 1, 0, %p1; selp.b32 %r7, 2, 0, %p2; add.u32 %d, %r6, %r7", 32, "r"},
	{"add.cc.u32 %r6, %x, %x; addc.u32 %d, %x, %x", 32, "r"}, {"sub.cc.u32 %r6, %x, %x; subc.u32 %d, %x, %x", 32, "r"},
	{"add.cc.u32 %r6, %x, %x; addc.cc.u32 %r7, %x, %x; addc.u32 %d, %r6, %r7", 32, "r"}, {"add.cc.s64 %rd6, %x, %x; addc.cc.u64 %rd7, %x, %x; addc.u64 %d, %rd6, %rd7", 64, "rd"},
	{"sub.cc.u32 %r6, %x, %x; subc.cc.u32 %r7, %x, %x; subc.u32 %d, %r6, %r7", 32, "r"}, {"sub.cc.u64 %rd6, %x, %x; subc.cc.s64 %rd7, %x, %x; subc.u64 %d, %rd6, %rd7", 64, "rd"},
	{"mad.lo.cc.u32 %r6, %x, %x, %x; madc.hi.u32 %d, %x, %x, %r6", 32, "r"}, {"mad.hi.cc.s32 %r6, %x, %x, %x; madc.lo.cc.s32 %r7, %x, %x, %r6; addc.u32 %d, %r7, 0", 32, "r"},
	{"mad.lo.cc.u64 %rd6, %x, %x, %x; madc.hi.u64 %d, %x, %x, %rd6", 64, "rd"},
	{"mov.b64 {%r6, %r7}, %x; add.u32 %d, %r6, %r7", 64, "r"}, {"mov.b64 %d, {%x, %x}", 32, "rd"}, {"mov.b32 %d, %x", 32, "r"},
	{"prmt.b32 %d, %x, %x, %x", 32, "r"}, {"prmt.b32.f4e %d, %x, %x, %v", 32, "r"}, {"prmt.b32.b4e %d, %x, %x, %v", 32, "r"}, {"prmt.b32.rc8 %d, %x, %x, %v", 32, "r"},
	{"prmt.b32.ecl %d, %x, %x, %v", 32, "r"}, {"prmt.b32.ecr %d, %x, %x, %v", 32, "r"}, {"prmt.b32.rc16 %d, %x, %x, %v", 32, "r"},
	{"mul24.hi.s32 %d, %x, %x", 32, "r"}, {"mad24.hi.u32 %d, %x, %x, %x", 32, "r"}, {"mad24.hi.s32 %d, %x, %x, %x", 32, "r"},
	{"bfe.u32 %d, %x, %v, %v", 32, "r"}, {"bfe.s32 %d, %x, %v, %v", 32, "r"}, {"bfe.u64 %d, %x, %v, %v", 64, "rd"}, {"bfe.s64 %d, %x, %v, %v", 64, "rd"},
	{"bfi.b32 %d, %x, %x, %v, %v", 32, "r"}, {"bfi.b64 %d, %x, %x, %v, %v", 64, "rd"}, {"bmsk.clamp.b32 %d, %v, %v", 32, "r"}, {"bmsk.wrap.b32 %d, %v, %v", 32, "r"},
	{"szext.clamp.s32 %d, %x, %v", 32, "r"}, {"szext.clamp.u32 %d, %x, %v", 32, "r"}, {"szext.wrap.s32 %d, %x, %v", 32, "r"},
	{"shl.b32 %d, %x, %v", 32, "r"}, {"shr.s64 %d, %x, %v", 64, "rd"}, {"shf.l.wrap.b32 %d, %x, %x, %v", 32, "r"}, {"shf.r.clamp.b32 %d, %x, %x, %v", 32, "r"},
	{"dp4a.u32.s32 %d, %x, %x, %x", 32, "r"}, {"dp4a.s32.u32 %d, %x, %x, %x", 32, "r"}, {"dp2a.lo.u32.u32 %d, %x, %x, %x", 32, "r"}, {"dp2a.hi.s32.s32 %d, %x, %x, %x", 32, "r"},
	{"dp2a.hi.u32.s32 %d, %x, %x, %x", 32, "r"}, {"dp2a.lo.s32.u32 %d, %x, %x, %x", 32, "r"},
}

// leftOpen are the instructions whose results gv2 leaves open, for all or for some operands.
var leftOpen = map[string]bool{}

// otherTests are the opcodes that compute no integers in registers from integers in registers, with
// the test that is about them; those in open write registers with values that gv2 leaves open.
var otherTests = map[string]string{
	"bar": "ptx", "barrier": "ptx", "membar": "ptx", "fence": "ptx", "ld": "memory", "ldu": "memory", "st": "memory", "atom": "ptx", "red": "ptx",
	"shfl": "ptx", "vote": "ptx", "match": "ptx", "redux": "ptx", "elect": "ptx", "activemask": "ptx", "trap": "ptx", "exit": "ptx", "prefetch": "ptx",
	"prefetchu": "ptx", "nanosleep": "ptx", "tex": "ptx", "tld4": "ptx", "txq": "ptx", "suq": "ptx", "suld": "ptx", "applypriority": "ptx", "pmevent": "ptx", "brkpt": "ptx",
	"cp": "ptx", "mbarrier": "ptx", "discard": "ptx", "multimem": "ptx", "griddepcontrol": "ptx", "setmaxnreg": "ptx", "stackrestore": "translate", "cvta": "translate", "mapa": "ptx", "getctarank": "ptx",
	"wmma": "ptx", "ldmatrix": "ptx", "stmatrix": "ptx", "wgmma": "ptx",
}

// TestEveryInstruction: each opcode of the table that computes something has a line in
// instructions, and a model.
func TestEveryInstruction(t *testing.T) {
	tested := map[string]bool{}
	for _, in := range instructions {
		for _, one := range strings.Split(in.text, ";") {
			op, _, _ := strings.Cut(strings.TrimSpace(one), ".")
			tested[op] = true
		}
	}
	for _, op := range ptx.Computed() {
		if otherTests[op] == "" {
			assert.True(t, tested[op], "%s is in the table of instructions and has no line in the list of this test", op)
		}
	}
}

// TestInstructions compares each instruction on random operands with a model written from the
// ISA.
func TestInstructions(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	number := func(width int) string {
		n := rng.Uint64()
		switch rng.Intn(4) {
		case 0:
			n = uint64(rng.Intn(70) - 35)
		case 1:
			n = 1 << rng.Intn(64)
		}
		return fmt.Sprintf("%d", signed(n, width))
	}
	open := map[string]bool{}
	for _, in := range instructions {
		op, _, _ := strings.Cut(in.text, " ")
		for range 40 {
			var text strings.Builder
			fmt.Fprintf(&text, "%s.entry k(.param .u64 a, .param .u64 b) {\n.reg .pred %%p<4>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>, %%q<2>;\n", head)
			fmt.Fprintf(&text, "ld.param.u64 %%q0, [a]; cvta.to.global.u64 %%q0, %%q0; ld.global.u32 %%r8, [%%q0]; setp.lt.u32 %%p3, %%r8, %d;\n", rng.Intn(9))
			file, n := "r", 0
			if in.width == 64 {
				file = "rd"
			}
			line := in.text
			for _, p := range []string{"%d", "%x", "%n", "%c", "%k", "%v", "%p"} {
				for i := strings.Index(line, p); i >= 0; i = strings.Index(line, p) {
					if p == "%p" && i+2 < len(line) && line[i+2] >= '0' && line[i+2] <= '9' {
						line = line[:i] + "\x00" + line[i+1:]
						continue
					}
					with := ""
					switch p {
					case "%d":
						with = "\x00" + in.d + "5"
					case "%p":
						with = "\x00p3"
					case "%n":
						with = fmt.Sprint(1 + rng.Intn(1000))
					case "%c":
						with = fmt.Sprint(rng.Intn(70))
						if op == "lop3.b32" || op == "prmt.b32" {
							with = fmt.Sprint(rng.Intn(256))
						}
						if op == "prmt.b32" {
							with = fmt.Sprint(rng.Intn(1 << 16))
						}
					case "%k":
						with = fmt.Sprint(rng.Intn(70))
					case "%v":
						with = fmt.Sprint(rng.Intn(70))
						if rng.Intn(3) > 0 && n < 5 {
							fmt.Fprintf(&text, "ld.global.u32 %%r%d, [%%q0+%d]; and.b32 %%r%d, %%r%d, %d;\n", n, 4*rng.Intn(40), n, n, []int{63, 127, -1}[rng.Intn(3)])
							with = fmt.Sprint("\x00r", n)
							n++
						}
					case "%x":
						with = number(in.width)
						if rng.Intn(2) == 0 && n < 5 { // of the memory, which is no constant
							fmt.Fprintf(&text, "ld.global.u32 %%r%d, [%%q0+%d];\n", n, 4*rng.Intn(40))
							if in.width == 64 {
								fmt.Fprintf(&text, "cvt.s64.s32 %%rd%d, %%r%d;\n", n, n)
							}
							with = fmt.Sprint("\x00", file, n)
							n++
						}
					}
					line = line[:i] + with + line[i+len(p):]
				}
			}
			text.WriteString(strings.ReplaceAll(line, "\x00", "%") + ";\n")
			if in.d == "rd" {
				text.WriteString("cvt.u32.u64 %r0, %rd5; st.global.u32 [%q0], %r0; shr.u64 %rd5, %rd5, 32; cvt.u32.u64 %r0, %rd5; st.global.u32 [%q0+4], %r0;\n")
			} else {
				text.WriteString("st.global.u32 [%q0], %r5;\n")
			}
			text.WriteString("ret; }\n")
			why, ended := compare(t, text.String())
			require.True(t, ended, "%s\n%s", why, text.String())
			open[op] = open[op] || why != ""
		}
	}
	for op, is := range open {
		assert.Equal(t, leftOpen[op], is, op)
	}
}
