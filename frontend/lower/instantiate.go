package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
)

// instantiate binds the template parameters of c's function: to explicit
// arguments, to what the call's arguments imply, then to defaults. False means
// that the template does not fit.
func (l *lowerer) instantiate(c *candidate, fun *cuda.Ident, args []callArg) bool {
	head := c.fn.Template
	if head == nil || len(head.Params) == 0 {
		return c.fn.SpecialOf == nil && (fun == nil || !fun.HasArgs)
	}
	sc := bind.New(c.env)
	l.frame.scope = sc
	explicit := 0
	if fun != nil {
		explicit = len(fun.Args)
	}
	if explicit > len(head.Params) {
		return false
	}
	for i := range explicit {
		ok := false
		callee := l.frame
		l.frame = callee.outer
		ok = !head.Params[i].Pack && l.bindArg(sc, head.Params[i], fun.Args[i])
		l.frame = callee
		if !ok {
			return false
		}
	}
	d := newDeducer(l, sc, head)
	for i, p := range c.fn.Params {
		if i < len(args) && args[i].t() != nil {
			d.deduce(p.Type, args[i].t())
		}
	}
	if d.conflict || !l.bindDefaults(sc, head) {
		return false
	}
	c.env, c.template = sc, true
	c.args = sc.Identity(head)
	return true
}

// deducer matches parameter types against argument types.
type deducer struct {
	l      *lowerer
	sc     *bind.Scope
	params map[string]cuda.TemplateParam
	// deduced are the types found so far; conflict is set where one parameter would
	// have to be two.
	deduced  map[string]*ctype.Type
	conflict bool
}

func newDeducer(l *lowerer, sc *bind.Scope, head *cuda.TemplateHead) *deducer {
	d := &deducer{l: l, sc: sc, params: map[string]cuda.TemplateParam{}, deduced: map[string]*ctype.Type{}}
	for _, p := range head.Params {
		d.params[p.Name] = p
	}
	return d
}

// bindDefaults binds the parameters that nothing was found for to their
// defaults.
func (l *lowerer) bindDefaults(sc *bind.Scope, head *cuda.TemplateHead) bool {
	for _, p := range head.Params {
		if sc.Names[p.Name] == nil && (p.Pack || !l.bindDefault(sc, p)) {
			return false
		}
	}
	return true
}

// deduce binds the template parameters that te mentions so that it becomes t.
func (d *deducer) deduce(te *cuda.TypeExpr, t *ctype.Type) {
	t = t.Object()
	switch te.Form {
	case cuda.ReferenceType:
		d.match(te.Elem, t)
	case cuda.PointerType:
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		d.match(te, t)
	default:
		if t.IsArray() {
			t = ctype.PointerTo(t.Elem)
		}
		d.match(te, t.Plain())
	}
}

func (d *deducer) match(te *cuda.TypeExpr, t *ctype.Type) {
	switch {
	case te == nil:
	case te.Form == cuda.NamedType && len(te.Path) == 0 && !te.HasArgs:
		p, ok := d.params[te.Name]
		if have := d.deduced[te.Name]; have != nil && !have.Bad() && !t.Bad() && !ctype.Same(have, t) {
			d.conflict = true
		}
		if !ok || p.Type != nil || d.sc.Names[te.Name] != nil {
			return
		}
		c := *t
		if te.Const {
			c.Const = false
		}
		d.deduced[te.Name] = &c
		d.sc.Bind(te.Name, &bind.Symbol{T: &c})
	case te.Form == cuda.ReferenceType && t.Ref && te.RValue == t.RValue:
		d.match(te.Elem, t.Object())
	case te.Form == cuda.PointerType && t.IsPointer():
		d.match(te.Elem, t.Elem)
	case te.Form == cuda.ArrayType && t.IsArray():
		d.match(te.Elem, t.Elem)
		d.length(te.Len, t.Len)
	case te.Form == cuda.NamedType && te.HasArgs && t.IsRecord():
		d.recordArgs(te, t.Rec)
	}
}

// length binds N in T (&)[N].
func (d *deducer) length(e cuda.Expr, n int64) {
	id, ok := e.(*cuda.Ident)
	if !ok || n < 0 {
		return
	}
	if p, ok := d.params[id.Name]; ok && p.Type != nil && d.sc.Names[id.Name] == nil {
		d.l.bindConst(d.sc, p, kernel.NewConst(kernel.U64, n))
	}
}

// recordArgs matches S<T, N> against an instance of S.
func (d *deducer) recordArgs(te *cuda.TypeExpr, r *ctype.Record) {
	if r.Of == nil || r.Of.Name != te.Name {
		return
	}
	d.matchArgs(te.Args, classOf(r).args)
}

// matchArgs matches a list of template arguments against what they are to be.
func (d *deducer) matchArgs(pattern []cuda.TemplateArg, args []*bind.Symbol) {
	for i, sym := range args {
		if i >= len(pattern) || sym == nil {
			continue
		}
		switch a := pattern[i]; {
		case sym.T != nil && a.Type != nil:
			d.match(a.Type, sym.T)
		case sym.Value != nil:
			d.value(a, sym.Value)
		}
	}
}

func (d *deducer) value(a cuda.TemplateArg, v kernel.Expr) {
	id, ok := a.Expr.(*cuda.Ident)
	c, isConst := v.(*kernel.Const)
	if !ok || !isConst {
		return
	}
	if p, ok := d.params[id.Name]; ok && p.Type != nil && d.sc.Names[id.Name] == nil {
		d.l.bindConst(d.sc, p, c)
	}
}
