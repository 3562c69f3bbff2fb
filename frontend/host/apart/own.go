package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// Most pointers that launches pass are variables that never have another value than memory of their own:
//
//	float *a, *b = allocate(n); cudaMalloc(&a, n); fill(b, n); k<<<1, n>>>(a, b);
//
// Two such variables are apart, whatever else the function does and in which order. So the function is not executed, however
// long it is, but its statements are gone through once.
//
// What is done with the value of such a variable does not matter, as copies of it are other variables; what counts is that
// nothing can give the variable itself another value than one from an allocation. Each mention of it is therefore in a place
// where its value is taken (value), or in one where it may be an object that something else refers to or changes (object),
// which spoils it. The latter is what a place is taken to be that the walk does not know.

// owners are the variables of a function.
type owners struct {
	locals map[string][]*local
	// maker says that what the function returns is memory of its own, new each time, or null.
	maker bool
}

// local is a variable of a function: it is declared at a token and has its scope before another one.
type local struct {
	at, end int
	typ     *cuda.TypeExpr
	// lambda is what it is, and always remains, if it is declared by one.
	lambda *cuda.LambdaExpr
	// pointer says that it begins as a pointer without a value, null or memory of its own; allocated, that it has got some, and
	// spoilt, that it may have something else.
	pointer, allocated, spoilt bool
}

func (l *local) owns() bool { return l.pointer && l.allocated && !l.spoilt }

// allocation is the token at which a variable is declared that has no other values than memory of its own, for an argument of
// the launch or call at token i; 0 for others.
func (p *Program) allocation(i int, e cuda.Expr) int {
	fn, inside := p.flow.Around(i)
	if !inside {
		return 0
	}
	o := p.ownersOf(fn)
	id := o.variableIn(i, e)
	if id == nil || len(id.Path) > 0 {
		return 0
	}
	if l := o.at(id.Name, i); l != nil && l.owns() {
		return l.at
	}
	return 0
}

// at is the variable that a name means at a token, nil if it is none of the function.
func (o *owners) at(name string, i int) *local {
	var found *local
	for _, l := range o.locals[name] {
		if l.at <= i && i < l.end && (found == nil || l.at > found.at) {
			found = l
		}
	}
	return found
}

// variableIn is the variable to whose array an argument leads: p, (T *)p, p + i, p - 1, &p[i].
func (o *owners) variableIn(i int, e cuda.Expr) *cuda.Ident {
	switch e := e.(type) {
	case *cuda.CastExpr:
		if e.Type != nil && e.Type.Form == cuda.PointerType {
			return o.variableIn(i, e.X)
		}
	case *cuda.Ident:
		return e
	case *cuda.BinaryExpr:
		if e.Op == "+" || e.Op == "-" && o.counts(i, e.Y) { // p - q is no pointer
			return o.variableIn(i, e.X)
		}
	case *cuda.UnaryExpr:
		if x, is := e.X.(*cuda.IndexExpr); is && e.Op == "&" {
			return o.variableIn(i, x.X)
		}
	default:
	}
	return nil
}

// counts reports whether an expression at a token is certainly a number.
func (o *owners) counts(i int, e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.IntLit, *cuda.SizeofExpr:
		return true
	case *cuda.BinaryExpr:
		return o.counts(i, e.X) && o.counts(i, e.Y)
	case *cuda.Ident:
		l := o.at(e.Name, i)
		return len(e.Path) == 0 && l != nil && isNumber(l.typ)
	default:
		return false
	}
}

// ownersOf are the variables of a function; none are known of one that is being gone through.
func (p *Program) ownersOf(fn *cuda.FuncDecl) *owners {
	if o := p.owners[fn]; o != nil {
		return o
	}
	o := &owners{locals: map[string][]*local{}}
	p.owners[fn] = o
	list, ok := p.flow.Statements(fn)
	if !ok {
		return o
	}
	w := &mentions{p: p, fn: fn, owners: &owners{locals: map[string][]*local{}}, gives: []*cuda.TypeExpr{fn.Result}}
	open, _ := p.code.Body(fn)
	w.push()
	for _, q := range fn.Params {
		w.declare(q.Name, open, q.Type)
	}
	w.scope(list, p.code.Match(open))
	w.pop(p.code.Match(open))
	if w.lost {
		return o
	}
	maker := w.returns > 0 && w.made == w.returns
	for _, l := range w.returned {
		maker = maker && l.owns()
	}
	*o = *w.owners
	o.maker = maker && fn.Result != nil && fn.Result.Form == cuda.PointerType
	return o
}

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
		for from := s[0]; from < s[1]; {
			to := from
			for ; to < s[1] && c.Text(to) != ","; to++ {
				if m := c.Match(to); m > to {
					to = m
				}
			}
			r := c.Read(from, to)
			e := r.Initialiser()
			if t := c.Token(from); to == from+1 && t.Kind == source.Ident { // also where that is the name of a type elsewhere
				e = &cuda.Ident{Pos: t.Pos, Name: t.Text}
			} else if r.Failed() || !r.AtEnd() {
				return false
			}
			args = append(args, e)
			from = to + 1
		}
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

// plain reports whether what has a type is a pointer or a number, which a copy of its value initialises.
func (w *mentions) plain(t *cuda.TypeExpr) bool {
	if t == nil {
		return false
	}
	switch t.Form {
	case cuda.PointerType:
		return true
	case cuda.NamedType:
		if len(t.Path) > 0 && t.Path[0] != "std" || t.HasArgs || w.find(t.Name) != nil || w.p.flow.Local(w.fn, t.Name) || w.p.referenceName(t.Name) {
			return false
		}
		return t.Name == "void" || arithmetic[t.Name] || t.Name == "CUdeviceptr" || w.p.flow.IsNumber(w.fn, t)
	default:
		return false
	}
}

// holds reports whether what has a type holds pointers or numbers, copies of those that it is made of.
func (w *mentions) holds(t *cuda.TypeExpr) bool {
	if t == nil {
		return false
	}
	return (t.Form == cuda.ArrayType || isContainer(t) && w.p.flow.Class(t.Name) == nil) && (w.plain(elementIn(t)) || w.holds(elementIn(t)))
}

// elementIn is that of an array, a container, or what a pointer leads to.
func elementIn(t *cuda.TypeExpr) *cuda.TypeExpr {
	switch {
	case t == nil:
		return nil
	case t.Form == cuda.ArrayType || t.Form == cuda.PointerType:
		return t.Elem
	case isContainer(t) && len(t.Args) > 0 && t.Form == cuda.NamedType:
		if t.Name == "map" || t.Name == "unordered_map" {
			return t.Args[min(1, len(t.Args)-1)].Type
		}
		return t.Args[0].Type
	}
	return nil
}

// gathers reports whether a type is that of objects with pointers and numbers for members, which lists of values initialise.
func (w *mentions) gathers(t *cuda.TypeExpr) bool {
	if t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 || w.find(t.Name) != nil || w.p.flow.Local(w.fn, t.Name) {
		return false
	}
	if t.Name == "dim3" {
		return true
	}
	r := w.p.flow.Class(t.Name)
	if r == nil || r.Opaque != "" || len(r.Bases) > 0 || len(r.Scope) > 0 || r.Kind == "union" {
		return false
	}
	return !slices.ContainsFunc(r.Methods, func(m *cuda.FuncDecl) bool { return m.Ctor }) &&
		!slices.ContainsFunc(r.Fields, func(d *cuda.VarDecl) bool { return !w.plain(d.Type) && !w.holds(d.Type) || d.Name == "" })
}

// typeOf is the type of an expression, nil where that is not known.
func (w *mentions) typeOf(e cuda.Expr) *cuda.TypeExpr {
	switch e := e.(type) {
	case *cuda.Ident:
		if l := w.variable(e); l != nil {
			return l.typ
		}
		if r := w.p.flow.OwnClass(w.fn); r != nil && len(e.Path) == 0 && fieldOf(r, e.Name) != nil {
			return fieldOf(r, e.Name)
		} else if d := w.p.flow.Global(e.Name); d != nil && (r == nil || len(r.Bases) == 0) {
			return d.Type
		}
	case *cuda.MemberExpr:
		t := w.typeOf(e.X)
		if _, own := e.X.(*cuda.ThisExpr); own {
			if r := w.p.flow.OwnClass(w.fn); r != nil {
				return fieldOf(r, e.Name)
			}
		}
		if t = bare(t); t != nil && t.Form == cuda.PointerType {
			t = t.Elem
		}
		if t != nil && t.Form == cuda.NamedType && !w.p.flow.Local(w.fn, t.Name) {
			if r := w.p.flow.Class(t.Name); r != nil {
				return fieldOf(r, e.Name)
			}
			if strings.HasPrefix(t.Name, "cuda") || strings.HasPrefix(t.Name, "CU") || strings.HasPrefix(t.Name, "cublas") {
				return unseenPart // of a library for C
			}
		}
		if t == unseenPart {
			return t
		}
	case *cuda.IndexExpr:
		return elementIn(bare(w.typeOf(e.X)))
	case *cuda.CastExpr:
		return e.Type
	case *cuda.NewExpr:
		return &cuda.TypeExpr{Pos: e.Pos, Form: cuda.PointerType, Elem: e.Type}
	case *cuda.IntLit, *cuda.BoolLit, *cuda.FloatLit, *cuda.SizeofExpr:
		return plainInt
	case *cuda.StringLit, *cuda.NullLit:
		return unseenPart
	case *cuda.UnaryExpr:
		switch e.Op {
		case "&":
			return &cuda.TypeExpr{Form: cuda.PointerType, Elem: w.typeOf(e.X)}
		case "*":
			return elementIn(bare(w.typeOf(e.X)))
		}
		if t := w.typeOf(e.X); w.plain(t) {
			return t
		}
	case *cuda.BinaryExpr:
		x, y := w.typeOf(e.X), w.typeOf(e.Y)
		if !w.plain(x) || !w.plain(y) {
			return nil
		}
		if y.Form == cuda.PointerType && e.Op != "-" {
			return y
		}
		return x
	case *cuda.CallExpr:
		if id, is := e.Fun.(*cuda.Ident); is && w.library(id) && makers[id.Name] {
			return unseenPart
		}
	default:
	}
	return nil
}

// unseenPart is a pointer or a number in an object of a library for C.
var unseenPart = &cuda.TypeExpr{Form: cuda.PointerType}

func fieldOf(r *cuda.RecordDecl, name string) *cuda.TypeExpr {
	for _, d := range r.Fields {
		if d.Name == name {
			return d.Type
		}
	}
	return nil
}

func (w *mentions) values(list []cuda.Expr) {
	for _, e := range list {
		w.value(e)
	}
}

func (w *mentions) objects(list []cuda.Expr) {
	for _, e := range list {
		w.object(e)
	}
}

// value goes through an expression of which the value is taken, or nothing.
func (w *mentions) value(e cuda.Expr) {
	switch e := e.(type) {
	case nil:
	case *cuda.Ident, *cuda.IntLit, *cuda.FloatLit, *cuda.StringLit, *cuda.BoolLit, *cuda.NullLit, *cuda.ThisExpr, *cuda.SizeofExpr:
	case *cuda.UnaryExpr:
		w.unary(e)
	case *cuda.BinaryExpr:
		w.binary(e)
	case *cuda.AssignExpr:
		w.assign(e)
	case *cuda.CondExpr:
		w.value(e.C)
		w.value(e.X)
		w.value(e.Y)
	case *cuda.CallExpr:
		w.call(e)
	case *cuda.IndexExpr:
		w.value(e.X)
		if t := w.typeOf(e.X); w.plain(t) || w.holds(t) || !w.p.operator("[") {
			w.value(e.I)
		} else {
			w.object(e.I)
		}
	case *cuda.MemberExpr:
		if l := w.variable(e.X); l != nil && !e.Arrow {
			l.spoilt = true // no pointer, then
		}
		w.value(e.X)
	case *cuda.CastExpr:
		if w.plain(e.Type) {
			w.value(e.X)
		} else {
			w.object(e.X)
		}
	case *cuda.ConstructExpr:
		w.value(e.At)
		w.construct(e.Type, e.Args)
	case *cuda.NewExpr:
		w.value(e.Len)
		w.construct(e.Type, e.Args)
	case *cuda.LambdaExpr:
		w.lambda(e)
	case *cuda.InitList:
		w.objects(e.Items)
	case *cuda.PackExpr:
		w.object(e.X)
	case *cuda.FoldExpr:
		w.object(e.X)
		w.object(e.Y)
	default: // of a form that is new
		w.lost = true
	}
}

// construct goes through the arguments that an object of a type is made of.
func (w *mentions) construct(t *cuda.TypeExpr, args []cuda.Expr) {
	if t != nil && t.Form == cuda.NamedType && byPointer[t.Name] && w.p.flow.Class(t.Name) == nil && !w.p.flow.Local(w.fn, t.Name) {
		w.values(args)
		return
	}
	w.taken(t, args)
}

// byPointer are classes of libraries whose constructors take pointers by value.
var byPointer = map[string]bool{"device_ptr": true, "string": true, "unique_ptr": true, "shared_ptr": true}

// object goes through an expression that something may refer to later.
func (w *mentions) object(e cuda.Expr) {
	switch e := e.(type) {
	case *cuda.Ident:
		if l := w.variable(e); l != nil {
			l.spoilt = true
		}
	case *cuda.CondExpr:
		w.value(e.C)
		w.object(e.X)
		w.object(e.Y)
	case *cuda.BinaryExpr:
		if e.Op == "," {
			w.value(e.X)
			w.object(e.Y)
			return
		}
		w.value(e)
	case *cuda.AssignExpr:
		w.value(e)
		w.object(e.X)
	case *cuda.UnaryExpr:
		w.value(e)
		if e.Op == "&" && w.variable(e.X) != nil {
			w.object(e.X)
		}
	default:
		w.value(e)
	}
}

func (w *mentions) unary(e *cuda.UnaryExpr) {
	switch e.Op {
	case "*", "!", "-", "+", "~", "delete", "delete[]":
		w.value(e.X)
	case "&":
		switch x := e.X.(type) {
		case *cuda.IndexExpr, *cuda.MemberExpr:
			w.value(x)
		case *cuda.UnaryExpr:
			if x.Op == "*" {
				w.value(x)
				return
			}
			w.object(x)
		default:
			w.object(x)
		}
	default: // ++, --
		w.object(e.X)
	}
}

// reading are operators that take the values of pointers and numbers.
var reading = map[string]bool{"+": true, "-": true, "==": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true, "&&": true, "||": true, "<<": true}

func (w *mentions) binary(e *cuda.BinaryExpr) {
	own := w.p.operator(e.Op) && !(w.plain(w.typeOf(e.X)) && w.plain(w.typeOf(e.Y)))
	switch {
	case e.Op == "," && !own, reading[e.Op] && !own:
		w.value(e.X)
		w.value(e.Y)
	default:
		w.object(e.X)
		w.object(e.Y)
	}
}

// operator reports whether the file defines an operator that begins with a token.
func (p *Program) operator(op string) bool {
	if p.operators == nil {
		p.operators = map[string]bool{}
		for i := 1; i < p.code.Len(); i++ {
			if p.code.Text(i-1) == "operator" {
				p.operators[p.code.Text(i)] = true
				p.operators[p.code.Text(i)+p.code.Text(i+1)] = true
			}
		}
	}
	return p.operators[op]
}

func (w *mentions) assign(e *cuda.AssignExpr) {
	if l := w.variable(e.X); l != nil && l.pointer {
		switch {
		case e.Op == "=" && w.fresh(e.Y):
			l.allocated = true
		case e.Op == "=" && null(e.Y):
		default:
			l.spoilt = true
		}
		w.value(e.Y)
		return
	}
	switch x := e.X.(type) {
	case *cuda.Ident:
		if l := w.variable(x); l != nil && l.lambda != nil {
			l.lambda = nil
		}
	case *cuda.IndexExpr, *cuda.MemberExpr:
		w.value(x)
	case *cuda.UnaryExpr:
		if x.Op == "*" {
			w.value(x)
		} else {
			w.object(x)
		}
	case *cuda.CondExpr, *cuda.CallExpr, *cuda.CastExpr, *cuda.AssignExpr:
		w.object(x)
	default:
		w.spoil(e)
	}
	if w.plain(bare(w.typeOf(e.X))) {
		w.value(e.Y)
	} else {
		w.object(e.Y)
	}
}

// spoil goes through an expression that makes no sense as one.
func (w *mentions) spoil(e cuda.Expr) {
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		if l := w.variable(x); l != nil {
			l.spoilt = true
		}
		return true
	})
}

// allocators give the variable to which their first argument leads memory of its own, makers return such memory.
var (
	allocators = map[string]bool{"cudaMalloc": true, "cudaMallocManaged": true, "cudaMallocHost": true, "cudaHostAlloc": true, "cudaMallocAsync": true, "cudaMallocPitch": true}
	makers     = map[string]bool{"malloc": true, "calloc": true, "aligned_alloc": true}
)

// keepers are functions of libraries that take pointers by value.
var keepers = []string{"free", "printf", "fprintf", "memset", "memcpy", "memcmp", "memmove", "fread", "fwrite", "assert"}

// library reports whether a name that is called is a function of a library: it means nothing else in the file.
func (w *mentions) library(id *cuda.Ident) bool {
	return (len(id.Path) == 0 || len(id.Path) == 1 && (id.Path[0] == "std" || id.Path[0] == "")) && w.find(id.Name) == nil && w.p.unowned(id.Name)
}

// unowned reports whether the file neither defines nor declares a function, class or variable of a name, and does not use it as a value.
func (p *Program) unowned(name string) bool {
	return len(p.flow.All(name)) == 0 && len(p.flow.Globals()[name]) == 0 && p.flow.Class(name) == nil && !p.isValue(name)
}

func (w *mentions) call(e *cuda.CallExpr) {
	switch fun := e.Fun.(type) {
	case *cuda.Ident:
		w.called(fun, e.Args)
	case *cuda.MemberExpr:
		w.value(fun)
		t := bare(w.typeOf(fun.X))
		if (fun.Name == "push_back" || fun.Name == "emplace_back" || fun.Name == "push" || fun.Name == "insert" || fun.Name == "emplace") && isContainer(t) && w.holds(t) {
			w.values(e.Args)
		} else {
			w.objects(e.Args)
		}
	case *cuda.LambdaExpr:
		w.lambda(fun)
		w.passed(fun.Params, e.Args)
	default:
		w.object(fun)
		w.objects(e.Args)
	}
}

// called goes through a call of something with a name.
func (w *mentions) called(fun *cuda.Ident, args []cuda.Expr) {
	if l := w.variable(fun); l != nil {
		l.spoilt = l.spoilt || l.pointer // no pointer, then
		if l.lambda != nil {
			w.passed(l.lambda.Params, args)
		} else {
			w.objects(args)
		}
		return
	}
	fns := w.p.flow.All(fun.Name)
	switch {
	case len(fns) > 0 && w.p.flow.Class(fun.Name) == nil && len(w.p.flow.Globals()[fun.Name]) == 0:
		for n, a := range args {
			if w.p.flow.ByValue(fun.Name, n) && (!fun.HasArgs || w.keptBy(fns, n)) {
				w.value(a)
			} else {
				w.object(a)
			}
		}
	case !w.library(fun):
		w.objects(args)
	case allocators[fun.Name] && len(args) > 0 && len(fun.Path) == 0:
		if l := addressed(w, args[0]); l != nil && l.pointer {
			l.allocated = true
		} else {
			w.object(args[0])
		}
		w.values(args[1:])
	case slices.Contains(keepers, fun.Name) || makers[fun.Name] || strings.HasPrefix(fun.Name, "cudaFree") || strings.HasPrefix(fun.Name, "cudaMem") || strings.HasPrefix(fun.Name, "cublas"):
		w.values(args)
	default:
		w.objects(args)
	}
}

// keptBy reports whether no parameter n of functions has a type that template arguments may make a reference.
func (w *mentions) keptBy(fns []*cuda.FuncDecl, n int) bool {
	return !slices.ContainsFunc(fns, func(fn *cuda.FuncDecl) bool {
		return n >= len(fn.Params) || fn.Params[n].Pack || fn.Template != nil && fn.Params[n].Type.Form != cuda.PointerType
	})
}

// addressed is the variable of which an expression is the address: &p, (void **)&p.
func addressed(w *mentions, e cuda.Expr) *local {
	if c, is := e.(*cuda.CastExpr); is && c.Type != nil && c.Type.Form == cuda.PointerType {
		e = c.X
	}
	if u, is := e.(*cuda.UnaryExpr); is && u.Op == "&" {
		return w.variable(u.X)
	}
	return nil
}

// passed goes through the arguments of a lambda.
func (w *mentions) passed(params []*cuda.Param, args []cuda.Expr) {
	for n, a := range args {
		if n < len(params) && !params[n].Pack && (isAuto(params[n].Type) || w.plain(params[n].Type)) {
			w.value(a)
		} else {
			w.object(a)
		}
	}
}

// lambda goes through a lambda where it stands. What it captures by value is its own, and changes of that count as those of
// the variable.
func (w *mentions) lambda(e *cuda.LambdaExpr) {
	c := w.closures[e.Pos]
	if c == nil {
		w.lost = true
		return
	}
	w.push()
	for x := range strings.SplitSeq(e.Captures, ",") {
		w.capture(strings.TrimSpace(x), c)
	}
	for _, q := range e.Params {
		w.declare(q.Name, c.Lo, q.Type)
	}
	w.gives = append(w.gives, e.Result)
	w.scope(c.Body, c.Hi)
	w.gives = w.gives[:len(w.gives)-1]
	w.pop(c.Hi)
}

// capture enters the variable that [x = y] and its kind declare; what stands in them is spoilt, but for y itself.
func (w *mentions) capture(x string, c *flow.Closure) {
	at := strings.IndexAny(x, "=({")
	if at < 0 || x == "=" {
		return
	}
	isWord := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	words := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) })
	}
	init := x[at+1:]
	copied := x[at] == '=' && !strings.HasPrefix(x, "&") && strings.TrimFunc(init, isWord) == ""
	for _, name := range words(init) {
		if l := w.find(name); l != nil && !copied {
			l.spoilt = true
		}
	}
	for _, name := range words(x[:at]) {
		w.declare(name, c.Lo, nil).spoilt = true
	}
}

// fresh reports whether an expression is memory of its own, new each time:
//
//	new float[n];    (float *)malloc(n);    allocate<float>(n);
func (w *mentions) fresh(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return e.Type != nil && e.Type.Form == cuda.PointerType && w.fresh(e.X)
	case *cuda.NewExpr:
		return !w.p.operator("new")
	case *cuda.CallExpr:
		id, is := e.Fun.(*cuda.Ident)
		if !is {
			return false
		}
		if makers[id.Name] {
			return w.library(id)
		}
		return len(id.Path) == 0 && w.find(id.Name) == nil && len(w.p.flow.Globals()[id.Name]) == 0 && w.p.flow.Class(id.Name) == nil && !w.p.isValue(id.Name) && w.p.makes(id.Name)
	default:
		return false
	}
}

// ownsNew reports whether something in the file defines operator new.
func (p *Program) ownsNew() bool { return p.operator("new") }

// makes reports whether all functions of a name give memory of its own, new each time: a variable that has nothing else.
func (p *Program) makes(name string) bool {
	fns := p.flow.Functions(name)
	for _, fn := range p.flow.All(name) {
		if !slices.Contains(fns, fn) && !slices.ContainsFunc(fns, func(o *cuda.FuncDecl) bool { return !fn.HasBody && len(o.Params) == len(fn.Params) }) {
			return false // of a class, or one that is elsewhere
		}
	}
	return len(fns) > 0 && !slices.ContainsFunc(fns, func(fn *cuda.FuncDecl) bool { return !p.ownersOf(fn).maker })
}

// isValue reports whether a name of a function may be that of something else somewhere in the file: it stands where nothing is
// called.
func (p *Program) isValue(name string) bool {
	is, known := p.values[name]
	if !known {
		for i := 1; i+1 < p.code.Len() && !is; i++ {
			t := p.code.Text(i + 1)
			is = p.code.Text(i) == name && p.code.Token(i).Kind == source.Ident && t != "(" && t != "<"
		}
		p.values[name] = is
	}
	return is
}
