package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
)

// part executes a declaration or an expression.
func (fr *frame) part(p *part, states []*State) []*State {
	if p == nil || p.lo >= p.hi {
		return states
	}
	if fr.inlined == 0 {
		fr.note(p, states)
	}
	if len(states) == 0 && p.decls == nil {
		return states
	}
	if p.decls != nil {
		return fr.declaration(p, states)
	}
	switch e := p.expr.(type) {
	case *cuda.AssignExpr:
		if fr.assigns(p, e, states) {
			return states
		}
	case *cuda.UnaryExpr:
		if (e.Op == "++" || e.Op == "--") && fr.assigns(p, &cuda.AssignExpr{Pos: e.Pos, Op: e.Op[:1] + "=", X: e.X, Y: &cuda.IntLit{Pos: e.Pos, Value: 1, Decimal: true}}, states) {
			return states
		}
	case *cuda.CallExpr:
		if fr.inlinable(e) {
			return fr.each(states, func(s *State) []*State {
				if out, ok := fr.inlineCall(s, e); ok {
					return out
				}
				fr.effects(p, s)
				return []*State{s}
			})
		}
	}
	for _, s := range states {
		fr.effects(p, s)
	}
	if e, ok := p.expr.(*cuda.CallExpr); ok {
		return fr.after(p, e, states)
	}
	return states
}

// effects makes unknown what a part may change.
func (fr *frame) effects(p *part, s *State) { effectsBeside(fr, p, s, -1) }

// effectsBeside is effects for all but the value of the slot that the part's first name is, -1 for none: something of
// it is set that nobody asks for.
func effectsBeside(fr *frame, p *part, s *State, spared int) {
	padded, memory := fr.pitches(p, s), fr.allocations(p, s)
	defer fr.pad(s, padded)
	defer fr.allocate(s, memory)
	other, any := fr.fn.calls(p)
	fr.disturb(s, other, any || fr.fn.stores(p), "a function may change it")
	for _, m := range fr.fn.mentions(p) {
		if m.effect == reads {
			continue
		}
		if i := fr.find(s, m.name); i >= 0 {
			if i == spared && m.effect == writes && m.at == p.lo {
				continue
			}
			fr.lose(s, i, m.why)
			if m.effect != writes {
				s.escape(i)
			}
		}
	}
}

// guarded evaluates with what the part changes itself unknown.
func (fr *frame) guarded(p *part, s *State, eval func() Value) Value {
	outer := s.touched
	s.touched = fr.touches(p, s, -1)
	v := eval()
	s.touched = outer
	return v
}

// touches are the slots to which a part may give values, before the call or launch of the
// name at token but.
func (fr *frame) touches(p *part, s *State, but int) map[int]bool {
	out := map[int]bool{}
	other, any := fr.fn.callsBut(p, but)
	for _, m := range fr.fn.mentions(p) {
		if m.effect == escapes && but >= 0 && !any {
			continue // nothing runs that could use the reference
		}
		if i := fr.find(s, m.name); i >= 0 && m.effect != reads && !fr.slots[i].fixed {
			out[i] = true
		}
	}
	any = any || fr.fn.stores(p)
	if other || any {
		out[anyMember] = true
	}
	for i, sl := range fr.slots {
		if !sl.fixed && (sl.global && other && !fr.unchanging(sl.name) || s.escaped[i] && any) || sl.of > 0 && (other || any) && !fr.ownObject(s, sl.of-1) {
			out[i] = true
		}
	}
	return out
}

// assigns executes x = e; and the like; false if it is no simple one.
func (fr *frame) assigns(p *part, e *cuda.AssignExpr, states []*State) bool {
	name, member := "", -1
	config := -1
	var of *cuda.MemberExpr
	switch x := e.X.(type) {
	case *cuda.Ident:
		if len(x.Path) == 0 && !x.HasArgs {
			name = x.Name
		}
	case *cuda.MemberExpr:
		id, ok := x.X.(*cuda.Ident)
		inner, isMember := x.X.(*cuda.MemberExpr)
		switch {
		case x.Arrow:
		case ok && len(id.Path) == 0:
			name = id.Name
			member = partOf(x.Name)
			config = configPart(x.Name)
			of = x
		case isMember && !inner.Arrow:
			if id, ok := inner.X.(*cuda.Ident); ok && len(id.Path) == 0 {
				name, config, member = id.Name, configPart(inner.Name), partOf(x.Name)
				if config < 0 || member < 0 {
					return false
				}
			}
		}
	}
	if name == "" || fr.fn.unstable[name] != "" {
		return false
	}
	if of != nil && otherConfigPart(of.Name) && e.Op == "=" && !slices.ContainsFunc(states, func(s *State) bool { return !ofConfig(fr, s, name) }) {
		for _, s := range states {
			effectsBeside(fr, p, s, fr.find(s, name))
		}
		return true
	}
	// The target is mentioned once, or in what is read; nothing else is changed.
	for _, m := range fr.fn.mentions(p) {
		if m.effect != reads && (m.effect != writes || m.name != name || m.at > p.lo+1) {
			return false
		}
	}
	for _, s := range states {
		i := fr.find(s, name)
		if i < 0 { // a member of the own object, or one of which nothing is known
			fr.effects(p, s)
			continue
		}
		sl := fr.slots[i]
		if sl.why != "" || sl.kind == objectSlot || of != nil && member < 0 && config < 0 {
			if of == nil || !fr.storeMember(p, s, e, of) {
				fr.effects(p, s)
			}
			continue
		}
		touched := fr.touches(p, s, -1)
		delete(touched, i)
		other, any := fr.fn.calls(p)
		if sl.global && other || s.escaped[i] && any {
			fr.effects(p, s)
			continue
		}
		outer := s.touched
		s.touched = touched
		v := fr.eval(s, e.Y)
		if e.Op != "=" {
			var old Value
			if member >= 0 || config >= 0 {
				old = fr.eval(s, e.X)
			} else {
				old = s.value(i)
			}
			v = fr.fn.prog.arith(e.Op[:len(e.Op)-1], old, v)
			if v.X == nil && v.Why == "" {
				v.Why = name + " " + Runtime
			}
		}
		s.touched = outer
		fr.disturb(s, other, any || s.escaped[i] || sl.global, "a function may change it") // a reference may lead to a global
		loseOthers(fr, s, i)
		fr.store(s, i, member, config, v)
	}
	return true
}

func partOf(name string) int {
	switch name {
	case "x":
		return 0
	case "y":
		return 1
	case "z":
		return 2
	}
	return -1
}

func configPart(name string) int {
	switch name {
	case "gridDim":
		return 0
	case "blockDim":
		return 1
	case "dynamicSmemBytes":
		return 2
	}
	return -1
}

// otherConfigPart reports whether a cudaLaunchConfig_t has a member of that name, which says nothing of sizes.
func otherConfigPart(name string) bool {
	return name == "stream" || name == "attrs" || name == "numAttrs"
}

// ofConfig reports whether a variable is surely a cudaLaunchConfig_t, the runtime's own.
func ofConfig(fr *frame, s *State, name string) bool {
	i := fr.find(s, name)
	return i >= 0 && fr.slots[i].kind == configSlot && fr.slots[i].why == "" && len(fr.fn.prog.records["cudaLaunchConfig_t"]) == 0
}

// store puts v into a slot, or a part of it.
func (fr *frame) store(s *State, i, member, config int, v Value) {
	sl := fr.slots[i]
	old := s.value(i)
	switch {
	case config >= 0 && sl.kind == configSlot:
		c := [3]Value{}
		if old.config != nil {
			c = *old.config
		}
		switch {
		case member >= 0:
			c[config] = withPart(c[config].AsDims(), member, v)
		case config < 2:
			c[config] = v.AsDims()
		default:
			c[config] = v
		}
		s.set(i, Value{config: &c})
	case config >= 0:
		fr.lose(s, i, "a part of it is set")
	case member >= 0 && sl.kind == dimsSlot:
		part := &slot{name: sl.name + "." + string("xyz"[member]), kind: numberSlot}
		part.k.Kind, part.k.Bits = 1, 32
		s.set(i, withPart(old.AsDims(), member, fr.converted(v, part)))
	case member >= 0:
		fr.lose(s, i, "a part of it is set")
	default:
		s.set(i, fr.converted(v, sl))
	}
}

func withPart(d Value, member int, v Value) Value {
	if v.X == nil {
		d.Dims[member], d.Why = nil, v.reason()
	} else {
		d.Dims[member] = cexpr.Convert(v.X, u32)
	}
	return d
}

// declaration executes a declaration that was parsed.
func (fr *frame) declaration(p *part, states []*State) []*State {
	if states, ok := fr.declaredByCall(p, states); ok {
		return states
	}
	for n, d := range p.decls {
		end := p.hi
		if n+1 < len(p.decls) {
			end = p.names[n+1]
		}
		q := &part{span: span{p.names[n], end}, parsed: true, decls: []*cuda.VarDecl{d}, names: []int{p.names[n]}}
		var values []Value
		lengths := lengthsOf(fr, q, d, states)
		members := make([]map[string]Value, len(states))
		for k, s := range states {
			if d.Init != nil && fr.aggregate(d.Type) != nil {
				fr.guarded(q, s, func() Value { members[k] = written(fr, s, d.Type.Name, d.Init); return Value{} })
			} else if r := fr.aggregate(d.Type); d.Init == nil && r != nil && constructed(r) {
				fr.guarded(q, s, func() Value { members[k] = constructedBy(fr, s, r, d.Ctor); return Value{} })
			}
			values = append(values, fr.guarded(q, s, func() Value { return fr.declared(s, d) }))
		}
		if call, ok := d.Init.(*cuda.CallExpr); ok && len(states) > 0 && fr.inlinable(call) && fr.hasReferences(call) {
			// int g = pick(n, b); changes b as well: the value is not known, but what it does is.
			for k, s := range states {
				fr.effects(q, s)
				values[k] = unknown("%s %s", d.Name, Runtime)
			}
		} else {
			for _, s := range states {
				fr.effects(q, s)
			}
		}
		var first *State
		if len(states) > 0 {
			first = states[0]
		}
		t := d.Type
		if t.Form == cuda.AutoType && len(values) > 0 {
			t = fr.deduced(t, values)
		}
		i := fr.declare(first, d.Name, t)
		sl := fr.slots[i]
		sl.declared = p.names[n]
		sl.table = fr.tableOf(states, d, p.names[n])
		if d.Type.Const {
			sl.fixed = true
		}
		if d.Extern || d.Static && !d.Type.Const && !d.Constexpr {
			if sl.why == "" {
				sl.why = "it is static"
			}
		}
		for k, s := range states {
			s.set(i, fr.held(d, sl, values[k]))
			s.values[i].extent = lengths[k]
			if !d.Static && !d.Extern {
				fr.setMembers(s, i, members[k])
			}
		}
	}
	return states
}

// declaredByCall executes the declaration of one variable of numbers that is set by a call of a function
// which changes its arguments, too; ok is false for others.
func (fr *frame) declaredByCall(p *part, states []*State) (out []*State, ok bool) {
	if len(p.decls) != 1 || len(states) == 0 {
		return nil, false
	}
	d := p.decls[0]
	call, isCall := d.Init.(*cuda.CallExpr)
	if _, number := fr.scalar(d.Type); !isCall || !number || d.Static || d.Extern || !fr.inlinable(call) || !fr.hasReferences(call) {
		return nil, false
	}
	var list []returned
	for _, s := range states {
		copied := s.clone()
		more, ok := fr.inlineReturns(copied, call)
		if !ok || len(more) == 0 || len(list)+len(more) > maxStates {
			return nil, false
		}
		list = append(list, more...)
	}
	i := -1
	for _, r := range list {
		if i < 0 {
			i = fr.declare(r.state, d.Name, d.Type)
		}
		v := r.value
		if v.X == nil {
			v = unknown("%s %s", d.Name, Runtime)
		}
		r.state.set(i, fr.held(d, fr.slots[i], v))
		out = append(out, r.state)
	}
	return out, true
}

// held is what a declared variable holds.
func (fr *frame) held(d *cuda.VarDecl, sl *slot, v Value) Value {
	switch {
	case sl.why != "":
		return unknown("%s %s (%s)", d.Name, Runtime, sl.why)
	case d.Static && !(v.X != nil && cexpr.IsConst(v.X)):
		return fr.prog.fresh(sl, "it is static") // computed when control was here first
	case sl.kind == numberSlot && v.X == nil && d.Init == nil && len(d.Ctor) == 0:
		return unknown("%s %s (it is not set)", d.Name, Runtime)
	case sl.kind == objectSlot && v.object:
		return v
	case sl.kind == objectSlot && v.X == nil && !v.IsDims && !fr.prog.floats(v.Why) && fr.ofUnseenType(d):
		return fr.prog.unseenValue(d.Name)
	}
	return fr.converted(v, sl)
}

// declared is the value of an initialiser.
func (fr *frame) declared(s *State, d *cuda.VarDecl) Value {
	sl := &slot{name: d.Name, typ: d.Type, kind: numberSlot}
	switch k, ok := fr.scalar(d.Type); {
	case ok:
		sl.k = k
	case isDim3(d.Type):
		sl.kind = dimsSlot
	case isConfig(d.Type):
		sl.kind = configSlot
	case d.Type.Form == cuda.AutoType && !d.Type.RValue && !d.Type.Decltype && d.Init != nil:
		if _, list := d.Init.(*cuda.InitList); list {
			return unknown("%s %s", d.Name, Runtime)
		}
		v := fr.eval(s, d.Init)
		if v.X == nil && !v.IsDims {
			if fr.prog.floats(v.Why) {
				return v.unknownNumber()
			}
			return Value{Why: d.Name + " " + Runtime}
		}
		return v
	default:
		return unknown("%s %s", d.Name, Runtime)
	}
	if sl.kind == numberSlot && d.Init == nil && len(d.Ctor) == 0 {
		return unknown("%s %s (it is not set)", d.Name, Runtime)
	}
	return fr.initial(s, d, sl)
}

// deduced is the type that auto stands for: that of the values, if they agree.
func (fr *frame) deduced(t *cuda.TypeExpr, values []Value) *cuda.TypeExpr {
	v := values[0]
	for _, o := range values[1:] {
		if v.object || o.object || o.IsDims != v.IsDims || (o.X == nil) != (v.X == nil) || o.X != nil && o.X.Type() != v.X.Type() {
			return t
		}
	}
	switch {
	case v.object:
	case v.IsDims:
		return &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Name: "dim3", Const: t.Const}
	case v.X != nil:
		if name := typeNames[v.X.Type()]; name != "" {
			return &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Name: name, Const: t.Const}
		}
	}
	return t
}

// note keeps the states at a part that calls or launches something, and executes the
// lambdas in it.
func (fr *frame) note(p *part, states []*State) {
	c := fr.prog.code
	wanted := false
	for i := p.lo; i < p.hi; i++ {
		if body := fr.fn.lambdaBody(i, p.hi); body.hi > 0 {
			fr.lambda(fr.fn.lambdaAt(body), states)
			i = body.hi
			continue
		}
		switch c.Text(i + 1) {
		case "<<<":
			wanted = true
		case "(", "<", ",", ")": // a function may be passed on, too
			wanted = wanted || fr.prog.Called(c.Text(i))
		}
	}
	if !wanted {
		return
	}
	at := *fr
	at.scopes = nil
	for _, sc := range fr.scopes {
		copied := map[string]int{}
		for n, i := range sc {
			copied[n] = i
		}
		at.scopes = append(at.scopes, copied)
	}
	n := &noted{part: p, fn: fr.fn}
	for _, s := range states {
		k := s.clone()
		k.frame = &at
		n.states = append(n.states, k)
	}
	fr.places = append(fr.places, n)
}

// Called reports whether name is one of a function of the file, or of one of the runtime
// that launches kernels.
func (p *Program) Called(name string) bool {
	return len(p.functions[name]) > 0 || strings.HasPrefix(name, "cudaLaunch")
}

// inBraces reports whether token at stands in braces of the part: in code of an unknown
// kind.
func (fr *frame) inBraces(p *part, at int) bool {
	c := fr.prog.code
	for i := p.lo; i < at; i++ {
		if m := c.Match(i); c.Text(i) == "{" && m > at && !p.parsed {
			return true
		}
	}
	return false
}

// lambda executes the body of a lambda, at whatever time it is called: of the variables
// around it only those that nothing changes have known values.
func (fr *frame) lambda(in *function, states []*State) {
	inner := &frame{run: fr.run, fn: in, bound: fr.bound, scopes: fr.scopes, free: in.jumps, up: fr}
	states = cloned(states)
	for _, s := range states {
		for name := range fr.fn.own {
			if i := fr.find(s, name); i >= 0 && fr.fn.changed[name] {
				fr.lose(s, i, "a lambda sees it at any time")
				s.values[i] = unknown("%s %s (a lambda may see it later)", name, Runtime)
			}
		}
		for i, sl := range fr.slots {
			if i < len(s.values) && (sl.global && !fr.unchanging(sl.name) || s.escaped[i]) {
				fr.lose(s, i, "")
			}
		}
	}
	inner.push()
	for _, q := range in.params {
		if len(states) == 0 {
			break
		}
		first := -1
		for _, s := range states {
			if first < 0 {
				inner.parameter(s, q)
				first = inner.scopes[len(inner.scopes)-1][q.Name]
			} else {
				s.set(first, fr.prog.fresh(fr.slots[first], "it is a parameter"))
			}
		}
	}
	if in.confused {
		for _, s := range states {
			s.opaque = true
		}
	}
	inner.block(in.body, states)
	inner.pop()
}
