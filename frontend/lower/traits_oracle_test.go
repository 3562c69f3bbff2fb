package lower

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// traitTypes are those that traits are asked about.
var traitTypes = []string{"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
	"unsigned long long", "wchar_t", "char16_t", "char32_t", "float", "double", "void", "En", "Ec", "Es", "int *", "const int *", "int *const", "int *volatile",
	"void *", "int &", "const int &", "int &&", "int[3]", "int[2][3]", "const int", "volatile int", "const volatile char", "St", "Em", "De", "const St", "St &"}

const traitPreamble = `enum En { ena, enb = 5 }; enum class Ec : short { a }; enum Es : unsigned char { esa };
struct St { int a; float b; }; struct Em {}; struct De : St { int c; };
`

// traitQuestion is a constant expression about one or two types.
func traitQuestion(r *rand.Rand) string {
	a, b := pick(r, traitTypes...), pick(r, traitTypes...)
	switch r.Intn(8) {
	case 0, 1, 2:
		return "std::" + pick(r, "is_void", "is_integral", "is_floating_point", "is_arithmetic", "is_signed", "is_unsigned", "is_const", "is_volatile", "is_pointer",
			"is_reference", "is_lvalue_reference", "is_enum", "is_class", "is_array") + "<" + a + ">::value"
	case 3, 4, 5:
		return "std::is_same<std::" + pick(r, "decay", "remove_reference", "remove_cv", "remove_const", "remove_volatile", "remove_pointer", "add_pointer") + "<" + a + ">::type, " + b + ">::value"
	case 6:
		c := pick(r, traitTypes[:17]...)
		return "std::numeric_limits<" + pick(r, "", "const ", "volatile ") + c + ">::" + pick(r, "is_signed", "is_integer", "is_specialized", "digits", "min() == 0", "max() == 255", "max() == 65535", "max() == 2147483647", "lowest() == -128")
	default:
		return "std::numeric_limits<" + pick(r, "En", "Ec", "int *", "St", "void") + ">::is_specialized"
	}
}

// TestTraitsByCompiler compares traits of types, in any order of the questions: what is instantiated for one type must not
// answer for another.
func TestTraitsByCompiler(t *testing.T) {
	seed, count := oracleSeeds(t)
	r := rand.New(rand.NewSource(seed))
	var questions []string
	for range 20 * count {
		questions = append(questions, traitQuestion(r))
	}
	var b strings.Builder
	b.WriteString("#include <cstdio>\n#include <type_traits>\n#include <limits>\n" + traitPreamble + "int main() {\n")
	for _, q := range questions {
		fmt.Fprintf(&b, "printf(\"%%d\\n\", (int)(%s));\n", q)
	}
	want := gppRun(t, b.String()+"}\n")
	require.Len(t, want, len(questions))
	compared, unsupported := 0, 0
	const each = 200
	for first := 0; first < len(questions); first += each {
		part := questions[first:min(first+each, len(questions))]
		var b strings.Builder
		b.WriteString("#include <type_traits>\n#include <limits>\n" + traitPreamble)
		for i, q := range part {
			fmt.Fprintf(&b, "static const int q%d = (int)(%s);\n", i, q)
		}
		e := newEvaluator(t, b.String())
		for i, q := range part {
			v, fault := e.value("q" + strconv.Itoa(i))
			if fault != "" || constantText(v) == "no constant" { // floats are opaque
				unsupported++
				continue
			}
			if compared++; constantText(v) != want[first+i] {
				t.Errorf("seed %d: %s is %s, not %s", seed, q, constantText(v), want[first+i])
			}
		}
	}
	t.Logf("%d traits compared, %d not supported", compared, unsupported)
	require.Greater(t, compared, unsupported)
}
