package lower

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// meanings are bodies of kernels and what out holds afterwards, from out[0] on,
// as g++ computes it; ? is a value that the IR leaves open. n is -7, u 0xfffffff0, w 2^40+5 and c -100.
var meanings = []struct{ name, before, body, want string }{
	{"promotion of narrow types", "", "unsigned char a = 200, b = 100; out[0] = a + b; a += b; out[1] = a; out[2] = ~a; out[3] = -b; out[4] = a << 4;", "300 44 -45 -100 704"},
	{"signed against unsigned", "", "out[0] = n < 1u; out[1] = -1 < sizeof(int); out[2] = (long)n < u; out[3] = (unsigned char)n > n; out[4] = n + u; out[5] = (short)u == u;", "0 0 1 1 4294967273 1"},
	{"division and remainder", "", "out[0] = n / 2; out[1] = n % 4; out[2] = n / 2u; out[3] = u % 7; out[4] = c / n; out[5] = -n % -4;", "-3 -3 2147483644 2 14 3"},
	{"shifts", "", "out[0] = n >> 1; out[1] = (unsigned)n >> 28; out[2] = 1 << 31; out[3] = 1u << 31; out[4] = (1LL << 40) >> 3; out[5] = (unsigned char)c >> 2; out[6] = c >> 2;", "-4 15 -2147483648 2147483648 137438953472 39 -25"},
	{"narrowing", "", "out[0] = (signed char)w; out[1] = (short)0x18000; out[2] = (bool)256; out[3] = (unsigned short)n; out[4] = (int)3000000000; bool b = 7; b += 1; out[5] = b + b;", "5 -32768 1 65529 -1294967296 2"},
	{"literals", "", "out[0] = 0x80000000 > 0; out[1] = -2147483648 < 0; out[2] = 4294967295; out[3] = 'a' + 010 + 0b101; out[4] = '\\xff'; out[5] = 2147483648 == 0x80000000; out[6] = -1u;", "1 1 4294967295 110 -1 1 4294967295"},
	{"order of increments", "", "int i = 3; out[0] = i++; out[1] = i; out[2] = --i; out[3] = (i += 2, i * 2); out[4] = i-- - 1; out[i] = 9; int *p = gi; *p++ = 5; *++p = 6; out[5] = p - gi; out[6] = gi[0] + gi[2];", "3 4 3 10 9 2 11"},
	{"short circuit", "", "int i = 0; out[0] = i++ && i++; out[1] = i; out[2] = i-- || i++; out[3] = i; out[4] = n ? i++ : (i += 10); out[5] = i; out[6] = (i == 1 && (i = 5), i);", "0 1 1 0 0 1 5"},
	{"ternary of mixed types", "", "out[0] = (n ? n : 0u) > 0; out[1] = (0 ? 1u : -1) > 0; out[2] = sizeof(n ? 'a' : (short)1); out[3] = n > 0 ? u : n < -100 ? 1 : c; ", "1 1 4 4294967196"},
	{"assignment as value", "", "unsigned char a; int x; x = a = 300; out[0] = x; out[1] = (a += 250) + 1; int y = 1; (y += 2) *= 5; out[2] = y; out[3] = (y = 7) ? y : 0;", "44 39 15 7"},
	{"compound widths", "", "signed char s = 100; s += 100; out[0] = s; short t = 1; t <<= 15; out[1] = t; unsigned v = 5; v *= -1; out[2] = v; long l = 1; l -= 2u; out[3] = l; int i = 7; i /= 2u; out[4] = i; i %= 2; out[5] = i;", "-56 -32768 4294967291 -1 3 1"},
	{"switch with fallthrough", "", "for (int i = 0; i < 6; i++) { switch (i) { case 0: out[i] = 1; case 1: out[i] = 2; break; default: out[i] = 3; case 3: out[i] += 4; break; case 4: continue; } out[i] *= 10; }", "20 20 70 150 48 70"},
	{"switch on a constant", "template <int N> __device__ void f(long long *o) { switch (N) { case 0: o[0] = 1; case 1: o[1] = 2; break; case 2: { for (int i = 0; i < 9; i++) { if (i == 4) break; o[2] = i; } o[3] = 7; break; } default: o[4] = N; case 4: o[5] = 8; } switch (N) { case 9: o[6] = 1; } }",
		"f<0>(out); f<2>(out + 8); f<7>(out + 16); f<4>(out + 24);", "1 2 -26 11 48 85 122 159 196 233 3 7 344 381 418 455 492 529 566 603 7 8 714 751 788 825 862 899 936 8"},
	{"switch on a narrow value", "", "switch ((unsigned char)(n + 263)) { case 0: out[0] = 1; break; case 256: out[0] = 2; } switch (c) { case -100: out[1] = 5; break; case 156: out[1] = 6; }", "1 5"},
	{"break and continue", "", "int s = 0; for (int i = 0; ; i++) { if (i % 2) continue; if (i > 8) break; for (;;) { if (s > 100) break; s += i; if (s & 1) continue; break; } } out[0] = s; int j = 0; do { if (j == 2) continue; s += j; } while (++j < 4); out[1] = s; while (j--) if (j == 1) break; out[2] = j;", "20 24 1"},
	{"goto forward", "", "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { out[i] = j; if (i * j == 2) goto done; if (j == 2) goto next; out[4 + i] = j; next: ; } out[8] = 1; done: out[9] = 2;", "2 2 -26 11 1 1 122 159 196 2"},
	{"shadowing", "int x = 100;", "int x = 1; { int x = 2; out[0] = x; { out[1] = x; int x = 3; out[2] = x; } for (int x = 7; x < 8; x++) out[3] = x; x++; out[4] = x; } out[5] = x;", "2 2 3 7 3 1"},
	{"early returns", "__device__ int f(int x) { for (int i = 0; i < 4; i++) { if (i == x) return i * 10; if (x < 0) { switch (x) { case -1: return 7; case -2: break; default: return 8; } break; } } return x; }",
		"out[0] = f(2); out[1] = f(9); out[2] = f(-1); out[3] = f(-2); out[4] = f(-3); out[5] = f(f(f(1)) - 9);", "20 9 7 -2 8 10"},
	{"references", "__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }\n__device__ int &pick(int *p, int i) { return p[i]; }",
		"int a = 1, b = 2; swap(a, b); out[0] = a; out[1] = b; swap(gi[1], a); out[2] = gi[1]; pick(gi, 3) = 4; pick(gi, 3)++; int &r = gi[3]; r += 2; out[3] = gi[3]; swap(r, r); out[4] = r;", "2 1 2 7 7"},
	{"arguments by value", "__device__ int f(unsigned char a, short b, bool c) { a++; b--; return a + b + c; }", "out[0] = f(255, 32768, 2); out[1] = f(n, u, w); out[2] = f(c, c, 0);", "32768 234 56"},
	{"pointers", "", "int *p = gi + 2, *q = &gi[9]; out[0] = q - p; out[1] = p < q; out[2] = *(q - 1) - p[1]; p += 3; out[3] = p[-1]; int **pp = &p; **pp = 8; out[4] = gi[5]; (*pp)--; out[5] = p - gi; p = n > 0 ? p : q; *p = 1; out[6] = gi[9];", "7 1 5000015 4000012 8 4 1"},
	{"arrays of arrays", "", "short m[3][4][2] = {{{1}, {2, 3}}, {{4}}}; out[0] = m[0][1][1] + m[1][0][0] + m[2][3][1]; short (*r)[2] = m[1]; r[2][1] = 9; out[1] = m[1][2][1]; out[2] = sizeof m[0] + sizeof m; out[3] = &m[2][0][0] - &m[0][1][1]; **m[2] = 5; out[4] = m[2][0][0];", "7 9 64 13 5"},
	{"structs", "struct P { short x; unsigned char y[3]; }; struct S { P p[2]; long long z; }; __device__ S g(S s) { s.p[1].x++; return s; }",
		"S s = {{{1, {2}}, {3}}, 4}; S t = g(s); out[0] = s.p[1].x; out[1] = t.p[1].x; t.p[0] = t.p[1]; out[2] = t.p[0].x; S *q = n < 0 ? &s : &t; q->p[n & 1].y[2] = 511; out[3] = s.p[1].y[2]; out[4] = sizeof(S); out[5] = g(*q).p[1].y[2]; P &r = q->p[0]; r.x -= 5; out[6] = s.p[0].x;", "3 4 4 255 24 255 -4"},
	{"vector types", "", "int4 v = make_int4(1, n, 3, 4); v.y += v.x; int4 t = v; t.w = v.w << 2; out[0] = t.y; out[1] = t.w; out[2] = v.w; uchar4 b = make_uchar4(300, 1, 2, 3); b.w -= 4; out[3] = b.x; out[4] = b.w; (&v)->z = 8; out[5] = v.z;", "-6 16 4 44 255 8"},
	{"conditions", "", "out[0] = !n; out[1] = !!w; out[2] = (n < 0) + (u > 0); out[3] = -1 < 0 < -1; out[4] = 5 > 4 > 3; if (w & 1LL << 40) out[5] = 1; else out[5] = 2; out[6] = (unsigned char)256 || 0;", "0 1 2 0 0 1 0"},
	{"unsigned wrap in loops", "", "int k = 0; for (unsigned char i = 250; i > 5; i++) k++; out[0] = k; for (unsigned i = 3; i-- > 0; ) k += i; out[1] = k; short s = 32766; for (k = 0; s > 0; s++) k++; out[2] = k;", "6 9 2"},
	{"order of construction", "__device__ long long *log_; __device__ int said; struct A { int v; __device__ A(long long *o, int &k, int x) : v(x) { o[k++] = x; } };\nstruct B : A { A second; int y; A first; int z; __device__ B(long long *o, int &k) : z(y + 1), first(o, k, 3), y(first_of(2)), second(o, k, y_or(7)), A(o, k, 1) { o[k++] = z; }\n static __device__ int first_of(int a) { return a; } __device__ int y_or(int a) { return v + a; } };",
		"int k = 0; B b(out, k); out[8] = b.v; out[9] = b.second.v; out[10] = b.y; out[11] = k;", "1 8 3 3 48 85 122 159 1 8 2 4"},
	{"initialisers", "struct Q { int a = 4, b; short c[3]; __device__ Q(int x) : b{x}, c{1, 2} {} __device__ Q() : Q(9) { a++; } __device__ Q(int a, int b) : a(a + 1), b(this->a + b) {} };\nstruct R { Q q; const int n; R *self; unsigned char u; __device__ R(int n) : n(n), u(n), self(nullptr) {} };",
		"Q p(2), q, r(5, 6); R s(300); out[0] = p.a; out[1] = p.b; out[2] = p.c[1] + p.c[2]; out[3] = q.a; out[4] = q.b; out[5] = r.a; out[6] = r.b; out[7] = s.q.a; out[8] = s.n; out[9] = s.u; Q m[3]; out[10] = m[2].a + m[1].b; out[11] = Q().b; out[12] = Q{1, 2}.b;",
		"4 2 2 5 9 6 12 5 300 44 14 9 4"},
	{"bases of bases", "struct A { int x; __device__ A(int v = 3) : x(v) {} __device__ int get() const { return x; } __device__ int name() { return 1; } };\nstruct B : A { char pad; __device__ B(int v) : A(v + 1), pad(2) {} __device__ int name() { return 2 + A::name(); } };\ntemplate <int N> struct C : B { int w; __device__ C() : B(N), w(get()) { x++; } __device__ int sum() const { return B::get() + A::x + this->w; } };\nstruct E {}; struct D : E, C<7> { double d; };",
		"C<7> e; out[0] = e.x; out[1] = e.w; out[2] = e.sum(); out[3] = e.name(); D d; out[4] = d.get(); out[5] = sizeof(d) + sizeof(e); A *p = &d; p->x = 5; out[6] = d.x; const A &r = d; out[7] = r.get(); out[8] = ((B *)p)->pad;", "9 8 26 3 9 36 5 5 2"},
	{"const members", "struct S { const int a, b; int c; __device__ S(int x) : a(5), b(x), c(a) {} };",
		"for (int i = 0; i < 2; i++) { S s(i); const S t = s; out[i] = s.a * 10 + t.b; out[2 + i] = s.a + t.a + s.c; }", "50 51 15 15"},
	{"const and other functions", "struct S { int x; __device__ int f() { return 1; } __device__ int f() const { return 2; } template <int N> __device__ int &at() { return x; } template <int N> __device__ const int &at() const { return x; } };",
		"S s = {4}; const S &t = s; out[0] = s.f(); out[1] = t.f(); s.template at<1>() = 9; out[2] = t.at<0>(); out[3] = s.x;", "1 2 9 9"},
	{"partial specialisations", "template <class T, int N, int M> struct F { static const int v = 1; }; template <class T> struct F<T, 0, 0> { static const int v = 2; }; template <class T, int M> struct F<T, 1, M> { enum { v = 3 + M }; }; template <class T, int N, int M> struct F<T *, N, M> { static const int v = 30 + N + sizeof(T); }; template <class T> struct F<const T *, 4, 4> { static const int v = sizeof(T); }; template <> struct F<short, 1, 1> { static const int v = 6; };\ntemplate <bool B, int S = 8, int T = 0> struct G { __device__ int f() { return 1; } }; template <int S, int T> struct G<false, S, T> { __device__ int f() { return S; } }; template <int S> struct G<true, S, 0> { int q = S; __device__ int f() { return q + 1; } };",
		"out[0] = F<int, 5, 5>::v; out[1] = F<int, 0, 0>::v; out[2] = F<int, 1, 4>::v; out[3] = F<int *, 2, 1>::v; out[4] = F<const short *, 4, 4>::v; out[5] = F<short, 1, 1>::v; out[6] = F<short, 1, 2>::v; G<false> a; G<true, 3> b; G<true, 3, 3> d; out[7] = a.f(); out[8] = b.f(); out[9] = d.f();", "1 2 7 36 2 6 5 8 4 1"},
	{"loops of templates", "template <class B, int I, int MAX> struct Fill { static __device__ void all(B &b, int s) { b.template put<MAX - I>(s); Fill<B, I - 1, MAX>::all(b, s + 10); } }; template <class B, int MAX> struct Fill<B, 0, MAX> { static __device__ void all(B &, int) {} };\ntemplate <class T, int N> class Buffer { T data[N]; public: template <int I> __device__ void put(T x) { data[I] = x; } template <int I> __device__ T &at() { return data[I < N ? I : N - 1]; } };",
		"Buffer<short, 4> b; Fill<Buffer<short, 4>, 4, 4>::all(b, 1); out[0] = b.at<0>(); out[1] = b.at<2>() + b.at<9>();", "1 52"},
	{"classes in class templates", "template <class T, int N> struct Outer { struct In { T v; __device__ In() : v(N) {} __device__ int get() { return v * two(); } static __device__ int two() { return N; } }; typedef In Mine; static const int k = N + 1; In in; __device__ int f() { Mine m; In n[2]; return m.get() + n[1].v + k; } };\ntemplate <class T> struct Derived : Outer<T, 3> { typedef Outer<T, 3> Base; typename Base::In extra; __device__ int g() { return extra.get() + Base::k + Base::f() + Derived<T>::two(); } __device__ int two() { return 100; } };",
		"Outer<int, 2>::In x; Outer<short, 5> y; Derived<int> z; out[0] = x.get(); out[1] = y.f(); out[2] = z.g(); out[3] = Outer<int, 2>::In::two() + sizeof(Outer<short, 5>::In);", "4 36 129 4"},
	{"deduced specialisations", "struct P { int a, b; }; template <class T> __device__ T get(const T *p) { return p[0]; } template <> __device__ P get(const P *p) { P r; r.a = p->b; r.b = p->a; return r; } template <class T, int N> __device__ int len(T (&)[N]) { return N; } template <> __device__ int len(short (&)[3]) { return 33; }",
		"int i = 4; P p = {1, 2}; short s[3], t[4]; out[0] = get(&i); out[1] = get(&p).a; out[2] = len(s); out[3] = len(t);", "4 2 33 4"},
	{"enumerators", "enum E { A, B = 5, C }; enum class F : unsigned char { X = 250, Y };", "E e = C; out[0] = e + A; out[1] = e == 6; F f = F::Y; out[2] = (int)f; switch (f) { case F::Y: out[3] = 1; break; default: out[3] = 2; } out[4] = n ? B : A;", "6 1 251 1 5"},
}

func meaningText(before, body string) string {
	return before + "\n__global__ void k(long long *out, int *gi, unsigned char *gb, int n, unsigned u, long long w, signed char c) {\n" + body + "\n}\n"
}

func TestMeaning(t *testing.T) {
	for _, c := range meanings {
		t.Run(c.name, func(t *testing.T) {
			got, err := interpret(lowerOne(t, meaningText(c.before, c.body), block64()))
			require.NoError(t, err)
			want := strings.Fields(c.want)
			assert.Equal(t, want, got[:len(want)])
		})
	}
}

// TestMeaningByCompiler asks g++ whether the table is right.
func TestMeaningByCompiler(t *testing.T) {
	if os.Getenv("LOWER_FUZZ") == "" {
		t.Skip("LOWER_FUZZ is not set")
	}
	var texts []string
	for _, c := range meanings {
		texts = append(texts, meaningText(c.before, c.body))
	}
	for i, line := range compile(t, texts) {
		want := strings.Fields(meanings[i].want)
		for j, value := range want {
			if value == "?" {
				want[j] = line[j]
			}
		}
		assert.Equal(t, want, line[:len(want)], meanings[i].name)
	}
}
