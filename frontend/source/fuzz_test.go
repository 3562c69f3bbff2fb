package source

import (
	"strings"
	"testing"
)

// FuzzPreprocess: every input ends, gives few diagnostics, and only tokens
// whose positions lie in the text.
func FuzzPreprocess(f *testing.F) {
	for _, group := range [][]spellingCase{scanCases, macroCases, directiveCases, predefinedCases} {
		for _, c := range group {
			f.Add(c.text)
		}
	}
	for _, c := range negativeCases {
		f.Add(c.text)
	}
	opts := Options{ReadFile: mapFiles(map[string]string{"a.h": "#pragma once\n#define A(x) x", "b.h": "#include \"b.h\""})}
	f.Fuzz(func(t *testing.T, text string) {
		res := Preprocess("k.cu", []byte(text), opts)
		checkResult(t, text, res)
	})
}

func checkResult(t *testing.T, text string, res *Result) {
	t.Helper()
	lines := strings.Split(text, "\n")
	within := func(file string, line, col int) bool {
		if file != "k.cu" {
			return line > 0 && col > 0
		}
		return line > 0 && line <= len(lines) && col > 0 && col <= len(lines[line-1])+1
	}
	n := len(res.Tokens)
	if n == 0 || res.Tokens[n-1].Kind != EOF {
		t.Fatal("no EOF token at the end")
	}
	for i, tok := range res.Tokens {
		if tok.Kind == EOF && i < n-1 {
			t.Fatalf("EOF is token %d of %d", i, n)
		}
		if !within(tok.Pos.File, tok.Pos.Line, tok.Pos.Col) {
			t.Fatalf("token %q at %v", tok.Text, tok.Pos)
		}
		if tok.Text == "" && tok.Kind != EOF && tok.Kind != Pragma {
			t.Fatalf("empty token at %v", tok.Pos)
		}
		if tok.Kind == Number && tok.Text[0] != '.' && class[tok.Text[0]] != digit {
			t.Fatalf("%q is no number", tok.Text)
		}
		if tok.hide != 0 {
			t.Fatalf("token %q keeps a hide set", tok.Text)
		}
	}
	counts := map[string]int{}
	for _, d := range res.Diags.All() {
		if counts[d.Pos.File]++; counts[d.Pos.File] > 20 {
			t.Fatal("a flood of diagnostics")
		}
		if !within(d.Pos.File, d.Pos.Line, d.Pos.Col) || d.Message == "" {
			t.Fatalf("diagnostic %v", d)
		}
	}
}
