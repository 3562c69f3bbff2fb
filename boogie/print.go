package boogie

import (
	"strconv"
	"strings"
)

// width is the column before which Print breaks lines, where it can.
const width = 100

// maxIndent is the deepest nesting that still indents further; otherwise the
// text of deeply nested programs would grow with the square of their size.
const maxIndent = 32

// Print lays out p as text for people and for Boogie.
//
// Tagged nodes start lines of their own. Boogie reports an error at the first
// line of its statement or clause, and Tags holds that line, even if a long
// expression is broken over several. Time and size are linear in p.
func Print(p *Program) Printed {
	w := &printer{tags: map[int]any{}, line: 1}
	for _, h := range p.Header {
		w.comment(h)
	}
	w.decls(p.Decls)
	return Printed{Text: w.buf.String(), Tags: w.tags, Program: p, Lines: w.lines}
}

// printer is the text written so far.
type printer struct {
	buf    strings.Builder
	tags   map[int]any
	lines  []int
	line   int // the number of the line being written, from 1
	indent int // nesting depth of the next line
}

// write appends s, which may span lines.
func (w *printer) write(s string) {
	w.buf.WriteString(s)
	w.line += strings.Count(s, "\n")
}

// margin is the indentation of the current nesting.
func (w *printer) margin() string { return margin(w.indent) }

func margin(depth int) string {
	return strings.Repeat("  ", min(depth, maxIndent))
}

// put writes one indented line.
func (w *printer) put(s string) {
	w.write(w.margin())
	w.write(s)
	w.write("\n")
}

// putTagged is put for the line of a node whose number callers may want to know.
func (w *printer) putTagged(tag any, s string) {
	if tag != nil {
		w.tags[w.line] = tag
	}
	w.lines = append(w.lines, w.line)
	w.put(s)
}

// comment writes // text, a line for each line of text.
func (w *printer) comment(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" {
			w.put("//")
		} else {
			w.put("// " + line)
		}
	}
}

// decls writes declarations. Runs of constants and of variables form aligned
// groups; blank lines separate groups and procedures.
func (w *printer) decls(ds []Decl) {
	for i := 0; i < len(ds); {
		n := 1
		for i+n < len(ds) && joins(ds[i+n-1], ds[i+n]) {
			n++
		}
		if _, title := previous(ds, i).(*Section); w.line > 1 && !title {
			w.write("\n")
		}
		w.group(ds[i : i+n])
		i += n
	}
}

func previous(ds []Decl, i int) Decl {
	if i == 0 {
		return nil
	}
	return ds[i-1]
}

// joins reports whether y follows x without a blank line.
func joins(x, y Decl) bool {
	switch y := y.(type) {
	case *ConstDecl:
		return is[*ConstDecl](x)
	case *VarDecl:
		return is[*VarDecl](x)
	case *TypeDecl:
		return is[*TypeDecl](x)
	case *AxiomDecl:
		return is[*AxiomDecl](x)
	case *FuncDecl:
		f, ok := x.(*FuncDecl)
		return ok && (f.Body == nil) == (y.Body == nil)
	}
	return false
}

func is[T Decl](d Decl) bool { _, ok := d.(T); return ok }

// group writes declarations of one kind.
func (w *printer) group(ds []Decl) {
	switch ds[0].(type) {
	case *ConstDecl, *VarDecl:
		w.table(ds)
		return
	}
	for _, d := range ds {
		switch d := d.(type) {
		case *Section:
			w.comment(d.Title)
		case *TypeDecl:
			w.put("type " + d.Name + ";")
		case *AxiomDecl:
			w.put(w.statement("axiom ", d.E))
		case *FuncDecl:
			w.function(d)
		case *Proc:
			w.procedure(d)
		}
	}
}

// table writes constants or variables with types and comments in columns.
func (w *printer) table(ds []Decl) {
	rows := make([]row, len(ds))
	for i, d := range ds {
		switch d := d.(type) {
		case *ConstDecl:
			unique := ""
			if d.Unique {
				unique = "unique "
			}
			rows[i] = row{"const " + attrs(d.Attrs) + unique + d.Name + ":", TypeString(d.T) + ";", d.Comment}
		case *VarDecl:
			rows[i] = row{"var " + d.Name + ":", TypeString(d.T) + ";", d.Comment}
		}
	}
	w.rows(rows)
}

// row is a declaration in three columns.
type row struct{ name, typ, comment string }

// maxPad keeps one very long name from pushing a whole column away.
const maxPad = 48

func (w *printer) rows(rows []row) {
	names, types := 0, 0
	for _, r := range rows {
		if len(r.name) <= maxPad {
			names = max(names, len(r.name))
		}
		if r.comment != "" && len(r.typ) <= maxPad {
			types = max(types, len(r.typ))
		}
	}
	for _, r := range rows {
		s := pad(r.name, names) + " " + r.typ
		if r.comment != "" {
			s = pad(r.name, names) + " " + pad(r.typ, types) + "  // " + oneLine(r.comment)
		}
		w.put(s)
	}
}

func pad(s string, n int) string {
	if len(s) >= n {
		return s
	}
	return s + strings.Repeat(" ", n-len(s))
}

// oneLine keeps a comment from running into the next line of the program.
func oneLine(s string) string {
	return inLine.Replace(s)
}

func (w *printer) function(f *FuncDecl) {
	head := w.signature("function "+attrs(f.Attrs)+f.Name, f.Params) + ": " + TypeString(f.Result)
	if f.Body == nil {
		w.put(head + ";")
		return
	}
	body := flat(f.Body)
	if s := head + " { " + body + " }"; len(s) <= width {
		w.put(s)
		return
	}
	w.put(head + " {")
	w.put("  " + broken(f.Body, body, 1, 2))
	w.put("}")
}

// procedure writes the head and the contract, and with a body its braces in the
// first column, by which package solver finds procedures in the text.
func (w *printer) procedure(p *Proc) {
	for _, c := range p.Comment {
		w.comment(c)
	}
	head := w.signature("procedure "+attrs(p.Attrs)+p.Name, p.Params)
	if len(p.Results) > 0 {
		head = w.signature(head+" returns ", p.Results)
	}
	if p.Body == nil {
		head += ";"
	}
	w.put(head)
	w.indent++
	w.specs("requires", p.Requires)
	w.modifies(p.Modifies)
	w.specs("ensures", p.Ensures)
	w.indent--
	if p.Body == nil {
		return
	}
	w.put("{")
	w.indent++
	w.locals(p.Locals)
	if len(p.Locals) > 0 && len(p.Body) > 0 {
		w.write("\n")
	}
	w.stmts(p.Body)
	w.indent--
	w.put("}")
}

// signature writes head(vars), a variable a line if one line does not hold them.
func (w *printer) signature(head string, vars []Var) string {
	parts := make([]string, len(vars))
	for i, v := range vars {
		if parts[i] = TypeString(v.T); v.Name != "" {
			parts[i] = v.Name + ": " + parts[i]
		}
	}
	if s := head + "(" + strings.Join(parts, ", ") + ")"; len(s) <= width {
		return s
	}
	return head + "(\n    " + strings.Join(parts, ",\n    ") + ")"
}

// specs writes clauses, each on lines of its own, so that a line identifies its
// clause.
func (w *printer) specs(word string, specs []Spec) {
	for _, s := range specs {
		head := word + " " + attrs(s.Attrs)
		if s.Free {
			head = "free " + head
		}
		w.putTagged(s.Tag, w.statement(head, s.E))
	}
}

func (w *printer) modifies(names []string) {
	if len(names) > 0 {
		w.put("modifies " + w.list(names, "") + ";")
	}
}

// list joins names with commas, breaking lines where they are full.
func (w *printer) list(names []string, op string) string {
	var b strings.Builder
	col := len(w.margin()) + 10
	for i, n := range names {
		if i > 0 {
			b.WriteString(",")
			if col+len(n)+2 > width {
				b.WriteString("\n" + margin(w.indent+2))
				col = len(margin(w.indent + 2))
			} else {
				b.WriteString(" ")
				col += 2
			}
		}
		b.WriteString(n)
		col += len(n)
	}
	b.WriteString(op)
	return b.String()
}

func (w *printer) locals(vars []Var) {
	rows := make([]row, len(vars))
	for i, v := range vars {
		rows[i] = row{"var " + v.Name + ":", TypeString(v.T) + ";", v.Comment}
	}
	w.rows(rows)
}

// TypeString prints a type: int, bv32, [bv32]bool.
func TypeString(t Type) string {
	switch t := t.(type) {
	case NamedType:
		return string(t)
	case BV:
		return "bv" + strconv.Itoa(int(t))
	case *MapType:
		keys := make([]string, len(t.Keys))
		for i, k := range t.Keys {
			keys[i] = TypeString(k)
		}
		return "[" + strings.Join(keys, ", ") + "]" + TypeString(t.Value)
	}
	return "?"
}

// attrs prints attributes, each followed by a space.
func attrs(as []Attr) string {
	var b strings.Builder
	for _, a := range as {
		b.WriteString("{:" + a.Key)
		for i, arg := range a.Args {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte(' ')
			switch arg := arg.(type) {
			case string:
				b.WriteString(quote(arg))
			case int:
				b.WriteString(strconv.Itoa(arg))
			case Expr:
				b.WriteString(flat(arg))
			}
		}
		b.WriteString("} ")
	}
	return b.String()
}

// quote makes a Boogie string. Its only escape is \", so a string cannot end in a
// backslash; backslashes become slashes, as in file names.
func quote(s string) string {
	return `"` + inQuotes.Replace(s) + `"`
}

// inLine keeps text on a line, and inQuotes between quotation marks as well.
var (
	inLine   = strings.NewReplacer("\n", " ", "\r", " ")
	inQuotes = strings.NewReplacer(`\`, "/", `"`, `\"`, "\n", " ", "\r", " ")
)
