package cuda

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bodyTable are statements with their trees; a file around them declares struct
// S, uint, the template tf, and the parameters p and n.
var bodyTable = []struct{ name, text, want string }{
	{"left associative", "n - 1 - 2;", "(do (- (- n 1) 2))"},
	{"precedence", "n = 1 + 2 * 3 << 1 < 4 == 5 & 6 ^ 7 | 8 && 9 || 10;",
		"(do (= n (|| (&& (| (^ (& (== (< (<< (+ 1 (* 2 3)) 1) 4) 5) 6) 7) 8) 9) 10)))"},
	{"assignment is right associative", "n = *p = 3;", "(do (= n (= (* p) 3)))"},
	{"conditional nests right", "n = n ? 1 : p ? 2 : 3;", "(do (= n (? n 1 (? p 2 3))))"},
	{"conditional with assignment", "n ? n = 1 : n = 2;", "(do (? n (= n 1) (= n 2)))"},
	{"comma", "n = 1, n = 2;", "(do (, (= n 1) (= n 2)))"},
	{"cast of a built-in type", "n = (int)n + 1;", "(do (= n (+ (cast int n) 1)))"},
	{"parenthesised value is no cast", "n = (n) - 1;", "(do (= n (- n 1)))"},
	{"typedef name casts", "n = (uint)-1;", "(do (= n (cast uint (- 1))))"},
	{"unknown name before a name casts", "n = (foo)n;", "(do (= n (cast foo n)))"},
	{"unknown pointer casts", "n = *(foo *)p;", "(do (= n (* (cast (* foo) p))))"},
	{"cast binds tighter than call", "n = (int)f(n);", "(do (= n (cast int (call f n))))"},
	{"cast to pointer to array", "((int (*)[4])p)[0][1];", "(do ([] ([] (cast (* (array 4 int)) p) 0) 1))"},
	{"compound literal", "v = (int2){1, 2};", "(do (= v (new{} int2 1 2)))"},
	{"function-style cast", "n = int(2.5f) + uint(n);", "(do (= n (+ (new int 2.5f) (new uint n))))"},
	{"std type", "std::size_t x = std::size_t(3);", "(decl (var x std::size_t (new std::size_t 3)))"},
	{"shift after split", "n = n >> 2 >= 1;", "(do (= n (>= (>> n 2) 1)))"},
	{"less than", "n = n < 4 > (2);", "(do (= n (> (< n 4) 2)))"},
	{"template call", "n = tf<4>(n);", "(do (= n (call tf (args 4) n)))"},
	{"template argument in parentheses", "n = tf<(n > 1)>(n);", "(do (= n (call tf (args (> n 1)) n)))"},
	{"nested template arguments", "A<B<C<int>>> x;", "(decl (var x A (args B (args C (args int)))))"},
	{"unknown template call", "cg::tile<32>(n);", "(do (call cg::tile (args 32) n))"},
	{"either type or value", "g<X>(n);", "(do (call g (args (either X)) n))"},
	{"member template", "t.x<3>(n); n = t.x < 3;", "(do (call (. t x (args 3)) n)) (do (= n (< (. t x) 3)))"},
	{"qualified template", "n = A<int>::value;", "(do (= n A<int>::value))"},
	{"global name", "n = ::min(n, 1);", "(do (= n (call ::min n 1)))"},
	{"sizeof", "n = sizeof(S) + sizeof(n) + sizeof n + sizeof(int[3]) + alignof(double);",
		"(do (= n (+ (+ (+ (+ (sizeof (type S)) (sizeof n)) (sizeof n)) (sizeof (type (array 3 int)))) (alignof (type double)))))"},
	{"literals", `n = 0x1F + 017 + 0b11 + 1'000u + 10ull + 'a' + '\n' + true;`,
		"(do (= n (+ (+ (+ (+ (+ (+ (+ 31 15) 3) 1000u) 10ull) '97') '10') true)))"},
	{"floats", "n = 1.5 + 2.f + .5F + 1e3 + 0x1p3 + 1.L;", "(do (= n (+ (+ (+ (+ (+ 1.5 2.f) .5f) 1e3) 0x1p3) (cast static_cast long-double 1.))))"},
	{"strings join", `printf("a\x41" R"(\n)" "\"", n);`, `(do (call printf "aA\\n\"" n))`},
	{"increments", "*p++ = --n; n++ + ++n;", "(do (= (* (post++ p)) (-- n))) (do (+ (post++ n) (++ n)))"},
	{"members", "s.a = q->b[1].c;", "(do (= (. s a) (. ([] (-> q b) 1) c)))"},
	{"named casts", "n = static_cast<int>(1.f); reinterpret_cast<float4 *>(p)[n];",
		"(do (= n (cast static_cast int 1.f))) (do ([] (cast reinterpret_cast (* float4) p) n))"},
	{"word operators", "n = n and not n or n bitand 1;", "(do (= n (|| (&& n (! n)) (& n 1))))"},
	{"designators", "S s = {.a = 1, .b = {2}};", "(decl (var s S (list (.a 1) (.b (list 2)))))"},
	{"lambda", "auto l = [&, n](int i) -> int { return i; };",
		"(decl (var l auto (lambda [&,n] (params (i int)) int (block (return i)))))"},
	{"null and this", "q = nullptr; this->x = 1;", "(do (= q nullptr)) (do (= (-> this x) 1))"},
}

func wrapBody(text string) string {
	return "struct S { int a, b; }; typedef unsigned uint;\n" +
		"template <int N> __device__ int tf(int x);\n__global__ void k(int *p, int n) { " + text + " }"
}

// bodyOf parses text as the body of a kernel.
func bodyOf(t testing.TB, text string) (*Block, string) {
	f, diags := parseText(wrapBody(text))
	require.Empty(t, diags.String())
	b, diags := f.Decls[len(f.Decls)-1].(*FuncDecl).Body()
	return b, diags.String()
}

// compact prints statements on one line.
func compact(b *Block) string {
	var d dumper
	for _, s := range b.Stmts {
		d.stmt(s)
	}
	s := strings.Join(strings.Fields(d.b.String()), " ")
	return strings.ReplaceAll(s, "( ", "(")
}

func runBodyTable(t *testing.T, table []struct{ name, text, want string }) {
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			b, diags := bodyOf(t, c.text)
			require.Empty(t, diags)
			assert.Equal(t, c.want, compact(b))
		})
	}
}

func TestExpressions(t *testing.T) { runBodyTable(t, bodyTable) }
