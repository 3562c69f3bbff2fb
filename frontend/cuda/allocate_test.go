package cuda

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAllocations: new and delete in host code. The text is an expression; what cannot be
// read is empty.
func TestAllocations(t *testing.T) {
	for text, want := range map[string]string{
		"new float[n * 2]":             "(allocate float (* n 2))",
		"new int":                      "(allocate int nil)",
		"new int *[n]":                 "(allocate (* int) n)",
		"new unsigned char[w * h * 4]": "(allocate unsigned-char (* (* w h) 4))",
		"new int(n + 1)":               "(allocate int nil (+ n 1))",
		"new int[4]()":                 "(allocate int 4)",
		"delete p":                     "(delete p)",
		"delete[] p":                   "(delete p)",
		"new (p) int":                  "",
		"new":                          "",
		"delete[":                      "",
	} {
		f, _ := parseText("void f() { " + text + "; }")
		c := f.Code()
		open, _ := c.Body(f.Decls[0].(*FuncDecl))
		r := c.Read(open+1, c.Match(open)-1)
		e := r.Expr()
		got := ""
		if !r.Failed() && r.AtEnd() {
			d := &dumper{}
			d.expr(e)
			got = strings.Join(strings.Fields(d.b.String()), " ")
		}
		assert.Equal(t, want, got, text)
	}
}
