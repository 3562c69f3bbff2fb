package cuda

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/source"
)

// TestParsingEnds: a context that is done leaves out what follows, also inside of
// namespaces and classes, and without a complaint.
func TestParsingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{
		strings.Repeat("int f(int);\n", 100),
		"namespace n {\n" + strings.Repeat("struct S { int a; };\n", 100) + "}\n",
	} {
		toks := source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens
		f, diags := ParseContext(ctx, toks)
		assert.Empty(t, f.Decls)
		assert.Empty(t, diags.String())
	}
}

// TestBodiesOutliveTheContext: the bodies of functions are parsed after the context of the
// file is done.
func TestBodiesOutliveTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f, _ := ParseContext(ctx, source.Preprocess("k.cu", []byte("__device__ int f() { struct S { int a; }; S s; return s.a; }\n"), source.Options{}).Tokens)
	cancel()
	body, diags := f.Decls[0].(*FuncDecl).Body()
	assert.Empty(t, diags.String())
	assert.Len(t, body.Stmts, 3)
}
