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
	stated stated
	last   kernel.Src
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

// Comment writes where the following statements come from, once per line: the line of the kernel, and
// below it that of a function that it calls.
func (t *text) Comment(src kernel.Src) {
	pos := src.Pos
	if !pos.Valid() || sameLine(pos, t.last.Pos) && sameCall(src.Calls, t.last.Calls) {
		return
	}
	if len(src.Calls) > 0 {
		if call := src.Calls[0]; len(t.last.Calls) == 0 || !sameLine(call, t.last.Calls[0]) {
			t.place("", call)
		}
		if !sameLine(pos, src.Calls[0]) && !pos.Supplied() {
			t.place("  in ", pos)
		}
	} else {
		t.place("", pos)
	}
	t.last = src
}

// place writes one line of the source.
func (t *text) place(in string, pos diag.Pos) {
	said := fmt.Sprintf("%s%s:%d:", in, pos.File, pos.Line)
	if t.line != nil {
		said += " " + t.line(pos)
	}
	t.Emit(&boogie.Comment{Text: said})
}

func sameLine(x, y diag.Pos) bool { return x.File == y.File && x.Line == y.Line }

// sameCall reports whether two statements are in functions that one line of the kernel calls, or in none.
func sameCall(x, y []diag.Pos) bool {
	if len(x) == 0 || len(y) == 0 {
		return len(x) == len(y)
	}
	return sameLine(x[0], y[0])
}

// operation is where a statement is, for comments: of operations on barriers, where the function around them, which
// seldom has anything else, is called.
func operation(s kernel.Stmt) kernel.Src {
	src := s.Source()
	if _, sync := kernel.SyncOf(s); sync && len(src.Calls) > 0 {
		last := len(src.Calls) - 1
		src.Pos, src.Calls = src.Calls[last], src.Calls[:last]
	}
	return src
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
