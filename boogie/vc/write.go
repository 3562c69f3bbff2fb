package vc

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// writer prints terms as SMT-LIB. A term that is used more than once is defined first
// and goes by a name from there on.
type writer struct {
	strings.Builder
	curry bool
	names map[*term]string
	known map[string]bool // symbols declared
	defs  int
	// prefix starts the names that the writer makes.
	prefix string
}

func newWriter(curry bool, prefix string) *writer {
	return &writer{curry: curry, prefix: prefix, names: map[*term]string{}, known: map[string]bool{}}
}

func (w *writer) line(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

func (w *writer) sort(s *sort) string {
	if w.curry {
		return s.curry
	}
	return s.text
}

func (w *writer) sortList(ss []*sort) string {
	texts := make([]string, len(ss))
	for i, s := range ss {
		texts[i] = w.sort(s)
	}
	return strings.Join(texts, " ")
}

// define writes a macro.
func (w *writer) define(name string, params []*term, result *sort, body *term) {
	w.WriteString("(define-fun " + name + " (")
	for i, p := range params {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString("(" + quoted(p.text) + " " + w.sort(p.sort) + ")")
	}
	w.WriteString(") " + w.sort(result) + " ")
	w.term(body)
	w.WriteString(")\n")
}

// assert states x, after definitions of what it uses more than once.
func (w *writer) assert(x *term) {
	w.share([]*term{x}, nil)
	w.WriteString("(assert ")
	w.term(x)
	w.WriteString(")\n")
}

// reached lists the terms below roots, each once, those without names first.
func reached(roots []*term) (terms []*term, uses map[*term]int) {
	uses = map[*term]int{}
	stack := slices.Clone(roots)
	visit := func(x *term) {
		if uses[x]++; uses[x] == 1 {
			stack = append(stack, x)
			terms = append(terms, x)
		}
	}
	for _, x := range roots {
		if uses[x] == 0 {
			uses[x]++
			terms = append(terms, x)
		}
	}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, a := range x.args {
			visit(a)
		}
		if x.quant != nil {
			for _, trigger := range x.quant.triggers {
				for _, y := range trigger {
					visit(y)
				}
			}
		}
	}
	slices.SortFunc(terms, func(x, y *term) int { return cmp.Compare(x.id, y.id) })
	return terms, uses
}

// share declares the symbols below roots that are not known, and defines names for what
// occurs more than once, and for those of named.
func (w *writer) share(roots []*term, named map[*term]bool) {
	terms, uses := reached(roots)
	for _, x := range terms {
		switch {
		case x.op == opSymbol:
			w.declare(x)
		case len(x.args) == 0 || x.open || w.names[x] != "":
		case named[x], uses[x] > 1 && x.op != "not":
			w.name(x)
		}
	}
}

func (w *writer) declare(x *term) {
	// Constants of the program are declared by the prelude; their names end in @.
	if w.known[x.text] || strings.HasSuffix(strings.Trim(x.text, "|"), "@") {
		return
	}
	w.known[x.text] = true
	w.line("(declare-fun ", x.text, " () ", w.sort(x.sort), ")")
}

func (w *writer) name(x *term) {
	w.defs++
	name := w.prefix + strconv.Itoa(w.defs)
	w.WriteString("(define-fun " + name + " () " + w.sort(x.sort) + " ")
	w.term(x)
	w.WriteString(")\n")
	w.names[x] = name
}

// term writes x.
func (w *writer) term(x *term) {
	if name := w.names[x]; name != "" {
		w.WriteString(name)
		return
	}
	switch x.op {
	case opSymbol:
		w.WriteString(x.text)
	case opBound:
		w.WriteString(quoted(x.text))
	case opTrue, opFalse:
		w.WriteString(x.op)
	case opInt:
		if digits, negative := strings.CutPrefix(x.text, "-"); negative {
			w.WriteString("(- " + digits + ")")
		} else {
			w.WriteString(x.text)
		}
	case opBV:
		w.WriteString("(_ bv" + x.text + " " + strconv.Itoa(x.sort.bits) + ")")
	case opExtract:
		w.application("(_ extract "+x.text+")", x.args)
	case opSelect:
		if w.curry {
			w.curriedSelect(x.args[0], x.args[1:])
		} else {
			w.application(x.op, x.args)
		}
	case opStore:
		if n := len(x.args); w.curry {
			w.curriedStore(func() { w.term(x.args[0]) }, x.args[1:n-1], x.args[n-1])
		} else {
			w.application(x.op, x.args)
		}
	case opForall, opExists:
		w.quantifier(x)
	default:
		w.application(x.op, x.args)
	}
}

func (w *writer) application(op string, args []*term) {
	if len(args) == 0 {
		w.WriteString(op)
		return
	}
	w.WriteString("(" + op)
	for _, a := range args {
		w.WriteByte(' ')
		w.term(a)
	}
	w.WriteByte(')')
}

func (w *writer) curriedSelect(m *term, keys []*term) {
	for range keys {
		w.WriteString("(select ")
	}
	w.term(m)
	for _, k := range keys {
		w.WriteByte(' ')
		w.term(k)
		w.WriteByte(')')
	}
}

// curriedStore writes m[k := m[k][rest := v]].
func (w *writer) curriedStore(m func(), keys []*term, v *term) {
	w.WriteString("(store ")
	m()
	w.WriteByte(' ')
	w.term(keys[0])
	w.WriteByte(' ')
	if len(keys) == 1 {
		w.term(v)
	} else {
		inner := func() {
			w.WriteString("(select ")
			m()
			w.WriteByte(' ')
			w.term(keys[0])
			w.WriteByte(')')
		}
		w.curriedStore(inner, keys[1:], v)
	}
	w.WriteByte(')')
}

func (w *writer) quantifier(x *term) {
	w.WriteString("(" + x.op + " (")
	for i, v := range x.quant.vars {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString("(" + quoted(v.text) + " " + w.sort(v.sort) + ")")
	}
	w.WriteString(") ")
	if len(x.quant.triggers) > 0 {
		w.WriteString("(! ")
	}
	w.term(x.args[0])
	for _, trigger := range x.quant.triggers {
		w.WriteString(" :pattern (")
		for i, y := range trigger {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.term(y)
		}
		w.WriteByte(')')
	}
	if len(x.quant.triggers) > 0 {
		w.WriteByte(')')
	}
	w.WriteByte(')')
}
