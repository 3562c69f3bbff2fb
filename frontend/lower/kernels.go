package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/assume"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/instances"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/predefined"
)

// Kernels returns the file's __global__ functions that have a body, in order, of templates one copy for every
// instantiation that the file asks for, explicitly or by one of the uses in host code: see instances.File.
// When ctx is done it stops soon, and the list is good for nothing.
func (n *Names) Kernels(ctx context.Context, uses []*cuda.TemplateUse) []*cuda.FuncDecl {
	file := &instances.File{Decls: n.file.Decls, Names: n.in.prog.names, Launched: uses, Maker: &maker{ctx: ctx, prog: n.in.prog}}
	return file.Kernels(ctx)
}

// maker makes instances of kernel templates.
type maker struct {
	ctx  context.Context
	prog *program
}

var _ instances.Maker = (*maker)(nil)

func (in *maker) Means(name string) bool {
	if in.prog.names.Mentions(name) || ctype.Scalars[name] != nil || ctype.Vectors[name] != nil || name == "void" {
		return true
	}
	_, value := predefined.Value(&cuda.Ident{Name: name}, nil)
	l := in.lowerer(&cuda.FuncDecl{})
	return value || l.libraryType(&cuda.TypeExpr{Name: name}) != nil
}

func (in *maker) Lowers(made *cuda.FuncDecl) (ok bool, why string) {
	k, diags := lowerIn(in.ctx, in.prog, made, Options{Launch: kernel.Launch{BlockDim: [3]int{256, 1, 1}}, SharedBytes: -1})
	if all := diags.All(); k == nil && len(all) > 0 {
		i := max(0, slices.IndexFunc(all, func(d diag.Diagnostic) bool { return d.Severity != diag.Warning }))
		why = fmt.Sprintf("of %s gv2 cannot read line %d: %s", made.Name, all[i].Pos.Line, all[i].Message)
	}
	return k != nil, why
}

func (in *maker) Instance(fn *cuda.FuncDecl, u *cuda.TemplateUse) (made *cuda.FuncDecl, ok bool) {
	if spreadFn, ok := in.prog.packs.Spread(fn, len(u.Call), nil, in.prog.names.Copied); ok && len(u.Call) > 0 {
		fn = spreadFn
	}
	c := *fn
	c.Use = u
	l := in.lowerer(&c)
	if !l.instance() || l.diags.HasErrors() {
		if len(u.Args) > 0 {
			c.Name = u.Text()
		}
		return &c, false
	}
	c.Name += l.frame.scope.Spell(fn.Template)
	return &c, true
}

func (in *maker) Specialisation(fn *cuda.FuncDecl, of []*cuda.FuncDecl) (made, general *cuda.FuncDecl) {
	c := *fn
	spelt := ""
	for _, g := range of {
		l := in.lowerer(fn)
		sc, ok := l.frame.scope, false
		if len(fn.Params) == len(g.Params) {
			sc, ok = l.specialArgs(fn, g)
		} else { // g has a parameter pack
			ok = l.bindArgs(sc, g.Template, fn.SpecialOf, fn.Pos, fn.Name)
		}
		if ok && !l.diags.HasErrors() && (general == nil || overload.MoreSpecial(g, general)) {
			general, spelt = g, sc.Spell(g.Template)
		}
	}
	c.Name += spelt
	return &c, general
}

func (in *maker) lowerer(fn *cuda.FuncDecl) *lowerer {
	l := newLowerer(in.ctx, in.prog, object.NewAnalysis(), fn, Options{SharedBytes: -1})
	l.frame = &frame{inst: l.an.Root, fn: fn, path: fn.Scope, scope: bind.New(nil)}
	return l
}

// instance binds the template parameters of a kernel: to the arguments of its
// use, to what the types of a launch's arguments imply, then to defaults. It
// reports what is not known.
func (l *lowerer) instance() bool {
	if l.fn.Template == nil || len(l.fn.Template.Params) == 0 {
		return true
	}
	u := l.fn.Use
	if u == nil {
		u = &cuda.TemplateUse{Pos: l.fn.Pos, Name: l.fn.Name}
	}
	diags := l.diags
	if u.Fault == "" && l.bindUse(u) {
		return true
	}
	l.diags = diags // an unknown name is no fault of the file
	why, template := "", strings.SplitN(l.fn.Name, "<", 2)[0]
	if u.Fault != "" {
		why = " (" + u.Fault + ")"
	}
	l.Unsupported(u.Pos, "kernel %s is a template whose arguments are not known here%s; write an explicit instantiation such as template __global__ void %s<int>(...);", l.fn.Name, why, template)
	return false
}

func (l *lowerer) bindUse(u *cuda.TemplateUse) bool {
	sc := l.frame.scope
	head := l.fn.Template
	if rest, _ := pack.Variadic(l.fn); rest != nil || !bindExplicit(l, sc, head, u.Args) {
		return false // how many parameters it has is not known, or an argument is not
	}
	l.deduceLaunch(sc, u)
	for _, note := range u.Notes {
		l.out.Assume(note)
	}
	for _, p := range head.Params {
		if a, ok := u.Otherwise[p.Name]; ok && sc.Names[p.Name] == nil {
			if !l.bindArg(sc, p, a) {
				return false
			}
			l.out.Assume(assume.Replaced{Name: p.Name, By: a}.Note(u.Pos))
		}
	}
	return l.bindDefaults(sc, head) && !l.diags.HasErrors() && pack.Fits(l.fn, sc)
}

// deduceLaunch binds what the types of the launch's arguments imply. A type that
// means nothing here is of a host template and tells nothing.
func (l *lowerer) deduceLaunch(sc *bind.Scope, u *cuda.TemplateUse) {
	d := newDeducer(l, sc, l.fn.Template)
	for i, te := range u.Call {
		if te == nil || i >= len(l.fn.Params) {
			continue
		}
		diags, outer := l.diags, l.frame.scope
		l.diags, l.frame.scope = diag.List{}, bind.New(nil)
		t := l.resolve(te)
		ok := !l.diags.HasErrors() && !t.Bad()
		l.diags, l.frame.scope = diags, outer
		if ok {
			d.Parameter(l.fn.Params[i].Type, t)
		}
	}
}
