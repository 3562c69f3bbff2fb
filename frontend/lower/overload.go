package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// candidate is a function that a call may mean, a template's instance included.
type candidate struct {
	fn       *cuda.FuncDecl
	env      *bind.Scope   // template arguments, or the object's
	args     string        // template arguments, spelled
	in       *ctype.Record // whose member it is
	template bool
	params   []*ctype.Type
	ranks    []int
	doubtful bool // a template whose result type gv2 does not know
	unclear  bool // a template of which gv2 does not know whether it takes the arguments
}

// choose resolves an overloaded call. It returns nil after a diagnostic, and
// without one if no candidate fits but the name is known to CUDA.
func (l *lowerer) choose(pos diag.Pos, fun *cuda.Ident, cands []*cuda.FuncDecl, args []callArg, known bool) *candidate {
	viable := l.viableOf(cands, fun, args)
	if len(fun.Path) == 0 {
		found, more := l.associated(cands, fun, args)
		viable, cands = append(viable, found...), append(cands[:len(cands):len(cands)], more...)
	}
	viable = declaredBefore(l, viable, fun.Name, args)
	return l.specialised(pos, l.best(pos, fun.Name, viable, len(cands) > 0 && !known), cands)
}

func (l *lowerer) viableOf(cands []*cuda.FuncDecl, fun *cuda.Ident, args []callArg) []*candidate {
	var viable []*candidate
	for _, fn := range cands {
		if c := l.viable(fn, fun, args, nil); c != nil {
			viable = append(viable, c)
		}
	}
	return viable
}

// best picks the candidate that is no worse for any argument and better for
// some; complain asks for a diagnostic if there is none at all.
func (l *lowerer) best(pos diag.Pos, name string, viable []*candidate, complain bool) *candidate {
	if i := slices.IndexFunc(viable, func(c *candidate) bool { return c.unclear }); i >= 0 {
		l.Unsupported(pos, "which %s is called depends on the template at %s, which gv2 does not understand; write the call out", name, viable[i].fn.Pos)
		return nil
	}
	if len(viable) == 0 {
		if complain {
			l.Errorf(pos, "no %s takes these arguments", name)
		}
		return nil
	}
	for _, c := range viable {
		if c.doubtful && len(viable) > 1 {
			l.Unsupported(pos, "which %s is called depends on the result type of the template at %s; write the call out", name, c.fn.Pos)
			return nil
		}
	}
	best := viable[0]
	for _, c := range viable[1:] {
		if better(c, best) {
			best = c
		}
	}
	for _, c := range viable {
		if c != best && !better(best, c) && !sameFunction(best, c) {
			l.Unsupported(pos, "the call of %s is ambiguous between %s and %s; cast the arguments", name, best.fn.Pos, c.fn.Pos)
			return nil
		}
	}
	return best
}

// better orders candidates: by conversions, then functions before templates,
// then more special templates, then definitions before prototypes.
func better(a, b *candidate) bool {
	less, more := false, false
	for i := range a.ranks {
		d := a.ranks[i] - b.ranks[i]
		if d == 0 && i < len(a.params) && i < len(b.params) {
			d = overload.CloserReference(a.params[i], b.params[i])
		}
		less, more = less || d < 0, more || d > 0
	}
	switch {
	case less != more:
		return less
	case less:
		return false
	case a.template != b.template:
		return b.template
	case sameFunction(a, b):
		return a.fn.HasBody && !b.fn.HasBody
	case a.template:
		return overload.MoreSpecial(a.fn, b.fn)
	}
	return false
}

// sameFunction reports whether a and b are declarations of one function.
func sameFunction(a, b *candidate) bool {
	return a.args == b.args && overload.SameParameters(a.params, b.params)
}

// viable ranks fn for the arguments; nil if it does not take them. env holds
// the template arguments of a member function's class.
func (l *lowerer) viable(fn *cuda.FuncDecl, fun *cuda.Ident, args []callArg, env *bind.Scope) *candidate {
	fn, ok := l.prog.packs.Spread(fn, len(args), env, l.prog.names.Copied)
	if !ok {
		return &candidate{fn: fn, env: env, unclear: true}
	}
	if len(args) > len(fn.Params) && !fn.Variadic || fn.Instantiate {
		return nil
	}
	for i := len(args); i < len(fn.Params); i++ {
		if fn.Params[i].Default == nil {
			return nil
		}
	}
	c := &candidate{fn: fn, env: env}
	before := l.diags
	faults := diag.Warning
	ok = false
	l.in(&frame{path: l.scopeOf(fn), scope: bind.New(env), decl: fn}, func() {
		ok = l.instantiate(c, fun, args) && l.rankAll(c, args) && l.hasResult(c)
		faults = l.diags.FirstFault(before.Len())
	})
	l.diags = before
	if fn.Template != nil { // [temp.deduct]: a type that does not exist is no fault
		ok, c.unclear = ok && faults == diag.Warning, faults == diag.Unsupported
	}
	if !ok && !c.unclear {
		return nil
	}
	return c
}

// hasResult reports whether the result type of a template exists with these
// arguments: where it does not, the template is no candidate, [temp.deduct].
func (l *lowerer) hasResult(c *candidate) bool {
	if !c.template || c.fn.Result == nil {
		return true
	}
	if te, _, _ := syntax.AutoOf(c.fn.Result); te != nil {
		return true
	}
	before := l.diags
	bindAlone(l, c)
	t := l.resolve(c.fn.Result)
	fault := l.diags.FirstFault(before.Len())
	l.diags = before
	c.doubtful = t.Bad() && fault != diag.Error
	return !t.Bad() && fault != diag.Error || c.doubtful
}

// scopeOf is where fn's types are looked up: its class, if it is a method whose
// class is being looked at.
func (l *lowerer) scopeOf(fn *cuda.FuncDecl) []string {
	if l.methodPath != nil {
		return l.methodPath
	}
	return fn.Scope
}

func (l *lowerer) rankAll(c *candidate, args []callArg) bool {
	if c.env != nil {
		l.frame.scope = bind.New(c.env)
	}
	for i, a := range args {
		if i >= len(c.fn.Params) {
			c.ranks = append(c.ranks, overload.UserConversion)
			continue
		}
		t := l.paramType(c.fn.Params[i], args, i)
		if t.RValue && a.pl != nil && !a.expires && syntax.Forwards(c.fn, c.fn.Params[i]) {
			lvalue := *t
			lvalue.RValue = false
			t = &lvalue
		}
		r := l.rank(a, t)
		if r == overload.NotViable {
			return false
		}
		c.params = append(c.params, t)
		c.ranks = append(c.ranks, r)
	}
	return true
}

// rank tells how well a converts to t, by a function of the user's too.
func (l *lowerer) rank(a callArg, t *ctype.Type) int {
	r := overload.Rank(a.ranked(), t)
	if r == overload.NotViable && !(t.Ref && !t.Const && !t.RValue) && l.userConverts(a, t.Plain()) {
		return overload.UserConversion
	}
	return r
}

// userConverts reports whether a conversion function of a's class or a constructor
// of t takes a to t.
func (l *lowerer) userConverts(a callArg, t *ctype.Type) bool {
	from := a.t()
	if l.converting || from == nil || from.Bad() || t.Bad() {
		return false
	}
	l.converting = true // one of them, no more: [class.conv]
	defer func() { l.converting = false }()
	if from.IsRecord() {
		for _, c := range l.conversions(from.Rec, t) {
			if overload.Conversion(l.conversionType(c), t) < overload.NoConversion && (!c.fn.Explicit || t.Scalar == kernel.BoolType) {
				return true
			}
		}
	}
	return l.constructorFor(a, t) != nil
}

// constructorFor is the constructor of t that takes a alone; nil if there is none.
func (l *lowerer) constructorFor(a callArg, t *ctype.Type) *candidate {
	if !t.IsRecord() || t.Rec.Decl == nil || !syntax.HasConstructor(t.Rec) {
		return nil
	}
	before := l.diags
	defer func() { l.diags = before }()
	all := slices.DeleteFunc(slices.Clone(l.constructors(t.Rec)), func(fn *cuda.FuncDecl) bool { return fn.Explicit })
	return l.chooseMethod(a.pos, methodSet{in: t.Rec, fns: all}, t.Rec.Decl.Name, nil, []callArg{a}, false, false)
}

// ranked is a as overload resolution sees it.
func (a callArg) ranked() overload.Arg {
	return overload.Arg{From: a.t(), Object: a.pl != nil && !a.expires, Expires: a.expires, Zero: a.v.Zero, Null: a.v.Ptr != nil && a.v.Ptr.OnlyNull()}
}

// site names a call that is not written as one.
type site struct {
	pos diag.Pos
	op  string
}
