package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Pointers to functions in device memory, and as parameters of the kernel: what
// is stored is the number of the target. Where the file does not say what was
// stored before the kernel starts, it is one of the functions of that type whose
// address the file takes: the host has no other way to the address of a device
// function. That is an assumption of the verdict, which names them. The null
// pointer is among them where the kernel compares the pointer; otherwise the
// kernel relies on there being a function.
//
// Where something else is stored into such memory, by this kernel and through
// another type, nothing is assumed of what is read.

// heldFunctions is what the pointers in m may lead to.
func (an *analysis) heldFunctions(m *memory) *pointees {
	s := m.slot
	s.path += "*held"
	return an.pointees(s)
}

// functionMemory is the memory behind pl, which holds pointers to functions; nil
// after a diagnostic.
func (mem *memoryModel) functionMemory(pl *place) *memory {
	if len(pl.ptr.targets) != 1 || pl.ptr.targets[0].mem == nil || !pl.ptr.targets[0].mem.t.HoldsFunctions() {
		mem.out.Unsupported(pl.pos, "a pointer to a function, in memory that was not declared to hold such; use a variable of that type")
		return nil
	}
	return pl.ptr.targets[0].mem
}

// loadFunction reads the pointer to a function at pl, which lies in memory.
func (mem *memoryModel) loadFunction(pl *place) value {
	m := mem.functionMemory(pl)
	if m == nil {
		return badValue
	}
	set := mem.an.heldFunctions(m)
	if !mem.functions(m, pl, set) {
		return badValue
	}
	raw := mem.load(pl.pos, pl.ptr, kernel.U64, pl.t.Volatile)
	p := &pointer{elem: pl.t.Elem, targets: set.targets, tag: cexpr.Convert(raw, kernel.I32), off: zeroOff, open: set}
	mem.oneOf(pl.pos, p)
	return value{t: pl.t, p: p}
}

// storeFunction writes p to pl, which lies in memory.
func (mem *memoryModel) storeFunction(pl *place, p *pointer) {
	m := mem.functionMemory(pl)
	if m == nil {
		return
	}
	set := mem.an.heldFunctions(m)
	for _, t := range p.targets {
		if t.mem != nil || t.isLocal() {
			mem.an.add(set, []*target{mem.an.wild})
			continue
		}
		mem.an.add(set, []*target{t})
	}
	mem.storesFunction = true
	mem.store(pl.pos, pl.ptr, cexpr.Convert(p.tagOf(), kernel.U64), pl.t.Volatile)
	mem.storesFunction = false
}

// oneOf takes for granted that p is one of its targets, unless it may be a number.
func (mem *memoryModel) oneOf(pos diag.Pos, p *pointer) {
	known := kernel.Expr(kernel.BoolConst(false))
	for _, t := range p.targets {
		if t.wild {
			return
		}
		known = cexpr.Binary(kernel.LOr, known, cexpr.Binary(kernel.Eq, p.tag, kernel.NewConst(kernel.I32, t.id)))
	}
	mem.out.Emit(&kernel.Assume{Src: mem.out.at(pos), Cond: known, Listed: true})
}

// initialFunctions adds to set what m may hold before the kernel starts; false
// after a diagnostic.
func (l *lowerer) initialFunctions(m *memory, pl *place, set *pointees) bool {
	if l.mem.keepsInitial(m) {
		if ids, targets := l.functionTable(m); ids != nil {
			l.an.add(set, targets)
			return true
		}
	}
	return l.addressable(m.label+" holds pointers to", pl.pos, pl.t.Elem, set)
}

// addressable adds the functions of type t whose address the file takes, and
// assumes that there is nothing else; false after a diagnostic.
func (l *lowerer) addressable(what string, pos diag.Pos, t *ctype.Type, set *pointees) bool {
	targets, names := l.functionsOfType(pos, t)
	if len(targets) == 0 {
		l.Unsupported(pos, "%s functions, and the file takes the address of none of that type", what)
		return false
	}
	orNull := ""
	if set.compared || l.an.comparesFunctions {
		targets = append(targets, l.an.null)
		orNull = ", or null"
	}
	l.an.add(set, targets)
	l.out.Assume(what + " functions of this file whose address it takes: " + list(names) + orNull)
	return true
}

// functionsOfType are the functions of type t that a pointer is made to.
func (l *lowerer) functionsOfType(pos diag.Pos, t *ctype.Type) (targets []*target, names []string) {
	for _, u := range l.prog.names.Uses {
		for _, fn := range l.prog.names.Functions[u.Ident.Name] {
			if !fn.Device || fn.SpecialOf != nil || (fn.Template != nil) != u.Ident.HasArgs || !fn.HasBody {
				continue
			}
			v := l.usedFunction(fn, u)
			if v.bad() {
				l.Unsupported(u.Ident.Pos, "the address of %s is taken here in a way that does not tell which function it is; name it in full", fn.Name)
				return nil, nil
			}
			if sameFunctionType(v.t.Elem, t) {
				targets = append(targets, v.p.targets...)
				names = append(names, fn.Name+v.p.targets[0].spell())
			}
		}
	}
	return targets, names
}

// usedFunction is the pointer to fn that u makes.
func (l *lowerer) usedFunction(fn *cuda.FuncDecl, u cuda.FunctionUse) value {
	if fn.Template == nil {
		return l.pointerToFunction(fn, nil)
	}
	out := badValue
	before := l.diags
	l.in(&frame{path: fn.Scope, scope: newScope(nil)}, func() {
		sc := newScope(nil)
		if u.Fault == "" && l.bindArgs(sc, fn.Template, u.Ident.Args, u.Ident.Pos, fn.Name) {
			out = l.pointerToFunction(fn, sc)
		}
	})
	l.diags = before
	return out
}

// spell is the template arguments of t's function.
func (t *target) spell() string {
	if t.args == nil {
		return ""
	}
	return t.args.spell(t.fn.Template)
}

// functionTable are the numbers that the initialiser of m stands for, and the
// targets among them; nil if it is not that simple.
func (l *lowerer) functionTable(m *memory) (ids []kernel.Const, targets []*target) {
	f := &flattener{l: l, t: kernel.U64, ok: true, function: func(p *pointer) { targets = append(targets, p.targets...) }}
	l.in(&frame{path: m.decl.Scope, scope: newScope(nil)}, func() { ids = l.flattenWith(f, m, m.decl.Init) })
	for _, c := range ids {
		if c.Val == 0 {
			return ids, append(targets, l.an.null)
		}
	}
	return ids, targets
}

// functionNumber is the number of the function that e points to.
func (l *lowerer) functionNumber(e cuda.Expr) (n int64, p *pointer, ok bool) {
	var v value
	l.aside(func() { v = l.eval(e) })
	switch {
	case v.bad():
		return 0, nil, false
	case v.p == nil:
		return 0, l.an.nullPointer(ctype.Void), v.lit0
	}
	c, ok := v.p.tagOf().(*kernel.Const)
	if !ok || len(v.p.targets) != 1 || v.p.targets[0].mem != nil || v.p.hasLocal() {
		return 0, nil, false
	}
	return c.Val, v.p, true
}

// comparesFunction notes that p is compared, so that it may be null.
func (mem *memoryModel) comparesFunction(p *pointer) {
	if p.elem.Form != ctype.FuncForm || mem.stating() {
		return
	}
	flag := &mem.an.comparesFunctions
	if p.open != nil {
		flag = &p.open.compared
	} else if len(p.targets) == 1 {
		return
	}
	if !*flag {
		*flag, mem.an.changed = true, true
	}
}
