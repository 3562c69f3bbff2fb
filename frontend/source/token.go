// Package source turns files into the tokens that a compiler sees: without
// comments, with macros expanded, conditionals decided and includes read. Every
// token keeps its position in the user's text.
package source

import "gv2/frontend/diag"

// Kind classifies a token.
type Kind int

const (
	EOF Kind = iota
	Ident
	Number // pp-number: integer or floating, suffix included
	Char   // 'a', with its quotes and prefix
	String // "…", with its quotes and prefix, R"(…)" included
	Punct  // operators and punctuation, longest match; <<< and >>> are Puncts
	Pragma // a whole #pragma line; Text is the rest after the word pragma
)

// Token is one token after preprocessing. Pos is its position in the user's
// text: for a token from a macro, that of the outermost macro's name (tokens of
// macro arguments keep their own).
type Token struct {
	Kind  Kind
	Text  string
	Pos   diag.Pos
	Space bool // white space stands before it
	BOL   bool // first of its line
	Macro bool // came out of a macro body

	hide hideSet // the macros that must not expand it again; empty in a Result
}

// Options are the options of a C compiler's command line.
type Options struct {
	Include  []string          // -I directories, searched in order
	Define   map[string]string // -D NAME=V
	CudaArch int               // the value of __CUDA_ARCH__, 800 if zero
	// ReadFile reads an included file; nil means the operating system's.
	ReadFile func(path string) ([]byte, error)
	// Library reads the code that gv2 supplies in place of the headers of C++ and of
	// CUDA's libraries; without, these headers are empty.
	Library bool
}

// Result is a preprocessed translation unit.
type Result struct {
	Tokens []Token // ends with one EOF token
	// Leading holds the comment lines before the first token, without their
	// slashes: the place for options in GPUVerify's style.
	Leading []string
	// Missing are the headers that were included but not found, as written: "a.h" or
	// <a.h>.
	Missing []string
	// Headers are the system's and CUDA's that were included and are known, as written: <stdio.h>.
	Headers []string
	Diags   diag.List
}
