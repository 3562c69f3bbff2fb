package unit

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// launchPrelude is what the programs declare: functions and classes through which numbers and pointers go on their way to
// a launch.
const launchPrelude = `struct Pair { float *a, *b; };
struct Twin { float *a; float *b = a; int n = 48; };
struct Half { float *a; float *b = nullptr; };
struct Made { float *a, *b; int n; Made(float *x, float *y = nullptr, int k = 3) : a(x), b(y ? y : x), n(k) {} void swap() { float *t = a; a = b; b = t; } };
struct Own { float *p; Own() { cudaMalloc(&p, 4096); } float *get() { return p; } operator float *() { return p; } };
struct Base { float *p; int n; Base(float *x, int k) : p(x), n(k) {} virtual float *at() { return p; } virtual int num() { return n; } virtual ~Base() {} };
struct Derived : Base { float *q; Derived(float *x, float *y, int k) : Base(x, k), q(y) {} float *at() override { return q; } int num() override { return n + 32; } };
union Either { float *p; long l; };
struct Bits { unsigned w : 4; int s : 3; };
struct Counter { static int c; int v; Counter() : v(++c) {} };
int Counter::c = 0;
template <class T> struct Box { T v; Box(T x) : v(x) {} T get() const { return v; } };
template <class T> struct Box<T *> { T *v; Box(T *x) : v(x + 1) {} T *get() const { return v; } };
template <class T, int N> struct Ring { T d[N]; T &operator[](int i) { return d[(i + 1) % N]; } };
template <int N> struct Size { static constexpr int v = N * 2; };
template <> struct Size<4> { static constexpr int v = 5; };
enum E { E0 = 16, E1, E2 = E0 << 1 }; enum class EC : unsigned char { A = 3, B = 255 };
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int rec(int n) { return n > 3 && n < 500 ? rec(n - 3) + 1 : n; }
float *walk(float *p, int n) { return n > 0 ? walk(p + 1, n - 1) : p; }
void setp(float *&p, float *q) { p = q; }
void setpp(float **p, float *q) { *p = q; }
void seti(int &n) { n += 32; }
void setip(int *n) { *n = 64; }
int over(int) { return 1; }
int over(long) { return 2; }
int over(unsigned) { return 3; }
int over(char) { return 4; }
int over(bool) { return 5; }
int over(float *) { return 6; }
int over(const float *) { return 7; }
float *pick(float *p, float *q, int n = 1) { return n ? p : q; }
void exchange2(float **p, float **q) { float *t = *p; *p = *q; *q = t; }
template <class T> T id(T x) { return x; }
template <class T> T &lv(T &x) { return x; }
template <class... A> int cnt(A... a) { return sizeof...(a); }
template <class... A> int sum(A... a) { return (0 + ... + a); }
template <class T> T last(T x) { return x; }
template <class T, class... A> auto last(T x, A... a) { return last(a...); }
template <class F> void call(F f) { f(); }
template <class F, class... A> auto invoke2(F f, A &&...a) { return f(std::forward<A>(a)...); }
int calls = 0;
int next() { return ++calls; }
int g0 = 32; static int g1 = 64; const int c0 = 32; float *gp, *gq;
void globals(float *p) { gp = p; g1 += 32; }
void moreglobals(float *p) { gq = p; g0++; }
int dbl(int x) { return x * 2; }
int inc(int x) { return x + 1; }
void thrown(int n) { if (n > 40) throw n; }
Pair both(float *x) { return {x, x + 4}; }
Pair two(float *x, float *y) { Pair p; p.a = x; p.b = y; return p; }
static float *stat(float *x) { static float *s = x; float *t = s; s = x; return t; }
float *fresh() { float *p; cudaMalloc(&p, 4096); return p; }
int sizeOf(short x) { return sizeof(x + 1) * 8; }
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define SWAP(a, b) do { auto t_ = a; a = b; b = t_; } while (0)
#define TWICE(x) x + x
#define N0 16 + 16
`

// launchGen writes one program with launches.
type launchGen struct {
	*rand.Rand
	b       strings.Builder
	kernels strings.Builder
	// pointers and ints are the variables that can be named, and assigned.
	pointers, ints []string
	next, count    int
	deep           int
	// odd are the forms that this program has besides calm ones.
	odd uint64
	// globals are named in some programs only.
	globals bool
}

func (g *launchGen) pick(list ...string) string { return list[g.IntN(len(list))] }

// form is one of a list; most programs have few of the forms, so that one that is not understood hides little.
func (g *launchGen) form(list []string) string {
	for {
		if i := g.IntN(len(list)); i < 4 || g.odd>>((i*7+len(list))%64)&1 != 0 {
			return list[i]
		}
	}
}

// numbers are expressions of which the value is told to kernels.
var launchNumbers = []string{
	"$i", "$n", "$j", "$i + $n",
	"N0", "2 * N0", "E1", "E2", "(int)EC::B", "sizeof(float)", "sizeof($i + 1L)", "fact(4)", "rec($i)", "over('a')", "over(1u)", "over(1l)", "over(true ? 1 : 1l)", "over($i > 3)", "over($p)", "over((const float *)$p)",
	"(char)($i + 200)", "(unsigned char)($i * 9)", "(short)(70000 + $i)", "(bool)$i", "$i && $j", "-1 > 1u", "'a' + 1", "~$i & 63", "$i << 2", "$i % 7", "$i / 3", "-$i / 3", "-7 % 4 + 64", "(int)($i * 0.5f)", "(int)(2.9)", "((unsigned)-$i >> 26)", "Size<4>::v", "Size<8>::v",
	"next()", "$i++", "++$i", "($i = 33)", "($i += 1, $j)", "Box<int>($i).get()", "Box{$i}.v", "cnt($i, $p, 3)", "sum($i, 1, 2)", "last(3, $i)", "[&] { return $i + 1; }()", "[=](int x) { return x + $i; }(2)", "[&] { $i++; return $j; }()", "std::max($i, 48)", "std::min($i, $j)",
	"MAX2($i++, 3)", "TWICE($i) * 2", "$i ? $j : 5", "$i > 40 ? 32 : 64", "($i, $j)", "Counter().v", "g0", "g1", "c0", "$i ^ 3", "$i | 1", "!$i", "-$i", "+$j", "($i > 32) * 32 + 32", "(unsigned)$i / 2u", "id($i)", "lv($i)", "invoke2(dbl, $i)", "*&$i", "int($i)", "int{40}", "static_cast<int>(3.99f)", "0x1F", "0b101", "010", "1'0",
	"sizeOf($i)", "sizeof(short) * $n", "(long)$i * 2", "1ull << 5", "$i - $j", "$i * $j", "__LINE__ % 7 + 30", "std::exchange($i, 65)", "(int)std::vector<int>(3, $i)[1]", "Derived($p, $q, $i).num()", "std::abs(-$i)", "int($i > 0) << 5", "'\\x20'", "true + 63", "(3, 64)", "Twin{$p}.n", "Made($p).n", "Made($p, $q, $i).n",
}

// places are expressions of pointers.
var launchPlaces = []string{
	"$p", "$q", "$p", "$q",
	"$p + 1", "&$p[3]", "1 + $p", "$p + $i % 4", "pick($p, $q)", "pick($p, $q, 0)", "pick($p, $q, $i > 33)", "walk($p, 2)", "id($p)", "(float *)(long)$p", "(float *)((char *)$p + 4)", "$i > 32 ? $p : $q", "gp", "gq", "Box<float *>($p).get()", "Box{$p}.v", "Own().get()", "std::max($p, $q)", "std::exchange($p, $q)", "($i, $q)", "($p = $q)", "*&$p", "last($p, $q)",
	"[&] { return $p; }()", "[=](float *o) { return o + 1; }($q)", "std::move($p)", "both($p).b", "two($p, $q).a", "Twin{$p}.b", "Half{$p, $q}.b", "Made($p).b", "Made($p, $q).b", "stat($p)", "fresh()", "$p++", "++$p", "($p += 2)", "lv($p)", "std::addressof($p)[0]", "const_cast<float *>((const float *)$p)", "reinterpret_cast<float *>((int *)$p + 1)", "invoke2(walk, $p, 1)", "Derived($p, $q, 3).at()", "std::pair<float *, float *>($p, $q).second", "std::get<1>(std::make_tuple($p, $q))", "(std::vector<float *>{$p, $q})[1]", "std::next($p)", "std::min({$p, $q})", "Either{$p}.p", "std::ref($p).get()", "Pair{$p, $q}.b", "0 + $q", "&*$p", "($p ? $p : $q)", "-1 + $p + 1", "&($p)[0]", "(true ? $p : $q)", "std::array<float *, 2>{$p, $q}[1]",
}

// statements have a number of declarations of pointers, $A and $B, and of numbers, $I and $J, which the ones behind them can
// name; {} stands for statements, $L for a launch.
var launchStatements = []string{
	"$L", "$L", "$j = $e;", "$p = $P;",
	"int $I = $e;", "float *$A = $P;", "const int $W = $e; $K(;;$W;$e)", "float *$A; cudaMalloc(&$A, 4096);", "float *$A; cudaMalloc((void **)&$A, 4096);", "float *$A = new float[64];", "auto $I = (int)($e);", "int $I = $e, $J = $I + 1;",
	"unsigned $U = $e; $K(;;$U;$e)", "short $U = $e; $K(;;$U;$U)", "unsigned char $U = $e; $K(;;$U;$U + 1)", "char $U = $e; $K(;;$e;$U)", "bool $U = $e; $K(;;$U;$U)", "long $U = $e; $K(;;$U;$U / 2)", "float $U = $e; $K(;;$U;(int)$U)", "size_t $U = $e; $K(;;$U;$U - 1)", "E $U = $i > 3 ? E1 : E2; $K(;;$U;$U)", "unsigned short $U = $e; $U -= 100; $K(;;$U;$U)", "unsigned $U = $e; $U -= 5; $U /= 3; $K(;;$U;$U >> 20)", "signed char $U = 127; $U += $i; $K(;;$U;$U)", "int8_t $U = $e; uint16_t $V = $U; $K(;;$U;$V)", "double $U = $e; $U /= 2; $K(;;$U;(int)$U)",
	"if ($c) {}", "if ($c) { {} } else { {} }", "if ($c) return;", "if ($c) { {} return; }", "for (int $W = 0; $W < 3; $W++) { {} $K(;;$W;$e) }", "for (int $W = 0; $W < 4; $W++) { if ($W == 2) break; {} }", "for (int $W = 0; $W < 4; $W++) { if ($W & 1) continue; {} $L }", "for (int $W = 8; $W; $W >>= 1) $K(;;$W;$W)", "int $I = 3; while ($I--) { {} $K(;;$I;$e) }", "int $I = 0; do { {} $K(;;$I;$e) } while (++$I < 2);", "switch ($i) { case 32: {} case 64: {} $L break; default: {} }", "switch ($i & 3) { case 0: {} break; case 1: case 2: {} $L default: $L }", "goto $X; {} $X: $L", "if ($c) goto $X; $p = $q; $X: $L", "int $I = 0; $X: $K(;;$I;$e) if ($I++ < 2) goto $X;", "for (;;) { {} if ($i != $i + 1) break; }",
	"int &$I = $i; {} $L", "int *$U = &$i; {} *$U = 96; $L", "int &$I = $i; $I = 33; $L", "float *&$A = $p; $A = $q + 1; $L", "float **$U = &$p; *$U = $q; $L", "float **$U = &$p; {} setpp($U, $q); $L", "auto &$A = $p; {} $L", "auto $U = &$p; *$U += 1; $L", "const int &$W = $i; $i = 35; $K(;;$W;$e)", "float *const &$U = $p; $p = $q; $K($U;$q;;)", "int &&$I = $i + 1; {} $L", "auto &&$A = $p; $A++; $L", "decltype(auto) $A = ($p); $A = $q; $L", "decltype($p) $A = $q; $L",
	"setp($p, $q); $L", "setp($p, $P);", "seti($i); $L", "setip(&$i); $L", "exchange2(&$p, &$q); $L", "std::swap($p, $q); $L", "std::swap($i, $j); $L", "SWAP($p, $q); $L", "globals($P); $K(gp;$p;g1;g0)", "moreglobals($P); $K(gq;gp;g0;g1)", "gp = $p; {} $K(gp;$p;;)", "g1 = $e; {} $K(;;g1;g1)",
	"auto $U = [&] { $p = $q; }; {} $U(); $L", "auto $U = [=]() mutable { $i = 5; return $i; }; $K(;;$U();$i)", "int $I = $i; float *$A = $p; auto $U = [$A, &$I] { $I++; return $A; }; $I = 37; $K($U();$q;$I;)", "auto $U = [x = $p] { return x + 1; }; $p = $q; $K($U();$p;;)", "auto $U = [&](float *a, float *b, int n) { $K(a;b;n;$i) }; $U($P, $P, $e);", "auto $U = [=](auto a, auto n) { $K(a;$p;n;$i) }; $i++; $U($P, $e);", "call([&] { $i = 31; $p++; }); $L", "std::function<void()> $U = [&] { $p = $q; $i = 36; }; $U(); $L", "invoke2([&](float *&o) { o = $q; }, $p); $L", "auto $U = [&]() -> float *& { return $p; }; $U() = $q; $L", "auto $U = [](auto... a) { return (a + ...); }; $K(;;$U($i, 3);$e)",
	"static int $I = $e; $I++; $L", "static float *$A = $P; {} $L", "static int $I; $I += 32; $K(;;$I;$e)", "static bool $U = false; if (!$U) { $U = true; $p = $q; } $L", "thread_local int $I = $e; $L",
	"Pair $U{$P, $P}; {} $K($U.a;$U.b;;)", "Pair $U; $U.a = $P; $U.b = $U.a; $K($U.a;$U.b;;)", "Twin $U{$P}; $K($U.a;$U.b;$U.n;)", "Half $U{$P}; $U.b = $P; $K($U.a;$U.b;;)", "Made $U($P, $P, $e); $U.swap(); $K($U.a;$U.b;$U.n;)", "Made $U = $P; $K($U.a;$p;$U.n;)", "Pair $U = both($P); $K($U.a;$U.b;;)", "auto [$A, $B] = two($P, $P); $L", "auto &[$A, $B] = *new Pair{$p, $q}; $A = $B; $L", "Pair $U{$p, $q}, $V = $U, *$W = &$V; $W->a = $W->b; $K($V.a;$U.b;;)", "Pair $U{$p, $q}, &$V = $U; $V.b = $q; $U.a = $V.b; $K($U.a;$q;;)", "Pair $U = {.a = $p, .b = $q}; std::swap($U.a, $U.b); $K($U.a;$p;;)", "Derived $U($P, $P, $e); Base &$V = $U; $K($V.p;$V.at();$V.num();)", "Base *$U = new Derived($P, $P, $e); $K($U->at();$U->Base::at();$U->num();$U->n)", "Derived $U($p, $q, $e); Base $V = $U; $K($V.at();$p;$V.num();)", "Own $U, $V; $V = $U; $K($U;$V;;)", "Own $U; float *$A = $U; $K($U.p;$A;;)", "Either $U; $U.p = $p; $U.l += 4; $K($U.p;$p;;)", "Bits $U; $U.w = $e; $U.s = $i; $K(;;$U.w;$U.s)", "struct $V { int n; float *z; int f() { return n + 1; } }; $V $U{$i, $p}; $U.z++; $K($U.z;$p;$U.f();$U.n)", "Pair *$U = (Pair *)malloc(sizeof(Pair)); new ($U) Pair{$p, $q}; $U->b = $p; $K($U->a;$U->b;;)", "Pair $U{$p, $q}; Pair $V = std::move($U); $V.a = $V.b; $K($V.a;$q;;)", "float *Pair::*$U = &Pair::b; Pair $V{$p, $q}; $V.*$U = $V.a; $K($V.a;$V.b;;)",
	"float *$U[2] = {$P, $P}; {} $K($U[0];$U[1];;)", "float *$U[2] = {$p, $q}; for (int $W = 0; $W < 2; $W++) $K($U[$W];$U[1 - $W];$W;)", "float *$U[3] = {$p, $q, $p}; $K($U[$i % 3];$U[2];;)", "float *$U[2]; for (auto &$V : $U) $V = $p; $K($U[0];$q;;)", "float *$U[] = {$p, $q}; for (float *$W : $U) $K($W;$p;;)", "float *$U[2] = {$p, $q}, **$V = $U + 1; $V[-1] = $q; $K($U[0];$U[1];;)", "float *$U[2] = {$p, $q}; std::swap($U[0], $U[1]); $K($U[0];$p;;)", "Ring<float *, 2> $U{{$p, $q}}; $K($U[0];$q;;)", "std::vector<float *> $U{$p, $q}; $U[0] = $P; $K($U[0];$U.back();$U.size();)", "std::vector<int> $U(3, $i); $U.push_back(5); $K(;;$U.size();$U[0])", "std::pair<float *, float *> $U($P, $P); $K($U.first;$U.second;;)", "std::map<int, float *> $U; $U[0] = $p; $U[1] = $P; $K($U[0];$U[1];;)", "std::unique_ptr<Pair> $U(new Pair{$P, $P}); $K($U->a;$U->b;;)", "std::optional<float *> $U = $P; $K(*$U;$p;;)", "std::tuple<float *, int> $U($P, $e); $K(std::get<0>($U);$p;std::get<1>($U);)", "int $U[4] = {1, $i, 3}; $U[$j & 3] = 7; $K(;;$U[1];$U[3])", "int $U[2][2] = {{1, 2}, {$i, 4}}; $K(;;$U[1][0];$U[0][1])", "char $U[] = \"abc\"; $K(;;sizeof $U;$U[1])", "dim3 $U($e, 2), $V = $U; $V.x = 3; $K(;;$U.x;$V.y)", "dim3 $U; $U.y = $e; $K(;;$U.x * $U.y;$U.z)",
	"try { thrown($i); $p = $q; } catch (int) { $L } $L", "try { {} throw 1; } catch (...) { $p = $q; } $L", "try { thrown($e); $L } catch (int $W) { $K(;;$W;$e) }", "if ($i == 12345) exit(0); $L", "if ($c) abort(); $L", "struct $V { int &r; ~$V() { r = 41; } }; { $V $U{$i}; {} } $L", "std::thread $U([&] { $p = $q; $i = 42; }); $U.join(); $L", "std::thread $U(seti, std::ref($i)); $U.join(); $L",
	"int (*$U)(int) = $i > 32 ? dbl : inc; $K(;;$U($j);$e)", "auto $U = &setp; $U($p, $q); $L", "void (*$U)(float **, float **) = exchange2; $U(&$p, &$q); $L", "int (*$U[])(int) = {dbl, inc}; $K(;;$U[$i & 1](3);$e)", "memcpy(&$p, &$q, sizeof $p); $L", "memset(&$i, 1, 1); $L", "cudaMemcpy(&$i, &$j, sizeof $i, cudaMemcpyHostToHost); $L", "sscanf(\"97\", \"%d\", &$i); $L", "$i = std::atoi(\"34\"); $L", "volatile int $U = $i; $K(;;$U;$e)", "if (int $W = $e; $W > 3) { $K(;;$W;$e) } else { $L }", "{ int $1 = $e; { int $1 = 5; $K(;;$1;$e) } $K(;;$1;$e) }", "for (int $1 = 0; $1 < 2; $1++) { { int $1 = $e; $K(;;$1;$e) } }", "{ extern int g0; g0 = $e; $K(;;g0;::g0) }", "using $V = float *; $V $A = $P; $L", "typedef struct { float *a; int b; } $V; $V $U = {$p, $i}; $U.b *= 2; $K($U.a;$q;$U.b;)",
	"float *$A; cudaMallocManaged(&$A, 4096); cudaMallocManaged(&$p, 4096); $L", "float *$A; if (cudaMalloc(&$A, 4096)) return; $L", "if ($c) { float *$W; cudaMalloc(&$W, 4096); $p = $W; } $L", "float *$A = $p; cudaMalloc(&$p, 4096); $L", "$p = $p + $i % 3; $L", "$p++; $L", "$p -= 1; $p += 1; $L", "$p = ($q); $L", "$p = $q = $P; $L", "$i = $j = $e; $L", "$i += $e; $L", "$i *= 2; $L", "$i %= 5; $L", "$i <<= 1; $L", "$i ^= $j; $L", "$i--; $L", "$i -= $j++; $L", "($c ? $p : $q) = $P; $L", "($c ? $i : $j) = $e; $L", "$c ? (void)($p = $q) : (void)($i = 3); $L", "$c && ($p = $q); $L", "$c || ($i = 3); $L", "++($i); $L", "(*&$i)++; $L", "[&] { for (int x = 0; x < 2; x++) $i++; }(); $L",
	"cudaMemcpyToSymbol(dg, &$i, sizeof(int)); $D", "$D", "dg2 = $e; $D", "int $I = 9; cudaMemcpyToSymbol(dg, &$I, 4); $D", "void *$U; cudaGetSymbolAddress(&$U, dg); *(int *)$U = $e; $D", "int *$U = &dg2; *$U = 4; $D", "seti(dg2); $D",
	"f0($P, $P, $e, $e);", "f1($P, $P, $e, $e);", "f1($p, $q, $i, $j);", "f2({$P, $P}, $e);", "f3($p, $q);", "f4<$M>($P, $P, $e);", "f5($e, $P, $P);", "f6(f1, $P, $P);", "auto $U = &f1; $U($P, $P, $e, $e);", "f7($p, $q, $i); $L", "S $U($P, $e); $U.go($P); $U.n++; $U.go($p);", "f5($e, $P, $P, $e);", "static void (*$U)(float *, float *, int, int) = f1; $U($P, $P, 5, 6);", "std::vector<std::function<void()>> $U; $U.push_back([&] { $L }); $p = $q; $i = 11; for (auto &$V : $U) $V();",
}

// loops that multiply, divide and shift numbers, and lengths of containers; each program has some.
var launchLoops = []string{
	"std::vector<int> $U($i & 63); $K(;;$U.size();$e)", "std::vector<int> $U(40, $i); {} int $I = $U.size(); if ($c) $U.push_back(3); $K(;;$I;$U.size())", "std::vector<float> $U(33); for (auto &$V : $U) $V = 1; for (int $W = 0; $W < 3; $W++) { $K(;;$U.size();$W) if ($c) $U.resize(7); }", "std::vector<int> $U(5), $V(6); if ($c) std::swap($U, $V); $K(;;$U.size();$V.size())", "std::vector<char> $U{3, 4}; $K(;;$U.size();$e)", "std::vector<int> $U(9); auto $V = [&] { $U.clear(); return 3; }; $K(;;$U.size();$V()) $K(;;$U.size();$e)",
	"for (int $W = 1; $W <= $i; $W *= 2) $K(;;$W;$i)", "for (unsigned $W = 2; $W <= $n; $W <<= 1) for (unsigned $V = $W / 2; $V > 0; $V >>= 1) { {} $K(;;$W;$V) }", "for (int $W = 2; $W <= $i; $W <<= 1) for (int $V = $W >> 1; $V > 0; $V >>= 1) $K(;;$V;$W)", "int $I = 1; while ($I < $j) $I += $I; $K(;;$I;$j)", "int $I = 1; while ($I < $j) { $I = 2 * $I; if ($c) break; {} } $K(;;$I;$j)", "for (int $W = $e; $W > 0; $W = $W / 2) $K(;;$W;$i)", "for (int $W = $e; $W; $W /= 2) $K(;;$W;$i)", "int $I = 256; do { $K(;;$I;$i) $I >>= 1; } while ($I > 3); $K(;;$I;$e)",
	"for (unsigned $W = 1; $W; $W <<= 1) $K(;;$W;$e)", "for (int $W = 1; $W; $W <<= 1) $K(;;$W;$e)", "for (unsigned $W = 3; $W; $W <<= 5) $K(;;$W;$e)", "for (unsigned $W = $e; $W && $W < 3000000000u; $W *= 6) $K(;;$W;$i)", "for (long $W = 1; $W < 100000; $W *= 4) { $K(;;$W;$e) if ($c) $W *= 2; }", "for (unsigned $W = 1u << ($n & 31); $W; $W = $W << 1) $K(;;$W;$i)", "unsigned $U = $i - 1; $U |= $U >> 1; $U |= $U >> 2; $U |= $U >> 4; $U |= $U >> 8; $U |= $U >> 16; $U++; for (unsigned $V = $U; $V; $V >>= 1) $K(;;$V;$U)", "unsigned $U = $e; $U |= $U >> 1; $U |= $U >> 2; $U |= $U >> 4; $U++; for (unsigned $V = $U; $V > 1; $V /= 2) $K(;;$V;$U)", "int $I = 64; while (($I >>= 1) > 0) { {} $K(;;$I;$e) }", "int $I = 8; for (int $V = 0; $V < 5; $V++) { $K(;;$I;$V) if ($c) $I *= 2; else $I /= 2; }",
	"for (short $W = 1; $W > 0 && $W < 999; $W *= 2) $K(;;$W;$e)", "for (int $W = 1; $W < 200; $W *= 2) { $K(;;$W;$e) if ($W == 16) $W++; }", "int $U = $i; for (unsigned $W = 1; $W < $U; $W <<= 1) { $K(;;$W;$U) $U = $e; }", "for (unsigned $W = 1 << 29; $W <= ~0u - $n; $W <<= 1) { $K(;;$W;$e) if (!$W) break; }", "for (int $V = 1, $W = 64; $W >= $V; $V *= 2, $W /= 2) $K(;;$V;$W)", "unsigned $U = $i | 1; while (!($U & 1)) $U >>= 1; $K(;;$U;$i)", "unsigned $U = $i; int $V = 0; if ($U) for (; $U % 2 == 0; $U /= 2) $V++; $K(;;$U;$V)", "unsigned $U = $i; if ($U) { while (($U & 1) == 0) { if ($c) $U /= 2; else break; } } $K(;;$U;$i)", "int $I = 512; for (; $I > $n; $I >>= 2) {} $K(;;$I;$e)", "for (size_t $W = $n; $W > 0; $W /= 10) $K(;;$W;$e)",
}

var launchConds = []string{"$i > 32", "$i == 32", "$p == $q", "!$p", "$i & 1", "$n >= 64 && $j > 3", "$i % 32 == 0", "$i != 64", "next() & 1", "$i > $j || $p != $q", "!($i < 40)", "$i++ > 30", "($i = $j) > 30", "-1 < 1u", "(char)($i + 200) > 0", "$p && $i", "sizeof($i) > 4"}

func (g *launchGen) fresh() string {
	g.next++
	return fmt.Sprintf("v%d", g.next)
}

func (g *launchGen) some(list []string) string { return list[g.IntN(len(list))] }

var holes = regexp.MustCompile(`\$K\(([^;()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^;()]*)*);([^;()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^;()]*)*);([^;()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^;()]*)*);([^;()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^;()]*)*)\)|\$[a-zA-Z1]|\{\}`)

// fill writes a text for the holes of a form.
func (g *launchGen) fill(text string) string {
	var pointers, ints []string
	named := map[string]string{}
	out := holes.ReplaceAllStringFunc(text, func(hole string) string {
		switch kind := hole[1]; kind {
		case 'i', 'j', 'n':
			if kind != 'n' {
				if _, known := named[hole]; !known {
					named[hole] = g.some(g.ints)
				}
				return named[hole]
			}
			return g.pick("32", "64", "1", "2", "96", "3", "16", "100", "256")
		case 'p', 'q':
			if _, known := named[hole]; !known {
				named[hole] = g.some(g.pointers)
			}
			return named[hole]
		case '1':
			return g.some(g.ints)
		case 'e':
			return g.number()
		case 'P':
			return g.place()
		case 'c':
			return "(" + g.fill(g.some(launchConds)) + ")"
		case 'M':
			return g.pick("3", "E0", "Size<4>::v", "fact(3)", "c0")
		case '}':
			return g.block()
		case 'L':
			return g.launch("", "", "", "")
		case 'K':
			parts := holes.FindStringSubmatch(hole)
			for i := range parts {
				parts[i] = g.fillNamed(parts[i], named)
			}
			return g.launch(parts[1], parts[2], parts[3], parts[4])
		case 'D':
			return g.reader()
		default:
			if _, known := named[hole]; !known {
				named[hole] = g.fresh()
				switch kind {
				case 'A', 'B':
					pointers = append(pointers, named[hole])
				case 'I', 'J':
					ints = append(ints, named[hole])
				}
			}
			return named[hole]
		}
	})
	g.pointers, g.ints = append(g.pointers, pointers...), append(g.ints, ints...)
	return out
}

func (g *launchGen) fillNamed(text string, named map[string]string) string {
	for hole, name := range named {
		text = strings.ReplaceAll(text, hole, name)
	}
	if len(text) > 0 && text[0] == '$' && text[1] == 'K' {
		return text
	}
	return g.fill(text)
}

func (g *launchGen) number() string { return g.fill(g.form(launchNumbers)) }

func (g *launchGen) place() string { return g.fill(g.form(launchPlaces)) }

func (g *launchGen) block() string {
	if g.deep > 2 {
		return g.fill("$L")
	}
	pointers, ints := g.pointers, g.ints
	g.deep++
	out := ""
	for range 1 + g.IntN(3) {
		out += g.fill(g.form(launchStatements)) + " "
	}
	g.deep--
	g.pointers, g.ints = pointers[:len(pointers):len(pointers)], ints[:len(ints):len(ints)]
	return "{ " + out + "}"
}

// launch is one of a kernel of its own, whose parameters convert what they are given in some way.
func (g *launchGen) launch(a, b, n, m string) string {
	k := fmt.Sprintf("k%d", g.count)
	g.count++
	if a == "" {
		a = g.place()
	}
	if b == "" {
		b = g.place()
	}
	if n == "" {
		n = g.number()
	}
	if m == "" {
		m = g.number()
	}
	p := g.pick("float *", "float *", "const float *", "float *__restrict__ ")
	tn := g.pick("int", "int", "int", "unsigned", "long")
	tm := g.pick("int", "int", "int", "unsigned", "short", "unsigned char", "char", "bool", "long long", "size_t", "const int")
	args := a + ", " + b + ", " + n + ", " + m
	head, use, over := "", k, false
	form := g.IntN(14)
	switch form {
	case 0:
		head, tm = "template <class T> ", "T"
	case 1:
		head, use = "template <int W> ", k+"<"+g.pick("3", "E0", "Size<4>::v", "fact(3)", "N0", "(char)300", "sizeof(int)", "c0", "c0 / 3")+">"
	case 2:
		tm = "int m = 7, const int"
	case 3:
		head, tm = "template <class T, class U> ", "U"
		tn = "T"
	case 4:
		head, tm = "template <class T> ", "T"
		use = k + "<" + g.pick("int", "unsigned char", "short", "decltype(1 + 'a')", "long") + ">"
	}
	reads := g.pick("a[threadIdx.x] = b[n + m];", "a[blockIdx.x] = b[threadIdx.x + n] + m;", "if (threadIdx.x < n) a[threadIdx.x] = b[m];")
	if form == 2 {
		fmt.Fprintf(&g.kernels, "__global__ void %s(float *a, %sb, %s n, int m = 7) { BODY(%d, \"\", %s) }\n", k, p, tn, g.count-1, reads)
		if g.IntN(2) == 0 {
			args = a + ", " + b + ", " + n
		}
	} else {
		of := map[int]string{0: "named<T>()", 1: "named(W)", 3: "named<T>() + \", \" + named<U>()", 4: "named<T>()"}[form]
		if of == "" {
			of = "\"\""
		}
		fmt.Fprintf(&g.kernels, "%s__global__ void %s(float *a, %sb, %s n, %s m) { BODY(%d, %s, %s) }\n", head, k, p, tn, tm, g.count-1, of, reads)
		if form == 0 && g.IntN(3) == 0 {
			fmt.Fprintf(&g.kernels, "template <> __global__ void %s<%s>(float *a, %sb, %s n, %s m) { BODY(%d, \"special\", %s) }\n", k, "int", p, tn, "int", g.count-1, reads)
		}
		if form > 4 && g.IntN(10) == 0 {
			fmt.Fprintf(&g.kernels, "template <class M> __global__ void %s(float *a, %sb, %s n, M m) { BODY(%d, named<M>(), a[threadIdx.x] = b[n];) }\n", k, p, tn, g.count-1)
			over = true
		}
	}
	grid := g.pick("1", "2", "1", g.number(), "("+g.number()+" + 31) / 32", "dim3("+g.number()+", 2)")
	block := g.pick("32", "64", "128", g.number(), "dim3("+g.pick("8", "16", g.number())+", 2)", "N0", "c0")
	cfg := grid + ", " + block
	switch g.IntN(12) {
	case 0:
		cfg += ", " + g.pick("64", "sizeof(float) * 32", g.number())
	case 1:
		cfg += ", 0, 0"
	}
	switch g.IntN(30) {
	case 0:
		if form > 4 && !over {
			return fmt.Sprintf("\n{ auto kernel = %s; kernel<<<%s>>>(%s); }", use, cfg, args)
		}
	case 1:
		return fmt.Sprintf("\nLAUNCH(%s, (%s), (%s), %s);", strings.ReplaceAll(use, ",", " COMMA "), grid, block, args)
	case 2:
		return fmt.Sprintf("\n[&] { %s<<<%s>>>(%s); }();", use, cfg, args)
	case 3:
		for _, size := range []*string{&grid, &block} {
			if strings.HasPrefix(*size, "int(") {
				*size = "+" + *size // else it would declare a function
			}
		}
		return fmt.Sprintf("\n{ dim3 grid(%s), block(%s); %s<<<grid, block>>>(%s); }", grid, block, use, args)
	}
	return fmt.Sprintf("\n%s<<<%s>>>(%s);", use, cfg, args)
}

// reader launches a kernel that reads variables of the device.
func (g *launchGen) reader() string {
	k := fmt.Sprintf("k%d", g.count)
	g.count++
	fmt.Fprintf(&g.kernels, "__global__ void %s(float *a, float *b, int n, int m) { BODY(%d, \"\", a[dg + threadIdx.x] = b[n + m + dg2];) }\n", k, g.count-1)
	return fmt.Sprintf("\n%s<<<1, 32>>>(%s, %s, %s, %s);", k, g.some(g.pointers), g.some(g.pointers), g.some(g.ints), g.some(g.ints))
}

// function writes one, with some statements.
func (g *launchGen) function(head, tail string, pointers, ints []string, n int) {
	g.pointers, g.ints = pointers, append(ints, "g0", "g1")
	if g.globals {
		g.pointers = append(g.pointers, "gp", "gq")
	}
	fmt.Fprintf(&g.b, "%s {\n", head)
	for range n {
		g.b.WriteString(g.fill(g.form(launchStatements)) + "\n")
		if g.IntN(3) == 0 {
			g.b.WriteString(g.fill(g.some(launchLoops)) + "\n")
		}
	}
	g.b.WriteString(g.fill(tail) + "\n}\n")
}

// program is the text of one.
func (g *launchGen) program() string {
	g.odd = g.Uint64() & g.Uint64() & g.Uint64()
	g.globals = g.IntN(4) == 0
	xy := func() []string { return []string{"x", "y"} }
	nm := func() []string { return []string{"n", "m"} }
	g.b.WriteString("void f1(float *x, float *y, int n, int m);\nvoid f2(Pair z, int n);\nvoid f3(float *&x, float *&y);\ntemplate <int W> void f4(float *x, float *y, int n);\ntemplate <class... A> void f5(int n, A... a);\n" +
		"template <class F> void f6(F f, float *x, float *y);\nvoid f7(float *&x, float *y, int &n);\nstruct S { float *z; int n; S(float *a, int b) : z(a), n(b) {} void go(float *x); };\n")
	before := g.b.String()
	g.b.Reset()
	leaf := func(list []string) []string {
		var out []string
		for _, s := range list {
			if !regexp.MustCompile(`\bf\d|\bS \$`).MatchString(s) {
				out = append(out, s)
			}
		}
		return out
	}
	all := launchStatements
	launchStatements = leaf(all)
	g.function("void f0(float *x, float *y, int n, int m)", "$K(x;y;n;m)", xy(), nm(), g.IntN(4))
	g.function("void f1(float *x, float *y, int n, int m)", "$K(x;y;n;m)", xy(), nm(), g.IntN(4))
	g.function("void f2(Pair z, int n)", "$K(z.a;z.b;n;$i)", []string{"z.a", "z.b"}, []string{"n"}, g.IntN(2))
	g.function("void f3(float *&x, float *&y)", "$K(x;y;;) std::swap(x, y);", xy(), nil, g.IntN(2))
	g.function("template <int W> void f4(float *x, float *y, int n)", "$K(x;y;n;W)", xy(), []string{"n"}, g.IntN(2))
	g.function("void S::go(float *x)", "$K(x;z;n;$i)", []string{"x", "z"}, []string{"n"}, g.IntN(2))
	g.function("void f7(float *&x, float *y, int &n)", g.pick("x = y;", "n++;", "n = 5; y++;", ";")+" $K(x;y;n;$i)", xy(), []string{"n"}, 0)
	g.pointers, g.ints = xy(), []string{"g0", "g1"}
	k := g.count
	g.count++
	fmt.Fprintf(&g.kernels, "__global__ void k%d(float *a, float *b, int n = 5, int m = 6) { BODY(%d, \"\", a[threadIdx.x] = b[n + m];) }\n", k, k)
	fmt.Fprintf(&g.b, "template <class... A> void f5(int n, A... a) { k%d<<<n, 32>>>(a...); }\ntemplate <class F> void f6(F f, float *x, float *y) { f(x, y, 3, 4); %s }\n", k, g.fill(g.pick(";", "f(y, x, 5, 6);", "$K(x;y;sizeof(F);3)")))
	launchStatements = all
	g.function("void start(float *x, float *y, int argc)", "f0(x, y, argc, 3); f1(x, y + 0, argc, 3);", xy(), []string{"argc"}, 4+g.IntN(6))
	if g.IntN(2) == 0 {
		g.b.WriteString("void again(float *x, float *y, int argc) { start(x, " + g.pick("y", "x", "x + 1", "fresh()") + ", " + g.pick("argc", "32", "argc + 1") + "); }\n")
	} else {
		g.b.WriteString("void again(float *x, float *y, int argc) { start(x, y, argc); }\n")
	}
	return launchPrelude + "#define COMMA ,\n#define LAUNCH(k, g, b, ...) k<<<g, b>>>(__VA_ARGS__)\nconst int c1 = 48;\n__device__ int dg = 5; __managed__ int dg2 = 6;\n" + g.kernels.String() + before + g.b.String()
}
