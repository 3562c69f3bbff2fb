package source

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"gv2/frontend/diag"
)

// Limits on includes: how deep, and how many in a translation unit.
const (
	maxIncludeDepth = 200
	maxIncludes     = 10000
)

// headerName is what an #include names.
type headerName struct {
	name   string
	angled bool
	next   bool // #include_next: only directories after the including file's own
}

// include executes #include; word is its name.
func (p *preprocessor) include(f *file, word Token) {
	h, ok := p.headerName(f.scan)
	f.scan.skipLine()
	if !ok {
		p.errorf(word.Pos, "malformed #%s; write #include \"file\" or #include <header>", word.Text)
		return
	}
	h.next = word.Text == "include_next"
	if !(h.angled && p.replaced(h.name)) && p.includeFile(f, h, word.Pos) {
		return
	}
	text, ok := builtinHeader(h.name)
	if !ok || text == "" && strings.Contains(h.name, "/") {
		p.mayAssert()
	}
	if ok {
		p.res.Headers = append(p.res.Headers, "<"+h.name+">")
		p.builtin("<"+h.name+">", text)
		p.supply(h.name)
		return
	}
	p.supply("utility") // as nvcc includes it in any case
	p.supply(h.name)
	p.missing(h, word.Pos)
}

// mayAssert notes that a header that is not read may include <assert.h>.
func (p *preprocessor) mayAssert() {
	if off := p.macros["assert"] != nil; off != p.isDefined("NDEBUG") {
		p.builtin("<assert.h>", doubtfulAssert)
	}
}

// missing notes a header that is neither the user's nor known. What it declares may not
// be needed; a kernel that uses a name of it will say so.
func (p *preprocessor) missing(h headerName, at diag.Pos) {
	written := strconv.Quote(h.name)
	if h.angled {
		written = "<" + h.name + ">"
	}
	if p.warned[written] {
		return
	}
	p.warned[written] = true
	p.res.Missing = append(p.res.Missing, written)
	if h.angled {
		p.warnf(at, "unknown header %s is skipped; give its directory with -I if kernels need it", written)
	} else {
		p.warnf(at, "file %s not found, and skipped; give its directory with -I if kernels need it", written)
	}
}

// headerName reads "name", <name> or macros that give one of them.
func (p *preprocessor) headerName(s *scanner) (h headerName, ok bool) {
	s.blanks()
	rest := s.text[s.off:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	if rest == "" {
		return h, false
	}
	closing := strings.IndexByte(`"<`, rest[0])
	if closing >= 0 {
		end := strings.IndexByte(rest[1:], `">`[closing])
		if end <= 0 {
			return h, false
		}
		s.off += end + 2
		return headerName{name: rest[1 : 1+end], angled: closing == 1}, true
	}
	toks := p.expandList(s.restOfLine())
	return headerOf(toks)
}

// headerOf makes a header name from expanded tokens.
func headerOf(toks []Token) (h headerName, ok bool) {
	if len(toks) == 1 && toks[0].Kind == String {
		name := unquote(toks[0].Text)
		return headerName{name: name}, name != ""
	}
	if len(toks) < 3 || !toks[0].punct("<") {
		return h, false
	}
	var name strings.Builder
	for i, t := range toks[1:] {
		if t.punct(">") {
			return headerName{name: name.String(), angled: true}, i > 0
		}
		name.WriteString(t.Text)
	}
	return h, false
}

// includeFile opens the user's file that h names; ok is false if there is none.
func (p *preprocessor) includeFile(f *file, h headerName, at diag.Pos) (ok bool) {
	found, ok := p.find(f, h)
	if !ok {
		return false
	}
	if p.once[samePath(found.path)] {
		return true
	}
	if p.included++; p.included > maxIncludes {
		p.stop(at, "more than %d includes; %s is included again and again, guard it with #pragma once", maxIncludes, found.path)
		return true
	}
	if len(p.files) >= maxIncludeDepth {
		p.stop(at, "includes are nested more than %d deep; guard %s with #pragma once", maxIncludeDepth, found.path)
		return true
	}
	p.open(found.path, found.text, false)
	p.top().searched = found.searched
	return true
}

// samePath is one name for all paths that lead to a file, as dir/a.h and dir/../dir/a.h.
func samePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

// foundFile is the answer to an include.
type foundFile struct {
	path, text string
	searched   int // -I directories up to and including the one it lies in
}

// find looks for the file that h names: beside the including file if it is
// quoted, then in the -I directories in order.
func (p *preprocessor) find(f *file, h headerName) (foundFile, bool) {
	name := filepath.FromSlash(path.Clean(h.name))
	if filepath.IsAbs(name) {
		text, ok := p.readFile(name)
		return foundFile{name, text, 0}, ok
	}
	from := 0
	if h.next {
		from = min(f.searched, len(p.opts.Include))
	} else if !h.angled {
		file := filepath.Join(filepath.Dir(f.path), name)
		if text, ok := p.readFile(file); ok {
			return foundFile{file, text, f.searched}, true
		}
	}
	for i, dir := range p.opts.Include[from:] {
		file := filepath.Join(dir, name)
		if text, ok := p.readFile(file); ok {
			return foundFile{file, text, from + i + 1}, true
		}
	}
	return foundFile{}, false
}

// builtin reads the definitions of a header that gv2 supplies. They take effect
// at once and leave no tokens.
func (p *preprocessor) builtin(name, text string) {
	p.open(name, text, true)
	f := p.top()
	for t := f.scan.next(); t.Kind != EOF; t = f.scan.next() {
		p.directive(f, t)
	}
	p.closeFile()
}
