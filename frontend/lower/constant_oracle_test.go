package lower

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/lower/object"
)

// constantShim prints a value with the form of its type: i32, u8, f64, bool.
const constantShim = `#include <cstdio>
#include <type_traits>
#define __device__
template <class T> static void show(T x) {
  if constexpr (std::is_same_v<T, bool>) printf("bool:%d ", (int)x);
  else if constexpr (std::is_enum_v<T> && sizeof(T) < 4) show((std::underlying_type_t<T>)x);
  else if constexpr (std::is_enum_v<T>) show(+x);
  else if constexpr (std::is_floating_point_v<T>) printf("f%d:%.17g ", 8 * (int)sizeof(T), (double)x);
  else if constexpr (std::is_signed_v<T>) printf("i%d:%lld ", 8 * (int)sizeof(T), (long long)x);
  else printf("u%d:%llu ", 8 * (int)sizeof(T), (unsigned long long)x);
}
`

// constantPreamble is declared before all expressions.
const constantPreamble = `
enum E1 { e1a, e1b = 5, e1c = -3 };
enum E2 : unsigned char { e2a = 250, e2b };
enum E3 { e3a = 0xffffffff, e3b = 1 };
enum E4 { e4a = 0x100000000, e4b };
enum class E5 : short { a = -7, b };
struct Two { char c; short s; };
struct R1 { char c[1]; }; struct R2 { char c[2]; }; struct R3 { char c[3]; }; struct R4 { char c[4]; }; struct R5 { char c[5]; };
struct R6 { char c[6]; }; struct R7 { char c[7]; };
__device__ R1 pick(bool); __device__ R2 pick(char); __device__ R3 pick(int); __device__ R4 pick(unsigned);
__device__ R5 pick(long); __device__ R6 pick(E1); __device__ R7 pick(unsigned long); __device__ R2 pick(double);
__device__ R5 pick(long long); __device__ R7 pick(unsigned long long); __device__ R1 pick(short); __device__ R2 pick(unsigned short); __device__ R6 pick(E2);
__device__ R1 pick(unsigned char); __device__ R3 pick(wchar_t); __device__ R4 pick(char16_t); __device__ R5 pick(char32_t); __device__ R1 pick(signed char);
__device__ R2 pick(E3); __device__ R3 pick(E4);
const int ci = -5; const unsigned cu = 4000000000u; const short cs = -300; const unsigned char cb = 200; const char cc = '\xf0';
constexpr long cl = -1L << 40; constexpr unsigned long long cul = ~0ull; const bool ct = true; constexpr wchar_t cw = L'x';
constexpr __device__ int half(int x) { return x / 2; }
constexpr __device__ unsigned char low(unsigned x) { return x; }
constexpr __device__ bool odd(long x) { return x & 1; }
template <int N> struct Twice { static const int value = 2 * N; enum { next = N + 1 }; };
template <class T> constexpr __device__ T same(T x) { return x; }
`

// constants makes expressions at random.
type constants struct {
	r     *rand.Rand
	depth int
}

var leaves = []string{
	"0", "1", "-1", "7", "255", "256", "32768", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
	"0x7fffffff", "0x80000000", "0xffffffff", "0x100000000", "0xffffffffffffffff", "017", "037777777777", "0b101", "1'000'000", "0x7fff'ffff",
	"1u", "1U", "1l", "1L", "1ll", "1LLU", "3ul", "0xffu", "2147483648u", "4294967296u", "9223372036854775808u",
	"'a'", "'\\0'", "'\\xff'", "'\\377'", "'\\n'", "'ab'", "'abcd'", "L'a'", "u'a'", "U'a'", "u8'a'", "L'\\xffff'", "u'\\u00e9'", "U'\\U0001f600'",
	"true", "false", "ci", "cu", "cs", "cb", "cc", "cl", "cul", "ct", "cw", "e1a", "e1b", "e1c", "e2a", "e2b", "e3a", "e3b", "e4a", "e4b",
	"(int)E5::a", "(short)E5::b", "sizeof(int)", "sizeof(Two)", "sizeof(Two[3])", "alignof(Two)", "alignof(double)", "sizeof \"abc\"", "sizeof(\"a\" \"bc\\0\")",
	"sizeof(L\"abc\")", "sizeof(u\"abc\")", "sizeof(U\"\")", "sizeof(u8\"\\u00e9\")", "sizeof(R\"(a\\n)\")", "sizeof 'a'", "sizeof 'ab'", "sizeof L'a'", "sizeof u'a'",
	"sizeof(E1)", "sizeof(E2)", "sizeof(E3)", "sizeof(E4)", "sizeof(E5)", "__LINE__ * 0 + 4", "sizeof(char16_t)", "sizeof(wchar_t)", "sizeof(bool)",
	"Twice<3>::value", "Twice<-4>::next", "__cplusplus", "sizeof(long double) * 0", "__CHAR_BIT__", "(char)-1", "(unsigned char)-1", "(unsigned short)70000", "(bool)256",
	"(int)2.75", "(int)-2.75f", "(unsigned)3.99", "(int)1e3", "(long)-1.5e9", "(0.5 ? 1 : 2)", "(bool)0.5", "(char)65.9", "sizeof(1.f)", "sizeof(1.)",
	"sizeof(1.f + 1)", "sizeof(1.f + 1.)", "(int)16777217.f",
}

var castTypes = []string{"int", "unsigned", "short", "unsigned short", "char", "signed char", "unsigned char", "long", "unsigned long", "long long", "unsigned long long", "bool", "char16_t", "wchar_t", "E2"}

func (c *constants) expr() string {
	if c.depth++; c.depth > 5 || c.r.Intn(5) == 0 {
		c.depth--
		return pick(c.r, leaves...)
	}
	defer func() { c.depth-- }()
	switch c.r.Intn(14) {
	case 0:
		return pick(c.r, "-", "+", "~", "!", "- -", "!!") + c.atom()
	case 1:
		return "(" + pick(c.r, castTypes...) + ")" + c.atom()
	case 2:
		return "static_cast<" + pick(c.r, castTypes...) + ">(" + c.expr() + ")"
	case 3:
		return pick(c.r, "int", "short", "unsigned", "char", "bool", "long") + "(+" + c.atom() + ")"
	case 4:
		return c.expr2() + " ? " + c.expr2() + " : " + c.expr2()
	case 5:
		return c.atom() + pick(c.r, " << ", " >> ") + pick(c.r, "1", "3u", "7l", "(char)4", "ct", "'\\2'")
	case 6:
		return c.atom() + pick(c.r, " / ", " % ") + pick(c.r, "3", "7u", "(short)5", "11l", "'a'", "cb", "e1b", "10ull")
	case 7:
		return c.atom() + pick(c.r, " == ", " != ", " < ", " <= ", " > ", " >= ") + c.atom()
	case 8:
		return c.atom() + pick(c.r, " && ", " || ") + c.atom()
	case 9:
		return pick(c.r, "half", "low", "odd", "same", "same<short>", "same<unsigned>") + "(" + c.expr2() + ")"
	case 10:
		return pick(c.r, "sizeof(", "(int)sizeof(") + c.expr2() + ")"
	default:
		return c.atom() + pick(c.r, " + ", " - ", " * ", " & ", " | ", " ^ ", " + ", " - ", " & ") + c.atom()
	}
}

// expr2 is an expression that may stand before ? and :.
func (c *constants) expr2() string { return "(" + c.expr() + ")" }

func (c *constants) atom() string {
	e := c.expr()
	for _, leaf := range leaves {
		if e == leaf && e[0] != '-' && !strings.Contains(e, " ") {
			return e
		}
	}
	return "(" + e + ")"
}

// constantForm is a constant in the words of show.
func constantForm(v object.Value) (text, fault string) {
	c, ok := v.Expr.(*kernel.Const)
	if !ok {
		return "", "no constant"
	}
	switch {
	case c.T.Kind == kernel.Bool:
		return "bool:" + strconv.FormatInt(c.Val, 10), ""
	case c.T.Signed:
		return fmt.Sprintf("i%d:%d", c.T.Bits, c.Val), ""
	}
	return fmt.Sprintf("u%d:%d", c.T.Bits, uint64(c.Val)), ""
}

// TestConstantsByCompiler compares values and types of random constant expressions.
func TestConstantsByCompiler(t *testing.T) {
	seed, count := oracleSeeds(t)
	count = (count + 1) / 2
	const each, batch = 20, 20
	compared, unsupported := 0, 0
	for ; count > 0; count -= batch {
		var texts []string
		var files []string
		for i := range min(count, batch) {
			c := &constants{r: rand.New(rand.NewSource(seed + int64(i)))}
			var b strings.Builder
			b.WriteString(constantPreamble)
			for j := range each {
				e := c.expr()
				if c.r.Intn(6) == 0 {
					e = "sizeof(pick(" + c.expr() + "))"
				}
				texts = append(texts, e)
				fmt.Fprintf(&b, "static const auto q%d = %s;\n", j, e)
			}
			files = append(files, b.String())
		}
		var b strings.Builder
		b.WriteString(constantShim)
		for i := range files {
			fmt.Fprintf(&b, "namespace n%d {%s\nstatic void f() {\n", i, constantPreamble)
			for _, e := range texts[i*each : (i+1)*each] {
				fmt.Fprintf(&b, "show(%s);\n", e)
			}
			b.WriteString("puts(\"\");\n}\n}\n")
		}
		b.WriteString("int main() {\n")
		for i := range files {
			fmt.Fprintf(&b, "n%d::f();\n", i)
		}
		b.WriteString("}\n")
		lines := gppRun(t, b.String())
		require.Len(t, lines, len(files))
		for i, file := range files {
			want := strings.Fields(lines[i])
			require.Len(t, want, each)
			e := newEvaluator(t, file)
			for j := range each {
				text := texts[i*each+j]
				v, fault := e.value("q" + strconv.Itoa(j))
				got := ""
				if fault == "" {
					got, fault = constantForm(v)
				}
				if fault != "" {
					if unsupported++; os.Getenv("CONSTANTS_FAULTS") != "" {
						t.Logf("seed %d: %s: %s", seed+int64(i), text, fault)
					}
					continue
				}
				compared++
				if got != want[j] {
					t.Errorf("seed %d: %s is %s, not %s", seed+int64(i), text, got, want[j])
				}
			}
		}
		seed += int64(len(files))
	}
	t.Logf("%d constants compared, %d not supported", compared, unsupported)
	require.Less(t, unsupported*10, compared, "too much is not supported")
}
