// Package instances tells which instances of its kernel templates a file asks for.
//
// In: the declarations of a file, the uses of templates in its host code, and what can make an instance. Out: the kernels,
// of each template one copy for every instantiation.
package instances

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/assume"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/pack"
)

// Maker makes instances.
type Maker interface {
	// Instance copies fn for use u; ok is false if the arguments are not known.
	Instance(fn *cuda.FuncDecl, u *cuda.TemplateUse) (made *cuda.FuncDecl, ok bool)
	// Specialisation copies an explicit specialisation of one of these templates, named with its arguments; general is the
	// one that it is of, nil where that is not known.
	Specialisation(fn *cuda.FuncDecl, of []*cuda.FuncDecl) (made, general *cuda.FuncDecl)
	// Means reports whether a name means something in the file or in CUDA.
	Means(name string) bool
	// Lowers reports whether an instance can be lowered, and why not.
	Lowers(made *cuda.FuncDecl) (ok bool, why string)
}

// File is where kernels are looked for.
type File struct {
	Decls []cuda.Decl
	Names *lookup.Table
	// Launched are the uses of kernel templates in host code.
	Launched []*cuda.TemplateUse
	Maker    Maker

	trials int // of assumed arguments
}

// Kernels returns the file's __global__ functions that have a body, in order. Of
// a template there is one copy for every instantiation that the file asks for,
// explicitly or by one of the uses in host code, named k<int, 4>. If some use of it cannot be
// resolved and no explicit instantiation says what is meant, there is a copy for
// that use as well, which cannot be lowered.
// When ctx is done it stops soon, and the list is good for nothing.
func (in *File) Kernels(ctx context.Context) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, d := range in.Decls {
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

// of returns a copy of template fn for each of its instances.
func (in *File) of(fn *cuda.FuncDecl) []*cuda.FuncDecl {
	if fn.SpecialOf != nil || len(fn.Template.Params) == 0 {
		made, _ := in.specialisation(fn)
		return []*cuda.FuncDecl{made}
	}
	special, bodiless, unknown := in.specialised(fn)
	if unknown != nil {
		fault := fmt.Sprintf("%s has a specialisation at %s whose arguments are not known; write them out", fn.Name, unknown.Pos)
		made, _ := in.Maker.Instance(fn, &cuda.TemplateUse{Pos: fn.Pos, Name: fn.Name, Fault: fault})
		return []*cuda.FuncDecl{made}
	}
	seen, explicit := maps.Clone(special), false
	var out []*cuda.FuncDecl
	var open, idle *cuda.FuncDecl
	var others []*cuda.TemplateUse
	var elsewhere []*cuda.FuncDecl // specialisations that are named, and have no body in sight
	for _, u := range in.uses(fn) {
		if u.Others {
			others = append(others, u.TemplateUse)
			continue
		}
		made, ok := in.Maker.Instance(fn, u.TemplateUse)
		switch {
		case !ok && u.Idle:
			idle = cmp.Or(idle, made)
		case !ok && open == nil:
			open = made
		case ok && !seen[made.Name]:
			seen[made.Name] = true
			out = append(out, made)
		}
		if at := bodiless[made.Name]; ok && at != nil && !slices.Contains(elsewhere, at) {
			elsewhere = append(elsewhere, at)
		}
		explicit = explicit || ok && u.explicit
	}
	if len(out) == 0 && len(elsewhere) > 0 {
		fault := fmt.Sprintf("its specialisation at %s has no body in sight", elsewhere[0].Pos)
		made, _ := in.Maker.Instance(fn, &cuda.TemplateUse{Pos: fn.Pos, Name: fn.Name, Fault: fault})
		return []*cuda.FuncDecl{made}
	}
	if len(out) == 0 && len(seen) == 0 {
		open = cmp.Or(open, idle)
	}
	switch {
	case open == nil:
	case explicit:
		others = append(others, open.Use)
	default:
		out = in.assumed(out, open, fn, special)
	}
	if len(out) == 0 && (len(seen) == 0 || len(others) > 0) {
		if made, ok := in.Maker.Instance(fn, &cuda.TemplateUse{Pos: fn.Pos, Name: fn.Name}); ok {
			out = append(out, made)
		} else {
			out = in.assumed(out, made, fn, special)
		}
	}
	out = noted(out, others)
	for i, made := range out {
		if made.Use == nil || len(elsewhere) == 0 {
			continue
		}
		c, u := *made, *made.Use
		u.Notes = slices.Clone(u.Notes)
		for _, s := range elsewhere {
			u.Notes = append(u.Notes, fmt.Sprintf("%s has a specialisation at %s without a body in sight, which is not verified", fn.Name, s.Pos))
		}
		c.Use, out[i] = &u, &c
	}
	return out
}

// noted are kernels with the sentence that a launch of which the template arguments are not known makes none but these.
func noted(made []*cuda.FuncDecl, others []*cuda.TemplateUse) []*cuda.FuncDecl {
	for i, fn := range made {
		if fn.Use == nil || len(others) == 0 {
			continue
		}
		c, u := *fn, *fn.Use
		u.Notes = slices.Clone(u.Notes)
		for _, o := range others {
			note := fmt.Sprintf("%s has no instances but those that are verified: the template arguments at %s are not known", o.Name, cmp.Or(o.From, o.Pos))
			if !slices.Contains(u.Notes, note) {
				u.Notes = append(u.Notes, note)
			}
		}
		c.Use, made[i] = &u, &c
	}
	return made
}

// mostTrials bounds the instances that are lowered to see whether assumed arguments fit.
const mostTrials = 300

// assumed adds to out the instances of template fn for open, a use of which not all
// arguments are known, with ordinary arguments that fit; open itself if none do. What has a body of its own (special) says
// nothing of fn, and is not added: but where the instances that fit all have one, that is all there is to verify if these are
// all the instances that there can be.
func (in *File) assumed(out []*cuda.FuncDecl, open, fn *cuda.FuncDecl, special map[string]bool) []*cuda.FuncDecl {
	own := 0
	added := assume.Instances(out, open, fn, in.Maker.Means, func(u *cuda.TemplateUse) (made *cuda.FuncDecl, fits bool, why string) {
		made, ok := in.Maker.Instance(fn, u)
		if in.trials++; !ok || in.trials > mostTrials {
			return nil, false, ""
		}
		if special[made.Name] {
			own++
			return nil, false, fmt.Sprintf("%s has a body of its own", made.Name)
		}
		fits, why = in.Maker.Lowers(made)
		return made, fits, why
	})
	if own == 1<<len(fn.Template.Params) && !slices.ContainsFunc(fn.Template.Params, func(p cuda.TemplateParam) bool { return p.Type == nil || p.Type.Name != "bool" }) {
		return out
	}
	return added
}

// specialisation is a copy of an explicit specialisation, and the template that it is of, nil where that is not known.
func (in *File) specialisation(fn *cuda.FuncDecl) (made, general *cuda.FuncDecl) {
	var of []*cuda.FuncDecl
	for _, g := range Templates(in.Names, fn) {
		if len(g.Params) == len(fn.Params) || len(fn.SpecialOf) > 0 && pack.In(g.Template) {
			of = append(of, g)
		}
	}
	return in.Maker.Specialisation(fn, of)
}

// Templates are the function templates of fn's name and scope.
func Templates(names *lookup.Table, fn *cuda.FuncDecl) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, d := range names.Declared(fn.Scope, fn.Name) {
		if g, ok := d.(*cuda.FuncDecl); ok && g.Template != nil && len(g.Template.Params) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// specialised names the instances of fn that have a body of their own, and has those that are only declared. unknown is a
// specialisation of which gv2 does not know what it is for: it may be any instance.
func (in *File) specialised(fn *cuda.FuncDecl) (seen map[string]bool, bodiless map[string]*cuda.FuncDecl, unknown *cuda.FuncDecl) {
	seen, bodiless = map[string]bool{}, map[string]*cuda.FuncDecl{}
	defined := map[string]bool{}
	for _, d := range in.Names.Declared(fn.Scope, fn.Name) {
		s, ok := d.(*cuda.FuncDecl)
		if !ok || s.SpecialOf == nil || s.Instantiate {
			continue
		}
		made, general := in.specialisation(s)
		switch {
		case general == nil:
			unknown = cmp.Or(unknown, s)
		case general == fn || cuda.SameSignature(general, fn):
			seen[made.Name] = true
			defined[made.Name] = defined[made.Name] || s.HasBody
			if bodiless[made.Name] = s; defined[made.Name] {
				delete(bodiless, made.Name)
			}
		}
	}
	return seen, bodiless, unknown
}

// use is a use of a template, explicit if it is an explicit instantiation.
type use struct {
	*cuda.TemplateUse
	explicit bool
}

// uses lists what instantiates fn in the order of the file.
func (in *File) uses(fn *cuda.FuncDecl) []use {
	var out []use
	for _, d := range in.Names.Declared(fn.Scope, fn.Name) {
		if e, ok := d.(*cuda.FuncDecl); ok && e.Instantiate && (len(e.Params) == len(fn.Params) || pack.In(fn.Template)) {
			u := &cuda.TemplateUse{Pos: e.Pos, Name: e.Name, Args: e.SpecialOf}
			for _, p := range e.Params {
				u.Call = append(u.Call, p.Type)
			}
			out = append(out, use{u, true})
		}
	}
	for _, u := range in.Launched {
		if u.Name == fn.Name && u.Names(fn.Scope) && (u.Others || pack.MayTake(fn.Template, u)) {
			out = append(out, use{u, false})
		}
	}
	return out
}
