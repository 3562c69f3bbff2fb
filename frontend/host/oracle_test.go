package host_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// Host programs made at random, which change and alias the variables that the sizes of
// launches are made of, are built by g++ and executed, with launches that print their
// sizes. Whatever gv2 claims of the launches has to agree with every one that happened.
// HOST_FUZZ is the number of programs, HOST_SEED the first; without them a fixed share
// is looked at.

const (
	hostShare = 50 // programs that make test looks at
	hostBatch = 50 // programs built at once
)

// hostRuntime is what the programs need, for g++.
const hostRuntime = `
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
static int round_, seen_;
static int input(int i) { static const int t[4][5] = {{0, 1, 32, 7, 64}, {1, 0, 64, 100, 3}, {2, 5, 33, 250, 96}, {3, 2, 96, 31, 0}}; return t[round_ & 3][i % 5]; }
static short hidden2(int i) { return i; }
static unsigned char hidden1(int i) { return i & 127; }
static long hidden8(int i) { return i; }
static unsigned hidden4(int i) { return i & 1023; }
static dim3 hiddenDims(int i) { return dim3(i & 31, 2); }
struct Hidden { int w; int get() { return w; } void next() { w += 32; } Hidden *operator->() { return this; } };
static void hiddenSet(unsigned char &x) { x = 40; } static void hiddenSet(short &x) { x = 41; } static void hiddenSet(long &x) { x = 42; } static void hiddenSet(unsigned &x) { x = 43; }
static int cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t) { *pitch = w / 128 * 128 + 128; return 0; }
static std::map<const void *, long> memory_;
template <class T> static int cudaMalloc(T **p, size_t n) {
  static char *next = (char *)4096;
  *p = (T *)next; next += 4096;
  memory_[*p] = n < (1ull << 40) ? (long)n : -2;
  return 0;
}
static void record(int kernel, dim3 g, dim3 b, const void *p, int n, int m) {
  long bytes = memory_.count(p) ? memory_[p] : -1;
  if (seen_++ < 400) std::printf("%d %u %u %u %u %u %u %d %d %ld\n", kernel, g.x, g.y, g.z, b.x, b.y, b.z, n, m, bytes);
}
`

// hostPrelude stands at the beginning of every program.
const hostPrelude = `int input(int i);
KERNELS
int G0 = 32; static int G1 = 64; int G2 = 16; const int C0 = 32; constexpr int C1 = 2 * C0; static dim3 D0(32, 2);
enum { E0 = 48 };
static struct option { const char *n; int *p; } opts[] = {{"block", &G2}};
void bump(int &x) { x += 32; }
void pick(int n, int &x) { if (n > 1) { x = 64; } else x = 32; }
void store(int *x) { *x = 96; }
int twice(int x) { return x * 2; }
int keep(const int &x) { return x; }
int &same(int &x) { return x; }
int global() { G1 += 32; return G1; }
template <class T> T up(T a, T b) { return (a + b - 1) / b; }
template <class T> void put(T &&x) { x = 33; }
struct Guard { int &r; Guard(int &x) : r(x) { } ~Guard() { r = 96; } };
struct Setter { int v; Setter(int x) : v(x) { } ~Setter() { G0 = 48; } };
struct In { int v; In(int x) : v(x) { } };
In &operator>>(In &s, int &x) { x = s.v; return s; }
In operator+(In s, int &x) { x = 31; return s; }
In &operator,(In &s, int &x) { x = 34; return s; }
#define SETB(v) v = 65
#define EACH(i, n) for (int i = 0; i < n; i++)
template <class F, class... A> void measure(int n, F f, A &&...a) { for (int i = 0; i < 2; i++) f(std::forward<A>(a)...); }
struct Made { int v; Made() : v(3) { G2 = 80; } };
[[noreturn]] void stop() { throw 1; }
void halt(int n) { if (n > 1) G0 = 3; stop(); }
struct Plain { int v; };
struct Two { int w, h; void grow() { w += 32; } };
void widen(Two *t) { t->w += 32; }
int max(int a, int b) { return a < b ? a : b; }
unsigned odd(unsigned &log, unsigned x) { if (!x) { log = 0; return 0; } for (log = 0; (x & 1) == 0; x >>= 1, log++) ; return x; }
void repoint(int *&d) { d = nullptr; }
void same(int *d) { }
void refill(int **d, int n) { cudaMalloc(d, n); }
int split(int &b, int n) { if (n > 40) { b = n / 2; return n * 3; } b = 33; return G1 + n; }
`

// hostGen writes one program.
type hostGen struct {
	*rand.Rand
	b     strings.Builder
	scope []string // the int variables that can be named here
	// pointers are the variables that hold memory.
	pointers []string
	next     int
	deep     int
	// kernels is the number of launches: each is of a kernel of its own.
	kernels int
	// plain programs overload no operators.
	plain bool
	// odd are the kinds of statements that only some programs have.
	odd uint64
}

func (g *hostGen) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *hostGen) pick(list ...string) string { return list[g.IntN(len(list))] }

// v is a variable that can be assigned.
func (g *hostGen) v() string {
	if len(g.scope) == 0 || g.IntN(6) == 0 {
		return g.pick("G0", "G1", "G2")
	}
	return g.scope[g.IntN(len(g.scope))]
}

// e is an expression without effects.
func (g *hostGen) e(depth int) string {
	switch g.IntN(12) {
	case 0, 1, 2:
		return g.v()
	case 3:
		return g.pick("C0", "C1", "E0", "(int)D0.x", "(int)sizeof(float)")
	case 4:
		return fmt.Sprintf("input(%d)", g.IntN(5))
	case 5, 6:
		return g.pick("32", "64", "1", "2", "16", "96", "0x20")
	}
	if depth == 0 {
		return g.v()
	}
	x, y := g.e(depth-1), g.e(depth-1)
	switch g.IntN(10) {
	case 0:
		return "(" + x + " + " + y + ")"
	case 1:
		return "(" + x + " * 2)"
	case 2:
		return "(" + x + " / 2)"
	case 3:
		return "(" + x + " > " + y + " ? " + y + " : " + x + ")"
	case 4:
		return "twice(" + x + ")"
	case 5:
		return "keep(" + x + ")"
	case 6:
		return "up((int)(" + x + "), 32)"
	case 7:
		return "max(" + x + ", " + y + ")"
	case 8:
		return "(int)(unsigned)(" + x + ")"
	}
	return "(" + x + " - " + y + ")"
}

// with is e, or one that has an effect now and then.
func (g *hostGen) with() string {
	v := g.v()
	if g.IntN(3) > 0 {
		return g.e(2)
	}
	switch g.some(25, 7, 8, 9, 10, 11, 12) {
	case 0:
		return v + "++"
	case 1:
		return "(" + v + " = 33)"
	case 2:
		return "global()"
	case 3:
		return "(bump(" + v + "), 64)"
	case 4:
		return "same(" + v + ")"
	case 5:
		return "[&] { " + v + " += 1; return 32; }()"
	case 6:
		return "std::exchange(" + v + ", 65)"
	}
	return g.e(2)
}

func (g *hostGen) kernel() string {
	g.kernels++
	return fmt.Sprintf("k%d", g.kernels-1)
}

// some is one of n kinds; those that are not calm are only in some programs.
func (g *hostGen) some(n int, calm ...int) int {
	for {
		if i := g.IntN(n); slices.Contains(calm, i) || g.odd>>((i+n)%64)&1 != 0 {
			return i
		}
	}
}

// named gives each launch in a text a kernel of its own.
func (g *hostGen) named(text string) string {
	parts := strings.Split(text, "k<<<")
	for i := range parts[:len(parts)-1] {
		parts[i] += g.kernel() + "<<<"
	}
	return strings.Join(parts, "")
}

func (g *hostGen) fresh() string {
	g.next++
	return fmt.Sprintf("v%d", g.next)
}

func (g *hostGen) block(n int) {
	outer, pointers := len(g.scope), len(g.pointers)
	g.deep++
	for range n {
		g.stmt()
		if g.IntN(2) == 0 {
			g.pointer()
		}
	}
	g.deep--
	g.scope, g.pointers = g.scope[:outer], g.pointers[:pointers]
}

// body is a statement in braces or without.
func (g *hostGen) body() {
	if g.IntN(3) == 0 {
		g.simple()
		return
	}
	g.line("{")
	g.block(1 + g.IntN(3))
	g.line("}")
}

// bytes is a length of memory.
func (g *hostGen) bytes() string {
	return g.pick(g.v()+" * sizeof(int)", g.e(0)+" * 4", "sizeof(float) * "+g.v()+" * "+g.v(), "4096", g.e(1))
}

// pointer is a statement about pointers to memory.
func (g *hostGen) pointer() {
	if len(g.pointers) == 0 || g.IntN(4) == 0 {
		d := g.fresh()
		g.line("int *%s; cudaMalloc(%s, %s);", d, g.pick("&"+d, "(void **)&"+d), g.bytes())
		g.pointers = append(g.pointers, d)
		return
	}
	d, e := g.pointers[g.IntN(len(g.pointers))], g.pointers[g.IntN(len(g.pointers))]
	switch g.IntN(24) {
	case 0:
		g.line("%s = %s;", d, e)
	case 1:
		g.line("cudaMalloc(&%s, %s);", d, g.bytes())
	case 2:
		g.line("if (%s) cudaMalloc(&%s, %s);", g.cond(), d, g.bytes())
	case 3:
		g.line("%s%s;", d, g.pick("++", " += 1", "--"))
	case 4:
		g.line("std::swap(%s, %s);", d, e)
	case 5:
		r := g.fresh()
		g.line("int *&%s = %s; %s", r, d, g.pick(r+" = "+e+";", "cudaMalloc(&"+r+", "+g.bytes()+");", ""))
	case 6:
		l := g.fresh()
		g.line("auto %s = [&] { %s }; %s", l, g.pick(d+" = "+e+";", "cudaMalloc(&"+d+", "+g.bytes()+");"), g.pick(l+"();", ""))
	case 7:
		g.line("%s;", g.pick("repoint("+d+")", "refill(&"+d+", "+g.v()+")", "same("+d+")"))
	case 8:
		q := g.fresh()
		g.line("int **%s = &%s; *%s = %s;", q, d, q, e)
	case 9:
		g.line("%s && cudaMalloc(&%s, %s);", g.v(), d, g.bytes())
	case 10:
		g.line("for (int i = 0; i < 2; i++) { %s<<<1, 32>>>(%s, %s, %s); %s = %s; }", g.kernel(), d, g.v(), g.v(), d, e)
	case 11:
		g.line("{ int *%s = %s; cudaMalloc(&%s, %s); }", d, g.pick(e, "nullptr"), d, g.bytes())
		if d == e {
			g.line("%s = 0;", d)
		}
	default:
		g.line("%s<<<%s, 32>>>(%s, %s, %s);", g.kernel(), g.pick("1", g.v()), d, g.v(), g.v())
	}
}

// launch is a launch with sizes of what is in scope.
func (g *hostGen) launch() {
	grid, block := g.e(1), g.e(1)
	switch g.IntN(8) {
	case 0:
		block = "dim3(" + g.e(1) + ", 2)"
	case 1:
		grid = "dim3(" + g.e(0) + ", " + g.e(0) + ")"
	case 2:
		block = "D0"
	case 3:
		grid = "up(" + g.v() + ", 32)"
	case 4:
		grid, block = "("+g.v()+" + 31) / 32", "32"
	}
	n, m := g.v(), g.e(1)
	if g.IntN(5) == 0 {
		n = g.with()
	}
	g.line("%s<<<%s, %s>>>(p, %s, %s);", g.kernel(), grid, block, n, m)
}

// simple is a statement that needs no braces.
func (g *hostGen) simple() {
	v := g.v()
	switch g.some(26, 0, 1, 2, 3, 4, 7, 21, 20) {
	case 0, 1, 2:
		g.line("%s = %s;", v, g.with())
	case 3:
		g.line("%s %s %s;", v, g.pick("+=", "*=", "-=", "|=", "&="), g.pick("1", "2", "32", "64"))
	case 4:
		g.line("%s%s;", v, g.pick("++", "--"))
	case 5:
		g.line("bump(%s);", v)
	case 6:
		g.line("store(&%s);", v)
	case 7:
		g.line("pick(%s, %s);", g.e(1), v)
	case 8:
		g.line("std::swap(%s, %s);", v, g.pick("G1", "G2"))
	case 9:
		g.line("put(%s);", v)
	case 10:
		g.line("SETB(%s);", v)
	case 11:
		g.line("*opts[0].p = %s;", g.e(1))
	case 12:
		g.line(g.named("{ volatile int w = %s; k<<<1, w>>>(p, w, 0); }"), g.e(1))
	case 13:
		g.line("std::tie(%s, %s) = std::make_pair(33, 34);", v, g.pick("G0", "G1"))
	case 22:
		g.line("memcpy(&%s, &%s, sizeof(int));", v, g.v())
	case 23:
		g.line("{ int *w = &%s; srand(3); memset(w, 0, 2); free(malloc(4)); }", v)
	case 24:
		g.line("{ int w; sscanf(\"96\", \"%%d\", &w); sscanf(\"35\", \"%%d\", &%s); }", v)
	case 25:
		g.line("{ int &w = %s; sscanf(\"35\", \"%%d\", &w); }", v)
	case 14:
		g.line("%s = 32, %s = %s;", v, g.v(), g.e(0))
	case 15:
		g.line("[&](int &x) { x = 66; }(%s);", v)
	case 16:
		g.line("const_cast<int &>(static_cast<const int &>(%s)) = 67;", v)
	case 17:
		if g.plain {
			g.line(";")
		} else {
			g.line("{ In s(35); s >> %s; s + %s; s, %s; }", v, g.v(), g.v())
		}
	case 18:
		g.line("(%s) = %s;", v, g.e(0))
	case 19:
		g.line("(%s > 1 ? %s : %s) = 68;", g.e(0), v, g.v())
	case 20:
		g.line("D0.%s = %s;", g.pick("x", "y"), g.pick("1", "2", "32", v))
	default:
		g.launch()
	}
}

// stmt is any statement.
func (g *hostGen) stmt() {
	if g.deep > 4 {
		g.simple()
		return
	}
	switch g.some(47, 0, 1, 2, 3, 8, 9, 10, 12, 13, 14, 17, 18, 25, 31, 32, 33, 34, 35) {
	case 0, 1, 2, 3:
		n := g.fresh()
		e := g.with()
		g.line("%s%s %s = %s;", g.pick("", "", "", "const ", "static "), "int", n, e)
		if !strings.Contains(lastLine(g.b.String()), "const ") {
			g.scope = append(g.scope, n)
		}
	case 4:
		n, e := g.v(), g.e(1) // a variable that hides another one
		if n[0] == 'v' {
			g.line("{ int %s = %s;", n, strings.ReplaceAll(e, n, "32"))
			g.block(2)
			g.line("}")
		}
	case 5:
		n, v := g.fresh(), g.v()
		g.line("int &%s = %s;", n, v)
		g.scope = append(g.scope, n)
	case 6:
		n, v := g.fresh(), g.v()
		g.line("int *%s = &%s;", n, v)
		g.stmt()
		g.line("*%s = %s;", n, g.e(1))
	case 7:
		n, v := g.fresh(), g.v()
		g.line("auto %s = [%s]() mutable { %s += 32; };", n, g.pick("&", "="), v)
		g.stmt()
		g.line("%s();", n)
	case 8, 9, 10:
		g.line("if (%s) ", g.cond())
		g.body()
		if g.IntN(2) == 0 {
			g.line("else")
			g.body()
		}
	case 11:
		n := g.fresh()
		g.line("if (int %s = %s; %s > 1) {", n, g.e(1), n)
		g.scope = append(g.scope, n)
		g.block(2)
		g.scope = g.scope[:len(g.scope)-1]
		g.line("}")
	case 12, 13:
		n := g.fresh()
		switch g.IntN(3) {
		case 0:
			g.line("for (int %s = %s; %s < %d; %s) {", n, g.pick("0", "1", "2"), n, 3+g.IntN(2), n+g.pick("++", " += 2"))
		case 1:
			g.line("for (%s %s = %s; %s > %s; %s) {", g.pick("int", "unsigned"), n, g.pick("3", "4", "8"), n, g.pick("0", "1"), n+g.pick("--", " >>= 1", " /= 2"))
		default:
			g.line("for (%s %s = %s; %s < %s; %s) {", g.pick("int", "unsigned", "long"), n, g.pick("1", "2", "4"), n, g.pick("5", "9"), n+g.pick("++", " *= 3", " += 4"))
		}
		g.line("%s<<<2, 32>>>(p, %s, (int)%s);", g.kernel(), g.pick(n, n+" + 1", g.v()), n)
		g.block(2)
		if g.IntN(3) == 0 {
			g.line("if (%s) %s;", g.cond(), g.pick("break", "continue"))
		}
		g.line("}")
	case 14:
		n := g.fresh()
		g.line("{ int %s = 2; while (%s-- > 0) {", n, n)
		g.block(2)
		g.line("} }")
	case 15:
		n := g.fresh()
		g.line("{ int %s = 2; do {", n)
		g.block(2)
		g.line("} while (--%s > 0); }", n)
	case 16:
		n := g.fresh()
		g.line("for (int %s : {32, 64, 96}) {", n)
		g.scope = append(g.scope, n)
		g.block(1)
		g.launch()
		g.scope = g.scope[:len(g.scope)-1]
		g.line("}")
	case 17, 18:
		g.line("switch (%s) {", g.e(1))
		for _, label := range []string{"case 32:", "case 64:", "case C0 + 1:", "default:"} {
			if g.IntN(4) == 0 {
				continue
			}
			g.line("%s", label)
			g.line("{")
			g.block(1 + g.IntN(2))
			g.line("}")
			if g.IntN(2) == 0 {
				g.line("break;")
			}
		}
		g.line("}")
	case 19:
		g.line("try {")
		g.block(1)
		g.line("if (%s) throw 1;", g.cond())
		g.block(1)
		g.line("} catch (int) {")
		g.block(1)
		g.line("}")
	case 20:
		n := g.fresh()
		g.line("{ int %s = 2; again%s: ;", n, n)
		g.block(2)
		g.line("if (%s-- > 0) goto again%s; }", n, n)
	case 21:
		v := g.v()
		g.line("{ auto [%s, other] = std::make_pair(%d, 2);", v, 32*(1+g.IntN(3)))
		g.launch()
		g.line("}")
	case 22:
		g.line("{ Guard guard(%s);", g.v())
		g.block(2)
		g.line("}")
		g.launch()
	case 23:
		g.line("{ Setter setter(%s);", g.e(0))
		g.block(2)
		g.line("}")
		g.launch()
	case 24:
		g.line("EACH(%s, 2) {", g.fresh())
		g.block(2)
		g.line("}")
	case 25:
		g.line("if (%s) %s;", g.cond(), g.pick("return", "return", "stop()", "halt(3)", "{ G1 = 5; stop(); }"))
	case 26:
		g.line(g.named("{ std::function<void(int &)> bump = [&](int &x) { x = 69; }; int b = 32; bump(b); k<<<1, b>>>(p, b, 0); }"))
	case 27:
		g.line("auto run%d = [%s](int b) {", g.next, g.pick("&", "="))
		g.next++
		g.line(g.named("k<<<b, %s>>>(p, b, %s);"), g.e(1), g.v())
		g.line("};")
		n := g.next - 1
		g.simple()
		g.line("run%d(%s);", n, g.e(1))
	case 28:
		g.line(g.named("{ enum { C0 = 64 }; struct C { enum { E0 = 96 }; }; k<<<1, C0>>>(p, C::E0, 0); }"))
	case 29:
		g.line(g.named("{ extern int G2; G2 = 33; k<<<1, 32>>>(p, G2, ::G2); }"))
	case 30:
		g.line(g.named("{ dim3 d(%s, 2), &e = %s; e.x = %s; k<<<d, D0>>>(p, d.x, d.y); }"), g.e(1), g.pick("d", "D0"), g.e(0))
	case 34, 35, 36:
		n, i := g.fresh(), g.fresh()
		g.line("%sint %s[%s] = {32, 64, %s};", g.pick("", "", "const "), n, g.pick("", "3", "4"), g.pick("96", "128", "C1", g.v()))
		if writes := lastLine(g.b.String())[0] != 'c'; writes && g.IntN(3) == 0 {
			g.line(g.pick("%[1]s[1] = 96;", "bump(%[1]s[0]);", "std::swap(%[1]s[0], %[1]s[1]);", "{ int *w = %[1]s; w[1] = 31; }", "for (int &w : %[1]s) w += 32;",
				"%[1]s[input(1) & 1]++;", "[&] { %[1]s[2] = 30; }();", "{ int &w = %[1]s[1]; w = 29; }", "store(%[1]s);", "(%[1]s[0])--;", map[bool]string{true: "(%[1]s[1])++;", false: "{ In s(35); s >> %[1]s[0]; }"}[g.plain]), n)
		}
		if g.IntN(2) == 0 {
			g.line(g.named("for (int %[2]s = 0; %[2]s < 3; %[2]s++) k<<<%[2]s, %[1]s[%[2]s]>>>(p, %[1]s[%[2]s], %[2]s);"), n, i)
		} else {
			g.line(g.named("for (%[3]s %[2]s : %[1]s) { k<<<2, %[2]s>>>(p, %[2]s + %[4]s, %[1]s[1]); }"), n, i, g.pick("int", "auto", "const int &", "auto &"), g.v())
		}
	case 37:
		n := g.fresh()
		g.line("%s *%s; %s = new %s[%s];", g.pick("int"), n, n, "int", g.e(1)+" > 0 ? 4 : 2")
		g.stmt()
		g.line("%s[0] = 3; delete[] %s;", n, n)
	case 39, 40:
		// Members of objects, which change between being read and the launch.
		g.line("{ Two t{%s, %s}, o{64, 32}, *u = &t, &r = t; int a = t.w, b = u->h, *q = &t.w;", g.e(1), g.e(1))
		g.line("%s", g.pick("u->w = 96;", "bump(t.w);", "u = &o;", "t = o;", "r.h = 64;", "*q = 95;", "t.grow();", "widen(u);", "widen(&t);", "if (a > 1) t.w++;",
			"for (int i = 0; i < 2; i++) { t.h += 32; }", "store(q);", ";", ";", "[&] { t.w = 94; }();", "std::swap(t, o);", "memset(&t, 1, 2);", "t.w = 62;", "t.h += 32;", "{ Two t{1, 2}; t.w = 9; }", "r = o;",
			"t.w = t.h * 2; t.h = a;", "if (a > 1) t.w = 60; else t.h = 61;", "auto w = [=]() mutable { t.w = 3; }; w();", "Two c = t; c.w = 7; t.h = c.w;", "int &w = t.w; w = 59; t.h = w;"))
		g.line(g.named("k<<<t.w, u->h>>>(p, a, b); k<<<a, b>>>(p, u->w, t.h); k<<<r.w, r.h>>>(p, t.w, u->h); }"))
	case 41, 42:
		// Variables of types that gv2 does not see.
		g.line("{ auto t = hidden%s(%s); auto u = t; int ha = t %% 7, hb = 3; Hidden h{%s}; auto w = h.get();", g.pick("1", "2", "4", "8"), g.e(1), g.e(0))
		g.line("%s", g.pick("t = 5;", "hiddenSet(t);", "auto &hr = t; hr = 6;", "auto *hq = &t; *hq = 7;", "[&] { t = 8; }();", "for (int i = 0; i < 2; i++) t++;", "if (ha > 1) t = 9;",
			"std::swap(t, u);", "u = t;", ";", ";", "auto hs = [=]() mutable { t = 10; }; hs();", "hb = t;", "h.next();", "h->next();", "w++;", "{ auto t = 99; }"))
		g.line(g.named("if (t > 0 && t < 4000) { k<<<t / 2 + 1, (u + 31) / 32 * 32>>>(p, t, u); k<<<ha, t %% 64>>>(p, t, w); k<<<w, h->get()>>>(p, w, h.get()); k<<<h.w, 32>>>(p, h.w, w); k<<<h->w, h.w>>>(p, h->w, t); }"))
		g.line(g.named("auto hd = hiddenDims(%s), he = hd; %s k<<<hd, he>>>(p, hb, he.x); }"), g.e(1), g.pick("he.x = 4;", "hd = dim3(2, 2);", "he = t > 3 ? hd : he;", ";", "auto hf = t > 3 ? hd : dim3(3, 3); he = hf;"))
	case 43:
		n, v := g.fresh(), g.v()
		g.line(g.named("if (%[1]s == 32 || %[1]s == 64) { int %[2]s = %[1]s; %[3]s k<<<2, %[1]s>>>(p, %[2]s, %[1]s); if (%[1]s != 32) k<<<%[2]s, %[1]s>>>(p, 1, %[2]s); }"), v, n,
			g.pick(v+"++;", "bump("+v+");", ";", ";", ";", v+" += 32;", n+" = 5;"))
	case 44:
		g.line(g.named("{ long l = %s, h = %s; if (h && (l / h == 64 || l / h == 32)) { %s if (l / h == 64) k<<<l, l / h>>>(p, l, h); else k<<<1, l / h>>>(p, l / h, h); } }"), g.e(1), g.e(1), g.pick("l *= 2;", "h--; if (!h) return;", ";", ";", ";"))
	case 45:
		g.line("if (%s > 0) { size_t hp = 5; void *hd; int hn = %s > 0 ? %s : 1; if (hn <= 0) hn = 3;", g.e(0), g.e(1), g.e(0))
		g.line("%s", g.pick("cudaMallocPitch(&hd, &hp, hn * sizeof(float), 3);", "int he = cudaMallocPitch((void **)&hd, &hp, sizeof(float) * hn, 3);", "if (cudaMallocPitch(&hd, &hp, hn, 3)) return;",
			"hn > 40 && cudaMallocPitch(&hd, &hp, hn * 4, 3);", "if (hn > 40) cudaMallocPitch(&hd, &hp, hn * 4, 3);", "cudaMallocPitch(&hd, &hp, 4096, 3);", "size_t &hr = hp; cudaMallocPitch(&hd, &hr, hn * 4, 3); hr = 3;"))
		g.line("%s", g.pick(";", ";", "hp /= 2;", "hn += 200;", "bump(hn);", "size_t *hq = &hp; *hq = 4;", "[&] { hp = 6; }();"))
		g.line(g.named("k<<<hn, 32>>>(p, hp / 4, hn); k<<<hn, 32>>>(p, hn, (int)(hp / sizeof(float))); k<<<1, 64>>>(p, hp, hn); }"))
	case 46:
		g.line("{ unsigned hl = 3, hn = %s; unsigned hr = odd(hl, hn); int hb = 7; int hs = split(hb, %s);", g.e(1), g.e(1))
		g.line("%s", g.pick(";", ";", "hn++;", "hr = 1;", "hb = hs;", "G1 += 32;", "while (hn > 0 && !(hn & 1)) hn /= 2;", "if (hn) for (; !(hn & 1); hn >>= 1) { hl++; }", "for (; !(hn & 1); hn >>= 1) { if (hl++ > 40) break; }"))
		g.line(g.named("if (hr == 1) k<<<hn, 32>>>(p, hn, hl); else k<<<1, hr>>>(p, hn, hr); k<<<hs, 64>>>(p, hs, hb); }"))
	case 38:
		n, c := g.fresh(), g.pick("Made", "Plain")
		g.line("%s *%s = new %s[2];", c, n, c)
		g.launch()
	default:
		g.simple()
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return lines[len(lines)-1]
}

func (g *hostGen) cond() string {
	switch g.IntN(5) {
	case 0:
		return g.v() + " == " + g.pick("32", "64", "C1")
	case 1:
		return g.with() + " > " + g.pick("32", "1")
	case 2:
		return g.v() + " % 32 == 0 && " + g.e(1) + " > 0"
	case 3:
		return "!(" + g.v() + " <= 0 || " + g.e(0) + " == 33)"
	}
	return g.e(1) + " < " + g.e(1)
}

// program is the text of one, and of its launches as g++ gets it.
func (g *hostGen) program() string {
	g.odd = g.Uint64() & g.Uint64() & g.Uint64()
	g.plain = g.IntN(2) == 0
	for _, l := range strings.Split(strings.TrimSuffix(hostPrelude, "\n"), "\n") {
		if g.plain && strings.Contains(l, "operator") {
			l = ""
		}
		g.line("%s", l)
	}
	g.line("struct M { int G1; int b; M(int n) : G1(n), b(32) { }")
	g.line("void go(int *p, int a) { int q = 32;")
	g.scope = []string{"a", "b", "q"}
	g.block(2)
	g.line(g.named("k<<<G1, b>>>(p, a, q); } void late(int *p); };"))
	g.line(g.named("void M::late(int *p) { int q = 3; q++; k<<<1, G1>>>(p, b, q); }"))
	g.line(g.named("template <int N, class T> void tmpl(int *p, T a) { int q = N; k<<<N, N * 2>>>(p, (int)a, q); %s = 3; k<<<up((int)a, N), 32>>>(p, a, q); }"), g.pick("q", "a"))
	g.line("void timed(int *p, int a, int b) { int q = 64;")
	g.scope = []string{"a", "b", "q"}
	g.block(2)
	g.line(g.named("k<<<%s, b>>>(p, a, q); }"), g.v())
	g.line("void inner(int *p, int a, int b, const int &c, dim3 d) { int q = 0;")
	g.scope = []string{"a", "b", "q"}
	g.block(3)
	g.line(g.named("k<<<d, a>>>(p, c, b); }"))
	g.line("static void outer(int *p, int a) { int q = 32, b = 64;")
	g.scope = []string{"a", "b", "q"}
	g.block(4)
	g.line("inner(p, a, %s, b, dim3(%s, 1)); }", g.with(), g.e(1))
	if g.IntN(3) == 0 {
		g.line("static void (*way)(int *, int) = outer;")
	} else {
		g.line("static void way(int *p, int a) { outer(p, a); }")
	}
	g.line("void start(int *p) { int a = 32, b = input(2), q = 1;")
	g.scope = []string{"a", "b", "q"}
	g.block(5)
	g.line("measure(%s, timed, p, %s, %s); outer(p, %s); way(p, %s); inner(p, a, b, %s, D0); M m(%s); m.go(p, a); m.late(p); tmpl<%s>(p, b); }", g.v(), g.v(), g.pick("a", "b", "q", "64", "G1"), g.with(), g.e(1), g.pick("q", "G0", "G1"), g.e(0), g.pick("32", "C0"))
	var kernels strings.Builder
	for i := range g.kernels {
		fmt.Fprintf(&kernels, "__global__ void k%d(int *p, int n, int m) { } ", i)
	}
	return strings.Replace(g.b.String(), "KERNELS", kernels.String(), 1)
}

var launchText = regexp.MustCompile(`\bk(\d+)<<<(.*?)>>>\((\w+), `)

// forHost is a program for g++.
func forHost(n int, text string) string {
	lines := strings.Split(text, "\n")
	lines[0], lines[1] = "", ""
	for i, l := range lines {
		l = launchText.ReplaceAllString(l, "record($1, $2, $3, ")
		lines[i] = strings.ReplaceAll(l, "::G2", fmt.Sprintf("p%d::G2", n))
	}
	body := strings.Join(lines, "\n")
	return fmt.Sprintf("namespace p%d {\n#line 1 \"p%d\"\n%s\n}\n#undef SETB\n#undef EACH\n", n, n, body)
}

// happened is a launch that was executed.
type happened struct {
	kernel      int
	grid, block [3]int
	args        []int64
	bytes       int64 // behind the pointer: -1 for none, -2 for more than there is
}

func (h happened) possible() bool {
	threads := h.block[0] * h.block[1] * h.block[2]
	for d := range h.grid {
		if h.block[d] < 1 || h.block[d] > kernel.MostBlockDim[d] || h.grid[d] < 1 || h.grid[d] > kernel.MostGridDim[d] {
			return false
		}
	}
	return threads <= kernel.MostThreads
}

// holds evaluates a relation for a launch.
func (h happened) holds(r host.Relation) bool {
	x := r.Cond
	if r.Of != "" {
		x = r.Bytes
	}
	c, ok := kernel.Fold(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			return kernel.NewConst(e.Var.T, h.args[map[string]int{"n": 0, "m": 1}[e.Var.Name]])
		case *kernel.Builtin:
			if e.Kind == kernel.GridDim {
				return kernel.Unsigned(int64(h.grid[e.Dim]))
			}
			return kernel.Unsigned(int64(h.block[e.Dim]))
		}
		return e
	})).(*kernel.Const)
	if r.Of != "" {
		return ok && (c.Val == h.bytes || h.bytes == -2)
	}
	return ok && c.Val != 0
}

func (h happened) all(list []host.Relation) string {
	for _, r := range list {
		if !h.holds(r) {
			return r.Text
		}
	}
	return ""
}

func fits(claimed, got [3]int) bool {
	for d, n := range claimed {
		if n != 0 && n != got[d] {
			return false
		}
	}
	return true
}

// contradicts is what gv2 claims wrongly about a launch that happened, empty if it claims
// nothing that is wrong.
func contradicts(h happened, sizes []host.Size, unknown []host.Unknown) string {
	isUnknown := len(unknown) > 0
	for _, u := range unknown {
		if (!fits(u.Block, h.block) || !fits(u.Grid, h.grid)) && len(sizes) == 0 && len(unknown) == 1 {
			return fmt.Sprintf("block %v or grid %v of an unknown launch", u.Block, u.Grid)
		}
		if wrong := h.all(u.Relations); wrong != "" {
			return wrong
		}
	}
	why := "no size has block " + dimText(h.block)
	for _, s := range sizes {
		if s.Block != h.block {
			continue
		}
		wrong := h.all(s.Relations)
		for _, c := range s.Constants {
			if v := h.args[map[string]int{"n": 0, "m": 1}[c.Name]]; strconv.FormatInt(v, 10) != c.Value {
				wrong = c.Name + " = " + c.Value
			}
		}
		if wrong == "" && !fits(s.Grid, h.grid) {
			if isUnknown {
				continue // of one of these
			}
			wrong = "grid " + dimText(s.Grid)
		}
		if wrong == "" {
			return ""
		}
		why = wrong
		if isUnknown {
			return why
		}
	}
	if isUnknown {
		return ""
	}
	return why
}

// TestSizesAgainstExecution: what gv2 says of launches agrees with those that happen.
func TestSizesAgainstExecution(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++ to compare with")
	}
	count, _ := strconv.Atoi(os.Getenv("HOST_FUZZ"))
	first, _ := strconv.ParseUint(os.Getenv("HOST_SEED"), 10, 64)
	if count == 0 {
		first, count = 1, hostShare
	}
	claims, launches, lengths := 0, 0, 0
	for at := 0; at < count; at += hostBatch {
		var texts []string
		for i := at; i < min(count, at+hostBatch); i++ {
			g := &hostGen{Rand: rand.New(rand.NewPCG(first+uint64(i), 7))}
			texts = append(texts, g.program())
		}
		for n, runs := range executed(t, texts) {
			type claim struct {
				sizes   []host.Size
				unknown []host.Unknown
			}
			known := map[string]claim{}
			for _, fn := range kernelsOf(texts[n], source.Options{}) {
				sizes, unknown := fn.sizes()
				known[fn.Name] = claim{sizes, unknown}
				for _, s := range sizes {
					claims += 1 + len(s.Relations) + len(s.Constants)
					for _, r := range s.Relations {
						if r.Of != "" {
							lengths++
						}
					}
				}
				for _, u := range unknown {
					claims += len(u.Relations)
				}
			}
			for _, h := range runs {
				c := known[fmt.Sprintf("k%d", h.kernel)]
				sizes, unknown := c.sizes, c.unknown
				if !h.possible() {
					continue
				}
				launches++
				if wrong := contradicts(h, sizes, unknown); wrong != "" {
					_ = os.WriteFile(filepath.Join(os.TempDir(), "gv2-host-oracle.cu"), []byte(texts[n]), 0o600)
					t.Errorf("seed %d: k%d has grid %v block %v with n = %d, m = %d, against: %s\nsee gv2-host-oracle.cu",
						first+uint64(at+n), h.kernel, h.grid, h.block, h.args[0], h.args[1], wrong)
					return
				}
			}
		}
	}
	t.Logf("%d launches, %d claims, %d of them of lengths", launches, claims, lengths)
	require.Positive(t, launches)
}

// executed runs the programs and lists their launches.
func executed(t *testing.T, texts []string) [][]happened {
	t.Helper()
	var b strings.Builder
	b.WriteString(hostRuntime)
	for n, text := range texts {
		b.WriteString(forHost(n, text))
	}
	b.WriteString("int main() {\n")
	for n := range texts {
		fmt.Fprintf(&b, "std::printf(\"program %d\\n\"); for (round_ = 0, seen_ = 0; round_ < 4; round_++) try { p%d::start(nullptr); } catch (int) { }\n", n, n)
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "a.cpp"), filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(src, []byte(b.String()), 0o600))
	if msg, err := exec.Command("g++", "-std=c++17", "-O0", "-w", "-fwrapv", "-fpermissive", "-o", bin, src).CombinedOutput(); err != nil {
		kept := filepath.Join(os.TempDir(), "gv2-host-oracle.cpp")
		_ = os.WriteFile(kept, []byte(b.String()), 0o600)
		require.NoError(t, err, "%s\n%.3000s", kept, msg)
	}
	printed, err := exec.Command(bin).Output()
	require.NoError(t, err)
	out := make([][]happened, len(texts))
	at := -1
	for _, l := range strings.Split(strings.TrimSpace(string(printed)), "\n") {
		if strings.HasPrefix(l, "program ") {
			at++
			continue
		}
		var h happened
		h.args = make([]int64, 2)
		_, err := fmt.Sscan(l, &h.kernel, &h.grid[0], &h.grid[1], &h.grid[2], &h.block[0], &h.block[1], &h.block[2], &h.args[0], &h.args[1], &h.bytes)
		if err == nil {
			out[at] = append(out[at], h)
		}
	}
	return out
}
