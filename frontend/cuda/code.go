package cuda

import "gv2/frontend/source"

// Code is the tokens of a file as the parser sees them, for readers of host functions,
// which Parse skips. Like the syntax tree it is for one goroutine at a time.
type Code struct {
	unit  *unit
	names *scope
}

// Code is nil for a file that Parse did not make.
func (f *File) Code() *Code { return f.code }

// Len is the number of tokens; the last one is the end of the file.
func (c *Code) Len() int { return len(c.unit.toks) }

// Token is the i-th token.
func (c *Code) Token(i int) *source.Token { return &c.unit.toks[i] }

// Text is the text of token i, empty beyond the ends.
func (c *Code) Text(i int) string {
	if i < 0 || i >= len(c.unit.toks) {
		return ""
	}
	return c.unit.toks[i].Text
}

// Match is the partner of bracket i; negative for a token that is no bracket, a
// bracket without a partner, and beyond the ends.
func (c *Code) Match(i int) int {
	if i < 0 || i >= len(c.unit.match) {
		return -1
	}
	return int(c.unit.match[i])
}

// Body is the { that opens the body of fn; ok is false if it has none.
func (c *Code) Body(fn *FuncDecl) (open int, ok bool) {
	if fn.body == nil {
		return 0, false
	}
	return fn.body.open, true
}

// WithoutInline is path without its inline namespaces.
func (c *Code) WithoutInline(path []string) []string { return c.names.withoutInline(path) }

// Read returns a reader of tokens lo to hi-1, with the names of the file.
func (c *Code) Read(lo, hi int) *Reader { return c.reader(lo, hi, c.names) }

// ReadLocal is Read for declarations, whose names stay with the reader.
func (c *Code) ReadLocal(lo, hi int) *Reader {
	return c.reader(lo, hi, newScope(c.names))
}

// ReadOutside is ReadLocal that leaves out the bodies of lambdas.
func (c *Code) ReadOutside(lo, hi int) *Reader {
	r := c.ReadLocal(lo, hi)
	r.p.outside = true
	return r
}

func (c *Code) reader(lo, hi int, names *scope) *Reader {
	p := c.unit.parser(lo, hi, names)
	p.host = true
	return &Reader{p}
}

// Reader reads pieces of syntax, one after another. Once it has failed its results are
// meaningless.
type Reader struct{ p *parser }

// Failed reports whether some piece did not have the requested form.
func (r *Reader) Failed() bool { return r.p.failed != nil }

// Fault is the message of the failure.
func (r *Reader) Fault() string { return r.p.failed.Message }

// Pos is the index of the next token.
func (r *Reader) Pos() int { return r.p.pos }

// AtEnd reports whether everything is read.
func (r *Reader) AtEnd() bool { return r.p.pos >= r.p.end }

// Is reports whether the next token is text, a word or an operator.
func (r *Reader) Is(text string) bool { return r.p.is(text) }

// Want consumes text, a word or an operator, or fails.
func (r *Reader) Want(text string) { r.p.want(text) }

// Expr reads an expression, including comma operators.
func (r *Reader) Expr() Expr { return r.p.expr() }

// Assign reads an expression without commas.
func (r *Reader) Assign() Expr { return r.p.assign() }

// Cond reads an expression without commas and assignments.
func (r *Reader) Cond() Expr { return r.p.cond() }

// Initialiser reads what follows the = of a declaration.
func (r *Reader) Initialiser() Expr { return r.p.initialiser() }

// Arguments reads the ( ) of a call.
func (r *Reader) Arguments() []Expr { return r.p.arguments() }

// TemplateArgs reads the < > of a use of a template.
func (r *Reader) TemplateArgs() []TemplateArg { return r.p.templateArgs() }

// Params reads the ( ) of a function's declaration.
func (r *Reader) Params() []*Param {
	list, _ := r.p.params()
	return list
}

// TypeID reads a type, nil if there is none.
func (r *Reader) TypeID() *TypeExpr {
	if !r.p.maybeType() {
		return nil
	}
	m := r.p.mark()
	t := r.p.typeID()
	if failed := r.p.failed; failed != nil {
		r.p.reset(m)
		r.p.passDeep(failed)
		return nil
	}
	return t
}

// Declares reports whether a declaration begins here.
func (r *Reader) Declares() bool {
	r.p.inBlock = true
	return r.p.startsDecl()
}

// Declarations reads a declaration of a block.
func (r *Reader) Declarations() []Decl {
	r.p.inBlock = true
	return r.p.localDecl()
}

// Separate are the expressions between the commas of tokens lo to hi, each read by itself: the name of a variable may be that of a
// type elsewhere, which only one of more than the name minds. ok is false if one cannot be read.
func Separate(c *Code, lo, hi int) (list []Expr, ok bool) {
	for from := lo; from < hi; {
		to := from
		for ; to < hi && c.Text(to) != ","; to++ {
			if m := c.Match(to); m > to {
				to = m
			}
		}
		if t := c.Token(from); to == from+1 && t.Kind == source.Ident {
			list = append(list, &Ident{Pos: t.Pos, Name: t.Text})
		} else {
			r := c.Read(from, to)
			e := r.Initialiser()
			if r.Failed() || !r.AtEnd() {
				return nil, false
			}
			list = append(list, e)
		}
		from = to + 1
	}
	return list, true
}
