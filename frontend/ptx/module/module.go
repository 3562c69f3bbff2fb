// Package module reads whole modules of PTX (PTX ISA, "Directives"), as nvcc, clang and
// Triton write them.
//
// Parse finds the files, variables and functions of a module, in one pass over its
// text. The body of a function is read when somebody asks for it (Function.Body), so that
// a fault in one, or an instruction that gv2 does not know, concerns that function alone.
//
// The parser is written by hand over bytes, and instructions are read by ptx.Reader as
// those of asm statements are: a participle grammar needs a token with a position for
// each of some ten million words of a large module, which takes ten times as long.
package module

import (
	"fmt"
	"sort"
	"strings"

	"gv2/frontend/diag"
)

// Module is one file.
type Module struct {
	// File is its name in positions.
	File string
	Text string
	// Version and Target are what .version and .target say: 8.4, sm_80.
	Version, Target string
	// AddressSize is the width of generic addresses in bits, 32 where nothing is said.
	AddressSize int
	// Files are the source files of .loc, by number.
	Files map[int]string
	// Variables are those at the level of the module.
	Variables []*Variable
	Functions []*Function

	lines []int // where each line begins
}

// Variable is a variable of a module or function, or a parameter.
type Variable struct {
	Name string
	// Space is global, const, shared, local or param; tex for references to textures
	// and surfaces.
	Space string
	// Type is the type as written, without the dot: b8, u32, f64.
	Type string
	// Vector is the number of elements of .v2 and .v4, 1 for others.
	Vector int
	// Len is the number of elements, 1 for a scalar, -1 for [].
	Len int64
	// Scalar is set if no brackets follow the name.
	Scalar bool
	Align  int
	Extern bool
	// Initialised is set if = follows; Visible if other modules may use it; Weak if a definition of
	// another module may be taken instead.
	Initialised, Visible, Weak bool
	from, to                   int // of the initialiser, in bytes of the text
	// At is where its name is, in bytes of the text.
	At int
}

// Bytes is the size in memory, -1 if it is not known.
func (v *Variable) Bytes() int64 {
	size, ok := typeBytes[v.Type]
	if !ok || v.Len < 0 {
		return -1
	}
	return int64(size) * int64(v.Vector) * v.Len
}

// typeBytes are the sizes of the types of variables.
var typeBytes = map[string]int{"b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "f16x2": 4,
	"b32": 4, "u32": 4, "s32": 4, "f32": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16}

// Function is a kernel (.entry) or a device function (.func).
type Function struct {
	Name    string
	Entry   bool
	Params  []*Variable
	Returns []*Variable
	// Required and Most are .reqntid and .maxntid, zero where they are not given.
	Required, Most [3]int
	// Cluster is .reqnctapercluster, zero where it is not given.
	Cluster [3]int
	// At is where its name is, in bytes of the text.
	At int
	// HasBody is set unless it is only declared.
	HasBody bool

	module     *Module
	begin, end int // of the body with its braces
	body       *Body
	faults     diag.List
}

// Pos is where the function's name is.
func (f *Function) Pos() diag.Pos { return f.module.PosAt(f.At) }

// Module is the module that the function is of.
func (f *Function) Module() *Module { return f.module }

// Function is the function of that name, one with a body if there are several; nil if there
// is none.
func (m *Module) Function(name string) (found *Function) {
	for _, f := range m.Functions {
		if f.Name == name && (found == nil || f.HasBody) {
			found = f
		}
	}
	return found
}

// PosAt is the position of an offset in bytes.
func (m *Module) PosAt(at int) diag.Pos {
	if m.lines == nil {
		m.lines = append(m.lines, 0)
		for i := 0; i < len(m.Text); {
			n := strings.IndexByte(m.Text[i:], '\n')
			if n < 0 {
				break
			}
			i += n + 1
			m.lines = append(m.lines, i)
		}
	}
	line := sort.SearchInts(m.lines, at+1)
	return diag.Pos{File: m.File, Line: line, Col: at - m.lines[line-1] + 1}
}

// fault ends parsing.
type fault struct {
	at  int
	why string
}

// Parse reads a module. With a diagnostic worse than a warning what is returned is
// incomplete.
func Parse(file, text string) (*Module, diag.List) {
	m := &Module{File: file, Text: text, AddressSize: 32, Files: map[int]string{}}
	var diags diag.List
	p := &reader{m: m, text: text}
	if f := p.module(); f != nil {
		diags.Errorf(m.PosAt(min(f.at, len(text))), "%s", f.why)
	}
	return m, diags
}

// reader reads a module from left to right.
type reader struct {
	m    *Module
	text string
	pos  int
}

// failf ends parsing here; module returns the fault.
func (p *reader) failf(format string, args ...any) {
	panic(fault{p.pos, fmt.Sprintf(format, args...)})
}

// module reads the whole text.
func (p *reader) module() (out *fault) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(fault)
			if !ok {
				panic(r)
			}
			out = &f
		}
	}()
	for p.space(); p.pos < len(p.text); p.space() {
		p.top()
	}
	if p.m.Version == "" {
		p.pos = 0
		p.failf("a PTX module begins with .version; this text has none")
	}
	return nil
}

// top reads one directive of a module.
func (p *reader) top() {
	if p.accept(';') {
		return
	}
	start := p.pos
	if p.peek() != '.' {
		p.failf("a directive such as .version or .entry is expected before %q", p.clip())
	}
	switch name := p.directive(); name {
	case "version":
		p.m.Version = p.restOfLine()
	case "target":
		p.m.Target = p.restOfLine()
	case "address_size":
		p.m.AddressSize = p.number()
	case "file":
		n := p.number()
		p.m.Files[n] = p.quoted()
		p.restOfLine()
	case "loc":
		p.restOfLine()
	case "pragma", "alias":
		p.past(';')
	case "section":
		p.section()
	case "extern", "visible", "weak", "common", "entry", "func", "global", "const", "shared", "tex", "texref", "samplerref", "surfref", "attribute", "align":
		p.pos = start
		p.declaration()
	default:
		p.pos = start
		p.failf("gv2 does not know the directive .%s", name)
	}
}

// section skips .section name { ... }, or other data between braces.
func (p *reader) section() {
	i := strings.IndexByte(p.text[p.pos:], '{')
	if i < 0 {
		p.failf("{ is expected behind .section")
	}
	p.pos += i
	p.braces()
}

// declaration reads a variable or function with what stands before it.
func (p *reader) declaration() {
	var v Variable
	v.Vector = 1
	for {
		start := p.pos
		if p.peek() != '.' {
			break
		}
		switch name := p.directive(); name {
		case "extern":
			v.Extern = true
		case "visible", "weak", "common":
			v.Visible, v.Weak = true, v.Weak || name != "visible"
		case "entry":
			p.function(true)
			return
		case "func":
			p.function(false)
			return
		default:
			if !p.variableWord(&v, name) {
				p.pos = start
				p.failf("gv2 does not know %s in a declaration", p.clip())
			}
		}
	}
	p.m.Variables = append(p.m.Variables, p.variables(v)...)
}

// variableWord takes one directive of the declaration of a variable: its space, alignment,
// type.
func (p *reader) variableWord(v *Variable, name string) bool {
	switch name {
	case "global", "const", "shared", "local", "param", "reg":
		v.Space = name
		p.bank()
	case "texref", "samplerref", "surfref", "tex":
		v.Space, v.Type = "tex", "b64"
	case "align":
		v.Align = p.number()
	case "attribute":
		p.past(')')
	case "ptr":
	case "v2", "v4", "v8":
		v.Vector = int(name[1] - '0')
	default:
		if _, ok := typeBytes[name]; !ok && name != "pred" {
			return false
		}
		v.Type = name
	}
	p.space()
	return true
}

// bank skips [n] behind .const.
func (p *reader) bank() {
	if p.peek() == '[' {
		p.past(']')
	}
}

// variables reads the names of a declaration: a, b[4][2] = {...};
func (p *reader) variables(v Variable) (out []*Variable) {
	if v.Space == "" || v.Type == "" {
		p.failf("a variable has a space and a type, as in .global .u32 x;")
	}
	for {
		w := v
		p.name(&w)
		out = append(out, &w)
		if p.accept('=') {
			w.Initialised, w.from = true, p.pos
			p.initialiser()
			w.to = p.pos
		}
		if !p.accept(',') {
			break
		}
	}
	p.expect(';')
	return out
}

// name reads the name of a variable and its dimensions.
func (p *reader) name(v *Variable) {
	v.At = p.pos
	if v.Name = p.word(); v.Name == "" {
		p.failf("a name is expected before %q", p.clip())
	}
	v.Len, v.Scalar = 1, true
	for p.space(); p.peek() == '['; p.space() {
		p.pos++
		p.space()
		v.Scalar = false
		if p.accept(']') {
			v.Len = -1
			continue
		}
		if n := int64(p.number()); v.Len >= 0 {
			v.Len *= n
		}
		p.expect(']')
	}
	if v.Len > 1<<40 {
		p.failf("%s has more elements than memory", v.Name)
	}
}

// initialiser skips the value of a variable.
func (p *reader) initialiser() {
	if p.peek() == '{' {
		p.braces()
		return
	}
	for p.pos < len(p.text) && p.peek() != ';' && p.peek() != ',' {
		p.pos++
	}
}

// function reads what follows .entry or .func.
func (p *reader) function(entry bool) {
	f := &Function{Entry: entry, module: p.m}
	p.space()
	if p.peek() == '(' {
		f.Returns = p.parameters()
	}
	f.At = p.pos
	if f.Name = p.word(); f.Name == "" {
		p.failf("the name of a function is expected before %q", p.clip())
	}
	p.space()
	if p.peek() == '(' {
		f.Params = p.parameters()
	}
	for p.peek() == '.' {
		p.attribute(f)
	}
	p.m.Functions = append(p.m.Functions, f)
	switch {
	case p.accept(';'):
	case p.peek() == '{':
		f.HasBody, f.begin = true, p.pos
		p.braces()
		f.end = p.pos
	default:
		p.failf("the body of %s is expected before %q", f.Name, p.clip())
	}
}

// attribute reads .maxntid 64, 1, 1 and the like.
func (p *reader) attribute(f *Function) {
	start := p.pos
	name := p.directive()
	p.space()
	var numbers []int
	for isDigit(p.peek()) {
		numbers = append(numbers, p.number())
		if !p.accept(',') {
			break
		}
	}
	dims := [3]int{1, 1, 1}
	copy(dims[:], numbers)
	switch name {
	case "reqntid":
		f.Required = dims
	case "maxntid":
		f.Most = dims
	case "reqnctapercluster":
		f.Cluster = dims
	case "pragma":
		p.past(';')
	case "minnctapersm", "maxnctapersm", "maxnreg", "noreturn", "unified", "abi_preserve", "abi_preserve_control",
		"explicitcluster", "maxclusterrank", "blocksareclusters", "language":
	case "attribute":
		p.past(')')
	default:
		p.pos = start
		p.failf("gv2 does not know %s before the body of a function", p.clip())
	}
	p.space()
}

// parameters reads (.param .u64 a, .param .align 8 .b8 b[16]).
func (p *reader) parameters() (out []*Variable) {
	p.expect('(')
	for p.peek() != ')' {
		v := &Variable{Vector: 1}
		for p.peek() == '.' {
			start := p.pos
			if name := p.directive(); !p.variableWord(v, name) {
				p.pos = start
				p.failf("gv2 does not know %s in a parameter", p.clip())
			}
		}
		if strings.HasPrefix(p.text[p.pos:], "%") { // a register as parameter
			p.pos++
		}
		p.name(v)
		if v.Type == "" {
			p.failf("parameter %s has no type", v.Name)
		}
		out = append(out, v)
		if !p.accept(',') {
			break
		}
	}
	p.expect(')')
	return out
}
