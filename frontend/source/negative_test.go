package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
)

type negativeCase struct{ name, text, want string }

// negativeCases are faults with the one message each of them gives.
var negativeCases = []negativeCase{
	{"unterminated comment", "a\n b /* c\nd", "k.cu:2:4: error: unterminated comment; close it with */"},
	{"unterminated comment in skipped text", "#if 1\n#else\n/* x\n#endif", "k.cu:1:1: error: #if without #endif; add one before the end of the file\nk.cu:3:1: error: unterminated comment; close it with */"},
	{"unterminated string", "a \"b\nc", "k.cu:1:3: error: unterminated string; close it with \" on the same line"},
	{"unterminated string at end", `"b\`, "k.cu:1:1: error: unterminated string; close it with \" on the same line"},
	{"unterminated character", "x = 'a;\nc", "k.cu:1:5: error: unterminated character constant; close it with ' on the same line"},
	{"empty character", "''", "k.cu:1:1: error: empty character constant; write a character between the quotes"},
	{"unterminated raw string", "a R\"x(b\nc)\"", "k.cu:1:3: error: unterminated raw string; close it with )x\""},
	{"malformed raw string", "R\"a b(c)a b\"", "k.cu:1:1: error: malformed raw string; write R\"(text)\""},
	{"NUL", "int a;\nint \x00b;", "k.cu:2:5: error: not a CUDA source text: byte 0x00; give a plain text file"},
	{"invalid UTF-8", "int a;\nint \xffb;", "k.cu:2:5: error: not a CUDA source text: byte 0xff; give a plain text file"},
	{"control character", "int a;                 \n\x01", "k.cu:2:1: error: not a CUDA source text: byte 0x01; give a plain text file"},
	{"UTF-16", "\xff\xfei\x00n\x00t\x00", "k.cu:1:4: error: not a CUDA source text: byte 0x00; give a plain text file"},
	{"ELF", "\x7fELF\x02\x01\x01", "k.cu:1:1: error: not a CUDA source text: byte 0x7f; give a plain text file"},

	{"define nothing", "#define", "k.cu:1:2: error: #define without a name; write #define NAME value"},
	{"define number", "#define 1 2", "k.cu:1:2: error: #define without a name; write #define NAME value"},
	{"define defined", "#define defined", "k.cu:1:9: error: defined cannot be a macro's name; choose another"},
	{"undef nothing", "#undef", "k.cu:1:2: error: #undef without a name; write #undef NAME"},
	{"parameter list open", "#define F(a, b", "k.cu:1:9: error: macro F has an unterminated parameter list; close it with )"},
	{"parameter list comma", "#define F(a b) a", "k.cu:1:13: error: macro F has a malformed parameter list; a comma or ) is expected, not b"},
	{"parameter list number", "#define F(1) a", "k.cu:1:11: error: macro F has a malformed parameter list; names and commas are expected, not 1"},
	{"parameter after ...", "#define F(..., a) a", "k.cu:1:14: error: macro F has a malformed parameter list; a comma or ) is expected, not ,"},
	{"parameter twice", "#define F(a, a) a", "k.cu:1:14: error: macro F has two parameters named a; rename one"},
	{"paste first", "#define F(a) ## a", "k.cu:1:14: error: ## stands first in the body of macro F; it joins two tokens"},
	{"paste last", "#define F a ##", "k.cu:1:13: error: ## stands last in the body of macro F; it joins two tokens"},
	{"stringify no parameter", "#define F(a) #b", "k.cu:1:14: error: # in macro F is not followed by a parameter"},
	{"__VA_OPT__ open", "#define F(...) __VA_OPT__(a", "k.cu:1:9: error: __VA_OPT__ in macro F has no closing parenthesis"},
	{"__VA_OPT__ nested", "#define F(...) __VA_OPT__(__VA_OPT__(a))", "k.cu:1:27: error: __VA_OPT__ in macro F is malformed; write __VA_OPT__(tokens), not nested"},
	{"redefined", "#define A 1\n#define A 2\n", "k.cu:2:9: warning: macro A is defined differently at k.cu:1:9; the new definition holds from here"},
	{"too many arguments", "#define F(a) a\n x F(1, 2)", "k.cu:2:4: error: macro F is given 2 arguments and takes 1 (defined at k.cu:1:9)"},
	{"too few arguments", "#define F(a, b) a\nF(1)", "k.cu:2:1: error: macro F is given 1 argument and takes 2 (defined at k.cu:1:9)"},
	{"too few variadic arguments", "#define F(a, b, ...) a\nF(1)", "k.cu:2:1: error: macro F is given 1 argument and takes at least 2 (defined at k.cu:1:9)"},
	{"arguments for none", "#define F() a\nF(1)", "k.cu:2:1: error: macro F is given 1 argument and takes 0 (defined at k.cu:1:9)"},
	{"arguments open", "#define F(a) a\n\nF(1, (2)\n;", "k.cu:3:1: error: the arguments of macro F do not end; close the list with )"},
	{"bad paste", "#define F(a, b) a##b\n\n F(+, x)", "k.cu:3:2: error: ## in macro F joins + and x into something that is not a token (macro defined at k.cu:1:9)"},
	{"pasted comment", "#define F(a, b) a##b\nF(/, /)", "k.cu:2:1: error: ## in macro F joins / and / into something that is not a token (macro defined at k.cu:1:9)"},

	{"error", "#if 1\n  #error don't  use \"this // not shown\n#endif", "k.cu:2:3: error: #error don't  use \"this"},
	{"warning", "#warning old", "k.cu:1:1: warning: #warning old"},
	{"unknown directive", "\n #frob x", "k.cu:2:2: error: unknown directive #frob"},
	{"if without endif", "a\n#if 1\nb", "k.cu:2:1: error: #if without #endif; add one before the end of the file"},
	{"ifdef without endif", "#ifdef X\n#else", "k.cu:1:1: error: #ifdef without #endif; add one before the end of the file"},
	{"endif alone", "#endif", "k.cu:1:1: error: #endif without #if; remove it or add the #if"},
	{"else alone", "#else", "k.cu:1:1: error: #else without #if; remove it or add the #if"},
	{"elif alone", "#elif 1", "k.cu:1:1: error: #elif without #if; remove it or add the #if"},
	{"else twice", "#if 1\n#else\n#else\n#endif", "k.cu:3:1: error: #else after #else of the #if at k.cu:1:1; close that with #endif first"},
	{"elif after else", "#if 0\n#else\n#elif 1\n#endif", "k.cu:3:1: error: #elif after #else of the #if at k.cu:1:1; close that with #endif first"},
	{"ifdef nothing", "#ifdef\n#endif", "k.cu:1:1: error: #ifdef without a name; write #ifdef NAME"},
	{"if nothing", "#if\n#endif", "k.cu:1:1: error: #if without a condition"},
	{"if missing operand", "#if 1 +\n#endif", "k.cu:1:1: error: #if: an operand is missing"},
	{"if two values", "#if 1 2\n#endif", "k.cu:1:7: error: #if: unexpected 2"},
	{"if parenthesis", "#if (1\n#endif", "k.cu:1:1: error: #if: ) is missing"},
	{"if call", "#if 0\n#elif F(1)\n#endif", "k.cu:2:7: error: #elif: F is not a macro that takes arguments"},
	{"if float", "#if 1.0\n#endif", "k.cu:1:5: error: #if: 1.0 is not an integer"},
	{"if suffix", "#if 1uu\n#endif", "k.cu:1:5: error: #if: 1uu has an unknown suffix"},
	{"if string", "#if \"a\"\n#endif", "k.cu:1:5: error: #if: unexpected \"a\""},
	{"if huge", "#if 99999999999999999999\n#endif", "k.cu:1:5: error: #if: 99999999999999999999 is too large for 64 bits"},
	{"if division by zero", "#if 1 / 0\n#endif", "k.cu:1:7: error: #if: division by zero"},
	{"if ternary", "#if 1 ? 2\n#endif", "k.cu:1:1: error: #if: : is missing"},
	{"if assignment", "#if A = 1\n#endif", "k.cu:1:7: error: #if: unexpected ="},
	{"if defined", "#if defined\n#endif", "k.cu:1:5: error: malformed defined in a condition; write defined(NAME)"},
	{"if defined open", "#if defined(A\n#endif", "k.cu:1:5: error: malformed defined in a condition; write defined(NAME)"},
	{"if quote", "#if 'a\n#endif", "k.cu:1:5: error: unterminated character constant; close it with ' on the same line"},
	{"if wide character", "#if L'ab'\n#endif", "k.cu:1:5: error: #if: cannot evaluate the character constant L'ab'"},

	{"include nothing", "#include", "k.cu:1:2: error: malformed #include; write #include \"file\" or #include <header>"},
	{"include name", "#include X", "k.cu:1:2: error: malformed #include; write #include \"file\" or #include <header>"},
	{"include open", "#include <a", "k.cu:1:2: error: malformed #include; write #include \"file\" or #include <header>"},
	{"include missing", "a\n#include \"no.h\"", "k.cu:2:2: warning: file \"no.h\" not found, and skipped; give its directory with -I if kernels need it"},
	{"include unknown", "#include <my/lib.h>\n#include <my/lib.h>", "k.cu:1:2: warning: unknown header <my/lib.h> is skipped; give its directory with -I if kernels need it"},
	{"include missing in skipped text", "#if 0\n#include \"no.h\"\n#endif", ""},
	{"_Pragma in _Pragma", "_Pragma(_Pragma(\"x\"))", "k.cu:1:1: error: malformed _Pragma; write _Pragma(\"text\")\nk.cu:1:9: error: malformed _Pragma; write _Pragma(\"text\")"},
	{"_Pragma", "_Pragma(x)", "k.cu:1:1: error: malformed _Pragma; write _Pragma(\"text\")"},
}

func TestFaults(t *testing.T) {
	for _, c := range negativeCases {
		t.Run(c.name, func(t *testing.T) {
			res := Preprocess("k.cu", []byte(c.text), Options{ReadFile: mapFiles(nil)})
			assert.Equal(t, c.want, strings.TrimSpace(res.Diags.String()))
		})
	}
}

func TestFaultsAreFew(t *testing.T) {
	cases := map[string]string{
		"unknown directives": strings.Repeat("#frob\n", 1000),
		"open strings":       strings.Repeat("\"\n", 1000),
		"warnings":           strings.Repeat("#warning x\n", 1000) + "#frob",
		"redefinitions":      strings.Repeat("#define A 1\n#define A 2\n", 1000) + strings.Repeat("#frob\n", 100),
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			res := Preprocess("k.cu", []byte(text), Options{})
			assert.LessOrEqual(t, res.Diags.Len(), 20)
			worst, _ := res.Diags.Worst()
			assert.Equal(t, diag.Error, worst)
		})
	}
}

func TestBinaryGarbageIsOneError(t *testing.T) {
	garbage := make([]byte, 1<<16)
	state := uint32(1)
	for i := range garbage {
		state = state*1664525 + 1013904223
		garbage[i] = byte(state >> 24)
	}
	res := Preprocess("k.cu", garbage, Options{})
	require.Equal(t, 1, res.Diags.Len())
	assert.Contains(t, res.Diags.String(), "error: not a CUDA source text")
	require.Len(t, res.Tokens, 1)
	assert.Equal(t, EOF, res.Tokens[0].Kind)
}

// TestSavedTokens: tokens outside a fault survive it.
func TestSavedTokens(t *testing.T) {
	cases := []spellingCase{
		{"string", "a \"b\nc", `a "b" c`},
		{"comment", "a /* b", "a"},
		{"unknown directive", "a\n#frob b\nc", "a c"},
		{"malformed macro", "#define F(a b) 1\nF", "F"},
		{"bad call", "#define F(a) a\nx F(1,2) y", "x y"},
		{"bad paste", "#define F(a, b) a##b\nF(+, x)", "+ x"},
		{"bad condition", "#if 1 +\na\n#else\nb\n#endif", "b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, res := spellings(c.text, Options{})
			assert.Equal(t, c.want, got)
			assert.True(t, res.Diags.HasErrors())
		})
	}
}
