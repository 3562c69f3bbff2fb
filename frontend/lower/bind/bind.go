// Package bind has the scopes of local names and template parameters, and what each name
// in them is bound to. Names at file level are package lookup's.
package bind

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Scope maps the names of a block to what they mean; inner scopes shadow.
type Scope struct {
	Outer *Scope
	Names map[string]*Symbol
	Class *ctype.Record // whose members' scope it is
}

// Symbol is what a local name means: exactly one of Place, T, Value, Template, Pack and Bad
// is set.
type Symbol struct {
	Place *object.Place
	// Declared is the type that a variable is declared with, where Place has forgotten that it is a
	// reference.
	Declared *ctype.Type
	// Name tells a template argument that is a place, a function's address, from others.
	Name  string
	T     *ctype.Type // typedef, template type parameter, local struct
	Value kernel.Expr // enumerator, template value parameter
	Of    *ctype.Type // of Value, nil where its kernel type tells it
	Auto  bool        // Value is that of template <auto>: its type tells it from others too
	// Template is a class or alias template, the argument for a template parameter; Name
	// tells it from others.
	Template cuda.Decl
	Pack     *Pack  // what a parameter pack stands for
	Bad      string // why the name cannot be used
	// Fixed is set for what does not depend on a template around it, as far as it is written.
	Fixed bool
}

// Pack is the elements of a parameter pack, none for an empty one.
type Pack struct{ Elems []*Symbol }

// New is an empty scope inside outer, which may be nil.
func New(outer *Scope) *Scope { return &Scope{Outer: outer} }

// Bind gives a name a meaning; an empty name has none. The name of an element, ts#2, makes
// ts a pack of at least three.
func (s *Scope) Bind(name string, sym *Symbol) {
	if name == "" {
		return
	}
	if pack, i, ok := Element(name); ok {
		of := s.Names[pack]
		if of == nil || of.Pack == nil {
			of = &Symbol{Pack: &Pack{}}
			s.Bind(pack, of)
		}
		for len(of.Pack.Elems) <= i {
			of.Pack.Elems = append(of.Pack.Elems, nil)
		}
		of.Pack.Elems[i] = sym
		return
	}
	if s.Names == nil {
		s.Names = map[string]*Symbol{}
	}
	s.Names[name] = sym
}

// Find is what a name means here, nil if no scope has it.
func (s *Scope) Find(name string) *Symbol {
	if pack, i, ok := Element(name); ok {
		return s.Find(pack).element(i)
	}
	for ; s != nil; s = s.Outer {
		if sym := s.Names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// Own is what a name means in this scope itself, nil if nothing.
func (s *Scope) Own(name string) *Symbol {
	if pack, i, ok := Element(name); ok {
		return s.Names[pack].element(i)
	}
	return s.Names[name]
}

// Element reads the name of an element of a pack, ts#2.
func Element(name string) (pack string, i int, ok bool) {
	at := strings.LastIndexByte(name, '#')
	if at <= 0 {
		return "", 0, false
	}
	i, err := strconv.Atoi(name[at+1:])
	return name[:at], i, err == nil
}

func (sym *Symbol) element(i int) *Symbol {
	if sym == nil || sym.Pack == nil || i >= len(sym.Pack.Elems) {
		return nil
	}
	return sym.Pack.Elems[i]
}

// Whole reports whether all elements of a pack are known; it is true for what is no pack.
func (sym *Symbol) Whole() bool {
	return sym.Pack == nil || !slices.Contains(sym.Pack.Elems, nil)
}

// Length is the number of elements of the pack of that name; ok is false if it is none.
func (s *Scope) Length(name string) (n int, ok bool) {
	sym := s.Find(name)
	if sym == nil || sym.Pack == nil {
		return 0, false
	}
	return len(sym.Pack.Elems), true
}

// Flat are symbols with the elements of packs in their place.
func Flat(list []*Symbol) []*Symbol {
	var out []*Symbol
	for _, sym := range list {
		if sym != nil && sym.Pack != nil {
			out = append(out, sym.Pack.Elems...)
		} else {
			out = append(out, sym)
		}
	}
	return out
}

// HasType reports whether a name means a type here.
func (s *Scope) HasType(name string) bool {
	sym := s.Find(name)
	return sym != nil && sym.T != nil
}

// Spell writes the bound template arguments as <int, 4>, for people.
func (s *Scope) Spell(head *cuda.TemplateHead) string {
	return s.written(head, (*Symbol).spelled, "")
}

// Identity tells the bound template arguments from all others.
func (s *Scope) Identity(head *cuda.TemplateHead) string {
	return s.written(head, (*Symbol).identity, "{}")
}

func (s *Scope) written(head *cuda.TemplateHead, text func(*Symbol) string, around string) string {
	return "<" + strings.Join(s.parts(head, text, around), ", ") + ">"
}

// Unbound stands for an argument that is not known.
const Unbound = "?"

// Parts are the bound template arguments one by one, for people; a pack is as many as it has
// elements.
func (s *Scope) Parts(head *cuda.TemplateHead) []string {
	return s.parts(head, (*Symbol).spelled, "")
}

// parts writes the arguments; around is what stands before and behind a pack.
func (s *Scope) parts(head *cuda.TemplateHead, text func(*Symbol) string, around string) []string {
	var parts []string
	for _, p := range head.Params {
		sym := s.Names[p.Name]
		if sym == nil || sym.Pack == nil {
			parts = append(parts, text(sym))
			continue
		}
		if around != "" {
			parts = append(parts, around[:1])
		}
		for _, e := range sym.Pack.Elems {
			parts = append(parts, text(e))
		}
		if around != "" {
			parts = append(parts, around[1:])
		}
	}
	return parts
}

func (sym *Symbol) spelled() string {
	text := sym.written((*ctype.Type).String)
	if sym != nil && sym.Auto && sym.Of != nil && sym.Of.Identity() != ctype.Int.Identity() {
		return "(" + sym.Of.String() + ")" + text // 1 and 1u are arguments of two instances
	}
	return text
}

func (sym *Symbol) identity() string {
	text := sym.written((*ctype.Type).Identity)
	if sym != nil && sym.Auto && sym.Of != nil {
		text = sym.Of.Identity() + " " + text
	}
	return text
}

func (sym *Symbol) written(text func(*ctype.Type) string) string {
	switch {
	case sym == nil:
		return Unbound
	case sym.T != nil:
		return text(sym.T)
	case sym.Name != "":
		return sym.Name
	}
	if c, ok := sym.Value.(*kernel.Const); ok {
		return strconv.FormatInt(c.Val, 10)
	}
	return Unbound
}

// OfTemplate is the symbol of a class or alias template, nil for other declarations.
func OfTemplate(d cuda.Decl) *Symbol {
	var scope []string
	name := ""
	switch d := d.(type) {
	case *cuda.RecordDecl:
		if d.Template != nil && d.SpecialOf == nil {
			scope, name = d.Scope, d.Name
		}
	case *cuda.TypedefDecl:
		if d.Template != nil {
			scope, name = d.Scope, d.Name
		}
	}
	if name == "" {
		return nil
	}
	return &Symbol{Template: d, Name: strings.Join(append(append([]string{}, scope...), name), "::")}
}

// Holder is the class around s that has a member of the class d, which is declared with it; nil if there is none.
func (s *Scope) Holder(d *cuda.RecordDecl) *ctype.Record {
	for ; s != nil; s = s.Outer {
		if s.Class != nil && slices.ContainsFunc(s.Class.Decl.Fields, func(f *cuda.VarDecl) bool {
			t := f.Type
			for t.Elem != nil {
				t = t.Elem
			}
			return t.Record == d
		}) {
			return s.Class
		}
	}
	return nil
}
