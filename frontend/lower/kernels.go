package lower

import (
	"cmp"
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
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/predefined"
)

// Kernels returns the file's __global__ functions that have a body, in order. Of
// a template there is one copy for every instantiation that the file asks for,
// explicitly or by one of the uses in host code, named k<int, 4>. If some use of it cannot be
// resolved and no explicit instantiation says what is meant, there is a copy for
// that use as well, which Lower refuses.
// When ctx is done it stops soon, and the list is good for nothing.
func (n *Names) Kernels(ctx context.Context, uses []*cuda.TemplateUse) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	in := &instances{ctx: ctx, launched: uses, prog: n.in.prog}
	for _, d := range n.file.Decls {
		if ctx.Err() != nil {
			return nil
		}
		fn, ok := d.(*cuda.FuncDecl)
		switch {
		case !ok || !fn.Global || !fn.HasBody:
		case fn.Template == nil && fn.SpecialOf == nil:
			out = append(out, fn)
		default:
			out = append(out, in.of(fn)...)
		}
	}
	return out
}

// instances finds out which instances of kernel templates a file uses.
type instances struct {
	ctx context.Context
	// launched are the uses of kernel templates in host code.
	launched []*cuda.TemplateUse
	prog     *program
	trials   int // of assumed arguments
}

// of returns a copy of template fn for each of its instances.
func (in *instances) of(fn *cuda.FuncDecl) []*cuda.FuncDecl {
	if fn.SpecialOf != nil || len(fn.Template.Params) == 0 {
		return []*cuda.FuncDecl{in.specialisation(fn)}
	}
	seen, explicit := in.specialised(fn), false
	var out []*cuda.FuncDecl
	var open, idle *cuda.FuncDecl
	for _, u := range in.uses(fn) {
		made, ok := in.instance(fn, u.TemplateUse)
		switch {
		case !ok && u.Idle:
			idle = cmp.Or(idle, made)
		case !ok && open == nil:
			open = made
		case ok && !seen[made.Name]:
			seen[made.Name] = true
			out = append(out, made)
		}
		explicit = explicit || ok && u.explicit
	}
	if len(out) == 0 && len(seen) == 0 {
		open = cmp.Or(open, idle)
	}
	if open != nil && !explicit {
		out = in.assumed(out, open, fn)
	}
	if len(out) == 0 && len(seen) == 0 {
		if made, ok := in.instance(fn, &cuda.TemplateUse{Pos: fn.Pos, Name: fn.Name}); ok {
			out = append(out, made)
		} else {
			out = in.assumed(out, made, fn)
		}
	}
	return out
}

// means reports whether a name means something in the file or in CUDA.
func (in *instances) means(name string) bool {
	if in.prog.names.Mentions(name) || ctype.Scalars[name] != nil || ctype.Vectors[name] != nil || name == "void" {
		return true
	}
	_, value := predefined.Value(&cuda.Ident{Name: name}, nil)
	l := in.lowerer(&cuda.FuncDecl{})
	return value || l.libraryType(&cuda.TypeExpr{Name: name}) != nil
}

// mostTrials bounds the instances that are lowered to see whether assumed arguments fit.
const mostTrials = 300

// assumed adds to out the instances of template fn for open, a use of which not all
// arguments are known, with ordinary arguments that fit; open itself if none do.
func (in *instances) assumed(out []*cuda.FuncDecl, open, fn *cuda.FuncDecl) []*cuda.FuncDecl {
	return assume.Instances(out, open, fn, in.means, func(u *cuda.TemplateUse) (made *cuda.FuncDecl, fits bool, why string) {
		made, ok := in.instance(fn, u)
		if in.trials++; !ok || in.trials > mostTrials {
			return nil, false, ""
		}
		k, diags := lowerIn(in.ctx, in.prog, made, Options{Launch: kernel.Launch{BlockDim: [3]int{256, 1, 1}}, SharedBytes: -1})
		if all := diags.All(); k == nil && len(all) > 0 {
			i := max(0, slices.IndexFunc(all, func(d diag.Diagnostic) bool { return d.Severity != diag.Warning }))
			why = fmt.Sprintf("of %s gv2 cannot read line %d: %s", made.Name, all[i].Pos.Line, all[i].Message)
		}
		return made, k != nil, why
	})
}

// instance copies fn for use u; ok is false if the arguments are not known.
func (in *instances) instance(fn *cuda.FuncDecl, u *cuda.TemplateUse) (made *cuda.FuncDecl, ok bool) {
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

// specialisation names an explicit specialisation with its arguments.
func (in *instances) specialisation(fn *cuda.FuncDecl) *cuda.FuncDecl {
	c := *fn
	if general := in.primary(fn); general != nil && len(fn.SpecialOf) > 0 {
		l := in.lowerer(fn)
		if l.bindArgs(l.frame.scope, general.Template, fn.SpecialOf, fn.Pos, fn.Name) {
			c.Name += l.frame.scope.Spell(general.Template)
		}
	}
	return &c
}

// primary returns the template that fn specialises.
func (in *instances) primary(fn *cuda.FuncDecl) *cuda.FuncDecl {
	for _, d := range in.prog.names.Declared(fn.Scope, fn.Name) {
		if g, ok := d.(*cuda.FuncDecl); ok && g.Template != nil && len(g.Template.Params) > 0 {
			return g
		}
	}
	return nil
}

// specialised names the instances of fn that have a body of their own.
func (in *instances) specialised(fn *cuda.FuncDecl) map[string]bool {
	seen := map[string]bool{}
	for _, d := range in.prog.names.Declared(fn.Scope, fn.Name) {
		if s, ok := d.(*cuda.FuncDecl); ok && s.SpecialOf != nil && !s.Instantiate {
			seen[in.specialisation(s).Name] = true
		}
	}
	return seen
}

func (in *instances) lowerer(fn *cuda.FuncDecl) *lowerer {
	l := newLowerer(in.ctx, in.prog, object.NewAnalysis(), fn, Options{SharedBytes: -1})
	l.frame = &frame{inst: l.an.Root, fn: fn, path: fn.Scope, scope: bind.New(nil)}
	return l
}

// use is a use of a template, explicit if it is an explicit instantiation.
type use struct {
	*cuda.TemplateUse
	explicit bool
}

// uses lists what instantiates fn in the order of the file.
func (in *instances) uses(fn *cuda.FuncDecl) []use {
	var out []use
	for _, d := range in.prog.names.Declared(fn.Scope, fn.Name) {
		if e, ok := d.(*cuda.FuncDecl); ok && e.Instantiate && (len(e.Params) == len(fn.Params) || pack.In(fn.Template)) {
			u := &cuda.TemplateUse{Pos: e.Pos, Name: e.Name, Args: e.SpecialOf}
			for _, p := range e.Params {
				u.Call = append(u.Call, p.Type)
			}
			out = append(out, use{u, true})
		}
	}
	for _, u := range in.launched {
		if u.Name == fn.Name && u.Names(fn.Scope) && pack.MayTake(fn.Template, u) {
			out = append(out, use{u, false})
		}
	}
	return out
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
