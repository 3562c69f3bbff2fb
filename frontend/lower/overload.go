package lower

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// candidate is a function that a call may mean, a template's instance included.
type candidate struct {
	fn       *cuda.FuncDecl
	env      *scope  // template arguments, or the object's
	args     string  // template arguments, spelled
	in       *record // whose member it is
	template bool
	params   []*ctype
	ranks    []int
	doubtful bool // a template whose result type gv2 does not know
}

// Ranks of an argument's conversion, best first, after [over.ics.rank].
const (
	exactMatch = iota
	qualification
	promotion
	numericConversion
	userConversion
	notViable
)

// choose resolves an overloaded call. It returns nil after a diagnostic, and
// without one if no candidate fits but the name is known to CUDA.
func (l *lowerer) choose(pos diag.Pos, fun *cuda.Ident, cands []*cuda.FuncDecl, args []callArg, known bool) *candidate {
	viable := l.viableOf(cands, fun, args)
	if len(fun.Path) == 0 {
		found, more := l.associated(cands, fun, args)
		viable, cands = append(viable, found...), append(cands[:len(cands):len(cands)], more...)
	}
	viable = l.declaredBefore(viable)
	for _, c := range viable {
		if c.doubtful && len(viable) > 1 {
			l.Unsupported(pos, "which %s is called depends on the result type of the template at %s; write the call out", fun.Name, c.fn.Pos)
			return nil
		}
	}
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
	if len(viable) == 0 {
		if complain {
			l.Errorf(pos, "no %s takes these arguments", name)
		}
		return nil
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
			d = closerReference(a.params[i], b.params[i])
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
		return specialisation(a.fn) > specialisation(b.fn)
	}
	return false
}

// closerReference orders two references that an argument binds to equally well: one
// to a temporary first, then one that adds no const; below 0 if a is better.
func closerReference(a, b *ctype) int {
	switch {
	case !a.ref || !b.ref || !sameType(a, b):
		return 0
	case a.rvalue && !b.rvalue, a.rvalue == b.rvalue && !a.konst && b.konst:
		return -1
	case b.rvalue && !a.rvalue, a.konst && !b.konst:
		return 1
	}
	return 0
}

// specialisation counts what a template's parameters fix about their types.
func specialisation(fn *cuda.FuncDecl) int {
	n := 0
	for _, p := range fn.Params {
		for t := p.Type; t != nil; t = t.Elem {
			n++
			n += 2 * len(t.Args)
		}
	}
	return n
}

// sameFunction reports whether a and b are declarations of one function.
func sameFunction(a, b *candidate) bool {
	if len(a.params) != len(b.params) || a.args != b.args {
		return false
	}
	for i := range a.params {
		if !sameType(a.params[i], b.params[i]) || canonical(a.params[i].name) != canonical(b.params[i].name) ||
			a.params[i].ref != b.params[i].ref || a.params[i].rvalue != b.params[i].rvalue || a.params[i].ref && a.params[i].konst != b.params[i].konst {
			return false
		}
		if a.params[i].isPointer() && a.params[i].elem.konst != b.params[i].elem.konst {
			return false
		}
	}
	return true
}

// viable ranks fn for the arguments; nil if it does not take them. env holds
// the template arguments of a member function's class.
func (l *lowerer) viable(fn *cuda.FuncDecl, fun *cuda.Ident, args []callArg, env *scope) *candidate {
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
	ok := false
	l.in(&frame{path: l.scopeOf(fn), scope: newScope(env)}, func() {
		ok = l.instantiate(c, fun, args) && l.rankAll(c, args) && l.hasResult(c)
	})
	l.diags = before
	if !ok {
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
	if te, _, _ := autoOf(c.fn.Result); te != nil {
		return true
	}
	before := l.diags
	l.diags = diag.List{}
	t := l.resolve(c.fn.Result)
	worst, _ := l.diags.Worst()
	l.diags = before
	c.doubtful = t.bad() && worst != diag.Error
	return !t.bad() || c.doubtful
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
		l.frame.scope = newScope(c.env)
	}
	for i, a := range args {
		if i >= len(c.fn.Params) {
			c.ranks = append(c.ranks, userConversion)
			continue
		}
		t := l.paramType(c.fn.Params[i], args, i)
		if t.rvalue && a.pl != nil && forwards(c.fn, c.fn.Params[i]) {
			lvalue := *t
			lvalue.rvalue = false
			t = &lvalue
		}
		r := l.rank(a, t)
		if r == notViable {
			return false
		}
		c.params = append(c.params, t)
		c.ranks = append(c.ranks, r)
	}
	return true
}

// forwards reports whether p is T&& for a template parameter T of fn itself: it
// takes objects and temporaries alike.
func forwards(fn *cuda.FuncDecl, p *cuda.Param) bool {
	te := p.Type
	if te.Form != cuda.ReferenceType || !te.RValue || te.Elem == nil || fn.Template == nil {
		return false
	}
	e := te.Elem
	return e.Form == cuda.NamedType && len(e.Path) == 0 && !e.Const && !e.HasArgs &&
		slices.ContainsFunc(fn.Template.Params, func(q cuda.TemplateParam) bool { return q.Name == e.Name && q.Type == nil })
}

// rank tells how well a converts to t, by a function of the user's too.
func (l *lowerer) rank(a callArg, t *ctype) int {
	r := rank(a, t)
	if r == notViable && !(t.ref && !t.konst && !t.rvalue) && l.userConverts(a, t.plain()) {
		return userConversion
	}
	return r
}

// userConverts reports whether a conversion function of a's class or a constructor
// of t takes a to t.
func (l *lowerer) userConverts(a callArg, t *ctype) bool {
	from := a.t()
	if l.converting || from == nil || from.bad() || t.bad() {
		return false
	}
	l.converting = true // one of them, no more: [class.conv]
	defer func() { l.converting = false }()
	if from.isRecord() {
		for _, c := range l.conversions(from.rec) {
			if conversionRank(l.conversionType(c), t) < noConversion {
				return true
			}
		}
	}
	return l.constructorFor(a, t) != nil
}

// constructorFor is the constructor of t that takes a alone; nil if there is none.
func (l *lowerer) constructorFor(a callArg, t *ctype) *candidate {
	if !t.isRecord() || t.rec.decl == nil || !l.hasConstructor(t.rec) {
		return nil
	}
	before := l.diags
	defer func() { l.diags = before }()
	return l.chooseMethod(a.pos, methodSet{t.rec, l.constructors(t.rec)}, t.rec.decl.Name, nil, []callArg{a}, false, false)
}

// rank tells how well a converts to t by what the language defines.
func rank(a callArg, t *ctype) int {
	from := a.t()
	switch {
	case from == nil || from.bad() || t.bad():
		return numericConversion
	case t.rvalue && a.pl != nil && (sameType(from, t) || from.isRecord() && t.isRecord()):
		return notViable
	case t.rvalue:
	case t.ref && !t.konst && a.pl == nil && !from.isRecord():
		return notViable
	case t.ref && !t.konst && (from.konst || !sameType(from, t) && !(from.isRecord() && t.isRecord())):
		return notViable
	}
	switch {
	case from.isArray() && t.isPointer():
		return rankPointer(a, pointerTo(from.elem), t)
	case from.isScalar() && t.isScalar():
		return rankScalar(from, t)
	case t.isPointer() && a.v.lit0:
		return numericConversion
	case from.isPointer() && t.isPointer():
		return rankPointer(a, from, t)
	case from.isPointer() && t.isScalar() && t.scalar == kernel.BoolType:
		return numericConversion
	case from.isRecord() && t.isRecord():
		r := rankRecord(from, t)
		if r != notViable && t.ref && !t.konst && !t.rvalue && a.pl == nil && !isGroup(from) {
			return userConversion // a temporary, which nothing else takes
		}
		return r
	case from.isScalar() && t.isRecord() && t.rec.ones:
		return userConversion
	case from.isArray() && t.isArray() && sameType(from.elem, t.elem):
		return exactMatch
	}
	return notViable
}

func rankScalar(from, t *ctype) int {
	switch {
	case from.scalar == t.scalar:
		return exactMatch
	case cexpr.PromotedType(from.scalar) == t.scalar && from.scalar.Kind != kernel.Float:
		return promotion
	case from.scalar == kernel.F32 && t.scalar == kernel.F64:
		return promotion
	}
	return numericConversion
}

func rankPointer(a callArg, from, t *ctype) int {
	switch {
	case a.v.p != nil && a.v.p.onlyNull():
		return numericConversion
	case from.elem.konst && !t.elem.konst:
		return notViable
	case sameType(from.elem, t.elem) && from.elem.konst == t.elem.konst:
		return exactMatch
	case sameType(from.elem, t.elem):
		return qualification
	case t.elem.form == voidForm:
		return numericConversion
	case from.elem.isRecord() && t.elem.isRecord() && rankRecord(from.elem, t.elem) != notViable:
		return numericConversion
	}
	return notViable
}

func rankRecord(from, t *ctype) int {
	if from.rec == t.rec {
		return exactMatch
	}
	if threeComponents(from.rec) && threeComponents(t.rec) {
		return numericConversion
	}
	if derives(from.rec, t.rec) {
		return numericConversion
	}
	return notViable
}

// site names a call that is not written as one.
type site struct {
	pos diag.Pos
	op  string
}
