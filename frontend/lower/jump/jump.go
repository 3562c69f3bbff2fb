// Package jump is where break, continue and goto lead: the loops, switches and labels around
// a statement become loops of the kernel and regions that a Leave ends.
//
// What comes in are syntax and functions that lower the statements inside; what goes out are
// the statements of the kernel, written to the Output. A jump that leads nowhere is an error,
// one into a block or a loop is unsupported.
package jump

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
	"gv2/frontend/lower/tidy"
)

// target is something that break, continue or goto may leave.
type target struct {
	loop  bool
	label string // of the region of a switch or label
	name  string // of a C label
	used  *bool
	// gotoLoop is set for a loop that jumps back to the label make.
	gotoLoop bool
	// breaks and continues are the labels of regions around a loop and its body,
	// for break and continue inside a gotoLoop.
	breaks, continues *string
}

// Targets are those around the statement at hand, innermost last.
type Targets struct{ around []target }

// within collects what f emits inside something that can be jumped out of.
func (ts *Targets) within(out *object.Output, t target, f func()) []kernel.Stmt {
	ts.around = append(ts.around, t)
	stmts := out.Block(f)
	ts.around = ts.around[:len(ts.around)-1]
	return stmts
}

// Loop collects what body emits as the body of loop, emits post, and in the end, when finish has
// filled in the rest, the loop.
func (ts *Targets) Loop(out *object.Output, loop *kernel.Loop, body, finish func()) {
	var breaks, continues string
	loop.Body = ts.within(out, target{loop: true, breaks: &breaks, continues: &continues}, body)
	if continues != "" {
		loop.Body = []kernel.Stmt{&kernel.Region{Src: loop.Src, Label: continues, Body: loop.Body}}
	}
	finish()
	if breaks != "" {
		out.Cur = append(out.Cur, &kernel.Region{Src: loop.Src, Label: breaks, Body: out.Block(func() { out.Emit(loop) })})
		return
	}
	out.Emit(loop)
}

// Switch emits what f does as the body of a switch, which break leaves.
func (ts *Targets) Switch(out *object.Output, pos diag.Pos, f func()) {
	ts.region(out, pos, target{label: out.Unique("end_of_switch")}, f)
}

// Before emits what f does, which stands before the label at.
func (ts *Targets) Before(out *object.Output, at *cuda.LabelStmt, f func()) {
	ts.region(out, at.Pos, target{name: at.Label, label: out.Unique("label_" + emit.Identifier(at.Label))}, f)
}

func (ts *Targets) region(out *object.Output, pos diag.Pos, t target, f func()) {
	used := false
	t.used = &used
	stmts, _ := tidy.TrimLeaves(ts.within(out, t, f), t.label)
	if used && tidy.HasLeave(stmts, t.label) {
		out.Cur = append(out.Cur, &kernel.Region{Src: out.At(pos), Label: t.label, Body: stmts})
		return
	}
	out.Cur = append(out.Cur, stmts...)
}

// Again emits loop, the one that jumps back to the label at make, around what body emits.
func (ts *Targets) Again(out *object.Output, at *cuda.LabelStmt, loop *kernel.Loop, body func()) {
	behind := out.Unique("behind_" + emit.Identifier(at.Label))
	again := out.Unique("again_" + emit.Identifier(at.Label))
	used := false
	inner := ts.within(out, target{gotoLoop: true, name: at.Label, label: again, used: &used}, body)
	inner = append(inner, &kernel.Leave{Src: out.At(at.Pos), Label: behind})
	loop.Body = []kernel.Stmt{&kernel.Region{Src: out.At(at.Pos), Label: again, Body: inner}}
	out.Spend(4)
	out.Cur = append(out.Cur, &kernel.Region{Src: out.At(at.Pos), Label: behind, Body: []kernel.Stmt{loop}})
}

// Break leaves the loop or switch around it. Out of a loop that goto makes, which is none of
// the program's, it is a jump.
func (ts *Targets) Break(out *object.Output, pos diag.Pos) {
	across := false
	for i := len(ts.around) - 1; i >= 0; i-- {
		switch t := ts.around[i]; {
		case t.loop && !across:
			out.Emit(&kernel.Break{Src: out.At(pos)})
			return
		case t.loop:
			out.Emit(&kernel.Leave{Src: out.At(pos), Label: out.LabelOf(t.breaks, "broken")})
			return
		case t.name == "":
			*t.used = true
			out.Emit(&kernel.Leave{Src: out.At(pos), Label: t.label})
			return
		default:
			across = across || t.gotoLoop
		}
	}
	out.Errorf(pos, "break outside a loop or switch")
}

// Continue goes on with the loop around it.
func (ts *Targets) Continue(out *object.Output, pos diag.Pos) {
	across := false
	for i := len(ts.around) - 1; i >= 0; i-- {
		switch t := ts.around[i]; {
		case t.loop && !across:
			out.Emit(&kernel.Continue{Src: out.At(pos)})
			return
		case t.loop:
			out.Emit(&kernel.Leave{Src: out.At(pos), Label: out.LabelOf(t.continues, "continued")})
			return
		}
		across = across || ts.around[i].gotoLoop
	}
	out.Errorf(pos, "continue outside a loop")
}

// Goto jumps to a label, forwards out of the region before it or back to the loop that it begins.
func (ts *Targets) Goto(out *object.Output, st *cuda.GotoStmt) {
	for i := len(ts.around) - 1; i >= 0; i-- {
		if t := ts.around[i]; t.name == st.Label && t.name != "" {
			*t.used = true
			out.Emit(&kernel.Leave{Src: out.At(st.Pos), Label: t.label})
			return
		}
	}
	out.Unsupported(st.Pos, "goto %s, which jumps into a block or a loop; write it as a loop", st.Label)
}

// Statements are the ways to lower some that stand between labels.
type Statements struct {
	// Sequence lowers statements without labels; top is set where they end a function's body.
	Sequence func(stmts []cuda.Stmt, top bool)
	// Loop is the loop that jumps back to the label at make.
	Loop func(at *cuda.LabelStmt, body []cuda.Stmt)
}

// Labelled lowers statements among which are labels. The code before a label is a region that
// a goto leaves, forwards. The code from a label to the last goto back to it is a loop, which
// goto goes on with.
func (ts *Targets) Labelled(out *object.Output, stmts []cuda.Stmt, top bool, s Statements) {
	at := syntax.LastLabel(stmts)
	if head, last := syntax.BackwardJump(stmts); head >= 0 && at <= last {
		ts.Labelled(out, stmts[:head+1], false, s)
		s.Loop(stmts[head].(*cuda.LabelStmt), stmts[head+1:last+1])
		s.Sequence(stmts[last+1:], top)
		return
	}
	if at >= 0 {
		ts.Before(out, stmts[at].(*cuda.LabelStmt), func() { ts.Labelled(out, stmts[:at], false, s) })
	}
	s.Sequence(stmts[at+1:], top)
}
