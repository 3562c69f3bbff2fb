package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
)

// The log of an array holds nothing or one access of thread 1 of each kind,
// chosen without determinism:
//
//	LOG_READ_A(P, offset, source):   if (P && track) { READ_HAS_OCCURRED_A := true; READ_OFFSET_A := offset; ... }
//	CHECK_READ_A(P, offset):         requires !(P && WRITE_HAS_OCCURRED_A && WRITE_OFFSET_A == offset)
//	CHECK_WRITE_A(P, offset):        the same against the logged write, read and atomic
//
// Whatever holds of the log holds of every access, since any of them may be the
// one chosen (Betts et al., "GPUVerify").

// blockScopeName says whether the logged atomic was of block scope.
func blockScopeName(array string) string {
	return key.LogPrefix(key.AtomicAccess) + "_BLOCK_SCOPE_" + array
}

// atomicWidthName is the number of elements that the logged atomic covers.
func atomicWidthName(array string) string {
	return key.LogPrefix(key.AtomicAccess) + "_WIDTH_" + array
}

func logName(k key.AccessKind, array string) string { return "LOG_" + key.LogPrefix(k) + "_" + array }

func checkName(k key.AccessKind, array string) string {
	return "CHECK_" + key.LogPrefix(k) + "_" + array
}

// told reports whether annotations ask about accesses to the array.
func (p *ArrayPlan) told() bool { return len(p.asked) > 0 }

// Logs reports whether the procedure has the log of LOG and CHECK for an array.
func (w *Writer) Logs(ap *ArrayPlan) bool {
	if w.Named != nil {
		return w.Named.AsksLog() && ap.told()
	}
	return ap.logged(w.Enc.Pair)
}

// logFirst has thread 1 log its access, and notes it for the candidates of loops.
func (w *Writer) logFirst(a *accessing) {
	if !a.plan.Logs(a.kind) {
		return
	}
	array, ap := a.acc.Array.Name, a.plan
	w.noteAccess(candidate.Access{Kind: a.kind, Array: array, Index: ap.Offset(a.acc.Index), Type: ap.Index, Wide: ap.Wide, Pred: a.pred, Site: a.site.ID,
		Tokens: w.notedTokens(a)})
	w.Emit(&boogie.Call{F: logName(a.kind, array), Args: append(a.args(1), boogie.I(int64(a.site.ID)))})
}

// checkSecond checks the access of thread 2 against what thread 1 has logged.
func (w *Writer) checkSecond(a *accessing) {
	if !a.checked {
		return
	}
	w.compareRows(a.kind, a.plan, a.acc)
	w.Capture(a.site)
	w.Emit(&boogie.Call{F: checkName(a.kind, a.acc.Array.Name), Args: a.args(2), Tag: a.site})
}

// logVars declares the log of an array.
func (p *ArrayPlan) logVars(e *arith.Encoder) []boogie.Decl {
	a := p.Array.Name
	var out []boogie.Decl
	for _, k := range key.AccessKinds {
		if !p.Logs(k) {
			continue
		}
		out = append(out,
			&boogie.VarDecl{Name: key.OccurredName(k, a), T: boogie.Bool},
			&boogie.VarDecl{Name: key.OffsetName(k, a), T: e.Type(p.Index)},
			&boogie.VarDecl{Name: key.SourceName(k, a), T: boogie.Int})
		if k == key.Write && p.values {
			out = append(out, &boogie.VarDecl{Name: key.ValueName(a), T: e.Type(p.Array.Elem)})
		}
		if k == key.AtomicAccess && p.blockScope {
			out = append(out, &boogie.VarDecl{Name: blockScopeName(a), T: boogie.Bool})
		}
		if k == key.AtomicAccess && p.mixed {
			out = append(out, &boogie.VarDecl{Name: atomicWidthName(a), T: e.Type(p.Index)})
		}
		out = append(out, p.tokenVars(e, k)...)
	}
	return out
}

// LogNames lists the variables of an array's log.
func (p *ArrayPlan) LogNames() []string {
	a := p.Array.Name
	var out []string
	for _, k := range key.AccessKinds {
		if !p.Logs(k) {
			continue
		}
		out = append(out, key.OccurredName(k, a), key.OffsetName(k, a), key.SourceName(k, a))
		if k == key.Write && p.values {
			out = append(out, key.ValueName(a))
		}
		if k == key.AtomicAccess && p.blockScope {
			out = append(out, blockScopeName(a))
		}
		if k == key.AtomicAccess && p.mixed {
			out = append(out, atomicWidthName(a))
		}
		out = append(out, p.tokenNames(k)...)
	}
	return out
}

// params are what LOG and CHECK take: the predicate, the offset, and what the
// array's accesses need besides.
func (p *ArrayPlan) params(e *arith.Encoder, k key.AccessKind) []boogie.Var {
	out := []boogie.Var{{Name: "P", T: boogie.Bool}, {Name: "offset", T: e.Type(p.Index)}}
	if p.Wide {
		out = append(out, boogie.Var{Name: "width", T: e.Type(p.Index)})
	}
	if k == key.Write && p.values {
		out = append(out, boogie.Var{Name: "value", T: e.Type(p.Array.Elem)})
	}
	if k == key.AtomicAccess && p.blockScope {
		out = append(out, boogie.Var{Name: "block_scope", T: boogie.Bool})
	}
	return append(out, p.tokenParams(e)...)
}

// logProc is LOG_k_A.
func (p *ArrayPlan) logProc(e *arith.Encoder, k key.AccessKind) *boogie.Proc {
	a := p.Array.Name
	set := func(name string, v boogie.Expr) boogie.Stmt {
		return &boogie.Assign{Lhs: []boogie.Expr{boogie.V(name)}, Rhs: []boogie.Expr{v}}
	}
	offset := boogie.V("offset")
	locals := []boogie.Var{{Name: "track", T: boogie.Bool}}
	havoc := []string{"track"}
	cond := boogie.And(boogie.V("P"), boogie.V("track"))
	var pre []boogie.Stmt
	if p.Wide {
		locals = append(locals, boogie.Var{Name: "element", T: e.Type(p.Index)})
		havoc = append(havoc, "element")
		pre = append(pre, &boogie.Assume{E: p.Covers(e, boogie.V("element"))})
		offset = boogie.V("element")
	}
	body := []boogie.Stmt{set(key.OccurredName(k, a), boogie.True), set(key.OffsetName(k, a), offset),
		set(key.SourceName(k, a), boogie.V("source"))}
	modifies := []string{key.OccurredName(k, a), key.OffsetName(k, a), key.SourceName(k, a)}
	if k == key.Write && p.values {
		body = append(body, set(key.ValueName(a), boogie.V("value")))
		modifies = append(modifies, key.ValueName(a))
	}
	if k == key.AtomicAccess && p.blockScope {
		body = append(body, set(blockScopeName(a), boogie.V("block_scope")))
		modifies = append(modifies, blockScopeName(a))
	}
	if k == key.AtomicAccess && p.mixed {
		body = append(body, set(atomicWidthName(a), boogie.V("width")))
		modifies = append(modifies, atomicWidthName(a))
	}
	body, modifies = append(body, p.logTokens(k)...), append(modifies, p.tokenNames(k)...)
	stmts := append([]boogie.Stmt{&boogie.Havoc{Names: havoc}}, pre...)
	return &boogie.Proc{
		Attrs:    []boogie.Attr{{Key: "inline", Args: []any{1}}},
		Name:     logName(k, a),
		Params:   append(p.params(e, k), boogie.Var{Name: "source", T: boogie.Int}),
		Modifies: modifies,
		Locals:   locals,
		Body:     append(stmts, &boogie.If{C: cond, Then: body}),
	}
}

// Covers says that element x is one the access touches.
func (p *ArrayPlan) Covers(e *arith.Encoder, x boogie.Expr) boogie.Expr {
	offset := boogie.V("offset")
	if !p.Wide {
		return boogie.Eq(x, offset)
	}
	end := e.Model.Plus(e, offset, boogie.V("width"), p.Index)
	return boogie.And(e.Model.Less(e, true, offset, x, p.Index), e.Model.Less(e, false, x, end, p.Index))
}

// checkProc is CHECK_k_A: one requires clause per kind of logged access that
// conflicts.
func (p *ArrayPlan) checkProc(e *arith.Encoder, k key.AccessKind) *boogie.Proc {
	a := p.Array.Name
	proc := &boogie.Proc{Name: checkName(k, a), Params: p.params(e, k)}
	for _, logged := range conflicting(k) {
		if !p.Logs(logged) {
			continue
		}
		if logged == key.AtomicAccess && k == key.AtomicAccess && !p.blockScope && !p.mixed {
			continue
		}
		proc.Requires = append(proc.Requires, boogie.Spec{
			E:   boogie.Not(p.conflict(e, logged, k)),
			Tag: &key.Check{Property: kernel.DataRace, First: logged, Second: k, Array: p.Array},
		})
	}
	return proc
}

// conflicting lists the kinds of logged access that an access of kind k can race
// with.
func conflicting(k key.AccessKind) []key.AccessKind {
	switch k {
	case key.Read:
		return []key.AccessKind{key.Write, key.AtomicAccess}
	case key.Write:
		return []key.AccessKind{key.Write, key.Read, key.AtomicAccess}
	default:
		return []key.AccessKind{key.Write, key.Read, key.AtomicAccess}
	}
}

// conflict says that the checked access and the logged one touch the same
// element and at least one may change it.
func (p *ArrayPlan) conflict(e *arith.Encoder, logged, k key.AccessKind) boogie.Expr {
	a := p.Array.Name
	all := []boogie.Expr{boogie.V("P"), boogie.V(key.OccurredName(logged, a)), p.Covers(e, boogie.V(key.OffsetName(logged, a)))}
	switch {
	case logged == key.Write && k == key.Write && p.values:
		all = append(all, boogie.Ne(boogie.V(key.ValueName(a)), boogie.V("value")))
	case logged == key.AtomicAccess && k == key.AtomicAccess:
		// Block scope does not order against another block's atomics; within a
		// block it does, and CHECK is then called with block_scope false.
		var any []boogie.Expr
		if p.blockScope {
			any = append(any, boogie.V(blockScopeName(a)), boogie.V("block_scope"))
		}
		if p.mixed {
			any = append(any, boogie.Ne(boogie.V(atomicWidthName(a)), boogie.V("width")))
		}
		all = append(all, boogie.Or(any...))
	}
	if len(p.slots) > 0 {
		all = append(all, boogie.Not(p.ordered(e, logged)))
	}
	return boogie.And(all...)
}

// empty says that nothing is logged for the array.
func (p *ArrayPlan) empty() []boogie.Expr {
	var out []boogie.Expr
	for _, k := range key.AccessKinds {
		if p.Logs(k) {
			out = append(out, boogie.Not(boogie.V(key.OccurredName(k, p.Array.Name))))
		}
	}
	return out
}

// OffsetConst is n as an offset of the array.
func (p *ArrayPlan) OffsetConst(e *arith.Encoder, n int64) boogie.Expr {
	return e.Model.Literal(n, p.Index)
}
