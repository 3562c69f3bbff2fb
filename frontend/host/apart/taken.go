package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
)

// Where the value of a variable is taken, and where the variable itself may be changed.

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
