package flow

import (
	"slices"
	"strings"
	"sync"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// effect is what a mention of a variable may do to it.
type effect int

const (
	reads effect = iota
	// writes gives it another value there.
	writes
	// escapes gives it another value there, and perhaps wherever code runs later that is not
	// looked at: its address or a reference to it is passed on.
	escapes
	// unclear may be anything, even the declaration of another variable of that name.
	unclear
)

// mention is a place where a name stands.
type mention struct {
	name string
	at   int
	effect
	why string
}

var assignments = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true,
	"|=": true, "^=": true, "<<=": true, ">>=": true, "++": true, "--": true}

// valueAfter are operators after an operand that only reads it.
var valueAfter = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "&": true, "|": true, "^": true,
	"<": true, "<=": true, ">=": true, "==": true, "!=": true, "&&": true, "||": true, "?": true, "<<": true, "[": true, "->": true}

// valueBefore are operators before an operand that only read it, whatever else stands
// there.
var valueBefore = map[string]bool{"+": true, "-": true, "/": true, "%": true, "<=": true, ">=": true, "==": true, "!=": true,
	"||": true, "|": true, "^": true, "!": true, "~": true, "<": true, "<<": true, "case": true, "throw": true}

// of is what there is to know of a part once the whole function is read.
func (f *function) of(p *part) *found {
	if p.found == nil {
		p.found = &found{mentions: f.allMentions(p), stores: f.anyStore(p), changes: map[string]bool{}}
		p.found.other, p.found.any = f.callsBut(p, -1)
		for _, m := range p.found.mentions {
			if m.effect != reads {
				p.found.changes[m.name] = true
			}
		}
	}
	return p.found
}

// mentions are all names in a part, with what may happen to them.
func (f *function) mentions(p *part) []mention { return f.of(p).mentions }

// stores reports whether the part assigns to what is not simply a variable of numbers of
// the function.
func (f *function) stores(p *part) bool { return f.of(p).stores }

// calls reports what a part runs: other is set for code that may change variables at file
// level, any for code that may change variables whose address is out.
func (f *function) calls(p *part) (other, any bool) { return f.of(p).other, f.of(p).any }

func (f *function) allMentions(p *part) []mention {
	var out []mention
	declared := map[int]bool{}
	for _, i := range p.names {
		declared[i] = true
	}
	c := f.prog.code
	for i := p.lo; i < p.hi; i++ {
		if body := f.lambdaBody(i, p.hi); body.hi > 0 {
			// Its body is code of its own, that runs at other times.
			for j := i; j < body.lo; j++ {
				if c.Token(j).Kind == source.Ident {
					out = append(out, f.captured(i, j))
				}
			}
			out = append(out, f.later(body)...)
			i = body.hi
			continue
		}
		if c.Token(i).Kind != source.Ident || declared[i] {
			continue
		}
		e, why := f.effectAt(p, i, declared)
		out = append(out, mention{c.Text(i), i, e, why})
	}
	if f.overloaded(p) {
		for i := range out {
			if out[i].effect == reads {
				out[i].effect, out[i].why = escapes, "an overloaded operator may change it"
			}
		}
	}
	return out
}

// overloaded reports whether an operator in the part may be a function of the file that
// changes its operands.
func (f *function) overloaded(p *part) bool {
	if len(f.prog.changing) == 0 {
		return false
	}
	c := f.prog.code
	operator, object := false, false
	for i := p.lo; i < p.hi; i++ {
		t := c.Token(i)
		operator = operator || f.prog.changing[t.Text]
		object = object || t.Kind == source.Ident && !f.plainName(t.Text)
	}
	return operator && object
}

// captured is a name before the body of the lambda that begins at token open. A
// parameter hides a variable of its name only in the body.
func (f *function) captured(open, i int) mention {
	c := f.prog.code
	m := mention{c.Text(i), i, reads, ""}
	for j := i - 1; j > open && c.Text(j) != ","; j-- {
		if c.Text(j) == "=" && (j < i-1 || c.Text(j-2) == "&" || c.Text(i+1) != "," && c.Text(i+1) != "]" || i > c.Match(open)) {
			m.effect, m.why = unclear, "a lambda may keep a reference to it"
		}
	}
	return m
}

// later are the mentions in the body of a lambda: what that changes may change at any
// time.
func (f *function) later(body span) []mention {
	var out []mention
	inner := f.lambdaAt(body)
	for _, m := range inner.all(inner.body) {
		if m.effect != reads && !inner.hasParam(m.name) {
			m.effect, m.why = unclear, "a lambda changes it"
		}
		out = append(out, m)
	}
	return out
}

// all are the mentions in statements.
func (f *function) all(list []*stmt) []mention {
	var out []mention
	for _, s := range list {
		for _, p := range []*part{s.init, s.head, s.post} {
			if p != nil {
				out = append(out, f.mentions(p)...)
			}
		}
		out = append(out, f.all(s.body)...)
		out = append(out, f.all(s.els)...)
	}
	return out
}

// effectAt is what happens to the variable that token i names.
func (f *function) effectAt(p *part, i int, declared map[int]bool) (effect, string) {
	c := f.prog.code
	before := c.Text(i - 1)
	end := i + 1 // the token after name.member.member
	for c.Text(end) == "." && c.Token(end+1).Kind == source.Ident {
		end += 2
	}
	after := c.Text(end)
	switch {
	case before == "." || before == "->":
		return reads, "" // a member of something else
	case before == "::":
		if k := c.Token(i - 2); k.Kind == source.Ident || k.Text == ">" {
			return reads, "" // a name of somewhere else
		}
		return unclear, "it is named by its full name"
	case c.Text(i+1) == "::":
		return reads, "" // a namespace or class
	case after == "(" && end > i+1:
		return escapes, "a method of it is called"
	case after == "(":
		if f.wordBefore(i) {
			return unclear, "it is declared in a way that gv2 does not follow"
		}
		if slices.ContainsFunc(f.declared[c.Text(i)], func(t *cuda.TypeExpr) bool {
			return f.prog.ofClass(t) || t != nil && t.Form == cuda.ReferenceType && f.prog.ofClass(t.Elem)
		}) {
			return escapes, "it is called"
		}
		return reads, "" // a call
	case after == "<" && f.prog.functions[c.Text(i)] != nil:
		return reads, "" // a call of a template
	case assignments[after], before == "++", before == "--":
		if !p.parsed {
			return unclear, "it is changed"
		}
		return writes, "it is changed"
	}
	if f.wordBefore(i) {
		return unclear, "it is declared in a way that gv2 does not follow"
	}
	switch before {
	case "&":
		switch {
		case p.parsed && p.decls != nil && f.inPacked(p, i):
			return reads, ""
		case p.parsed && c.Text(i-2) != "&" && end == i+1 && f.setByLibrary(p, i-1):
			return writes, "it is passed by address"
		case !f.operandBefore(p, i-1) || c.Text(i-2) == ")":
			return escapes, "it is passed by address"
		}
		return reads, ""
	case "&&":
		if !f.operandBefore(p, i-1) {
			return unclear, "it is declared in a way that gv2 does not follow"
		}
		return reads, ""
	case "*":
		if !p.parsed && !f.operandBefore(p, i-1) {
			return unclear, "it is declared in a way that gv2 does not follow"
		}
		return reads, ""
	case ">":
		return f.afterGreater(p, i)
	}
	if valueAfter[after] || valueBefore[before] {
		return reads, ""
	}
	if after == ">" && (p.parsed || before != "," && before != "<") {
		return reads, ""
	}
	if (before == "<" || before == ",") && (after == ">" || after == ",") && f.templateArgument(i) {
		return reads, ""
	}
	return f.inContext(p, i, end, declared)
}

// templateArgument reports whether token i stands between the < > of a template of the
// file.
func (f *function) templateArgument(i int) bool {
	c := f.prog.code
	for j := i - 1; j > 0; j-- {
		if m := c.Match(j); m >= 0 && m < j {
			j = m
			continue
		} else if m > j {
			return false
		}
		switch c.Text(j) {
		case "<":
			return f.prog.functions[c.Text(j-1)] != nil
		case ">", ";", "{", "}", "=":
			return false
		}
	}
	return false
}

// afterGreater: a > b reads b; in >> b may set it; vector<int> b declares it.
func (f *function) afterGreater(p *part, i int) (effect, string) {
	c := f.prog.code
	if c.Text(i-2) == ">" && p.parsed {
		switch {
		case c.Token(i-3).Kind == source.Number:
			return reads, ""
		case len(f.prog.functions["operator>>"]) == 0:
			return writes, "it is changed" // std::cin >> n
		}
		return escapes, "it is changed"
	}
	if p.parsed {
		return reads, ""
	}
	return unclear, "it is declared in a way that gv2 does not follow"
}

// wordBefore reports whether a word stands before token i that may be a type.
func (f *function) wordBefore(i int) bool {
	t := f.prog.code.Token(i - 1)
	if t.Kind != source.Ident {
		return false
	}
	switch t.Text {
	case "return", "case", "else", "do", "throw", "sizeof", "co_return", "co_yield", "co_await", "goto", "not", "and", "or", "new", "delete":
		return false
	}
	return true
}

// operandBefore reports whether token i, one of & && *, stands after an operand and so
// has two.
func (f *function) operandBefore(p *part, i int) bool {
	c := f.prog.code
	t := c.Token(i - 1)
	switch t.Kind {
	case source.Number, source.Char, source.String:
		return true
	case source.Ident:
		switch t.Text {
		case "return", "case", "throw", "sizeof", "and", "or", "not", "co_return":
			return false
		}
		return p.parsed || f.own[t.Text] && !f.wordBefore(i-1)
	}
	if t.Text == "]" {
		return true
	}
	if t.Text == ")" && c.Match(i-1) > 0 {
		switch c.Text(c.Match(i-1) - 1) {
		case "decltype", "typeof", "__typeof__":
			return false
		}
		return true
	}
	return false
}

// inContext is the effect of what the brackets around tokens i to end-1 do with it.
func (f *function) inContext(p *part, i, end int, declared map[int]bool) (effect, string) {
	c := f.prog.code
	open, n := f.around(p, i)
	if open < 0 {
		return f.atTop(p, i)
	}
	switch c.Text(open) {
	case "[":
		if t := c.Text(open - 1); t == "auto" || (t == "&" || t == "&&") && c.Text(open-2) == "auto" {
			return unclear, "it is declared in a way that gv2 does not follow"
		}
		return reads, ""
	case "{":
		return f.inBraces(p, open, n, declared)
	}
	word := open - 1
	switch t := c.Token(word); {
	case declared[word]:
		return f.constructs(f.typeOfDeclared(p, word), n)
	case t.Kind == source.Ident:
		return f.passed(word, nil, n)
	case t.Text == ">":
		if c.Text(word-1) == ">" && c.Text(word-2) == ">" && f.chevrons(p, word) {
			return reads, "" // a kernel's arguments
		}
		if lt := f.angle(word); lt > 0 && c.Token(lt-1).Kind == source.Ident {
			return f.passed(lt-1, &span{lt + 1, word}, n)
		}
		return escapes, "it is passed to what gv2 does not know"
	case t.Text == ")":
		if m := c.Match(word); m > 0 && f.scalarType(m+1, word) {
			return f.group(p, open, declared)
		}
		return escapes, "it is passed to what gv2 does not know"
	case open > p.lo && !beforeGroup[t.Text] && !assignments[t.Text]:
		return escapes, "it is passed to what gv2 does not know"
	}
	return f.group(p, open, declared)
}

// beforeGroup are the tokens before a ( that only groups.
var beforeGroup = map[string]bool{"(": true, ",": true, "=": true, "+": true, "-": true, "*": true, "/": true, "%": true, "<": true, "<=": true,
	">=": true, "==": true, "!=": true, "&&": true, "||": true, "!": true, "~": true, "?": true, ":": true, "&": true, "|": true, "^": true, "<<": true,
	"<<<": true, "{": true, "[": true}

// group is the effect on (x) of what stands around the parentheses.
func (f *function) group(p *part, open int, declared map[int]bool) (effect, string) {
	c := f.prog.code
	end := c.Match(open) + 1
	before, after := c.Text(open-1), c.Text(end)
	switch {
	case open <= p.lo && end >= p.hi:
		return f.atTop(p, open)
	case assignments[after], before == "++", before == "--":
		return unclear, "it is changed"
	case before == "&" && !f.operandBefore(p, open-1):
		return escapes, "it is passed by address"
	case after == "." || after == "->":
		return escapes, "a method of it may be called"
	case before == ">":
		return escapes, "it is changed"
	case valueAfter[after], valueBefore[before], before == "*", before == "&", before == "&&", after == ">" && p.parsed:
		return reads, ""
	}
	return f.inContext(p, open, end, declared)
}

// around is the bracket that encloses token i within the part, -1 if there is none, and
// the number of commas before i in it.
func (f *function) around(p *part, i int) (open, commas int) {
	c := f.prog.code
	for i--; i >= p.lo; i-- {
		if m := c.Match(i); m >= 0 && m < i {
			i = m
			continue
		} else if m > i {
			return i, commas
		}
		if c.Text(i) == "," {
			commas++
		}
	}
	return -1, 0
}

// atTop is the effect on an operand that stands in no brackets.
func (f *function) atTop(p *part, i int) (effect, string) {
	c := f.prog.code
	switch before := c.Text(i - 1); {
	case p.result:
		if f.returnsReference {
			return escapes, "a reference to it is returned"
		}
		return reads, ""
	case !p.parsed && f.inChevrons(p, i):
		return reads, ""
	case !p.parsed:
		return unclear, "it stands in code that gv2 does not follow"
	case p.decls == nil:
		return reads, "" // the right side of an assignment, a condition
	default:
		// The initialiser behind an = of one of the declared names.
		for n := len(p.names) - 1; n >= 0; n-- {
			if p.names[n] < i {
				if before == "=" || p.decls[n].Init != nil {
					return f.constructs(p.decls[n].Type, 0)
				}
				break
			}
		}
		return unclear, "it stands in code that gv2 does not follow"
	}
}

// inBraces is the effect on an element of a list in braces.
func (f *function) inBraces(p *part, open, n int, declared map[int]bool) (effect, string) {
	c := f.prog.code
	owner := open - 1
	if c.Text(owner) == "=" {
		owner--
	}
	for c.Text(owner) == "]" && c.Match(owner) > p.lo {
		owner = c.Match(owner) - 1
	}
	switch t := c.Token(owner); {
	case declared[owner]:
		return f.constructs(f.typeOfDeclared(p, owner), n)
	case t.Text == "{", t.Text == "," && p.parsed:
		if outer, at := f.around(p, open); outer >= 0 && c.Text(outer) == "{" {
			return f.inBraces(p, outer, at, declared)
		}
	case t.Kind == source.Ident:
		return f.passed(owner, nil, n)
	}
	return escapes, "it is passed to what gv2 does not know"
}

func (f *function) typeOfDeclared(p *part, token int) *cuda.TypeExpr {
	for n, i := range p.names {
		if i == token {
			return p.decls[n].Type
		}
	}
	return nil
}

// chevrons reports whether token i is the last > of a launch.
func (f *function) chevrons(p *part, i int) bool {
	for j := i; j >= p.lo; j-- {
		if m := f.prog.code.Match(j); m >= 0 && m < j {
			j = m
		} else if f.prog.code.Text(j) == "<<<" {
			return true
		} else if m > j {
			return false
		}
	}
	return false
}

// inChevrons reports whether token i is a part of <<< >>>, or of a launch's arguments.
func (f *function) inChevrons(p *part, i int) bool { return f.chevrons(p, i-1) }

// angle is the < that the > at token i closes, -1 if it cannot be told.
func (f *function) angle(i int) int {
	depth := 0
	for ; i > 0; i-- {
		if m := f.prog.code.Match(i); m >= 0 && m < i {
			i = m
			continue
		} else if m > i {
			return -1
		}
		switch f.prog.code.Text(i) {
		case ">":
			depth++
		case "<":
			if depth--; depth == 0 {
				return i
			}
		case ";", "{", "}":
			return -1
		}
	}
	return -1
}

// scalarType reports whether tokens lo to hi-1 are the name of a type of numbers or
// pointers, and no reference.
func (f *function) scalarType(lo, hi int) bool {
	r := f.prog.code.ReadLocal(lo, hi)
	t := r.TypeID()
	if t == nil || r.Failed() || !r.AtEnd() {
		return false
	}
	_, known := f.scalar(t)
	return known || t.Form == cuda.PointerType
}

// constructs is the effect on the n-th argument of making a value of type t.
func (f *function) constructs(t *cuda.TypeExpr, n int) (effect, string) {
	switch {
	case t == nil:
	case t.Form == cuda.ReferenceType && (t.Elem == nil || !t.Elem.Const || t.RValue || f.prog.careless), t.Decltype:
		return escapes, "a reference to it is kept"
	case t.Form == cuda.ReferenceType, t.Form == cuda.PointerType, t.Form == cuda.AutoType:
		return reads, ""
	case t.Form == cuda.ArrayType:
		return f.constructs(t.Elem, 0)
	case isDim3(t), isConfig(t), f.container(t), isFloating(t):
		return reads, ""
	case t.Form == cuda.NamedType:
		if _, ok := f.scalar(t); ok {
			return reads, ""
		}
		if f.prog.copies(t.Name, n) {
			return reads, ""
		}
	}
	return escapes, "it is passed to what gv2 does not know"
}

// containers copy what their constructors and methods get.
var containers = map[string]bool{"vector": true, "array": true, "string": true, "device_vector": true, "host_vector": true,
	"unique_ptr": true, "shared_ptr": true, "complex": true, "valarray": true, "ofstream": true, "ifstream": true,
	"stringstream": true, "ostringstream": true, "mt19937": true, "default_random_engine": true, "uniform_int_distribution": true,
	"uniform_real_distribution": true, "normal_distribution": true, "milliseconds": true, "microseconds": true, "duration": true}

func (f *function) container(t *cuda.TypeExpr) bool {
	if t == nil || t.Form != cuda.NamedType || !containers[t.Name] || len(f.prog.records[t.Name]) > 0 {
		return false
	}
	for _, a := range t.Args {
		if a.Type != nil && !plainField(a.Type) && !f.container(a.Type) {
			return false
		}
	}
	return len(t.Path) == 0 || t.Path[0] == "std" || t.Path[0] == "thrust"
}

// passed is the effect on the n-th argument of the call or construction that the word at
// token i names; args are the tokens of its template arguments.
func (f *function) passed(i int, args *span, n int) (effect, string) {
	c := f.prog.code
	name := c.Text(i)
	unknown := func() (effect, string) {
		return escapes, "it is passed to " + name + ", which may change it"
	}
	if args != nil {
		for j := args.lo; j < args.hi; j++ {
			t := c.Text(j)
			if t == "&" || t == "&&" || t == "decltype" || t == "auto" || c.Token(j).Kind == source.Ident && !f.valueWord(t) {
				return unknown()
			}
		}
	}
	switch name {
	case "if", "while", "switch", "for", "sizeof", "decltype", "alignof", "noexcept", "typeid", "assert", "static_assert", "return",
		"static_cast", "reinterpret_cast", "dynamic_cast":
		return reads, ""
	case "const_cast":
		return unknown()
	case "int", "unsigned", "long", "short", "char", "float", "double", "bool", "signed", "size_t":
		return reads, ""
	}
	before := c.Text(i - 1)
	if before == "." || before == "->" {
		if before == "." && c.Token(i-2).Kind == source.Ident && c.Text(i-3) != "." && f.containerNamed(c.Text(i-2)) && name != "swap" {
			return reads, ""
		}
		if f.prog.ByValue(name, n) {
			return reads, ""
		}
		return unknown()
	}
	path := ""
	if before == "::" {
		path = c.Text(i - 2)
	}
	if f.own[name] && path == "" {
		return unknown() // a function object
	}
	if fns := f.prog.functions[name]; len(fns) > 0 {
		if f.prog.ByValue(name, n) || args == nil && path == "" && f.forwarded(i, n) {
			return reads, ""
		}
		if len(fns) == 1 && n >= len(fns[0].Params)-1 && f.prog.Launches != nil && f.prog.Launches(fns[0]) {
			return reads, ""
		}
		return escapes, "it is passed by reference"
	}
	if len(f.prog.records[name]) > 0 {
		return f.constructs(&cuda.TypeExpr{Form: cuda.NamedType, Name: name}, n)
	}
	if t := (&cuda.TypeExpr{Form: cuda.NamedType, Name: name}); name == "dim3" || containers[name] && path != "" {
		return reads, ""
	} else if _, ok := f.scalar(t); ok && path == "" {
		return reads, ""
	}
	if copying(name, path) || args == nil && path == "" && f.forwarded(i, n) {
		return reads, ""
	}
	return unknown()
}

// valueWord reports whether a word among template arguments is of a type whose values are copied: a
// name may be one of a reference.
func (f *function) valueWord(word string) bool {
	if wordsOfTypes(word) || word == "const" || word == "true" || word == "false" || word == "std" || word == "half" || containers[word] {
		return true
	}
	_, known := f.scalar(&cuda.TypeExpr{Form: cuda.NamedType, Name: word})
	return known
}

func (f *function) containerNamed(name string) bool {
	list := f.declared[name]
	for _, t := range list {
		if !f.container(t) {
			return false
		}
	}
	return len(list) > 0
}

// copying are functions of libraries that take arguments by value, or do not change
// them.
func copying(name, path string) bool {
	if libraryFunctions(name) || checks(name) {
		return path == "" || path == "std" || path == "thrust"
	}
	if path != "" {
		return false
	}
	for _, prefix := range []string{"cuda", "cublas", "cudnn", "curand", "cusparse", "cufft", "cusolver", "nccl", "cu"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return true
		}
	}
	return false
}

var libraryFunctions = wordSet(`printf fprintf sprintf snprintf puts malloc calloc realloc free memset memcpy memmove memcmp exit
	abort atoi atol atof strtol rand srand sqrt sqrtf pow powf log log2 log2f log10 exp expf ceil ceilf floor floorf round fabs abs
	labs sin cos tan time clock fopen fread fwrite fclose getenv strcmp strncmp strlen sleep usleep min max fmin fmax
	to_string make_pair make_int2 make_int3 make_int4 make_uint2 make_uint3 make_float2 make_float3 make_float4 fill fill_n
	accumulate device_pointer_cast raw_pointer_cast setw setprecision`)

// wordSet tells the words of a text, and further ones, from others. The set is made when it is first asked, which files without
// host code never do.
func wordSet(text string, further ...string) func(word string) bool {
	set := sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for _, w := range append(strings.Fields(text), further...) {
			out[w] = true
		}
		return out
	})
	return func(word string) bool { return set()[word] }
}
