package lower

import (
	"slices"

	"context"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/instances"
	"gv2/frontend/lower/layout"
	"gv2/frontend/lower/pack"
)

// Names is a file whose names are looked up. It answers what readers of host code ask
// about them: constants, declarations, and which kernel a use of a template makes; and it
// lowers kernels. Headers have tens of thousands of names, so one Names serves all
// kernels of the file. It is not for use by several goroutines.
type Names struct {
	file *cuda.File
	in   *maker
}

// NamesOf are the names of a file.
func NamesOf(f *cuda.File) *Names {
	return &Names{f, &maker{ctx: context.Background(), prog: newProgram(f)}}
}

// program is the file for lowering one kernel, which makes instances of classes of its
// own.
func (n *Names) program() *program {
	return &program{names: n.in.prog.names, records: map[recordKey]*ctype.Type{}, packs: pack.New()}
}

// Decls are what the file declares under a name at file level.
func (n *Names) Decls(name string) []cuda.Decl { return n.in.prog.names.Declared(nil, name) }

// Constants evaluates expressions that have the same value everywhere, with the names
// that function fn sees; template parameters are not bound.
func (n *Names) Constants(fn *cuda.FuncDecl) func(cuda.Expr) (*kernel.Const, bool) {
	l := n.in.lowerer(&cuda.FuncDecl{Scope: fn.Scope, Name: fn.Name})
	return func(e cuda.Expr) (*kernel.Const, bool) {
		saved := l.diags
		c, ok := l.constant(e)
		l.diags = saved
		return c, ok
	}
}

// Scalar is the type of numbers that t names in function fn.
func (n *Names) Scalar(fn *cuda.FuncDecl, t *cuda.TypeExpr) (kernel.Type, bool) {
	if fn == nil {
		fn = &cuda.FuncDecl{}
	}
	l := n.in.lowerer(&cuda.FuncDecl{Scope: fn.Scope, Name: fn.Name})
	r := l.resolve(t)
	if r.Bad() || !r.IsScalar() || r.Ref {
		return kernel.Type{}, false
	}
	return r.Scalar, true
}

// Parameters are the parameters of kernel fn, nil for those that are no numbers, and the members that are
// numbers of those that are objects.
func (n *Names) Parameters(fn *cuda.FuncDecl) ([]*kernel.Var, []kernel.Member) {
	l := n.in.lowerer(fn)
	out, members := make([]*kernel.Var, len(fn.Params)), []kernel.Member{}
	if !l.instance() {
		return out, nil
	}
	for i, p := range fn.Params {
		if p.Name == "" {
			continue
		}
		t := l.resolve(p.Type)
		if !t.Bad() && t.IsScalar() && !t.Ref && (t.Scalar.IsInt() || t.Scalar.Kind == kernel.Bool) {
			out[i] = &kernel.Var{Name: p.Name, T: t.Scalar, Param: true, Pos: p.Pos}
		}
		members = append(members, layout.Members(fn, i, t)...)
	}
	return out, members
}

// Makes reports whether a use of a kernel template makes fn, an instance of it, or may
// make it where not all arguments of the use are known. One in a template that nobody uses makes none but that which
// is assumed for want of others.
func (n *Names) Makes(u *cuda.TemplateUse, fn *cuda.FuncDecl) bool {
	all := instances.Templates(n.in.prog.names, &cuda.FuncDecl{Scope: fn.Scope, Name: u.Name})
	if i := slices.IndexFunc(all, func(g *cuda.FuncDecl) bool { return g.Template == fn.Template }); i >= 0 {
		all = all[i : i+1] // the overload that fn is an instance of
	}
	return slices.ContainsFunc(all, func(general *cuda.FuncDecl) bool {
		made, ok := n.in.Instance(general, u)
		return made.Name == fn.Name || !ok && (!u.Idle || fn.Use != nil && fn.Use.Idle) && n.in.mayBe(general, u, fn)
	})
}

// mayBe reports whether a use of which not all template arguments are known may be of
// that instance: those that are known are the same.
func (in *maker) mayBe(general *cuda.FuncDecl, u *cuda.TemplateUse, fn *cuda.FuncDecl) bool {
	if u.Fault != "" || !pack.MayTake(general.Template, u) {
		return false
	}
	whole := in.lowerer(fn)
	if fn.Template == nil || !whole.instance() {
		return false
	}
	part := in.lowerer(general)
	part.bindKnown(u)
	all := whole.frame.scope.Parts(fn.Template)
	for i, text := range part.frame.scope.Parts(general.Template) {
		if text != bind.Unbound && (i >= len(all) || text != all[i]) {
			return false
		}
	}
	return true
}

// bindKnown binds the template parameters of a kernel that a use tells.
func (l *lowerer) bindKnown(u *cuda.TemplateUse) {
	pack.Explicit(l.frame.scope, l.fn.Template, u.Args, func(sc *bind.Scope, p cuda.TemplateParam, a cuda.TemplateArg) bool {
		l.bindArg(sc, p, a)
		return true
	})
	l.deduceLaunch(l.frame.scope, u)
}
