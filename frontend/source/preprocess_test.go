package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spellings preprocesses text and returns the tokens' texts with one blank
// between them; pragmas appear as {text}.
func spellings(text string, opts Options) (string, *Result) {
	res := Preprocess("k.cu", []byte(text), opts)
	var out []string
	for _, t := range res.Tokens[:len(res.Tokens)-1] {
		if t.Kind == Pragma {
			out = append(out, "{"+t.Text+"}")
			continue
		}
		out = append(out, t.Text)
	}
	return strings.Join(out, " "), res
}

// positions lists the tokens as text@line:col.
func positions(text string, opts Options) string {
	res := Preprocess("k.cu", []byte(text), opts)
	var out []string
	for _, t := range res.Tokens {
		file := ""
		if t.Pos.File != "k.cu" {
			file = t.Pos.File + ":"
		}
		out = append(out, fmt.Sprintf("%s@%s%d:%d", t.Text, file, t.Pos.Line, t.Pos.Col))
	}
	return strings.Join(out, " ")
}

// mapFiles is a file system for includes.
func mapFiles(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("no file %s", path)
	}
}

type spellingCase struct{ name, text, want string }

var scanCases = []spellingCase{
	{"empty", "", ""},
	{"blank", " \t\n\n", ""},
	{"identifiers", "a _b c1 $d été __x", "a _b c1 $d été __x"},
	{"line comment", "a // b\nc", "a c"},
	{"block comment", "a/* b \n c */d", "a d"},
	{"comment at end without newline", "a // b", "a"},
	{"comment in string", `"/* a */" '//'`, `"/* a */" '//'`},
	{"division", "a/b", "a / b"},
	{"integers", "0 1u 0x1F 0b11 017 10ull 1'000'000", "0 1u 0x1F 0b11 017 10ull 1'000'000"},
	{"floats", "1. .5 1e5 1e+5 1.5e-3f 0x1.8p-3f 0x1p+4", "1. .5 1e5 1e+5 1.5e-3f 0x1.8p-3f 0x1p+4"},
	{"pp-number swallows", "0xe+1 1.2.3", "0xe+1 1.2.3"},
	{"number then member", "1 .x", "1 . x"},
	{"digit separator hex", "0xFF'FFu", "0xFF'FFu"},
	{"strings", `"a" "a\"b" "\\" ""`, `"a" "a\"b" "\\" ""`},
	{"prefixed", `L"a" u8"b" u'c' U"d" L'e' R"(f)"`, `L"a" u8"b" u'c' U"d" L'e' R"(f)"`},
	{"prefix alone", `u8 L R x"a"`, `u8 L R x "a"`},
	{"chars", `'a' '\'' '\n' '\x41' 'ab'`, `'a' '\'' '\n' '\x41' 'ab'`},
	{"raw string", "R\"(a\"b\\\n)\" c", "R\"(a\"b\\\n)\" c"},
	{"raw string delimiter", `R"x(a)" )x" y`, `R"x(a)" )x" y`},
	{"raw string keeps continuation", "a\\\nb R\"(1\\\n2)\" c\\\nd", "ab R\"(1\\\n2)\" cd"},
	{"user literal suffix", `"a"_s 'c'_x 1_km "b"sv`, `"a"_s 'c'_x 1_km "b"sv`},
	{"macro is no suffix", "#define PR \"d\"\n\"%\"PR", `"%" "d"`},
	{"launch", "k<<<g,b>>>(x)", "k <<< g , b >>> ( x )"},
	{"longest match", "a<<=b>>=c->*d.*e...f::g->h", "a <<= b >>= c ->* d .* e ... f :: g -> h"},
	{"plus plus plus", "a+++b--- -c", "a ++ + b -- - - c"},
	{"compare", "a<=b>=c==d!=e&&f||g", "a <= b >= c == d != e && f || g"},
	{"assign", "+= -= *= /= %= &= ^= |= = ! ~ ? :", "+= -= *= /= %= &= ^= |= = ! ~ ? :"},
	{"shift more", "a>>>>b<<<<c", "a >>> > b <<< < c"},
	{"brackets", "{[()]};#@`\\x", "{ [ ( ) ] } ; # @ ` \\ x"},
	{"no digraphs", "f<::g>", "f < :: g >"},
	{"alternative operators", "a and b or not c xor d bitand e not_eq f", "a && b || ! c ^ d & e != f"},
	{"continuation in identifier", "ab\\\ncd e", "abcd e"},
	{"continuation with blanks", "ab\\  \ncd", "abcd"},
	{"continuation crlf", "ab\\\r\ncd\r\ne\r\n", "abcd e"},
	{"continuation in comment", "a // b \\\n c\nd", "a d"},
	{"continuation in string", "\"a\\\nb\"", `"ab"`},
	{"continuation in operator", "a <\\\n<\\\n< b", "a <<< b"},
	{"backslash at end of file", "a\\", "a \\"},
	{"byte order mark", "\ufeffa", "a"},
	{"latin-1 comment", "// \xe9t\xe9\na", "a"},
	{"latin-1 string", "\"\xe9\"", "\"\xe9\""},
	{"control-Z at end", "a\n\x1a", "a"},
	{"typographic quote", "“a”", "“ a ”"},
}

var macroCases = []spellingCase{
	{"object", "#define N 16\nN n", "16 n"},
	{"unparenthesised body", "#define S a + b\nS * 2", "a + b * 2"},
	{"empty body", "#define E\nE x E", "x"},
	{"function", "#define F(x, y) (x) * (y)\nF(1, a + b)", "( 1 ) * ( a + b )"},
	{"space before parenthesis makes an object", "#define F (x)\nF(1)", "( x ) ( 1 )"},
	{"name without arguments", "#define F(x) x\nF + F", "F + F"},
	{"name at end of file", "#define F(x) x\nF", "F"},
	{"no parameters", "#define F() 1\nF() F( )", "1 1"},
	{"empty argument", "#define F(x) [x]\nF()", "[ ]"},
	{"nested parentheses", "#define F(x) x\nF((a, b))", "( a , b )"},
	{"brackets do not nest", "#define F(x, y) x|y\nF([a, b])", "[ a | b ]"},
	{"across lines", "#define F(x, y) x-y\nF\n(\n1,\n2\n)", "1 - 2"},
	{"directive among arguments", "#define F(x) x\nF(1\n#if 0\n2\n#else\n3\n#endif\n)", "1 3"},
	{"nested calls", "#define SQ(x) ((x)*(x))\nSQ(SQ(a))", "( ( ( ( a ) * ( a ) ) ) * ( ( ( a ) * ( a ) ) ) )"},
	{"argument is a macro", "#define N 4\n#define F(x) x\nF(N)", "4"},
	{"chain", "#define A B\n#define B C\n#define C 1\nA", "1"},
	{"defined later", "#define A B\n#define B 2\nA", "2"},
	{"undef", "#define A 1\nA\n#undef A\nA", "1 A"},
	{"undef of nothing", "#undef A\nA", "A"},
	{"redefine after undef", "#define A 1\n#undef A\n#define A 2\nA", "2"},
	{"recursive object", "#define A A + 1\nA", "A + 1"},
	{"mutually recursive", "#define A B a\n#define B A b\nA B", "A b a B a b"},
	{"recursive function", "#define F(x) F(x + 1)\nF(1)", "F ( 1 + 1 )"},
	{"recursive through argument", "#define F(x) x F\nF(F)(1)", "F F ( 1 )"},
	{"multi line body", "#define M(x) \\\n  a = x; \\\n  b\nM(1)", "a = 1 ; b"},
	{"comment in body", "#define M 1 /* one */ + // two\nM 2", "1 + 2"},
	{"stringify", "#define S(x) #x\nS( a  +\n b ) S() S(\"q\\n\") S('\"')", `"a + b" "" "\"q\\n\"" "'\"'"`},
	{"stringify does not expand", "#define N 1\n#define S(x) #x\n#define X(x) S(x)\nS(N) X(N)", `"N" "1"`},
	{"paste", "#define C(a, b) a ## b\nC(x, 1) C(1, 2) C(<, <) C(L, \"a\")", `x1 12 << L"a"`},
	{"paste makes a macro", "#define AB 7\n#define C(a, b) a##b\nC(A, B)", "7"},
	{"paste does not expand", "#define A 1\n#define C(a) a##x\nC(A)", "Ax"},
	{"paste chain", "#define C(a, b, c) a##_##b##_##c\nC(x, y, z)", "x_y_z"},
	{"paste with empty", "#define C(a, b) [a##b]\nC(,) C(x,) C(,y)", "[ ] [ x ] [ y ]"},
	{"paste of several tokens", "#define C(a, b) a##b\nC(1 x, y 2)", "1 xy 2"},
	{"paste in object", "#define X a ## b\nX", "ab"},
	{"pasted ## is no operator", "#define hash_hash # ## #\n#define mk(a) # a\n#define in(a) mk(a)\n#define join(c, d) in(c hash_hash d)\njoin(x, y)", `"x ## y"`},
	{"variadic", "#define V(...) f(__VA_ARGS__)\nV() V(1) V(1, 2)", "f ( ) f ( 1 ) f ( 1 , 2 )"},
	{"variadic with name", "#define V(f, ...) f(__VA_ARGS__)\nV(g) V(g, 1, 2)", "g ( ) g ( 1 , 2 )"},
	{"GNU named variadic", "#define V(a...) f(a)\nV(1, 2)", "f ( 1 , 2 )"},
	{"parameter behind a string", "#define P(f) p(\"a\"f\"b\")\nP(\"x\")", `p ( "a" "x" "b" )`},
	{"GNU comma", "#define V(f, ...) p(f, ##__VA_ARGS__)\nV(a) V(a,) V(a, b, c)", "p ( a ) p ( a , ) p ( a , b , c )"},
	{"GNU comma, only variadic", "#define V(...) p(a, ##__VA_ARGS__)\nV() V(b)", "p ( a ) p ( a , b )"},
	{"GNU comma, nested", "#define V(f, ...) p(f, ##__VA_ARGS__)\nV(a, V(b))", "p ( a , V ( b ) )"},
	{"GNU comma, named", "#define V(f, a...) p(f, ## a)\nV(x) V(x, y)", "p ( x ) p ( x , y )"},
	{"GNU comma expands", "#define N 1\n#define V(f, ...) p(f, ##__VA_ARGS__)\nV(a, N)", "p ( a , 1 )"},
	{"stringified variadic", "#define V(...) #__VA_ARGS__\nV(a,b , c)", `"a,b , c"`},
	{"__VA_OPT__", "#define V(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)\nV(a) V(a, b) V(a, b, c)", "p ( a ) p ( a , b ) p ( a , b , c )"},
	{"__VA_OPT__ of an empty macro", "#define E\n#define V(...) [__VA_OPT__(x)]\nV(E) V(E 1)", "[ ] [ x ]"},
	{"__VA_OPT__ holds parameters", "#define V(a, ...) __VA_OPT__(a(#a, __VA_ARGS__)) ;\nV(f) V(f, 1)", `; f ( "f" , 1 ) ;`},
	{"__VA_OPT__ pasted", "#define V(a, ...) a##__VA_OPT__(b)\nV(x) V(x, 1)", "x xb"},
	{"__VA_OPT__ stringified", "#define V(a, ...) #__VA_OPT__(a __VA_ARGS__)\nV(x) V(x, 1)", `"" "x 1"`},
	{"prosser", "#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g"},
	{"count arguments", "#define N_(_1,_2,_3,n,...) n\n#define N(...) N_(__VA_ARGS__,3,2,1)\nN(a) N(a,b) N(a,b,c)", "1 2 3"},
	{"deferred", "#define E\n#define D(x) x E\n#define A() 1\n#define X(x) x\nD(A)() X(D(A)())", "A ( ) 1"},
	{"x macro", "#define LIST X(a) X(b)\n#define X(n) int n;\nLIST\n#undef X\n#define X(n) #n,\nLIST", `int a ; int b ; "a" , "b" ,`},
	{"do while", "#define CHECK(c) do { if (!(c)) exit(1); } while (0)\nCHECK(f(a, b) == 0);", "do { if ( ! ( f ( a , b ) == 0 ) ) exit ( 1 ) ; } while ( 0 ) ;"},
	{"template comma", "#define F(...) __VA_ARGS__\nF(A<int, 2> x)", "A < int , 2 > x"},
	{"hash in object macro", "#define H # x\nH", "# x"},
	{"standard example 1", `#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };`,
		`f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; ` +
			`f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; ` +
			`int i [ ] = { 1 , 23 , 4 , 5 , } ; char c [ 2 ] [ 6 ] = { "hello" , "" } ;`},
	{"standard example 2", `#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
== 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)`,
		`printf ( "x" "1" "= %d, x" "2" "= %s" , x1 , x2 ) ; ` +
			`fputs ( "strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n" , s ) ; "vers2.h" "hello" ; "hello" ", world"`},
	{"standard example 3", `#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),
t(10,,), t(,11,), t(,,12), t(,,) };`,
		"int j [ ] = { 123 , 45 , 67 , 89 , 10 , 11 , 12 , } ;"},
	{"standard example 4", `#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
F(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a)
SDEF(foo); SDEF(bar, 1, 2);
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
H2(a, b, c, d)
#define H3(X, ...) #__VA_OPT__(X##X X##X)
H3(, 0)
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
H5C(H5A())`,
		`f ( 0 , a , b , c ) f ( 0 ) f ( 0 ) f ( 0 , a , b , c ) f ( 0 , a ) f ( 0 , a ) ` +
			`S foo ; S bar = { 1 , 2 } ; ab , c , d "" ab`},
}

var directiveCases = []spellingCase{
	{"if true", "#if 1\na\n#endif\nb", "a b"},
	{"if false", "#if 0\na\n#endif\nb", "b"},
	{"else", "#if 0\na\n#else\nb\n#endif", "b"},
	{"elif", "#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"},
	{"elif not evaluated", "#if 1\na\n#elif 1/0\nb\n#endif", "a"},
	{"nested in skipped", "#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#endif", "c"},
	{"ifdef", "#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#else\nc\n#endif", "a c"},
	{"elifdef", "#define A\n#if 0\n#elifdef A\na\n#endif\n#if 0\n#elifndef A\nb\n#else\nc\n#endif", "a c"},
	{"defined", "#define A\n#if defined A && defined(A) && !defined(B)\na\n#endif", "a"},
	{"defined from a macro", "#define A\n#define HAS defined(A)\n#if HAS\na\n#endif", "a"},
	{"apostrophe in skipped text", "#if 0\ndon't \"do this\n#endif\na", "a"},
	{"latin-1 in skipped text", "#if 0\n\xe9t\xe9 \x01\n#endif\na", "a"},
	{"unknown directive in skipped text", "#if 0\n#frobnicate\n#error no\n#endif\na", "a"},
	{"comment over a directive", "#if 0\n/* \n#endif\n*/\na\n#endif\nb", "b"},
	{"space before and after hash", "  #  define A 1\n\t# /* c */ if A\na\n # endif", "a"},
	{"comment before hash", "/* x */ #define A 1\nA", "1"},
	{"text after endif", "#if 1\na\n#endif A\n#ifdef B\n#else B\nc\n#endif // B", "a c"},
	{"null directive", "#\n # \na", "a"},
	{"line", "#line 7 \"x.cu\"\n# 8 \"y.cu\" 1\na", "a"},
	{"ident", "#ident \"x\"\na", "a"},
	{"hash in the middle is no directive", "a #define b", "a # define b"},
	{"pragma", "#pragma unroll 4\nfor", "{unroll 4} for"},
	{"pragma alone", "#pragma unroll\nfor", "{unroll} for"},
	{"pragma count is a macro", "#define N 8\n#pragma unroll N\n#pragma unroll (N/2)\n#pragma nv_diag N", "{unroll 8} {unroll (8/2)} {nv_diag N}"},
	{"pragma unroll in parentheses", "#define N 8\n#pragma unroll(N)\n#pragma unroll_and_jam N", "{unroll (8)} {unroll_and_jam N}"},
	{"pragma comment", "#pragma unroll // x\na", "{unroll} a"},
	{"pragma once is taken", "#pragma once\na", "a"},
	{"_Pragma", `_Pragma("unroll 4") for _Pragma(L"a \"b\\")`, `{unroll 4} for {a "b\}`},
	{"_Pragma in a macro", "#define U _Pragma(\"unroll\") for\nU\n#define S(x) _Pragma(#x)\nS(unroll 3)\n#define I(x) x\nI(I(U))", "{unroll} for {unroll 3} {unroll} for"},
	{"_Pragma of a macro's text", "#define T(x) #x\n#define U(n) _Pragma(T(unroll n))\n#define N 4\nU() U(N) _Pragma(\"unroll N\") _Pragma(T(x) )", "{unroll} {unroll 4} {unroll 4} {x}"},
	{"skipped pragma", "#if 0\n#pragma unroll\n#endif\na", "a"},
	{"conditional over macro", "#define V 3\n#if V == 1\na\n#elif V == 3\nb\n#endif", "b"},
	{"directive at end of file", "a\n#define X", "a"},
	{"crlf directives", "#define A 1\r\n#if A\r\nA\r\n#endif\r\n", "1"},
	{"continued directive", "#def\\\nine A \\\n 1\nA", "1"},
}

var predefinedCases = []spellingCase{
	{"cuda", "__CUDA_ARCH__ __CUDACC__ __NVCC__ __cplusplus __CUDACC_VER_MAJOR__", "800 1 1 201703L 12"},
	{"line", "__LINE__\n__LINE__ __LINE__", "1 2 2"},
	{"line in a macro", "#define L __LINE__\n\nL\n#define F(x) x L\nF(a\n)", "3 a 5"},
	{"file", "__FILE__", `"k.cu"`},
	{"counter", "#define U __COUNTER__\nU U __COUNTER__", "0 1 2"},
	{"line pasted", "#define C2(a, b) a##b\n#define C(a, b) C2(a, b)\nC(x, __LINE__)", "x3"},
	{"assert stays", "#include <assert.h>\n#include <cassert>\nassert(a > 0);", "assert ( a > 0 ) ;"},
	{"limits without a header", "INT_MAX UINT_MAX CHAR_BIT M_PI NULL", "2147483647 4294967295U 8 3.14159265358979323846 0"},
	{"float.h", "FLT_MAX\n#include <float.h>\nFLT_MAX DBL_MAX", "FLT_MAX 3.402823466e+38F 1.7976931348623157e+308"},
	{"cfloat", "#include <cfloat>\nFLT_EPSILON", "1.192092896e-07F"},
	{"cstdint", "SIZE_MAX\n#include <cstdint>\nSIZE_MAX INT32_MAX UINT64_C(5) INT32_MIN", "SIZE_MAX 18446744073709551615UL 2147483647 5UL ( - 2147483647 - 1 )"},
	{"inttypes", "#include <inttypes.h>\n\"%\"PRIu64", `"%" "lu"`},
	{"math constants", "#include <math_constants.h>\nCUDART_INF_F", "__int_as_float ( 0x7f800000 )"},
	{"user's own constant", "#define FLT_MAX 1\n#include <float.h>\nFLT_MAX", "1"},
	{"user replaces a supplied macro", "#define INT_MAX 5\nINT_MAX", "5"},
	{"known headers leave nothing", "#include <cuda.h>\n#include <stdio.h>\n#include <cooperative_groups.h>\n#include <cuda/barrier>\n#include <vector>\n#include \"cuda_runtime.h\"\na", "a"},
}

func TestSpellings(t *testing.T) {
	for _, group := range [][]spellingCase{scanCases, macroCases, directiveCases, predefinedCases} {
		for _, c := range group {
			t.Run(c.name, func(t *testing.T) {
				got, res := spellings(c.text, Options{})
				assert.Equal(t, c.want, got)
				assert.Empty(t, res.Diags.String())
			})
		}
	}
}

func TestKinds(t *testing.T) {
	res := Preprocess("k.cu", []byte("a 1 'c' \"s\" +\n#pragma p\nL'x' u8R\"(y)\""), Options{})
	var kinds []Kind
	for _, tok := range res.Tokens {
		kinds = append(kinds, tok.Kind)
	}
	assert.Equal(t, []Kind{Ident, Number, Char, String, Punct, Pragma, Char, String, EOF}, kinds)
}

func TestPositions(t *testing.T) {
	cases := []spellingCase{
		{"plain", "a b\n  c", "a@1:1 b@1:3 c@2:3 @2:4"},
		{"columns are bytes", "é x", "é@1:1 x@1:4 @1:5"},
		{"tab is one", "\tx", "x@1:2 @1:3"},
		{"byte order mark counts", "\ufeffx", "x@1:4 @1:5"},
		{"crlf", "a\r\nb\r\n", "a@1:1 b@2:1 @3:1"},
		{"after a continuation", "a \\\n  b c\nd", "a@1:1 b@2:3 c@2:5 d@3:1 @3:2"},
		{"token over a continuation", "ab\\\ncd e", "abcd@1:1 e@2:4 @2:5"},
		{"several continuations", "\\\n\\\na\\\n\\\n b", "a@3:1 b@5:2 @5:3"},
		{"after a block comment", "/* \n\n */ a", "a@3:5 @3:6"},
		{"after a raw string", "x\\\ny R\"(\n\\\n)\" z", "xy@1:1 R\"(\n\\\n)\"@2:3 z@4:4 @4:5"},
		{"object macro", "#define N 1 + 2\n x N;", "x@2:2 1@2:4 +@2:4 2@2:4 ;@2:5 @2:6"},
		{"arguments keep theirs", "#define F(x, y) x + y\nF(a,\n b)", "a@2:3 +@2:1 b@3:2 @3:4"},
		{"outermost name", "#define A B(1)\n#define B(x) x + x\n A", "1@3:2 +@3:2 1@3:2 @3:3"},
		{"argument of argument", "#define F(x) [x]\nF(F(a))", "[@2:1 [@2:3 a@2:5 ]@2:3 ]@2:1 @2:8"},
		{"macro in argument", "#define N 1 2\n#define F(x) x\nF( N )", "1@3:4 2@3:4 @3:7"},
		{"stringified and pasted", "#define F(x) #x x##1\nF(a)", "\"a\"@2:1 a1@2:1 @2:5"},
		{"pragma", "\n  #pragma unroll", "unroll@2:3 @2:17"},
		{"_Pragma", "x _Pragma(\"p\")", "x@1:1 p@1:3 @1:15"},
		{"comma before variadic", "#define F(a, ...) a, ##__VA_ARGS__\nF(x, y)", "x@2:3 ,@2:1 y@2:6 @2:8"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, positions(c.text, Options{}))
		})
	}
}

func TestMacroFlagAndSpace(t *testing.T) {
	res := Preprocess("k.cu", []byte("#define F(x) x+x\n a F(b)c\nd"), Options{})
	type flags struct {
		text              string
		space, bol, macro bool
	}
	var got []flags
	for _, tok := range res.Tokens[:len(res.Tokens)-1] {
		got = append(got, flags{tok.Text, tok.Space, tok.BOL, tok.Macro})
		assert.Zero(t, tok.hide)
	}
	assert.Equal(t, []flags{
		{"a", true, true, false},
		{"b", true, false, false}, {"+", false, false, true}, {"b", false, false, false},
		{"c", false, false, false},
		{"d", true, true, false},
	}, got)
}

func TestOptions(t *testing.T) {
	got, res := spellings("N F(2) __CUDA_ARCH__ E;", Options{
		Define:   map[string]string{"N": "4", "F(x)": "x*x", "E": ""},
		CudaArch: 900,
	})
	assert.Equal(t, "4 2 * 2 900 ;", got)
	assert.Empty(t, res.Diags.String())

	_, res = spellings("a", Options{Define: map[string]string{"1N": "4"}})
	require.Equal(t, 1, res.Diags.Len())
	assert.Contains(t, res.Diags.String(), "<command line>:1:1: error: #define without a name")
}

func TestLeading(t *testing.T) {
	cases := []struct {
		name, text string
		want       []string
	}{
		{"none", "int x; // a", nil},
		{"line comments", "//pass\n//--blockDim=64 --gridDim=1\n\n// x\nint y; // z", []string{"pass", "--blockDim=64 --gridDim=1", "x"}},
		{"block", "/* a */ /*\n * b\n ** c\n\n */\nx /* d */", []string{"a", "b", "c"}},
		{"stops at a directive", "// a\n#define X\n// b", []string{"a"}},
		{"doxygen", "/** a\n* b */\n/// c", []string{"a", "b", "c"}},
		{"crlf", "// a\r\n// b\r\n", []string{"a", "b"}},
		{"continued", "// a \\\nb\nx", []string{"a b"}},
		{"not of an included file", "#include \"h\"\n// b", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := Preprocess("k.cu", []byte(c.text), Options{ReadFile: mapFiles(map[string]string{"h": "// a\n"})})
			assert.Equal(t, c.want, res.Leading)
		})
	}
}
