package lower

import (
	"context"
	"gv2/frontend/cuda"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
)

// Names is a file whose names are looked up. It answers what readers of host code ask
// about them: constants, declarations, and which kernel a use of a template makes; and it
// lowers kernels. Headers have tens of thousands of names, so one Names serves all
// kernels of the file. It is not for use by several goroutines.
type Names struct {
	file *cuda.File
	in   *instances
}

// NamesOf are the names of a file.
func NamesOf(f *cuda.File) *Names {
	return &Names{f, &instances{ctx: context.Background(), prog: newProgram(f)}}
}

// program is the file for lowering one kernel, which makes instances of classes of its
// own.
func (n *Names) program() *program {
	return &program{names: n.in.prog.names, records: map[recordKey]*ctype.Type{}}
}

// Decls are what the file declares under a name at file level.
func (n *Names) Decls(name string) []cuda.Decl { return n.in.prog.names.Declared(nil, name) }

// Constants evaluates expressions that have the same value everywhere, with the names
// that kernel fn sees; template parameters are not bound.
func (n *Names) Constants(fn *cuda.FuncDecl) func(cuda.Expr) (int64, bool) {
	l := n.in.lowerer(&cuda.FuncDecl{Scope: fn.Scope, Name: fn.Name})
	return func(e cuda.Expr) (int64, bool) {
		saved := l.diags
		c, ok := l.constant(e)
		l.diags = saved
		if !ok {
			return 0, false
		}
		return int64(c.Val), true
	}
}

// Makes reports whether a use of a kernel template makes fn, an instance of it, or may
// make it where not all arguments of the use are known.
func (n *Names) Makes(u *cuda.TemplateUse, fn *cuda.FuncDecl) bool {
	general := n.in.primary(&cuda.FuncDecl{Scope: fn.Scope, Name: u.Name})
	if general == nil {
		return false
	}
	made, ok := n.in.instance(general, u)
	return made.Name == fn.Name || !ok && n.in.mayBe(general, u, fn)
}

// mayBe reports whether a use of which not all template arguments are known may be of
// that instance: those that are known are the same.
func (in *instances) mayBe(general *cuda.FuncDecl, u *cuda.TemplateUse, fn *cuda.FuncDecl) bool {
	if u.Fault != "" || len(u.Args) > len(general.Template.Params) {
		return false
	}
	whole := in.lowerer(fn)
	if fn.Template == nil || !whole.instance() {
		return false
	}
	part := in.lowerer(general)
	part.bindKnown(u)
	all := whole.frame.scope.Parts(fn.Template, (*ctype.Type).String)
	for i, text := range part.frame.scope.Parts(general.Template, (*ctype.Type).String) {
		if text != bind.Unbound && (i >= len(all) || text != all[i]) {
			return false
		}
	}
	return true
}

// bindKnown binds the template parameters of a kernel that a use tells.
func (l *lowerer) bindKnown(u *cuda.TemplateUse) {
	for i, a := range u.Args {
		if p := l.fn.Template.Params[i]; !p.Pack {
			l.bindArg(l.frame.scope, p, a)
		}
	}
	l.deduceLaunch(l.frame.scope, u)
}
