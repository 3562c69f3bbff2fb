package instrument

import (
	"maps"

	"gv2/boogie"
)

// stated are facts that were stated about the values that variables have now,
// with the names of the variables: they need not be stated again.
type stated map[string][]string

// forget drops what was stated about values that a variable no longer has.
func (s stated) forget(name string) {
	for text, names := range s {
		for _, n := range names {
			if n == name {
				delete(s, text)
				break
			}
		}
	}
}

// after forgets what a statement changes.
func (s stated) after(st boogie.Stmt) {
	if len(s) == 0 {
		return
	}
	switch st := st.(type) {
	case *boogie.Assign:
		for _, l := range st.Lhs {
			if id, ok := l.(*boogie.Id); ok {
				s.forget(id.Name)
			}
		}
	case *boogie.Havoc:
		for _, n := range st.Names {
			s.forget(n)
		}
	}
}

// inBlock calls f, which writes a block that may not be executed: what is stated
// in it is not stated behind it.
func (w *writer) inBlock(f func()) {
	before := maps.Clone(w.stated)
	f()
	for text := range before {
		if w.stated[text] == nil {
			delete(before, text)
		}
	}
	w.stated = before
}

// namesIn are the names in an expression, not nil.
func namesIn(e boogie.Expr) []string {
	names := []string{}
	boogie.Walk(e, func(e boogie.Expr) bool {
		if id, ok := e.(*boogie.Id); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}
