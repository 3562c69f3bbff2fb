package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSupplied: the headers that gv2 supplies are read once, whatever macros the user has,
// and leave none.
func TestSupplied(t *testing.T) {
	const macros = "#define T 1\n#define pair 2\n#define array(x) 3\n"
	for _, include := range []string{"#include <utility>\n", "#include <thrust/pair.h>\n#include <array>\n", "#include \"no.h\"\n", "#include <cuda/std/array>\n"} {
		plain := Preprocess("k.cu", []byte(include), Options{Library: true})
		mixed := Preprocess("k.cu", []byte(macros+include+"T\n"), Options{Library: true})
		assert.False(t, mixed.Diags.HasErrors(), mixed.Diags.String())
		if n := len(plain.Tokens) - 1; assert.Greater(t, n, 100) {
			assert.Equal(t, spell(plain.Tokens[:n])+" 1", spell(mixed.Tokens[:n+1]))
		}
		for _, tok := range plain.Tokens {
			assert.NotContains(t, tok.Text, "_GV2_")
			if tok.Kind != EOF {
				assert.True(t, tok.Pos.Supplied(), "%s", tok.Pos)
			}
		}
	}
	assert.Len(t, Preprocess("k.cu", []byte("#include <stdio.h>\n"), Options{Library: true}).Tokens, 1)
}

// TestMacrosOutsideFiles: a program that is read from standard input has macros like any
// other, and so has the command line.
func TestMacrosOutsideFiles(t *testing.T) {
	r := Preprocess("<stdin>", []byte("#define N M\n#define M 4\nN D\n"),
		Options{Library: true, Define: map[string]string{"D": "E", "E": "5"}})
	assert.False(t, r.Diags.HasErrors(), r.Diags.String())
	assert.Equal(t, "4 5", spell(r.Tokens[:len(r.Tokens)-1]))
}
