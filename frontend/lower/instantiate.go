package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/deduce"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
)

// instantiate binds the template parameters of c's function: to explicit
// arguments, to what the call's arguments imply, then to defaults. False means
// that the template does not fit.
func (l *lowerer) instantiate(c *candidate, fun *cuda.Ident, args []callArg) bool {
	head := c.fn.Template
	if head == nil || len(head.Params) == 0 {
		return c.fn.SpecialOf == nil && (fun == nil || !fun.HasArgs) && pack.Fits(c.fn, c.env)
	}
	sc := bind.New(c.env)
	l.frame.scope = sc
	if fun != nil {
		callee := l.frame
		l.frame = callee.outer
		ok := bindExplicit(l, sc, head, fun.Args)
		l.frame = callee
		if !ok {
			return false
		}
	}
	d := newDeducer(l, sc, head)
	for i, p := range c.fn.Params {
		if i < len(args) && args[i].t() != nil {
			if syntax.Forwards(c.fn, p) && isObject(l, args[i]) { // T&& takes an object as T = U&: [temp.deduct.call]
				d.Forward(p.Type.Elem, args[i].t())
			}
			d.Parameter(p.Type, args[i].t())
		}
	}
	if l.target != nil && c.fn.Result != nil && strings.HasPrefix(c.fn.Name, "operator ") { // [temp.deduct.conv]
		d.Parameter(c.fn.Result, l.target)
	}
	if d.Conflict || !l.bindDefaults(sc, head) || !pack.Fits(c.fn, sc) {
		if d.Unknown && !d.Conflict {
			l.Unsupported(c.fn.Pos, "what the parameters of this template are follows from an alias or a function's type")
		}
		return false
	}
	c.env, c.template = sc, true
	c.args = sc.Identity(head)
	return true
}

// bindDefaults binds the parameters that nothing was found for to their
// defaults.
func (l *lowerer) bindDefaults(sc *bind.Scope, head *cuda.TemplateHead) bool {
	for _, p := range head.Params {
		switch have := sc.Names[p.Name]; {
		case have != nil && have.Whole():
		case have == nil && p.Pack:
			sc.Bind(p.Name, &bind.Symbol{Pack: &bind.Pack{}})
		case have != nil || !l.bindDefault(sc, p):
			return false
		}
	}
	return true
}

// newDeducer deduces the parameters of head into sc.
func newDeducer(l *lowerer, sc *bind.Scope, head *cuda.TemplateHead) *deduce.Deducer {
	return deduce.New(sc, head, deduce.Core{
		BindConst: func(p cuda.TemplateParam, c *kernel.Const, from *ctype.Type) { l.bindConst(sc, p, c, from) },
		Args:      func(r *ctype.Record) []*bind.Symbol { return classOf(r).args },
		IsClassTemplate: func(te *cuda.TypeExpr) bool {
			return slices.ContainsFunc(l.prog.names.Find(l.frame.path, te.Path, te.Name, before(l)), func(d cuda.Decl) bool {
				r, ok := d.(*cuda.RecordDecl)
				return ok && r.Template != nil
			})
		},
		Alias: func(te *cuda.TypeExpr) *cuda.TypedefDecl {
			for _, d := range l.prog.names.Find(l.frame.path, te.Path, te.Name, before(l)) {
				n := len(l.frame.path)
				if a, ok := d.(*cuda.TypedefDecl); ok && a.Template != nil && len(a.Scope) <= n && slices.Equal(a.Scope, l.frame.path[:len(a.Scope)]) {
					return a
				}
			}
			return nil
		},
	})
}

// expanded reports a fault of an expansion of packs; true if there is none.
func expanded(l *lowerer, pos diag.Pos, fault string) bool {
	if fault != "" {
		l.Unsupported(pos, "%s", fault)
	}
	return fault == ""
}

// bindExplicit binds the parameters of a function template to arguments that are written.
func bindExplicit(l *lowerer, sc *bind.Scope, head *cuda.TemplateHead, args []cuda.TemplateArg) bool {
	args, fault := l.prog.packs.Args(args, l.frame.scope.Length)
	return fault == "" && pack.Explicit(sc, head, args, l.bindArg)
}
