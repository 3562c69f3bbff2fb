package apart

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
)

// The order in which arguments and operands are evaluated is not told, unless one of them is decided by the other (&&, ||, ?:, the
// comma) or stands in a list:
//
//	k<<<1, n>>>(p, std::exchange(p, q));
//
// Where one of them changes what another one names, all orders are followed.

// mostOrdered bounds the arguments of which all orders are followed.
const mostOrdered = 3

// inOrders evaluates each of several expressions, in all the orders that make a difference.
func inOrders(f *frame, s *state, list []cuda.Expr, evaluate func(s *state, i int)) {
	involved := interfering(f, s, list)
	for i := range list {
		if !slices.Contains(involved, i) {
			evaluate(s, i)
		}
	}
	switch {
	case len(involved) == 0:
		return
	case len(involved) > mostOrdered:
		f.file.steps = mostPieces + 1
	}
	var states []*state
	for _, order := range orders(involved) {
		t := s.clone()
		for _, i := range order {
			evaluate(t, i)
		}
		if states = append(states, t); f.file.tired() {
			break
		}
	}
	*s = *joined(states)
}

// orders are the permutations of list.
func orders(list []int) [][]int {
	if len(list) < 2 {
		return [][]int{list}
	}
	var out [][]int
	for i, x := range list {
		for _, rest := range orders(slices.Delete(slices.Clone(list), i, i+1)) {
			out = append(out, append([]int{x}, rest...))
		}
	}
	return out
}

// interfering are those of several expressions that change what another one of them names, and the others of these pairs.
func interfering(f *frame, s *state, list []cuda.Expr) []int {
	changing, changed := interference(f, s, list)
	for _, i := range changed {
		changing = with(changing, i)
	}
	return changing
}

// interference are those of several expressions that change what another one of them names, and these others.
func interference(f *frame, s *state, list []cuda.Expr) (changing, affected []int) {
	if len(list) < 2 {
		return nil, nil
	}
	for i, e := range list {
		changed := changedBy(f, s, e)
		if changed == nil {
			continue
		}
		for j, other := range list {
			if i != j && dependsOn(f, s, other, changed) {
				changing, affected = with(changing, i), with(affected, j)
			}
		}
	}
	return changing, affected
}

// changes are what an expression may change.
type changes struct {
	// names are those that stand where something is changed.
	names map[string]bool
	// outside says that variables outside of the function may change, and those of which something has the address; within, that
	// all of the function may, too, which a lambda refers to.
	outside, within bool
}

// changedBy is what an expression changes, nil for nothing.
func changedBy(f *frame, s *state, e cuda.Expr) *changes {
	out := &changes{names: map[string]bool{}}
	note := func(list ...cuda.Expr) {
		for _, x := range list {
			cuda.WalkExpr(x, func(x cuda.Expr) bool {
				if id, is := x.(*cuda.Ident); is {
					out.names[id.Name] = true
				}
				return true
			})
		}
	}
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr:
			note(x.X)
		case *cuda.UnaryExpr:
			if x.Op == "++" || x.Op == "--" {
				note(x.X)
			}
		case *cuda.LambdaExpr:
			return false
		case *cuda.CallExpr:
			changedByCall(f, s, x, out, note)
		case *cuda.ConstructExpr:
			if r := f.classOf(x.Type); r != nil && slices.ContainsFunc(r.Methods, func(m *cuda.FuncDecl) bool { return m.Ctor && f.file.changes(m) }) {
				out.outside = true
				note(x.Args...)
			}
		default:
		}
		return true
	})
	if len(out.names) == 0 && !out.outside && !out.within {
		return nil
	}
	return out
}

func changedByCall(f *frame, s *state, e *cuda.CallExpr, out *changes, note func(list ...cuda.Expr)) {
	addresses := func() {
		for _, a := range e.Args {
			if u, is := a.(*cuda.UnaryExpr); is && u.Op == "&" {
				note(u.X)
			}
		}
	}
	switch fun := e.Fun.(type) {
	case *cuda.Ident:
		switch fns := f.file.flow.Functions(fun.Name); {
		case f.variableOf(fun.Name) != "" && onlyComputes(f, s, fun):
		case f.variableOf(fun.Name) != "", f.file.flow.Global(fun.Name) != nil:
			out.within, out.outside = true, true
			note(e.Args...)
		case len(fns) > 0 && !ofLibrary(fun):
			out.outside = out.outside || slices.ContainsFunc(fns, f.file.changes)
			for n, a := range e.Args {
				if !f.file.flow.ByValue(fun.Name, n) {
					note(a)
				}
			}
			addresses()
		case len(f.ownMethods(fun.Name, len(e.Args))) > 0:
			changedByMethod(f, f.ownMethods(fun.Name, len(e.Args)), e, out, note)
		case f.ownMember(fun.Name):
			out.outside = true
			note(e.Args...)
		case fun.Name == "exchange" || fun.Name == "swap" || fun.Name == "iter_swap":
			note(e.Args...)
		default:
			addresses()
		}
	case *cuda.MemberExpr:
		if list := f.methodsOf(fun, len(e.Args)); len(list) > 0 {
			if changedByMethod(f, list, e, out, note) {
				note(fun.X)
			}
		} else if len(e.Args) > 0 {
			note(fun.X)
		}
		addresses()
	default: // a lambda, or what something gives
		out.within, out.outside = true, true
		note(e.Args...)
	}
}

// changedByMethod notes what the methods that a call may mean change, but for their object; own reports whether they may change that.
func changedByMethod(f *frame, list []*cuda.FuncDecl, e *cuda.CallExpr, out *changes, note func(list ...cuda.Expr)) (own bool) {
	own = slices.ContainsFunc(list, f.file.changes)
	out.outside = out.outside || own
	for n, a := range e.Args {
		if slices.ContainsFunc(list, func(m *cuda.FuncDecl) bool { return n >= len(m.Params) || !plainParam(f, m.Params[n]) }) {
			note(a)
		}
	}
	return own
}

func plainParam(f *frame, q *cuda.Param) bool {
	return !q.Pack && q.Type != nil && (q.Type.Form == cuda.PointerType && q.Type.Elem.Form != cuda.PointerType || isNumber(f.resolved(q.Type)))
}

// onlyComputes reports whether a variable holds lambdas and functions only that change nothing outside of themselves.
func onlyComputes(f *frame, s *state, fun *cuda.Ident) bool {
	all := f.readAll(s, f.named(s, f.variableOf(fun.Name)))
	return len(all) > 0 && !slices.ContainsFunc(all, func(p *pointer) bool {
		switch {
		case p.code != nil:
			w := &changing{p: f.file, seen: map[*cuda.FuncDecl]bool{}, own: map[string]bool{}}
			return w.params(p.code.closure.Params) || w.statements(p.code.closure.Body)
		case p.fn != nil:
			return f.file.changes(p.fn) || slices.ContainsFunc(p.fn.Params, func(q *cuda.Param) bool { return !plainParam(f, q) })
		}
		return true
	})
}

// changes reports whether a call of a function of the file may change a variable outside of it, or one that it keeps; what it gets by
// reference is not looked at.
func (p *Program) changes(fn *cuda.FuncDecl) bool {
	is, known := p.changing[fn]
	if !known {
		w := &changing{p: p, seen: map[*cuda.FuncDecl]bool{}}
		is = w.function(fn)
		p.changing[fn] = is
	}
	return is
}

// changing goes through functions for what they change. What it does not know changes something.
type changing struct {
	p    *Program
	seen map[*cuda.FuncDecl]bool
	// own are the variables of the function that are no references.
	own map[string]bool
}

func (w *changing) function(fn *cuda.FuncDecl) bool {
	if w.seen[fn] {
		return false
	}
	w.seen[fn] = true
	list, ok := w.p.flow.Statements(fn)
	if !ok {
		return true
	}
	own := w.own
	w.own = map[string]bool{}
	defer func() { w.own = own }()
	w.params(fn.Params)
	return w.statements(list)
}

// params notes parameters; it reports whether one of them is no plain value.
func (w *changing) params(list []*cuda.Param) bool {
	other := false
	for _, q := range list {
		plain := !q.Pack && q.Type != nil && q.Type.Form != cuda.ReferenceType && !w.p.referenceName(q.Type.Name)
		w.own[q.Name] = plain
		other = other || !plain
	}
	return other
}

func (w *changing) statements(list []*flow.Statement) bool {
	return slices.ContainsFunc(list, func(s *flow.Statement) bool {
		return w.piece(s.Init) || w.piece(s.Head) || w.statements(s.Body) || w.statements(s.Else) || w.piece(s.Post)
	})
}

func (w *changing) piece(p *flow.Piece) bool {
	switch {
	case p == nil || p.Lo >= p.Hi:
		return false
	case p.Decls != nil:
		for _, d := range p.Decls {
			plain := !d.Static && d.Type != nil && d.Type.Form != cuda.ReferenceType && d.Type.Form != cuda.NamedType && (d.Type.Form != cuda.AutoType || !d.Type.Decltype && !d.Type.RValue)
			w.own[d.Name] = plain || !d.Static && isNumber(d.Type)
			if w.expression(d.Init) || slices.ContainsFunc(d.Ctor, w.expression) || d.Static {
				return true
			}
		}
		return false
	case p.Expr != nil:
		return w.expression(p.Expr)
	}
	return true
}

func (w *changing) expression(e cuda.Expr) bool {
	is := false
	inOwn := func(x cuda.Expr) bool {
		id, name := x.(*cuda.Ident)
		return name && len(id.Path) == 0 && w.own[id.Name]
	}
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr:
			is = is || !inOwn(x.X)
		case *cuda.UnaryExpr:
			is = is || (x.Op == "++" || x.Op == "--") && !inOwn(x.X)
		case *cuda.LambdaExpr, *cuda.ConstructExpr:
			is = true
		case *cuda.CallExpr:
			id, name := x.Fun.(*cuda.Ident)
			if !name || len(w.p.flow.Globals()[id.Name]) > 0 || w.own[id.Name] {
				is = true
				return false
			}
			fns := w.p.flow.All(id.Name)
			is = is || slices.ContainsFunc(fns, w.function) || len(fns) == 0 && (id.Name == "exchange" || id.Name == "swap" || id.Name == "iter_swap")
			for n, a := range x.Args {
				u, address := a.(*cuda.UnaryExpr)
				is = is || address && u.Op == "&" && !inOwn(u.X) || len(fns) > 0 && !w.p.flow.ByValue(id.Name, n) && !inOwn(a)
			}
		default:
		}
		return !is
	})
	return is
}

// looksOutside reports whether what is called may look at variables outside of it.
func looksOutside(f *frame, e *cuda.CallExpr) bool {
	id, is := e.Fun.(*cuda.Ident)
	if !is || f.variableOf(id.Name) != "" || f.ownMember(id.Name) || len(f.file.flow.Globals()[id.Name]) > 0 {
		return true
	}
	return slices.ContainsFunc(f.file.flow.All(id.Name), func(fn *cuda.FuncDecl) bool { return f.file.names(fn, map[*cuda.FuncDecl]bool{}) })
}

// names reports whether a function names a variable outside of it, or calls one that does.
func (p *Program) names(fn *cuda.FuncDecl, seen map[*cuda.FuncDecl]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	return p.flow.IsMethod(fn) || p.flow.Names(fn, func(name string) bool {
		return name == "static" || slices.ContainsFunc(p.flow.Globals()[name], func(d *cuda.VarDecl) bool { return d.Type == nil || !d.Type.Const }) ||
			slices.ContainsFunc(p.flow.Functions(name), func(fn *cuda.FuncDecl) bool { return p.names(fn, seen) })
	})
}

// dependsOn reports whether the value of an expression may depend on what is changed.
func dependsOn(f *frame, s *state, e cuda.Expr, by *changes) bool {
	found := false
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			key := f.variableOf(x.Name)
			switch {
			case by.names[x.Name], by.within && key != "":
				found = true
			case by.outside && key != "":
				found = s.shared[key] || len(s.names[key]) > 0
			case by.outside:
				found = f.ownMember(x.Name) || len(f.file.flow.Globals()[x.Name]) > 0
			}
		case *cuda.CallExpr:
			found = found || (by.outside || by.within) && looksOutside(f, x)
		default:
		}
		return !found
	})
	return found
}
