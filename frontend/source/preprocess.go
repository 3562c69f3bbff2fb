package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gv2/frontend/diag"
)

// preprocessor is the state of one translation unit.
type preprocessor struct {
	ctx      context.Context
	opts     Options
	limits   limits
	res      *Result
	macros   map[string]*macro
	ids      map[string]int32
	hides    *hideTable
	files    []*file // open files, innermost last
	once     map[string]bool
	texts    map[string]string // files read so far
	warned   map[string]bool   // unknown headers
	included int
	counter  int
	// arguments is the stack of the arguments of open invocations.
	arguments []Token
	made      int // tokens that substitution has copied
	kept      int
	stopped   bool // a limit was exceeded, or ctx is done: preprocessing has ended
	worked    int  // steps so far, to look at ctx once in a while
	stopPos   diag.Pos
	reported  map[string]*tally // diagnostics of each file
	last      diag.Pos          // of the last token read
	standard  standardUse
}

// file is one open file.
type file struct {
	scan    *scanner
	path    string
	conds   []condition
	skip    bool // in a group that is not compiled
	builtin bool // a header that gv2 supplies
	// searched counts the -I directories that #include_next passes over.
	searched int
}

// tally counts the diagnostics of one file.
type tally struct {
	all  int
	full bool
}

// Limits on the diagnostics of one file. Warnings stop first, so that there is
// always room for an error.
const (
	maxDiags    = 19 // and one for an exceeded limit: 20
	maxWarnings = 10
)

// Preprocess runs translation phases 1 to 4 of the C++ standard on text, the
// contents of file name: it removes comments and line continuations, executes
// directives and expands macros. Adjacent strings stay separate tokens.
//
// The result always ends with one EOF token. Faults are in Result.Diags, all of
// severity Error or Warning; after an Error the tokens are incomplete, good for
// finding further faults but not for a verdict. Preprocess ends for every
// input: nesting, includes and expansion have limits, and exceeding one is an
// Error.
//
// A Define of Options with an empty value defines an empty macro. A key may be
// a function macro's head, "SQUARE(x)".
func Preprocess(name string, text []byte, opts Options) *Result {
	return PreprocessContext(context.Background(), name, text, opts)
}

// PreprocessContext is Preprocess with an end: when ctx is done it stops soon, and the
// result is a part of the file that is good for nothing. Callers look at ctx.Err().
func PreprocessContext(ctx context.Context, name string, text []byte, opts Options) *Result {
	return preprocess(ctx, name, string(text), opts, defaultLimits)
}

// Most kernels include a header that brings names of std, and few use one, so the first attempt is without them.
func preprocess(ctx context.Context, name, text string, opts Options, most limits) *Result {
	p := begin(ctx, name, text, opts, most, false)
	p.run()
	if p.standard.lacking() {
		p = begin(ctx, name, text, opts, most, true)
		p.run()
	}
	return p.res
}

// begin opens a file, with the names of std or without them.
func begin(ctx context.Context, name, text string, opts Options, most limits, standard bool) *preprocessor {
	p := &preprocessor{
		standard: standardUse{read: standard},
		ctx:      ctx,
		opts:     opts,
		limits:   most,
		res:      &Result{},
		macros:   make(map[string]*macro, 512),
		ids:      make(map[string]int32, 512),
		hides:    newHideTable(),
		once:     map[string]bool{},
		texts:    map[string]string{},
		warned:   map[string]bool{},
		reported: map[string]*tally{},
	}
	p.predefine()
	p.open(name, text, false)
	if p.top() != nil {
		p.top().scan.comment = p.leading
		if strings.Contains(text, "std::") {
			p.supply("cuda_runtime.h") // nvcc includes it before every file
		}
	}
	return p
}

// run expands the open file to its end.
func (p *preprocessor) run() {
	if f := p.top(); f != nil {
		// Typical code has a token for about every eight bytes; makeRoom corrects the estimate.
		p.res.Tokens = make([]Token, 0, len(f.scan.text)/8+16)
	}
	e := &expander{p: p, base: p.read}
	for {
		t := e.next()
		if t.Kind == EOF {
			break
		}
		if t.Macro {
			p.keep(t.Pos)
		}
		if p.standard.see(&t); p.standard.lacking() {
			break
		}
		if len(p.res.Tokens) >= p.limits.output {
			p.stop(t.Pos, "the file has more than %d tokens; split it", p.limits.output)
			break
		}
		// A Result has empty hide sets: they refer to the table of this run.
		t.hide = 0
		p.makeRoom()
		p.res.Tokens = append(p.res.Tokens, t)
	}
	end := Token{Kind: EOF, Pos: p.last, Space: true, BOL: true}
	p.res.Tokens = append(p.res.Tokens, end)
}

// makeRoom grows a full list of tokens to the size that the whole file will
// need, estimated from the part already read; the usual doubling would take
// twice the memory.
func (p *preprocessor) makeRoom() {
	n := len(p.res.Tokens)
	if n < cap(p.res.Tokens) || len(p.files) == 0 {
		return
	}
	s := p.files[0].scan
	whole := float64(n) * float64(len(s.text)+1) / float64(s.off+1) * 1.05
	grown := min(max(int(whole), n+n/4), 4*n)
	p.res.Tokens = append(make([]Token, 0, grown+16), p.res.Tokens...)
}

// read returns the next token of compiled code, after executing the directives
// before it; EOF at the end of the translation unit.
func (p *preprocessor) read() Token {
	for !p.late() && len(p.files) > 0 {
		f := p.top()
		t := f.scan.next()
		switch {
		case t.Kind == EOF:
			if len(p.files) == 1 {
				p.last = t.Pos
			}
			p.closeFile()
		// Only a # from the file begins a directive; one that a macro produces does not come through here.
		case t.BOL && t.punct("#"):
			if note, ok := p.directive(f, t); ok {
				return note
			}
		case !f.skip:
			return t
		}
	}
	if p.stopped {
		p.last = p.stopPos
	}
	return Token{Kind: EOF, Pos: p.last}
}

func (p *preprocessor) top() *file {
	if len(p.files) == 0 {
		return nil
	}
	return p.files[len(p.files)-1]
}

// open starts to read text, the contents of path.
func (p *preprocessor) open(path, text string, builtin bool) {
	s := newScanner(path, text)
	s.report = p.errorf
	s.isMacro = p.isMacro
	p.files = append(p.files, &file{scan: s, path: path, builtin: builtin})
	if at := binaryAt(text); at >= 0 {
		line, col := s.lines.position(s.lines.spliced(at))
		p.errorf(diag.Pos{File: path, Line: line, Col: col}, "not a CUDA source text: byte 0x%02x; give a plain text file", text[at])
		s.off = len(s.text)
	}
}

func (p *preprocessor) isMacro(name string) bool { return p.macros[name] != nil }

// closeFile ends the innermost file.
func (p *preprocessor) closeFile() {
	f := p.top()
	for i := len(f.conds) - 1; i >= 0; i-- {
		p.errorf(f.conds[i].pos, "#%s without #endif; add one before the end of the file", f.conds[i].word)
	}
	p.files = p.files[:len(p.files)-1]
}

// readFile returns the contents of path, read once.
func (p *preprocessor) readFile(path string) (string, bool) {
	path = filepath.Clean(path)
	if text, ok := p.texts[path]; ok {
		return text, true
	}
	read := p.opts.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(path)
	if err != nil {
		return "", false
	}
	p.texts[path] = string(text)
	return p.texts[path], true
}

// leading gathers the lines of a comment before the first token.
func (p *preprocessor) leading(text string) {
	if body, ok := strings.CutPrefix(text, "//"); ok {
		p.leadingLine(strings.TrimLeft(body, "/"))
		return
	}
	for i, line := range strings.Split(strings.TrimPrefix(text, "/*"), "\n") {
		if i == 0 {
			line = strings.TrimLeft(line, "*")
		} else if t := strings.TrimSpace(line); strings.HasPrefix(t, "*") {
			line = strings.TrimLeft(t, "*")
		}
		p.leadingLine(line)
	}
}

func (p *preprocessor) leadingLine(line string) {
	if line = strings.TrimSpace(line); line != "" {
		p.res.Leading = append(p.res.Leading, line)
	}
}

// errorf reports a fault, unless its file has reached the limit.
func (p *preprocessor) errorf(pos diag.Pos, format string, args ...any) {
	p.report(diag.Error, pos, fmt.Sprintf(format, args...))
}

func (p *preprocessor) warnf(pos diag.Pos, format string, args ...any) {
	p.report(diag.Warning, pos, fmt.Sprintf(format, args...))
}

func (p *preprocessor) report(s diag.Severity, pos diag.Pos, message string) {
	n := p.reported[pos.File]
	if n == nil {
		n = &tally{}
		p.reported[pos.File] = n
	}
	switch {
	case n.full || s == diag.Warning && n.all >= maxWarnings:
		return
	case n.all == maxDiags-1:
		n.full = true
		message += " (further errors in this file are not shown)"
	}
	n.all++
	p.res.Diags.Add(diag.Diagnostic{Pos: pos, Severity: s, Message: message})
}

// stop ends preprocessing because of a limit exceeded at pos.
func (p *preprocessor) stop(pos diag.Pos, format string, args ...any) {
	if p.stopped {
		return
	}
	p.stopped, p.stopPos = true, pos
	p.res.Diags.Errorf(pos, format, args...)
}

// lookEvery is after how many steps a loop over tokens looks at its context: some tens
// of microseconds.
const lookEvery = 1 << 10

// late counts a step and reports whether preprocessing has ended.
func (p *preprocessor) late() bool {
	if p.worked++; p.worked%lookEvery == 0 && p.ctx.Err() != nil {
		p.stopped = true
	}
	return p.stopped
}

// spend counts n tokens copied for the macro at pos; ok is false beyond the
// limit.
func (p *preprocessor) spend(n int, pos diag.Pos) (ok bool) {
	p.made += n
	if p.made > p.limits.made {
		p.stop(pos, "macro expansion gives more than %d tokens; simplify the macros used here", p.limits.made)
	}
	return !p.stopped
}

// keep counts a token from a macro that stays in memory.
func (p *preprocessor) keep(pos diag.Pos) {
	if p.kept++; p.kept > p.limits.kept {
		p.stop(pos, "macro expansion gives more than %d tokens; simplify the macros used here", p.limits.kept)
	}
}
