package apart

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// The walk through the statements of a function for what may change its variables.

// mentions goes through the statements of a function.
type mentions struct {
	p        *Program
	fn       *cuda.FuncDecl
	owners   *owners
	scopes   []map[string]*local
	closures map[diag.Pos]*flow.Closure
	// gives are the results of the function and of the lambdas around; nil for what is deduced, which is no reference.
	gives []*cuda.TypeExpr
	// returns are those of the function itself, made the ones of null, of new memory, and of variables, which are returned.
	returns, made int
	returned      []*local
	// lost is set where it is not even known which names something stands for.
	lost bool
}

func (w *mentions) push() { w.scopes = append(w.scopes, map[string]*local{}) }

// pop ends a scope before a token.
func (w *mentions) pop(end int) {
	for _, l := range w.scopes[len(w.scopes)-1] {
		l.end = end
	}
	w.scopes = w.scopes[:len(w.scopes)-1]
}

// declare enters a variable that is declared at a token.
func (w *mentions) declare(name string, at int, t *cuda.TypeExpr) *local {
	in := w.scopes[len(w.scopes)-1]
	if l := in[name]; l != nil { // a parameter of the same scope
		l.end, l.spoilt = at, true
	}
	l := &local{at: at, end: at + 1, typ: t}
	in[name] = l
	w.owners.locals[name] = append(w.owners.locals[name], l)
	return l
}

func (w *mentions) find(name string) *local {
	for i := len(w.scopes) - 1; i >= 0; i-- {
		if l := w.scopes[i][name]; l != nil {
			return l
		}
	}
	return nil
}

// variable is the variable that an expression names, nil for others.
func (w *mentions) variable(e cuda.Expr) *local {
	if id, is := e.(*cuda.Ident); is && len(id.Path) == 0 {
		return w.find(id.Name)
	}
	return nil
}

func (w *mentions) scope(list []*flow.Statement, end int) {
	w.push()
	for _, s := range list {
		w.statement(s)
	}
	w.pop(end)
}

func (w *mentions) statement(s *flow.Statement) {
	switch s.Form {
	case flow.Plain:
		w.piece(s.Head, true)
	case flow.Return:
		w.result(s.Head)
	case flow.Jump, flow.Leave:
	case flow.Scope, flow.Branch, flow.Loop, flow.Until, flow.Switch, flow.Label, flow.Throw, flow.Try:
		w.push()
		if s.Range {
			w.ranged(s.Init, s.Head)
		} else {
			w.piece(s.Init, true)
			w.piece(s.Head, false)
			w.piece(s.Post, false)
		}
		w.scope(s.Body, s.Hi)
		w.scope(s.Else, s.Hi)
		w.pop(s.Hi)
	default: // of a form that is new
		w.lost = true
	}
}

// result goes through the operand of a return.
func (w *mentions) result(p *flow.Piece) {
	t := w.gives[len(w.gives)-1]
	if w.enter(p) {
		return
	}
	if len(w.gives) == 1 {
		w.returns++
		if p.Expr != nil && w.given(p.Expr) {
			w.made++
		}
	}
	switch {
	case p.Expr == nil:
		w.piece(p, false)
	case t == nil || t.Form == cuda.AutoType && !t.Decltype && !t.RValue || w.plain(t):
		w.value(p.Expr)
	default:
		w.object(p.Expr)
	}
}

// given reports whether a returned value may be memory of its own, and notes the variable that it is.
func (w *mentions) given(e cuda.Expr) bool {
	if c, is := e.(*cuda.CastExpr); is && w.plain(c.Type) {
		return w.given(c.X)
	}
	if l := w.variable(e); l != nil {
		w.returned = append(w.returned, l)
		return true
	}
	return null(e) || w.fresh(e)
}

// enter notes the lambdas of a piece; empty reports whether it has nothing else, either.
func (w *mentions) enter(p *flow.Piece) (empty bool) {
	if p == nil || p.Lo >= p.Hi {
		return true
	}
	for _, c := range p.Closures {
		if w.closures == nil {
			w.closures = map[diag.Pos]*flow.Closure{}
		}
		w.closures[c.Pos] = c
	}
	return false
}

// piece goes through a declaration or an expression. A statement that looks like an expression may be a declaration with a type
// that is not seen.
func (w *mentions) piece(p *flow.Piece, statement bool) {
	switch {
	case w.enter(p):
	case p.Decls != nil:
		for i, d := range p.Decls {
			w.declaration(d, p.Names[i])
		}
	case p.Expr != nil && !mayDeclare(p.Expr, statement):
		w.value(p.Expr)
	case !w.launch(p.Lo, p.Hi) && !w.pointers(p.Lo, p.Hi):
		w.unread(p.Lo, p.Hi)
	}
}

// pointers goes through T *p, *q = e; with a type that is not seen, such as the parameter of a template.
func (w *mentions) pointers(lo, hi int) bool {
	c := w.p.code
	if c.Text(hi-1) == ";" {
		hi--
	}
	if c.Text(lo) == "const" {
		lo++
	}
	t := c.Token(lo)
	if t.Kind != source.Ident || t.Text == "delete" || t.Text == "throw" || c.Text(lo+1) != "*" || w.find(t.Text) != nil || len(w.p.flow.Globals()[t.Text]) > 0 || len(w.p.flow.All(t.Text)) > 0 {
		return false
	}
	var decls []*cuda.VarDecl
	var names []int
	for at := lo + 1; at < hi; {
		if c.Text(at) != "*" || c.Token(at+1).Kind != source.Ident || at+1 >= hi {
			return false
		}
		d := &cuda.VarDecl{Pos: c.Token(at + 1).Pos, Name: c.Text(at + 1), Type: &cuda.TypeExpr{Pos: t.Pos, Form: cuda.PointerType, Elem: &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Name: t.Text}}}
		decls, names = append(decls, d), append(names, at+1)
		at += 2
		end := at
		for ; end < hi && c.Text(end) != ","; end++ {
			if m := c.Match(end); m > end {
				end = m
			}
		}
		if end > at {
			r := c.Read(at+1, end)
			if d.Init = r.Initialiser(); c.Text(at) != "=" || r.Failed() || !r.AtEnd() {
				return false
			}
		}
		at = end + 1
	}
	for i, d := range decls {
		w.declaration(d, names[i])
	}
	return len(decls) > 0
}

// mayDeclare recognises T<U> x, y and T &x = y.
func mayDeclare(e cuda.Expr, statement bool) bool {
	for {
		b, is := e.(*cuda.BinaryExpr)
		if !is || b.Op != "," {
			break
		}
		e = b.X
	}
	switch e := e.(type) {
	case *cuda.AssignExpr:
		_, is := e.X.(*cuda.BinaryExpr)
		return is
	case *cuda.BinaryExpr:
		return statement && (e.Op == "*" || e.Op == "&" || e.Op == "&&" || e.Op == "<" || e.Op == ">")
	default:
		return false
	}
}

// ranged goes through the head of a range-based for.
func (w *mentions) ranged(init, head *flow.Piece) {
	if !w.enter(head) {
		list, is := head.Expr.(*cuda.InitList)
		switch {
		case is && w.numberOrPointer(list.Items):
			w.values(list.Items) // copies of them
		case head.Expr != nil:
			w.object(head.Expr)
		default:
			w.unread(head.Lo, head.Hi)
		}
	}
	switch {
	case w.enter(init):
	case len(init.Decls) == 1:
		w.declare(init.Decls[0].Name, init.Names[0], init.Decls[0].Type)
	default:
		w.unread(init.Lo, init.Hi)
	}
}

// numberOrPointer reports whether all expressions are variables that are pointers, or values of pointers and numbers.
func (w *mentions) numberOrPointer(list []cuda.Expr) bool {
	return !slices.ContainsFunc(list, func(e cuda.Expr) bool { return !w.plain(w.typeOf(e)) })
}

// unread are tokens of which nothing is known: they may change what they name, and declare it.
func (w *mentions) unread(lo, hi int) {
	c := w.p.code
	for i := lo; i < hi; i++ {
		if c.Token(i).Kind != source.Ident {
			continue
		}
		name := c.Text(i)
		if l := w.find(name); l != nil {
			l.spoilt = true
		}
		before, next := c.Token(i-1), c.Text(i+1)
		if next == "::" || next == "<<<" || (next == "(" || next == "<") && before.Kind != source.Ident && before.Text != ">" && before.Text != "*" && before.Text != "&" && before.Text != "&&" {
			continue
		}
		w.declare(name, i, nil).spoilt = true
	}
}

// launch goes through k<<<...>>>(...).
func (w *mentions) launch(lo, hi int) bool {
	c := w.p.code
	at := lo
	for at < hi && c.Text(at) != "<<<" {
		if m := c.Match(at); m > at {
			at = m
		}
		at++
	}
	open := at + 1
	for open < hi && !(c.Text(open) == "(" && c.Text(open-1) == ">" && c.Text(open-2) == ">" && c.Text(open-3) == ">") {
		if m := c.Match(open); m > open {
			open = m
		}
		open++
	}
	end := c.Match(open)
	if at >= hi || open >= hi || end < open || end >= hi || end+1 < hi && c.Text(end+1) != ";" || end+2 < hi {
		return false
	}
	var args []cuda.Expr
	for _, s := range [][2]int{{at + 1, open - 3}, {open + 1, end}} {
		list, ok := cuda.Separate(c, s[0], s[1])
		if !ok {
			return false
		}
		args = append(args, list...)
	}
	for i := lo; i < at; i++ { // the kernel
		if l := w.find(c.Text(i)); l != nil {
			l.spoilt = true
		}
	}
	w.values(args) // kernels get copies
	return true
}

// declaration goes through the declaration of a variable at a token.
func (w *mentions) declaration(d *cuda.VarDecl, token int) {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if list, is := init.(*cuda.InitList); is && len(list.Items) == 1 && isPointer(d.Type) && d.Type.Form == cuda.PointerType {
		init = list.Items[0]
	}
	t := d.Type
	if t != nil && t.Form == cuda.AutoType && !t.Decltype && !t.RValue {
		if of := w.typeOf(init); w.plain(of) {
			t = of
		}
	}
	own := init != nil && w.fresh(init)
	pointer := !d.Static && !d.Extern && (t != nil && t.Form == cuda.PointerType && (init == nil && len(d.Ctor) == 0 || null(init)) || own && w.plain(t) || own && isAuto(t))
	switch {
	case init == nil:
		w.taken(t, d.Ctor)
	default:
		w.taken(t, []cuda.Expr{init})
	}
	l := w.declare(d.Name, token, t)
	l.pointer, l.allocated = pointer, own
	if e, is := init.(*cuda.LambdaExpr); is && isAuto(d.Type) {
		l.lambda = e
	}
}

func isAuto(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.AutoType && !t.Decltype && !t.RValue
}

// taken goes through the initialisers of an object of a type.
func (w *mentions) taken(t *cuda.TypeExpr, args []cuda.Expr) {
	switch {
	case isAuto(t) || w.plain(t):
		for _, a := range args {
			if list, is := a.(*cuda.InitList); is {
				w.values(list.Items)
			} else {
				w.value(a)
			}
		}
	case w.holds(t):
		for _, a := range args {
			if list, is := a.(*cuda.InitList); is {
				w.taken(elementIn(t), list.Items)
			} else {
				w.value(a)
			}
		}
	case w.gathers(t):
		for _, a := range args {
			if list, is := a.(*cuda.InitList); is {
				w.values(list.Items)
			} else {
				w.value(a)
			}
		}
	default:
		for _, a := range args {
			w.object(a)
		}
	}
}
