package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestConditions(t *testing.T) {
	cases := []struct {
		condition string
		holds     bool
	}{
		{"1", true}, {"0", false}, {"00", false}, {"0x10 == 16", true}, {"0b101 == 5", true}, {"010 == 8", true},
		{"1'000 == 1000", true}, {"10ull > 9L", true}, {"UNKNOWN", false}, {"true && !false", true},
		{"1 + 2 * 3 == 7", true}, {"(1 + 2) * 3 == 9", true}, {"10 - 4 - 3 == 3", true}, {"20 / 3 / 2 == 3", true},
		{"7 % 4 == 3", true}, {"-7 / 2 == -3", true}, {"-7 % 2 == -1", true},
		{"1 << 4 == 16", true}, {"-8 >> 1 == -4", true}, {"1 << 2 + 1 == 8", true}, {"1 << -1", false}, {"8 >> -1 == 16", true},
		{"1 << 64", false},
		{"-1 < 0", true}, {"-1 < 0u", false}, {"-1 > 0u", true}, {"0xffffffffffffffff == -1", true}, {"18446744073709551615 > 0", true},
		{"(0 ? -1 : 0u) - 1 > 0", true}, {"-1 / 2u > 1", true}, {"-1 >> 1 < 0", true}, {"(-1 | 0u) >> 63 == 1", true},
		{"~0 == -1", true}, {"!0", true}, {"!!5 == 1", true}, {"+5 == 5", true}, {"- -5 == 5", true},
		{"6 & 3 == 3", false}, {"(6 & 3) == 2", true}, {"(6 | 3) == 7", true}, {"(6 ^ 3) == 5", true}, {"1 | 0 && 0", false},
		{"1 || 1 / 0", true}, {"0 && 1 / 0", false}, {"1 ? 2 : 1 / 0", true}, {"0 ? 1 / 0 : 0", false},
		{"1 ? 0 : 1", false}, {"0 ? 0 : 0 ? 0 : 3", true}, {"(2, 0)", false}, {"1 ? 0, 1 : 0", true},
		{"-9223372036854775807 - 1 < 0", true}, {"(-9223372036854775807 - 1) / -1 < 0", true}, {"(-9223372036854775807 - 1) % -1", false},
		{"'a' == 97", true}, {`'\n' == 10`, true}, {`'\0'`, false}, {`'\'' == 39`, true}, {`'\x41' == 65`, true}, {`'\101' == 65`, true}, {"L'a' == 97", true},
		{"defined A", true}, {"defined(A)", true}, {"defined ( A )", true}, {"!defined B", true}, {"defined(A) == 1", true},
		{"A == 3", true}, {"F(2) == 4", true}, {"A not_eq 4 and 1", true}, {"HAS(B)", false}, {"E + 1", true},
		{"__CUDA_ARCH__ >= 700", true}, {"defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 700)", false},
		{"__has_include(<vector>)", true}, {"__has_include(<no/such>)", false}, {`__has_include("there.h")`, true}, {`__has_include("no.h")`, false},
		{"defined(__has_include) && __has_include(<stdio.h>)", true}, {"__has_attribute(noinline)", false}, {"__has_builtin(__builtin_expect)", false},
		{"__has_cpp_attribute(gnu::unused)", false}, {"INT_MAX == 2147483647", true},
	}
	head := "#define A 3\n#define F(x) x*x\n#define HAS(x) defined(x)\n#define E\n"
	for _, c := range cases {
		t.Run(c.condition, func(t *testing.T) {
			got, res := spellings(head+"#if "+c.condition+"\nyes\n#else\nno\n#endif", Options{ReadFile: mapFiles(map[string]string{"there.h": ""})})
			assert.Empty(t, res.Diags.String())
			assert.Equal(t, map[bool]string{true: "yes", false: "no"}[c.holds], got)
		})
	}
}

func TestNestedConditions(t *testing.T) {
	for depth, want := range map[int]string{100: "a", 100000: ""} {
		text := "#if " + strings.Repeat("(", depth) + "1" + strings.Repeat(")", depth) + "\na\n#endif"
		got, res := spellings(text, Options{})
		assert.Equal(t, want, got)
		assert.Equal(t, want == "", res.Diags.HasErrors())
		_, res = spellings("#if "+strings.Repeat("!", depth)+"1\n#endif", Options{})
		assert.Equal(t, want == "", res.Diags.HasErrors())
	}
	deep := 5000
	got, res := spellings(strings.Repeat("#if 1\n", deep)+"a\n"+strings.Repeat("#endif\n", deep), Options{})
	assert.Equal(t, "a", got)
	assert.Empty(t, res.Diags.String())
}
