package source

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
)

// TestSupplied: the headers that gv2 supplies are read once, whatever macros the user has,
// and leave none.
func TestSupplied(t *testing.T) {
	const use = "std::swap\n"
	const macros = "#define T 1\n#define pair 2\n#define array(x) 3\n"
	for _, include := range []string{"#include <utility>\n", "#include <thrust/pair.h>\n#include <array>\n", "#include \"no.h\"\n", "#include <cuda/std/array>\n"} {
		plain := Preprocess("k.cu", []byte(include+use), Options{Library: true})
		mixed := Preprocess("k.cu", []byte(macros+include+use+"T\n"), Options{Library: true})
		assert.False(t, mixed.Diags.HasErrors(), mixed.Diags.String())
		if n := len(plain.Tokens) - 1; assert.Greater(t, n, 100) {
			assert.Equal(t, spell(plain.Tokens[:n])+" 1", spell(mixed.Tokens[:n+1]))
		}
		for _, tok := range plain.Tokens {
			assert.NotContains(t, tok.Text, "_GV2_")
			if tok.Kind != EOF && tok.Pos.File != "k.cu" {
				assert.True(t, tok.Pos.Supplied(), "%s", tok.Pos)
			}
		}
	}
	assert.Len(t, Preprocess("k.cu", []byte("#include <stdio.h>\n"), Options{Library: true}).Tokens, 1)
}

// TestStandardIsReadWhereItIsNamed: what gv2 supplies of std takes longer to read than most kernels.
func TestStandardIsReadWhereItIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		read       bool
	}{
		{"nothing of std", "#include <cuda_runtime.h>\nint pair;\n", false},
		{"another name of std", "#include <cuda_runtime.h>\nstd::vector<int> v;\n", false},
		{"its name", "#include <cuda_runtime.h>\nstd::pair<int, int> p;\n", true},
		{"all of its names", "#include <cuda_runtime.h>\nusing namespace std;\npair<int, int> p;\n", true},
		{"behind macros", "#include <cuda_runtime.h>\n#define S std\n#define P(x) pa##x\nS::P(ir)<int, int> p;\n", true},
		{"before the header", "namespace std { struct pair; }\n#include <utility>\n", true},
		{"in a header of gv2's own", "#include <thrust/pair.h>\n", true},
		{"without a header", "std::pair<int, int> p;\n", true},
		{"where nothing is compiled", "#include <cuda_runtime.h>\n#if 0\nstd::pair<int, int> p;\n#endif\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Preprocess("k.cu", []byte(c.text), Options{Library: true})
			read := slices.ContainsFunc(r.Tokens, func(tok Token) bool { return tok.Pos.File == diag.SuppliedFile("std") })
			assert.Equal(t, c.read, read)
			assert.False(t, r.Diags.HasErrors(), r.Diags.String())
		})
	}
}

// TestMacrosOutsideFiles: a program that is read from standard input has macros like any
// other, and so has the command line.
func TestMacrosOutsideFiles(t *testing.T) {
	r := Preprocess("<stdin>", []byte("#define N M\n#define M 4\nN D\n"),
		Options{Library: true, Define: map[string]string{"D": "E", "E": "5"}})
	assert.False(t, r.Diags.HasErrors(), r.Diags.String())
	assert.Equal(t, "4 5", spell(r.Tokens[:len(r.Tokens)-1]))
}
