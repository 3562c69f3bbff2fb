package cuda

import (
	"fmt"
	"strconv"
	"strings"
)

// Dump prints a file as S-expressions, one declaration, member or statement a
// line, including bodies, which it parses, and their faults. It is for tests
// and for people who want to see what the parser understood; it omits
// positions.
func Dump(f *File) string {
	var d dumper
	for _, decl := range f.Decls {
		d.decl(decl)
		d.line()
	}
	return d.b.String()
}

// sexpr prints an expression alone.
func sexpr(e Expr) string {
	var d dumper
	d.expr(e)
	return d.b.String()
}

// dumper writes S-expressions; sep is set if the next atom needs a space before
// it.
type dumper struct {
	b      strings.Builder
	sep    bool
	indent int
}

// line begins a new line.
func (d *dumper) line() {
	d.b.WriteByte('\n')
	for range d.indent {
		d.b.WriteString("  ")
	}
	d.sep = false
}

// indented prints each of n items on a line of its own.
func (d *dumper) indented(n int, item func(i int)) {
	d.indent++
	for i := range n {
		d.line()
		item(i)
	}
	d.indent--
}

func (d *dumper) atom(s string) {
	if s == "" {
		return
	}
	if d.sep {
		d.b.WriteByte(' ')
	}
	d.b.WriteString(s)
	d.sep = true
}

func (d *dumper) list(head string, rest func()) {
	d.atom("(" + head)
	rest()
	d.b.WriteByte(')')
	d.sep = true
}

func (d *dumper) flag(set bool, word string) {
	if set {
		d.atom(word)
	}
}

func (d *dumper) exprs(head string, list []Expr) {
	if list == nil {
		return
	}
	d.list(head, func() {
		for _, e := range list {
			d.expr(e)
		}
	})
}

func (d *dumper) scope(s []string) {
	if len(s) > 0 {
		d.atom("in:" + strings.Join(s, "::"))
	}
}

func (d *dumper) decl(decl Decl) {
	switch n := decl.(type) {
	case *FuncDecl:
		d.list("func", func() { d.function(n) })
	case *VarDecl:
		d.list("var", func() { d.variable(n) })
	case *RecordDecl:
		d.list(n.Kind, func() { d.record(n) })
	case *EnumDecl:
		d.list("enum", func() { d.enum(n) })
	case *TypedefDecl:
		d.list("typedef", func() {
			d.atom(n.Name)
			d.scope(n.Scope)
			d.template(n.Template)
			d.typ(n.Type)
		})
	case *UsingDecl:
		d.list("using", func() {
			d.flag(n.Namespace, "namespace")
			d.atom(n.Alias)
			d.atom(strings.Join(n.Path, "::"))
		})
	case *BindingDecl:
		d.list("bindings", func() {
			for _, b := range n.Names {
				d.atom(b.Name)
			}
			d.decl(n.Var)
		})
	case *AxiomDecl:
		d.list("axiom", func() { d.expr(n.X) })
	case *BadDecl:
		d.list("bad", func() {
			d.atom(n.Name)
			d.atom(strconv.Quote(n.Reason))
		})
	default:
		d.atom("nil")
	}
}

func (d *dumper) function(f *FuncDecl) {
	d.atom(f.Name)
	d.scope(f.Scope)
	d.template(f.Template)
	d.args("special", f.SpecialOf, f.SpecialOf != nil)
	d.flag(f.Instantiate, "instantiate")
	d.flag(f.Global, "global")
	d.flag(f.Device, "device")
	d.flag(f.Host, "host")
	d.flag(f.Const, "constexpr")
	d.flag(f.Static, "static")
	d.flag(f.ExternC, "C")
	d.flag(f.Ctor, "ctor")
	d.flag(f.ConstThis, "constthis")
	d.flag(f.Defaulted, "default")
	d.flag(f.Deleted, "delete")
	d.exprs("launch", f.Launch)
	d.params(f.Params, f.Variadic)
	if f.Result != nil {
		d.typ(f.Result)
	}
	if f.HasBody {
		b, diags := f.Body()
		d.block(b)
		for _, m := range diags.Sorted() {
			d.atom(strconv.Quote(m.Error()))
		}
	}
}

func (d *dumper) params(list []*Param, variadic bool) {
	d.list("params", func() {
		for _, p := range list {
			d.list(p.Name, func() {
				d.sep = p.Name != ""
				d.flag(p.Pack, "...")
				d.typ(p.Type)
				if p.Default != nil {
					d.expr(p.Default)
				}
			})
		}
		d.flag(variadic, "...")
	})
}

func (d *dumper) template(h *TemplateHead) {
	if h == nil {
		return
	}
	d.list("template", func() {
		for _, p := range h.Params {
			name := p.Name
			if p.Pack {
				name += "..."
			}
			if p.Template {
				name = "template-" + name
			}
			if p.Type == nil && p.DefaultType == nil {
				d.atom(name)
				continue
			}
			d.list(name, func() {
				if p.Type != nil {
					d.typ(p.Type)
				}
				if p.DefaultType != nil {
					d.typ(p.DefaultType)
				}
				if p.DefaultExpr != nil {
					d.expr(p.DefaultExpr)
				}
			})
		}
	})
}

var spaceNames = [...]string{"", "shared", "constant", "device", "managed"}

func (d *dumper) variable(v *VarDecl) {
	d.atom(v.Name)
	d.scope(v.Scope)
	d.template(v.Template)
	d.atom(spaceNames[v.Space])
	d.flag(v.Extern, "extern")
	d.flag(v.Static, "static")
	d.flag(v.Constexpr, "constexpr")
	d.typ(v.Type)
	if v.Init != nil {
		d.expr(v.Init)
	}
	d.exprs("ctor", v.Ctor)
	d.exprs("align", v.Align)
	d.flag(v.Packed, "packed")
	d.flag(v.Overlaps, "overlaps")
	if v.Bits != nil {
		d.exprs("bits", []Expr{v.Bits})
	}
}

func (d *dumper) record(r *RecordDecl) {
	d.atom(r.Name)
	d.scope(r.Scope)
	d.template(r.Template)
	d.args("special", r.SpecialOf, r.SpecialOf != nil)
	d.flag(r.Forward, "forward")
	for _, b := range r.Bases {
		d.list("base", func() { d.typ(b) })
	}
	d.exprs("align", r.Align)
	d.flag(r.Packed, "packed")
	if r.Pack > 0 {
		d.atom("pack" + strconv.FormatInt(r.Pack, 10))
	}
	d.indented(len(r.Fields), func(i int) { d.decl(r.Fields[i]) })
	d.indented(len(r.Methods), func(i int) { d.decl(r.Methods[i]) })
	d.indented(len(r.Nested), func(i int) { d.decl(r.Nested[i]) })
	if r.Opaque != "" {
		d.list("opaque", func() { d.atom(strconv.Quote(r.Opaque)) })
	}
}

func (d *dumper) enum(e *EnumDecl) {
	d.atom(e.Name)
	d.scope(e.Scope)
	d.flag(e.Class, "class")
	d.flag(e.Packed, "packed")
	if e.Base != nil {
		d.typ(e.Base)
	}
	for _, v := range e.Values {
		if v.Value == nil {
			d.atom(v.Name)
			continue
		}
		d.list(v.Name, func() { d.expr(v.Value) })
	}
}

func (d *dumper) args(head string, args []TemplateArg, has bool) {
	if !has {
		return
	}
	d.list(head, func() {
		for _, a := range args {
			switch {
			case a.Type != nil && a.Expr != nil:
				d.list("either", func() { d.typ(a.Type) })
			case a.Type != nil:
				d.typ(a.Type)
			default:
				d.expr(a.Expr)
			}
		}
	})
}

func pathName(path []string, name string) string {
	return strings.Join(append(append([]string(nil), path...), name), "::")
}

func (d *dumper) typ(t *TypeExpr) {
	if t == nil {
		d.atom("notype")
		return
	}
	if t.Const || t.Volatile || t.Restrict {
		plain := *t
		plain.Const, plain.Volatile, plain.Restrict = false, false, false
		d.list("cv", func() {
			d.flag(t.Const, "const")
			d.flag(t.Volatile, "volatile")
			d.flag(t.Restrict, "restrict")
			d.typ(&plain)
		})
		return
	}
	switch t.Form {
	case NamedType:
		d.atom(strings.ReplaceAll(pathName(t.Path, t.Name), " ", "-"))
		d.args("args", t.Args, t.HasArgs)
	case PointerType:
		d.list("*", func() { d.typ(t.Elem) })
	case ReferenceType:
		d.list(map[bool]string{false: "&", true: "&&"}[t.RValue], func() { d.typ(t.Elem) })
	case ArrayType:
		d.list("array", func() {
			if t.Len != nil {
				d.expr(t.Len)
			}
			d.typ(t.Elem)
		})
	case FuncType:
		d.list("fn", func() {
			d.params(t.Params, false)
			d.typ(t.Elem)
		})
	case AutoType:
		d.atom("auto")
	case DecltypeType:
		d.list("decltype", func() { d.expr(t.Len) })
	case RecordType:
		d.decl(t.Record)
	case EnumType:
		d.decl(t.Enum)
	}
}

func (d *dumper) expr(e Expr) {
	switch n := e.(type) {
	case *Ident:
		d.atom(pathName(n.Path, n.Name))
		d.args("args", n.Args, n.HasArgs)
	case *IntLit:
		d.atom(intText(n))
	case *FloatLit:
		d.atom(n.Text + map[bool]string{true: "f"}[n.Float])
	case *StringLit:
		d.atom(strconv.Quote(n.Value))
	case *BoolLit:
		d.atom(strconv.FormatBool(n.Value))
	case *NullLit:
		d.atom("nullptr")
	case *ThisExpr:
		d.atom("this")
	case *UnaryExpr:
		d.list(map[bool]string{true: "post"}[n.Postfix]+n.Op, func() { d.expr(n.X) })
	case *BinaryExpr:
		d.list(n.Op, func() { d.expr(n.X); d.expr(n.Y) })
	case *AssignExpr:
		d.list(n.Op, func() { d.expr(n.X); d.expr(n.Y) })
	case *CondExpr:
		d.list("?", func() { d.expr(n.C); d.expr(n.X); d.expr(n.Y) })
	default:
		d.compound(e)
	}
}

// compound prints calls, accesses, casts and lists.
func (d *dumper) compound(e Expr) {
	switch n := e.(type) {
	case *CallExpr:
		d.list("call", func() {
			d.expr(n.Fun)
			for _, a := range n.Args {
				d.expr(a)
			}
		})
	case *IndexExpr:
		d.list("[]", func() { d.expr(n.X); d.expr(n.I) })
	case *MemberExpr:
		d.list(map[bool]string{false: ".", true: "->"}[n.Arrow], func() {
			d.expr(n.X)
			d.atom(n.Name)
			d.args("args", n.Args, n.HasArgs)
		})
	case *CastExpr:
		d.list("cast", func() { d.atom(strings.TrimPrefix(n.Style, OfDeclaration)); d.typ(n.Type); d.expr(n.X) })
	case *ConstructExpr:
		d.list(map[bool]string{false: "new", true: "new{}"}[n.Brace], func() {
			d.typ(n.Type)
			if n.At != nil {
				d.list("at", func() { d.expr(n.At) })
			}
			for _, a := range n.Args {
				d.expr(a)
			}
		})
	case *NewExpr:
		d.list("allocate", func() {
			d.typ(n.Type)
			d.expr(n.Len)
			for _, a := range n.Args {
				d.expr(a)
			}
		})
	case *SizeofExpr:
		d.list(map[bool]string{false: "sizeof", true: "alignof"}[n.Align], func() {
			switch {
			case n.Pack != "":
				d.atom(n.Pack + "...")
			case n.Type != nil:
				d.list("type", func() { d.typ(n.Type) })
			default:
				d.expr(n.X)
			}
		})
	case *PackExpr:
		d.list("...", func() { d.expr(n.X) })
	case *FoldExpr:
		d.list("fold"+n.Op, func() { d.expr(n.X); d.expr(n.Y) })
	case *InitList:
		d.list("list", func() { d.items(n) })
	case *LambdaExpr:
		d.list("lambda", func() {
			d.atom("[" + n.Captures + "]")
			d.params(n.Params, false)
			if n.Result != nil {
				d.typ(n.Result)
			}
			d.block(n.Body)
		})
	default:
		d.atom("nil")
	}
}

func (d *dumper) items(n *InitList) {
	for i, x := range n.Items {
		if n.Fields != nil && n.Fields[i] != "" {
			d.list("."+n.Fields[i], func() { d.expr(x) })
		} else {
			d.expr(x)
		}
	}
}

func intText(n *IntLit) string {
	s := strconv.FormatUint(n.Value, 10)
	if n.Char {
		return "'" + s + "'"
	}
	if n.Unsigned {
		s += "u"
	}
	return s + strings.Repeat("l", n.Long)
}

func (d *dumper) block(b *Block) {
	if b == nil {
		d.atom("nobody")
		return
	}
	d.list("block", func() {
		for _, in := range b.Inits {
			d.memberInit(in)
		}
		d.indented(len(b.Stmts), func(i int) { d.stmt(b.Stmts[i]) })
	})
}

func (d *dumper) memberInit(in *MemberInit) {
	d.list("init", func() {
		d.flag(in.Brace, "brace")
		d.typ(in.Name)
		for _, a := range in.Args {
			d.expr(a)
		}
	})
}

func (d *dumper) optional(e Expr) {
	if e == nil {
		d.atom("_")
		return
	}
	d.expr(e)
}

func (d *dumper) optionalStmt(s Stmt) {
	if s == nil {
		d.atom("_")
		return
	}
	d.stmt(s)
}

func (d *dumper) stmt(s Stmt) {
	switch n := s.(type) {
	case *Block:
		d.block(n)
	case *DeclStmt:
		d.list("decl", func() {
			for _, decl := range n.Decls {
				d.decl(decl)
			}
		})
	case *ExprStmt:
		d.list("do", func() {
			d.expr(n.X)
			if n.Open != nil {
				d.block(n.Open)
			}
		})
	case *EmptyStmt:
		d.atom("(empty)")
	case *IfStmt:
		d.list("if", func() {
			d.flag(n.Constexpr, "constexpr")
			if n.Init != nil {
				d.list("init", func() { d.stmt(n.Init) })
			}
			d.expr(n.Cond)
			d.stmt(n.Then)
			if n.Else != nil {
				d.stmt(n.Else)
			}
		})
	case *ReturnStmt:
		d.list("return", func() {
			if n.X != nil {
				d.expr(n.X)
			}
		})
	case *BreakStmt:
		d.atom("(break)")
	case *ContinueStmt:
		d.atom("(continue)")
	case *GotoStmt:
		d.atom("(goto " + n.Label + ")")
	case *LabelStmt:
		d.atom("(label " + n.Label + ")")
	case *CaseStmt:
		if n.Value == nil {
			d.atom("(default)")
		} else {
			d.list("case", func() { d.expr(n.Value) })
		}
	case *AsmStmt:
		d.asm(n)
	default:
		d.loop(s)
	}
}

func (d *dumper) unroll(n int, e Expr) {
	if e != nil {
		d.list("unroll", func() { d.expr(e) })
	} else if n != 0 {
		d.atom(fmt.Sprintf("(unroll %d)", n))
	}
}

func (d *dumper) loop(s Stmt) {
	switch n := s.(type) {
	case *ForStmt:
		d.list("for", func() {
			d.unroll(n.Unroll, n.UnrollExpr)
			d.optionalStmt(n.Init)
			d.optional(n.Cond)
			d.optional(n.Post)
			d.stmt(n.Body)
		})
	case *RangeStmt:
		d.list("range", func() {
			d.unroll(n.Unroll, nil)
			d.optionalStmt(n.Init)
			d.decl(n.Decl)
			d.expr(n.X)
			d.stmt(n.Body)
		})
	case *WhileStmt:
		d.list("while", func() {
			d.unroll(n.Unroll, nil)
			d.expr(n.Cond)
			d.stmt(n.Body)
		})
	case *DoStmt:
		d.list("dowhile", func() {
			d.unroll(n.Unroll, nil)
			d.stmt(n.Body)
			d.expr(n.Cond)
		})
	case *SwitchStmt:
		d.list("switch", func() {
			if n.Init != nil {
				d.list("init", func() { d.stmt(n.Init) })
			}
			d.expr(n.X)
			d.stmt(n.Body)
		})
	default:
		d.atom("nil")
	}
}

func (d *dumper) asm(s *AsmStmt) {
	d.list("asm", func() {
		d.flag(s.Volatile, "volatile")
		d.atom(strconv.Quote(s.Text))
		d.operands("outs", s.Outs)
		d.operands("ins", s.Ins)
		if len(s.Clobbers) > 0 {
			d.list("clobbers", func() {
				for _, c := range s.Clobbers {
					d.atom(strconv.Quote(c))
				}
			})
		}
	})
}

func (d *dumper) operands(head string, list []AsmOperand) {
	if len(list) == 0 {
		return
	}
	d.list(head, func() {
		for _, o := range list {
			d.list(strconv.Quote(o.Constraint), func() {
				d.atom(o.Name)
				d.expr(o.X)
			})
		}
	})
}
