// Package bind has the scopes of local names and template parameters, and what each name
// in them is bound to. Names at file level are package lookup's.
package bind

import (
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
}

// Pack is the elements of a parameter pack, none for an empty one.
type Pack struct{ Elems []*Symbol }

// New is an empty scope inside outer, which may be nil.
func New(outer *Scope) *Scope { return &Scope{Outer: outer} }

// Bind gives a name a meaning; an empty name has none.
func (s *Scope) Bind(name string, sym *Symbol) {
	if name == "" {
		return
	}
	if s.Names == nil {
		s.Names = map[string]*Symbol{}
	}
	s.Names[name] = sym
}

// Find is what a name means here, nil if no scope has it.
func (s *Scope) Find(name string) *Symbol {
	for ; s != nil; s = s.Outer {
		if sym := s.Names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// Spell writes the bound template arguments as <int, 4>, for people.
func (s *Scope) Spell(head *cuda.TemplateHead) string {
	return s.written(head, (*Symbol).spelled)
}

// Identity tells the bound template arguments from all others.
func (s *Scope) Identity(head *cuda.TemplateHead) string {
	return s.written(head, (*Symbol).identity)
}

func (s *Scope) written(head *cuda.TemplateHead, text func(*Symbol) string) string {
	return "<" + strings.Join(s.parts(head, text), ", ") + ">"
}

// Unbound stands for an argument that is not known.
const Unbound = "?"

// Parts are the bound template arguments one by one, for people; a pack is as many as it has
// elements.
func (s *Scope) Parts(head *cuda.TemplateHead) []string { return s.parts(head, (*Symbol).spelled) }

func (s *Scope) parts(head *cuda.TemplateHead, text func(*Symbol) string) []string {
	var parts []string
	for _, p := range head.Params {
		sym := s.Names[p.Name]
		if sym == nil || sym.Pack == nil {
			parts = append(parts, text(sym))
			continue
		}
		for _, e := range sym.Pack.Elems {
			parts = append(parts, text(e))
		}
	}
	return parts
}

func (sym *Symbol) spelled() string { return sym.written((*ctype.Type).String) }

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
