package advise

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// place is a statement in a list of statements.
type place struct {
	// owner is the statement that the list is part of, nil for the kernel's body, and which says
	// which of its lists (kernel.Blocks).
	owner kernel.Stmt
	which int
	list  []kernel.Stmt
	at    int
}

func (p *place) stmt() kernel.Stmt { return p.list[p.at] }

// pathTo are the places from the body of a kernel to the first statement that is wanted, empty if
// there is none.
func pathTo(body []kernel.Stmt, wanted func(kernel.Stmt) bool) []place {
	return pathIn(nil, 0, body, wanted)
}

func pathIn(owner kernel.Stmt, which int, list []kernel.Stmt, wanted func(kernel.Stmt) bool) []place {
	for i, st := range list {
		here := place{owner, which, list, i}
		if wanted(st) {
			return []place{here}
		}
		for n, inner := range kernel.Blocks(st) {
			if path := pathIn(st, n, inner, wanted); path != nil {
				return append([]place{here}, path...)
			}
		}
	}
	return nil
}

// accessAt tells the statements that access memory at a place of the text.
func accessAt(src kernel.Src) func(kernel.Stmt) bool {
	return func(st kernel.Stmt) bool {
		at := st.Source()
		return kernel.Touched(st) != nil && at.Pos == src.Pos && slices.Equal(at.Calls, src.Calls)
	}
}

// rewrite is a list of statements with each list in it, and itself at last, replaced by what f
// makes of it. f is given the statement that the list is part of, as it was, and which of its
// lists it is.
func rewrite(owner kernel.Stmt, which int, list []kernel.Stmt, f func(owner kernel.Stmt, which int, list []kernel.Stmt) []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, len(list))
	for i, st := range list {
		switch st := st.(type) {
		case *kernel.If:
			c := *st
			c.Then, c.Else = rewrite(st, 0, st.Then, f), rewrite(st, 1, st.Else, f)
			out[i] = &c
		case *kernel.Loop:
			c := *st
			c.Head, c.Body, c.Post = rewrite(st, 0, st.Head, f), rewrite(st, 1, st.Body, f), rewrite(st, 2, st.Post, f)
			out[i] = &c
		case *kernel.Region:
			c := *st
			c.Body = rewrite(st, 0, st.Body, f)
			out[i] = &c
		default:
			// Others have no statements inside.
			out[i] = st
		}
	}
	return f(owner, which, out)
}

// spotName is how a repair calls a statement, seen from inside of that many calls: a barrier goes behind or in front of all
// of it.
func spotName(st kernel.Stmt, depth int) string {
	line := seenAt(st, depth).Line
	switch st.(type) {
	case *kernel.If:
		if len(st.Source().Calls) <= depth {
			return fmt.Sprintf("the conditional at line %d", line)
		}
	case *kernel.Loop:
		if len(st.Source().Calls) <= depth {
			return fmt.Sprintf("the loop at line %d", line)
		}
	default:
		// Others are named by their line alone.
	}
	return fmt.Sprintf("line %d", line)
}

// seenAt is where a statement is, seen from inside of that many calls: where the function that it is in is called, or
// where it stands.
func seenAt(st kernel.Stmt, depth int) diag.Pos {
	if src := st.Source(); len(src.Calls) > depth {
		return src.Calls[depth]
	}
	return st.Source().Pos
}

// shared is how many calls lead to both statements.
func shared(a, b kernel.Stmt) int {
	one, two, n := a.Source().Calls, b.Source().Calls, 0
	for n < len(one) && n < len(two) && one[n] == two[n] {
		n++
	}
	return n
}

func onLine(a, b kernel.Stmt, depth int) bool {
	one, two := seenAt(a, depth), seenAt(b, depth)
	return one.Line == two.Line && one.File == two.File
}
