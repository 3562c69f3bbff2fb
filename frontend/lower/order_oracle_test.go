package lower

import (
	"context"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// orderPreamble has operators whose operands are passed by value and by reference, of classes that copy
// themselves and of others, and aggregates and constructors that say in which order they got what.
const orderPreamble = `
struct A { int v; __device__ A &operator+=(A o) { v += o.v * 3; return *this; } __device__ A &operator-=(const A &o) { v -= o.v * 5; return *this; }
  __device__ A &operator*=(int k) { v = v * 3 + k; return *this; } __device__ int operator[](A o) { return v * 100 + o.v; } __device__ int operator[](int k) const { return v * 7 + k; } };
__device__ A operator<<(A x, A y) { return A{x.v * 7 + y.v}; }
__device__ A operator>>(const A &x, A y) { return A{x.v * 11 + y.v}; }
__device__ A operator,(A x, const A &y) { return A{x.v * 13 + y.v}; }
__device__ A &operator|=(A &x, A y) { x.v = x.v * 17 + y.v; return x; }
struct C { int v; __device__ C(int v) : v(v) {} __device__ C(const C &o) : v(o.v + 1) {} __device__ C &operator=(const C &o) { v = o.v * 3; return *this; }
  __device__ C &operator+=(C o) { v += o.v * 3; return *this; } };
__device__ C &operator|=(C &x, const C &y) { x.v = x.v * 17 + y.v; return x; }
struct N { int v; __device__ operator int() const { return v * 2 + 1; } };
struct T3 { int a, b, c; __device__ int h() const { return a * 19 + b * 23 + c * 29; } };
struct TA { A a; int b; A c; __device__ int h() const { return a.v * 19 + b * 23 + c.v * 29; } };
struct TC { C a; int b[2]; __device__ int h() const { return a.v * 19 + b[0] * 23 + b[1] * 29; } };
struct TB : T3 { short d; __device__ int h2() const { return h() * 31 + d; } };
struct K { int a, b; __device__ K(int x, int y) : a(x), b(y) {} __device__ K(A x, const A &y) : a(x.v), b(y.v) {} __device__ K(const int &x, long y, A z) : a(x + y), b(z.v) {}
  __device__ int h() const { return a * 37 + b * 41; } };
struct F { int v; __device__ int operator()(A x) { return v * 43 + x.v; } __device__ int f(int k) { return v * 47 + k; } };
__device__ A &put(A &a, int v) { a.v = v; return a; }
__device__ C &put(C &c, int v) { c.v = v; return c; }
__device__ int next(int &i) { return ++i; }
__device__ int f1(int x) { return x * 3 + 1; }
__device__ int f2(int x) { return x * 5 + 2; }
`

// orders makes programs whose value depends on nothing but orders that C++17 prescribes.
type orders struct {
	r              *rand.Rand
	depth, deepest int
}

func (g *orders) small() string { return strconv.Itoa(g.r.Intn(9)) }

// number is an expression of type int.
func (g *orders) number() string {
	if g.depth++; g.depth > g.deepest || g.r.Intn(6) == 0 {
		g.depth--
		return pick(g.r, "i", "j", "i++", "--j", "t[3]", "a.v", "next(i)", "next(j)", "n.v", "pa->v", "c.v", g.small())
	}
	defer func() { g.depth-- }()
	switch g.r.Intn(17) {
	case 0:
		return "(" + pick(g.r, "i", "j", "t[1]", "a.v", "n.v", "pa->v", "x.v") + pick(g.r, " = ", " += ", " -= ", " ^= ") + g.number() + ")"
	case 1:
		// Of a call g++ computes the index first, and of += what the left side changes late, against [expr.ass].
		if g.r.Intn(2) == 0 {
			return "(" + pick(g.r, "t", "p") + "[" + g.number() + " & 7] = (" + g.number() + " ^ 1))"
		}
		return "(" + pick(g.r, "t", "p") + "[" + pick(g.r, "i", "j", "a.v") + " & 7] += " + g.number() + ")"
	case 2:
		return "((" + g.number() + " & 15)" + pick(g.r, " << ", " >> ") + "(" + g.number() + " & 3))"
	case 3:
		return "(" + g.number() + ", " + g.number() + ")"
	case 4:
		return "(" + g.number() + pick(g.r, " && ", " || ") + g.number() + ")"
	case 5:
		return "((" + g.number() + " & 1) ? " + g.number() + " : " + g.number() + ")"
	case 6:
		return "T3{" + g.number() + ", " + g.number() + ", " + g.number() + "}.h()"
	case 7:
		return "TA{" + g.value() + ", " + g.number() + ", " + g.value() + "}.h()"
	case 8:
		return "K{" + g.value() + ", " + g.value() + "}.h()"
	case 9:
		return pick(g.r, "K{"+g.number()+", "+g.number()+"}.h()", "K{"+g.number()+", "+g.number()+", "+g.value()+"}.h()",
			"TB{{"+g.number()+", "+g.number()+", "+g.number()+"}, (short)"+g.number()+"}.h2()", "TC{"+g.copied()+", "+g.number()+", "+g.number()+"}.h()")
	case 10:
		return "p[(p = " + pick(g.r, "t", "u") + ", " + g.number() + " & 7)]"
	case 11:
		return "(" + g.object() + ")[" + pick(g.r, g.value(), g.number()) + "]"
	case 12:
		return pick(g.r, "(*px)("+g.value()+")", "px->f("+g.number()+")", "px->f((px = &"+pick(g.r, "x", "y")+", "+g.number()+"))")
	case 13:
		return pick(g.r, "fp("+g.number()+")", "fp((fp = "+pick(g.r, "f1", "f2")+", "+g.number()+"))")
	case 14:
		return "(" + pick(g.r, "t["+g.number()+" & 7]", "put(a, "+g.number()+").v") + pick(g.r, " = ", " += ") + "n)" // which is converted first
	case 15:
		return "(" + g.copied() + ").v"
	default:
		return "(" + g.value() + ").v"
	}
}

// object is an expression that designates an A.
func (g *orders) object() string {
	if g.depth++; g.depth > g.deepest || g.r.Intn(3) == 0 {
		g.depth--
		return pick(g.r, "a", "b", "*pa")
	}
	defer func() { g.depth-- }()
	switch g.r.Intn(5) {
	case 0:
		return "put(" + g.object() + ", " + g.small() + ")"
	case 1:
		return "(pa = &" + pick(g.r, "a", "b") + ", *pa)"
	case 2:
		return "(" + g.object() + " *= " + g.number() + ")"
	case 3:
		if g.r.Intn(2) == 0 { // g++ makes the right side of a = A{a.v} late, against [expr.ass]
			return "(" + pick(g.r, "a", "b", "*pa") + " = " + pick(g.r, "{", "A{") + g.number() + "})"
		}
		return "(" + g.object() + " = " + g.object() + ")"
	default:
		return "(" + g.object() + pick(g.r, " += ", " -= ", " |= ") + g.value() + ")"
	}
}

// value is an expression of type A.
func (g *orders) value() string {
	switch g.r.Intn(5) {
	case 0:
		return "(" + g.object() + pick(g.r, " << ", " >> ", " , ") + g.object() + ")"
	case 1:
		return "A{" + g.number() + "}"
	default:
		return g.object()
	}
}

// copied is an expression that designates a C.
func (g *orders) copied() string {
	if g.depth++; g.depth > g.deepest || g.r.Intn(3) == 0 {
		g.depth--
		return pick(g.r, "c", "d")
	}
	defer func() { g.depth-- }()
	switch g.r.Intn(3) {
	case 0:
		return "put(" + g.copied() + ", " + g.small() + ")"
	case 1:
		return "(" + g.copied() + " = " + g.copied() + ")"
	default:
		return "(" + g.copied() + pick(g.r, " += ", " |= ") + g.copied() + ")"
	}
}

func (g *orders) body() string {
	var b strings.Builder
	b.WriteString("int i = 3, j = 5, t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, u[8] = {9, 8, 7, 6, 5, 4, 3, 2}, *p = t; A a{2}, b{7}, *pa = &a; C c(4), d(6); N n{8}; F x{3}, y{9}, *px = &x; int (*fp)(int) = f1; unsigned h = 1; ")
	for range 1 + g.deepest/2 {
		b.WriteString("h = h * 31 + (unsigned)(" + g.number() + "); ")
	}
	b.WriteString("h = h * 31 + i; h = h * 31 + j; for (int k = 0; k < 8; k++) h = h * 31 + t[k] + 7 * u[k]; h = h * 31 + a.v; h = h * 31 + b.v; h = h * 31 + c.v; h = h * 31 + d.v; h = h * 31 + n.v; h = h * 31 + x.v; return h * 31 + y.v;")
	return b.String()
}

// TestOrderByCompiler compares what programs compute whose value depends on the order of evaluation.
// What is without a value is refused, since compilers do not agree.
func TestOrderByCompiler(t *testing.T) {
	seed, count := oracleSeeds(t)
	const batch = 50
	compared, unsupported := 0, 0
	for ; count > 0; count -= batch {
		var text, host, calls strings.Builder
		text.WriteString(programHeaders + orderPreamble)
		host.WriteString("#include <cstdio>\n#define __device__\n" + programHeaders + orderPreamble)
		n := min(count, batch)
		bodies := make([]string, n)
		for i := range n {
			g := &orders{r: rand.New(rand.NewSource(seed + int64(i))), deepest: 1 + i%5}
			bodies[i] = g.body()
			fn := fmt.Sprintf("__device__ unsigned f%d_() { %s }\n", i, bodies[i])
			text.WriteString(fn + fmt.Sprintf("__global__ void k%d(unsigned *out) { out[0] = f%d_(); }\n", i, i))
			host.WriteString(fn)
			fmt.Fprintf(&calls, "printf(\"%%u\\n\", f%d_());\n", i)
		}
		want := gppRun(t, host.String()+"int main() {\n"+calls.String()+"}\n")
		require.Len(t, want, n)
		res := source.Preprocess("kernel.cu", []byte(text.String()), source.Options{Library: true})
		file, diags := cuda.Parse(res.Tokens)
		diags.Merge(res.Diags)
		require.Empty(t, diags.String())
		names := NamesOf(file)
		for i, fn := range names.Kernels(context.Background(), nil) {
			k, diags := names.Lower(context.Background(), fn, block64())
			if k == nil {
				unsupported++
				t.Logf("seed %d: %s", seed+int64(i), diags.String())
				continue
			}
			m := newMachine(k)
			if err := m.run(k.Body); err != nil && err != errReturn {
				t.Errorf("seed %d: %v: %s", seed+int64(i), err, bodies[i])
				continue
			}
			got := m.memory[k.Arrays[len(k.Arrays)-1]][0]
			for _, a := range k.Arrays {
				if a.Name == "out" {
					got = m.memory[a][0]
				}
			}
			if got == nil {
				unsupported++
				continue
			}
			if compared++; strconv.FormatInt(got.Val, 10) != want[i] {
				t.Errorf("seed %d: %d, not %s: %s", seed+int64(i), got.Val, want[i], bodies[i])
			}
		}
		seed += int64(n)
	}
	t.Logf("%d programs compared, %d without a value", compared, unsupported)
	require.Greater(t, compared, unsupported)
}
