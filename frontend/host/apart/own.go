package apart

import (
	"gv2/frontend/cuda"
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
