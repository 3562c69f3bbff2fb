package flow

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Statements of host functions, as far as control flow and declarations go. What the
// front end cannot parse is a statement of its own kind, whose tokens are looked at
// one by one (effect.go).

type stmtKind int

const (
	emptyStmt   stmtKind = iota // ; and what has no effect: using, static_assert
	plainStmt                   // an expression, or what cannot be parsed
	declStmt                    // a declaration that was parsed
	blockStmt                   // { }
	ifStmt                      // if (init; head) body else els
	forStmt                     // for (init; head; post) body
	rangeStmt                   // for (head) body
	whileStmt                   // while (head) body
	doStmt                      // do body while (head);
	switchStmt                  // switch (init; head) body
	caseStmt                    // case head:
	defaultStmt                 // default:
	labelStmt                   // name:
	gotoStmt                    // goto name;
	returnStmt                  // return head;
	leaveStmt                   // break; continue;
	throwStmt                   // throw head;
	tryStmt                     // try body catch els
)

// span is the tokens lo to hi-1.
type span struct{ lo, hi int }

func (s span) holds(i int) bool { return s.lo <= i && i < s.hi }

// part is a declaration or an expression: a whole statement, or the init, condition or
// step of one.
type part struct {
	span
	// parsed: expr or decls is all of it.
	parsed bool
	expr   cuda.Expr
	decls  []*cuda.VarDecl
	// names are the tokens that decls declare.
	names []int
	// result marks the operand of return.
	result bool
	found  *found
}

// found is what effect.go has found out about a part.
type found struct {
	mentions   []mention
	other, any bool
	stores     bool
	changes    map[string]bool
}

type stmt struct {
	kind stmtKind
	span
	init, head, post *part
	body, els        []*stmt
	word             string
}

// statements reads the statements in tokens lo to hi-1.
func (f *function) statements(lo, hi int) []*stmt {
	var out []*stmt
	for lo < hi {
		s := f.statement(lo, hi)
		if s.hi <= lo {
			s.hi = lo + 1
		}
		out = append(out, s)
		lo = s.hi
	}
	return out
}

func (f *function) statement(lo, hi int) *stmt {
	c := f.prog.code
	s := &stmt{kind: plainStmt, span: span{lo, hi}}
	if f.depth++; f.depth > maxNesting {
		f.confused = true
		s.head = &part{span: s.span}
		f.depth--
		return s
	}
	defer func() { f.depth-- }()
	t := c.Token(lo)
	if t.Kind == source.Pragma {
		s.kind, s.hi = emptyStmt, lo+1
		return s
	}
	switch t.Text {
	case ";":
		s.kind, s.hi = emptyStmt, lo+1
		return s
	case "{":
		if m := c.Match(lo); m > lo && m < hi {
			s.kind, s.hi = blockStmt, m+1
			s.body = f.statements(lo+1, m)
			return s
		}
	case "if":
		at := lo + 1
		if c.Text(at) == "constexpr" {
			at++
		}
		if m := f.paren(at, hi); m > 0 {
			s.kind = ifStmt
			s.init, s.head = f.initAndCondition(at+1, m)
			then := f.statement(m+1, hi)
			s.body, s.hi = []*stmt{then}, then.hi
			if c.Text(s.hi) == "else" && s.hi < hi {
				other := f.statement(s.hi+1, hi)
				s.els, s.hi = []*stmt{other}, other.hi
			}
			return s
		}
	case "for":
		if m := f.paren(lo+1, hi); m > 0 {
			f.forHead(s, lo+2, m)
			body := f.statement(m+1, hi)
			s.body, s.hi = []*stmt{body}, body.hi
			return s
		}
	case "while":
		if m := f.paren(lo+1, hi); m > 0 {
			s.kind = whileStmt
			s.head = f.part(lo+2, m)
			body := f.statement(m+1, hi)
			s.body, s.hi = []*stmt{body}, body.hi
			return s
		}
	case "do":
		body := f.statement(lo+1, hi)
		if m := f.paren(body.hi+1, hi); c.Text(body.hi) == "while" && m > 0 {
			s.kind, s.body = doStmt, []*stmt{body}
			s.head = f.part(body.hi+2, m)
			s.hi = m + 1
			return s
		}
	case "switch":
		if m := f.paren(lo+1, hi); m > 0 {
			s.kind = switchStmt
			s.init, s.head = f.initAndCondition(lo+2, m)
			body := f.statement(m+1, hi)
			s.body, s.hi = []*stmt{body}, body.hi
			return s
		}
	case "case":
		if end := f.colon(lo+1, hi); end > 0 {
			s.kind, s.hi = caseStmt, end+1
			s.head = f.part(lo+1, end)
			return s
		}
	case "default":
		if c.Text(lo+1) == ":" {
			s.kind, s.hi = defaultStmt, lo+2
			return s
		}
	case "return", "co_return":
		s.kind, s.hi = returnStmt, f.semicolon(lo, hi)
		s.head = f.part(lo+1, s.hi-1)
		s.head.result = true
		return s
	case "break", "continue":
		if c.Text(lo+1) == ";" {
			s.kind, s.hi, s.word = leaveStmt, lo+2, t.Text
			return s
		}
	case "goto":
		s.kind, s.hi = gotoStmt, f.semicolon(lo, hi)
		return s
	case "throw":
		s.kind, s.hi = throwStmt, f.semicolon(lo, hi)
		s.head = f.part(lo+1, s.hi-1)
		return s
	case "try":
		if m := c.Match(lo + 1); c.Text(lo+1) == "{" && m > lo && m < hi {
			s.kind, s.hi = tryStmt, m+1
			s.body = f.statements(lo+2, m)
			for c.Text(s.hi) == "catch" && s.hi < hi {
				head := c.Match(s.hi + 1)
				if head < 0 || c.Text(head+1) != "{" || c.Match(head+1) < 0 || c.Match(head+1) >= hi {
					break
				}
				handler := &stmt{kind: blockStmt, span: span{head + 1, c.Match(head+1) + 1}}
				handler.head = &part{span: span{s.hi + 2, head}}
				handler.body = f.statements(head+2, handler.hi-1)
				s.els = append(s.els, handler)
				s.hi = handler.hi
			}
			return s
		}
	case "using", "static_assert", "typedef":
		s.kind, s.hi = emptyStmt, f.semicolon(lo, hi)
		f.localType(s.span)
		return s
	case "else", "catch":
		f.confused = true
	}
	if t.Kind == source.Ident && c.Text(lo+1) == ":" && t.Text != "public" && t.Text != "private" && t.Text != "protected" {
		s.kind, s.hi = labelStmt, lo+2
		return s
	}
	if end := f.macro(lo, hi); end > 0 {
		s.hi, s.head = end, f.part(lo, end)
		return s
	}
	s.hi = f.semicolon(lo, hi)
	s.head = f.part(lo, s.hi-1)
	if c.Text(s.hi-1) != ";" || declaresLike(s.head.expr) {
		s.head = &part{span: s.span} // nothing ends it, or it may be a declaration
	}
	if s.head.parsed && s.head.decls != nil {
		s.kind = declStmt
	}
	return s
}

// macro is the token behind a macro of a header that is missing, on a line of its own and without a semicolon; 0 for others.
//
//	CHECK_LAUNCH
//	CHECK(cudaMalloc(&p, n))
func (f *function) macro(lo, hi int) int {
	c := f.prog.code
	last := lo
	if m := f.paren(lo+1, hi); m > 0 {
		last = m
	}
	t, next := c.Token(lo), c.Token(last+1)
	if t.Kind != source.Ident || strings.ToUpper(t.Text) != t.Text || len(t.Text) < 3 || last+1 >= hi || next.Kind != source.Ident || next.Pos.Line <= c.Token(last).Pos.Line ||
		len(f.prog.records[t.Text]) > 0 || len(f.prog.names.Decls(t.Text)) > 0 || f.own[t.Text] {
		return 0
	}
	return last + 1
}

// maxNesting bounds the nesting of statements.
const maxNesting = 400

// paren is the partner of the ( at token i, -1 if there is none before hi.
func (f *function) paren(i, hi int) int {
	if m := f.prog.code.Match(i); f.prog.code.Text(i) == "(" && m > i && m < hi {
		return m
	}
	return -1
}

// semicolon is the token after the statement that begins at lo.
func (f *function) semicolon(lo, hi int) int {
	for i := lo; i < hi; i++ {
		if m := f.prog.code.Match(i); m > i {
			i = m
		} else if f.prog.code.Text(i) == ";" {
			return i + 1
		}
	}
	return hi
}

// colon is the : that ends a label's value.
func (f *function) colon(lo, hi int) int {
	questions := 0
	for i := lo; i < hi; i++ {
		if m := f.prog.code.Match(i); m > i {
			i = m
			continue
		}
		switch f.prog.code.Text(i) {
		case "?":
			questions++
		case ":":
			if questions == 0 {
				return i
			}
			questions--
		case ";":
			return -1
		}
	}
	return -1
}

// split are the places of a token between brackets lo and hi.
func (f *function) split(lo, hi int, text string) []int {
	var out []int
	for i := lo; i < hi; i++ {
		if m := f.prog.code.Match(i); m > i {
			i = m
		} else if f.prog.code.Text(i) == text {
			out = append(out, i)
		}
	}
	return out
}

// initAndCondition reads (init; condition) of if and switch.
func (f *function) initAndCondition(lo, hi int) (init, cond *part) {
	if at := f.split(lo, hi, ";"); len(at) > 0 {
		init = f.part(lo, at[0])
		lo = at[0] + 1
	}
	return init, f.part(lo, hi)
}

func (f *function) forHead(s *stmt, lo, hi int) {
	at := f.split(lo, hi, ";")
	if len(at) != 2 {
		s.kind, s.head = rangeStmt, &part{span: span{lo, hi}}
		if colons := f.split(lo, hi, ":"); len(at) == 0 && len(colons) == 1 {
			s.init = f.ranged(lo, colons[0])
			s.head.lo = colons[0] + 1
			r := f.prog.code.Read(s.head.lo, hi)
			if s.head.expr = r.Initialiser(); r.Failed() || !r.AtEnd() {
				s.head.expr = nil
			}
			if d := s.init.decls; len(d) == 1 && s.head.hi == s.head.lo+1 && (d[0].Type.Form == cuda.NamedType || d[0].Type.Form == cuda.AutoType) {
				s.head.parsed = true // its elements are copied
			}
		}
		return
	}
	s.kind = forStmt
	if at[0] > lo {
		s.init = f.part(lo, at[0])
	}
	if at[1] > at[0]+1 {
		s.head = f.part(at[0]+1, at[1])
	}
	if hi > at[1]+1 {
		s.post = f.part(at[1]+1, hi)
	}
}

// ranged reads the declaration of a range-based for.
func (f *function) ranged(lo, hi int) *part {
	p := f.part(lo, hi)
	if p.decls == nil {
		p.parsed = false
	}
	return p
}

// part reads tokens lo to hi-1 as a declaration or an expression.
func (f *function) part(lo, hi int) *part {
	return f.partBy(lo, hi, f.prog.code.ReadLocal, f.prog.code.Read)
}

// partBy is part with readers of declarations and of expressions.
func (f *function) partBy(lo, hi int, local, other func(lo, hi int) *cuda.Reader) *part {
	p := &part{span: span{lo, hi}}
	if lo >= hi {
		p.parsed = true
		return p
	}
	if r := local(lo, hi); r.Declares() {
		decls := r.Declarations()
		if r.Failed() || !r.AtEnd() {
			return p
		}
		at := lo
		for _, d := range decls {
			v, ok := d.(*cuda.VarDecl)
			if !ok {
				return p
			}
			if at = f.nameToken(v, at, hi); at < 0 {
				return p
			}
			p.decls = append(p.decls, v)
			p.names = append(p.names, at)
			at++
		}
		p.parsed = len(p.decls) > 0
		return p
	}
	r := other(lo, hi)
	p.expr = r.Expr()
	p.parsed = !r.Failed() && r.AtEnd()
	if !p.parsed {
		p.expr = nil
	}
	return p
}

// declaresLike recognises T * x; and the like, which may be declarations.
func declaresLike(e cuda.Expr) bool {
	b, ok := e.(*cuda.BinaryExpr)
	if !ok {
		return false
	}
	_, names := b.X.(*cuda.Ident)
	switch b.Op {
	case "*", "&", "&&":
		return names
	case "<", ">":
		return true
	}
	return false
}

// nameToken is the token that declares v, -1 if it is not found.
func (f *function) nameToken(v *cuda.VarDecl, lo, hi int) int {
	c := f.prog.code
	for i := lo; i < hi; i++ {
		if c.Text(i) != v.Name || c.Token(i).Pos != v.Pos {
			continue
		}
		switch next := c.Text(i + 1); {
		case i+1 == hi, next == "=", next == "(", next == "{", next == "[", next == ",", next == ":":
			return i
		}
	}
	return -1
}

// localType notes a type that the function declares: its name means nothing that the
// file says.
func (f *function) localType(s span) {
	c := f.prog.code
	if c.Text(s.lo) == "using" && c.Text(s.lo+2) == "=" {
		r := c.ReadLocal(s.lo+3, s.hi-1)
		t := r.TypeID()
		if r.Failed() || !r.AtEnd() {
			t = nil
		}
		f.addType(c.Text(s.lo+1), t)
		return
	}
	if c.Text(s.lo) == "using" && c.Text(s.lo+1) != "namespace" && c.Text(s.lo+1) != "std" {
		for i := s.lo + 2; i < s.hi; i++ { // using a::b, c::d;
			if next := c.Text(i + 1); c.Token(i).Kind == source.Ident && (next == ";" || next == ",") {
				f.unstable[c.Text(i)] = "it is declared by using"
			}
		}
	}
	if c.Text(s.lo) == "typedef" {
		r := c.ReadLocal(s.lo, s.hi-1)
		if r.Declares() {
			for _, d := range r.Declarations() {
				if td, ok := d.(*cuda.TypedefDecl); ok && !r.Failed() {
					f.addType(td.Name, td.Type)
					return
				}
			}
		}
		for i := s.lo; i < s.hi; i++ {
			f.addType(c.Text(i), nil)
		}
	}
}

// addType notes a local alias; one of several with the same name is unknown.
func (f *function) addType(name string, t *cuda.TypeExpr) {
	if _, twice := f.types[name]; twice {
		t = nil
	}
	f.types[name] = t
}
