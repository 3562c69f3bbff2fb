package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/asm"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/constexpr"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/jump"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// blockIn lowers a function's body in scope sc.
func (l *lowerer) blockIn(b *cuda.Block, sc *bind.Scope) {
	l.frame.scope = sc
	l.list(b.Stmts, true)
}

// scoped runs f in a scope of its own.
func (l *lowerer) scoped(f func()) {
	outer := l.frame.scope
	l.frame.scope = bind.New(outer)
	f()
	l.frame.scope = outer
}

// list lowers the statements of a block; top is set for a function's body.
func (l *lowerer) list(stmts []cuda.Stmt, top bool) {
	l.frame.jumps.Labelled(l.out, stmts, top, jump.Statements{Sequence: l.sequence, Loop: l.gotoLoop})
}

// sequence lowers statements without labels. In a constexpr function what stands behind a return that is
// always reached is not looked at: it may be where the function calls itself.
func (l *lowerer) sequence(stmts []cuda.Stmt, top bool) {
	fr, before := l.frame, len(l.out.Cur)
	for i := range stmts {
		l.frame.tail = top && i == len(stmts)-1
		l.stmt(stmts[i])
		if cur := l.out.Cur; fr.fn != nil && fr.fn.Const && fr.label != "" && len(cur) > before {
			if leave, ok := cur[len(cur)-1].(*kernel.Leave); ok && leave.Label == fr.label {
				return
			}
		}
	}
}

// stmt lowers one statement.
func (l *lowerer) stmt(st cuda.Stmt) {
	if l.out.Late() {
		return
	}
	if l.depth++; l.depth > maxDepth {
		l.Unsupported(st.StmtPos(), "statements nested more than %d deep; split the kernel", maxDepth)
		l.out.Stopped = true
	}
	tail := l.frame.tail
	l.frame.tail = false
	l.out.Pos = st.StmtPos()
	l.stmtForm(st, tail)
	l.depth--
}

func (l *lowerer) stmtForm(st cuda.Stmt, tail bool) {
	switch st := st.(type) {
	case *cuda.Block:
		l.scoped(func() { l.list(st.Stmts, tail) })
	case *cuda.DeclStmt:
		for _, d := range st.Decls {
			l.declare(d)
		}
	case *cuda.ExprStmt:
		if st.Open != nil {
			undefined(l, st)
			return
		}
		l.discard(st.X)
	case *cuda.EmptyStmt:
	case *cuda.IfStmt:
		l.scoped(func() { l.ifStmt(st, tail) })
	case *cuda.ForStmt:
		l.scoped(func() { l.forStmt(st) })
	case *cuda.RangeStmt:
		l.scoped(func() { rangeStmt(l, st) })
	case *cuda.WhileStmt:
		l.scoped(func() { l.whileStmt(st) })
	case *cuda.DoStmt:
		l.scoped(func() { l.doStmt(st) })
	case *cuda.SwitchStmt:
		l.scoped(func() { l.switchStmt(st) })
	case *cuda.CaseStmt:
		l.Unsupported(st.Pos, "a case label inside a nested block; put it directly into the switch")
	case *cuda.BreakStmt:
		l.frame.jumps.Break(l.out, st.Pos)
	case *cuda.ContinueStmt:
		l.frame.jumps.Continue(l.out, st.Pos)
	case *cuda.ReturnStmt:
		l.returnStmt(st, tail)
	case *cuda.GotoStmt:
		l.frame.jumps.Goto(l.out, st)
	case *cuda.LabelStmt:
		l.Unsupported(st.Pos, "label %s here; put it directly into a block", st.Label)
	case *cuda.AsmStmt:
		l.asmStmt(st)
	default:
		l.Unsupported(st.StmtPos(), "this statement")
	}
}

// branch is a statement in a scope of its own, as a block.
func (l *lowerer) branch(st cuda.Stmt) []kernel.Stmt {
	if st == nil {
		return nil
	}
	return l.out.Block(func() { l.scoped(func() { l.stmt(st) }) })
}

// ifStmt lowers only the branch taken where the condition is constant, as
// templates and if constexpr need it; that ends the function where the statement does.
func (l *lowerer) ifStmt(st *cuda.IfStmt, tail bool) {
	if st.Init != nil {
		l.stmt(st.Init)
	}
	var cond kernel.Expr
	if st.Constexpr {
		stmts := l.mem.Apart(func() { cond = l.truthOf(st.Cond) })
		cond = constexpr.Value(stmts, cond)
	} else {
		cond = l.truthOf(st.Cond)
	}
	if c, ok := cond.(*kernel.Const); ok {
		taken := st.Then
		if c.Val == 0 {
			taken = st.Else
		}
		l.frame.tail = tail && taken != nil
		l.out.Cur = append(l.out.Cur, l.branch(taken)...)
		return
	}
	if st.Constexpr {
		l.Errorf(st.Pos, "the condition of if constexpr is not constant")
		return
	}
	then := l.branch(st.Then)
	other := l.branch(st.Else)
	l.out.Emit(&kernel.If{Src: l.out.At(st.Pos), Cond: cond, Then: then, Else: other})
}

// returnStmt ends the kernel, or leaves the region of an inlined call.
func (l *lowerer) returnStmt(st *cuda.ReturnStmt, tail bool) {
	fr := l.frame
	if fr.label == "" {
		if st.X != nil {
			l.discard(st.X)
		}
		l.out.Emit(&kernel.Return{Src: l.out.At(st.Pos)})
		return
	}
	if st.X != nil && l.returnValue(st, tail) {
		return
	}
	fr.leaves++
	l.out.Emit(&kernel.Leave{Src: l.out.At(st.Pos), Label: fr.label})
}

// resultOf is the value that return x gives. A local variable of the function is
// the result itself, as compilers have it: [class.copy.elision].
func (l *lowerer) resultOf(x cuda.Expr, t *ctype.Type) object.Value {
	id, ok := x.(*cuda.Ident)
	if !ok || !t.IsRecord() || len(id.Path) > 0 {
		return l.initValue(x, t)
	}
	sym := l.frame.scope.Find(id.Name)
	if sym == nil || sym.Place == nil || sym.Place.Cell == nil || !ctype.Same(sym.Place.T, t) {
		return l.initValue(x, t)
	}
	for _, p := range l.frame.fn.Params {
		if p.Name == id.Name {
			return l.initValue(x, t)
		}
	}
	return l.eval(x)
}

// returnValue keeps the value; true if no jump is needed because the return is
// the only one and ends the function.
func (l *lowerer) returnValue(st *cuda.ReturnStmt, tail bool) bool {
	fr := l.frame
	if fr.rtype == nil {
		_, konst, ref := syntax.AutoOf(fr.fn.Result)
		t := *l.autoType(st.X, ref)
		t.Const, t.Ref = t.Const || konst, ref
		fr.rtype = &t
	}
	only := tail && fr.leaves == 0 && fr.result == nil
	switch {
	case fr.rtype.Bad():
		return false
	case fr.rtype.Form == ctype.VoidForm:
		l.discard(st.X)
		return false
	case fr.rtype.Ref:
		pl := l.evalPlace(st.X)
		if !only {
			l.Unsupported(st.Pos, "a function that returns a reference from several places; return a pointer")
			return false
		}
		fr.ret = l.refer(callArg{pos: st.Pos, pl: pl}, fr.rtype, fr.fn.Name+"_result", object.SlotOf(fr.inst, fr.fn, "result"))
		return true
	}
	v := l.resultOf(st.X, fr.rtype.Plain())
	if v.Bad() {
		fr.rtype = ctype.Bad
		return false
	}
	if only {
		fr.ret = valuePlace(st.X, v)
		return true
	}
	l.resultCell(fr)
	if fr.result != nil {
		l.mem.Write(fr.result.Place(st.Pos), v)
	}
	return false
}

// asmStmt evaluates the operands of inline PTX.
func (l *lowerer) asmStmt(st *cuda.AsmStmt) {
	var outs, ins []emit.Argument
	var places []*object.Place
	for _, o := range st.Outs {
		a := l.callArg(o.X)
		if a.place().T.Bad() {
			return
		}
		places = append(places, a.place())
		outs = append(outs, l.asmOutput(a, o.Constraint))
	}
	for _, o := range st.Ins {
		a := l.callArg(o.X)
		if a.place().T.Bad() {
			return
		}
		in := l.argument(a)
		l.mem.AddressArgument(&in)
		ins = append(ins, in)
	}
	l.out.Pos = st.Pos
	l.out.Kernel.ZeroDivides = l.out.Kernel.ZeroDivides || strings.Contains(st.Text, "div.") || strings.Contains(st.Text, "rem.")
	if strings.Contains(st.Text, "bra") { // registers are not followed through branches
		asm.Lower(l.out, st, outs, ins)
		return
	}
	b := &object.Addressing{Out: l.out, Mem: l.mem}
	if asm.Lower(b, st, outs, ins) {
		for _, pl := range places {
			b.KeepOutput(pl)
		}
	}
}

// asmOutput reads an operand only if the asm does: "+r".
func (l *lowerer) asmOutput(a callArg, constraint string) emit.Argument {
	if a.pl != nil && a.pl.T.IsScalar() && a.pl.Ptr != nil && len(constraint) > 0 && constraint[0] == '=' {
		out := emit.Argument{Pos: a.pos, Value: cexpr.Convert(kernel.NewConst(kernel.I32, 0), a.pl.T.Scalar)}
		pl := a.pl
		out.Assign = func(x kernel.Expr) { l.mem.Write(pl, l.convertTo(computedValue(x), pl.T.Plain(), a.pos)) }
		return out
	}
	return l.argument(a)
}
