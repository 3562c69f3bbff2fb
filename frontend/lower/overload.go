package lower

import (
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
	var viable []*candidate
	for _, fn := range cands {
		if c := l.viable(fn, fun, args, nil); c != nil {
			viable = append(viable, c)
		}
	}
	return l.specialised(pos, l.best(pos, fun.Name, viable, len(cands) > 0 && !known), cands)
}

// best picks the candidate that is no worse for any argument and better for
// some; complain asks for a diagnostic if there is none at all.
func (l *lowerer) best(pos diag.Pos, name string, viable []*candidate, complain bool) *candidate {
	if len(viable) == 0 {
		if complain {
			l.errorf(pos, "no %s takes these arguments", name)
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
			l.unsupported(pos, "the call of %s is ambiguous between %s and %s; cast the arguments", name, best.fn.Pos, c.fn.Pos)
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
		less = less || a.ranks[i] < b.ranks[i]
		more = more || a.ranks[i] > b.ranks[i]
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
		if !sameType(a.params[i], b.params[i]) || a.params[i].name != b.params[i].name || a.params[i].ref != b.params[i].ref {
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
	l.in(&frame{path: l.scopeOf(fn), scope: newScope(env)}, func() { ok = l.instantiate(c, fun, args) && l.rankAll(c, args) })
	l.diags = before
	if !ok {
		return nil
	}
	return c
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
		r := rank(a, t)
		if r == notViable {
			return false
		}
		c.params = append(c.params, t)
		c.ranks = append(c.ranks, r)
	}
	return true
}

// rank tells how well a converts to t.
func rank(a callArg, t *ctype) int {
	from := a.t()
	switch {
	case from == nil || from.bad() || t.bad():
		return numericConversion
	case t.ref && !t.konst && a.pl == nil && !from.isRecord():
		return notViable
	case t.ref && !t.konst && (from.konst || !sameType(from, t) && !(from.isRecord() && t.isRecord())):
		return notViable
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
		return rankRecord(from, t)
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
	case promotedType(from.scalar) == t.scalar && from.scalar.Kind != kernel.Float:
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

// operator is a user-defined operator on records.
func (l *lowerer) operator(pos diag.Pos, op string, args ...callArg) value {
	if v, ok := l.tryOperator(pos, op, args); ok {
		return v
	}
	for _, a := range args {
		if a.t() == nil || a.t().bad() {
			return badValue
		}
	}
	if v, ok := l.pairOperator(pos, op, args); ok {
		return v
	}
	l.errorf(pos, "no operator%s for a %s", op, args[0].t().plain())
	return badValue
}

func (l *lowerer) tryOperator(pos diag.Pos, op string, args []callArg) (value, bool) {
	pl, ok := l.findOperator(pos, op, args)
	if !ok {
		return badValue, false
	}
	if pl.t.form == voidForm {
		return value{t: voidType}, true
	}
	return l.rvalue(pl), true
}

// operatorPlace is an operator that may return a reference.
func (l *lowerer) operatorPlace(pos diag.Pos, op string, args ...callArg) *place {
	pl, ok := l.findOperator(pos, op, args)
	if !ok {
		if t := args[0].t(); t != nil && !t.bad() {
			l.errorf(pos, "no operator%s for a %s", op, t.plain())
		}
		return &badPlace
	}
	return pl
}

func (l *lowerer) findOperator(pos diag.Pos, op string, args []callArg) (*place, bool) {
	name := "operator" + op
	if t := args[0].t(); t != nil && t.isRecord() && t.rec.decl != nil {
		if ms := l.methods(t.rec, name); len(ms.fns) > 0 {
			if c := l.chooseMethod(pos, ms, name, nil, args[1:], t.konst, false); c != nil {
				return l.inline(pos, site{pos, op}, c, args[1:], l.settledObject(args[0].place(), c.in)), true
			}
		}
	}
	var viable []*candidate
	for _, d := range l.prog.find(l.frame.path, nil, name) {
		if fn, ok := d.(*cuda.FuncDecl); ok {
			if c := l.viable(fn, &cuda.Ident{Name: name}, args, nil); c != nil {
				viable = append(viable, c)
			}
		}
	}
	c := l.best(pos, name, viable, false)
	if c == nil {
		return nil, false
	}
	return l.inline(pos, site{pos, op}, c, args, nil), true
}

// site names a call that is not written as one.
type site struct {
	pos diag.Pos
	op  string
}
