package advise

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// A barrier that some threads miss stands in a branch that they do not take, or behind a return
// that they take. Barriers are moved out of branches, and returns become conditions around all
// that follows but the barriers.

// mostBranches is out of how many conditionals a barrier is moved.
const mostBranches = 3

// movedBarriers are kernels in which the barrier of a finding stands behind the conditional that it
// is in, or between parts of it.
func movedBarriers(k *kernel.Kernel, f *claim.Finding) []change {
	var out []change
	at := barrierOf(k, f)
	if at == nil {
		return nil
	}
	for range mostBranches {
		next, ok := movedOnce(k, at)
		if !ok {
			break
		}
		out = append(out, next)
		k = next.kernel
	}
	return out
}

// barrierOf is the place of the barrier that a finding is about, nil if there is none.
func barrierOf(k *kernel.Kernel, f *claim.Finding) func(kernel.Stmt) bool {
	for i := range f.Accesses {
		src := f.Accesses[i].Src
		is := func(st kernel.Stmt) bool {
			b, ok := st.(*kernel.Barrier)
			return ok && wholeBlock(b) && b.Pos == src.Pos && slices.Equal(b.Calls, src.Calls)
		}
		if pathTo(k.Body, is) != nil {
			return is
		}
	}
	return nil
}

// movedOnce moves the barriers of a conditional out of it: that at the place, those before and
// behind it, and those of the other branch.
func movedOnce(k *kernel.Kernel, at func(kernel.Stmt) bool) (change, bool) {
	path := pathTo(k.Body, at)
	if len(path) < 2 {
		return change{}, false
	}
	branch, ok := path[len(path)-1].owner.(*kernel.If)
	if !ok {
		return change{}, false
	}
	then, lines := segments(branch.Then)
	other, otherLines := segments(branch.Else)
	lines = append(lines, otherLines...)
	n := max(len(then), len(other))
	if len(then) != n && len(then) != 1 || len(other) != n && len(other) != 1 {
		return change{}, false // the branches have different numbers of barriers
	}
	c := *k
	cond := &kernel.Var{Name: fmt.Sprintf("branch_%d", len(k.Vars)), T: kernel.BoolType, Temp: true}
	c.Vars = append(slices.Clone(k.Vars), cond)
	src := branch.Source()
	parts := []kernel.Stmt{&kernel.Assign{Src: src, Dst: cond, X: branch.Cond}}
	bare := true
	for i := range n {
		part := &kernel.If{Src: src, Cond: kernel.Ref(cond)}
		if i < len(then) {
			part.Then = then[i]
		}
		if i < len(other) {
			part.Else = other[i]
		}
		if len(part.Then)+len(part.Else) > 0 {
			bare = bare && i == 0
			parts = append(parts, part)
		}
		if i+1 < n {
			parts = append(parts, whole(k).make(barrierSrc(k, at)))
		}
	}
	c.Body = rewrite(nil, 0, k.Body, func(owner kernel.Stmt, which int, list []kernel.Stmt) []kernel.Stmt {
		here := path[len(path)-2]
		if owner != here.owner || which != here.which {
			return list
		}
		return slices.Replace(list, here.at, here.at+1, parts...)
	})
	out := change{kernel: &c, text: "moving the " + whole(k).name + " at " + linesText(lines) + " behind the conditional at line " + fmt.Sprint(src.Pos.Line)}
	if !bare {
		out.text = "moving the " + whole(k).name + " at " + linesText(lines) + " out of the conditional at line " + fmt.Sprint(src.Pos.Line) + ", between parts of it with the same condition"
	} else if len(lines) == 1 {
		out.edits = []claim.Edit{{At: barrierSrc(k, at).Pos, Place: claim.Instead}, {At: src.Pos, Place: claim.AtBack, Text: whole(k).text()}}
	}
	return out, true
}

func barrierSrc(k *kernel.Kernel, at func(kernel.Stmt) bool) kernel.Src {
	path := pathTo(k.Body, at)
	return path[len(path)-1].stmt().Source()
}

// segments are the parts of a list between its barriers, and the lines of these.
func segments(list []kernel.Stmt) (parts [][]kernel.Stmt, lines []int) {
	parts = [][]kernel.Stmt{nil}
	for _, st := range list {
		if b, ok := st.(*kernel.Barrier); ok && wholeBlock(b) {
			lines = append(lines, b.Pos.Line)
			parts = append(parts, nil)
			continue
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], st)
	}
	return parts, lines
}

// linesText names lines: line 9, or lines 9 and 12; empty for none.
func linesText(lines []int) string {
	lines = slices.Compact(slices.Sorted(slices.Values(lines)))
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("line %d", lines[0])
	}
	var words []string
	for _, n := range lines {
		words = append(words, fmt.Sprint(n))
	}
	return "lines " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// withoutContinues is a kernel whose threads reach the barriers behind a continue of the loop around
// them: it only leaves out the rest of the body.
func withoutContinues(k *kernel.Kernel, f *claim.Finding) []change {
	at := barrierOf(k, f)
	if at == nil {
		return nil
	}
	var out []change
	for _, end := range loopEnds(pathTo(k.Body, at)) {
		loop := end.owner.(*kernel.Loop)
		g := &goingOn{over: &kernel.Var{Name: fmt.Sprintf("over_%d", len(k.Vars)), T: kernel.BoolType, Temp: true}, continues: true}
		body, ok := g.list(loop.Body, false)
		if !ok || len(g.lines) == 0 {
			continue
		}
		c := *k
		c.Vars = append(slices.Clone(k.Vars), g.over)
		body = append([]kernel.Stmt{&kernel.Assign{Src: loop.Src, Dst: g.over, X: kernel.BoolConst(false)}}, body...)
		c.Body = rewrite(nil, 0, k.Body, func(owner kernel.Stmt, which int, list []kernel.Stmt) []kernel.Stmt {
			if owner == end.owner && which == end.which {
				return body
			}
			return list
		})
		out = append(out, change{kernel: &c, text: "letting the threads go on behind the continue at " + linesText(g.lines) +
			" (its condition, negated, around the rest of the loop's body but the barriers)"})
	}
	return out
}

// withoutReturns is a kernel whose threads reach the barriers behind its returns: a return outside of
// loops only leaves out the statements that follow.
func withoutReturns(k *kernel.Kernel, f *claim.Finding) []change {
	if barrierOf(k, f) == nil {
		return nil
	}
	g := &goingOn{over: &kernel.Var{Name: fmt.Sprintf("over_%d", len(k.Vars)), T: kernel.BoolType, Temp: true}}
	c := *k
	body, ok := g.list(k.Body, false)
	if !ok || len(g.lines) == 0 {
		return nil
	}
	c.Vars = append(slices.Clone(k.Vars), g.over)
	c.Body = append([]kernel.Stmt{&kernel.Assign{Src: k.Body[0].Source(), Dst: g.over, X: kernel.BoolConst(false)}}, body...)
	return []change{{kernel: &c, text: "letting the threads go on behind the return at " + linesText(g.lines) + " (its condition, negated, around all that follows but the barriers)"}}
}

// goingOn makes conditions of returns, or of those statements that continue a loop, of which the body is given.
type goingOn struct {
	over      *kernel.Var // set where the thread would have returned
	lines     []int
	continues bool
}

// leaves reports whether a statement is one of those.
func (g *goingOn) leaves(st kernel.Stmt) bool {
	if g.continues {
		_, is := st.(*kernel.Continue)
		return is
	}
	_, is := st.(*kernel.Return)
	return is
}

// list is a list of statements of which those behind a return, of this list or one before, are
// guarded; false if a return is in a loop.
func (g *goingOn) list(list []kernel.Stmt, guarded bool) ([]kernel.Stmt, bool) {
	var out []kernel.Stmt
	for _, st := range list {
		returns, waits := g.has(st)
		if g.leaves(st) {
			g.lines = append(g.lines, st.Source().Pos.Line)
			out = append(out, &kernel.Assign{Src: st.Source(), Dst: g.over, X: kernel.BoolConst(true)})
			guarded = true
			continue
		}
		switch st := st.(type) {
		case *kernel.Barrier:
			out = append(out, st)
			continue
		case *kernel.Assign:
			out = append(out, st)
			continue
		case *kernel.If:
			if returns || waits {
				c := *st
				var one, two bool
				c.Then, one = g.list(st.Then, guarded)
				c.Else, two = g.list(st.Else, guarded)
				if !one || !two {
					return nil, false
				}
				out = append(out, &c)
				guarded = guarded || returns
				continue
			}
		case *kernel.Loop:
			if returns {
				return nil, false
			}
			if waits {
				c := *st
				var ok bool
				if c.Body, ok = g.list(st.Body, guarded); !ok {
					return nil, false
				}
				out = append(out, &c)
				continue
			}
		default:
			// Others are guarded as a whole, unless threads return or wait inside.
			if returns || waits {
				return nil, false
			}
		}
		if guarded {
			st = &kernel.If{Src: st.Source(), Cond: kernel.Negated(kernel.Ref(g.over)), Then: []kernel.Stmt{st}}
		}
		out = append(out, st)
	}
	return out, true
}

// has reports whether a statement has returns, and barriers.
func (g *goingOn) has(st kernel.Stmt) (returns, waits bool) {
	if loop, is := st.(*kernel.Loop); !g.continues || !is || loop == nil { // an inner loop continues itself
		returns = pathTo([]kernel.Stmt{st}, g.leaves) != nil
	}
	waits = pathTo([]kernel.Stmt{st}, func(st kernel.Stmt) bool { _, is := st.(*kernel.Barrier); return is }) != nil
	return returns, waits
}
