package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIncludes(t *testing.T) {
	files := map[string]string{
		"a.h":            "a\n",
		"no_newline.h":   "n",
		"sub/b.h":        "#include \"c.h\"\nb\n",
		"sub/c.h":        "c\n",
		"inc/d.h":        "#include \"e.h\"\nd",
		"inc/e.h":        "inc_e",
		"inc2/e.h":       "inc2_e",
		"inc2/f.h":       "f",
		"once.h":         "#pragma once\nonce",
		"nested/again.h": "#include \"../once.h\"\n",
		"guard.h":        "#ifndef G\n#define G\nguard\n#endif",
		"macro.h":        "#define SQ(x) ((x)*(x))\n#define N 4",
		"inc/math.h":     "own_math",
		"open.h":         "#if 1\nx",
		"up/up.h":        "#include \"../a.h\"\nup",
		"crlf.h":         "#define V \\\r\n 1\r\nV\r\n",
		"inc/wrap.h":     "#include_next <wrap.h>\nouter",
		"inc2/wrap.h":    "#if __has_include_next(<wrap.h>)\nmore\n#endif\ninner",
	}
	cases := []spellingCase{
		{"quoted", "#include \"a.h\"\nk", "a k"},
		{"without newline", "#include \"no_newline.h\"\nk", "n k"},
		{"last line", "k\n#include \"a.h\"", "k a"},
		{"relative to the includer", "#include \"sub/b.h\"", "c b"},
		{"parent directory", "#include \"up/up.h\"", "a up"},
		{"search path", "#include \"d.h\"\n#include <f.h>", "inc_e d f"},
		{"search order", "#include <e.h>", "inc_e"},
		{"pragma once", "#include \"once.h\"\n#include \"./once.h\"\nk", "once k"},
		{"pragma once by another path", "#include \"once.h\"\n#include \"inc/../once.h\"\n#include \"nested/again.h\"\nk", "once k"},
		{"guard", "#include \"guard.h\"\n#include \"guard.h\"\nk", "guard k"},
		{"twice", "#include \"a.h\"\n#include \"a.h\"", "a a"},
		{"macros come out", "#include \"macro.h\"\nSQ(N)", "( ( 4 ) * ( 4 ) )"},
		{"own header before the supplied one", "#include <math.h>", "own_math"},
		{"macro names the file", "#define H \"a.h\"\n#include H\n#define I <e.h>\n#include I", "a inc_e"},
		{"stringified name", "#define S(x) #x\n#define X(x) S(x)\n#define B a\n#include X(B.h)", "a"},
		{"comment after", "#include \"a.h\" // \"b.h\"\nk", "a k"},
		{"crlf", "#include \"crlf.h\"\r\nV", "1 1"},
		{"if over the including line", "#if 1\n#include \"a.h\"\n#else\n#include \"sub/c.h\"\n#endif", "a"},
		{"next", "#include_next <f.h>\n#include <wrap.h>", "f inner outer"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, res := spellings(c.text, Options{Include: []string{"inc", "inc2"}, ReadFile: mapFiles(files)})
			assert.Equal(t, c.want, got)
			assert.Empty(t, res.Diags.String())
		})
	}
	t.Run("positions", func(t *testing.T) {
		got := positions("#include \"sub/b.h\"\n k", Options{ReadFile: mapFiles(files)})
		assert.Equal(t, "c@sub/c.h:1:1 b@sub/b.h:2:1 k@2:2 @2:3", got)
	})
	t.Run("conditions end with their file", func(t *testing.T) {
		_, res := spellings("#include \"open.h\"\n#endif", Options{ReadFile: mapFiles(files)})
		assert.Equal(t, "k.cu:2:1: error: #endif without #if; remove it or add the #if\n"+
			"open.h:1:1: error: #if without #endif; add one before the end of the file\n", res.Diags.String())
	})
	t.Run("file macro", func(t *testing.T) {
		got, _ := spellings("#include \"f.h\"", Options{ReadFile: mapFiles(map[string]string{"f.h": "__FILE__ __INCLUDE_LEVEL__ __BASE_FILE__"})})
		assert.Equal(t, `"f.h" 1 "k.cu"`, got)
	})
}

func TestIncludeLimits(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"itself", map[string]string{"a.h": "#include \"a.h\"\n"}, "error: includes are nested more than 200 deep; guard a.h with #pragma once"},
		{"each other", map[string]string{"a.h": "#include \"b.h\"\n", "b.h": "#include \"a.h\"\n#include \"a.h\""}, "nested more than 200 deep"},
		{"doubling", doublingHeaders(40), "error: more than 10000 includes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := Preprocess("k.cu", []byte("#include \"a.h\"\nx"), Options{ReadFile: mapFiles(c.files)})
			require.Equal(t, 1, res.Diags.Len())
			assert.Contains(t, res.Diags.String(), c.want)
		})
	}
}

// doublingHeaders are n headers each of which includes the next one twice.
func doublingHeaders(n int) map[string]string {
	files := map[string]string{}
	name := "a.h"
	for i := range n {
		next := "a" + strings.Repeat("x", i+1) + ".h"
		files[name] = strings.Repeat("#include \""+next+"\"\n", 2)
		name = next
	}
	files[name] = "x"
	return files
}

func TestIncludeFromDisk(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "h.h"), []byte("one"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "d.h"), 0o700))
	res := Preprocess(filepath.Join(dir, "k.cu"), []byte("#include \"h.h\""), Options{})
	assert.Empty(t, res.Diags.String())
	require.Len(t, res.Tokens, 2)
	assert.Equal(t, filepath.Join(dir, "h.h"), res.Tokens[0].Pos.File)

	res = Preprocess(filepath.Join(dir, "k.cu"), []byte("#include \"d.h\""), Options{})
	assert.Contains(t, res.Diags.String(), `file "d.h" not found`)
}

func TestSuppliedHeadersAreWellFormed(t *testing.T) {
	for name := range macroHeaders {
		res := Preprocess("k.cu", []byte("#include <"+name+">\n"), Options{})
		assert.Empty(t, res.Diags.String(), name)
		assert.Len(t, res.Tokens, 1, name)
	}
	for _, name := range []string{"climits", "cstdint", "cmath", "cstdlib", "cstdio", "cfloat", "cinttypes", "cstring", "thrust/device_vector.h", "cub/cub.cuh"} {
		_, ok := builtinHeader(name)
		assert.True(t, ok, name)
	}
	_, ok := builtinHeader("cno_such.h")
	assert.False(t, ok)
}
