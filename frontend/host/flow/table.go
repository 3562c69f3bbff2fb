package flow

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Arrays of constants. An element whose index is not known is a choice between them, so that a
// launch for each block size of a list is one of known sizes:
//
//	int sizes[] = {64, 128, 256};
//	for (int j = 0; j < 3; j++) { int b = sizes[j]; k<<<n / b, b>>>(p, n); }
//	for (int b : sizes) k<<<n / b, b>>>(p, n);

// maxTable bounds the elements of an array that is followed.
const maxTable = 16

// tableOf are the elements of the array that d, whose name is token at of part p, declares; nil if
// some is not constant, or something may change one.
func (fr *frame) tableOf(states []*State, d *cuda.VarDecl, at int) []kernel.Expr {
	var out []kernel.Expr
	for n, s := range states {
		table := fr.tableIn(s, d, at)
		if table == nil || n > 0 && !slices.EqualFunc(out, table, cexpr.Same) {
			return nil
		}
		out = table
	}
	return out
}

// tableIn is tableOf in one state.
func (fr *frame) tableIn(s *State, d *cuda.VarDecl, at int) []kernel.Expr {
	if d.Type.Form != cuda.ArrayType || d.Static || d.Extern || fr.fn.unstable[d.Name] != "" {
		return nil
	}
	k, isNumber := fr.scalar(d.Type.Elem)
	list, braces := d.Init.(*cuda.InitList)
	if !isNumber || !braces || list.Fields != nil || len(list.Items) == 0 || len(list.Items) > maxTable || !fr.fn.onlyIndexed(d.Name, at) {
		return nil
	}
	out := fr.constants(s, list, k)
	if out == nil || d.Type.Len == nil {
		return out
	}
	n, ok := fr.eval(s, d.Type.Len).X.(*kernel.Const)
	if !ok || n.Val < int64(len(out)) || n.Val > maxTable {
		return nil
	}
	for int64(len(out)) < n.Val {
		out = append(out, cexpr.Convert(cexpr.I32(0), k))
	}
	return out
}

// constants are the elements of a list, nil if some is not constant.
func (fr *frame) constants(s *State, list *cuda.InitList, k kernel.Type) []kernel.Expr {
	var out []kernel.Expr
	for _, e := range list.Items {
		v := fr.eval(s, e)
		if v.X == nil || !cexpr.IsConst(v.X) {
			return nil
		}
		out = append(out, cexpr.Convert(v.X, k))
	}
	return out
}

// choice is the element of a table with an index, which cannot be outside of it.
func choice(index kernel.Expr, table []kernel.Expr) Value {
	if k, ok := index.(*kernel.Const); ok {
		if k.Val < 0 || k.Val >= int64(len(table)) {
			return unknown("an element beyond the end of an array is read")
		}
		return number(table[k.Val])
	}
	out := table[len(table)-1]
	for n := len(table) - 2; n >= 0; n-- {
		out = kernel.FoldNode(&kernel.Cond{C: cexpr.Binary(kernel.Eq, index, cexpr.I32(int64(n))), X: table[n], Y: out})
	}
	return number(out)
}

// element is x[i] of a table.
func (fr *frame) element(s *State, e *cuda.IndexExpr) Value {
	if v, ok := fr.path(s, e); ok {
		return v
	}
	id, ok := e.X.(*cuda.Ident)
	if !ok || len(id.Path) > 0 || s.opaque {
		return unknown("it is not a constant")
	}
	sl := s.at(fr.find(s, id.Name))
	if sl == nil || sl.table == nil {
		return unknown("an element of %s %s", id.Name, Runtime)
	}
	index := fr.eval(s, e.I)
	if index.X == nil {
		index.X = fr.prog.root("index of "+id.Name, kernel.I32, "")
	}
	return choice(index.X, sl.table)
}

// ranged is what the variable of a range-based for holds in an iteration: one of the elements of the
// range.
func (fr *frame) ranged(s *State, st *stmt, sl *slot) Value {
	v := fr.prog.fresh(sl, "it counts a loop")
	if sl.kind != numberSlot {
		return v
	}
	var table []kernel.Expr
	switch x := st.head.expr.(type) {
	case *cuda.InitList:
		if x.Fields == nil && len(x.Items) > 0 && len(x.Items) <= maxTable {
			table = fr.constants(s, x, sl.k)
		}
	case *cuda.Ident:
		if of := s.at(fr.find(s, x.Name)); of != nil && len(x.Path) == 0 {
			table = of.table
		}
	default:
		// Other ranges are not followed.
	}
	if table == nil {
		return v
	}
	return fr.converted(choice(fr.prog.root("index of "+sl.name, kernel.I32, ""), table), sl)
}

// elementType is the type of the variable of a range-based for, that of the elements for auto.
func (fr *frame) elementType(s *State, st *stmt, t *cuda.TypeExpr) *cuda.TypeExpr {
	id, ok := st.head.expr.(*cuda.Ident)
	if t.Form != cuda.AutoType || t.RValue || t.Decltype || !ok {
		return t
	}
	of := s.at(fr.find(s, id.Name))
	if of == nil || of.table == nil || len(id.Path) > 0 {
		return t
	}
	return &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Name: typeNames[of.table[0].Type()], Const: t.Const}
}

// onlyIndexed reports whether the function does nothing with the array that token at declares but
// read elements, ask for its size, and run through it.
func (f *function) onlyIndexed(name string, at int) bool {
	if len(f.declared[name]) != 1 || f.jumps {
		return false
	}
	ok := true
	f.stmts(f.body, func(st *stmt) {
		for _, p := range []*part{st.init, st.head, st.post} {
			if p != nil && !f.readsElements(p, st, name, at) {
				ok = false
			}
		}
	})
	return ok
}

// stmts calls do for every statement.
func (f *function) stmts(list []*stmt, do func(*stmt)) {
	for _, s := range list {
		do(s)
		f.stmts(s.body, do)
		f.stmts(s.els, do)
	}
}

// readsElements is onlyIndexed for one part of a statement.
func (f *function) readsElements(p *part, st *stmt, name string, at int) bool {
	c := f.prog.code
	declared := map[int]bool{}
	for _, i := range p.names {
		declared[i] = true
	}
	overloaded := f.overloaded(p)
	for i := p.lo; i < p.hi; i++ {
		if body := f.lambdaBody(i, p.hi); body.hi > 0 {
			for j := i; j < body.hi; j++ {
				if c.Text(j) == name {
					return false
				}
			}
			i = body.hi
			continue
		}
		if c.Text(i) != name || i == at {
			continue
		}
		before, end := c.Text(i-1), c.Match(i+1)+1
		switch {
		case before == "." || before == "->":
		case before == "(" && c.Text(i-2) == "sizeof" && c.Text(i+1) == ")", before == "sizeof":
		case p == st.head && st.kind == rangeStmt && p.hi == p.lo+1:
			if st.init == nil || len(st.init.decls) != 1 || st.init.decls[0].Type.Form == cuda.ReferenceType && f.prog.careless ||
				st.init.decls[0].Type.Form == cuda.ReferenceType && (st.init.decls[0].Type.Elem == nil || !st.init.decls[0].Type.Elem.Const) {
				return false
			}
		case c.Text(i+1) != "[" || end < i || assignments[c.Text(end)] || c.Text(end) == "[":
			return false
		case before == "&", before == "++", before == "--", before == "::", before == ">", overloaded:
			return false
		case valueAfter[c.Text(end)] && c.Text(end) != "->" || valueBefore[before]:
		default:
			if e, _ := f.inContext(p, i, end, declared); e != reads {
				return false
			}
		}
	}
	return true
}
