package cuda

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
)

// The names of an inline namespace are those of the namespace around it, as most programs mean
// them. Which of them were declared inside matters where the inline namespace is named: lib::v2::f
// and using namespace lib::v2 leave out what stands in lib beside it.

// notePart notes in which inline namespace of s a name is declared.
func (s *scope) notePart(name string) {
	if s.inlines == nil && s.part == "" || slices.Contains(s.parts[name], s.part) {
		return
	}
	if s.parts == nil {
		s.parts = map[string][]string{}
	}
	s.parts[name] = append(s.parts[name], s.part)
}

// InlineParts tells in which inline namespaces of a namespace its names are declared: by the path
// of the name, joined with ::. A name that is not in it is declared in none.
type InlineParts map[string][]string

// inlineParts gathers those of s and the scopes in it; path is that of s with :: behind.
func inlineParts(s *scope, path string, into InlineParts) {
	for name, parts := range s.parts {
		into[path+name] = parts
	}
	for name, in := range s.inner {
		if in.parent == s { // not an alias
			inner := path
			if name != "" {
				inner += name + "::"
			}
			inlineParts(in, inner, into)
		}
	}
}

// Within reports whether a name, by its path, is declared in the inline namespace part of the
// namespace around it, and whether it is declared outside of that too.
func (ps InlineParts) Within(path, part string) (inside, outside bool) {
	return within(ps[path], part)
}

func within(parts []string, part string) (inside, outside bool) {
	for _, p := range parts {
		if p == part || strings.HasPrefix(p, part+"::") {
			inside = true
		} else {
			outside = true
		}
	}
	return inside, outside || len(parts) == 0
}

// throughInline refuses n, whose path ends with the inline namespace part, if the name is declared
// beside it as well.
func throughInline(p *parser, pos diag.Pos, n *qualified, part string) {
	in := p.names.find(n.path)
	if in == nil || part == "" || p.failed != nil {
		return
	}
	if inside, outside := within(in.parts[n.name], part); inside && outside {
		p.unsupported(pos, "%s of the inline namespace %s, which is declared outside of that as well; give it another name", n.name, part)
	}
}

// inlinePart is the end of a path that names inline namespaces, joined, empty if it does not end so.
func inlinePart(s *scope, path []string) string {
	var out, part []string
	for _, name := range path {
		if s.inlined(out, name) {
			part = append(part, name)
		} else {
			out, part = append(out, name), nil
		}
	}
	return strings.Join(part, "::")
}
