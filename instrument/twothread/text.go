package twothread

import (
	"fmt"
	"maps"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// text is the list of statements being written.
type text struct {
	stmts []boogie.Stmt
	// stated are facts that hold of the values that variables have here.
	stated  stated
	lastPos diag.Pos
	// line is the text of a line of the source, for comments; nil for none.
	line func(diag.Pos) string
}

// Emit writes statements.
func (t *text) Emit(s ...boogie.Stmt) {
	for _, st := range s {
		t.stated.after(st)
	}
	t.stmts = append(t.stmts, s...)
}

// Collect runs f and returns what it emitted.
func (t *text) Collect(f func()) []boogie.Stmt {
	saved := t.stmts
	t.stmts = boogie.NoStmts
	t.inBlock(f)
	got := t.stmts
	t.stmts = saved
	return got
}

// Comment writes where the following statements come from, once per line.
func (t *text) Comment(src kernel.Src) {
	pos := src.Pos
	if !pos.Valid() || pos.File == t.lastPos.File && pos.Line == t.lastPos.Line {
		return
	}
	t.lastPos = pos
	said := fmt.Sprintf("%s:%d:", pos.File, pos.Line)
	if t.line != nil {
		said += " " + t.line(pos)
	}
	t.Emit(&boogie.Comment{Text: said})
}

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
func (t *text) inBlock(f func()) {
	before := maps.Clone(t.stated)
	f()
	for fact := range before {
		if t.stated[fact] == nil {
			delete(before, fact)
		}
	}
	t.stated = before
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
