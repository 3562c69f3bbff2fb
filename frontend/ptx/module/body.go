package module

import (
	"strconv"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/ptx"
)

// Body is what a function does.
type Body struct {
	Statements []Statement
	// Locs are the places in the source that statements name.
	Locs []Loc
	// Targets are the labels of .branchtargets, by the name of the list.
	Targets map[string][]string
}

// Statement is an instruction, label, brace, or declaration.
type Statement struct {
	ptx.Item
	// Registers is a declaration of registers, Variable one of a variable; nil for others.
	Registers *Registers
	Variable  *Variable
	// Loc numbers the place in Locs, -1 where none is given.
	Loc int
}

// Registers declares registers of one type: name, or name0 to name(Count-1).
type Registers struct {
	Name  string
	Type  string
	Count int // -1 for a single one
}

// Loc is a place in the source. Inlined numbers the place of the call through which the
// code is here, -1 if it is not inlined.
type Loc struct {
	File, Line, Col int
	Inlined         int
}

// mostStatements bounds the statements of a function, far above any real one.
const mostStatements = 4_000_000

// Body reads the body of the function, once. It is nil after a diagnostic that is worse
// than a warning, and where there is none.
func (f *Function) Body() (*Body, diag.List) {
	if f.body != nil || f.faults.Len() > 0 || !f.HasBody {
		return f.body, f.faults
	}
	b := &bodyReader{r: reader{m: f.module, text: f.module.Text[:max(f.begin, f.end)]}, body: &Body{Targets: map[string][]string{}}, loc: -1}
	b.items = ptx.NewReader(b.r.text, f.begin)
	b.body.Statements = make([]Statement, 0, min(strings.Count(b.r.text[f.begin:], ";")+1, mostStatements))
	b.places = map[Loc]int{}
	if fault := b.read(); fault != nil {
		f.faults.Errorf(f.module.PosAt(min(fault.at, len(f.module.Text)-1)), "%s", fault.why)
		return nil, f.faults
	}
	f.body = b.body
	return f.body, f.faults
}

// Release forgets the bodies of all functions: whoever asks for one again reads it again. So a
// module with many large functions takes the memory of one, and of what it calls.
func (m *Module) Release() {
	for _, f := range m.Functions {
		f.body = nil
	}
}

// bodyReader reads the body of a function. Directives are read by reader, all else by
// items; both stand at the same place in turn.
type bodyReader struct {
	r      reader
	items  *ptx.Reader
	body   *Body
	loc    int
	places map[Loc]int // numbers of Locs, without what they are inlined in
	label  string      // the last one, for the directive behind it
}

func (b *bodyReader) read() (out *fault) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(fault)
			if !ok {
				panic(r)
			}
			out = &f
		}
	}()
	for c := b.items.Next(); c != 0; c = b.items.Next() {
		if len(b.body.Statements) > mostStatements {
			b.r.pos = b.items.Offset()
			b.r.failf("more than %d statements", mostStatements)
		}
		if c == '.' {
			b.r.pos = b.items.Offset()
			b.bodyDirective()
			b.items.Skip(b.r.pos)
			continue
		}
		it, at, err := b.items.Item()
		if err != nil {
			return &fault{at, "cannot read this: " + err.Error()}
		}
		b.label = ""
		if it.Kind == ptx.Label {
			b.label = it.Op
		}
		b.body.Statements = append(b.body.Statements, Statement{Item: it, Loc: b.loc})
	}
	return nil
}

// bodyDirective reads one directive inside of a function.
func (b *bodyReader) bodyDirective() {
	start := b.r.pos
	switch name := b.r.directive(); name {
	case "loc":
		b.location(start)
	case "reg":
		b.registers()
	case "pragma", "callprototype", "calltargets":
		b.r.past(';')
	case "branchtargets":
		b.branchTargets()
	case "file":
		n := b.r.number()
		b.r.m.Files[n] = b.r.quoted()
		b.r.restOfLine()
	case "shared", "local", "param", "global", "const", "align", "attribute", "visible", "extern":
		b.r.pos = start
		b.variable()
	default:
		b.r.pos = start
		b.r.failf("gv2 does not know the directive .%s in a function", name)
	}
}

// variable reads a variable of the function.
func (b *bodyReader) variable() {
	v := Variable{Vector: 1}
	for b.r.peek() == '.' {
		start := b.r.pos
		switch name := b.r.directive(); {
		case name == "extern":
			v.Extern = true
		case name == "visible":
		case !b.r.variableWord(&v, name):
			b.r.pos = start
			b.r.failf("gv2 does not know %s in a declaration", b.r.clip())
		}
	}
	for _, v := range b.r.variables(v) {
		b.body.Statements = append(b.body.Statements, Statement{Item: ptx.Item{Kind: ptx.Declaration, At: v.At}, Variable: v, Loc: b.loc})
	}
}

// registers reads .reg .b32 a, %r<20>;
func (b *bodyReader) registers() {
	if b.r.peek() != '.' {
		b.r.failf("the type of registers is expected before %q", b.r.clip())
	}
	t := b.r.directive()
	if t == "v2" || t == "v4" {
		b.r.failf("gv2 does not know registers of vectors")
	}
	for {
		at := b.r.pos
		r := &Registers{Name: b.r.word(), Type: t, Count: -1}
		if r.Name == "" {
			b.r.failf("the name of a register is expected before %q", b.r.clip())
		}
		b.r.space()
		if b.r.accept('<') {
			r.Count = b.r.number()
			b.r.expect('>')
		}
		b.body.Statements = append(b.body.Statements, Statement{Item: ptx.Item{Kind: ptx.Declaration, At: at}, Registers: r, Loc: b.loc})
		if !b.r.accept(',') {
			break
		}
	}
	b.r.expect(';')
}

// branchTargets reads the labels of a table of jumps: t: .branchtargets a, b;
func (b *bodyReader) branchTargets() {
	if b.label == "" {
		b.r.failf("a label is expected before .branchtargets")
	}
	var all []string
	for {
		name := b.r.word()
		if name == "" {
			b.r.failf("a label is expected before %q", b.r.clip())
		}
		all = append(all, name)
		if b.r.space(); !b.r.accept(',') {
			break
		}
	}
	b.r.expect(';')
	b.body.Targets[b.label] = all
}

// location reads .loc file line col {, function_name label {+ n}, inlined_at file line col}.
func (b *bodyReader) location(start int) {
	words := strings.FieldsFunc(b.r.restOfLine(), func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	l, ok := locOf(words)
	if !ok {
		b.r.pos = start
		b.r.failf("a place is expected: .loc file line column")
	}
	for i, w := range words {
		if w != "inlined_at" {
			continue
		}
		at, ok := locOf(words[i+1:])
		if !ok {
			b.r.pos = start
			b.r.failf("a place is expected behind inlined_at")
		}
		l.Inlined = b.place(at)
	}
	if l.Line == 0 && b.loc >= 0 {
		return // made by the compiler: it belongs to what stands before
	}
	b.loc = len(b.body.Locs)
	b.body.Locs = append(b.body.Locs, l)
	key := l
	key.Inlined = -1
	b.places[key] = b.loc
}

// place numbers the place of a call: that of an earlier .loc, which says where that is
// inlined, or a new one.
func (b *bodyReader) place(at Loc) int {
	if n, ok := b.places[at]; ok {
		return n
	}
	b.body.Locs = append(b.body.Locs, at)
	b.places[at] = len(b.body.Locs) - 1
	return b.places[at]
}

// locOf reads the numbers of a place.
func locOf(words []string) (l Loc, ok bool) {
	if len(words) < 2 {
		return l, false
	}
	var n [3]int
	for i := range min(3, len(words)) {
		v, err := strconv.Atoi(words[i])
		if err != nil || v < 0 {
			return l, i >= 2
		}
		n[i] = v
	}
	return Loc{File: n[0], Line: n[1], Col: n[2], Inlined: -1}, true
}

// Chain is the place in the source of a statement, and the calls through which it is
// there, outermost first. It is not valid where the module does not tell.
func (f *Function) Chain(loc int) (at diag.Pos, calls []diag.Pos) {
	for steps := 0; loc >= 0 && steps < 64; steps++ {
		l := f.body.Locs[loc]
		pos := diag.Pos{File: f.module.Files[l.File], Line: l.Line, Col: max(l.Col, 1)}
		if l.Line == 0 || pos.File == "" {
			pos = diag.Pos{}
		}
		if steps == 0 {
			at = pos
		} else if pos.Valid() {
			calls = append([]diag.Pos{pos}, calls...)
		}
		loc = l.Inlined
	}
	return at, calls
}
