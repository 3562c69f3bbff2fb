package source

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// conditions makes expressions of #if at random.
type conditions struct {
	r     *rand.Rand
	depth int
}

func (c *conditions) of(list ...string) string { return list[c.r.Intn(len(list))] }

func (c *conditions) expr() string {
	if c.depth++; c.depth > 5 || c.r.Intn(4) == 0 {
		c.depth--
		return c.of("0", "1", "7", "-1", "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff", "9223372036854775807", "18446744073709551615u",
			"1u", "1'000", "0b11", "017", "3ull", "2LL", "'a'", "'\\0'", "'\\377'", "'\\xff'", "'ab'", "'\\n'", "L'a'", "u'a'", "U'a'", "u8'a'",
			"defined ONE", "defined(ONE)", "defined NONE", "!defined(NONE)", "ONE", "NONE", "TWO(3)", "true", "false", "__cplusplus", "EMPTY 5", "int", "__LINE__",
			"__has_include(<stdio.h>)", "__has_include(\"there/is/no/such.h\")", "NEG", "BIG", "STR(1)")
	}
	defer func() { c.depth-- }()
	a := func() string { return "(" + c.expr() + ")" }
	switch c.r.Intn(8) {
	case 0:
		return c.of("-", "+", "~", "!", "- -") + a()
	case 1:
		return a() + " ? " + a() + " : " + a()
	case 2:
		return a() + c.of(" << ", " >> ") + c.of("1", "3u", "40", "63", "(2 - 1)")
	case 3:
		return a() + c.of(" / ", " % ") + c.of("3", "7u", "(-2)", "0x8000000000000000")
	case 4:
		return a() + c.of(" == ", " != ", " < ", " <= ", " > ", " >= ") + a()
	case 5:
		return a() + c.of(" && ", " || ", " and ", " or ") + a()
	default:
		return a() + c.of(" + ", " - ", " * ", " & ", " | ", " ^ ", " bitand ", " xor ") + a()
	}
}

const conditionMacros = `#define ONE 1
#define TWO(x) (x * 2)
#define EMPTY
#define NEG -5
#define BIG 0xfffffffffffffff0u
#define STR(x) x##2
`

// TestConditionsByCompiler compares what #if makes of random expressions with g++: whether
// they hold, and their values modulo small numbers. CONSTANTS_FUZZ and CONSTANTS_SEED
// choose other ones.
func TestConditionsByCompiler(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++ to compare with")
	}
	seed, _ := strconv.ParseInt(os.Getenv("CONSTANTS_SEED"), 10, 64)
	count, _ := strconv.Atoi(os.Getenv("CONSTANTS_FUZZ"))
	count = max(count, 300)
	c := &conditions{r: rand.New(rand.NewSource(seed))}
	var b strings.Builder
	b.WriteString(conditionMacros)
	var exprs []string
	for i := range count {
		e := c.expr()
		switch c.r.Intn(3) {
		case 0:
			e = "(" + e + ") < 0"
		case 1:
			e = "((" + e + ") & " + strconv.Itoa(1<<c.r.Intn(8)) + ")"
		}
		exprs = append(exprs, e)
		fmt.Fprintf(&b, "#if %s\nr%d_yes\n#else\nr%d_no\n#endif\n", e, i, i)
	}
	src := filepath.Join(t.TempDir(), "a.cpp")
	require.NoError(t, os.WriteFile(src, []byte(b.String()), 0o600))
	out, err := exec.Command("g++", "-std=c++17", "-w", "-E", "-P", src).Output()
	require.NoError(t, err)
	want := strings.Fields(string(out))
	require.Len(t, want, count)
	res := Preprocess("a.cpp", []byte(b.String()), Options{})
	require.Empty(t, res.Diags.String())
	for i, e := range exprs {
		if got := res.Tokens[i].Text; got != want[i] {
			t.Errorf("%s: %s, not %s", e, got, want[i])
		}
	}
}
