package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/layout"
	"gv2/frontend/lower/lookup"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Pointers to functions are pointers whose targets are functions: the tag says
// which one, the offset is 0 unless the program computed with it. A call is a
// case split over the targets, each inlined. Where the pointer may be something
// else, that is an assertion: a parameter of the kernel may be anything that no
// precondition excludes.

// takes spells the types of a function's parameters.
func (l *lowerer) takes(params []*cuda.Param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		t := l.resolve(p.Type)
		if t.IsArray() || t.Form == ctype.FuncForm {
			t = ctype.PointerTo(t.Innermost())
		}
		parts[i] = t.Plain().Identity()
		if t.Ref {
			parts[i] = t.Identity() + "&"
		}
	}
	return strings.Join(parts, ", ")
}

// functionValue is the name of a function used as a value.
func (l *lowerer) functionValue(e *cuda.Ident) object.Value {
	var fns, templates []*cuda.FuncDecl
	for _, d := range l.prog.names.Overloads(l.frame.path, e.Path, e.Name, before(l)) {
		fn, ok := d.(*cuda.FuncDecl)
		switch {
		case !ok || fn.Global || fn.SpecialOf != nil:
		case fn.Template == nil:
			fns = append(fns, fn)
		default:
			templates = append(templates, fn)
		}
	}
	if fn := syntax.SoleFunction(fns); fn != nil && (!e.HasArgs || len(templates) == 0) {
		return l.pointerToFunction(fn, nil)
	}
	if fn := syntax.SoleFunction(templates); fn != nil && e.HasArgs {
		sc := bind.New(nil)
		if l.bindArgs(sc, fn.Template, e.Args, e.Pos, e.Name) {
			return l.pointerToFunction(fn, sc)
		}
		return object.Bad
	}
	l.Unsupported(e.Pos, "a pointer to function %s, which is built in, a template or overloaded; wrap it in a function of its own", e.Name)
	return object.Bad
}

// functionArg is the function that a template argument f, f<int> or &f names, nil if it
// names none; without a name if it does not determine which.
func functionArg(l *lowerer, e cuda.Expr) *bind.Symbol {
	if addr, ok := e.(*cuda.UnaryExpr); ok && addr.Op == "&" {
		e = addr.X
	}
	id, ok := e.(*cuda.Ident)
	if !ok {
		return nil
	}
	if sym := l.frame.scope.Find(id.Name); sym != nil && len(id.Path) == 0 {
		if sym.Name == "" || id.HasArgs {
			return nil
		}
		return sym
	}
	if !l.functionNamed(id) {
		return nil
	}
	v := l.functionValue(id)
	if v.Bad() || v.Ptr == nil || len(v.Ptr.Targets) != 1 {
		return &bind.Symbol{}
	}
	t := v.Ptr.Targets[0]
	return &bind.Symbol{Place: valuePlace(id, v), Name: lookup.Join(t.Fn.Scope, t.Fn.Name) + t.Spell()}
}

// pointerToFunction is a pointer to fn; args binds the parameters of a template.
func (l *lowerer) pointerToFunction(fn *cuda.FuncDecl, args *bind.Scope) object.Value {
	var t *ctype.Type
	l.in(&frame{path: fn.Scope, scope: bind.New(args)}, func() { t = ctype.FunctionOf(l.resultType(fn), l.takes(fn.Params)) })
	var of object.Bindings
	if args != nil {
		of = args
	}
	return object.Value{T: ctype.PointerTo(t), Ptr: &object.Pointer{Elem: t, Targets: []*object.Target{l.an.FnTarget(fn, of)}, Off: object.ZeroOffset}}
}

// functionParam is a parameter of the kernel that points to a function: a number
// about which nothing is known, unless the file takes addresses of functions of
// its type. The functions that it is compared with are among those that it may be.
func (l *lowerer) functionParam(name string, t *ctype.Type, s object.Slot, pos diag.Pos) *object.Pointer {
	v := &kernel.Var{Name: l.out.Unique(name), T: kernel.I32, Param: true, Pos: pos}
	l.out.Kernel.Params = append(l.out.Kernel.Params, v)
	set := l.an.Pointees(s)
	if some, _ := l.functionsOfType(pos, t.Elem); len(some) > 0 {
		l.addressable("parameter "+name+" is one of the", pos, t.Elem, set)
	} else {
		l.an.Add(set, []*object.Target{l.an.WildTarget})
	}
	p := &object.Pointer{Elem: t.Elem, Targets: set.Targets, Tag: &kernel.VarRef{Var: v}, Off: object.ZeroOffset, Open: set}
	l.mem.OneOf(pos, p)
	return p
}

// functionPointer is e if it is a pointer to a function, or one dereferenced.
func (l *lowerer) functionPointer(e cuda.Expr) (*object.Pointer, bool) {
	for {
		star, ok := e.(*cuda.UnaryExpr)
		if !ok || star.Op != "*" {
			break
		}
		if t := l.typeOf(star.X); !t.IsPointer() || t.Elem.Form != ctype.FuncForm {
			break
		}
		e = star.X
	}
	t := l.typeOf(e)
	if !t.IsPointer() || t.Elem.Form != ctype.FuncForm {
		return nil, false
	}
	v := l.eval(e)
	if v.Bad() || v.Ptr == nil {
		return nil, false
	}
	return v.Ptr, true
}

// callPointer calls what p points to.
func (l *lowerer) callPointer(e *cuda.CallExpr, p *object.Pointer) *object.Place {
	m := l.out.Mark()
	args := l.callArgs(e.Args)
	if anyBad(args) {
		return &object.BadPlace
	}
	p = l.out.Keep(m, object.Value{Ptr: p}).Ptr
	l.out.Pos = e.Pos
	var fns []*object.Target
	for _, t := range p.Targets {
		if t.Fn != nil {
			fns = append(fns, t)
		}
	}
	if len(p.Targets) == 0 {
		l.Unsupported(e.Pos, "a call through a pointer that nothing was assigned to; initialise it")
		return &object.BadPlace
	}
	if len(fns) == 1 && len(p.Targets) == 1 && cexpr.IsConst(p.Off) {
		return l.callTarget(e, fns[0], args)
	}
	return l.callOneOf(e, p, fns, args)
}

// callTarget inlines the call of one function.
func (l *lowerer) callTarget(e *cuda.CallExpr, t *object.Target, args []callArg) *object.Place {
	c := l.targetFunction(t, e.Pos, args)
	if c == nil {
		l.Errorf(e.Pos, "%s does not take these arguments", t.Fn.Name)
		return &object.BadPlace
	}
	return l.inline(e.Pos, e, c, args, nil)
}

// targetFunction is the function of t for these arguments, nil if it does not
// take them.
func (l *lowerer) targetFunction(t *object.Target, pos diag.Pos, args []callArg) *candidate {
	bound := boundBy(t)
	if bound == nil {
		return l.viable(t.Fn, &cuda.Ident{Pos: pos, Name: t.Fn.Name}, args, nil)
	}
	c := &candidate{fn: t.Fn, env: bound, args: bound.Identity(t.Fn.Template), template: true}
	ok := false
	l.in(&frame{path: t.Fn.Scope, scope: bind.New(bound)}, func() { ok = len(args) == len(t.Fn.Params) && l.rankAll(c, args) })
	if !ok {
		return nil
	}
	var all []*cuda.FuncDecl
	for _, d := range l.prog.names.Declared(t.Fn.Scope, t.Fn.Name) {
		if fn, ok := d.(*cuda.FuncDecl); ok {
			all = append(all, fn)
		}
	}
	return l.specialised(pos, c, all)
}

// callOneOf is a case split over fns. That p is one of them is asserted.
func (l *lowerer) callOneOf(e *cuda.CallExpr, p *object.Pointer, fns []*object.Target, args []callArg) *object.Place {
	tag := l.out.Stable(e.Pos, p.TagOf())
	off := l.out.Stable(e.Pos, p.Off)
	is := make([]kernel.Expr, len(fns))
	known := kernel.Expr(kernel.BoolConst(false))
	for i, t := range fns {
		is[i] = cexpr.Binary(kernel.LAnd, cexpr.Binary(kernel.Eq, tag, kernel.NewConst(kernel.I32, t.ID)), cexpr.Binary(kernel.Eq, off, object.ZeroOffset))
		known = cexpr.Binary(kernel.LOr, known, is[i])
	}
	if len(fns) < len(p.Targets) || !cexpr.IsConst(off) {
		l.out.Emit(&kernel.Assert{Src: l.out.At(e.Pos), Cond: known, Text: "pointer is not null, it leads to a function that is known here"})
	}
	result := l.callResult(e, p, fns)
	if result == nil {
		return &object.BadPlace
	}
	for i, t := range fns {
		then := l.out.Block(func() { l.keepResult(e, result, l.callTarget(e, t, args)) })
		l.out.Emit(&kernel.If{Src: l.out.At(e.Pos), Cond: is[i], Then: then})
	}
	if result.T.Form == ctype.VoidForm {
		return &voidPlace
	}
	return result.Place(e.Pos)
}

// callResult is a variable for what the call returns, arbitrary at first; nil
// after a diagnostic.
func (l *lowerer) callResult(e *cuda.CallExpr, p *object.Pointer, fns []*object.Target) *object.Cell {
	t := p.Elem.Elem
	if len(fns) > 0 {
		l.in(&frame{path: fns[0].Fn.Scope, scope: bind.New(boundBy(fns[0]))}, func() { t = l.resultType(fns[0].Fn) })
	}
	switch {
	case t == nil || t.Bad() || t.Ref:
		l.Unsupported(e.Pos, "a call through a pointer to functions that return a reference or auto")
		return nil
	case t.Form == ctype.VoidForm:
		return &object.Cell{T: ctype.Void}
	}
	s := object.SlotOf(l.frame.inst, e, "result")
	c := l.mem.NewCell("called_result", t.Plain(), s, s, e.Pos)
	l.out.Havoc(e.Pos, c, "what is called")
	return c
}

func (l *lowerer) keepResult(e *cuda.CallExpr, result *object.Cell, pl *object.Place) {
	if result.T.Form == ctype.VoidForm || pl.T.Bad() {
		return
	}
	l.mem.Write(result.Place(e.Pos), l.convertTo(l.mem.Rvalue(pl), result.T, e.Pos))
}

// initialFunctions adds to set what m may hold before the kernel starts; false
// after a diagnostic.
func (l *lowerer) initialFunctions(m *object.Memory, pl *object.Place, set *object.Pointees) bool {
	if l.mem.KeepsInitial(m) {
		if ids, targets := l.functionTable(m); ids != nil {
			l.an.Add(set, targets)
			return true
		}
	}
	return l.addressable(m.Label+" holds pointers to", pl.Pos, pl.T.Elem, set)
}

// addressable adds the functions of type t whose address the file takes, and
// assumes that there is nothing else; false after a diagnostic.
func (l *lowerer) addressable(what string, pos diag.Pos, t *ctype.Type, set *object.Pointees) bool {
	targets, names := l.functionsOfType(pos, t)
	if len(targets) == 0 {
		l.Unsupported(pos, "%s functions, and the file takes the address of none of that type", what)
		return false
	}
	orNull := ""
	if set.Compared || l.an.ComparesFunctions {
		targets = append(targets, l.an.NullTarget)
		orNull = ", or null"
	}
	l.an.Add(set, targets)
	l.out.Assume(what + " functions of this file whose address it takes: " + diag.Names(names) + orNull)
	return true
}

// functionsOfType are the functions of type t that a pointer is made to.
func (l *lowerer) functionsOfType(pos diag.Pos, t *ctype.Type) (targets []*object.Target, names []string) {
	for _, u := range l.prog.names.Uses {
		for _, fn := range l.prog.names.Functions[u.Ident.Name] {
			if !fn.Device || fn.SpecialOf != nil || (fn.Template != nil) != u.Ident.HasArgs || !fn.HasBody {
				continue
			}
			v := l.usedFunction(fn, u)
			if v.Bad() {
				l.Unsupported(u.Ident.Pos, "the address of %s is taken here in a way that does not determine the function; name it in full", fn.Name)
				return nil, nil
			}
			if ctype.SameFunction(v.T.Elem, t) {
				targets = append(targets, v.Ptr.Targets...)
				names = append(names, fn.Name+v.Ptr.Targets[0].Spell())
			}
		}
	}
	return targets, names
}

// usedFunction is the pointer to fn that u makes.
func (l *lowerer) usedFunction(fn *cuda.FuncDecl, u cuda.FunctionUse) object.Value {
	if fn.Template == nil {
		return l.pointerToFunction(fn, nil)
	}
	out := object.Bad
	before := l.diags
	l.in(&frame{path: fn.Scope, scope: bind.New(nil)}, func() {
		sc := bind.New(nil)
		if u.Fault == "" && l.bindArgs(sc, fn.Template, u.Ident.Args, u.Ident.Pos, fn.Name) {
			out = l.pointerToFunction(fn, sc)
		}
	})
	l.diags = before
	return out
}

// functionTable are the numbers that the initialiser of m stands for, and the
// targets among them; nil if it is not that simple.
func (l *lowerer) functionTable(m *object.Memory) (ids []kernel.Const, targets []*object.Target) {
	number := func(e cuda.Expr) (kernel.Const, bool) {
		n, p, ok := l.functionNumber(e)
		if ok {
			targets = append(targets, p.Targets...)
		}
		return kernel.Const{T: kernel.U64, Val: n}, ok
	}
	l.in(&frame{path: m.Decl.Scope, scope: bind.New(nil)}, func() { ids = layout.Contents(m.Count, m.Dims, m.Decl.Init, kernel.U64, number) })
	for _, c := range ids {
		if c.Val == 0 {
			return ids, append(targets, l.an.NullTarget)
		}
	}
	return ids, targets
}

// functionNumber is the number of the function that e points to.
func (l *lowerer) functionNumber(e cuda.Expr) (n int64, p *object.Pointer, ok bool) {
	var v object.Value
	l.mem.Aside(func() { v = l.eval(e) })
	switch {
	case v.Bad():
		return 0, nil, false
	case v.Ptr == nil:
		return 0, l.an.NullPointer(ctype.Void), v.Zero
	}
	c, ok := v.Ptr.TagOf().(*kernel.Const)
	if !ok || len(v.Ptr.Targets) != 1 || v.Ptr.Targets[0].Mem != nil || v.Ptr.HasLocal() {
		return 0, nil, false
	}
	return c.Val, v.Ptr, true
}

// boundBy binds the template parameters of t's function; nil if it is no template.
func boundBy(t *object.Target) *bind.Scope {
	sc, _ := t.Args.(*bind.Scope)
	return sc
}
