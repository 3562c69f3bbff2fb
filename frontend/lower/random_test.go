package lower

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator writes random kernels whose meaning C defines: no value is read
// before it is set, no expression changes a variable that it also reads, shifts
// and divisors and indices are in range. Overflow is defined by -fwrapv.
type generator struct {
	*rand.Rand
	b      strings.Builder
	scopes [][]variable
	indent int
	serial int
	loops  int
	busy   map[string]bool // changed or read in the expression being written
	fns    []function
	budget int
	inFn   bool
	result string
}

type variable struct {
	name, typ string
	loop      bool // a loop counter: not to be assigned
	konst     bool
}

// function takes scalars, or references.
type function struct {
	name   string
	params []variable
	refs   []bool
	result string
}

var scalarTypes = []string{"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
	"unsigned long", "long long", "unsigned long long", "int", "unsigned int"}

func newGenerator(seed int64) *generator {
	return &generator{Rand: rand.New(rand.NewSource(seed)), busy: map[string]bool{}}
}

func (g *generator) pick(list ...string) string { return list[g.Intn(len(list))] }

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat(" ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) fresh(prefix string) string {
	g.serial++
	return fmt.Sprintf("%s%d", prefix, g.serial)
}

func (g *generator) declare(v variable) {
	top := len(g.scopes) - 1
	g.scopes[top] = append(g.scopes[top], v)
}

func (g *generator) open()  { g.scopes = append(g.scopes, nil); g.indent++ }
func (g *generator) close() { g.scopes = g.scopes[:len(g.scopes)-1]; g.indent-- }

// program is a whole text: types, functions and kernel k.
func (g *generator) program() string {
	g.line("struct P { short x; unsigned char y; };")
	g.line("struct S { int a; unsigned char b; long long c[4]; P p; P q[2]; };")
	g.line("enum E { E0, E1 = 5, E2 };")
	g.line("__constant__ int table[8] = {3, -1, 0x7fffffff, 4};")
	for range 1 + g.Intn(3) {
		g.function()
	}
	g.line("__global__ void k(long long *out, int *gi, unsigned char *gb, int n, unsigned u, long long w, signed char c) {")
	g.scopes, g.inFn, g.result = nil, false, ""
	g.open()
	for _, p := range []variable{{"n", "int", false, false}, {"u", "unsigned", false, false}, {"w", "long long", false, false}, {"c", "signed char", false, false}} {
		g.declare(p)
	}
	g.line("S s = {1, 2, {3, 4}, {5}}; S s2 = s; short m[4][4] = {{1, 2}, {3}}; unsigned long la[8] = {1, 2, 3};")
	g.line("signed char ca[16] = {1, -1, 100}; int4 v = make_int4(n, 1, 2, 3); uchar4 vb = make_uchar4(c, 1, 2, 3);")
	g.budget = 12 + g.Intn(25)
	g.block(6)
	for i, x := range []string{"s.a", "s.b", "s.c[1]", "s2.p.x", "s.q[1].y", "m[1][2]", "la[3]", "ca[5]", "v.x", "v.w", "vb.x", "n", "u", "w", "c", "s2.c[3]"} {
		g.line("out[%d] = %s;", 16+i, x)
	}
	for _, sc := range g.scopes {
		for i, v := range sc {
			g.line("out[%d] ^= %s;", i%16, v.name)
		}
	}
	g.close()
	g.line("}")
	return g.b.String()
}

// function writes a __device__ function of scalars and references.
func (g *generator) function() {
	f := function{name: g.fresh("f"), result: g.pick(scalarTypes...)}
	g.scopes, g.inFn, g.result = nil, true, f.result
	g.open()
	var params []string
	for range 1 + g.Intn(3) {
		p := variable{name: g.fresh("p"), typ: g.pick(scalarTypes...)}
		ref := g.Intn(4) == 0
		if ref {
			p.typ = "int"
		}
		f.params, f.refs = append(f.params, p), append(f.refs, ref)
		params = append(params, p.typ+map[bool]string{true: " &", false: " "}[ref]+p.name)
		g.declare(p)
	}
	g.indent--
	g.line("__device__ %s %s(%s) {", f.result, f.name, strings.Join(params, ", "))
	g.indent++
	g.budget = 2 + g.Intn(6)
	g.block(2)
	g.line("return %s;", g.full(3))
	g.close()
	g.line("}")
	g.fns = append(g.fns, f)
}

func (g *generator) block(depth int) {
	n := 1 + g.Intn(6)
	for range n {
		if g.budget <= 0 {
			break
		}
		g.budget--
		g.stmt(depth)
	}
}

func (g *generator) braces(head string, depth int) {
	g.line("%s {", head)
	g.open()
	g.block(depth - 1)
	g.close()
	g.line("}")
}

func (g *generator) stmt(depth int) {
	g.busy = map[string]bool{}
	n := g.Intn(20)
	if depth <= 0 {
		n %= 8
	}
	switch n {
	case 0, 1, 2:
		v := variable{name: g.fresh("v"), typ: g.pick(scalarTypes...)}
		g.line("%s %s = %s;", v.typ, v.name, g.full(3))
		g.declare(v)
	case 3, 4, 5, 6:
		g.line("%s;", g.effect(3))
	case 7:
		if g.inFn && g.Intn(2) == 0 {
			g.line("if (%s) return %s;", g.full(2), g.full(2))
		} else if !g.inFn {
			g.memory()
		}
	case 8, 9:
		g.braces("if ("+g.full(3)+")", depth)
		if g.Intn(2) == 0 {
			g.braces("else", depth)
		}
	case 10, 11:
		g.forLoop(depth)
	case 12:
		g.whileLoop(depth)
	case 13:
		g.doLoop(depth)
	case 14, 15:
		g.switchStmt(depth)
	case 16:
		if g.loops > 0 {
			g.line("if (%s) %s;", g.full(2), g.pick("break", "continue"))
		}
	case 17:
		g.jump(depth)
	case 18:
		g.braces("", depth)
	default:
		if !g.inFn {
			g.memory()
		}
	}
}

func (g *generator) forLoop(depth int) {
	i := g.fresh("i")
	typ := g.pick("int", "unsigned", "unsigned char", "short", "long")
	g.open()
	g.declare(variable{name: i, typ: typ, loop: true})
	g.loops++
	g.braces(fmt.Sprintf("for (%s %s = 0; %s < %d; %s)", typ, i, i, 1+g.Intn(5), g.pick(i+"++", "++"+i, i+" += 2")), depth)
	g.loops--
	g.close()
}

func (g *generator) whileLoop(depth int) {
	i := g.fresh("w")
	g.open()
	g.line("int %s = %d;", i, g.Intn(5))
	g.loops++
	g.braces(fmt.Sprintf("while (%s%s)", i, g.pick("-- > 0", "--", "-- && "+i+" != 1")), depth)
	g.loops--
	g.close()
}

func (g *generator) doLoop(depth int) {
	i := g.fresh("d")
	g.open()
	g.line("int %s = %d;", i, 1+g.Intn(4))
	g.loops++
	g.line("do {")
	g.open()
	g.block(depth - 1)
	g.close()
	g.line("} while (--%s > 0 && %s);", i, g.full(2))
	g.loops--
	g.close()
}

func (g *generator) switchStmt(depth int) {
	g.line("switch (%s) {", g.full(2)+g.pick(" & 3", "", " % 4"))
	loops := g.loops
	for i := range 4 {
		if g.Intn(4) > 0 {
			g.line("case %d:", i)
		}
		if g.Intn(5) == 0 && i == 2 {
			g.line("default:")
		}
		if i > 0 || g.Intn(2) == 0 {
			g.line("{}")
		}
		if i == 0 {
			g.line("case 77:")
		}
		g.open()
		g.loops = 0
		g.line("{")
		g.block(depth - 1)
		g.line("}")
		g.loops = loops
		g.close()
		if g.Intn(2) == 0 {
			g.line("break;")
		}
		if loops > 0 && g.Intn(4) == 0 {
			g.line("if (%s) continue;", g.full(1))
		}
	}
	g.line("}")
}

// jump is a goto over statements to a label after them.
func (g *generator) jump(depth int) {
	label := g.fresh("L")
	g.line("if (%s) goto %s;", g.full(2), label)
	g.open()
	loops := g.loops
	if g.Intn(2) == 0 {
		g.braces("", depth)
	} else {
		g.loops++
		g.line("for (int z = 0; z < 3; z++) {")
		g.open()
		g.line("if (%s) goto %s;", g.full(2), label)
		g.block(depth - 1)
		g.close()
		g.line("}")
	}
	g.loops = loops
	g.close()
	g.line("%s: ;", label)
}

// memory is a statement on arrays, structs, vectors and pointers.
func (g *generator) memory() {
	switch g.Intn(14) {
	case 0:
		g.line("out[%s & 15] %s %s;", g.full(2), g.pick("=", "+=", "^=", "-="), g.full(3))
	case 1:
		g.line("m[%s & 3][%s & 3] %s %s;", g.full(2), g.full(2), g.pick("=", "+=", "*=", "|="), g.full(3))
	case 2:
		g.line("la[%s & 7] %s %s;", g.full(2), g.pick("=", "+=", ">>= 3 & ", "-="), g.full(2))
	case 3:
		g.line("ca[%s & 15] %s %s;", g.full(2), g.pick("=", "+=", "<<= 3 & ", "-="), g.full(2))
	case 4:
		g.line("s.%s = %s;", g.pick("a", "b", "c[2]", "p.x", "p.y", "q[1].x"), g.full(3))
	case 5:
		g.line("%s;", g.pick("s = s2", "s2 = s", "s.q[0] = s2.p", "s.p = s.q[1]", "s2.q[n & 1] = s.p", "s.p = s2.q[u & 1]"))
	case 6:
		g.line("v.%s %s %s; vb.%s = %s;", g.pick("x", "y", "z", "w"), g.pick("=", "+=", "<<= 7 & "), g.full(2), g.pick("x", "w"), g.full(2))
	case 7:
		p := g.fresh("q")
		g.line("{ signed char *%s = ca + (%s & 7); *%s++ = %s; *%s-- += 3; %s[2] ^= %s; out[%d] = %s - ca; }", p, g.full(2), p, g.full(2), p, p, g.full(1), g.Intn(16), p)
	case 8:
		p := g.fresh("q")
		g.line("{ int *%s = gi + (%s & 7); if (%s) %s = &gi[8 + (%s & 3)]; *%s = %s; out[%d] = %s > gi + 4; }", p, g.full(2), g.full(2), p, g.full(2), p, g.full(2), g.Intn(16), p)
	case 9:
		p := g.fresh("q")
		g.line("{ short (*%s)[4] = m + (%s & 1); %s[1][%s & 3] = %s; %s++; out[%d] = (*%s)[1] + **%s; }", p, g.full(2), p, g.full(2), g.full(2), p, g.Intn(16), p, p)
	case 10:
		p := g.fresh("q")
		g.line("{ S *%s = %s ? &s : &s2; %s->a += %s; %s->c[%s & 3] = 7; (*%s).p.y = 300; P &r = %s->q[%s & 1]; r.x--; }", p, g.full(2), p, g.full(2), p, g.full(2), p, p, g.full(2))
	case 11:
		g.line("{ int loc[3] = {%s, %s}; int *z = loc; z += 1; out[%d] = z[-1] + z[0] + z[1] + *(z - 1); loc[%s & 1]++; out[%d] += loc[0] * 3 - loc[1]; }", g.full(1), g.full(1), g.Intn(16), g.full(1), g.Intn(16))
	case 12:
		g.line("gb[%s & 7] %s %s; out[%d] = gb[%s & 7] + table[%s & 7];", g.full(2), g.pick("=", "+=", "*=", "^="), g.full(2), g.Intn(16), g.full(1), g.full(1))
	default:
		g.line("{ int ci = %s & 3; out[ci++] = ci * 0 + 1; out[ci] = %s; gi[ci--] += gi[%s & 15]; out[ci] -= 2; }", g.full(1), g.full(2), g.full(1))
	}
}

// full is an expression that an operator of the statement has to itself. What
// the statement changes is read in one place only: compilers disagree about
// which side of an assignment comes first.
func (g *generator) full(depth int) string {
	return "(" + g.expr(depth) + ")"
}

// readable picks a variable that the expression does not change.
func (g *generator) readable() (variable, bool) {
	return g.choose(func(v variable) bool { return !g.busy["w "+v.name] })
}

func (g *generator) changeable() (variable, bool) {
	return g.choose(func(v variable) bool {
		return !v.loop && !v.konst && !g.busy["w "+v.name] && !g.busy["r "+v.name]
	})
}

func (g *generator) choose(ok func(variable) bool) (variable, bool) {
	var all []variable
	for _, sc := range g.scopes {
		for _, v := range sc {
			if ok(v) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return variable{}, false
	}
	return all[g.Intn(len(all))], true
}

func (g *generator) read() string {
	if v, ok := g.readable(); ok {
		g.busy["r "+v.name] = true
		return v.name
	}
	return "1"
}

func (g *generator) literal() string {
	return g.pick("0", "1", "-1", "2", "7", "127", "128", "255", "256", "-128", "32767", "65535", "0x7fffffff", "0x80000000", "0xffffffff",
		"2147483648", "1u", "0u", "-1u", "100L", "5ULL", "0xffffffffffffffffULL", "'a'", "'\\xff'", "true", "false", "(short)40000",
		"(unsigned char)200", "-2147483647", "0x8000000000000000ULL", "1LL << 40", "E1", "E2", "010", "0b101", "sizeof(int)", "sizeof(S)", "(char)0x85", "3000000000")
}

// effect is an expression statement.
func (g *generator) effect(depth int) string {
	g.busy = map[string]bool{}
	v, ok := g.changeable()
	if !ok {
		return g.expr(depth)
	}
	return g.change(v, depth)
}

func (g *generator) change(v variable, depth int) string {
	g.busy["w "+v.name] = true
	if v.typ == "bool" {
		return fmt.Sprintf("%s = %s", v.name, g.expr(depth-1))
	}
	switch g.Intn(8) {
	case 0:
		return v.name + "++"
	case 1:
		return "--" + v.name
	case 2:
		return fmt.Sprintf("%s %s (%s & 7)", v.name, g.pick("<<=", ">>="), g.expr(depth-1))
	case 3:
		return fmt.Sprintf("%s %s ((%s & 15) | 1)", v.name, g.pick("/=", "%="), g.expr(depth-1))
	case 4, 5:
		return fmt.Sprintf("%s %s %s", v.name, g.pick("+=", "-=", "*=", "&=", "|=", "^="), g.expr(depth-1))
	default:
		return fmt.Sprintf("%s = %s", v.name, g.expr(depth-1))
	}
}

func (g *generator) expr(depth int) string {
	if depth <= 0 {
		if g.Intn(3) == 0 {
			return "(" + g.literal() + ")"
		}
		return g.read()
	}
	sub := func() string { return "(" + g.expr(depth-1) + ")" }
	switch g.Intn(16) {
	case 0, 1, 2, 3:
		return sub() + " " + g.pick("+", "-", "*", "&", "|", "^") + " " + sub()
	case 4, 5:
		return sub() + " " + g.pick("<", ">", "<=", ">=", "==", "!=") + " " + sub()
	case 6:
		return sub() + g.pick(" << ", " >> ") + "(" + sub() + " & " + g.pick("7", "15", "3") + ")"
	case 7:
		return sub() + g.pick(" / ", " % ") + "((" + sub() + " & 31) | 1)"
	case 8:
		return "(" + g.pick(scalarTypes...) + ")" + sub()
	case 9:
		return g.pick("-", "~", "!", "+") + sub()
	case 10, 11:
		return g.lazy(depth)
	case 12:
		if v, ok := g.changeable(); ok {
			return "(" + g.change(v, depth) + ")"
		}
	case 13:
		return g.call(depth)
	case 14:
		if !g.inFn {
			return g.pick("out", "gi", "ca", "la") + "[" + sub() + " & 7]"
		}
	case 15:
		if !g.inFn {
			return g.pick("s.a", "s.b", "s.p.x", "s2.q[1].y", "v.y", "vb.z", "m[2][1]", "table[2]", "s.c[0]")
		}
	}
	return sub()
}

// lazy is an operator that evaluates not all of its operands, or one after the
// other: what the first changed, the second may read.
func (g *generator) lazy(depth int) string {
	x := "(" + g.expr(depth-1) + ")"
	y, z := "("+g.expr(depth-1)+")", "("+g.expr(depth-1)+")"
	switch g.Intn(4) {
	case 0:
		return x + " && " + y
	case 1:
		return x + " || " + y
	case 2:
		return x + ", " + y
	default:
		return x + " ? " + y + " : " + z
	}
}

func (g *generator) call(depth int) string {
	if len(g.fns) == 0 {
		return g.pick("min", "max") + "((int)(" + g.expr(depth-1) + "), (int)(" + g.expr(depth-1) + "))"
	}
	f := g.fns[g.Intn(len(g.fns))]
	var args []string
	for i := range f.params {
		if !f.refs[i] {
			args = append(args, "("+g.expr(depth-1)+")")
			continue
		}
		v, ok := g.choose(func(v variable) bool {
			return v.typ == "int" && !v.loop && !g.busy["w "+v.name] && !g.busy["r "+v.name]
		})
		if !ok {
			return g.read()
		}
		g.busy["w "+v.name] = true
		args = append(args, v.name)
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}
