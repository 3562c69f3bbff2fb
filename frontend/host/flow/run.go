package flow

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Bounds of an execution: statements and expressions in one program, ways in which
// control reaches a place, and functions executed inside each other.
const (
	maxSteps  = 60_000
	maxStates = 12
	maxInline = 5
)

// run is the execution of one function. It notes the states at every call and launch.
type run struct {
	prog   *Program
	slots  []*slot
	global map[string]int
	places []*noted
	fields map[fieldKey]int // slots of members
	// self is the slot of the object that the function is a method of, with 1 added; 0 for none.
	self int
	// dead are statements to which no way leads, or which some ways do not reach.
	dead    []span
	returns []returned
	params  []Value
	// members are those of the parameters that are objects of the classes of that name.
	members []map[string]Value
	classes []string
	// over: it took too many steps.
	over bool
}

// noted are the states at a part that may be asked for.
type noted struct {
	part   *part
	fn     *function
	states []*State
}

// returned is what one way through an inlined function returns.
type returned struct {
	state *State
	value Value
}

// frame is a function in execution.
type frame struct {
	*run
	fn      *function
	bound   Binding
	scopes  []map[string]int
	up      *frame // of the function that an inlined one is called in
	inlined int
	nesting int
	// breaks are the states at the breaks of each loop and switch around.
	breaks [][]*State
	// free: conditions are not those of the statements around, because control jumps.
	free bool
}

// Place is what is known at a token of host code.
type Place struct {
	States []*State
	// Fn is the function around, nil if the front end knows none; Params are its
	// parameters as roots, for those who call it. They are empty in a lambda.
	Fn     *cuda.FuncDecl
	Params []Value
	// Members are the roots of members of the parameters, Classes the names of their classes.
	Members []map[string]Value
	Classes []string
}

// At is what is known at token i, the name of a call or a launch. With no way that leads
// there, States is empty.
func (p *Program) At(i int, bound Binding) Place {
	opaque := Place{States: []*State{{opaque: true, frame: &frame{run: &run{prog: p, global: map[string]int{}}, fn: &function{prog: p}}}}}
	p.steps = 0
	b, ok := p.around(i)
	if !ok {
		return opaque
	}
	f := p.functionOf(b)
	opaque.States[0].frame.fn, opaque.Fn = f, b.fn
	r := p.execute(f, bound)
	var at *noted
	for _, n := range r.places {
		if n.part.holds(i) && (at == nil || n.part.hi-n.part.lo < at.part.hi-at.part.lo) {
			at = n
		}
	}
	p.steps = 0
	if r.over || at == nil && !slices.ContainsFunc(r.dead, func(s span) bool { return s.holds(i) }) {
		return opaque
	}
	place := Place{Fn: b.fn, Params: r.params, Members: r.members, Classes: r.classes}
	if at == nil {
		return place
	}
	var states []*State
	for _, n := range r.places {
		if n.part == at.part {
			states = append(states, n.states...)
		}
	}
	for _, s := range states {
		c := s.clone()
		c.touched = c.frame.touches(at.part, c, i)
		c.opaque = c.opaque || c.frame.inBraces(at.part, i)
		c.place = i
		place.States = append(place.States, c)
	}
	return place
}

// execute runs a function once for each binding of its template parameters.
func (p *Program) execute(f *function, bound Binding) *run {
	key := fmt.Sprint(f.lo)
	var parts []string
	for name, a := range bound {
		parts = append(parts, name+"="+a.Text())
	}
	slices.Sort(parts)
	key += strings.Join(parts, "\x00")
	if r := p.runs[key]; r != nil {
		return r
	}
	r := &run{prog: p, global: map[string]int{}}
	p.runs[key] = r
	fr := &frame{run: r, fn: f, bound: bound, free: f.jumps}
	s := &State{frame: fr, escaped: map[int]bool{}}
	fr.push()
	for _, q := range f.params {
		r.params = append(r.params, fr.parameter(s, q))
		members, class := membersOf(fr, s, q.Name)
		r.members, r.classes = append(r.members, members), append(r.classes, class)
	}
	fr.block(f.body, []*State{s})
	r.over = p.steps > maxSteps
	return r
}

// parameter makes a root of a parameter.
func (fr *frame) parameter(s *State, q *cuda.Param) Value {
	t := q.Type
	fixed := t != nil && t.Form == cuda.ReferenceType && fr.aggregate(t.Elem) != nil && fr.prog.Fixed != nil && fr.prog.Fixed(fr.fn.fn, q)
	if t != nil && t.Form == cuda.ReferenceType && t.Elem != nil && t.Elem.Const && !t.RValue && (fixed || !fr.prog.careless || fr.fn.ready && fr.fn.outer == nil && !fr.fn.changed[q.Name] && fr.fn.unstable[q.Name] == "") {
		t = t.Elem
	}
	i := fr.declare(s, q.Name, t)
	if t != q.Type && !(fixed && isConstant(fr, fr.slots[i])) {
		s.escape(i) // others may change what a reference leads to
		fr.slots[i].fixed = false
	}
	v := fr.prog.fresh(fr.slots[i], "it is a parameter")
	if fr.slots[i].why == "" {
		s.set(i, v)
	} else {
		s.set(i, Value{Why: q.Name + " " + Runtime + " (" + fr.slots[i].why + ")"})
	}
	return v
}

func (fr *frame) push() { fr.scopes = append(fr.scopes, map[string]int{}) }

func (fr *frame) pop() { fr.scopes = fr.scopes[:len(fr.scopes)-1] }

// declare makes a slot.
func (fr *frame) declare(s *State, name string, t *cuda.TypeExpr) int {
	sl := &slot{name: name, typ: t}
	if k, ok := fr.scalar(t); ok {
		sl.kind, sl.k = numberSlot, k
	} else if isDim3(t) {
		sl.kind = dimsSlot
	} else if isConfig(t) {
		sl.kind = configSlot
	}
	sl.fixed = t != nil && t.Const
	sl.why = fr.fn.unstable[name]
	if t != nil && t.Volatile {
		sl.why = "it is volatile"
	}
	if t != nil && t.Form == cuda.ReferenceType {
		sl.kind, sl.why = objectSlot, "it is a reference"
	}
	fr.slots = append(fr.slots, sl)
	i := len(fr.slots) - 1
	fr.scopes[len(fr.scopes)-1][name] = i
	if s != nil {
		s.set(i, Value{})
	}
	return i
}

func (s *State) set(i int, v Value) {
	for len(s.values) <= i {
		s.values = append(s.values, Value{})
	}
	v.extent = nil // allocate gives it, and nothing else
	s.values[i] = v
}

func (s *State) at(i int) *slot {
	if i < 0 || i >= len(s.frame.slots) {
		return nil
	}
	return s.frame.slots[i]
}

// find is the slot that a name means, -1 for none: a local variable, else one at file
// level.
func (fr *frame) find(s *State, name string) int {
	for n := len(fr.scopes) - 1; n >= 0; n-- {
		if i, ok := fr.scopes[n][name]; ok {
			return i
		}
	}
	if fr.fn.own[name] || fr.run == nil || fr.fn.hasTemplateParam(name) {
		return -1
	}
	if _, bound := fr.bound[name]; bound {
		return -1
	}
	if i := ownMember(fr, name); i >= 0 {
		if s.value(i).X == nil {
			s.set(i, fr.prog.fresh(fr.slots[i], ""))
		}
		return i
	}
	if _, member := fr.ofClass(s, name); member {
		return -1
	}
	return fr.globalSlot(s, name)
}

// globalSlot is the slot of a variable at file level.
func (fr *frame) globalSlot(s *State, name string) int {
	g := fr.prog.globalOf(name)
	if g == nil {
		return -1
	}
	constant := g.decl.Constexpr || g.decl.Type != nil && g.decl.Type.Const
	outer := &frame{run: fr.run, fn: &function{prog: fr.prog, fn: fr.fn.fn}}
	k, isNumber := outer.scalar(g.decl.Type)
	if constant && !isDim3(g.decl.Type) {
		if !isNumber || g.decl.Constexpr || g.why != "" {
			return -1
		}
		if v := outer.constant(&cuda.Ident{Pos: g.decl.Pos, Name: name}, name); v.X != nil {
			return -1
		}
	}
	i, ok := fr.global[name]
	if !ok {
		sl := &slot{name: name, typ: g.decl.Type, global: true, why: g.why, fixed: constant}
		if isNumber {
			sl.kind, sl.k = numberSlot, k
		} else if isDim3(g.decl.Type) {
			sl.kind = dimsSlot
		}
		fr.slots = append(fr.slots, sl)
		i = len(fr.slots) - 1
		fr.global[name] = i
	}
	if v := s.value(i); v.X == nil && !v.IsDims && v.Why == "" {
		s.set(i, fr.globalValue(g, fr.slots[i], constant))
		if g.out {
			s.escape(i)
		}
	}
	return i
}

func (s *State) value(i int) Value {
	if i < len(s.values) {
		return s.values[i]
	}
	return Value{}
}

func (s *State) escape(i int) {
	if s.escaped == nil {
		s.escaped = map[int]bool{}
	}
	s.escaped[i] = true
}

// globalValue is what is known of a variable at file level when a function begins.
func (fr *frame) globalValue(g *globalUse, sl *slot, constant bool) Value {
	switch {
	case g.why != "":
		return unknown("%s %s (%s)", sl.name, Runtime, g.why)
	case g.changed && !constant:
		return fr.prog.fresh(sl, "")
	}
	if g.value == nil {
		v := fr.initialGlobal(g.decl, sl)
		g.value = &v
	}
	return *g.value
}

func (fr *frame) initialGlobal(d *cuda.VarDecl, sl *slot) Value {
	outer := &frame{run: &run{prog: fr.prog, global: map[string]int{}}, fn: &function{prog: fr.prog}}
	s := &State{frame: outer}
	v := outer.initial(s, d, sl)
	if d.Init == nil && len(d.Ctor) == 0 && sl.kind == numberSlot {
		v = number(cexpr.Convert(cexpr.I32(0), sl.k))
	}
	if v.X != nil && !cexpr.IsConst(v.X) {
		return fr.prog.fresh(sl, "")
	}
	for _, x := range v.Dims {
		if v.IsDims && !cexpr.IsConst(x) {
			return fr.prog.fresh(sl, "")
		}
	}
	if v.X == nil && !v.IsDims {
		return fr.prog.fresh(sl, "")
	}
	return v
}

// initial is the value that a declaration gives.
func (fr *frame) initial(s *State, d *cuda.VarDecl, sl *slot) Value {
	switch sl.kind {
	case numberSlot:
		var v Value
		switch list, braces := d.Init.(*cuda.InitList); {
		case braces && len(list.Items) == 1 && list.Fields == nil:
			v = fr.eval(s, list.Items[0])
		case braces && len(list.Items) == 0:
			v = number(cexpr.I32(0))
		case d.Init != nil:
			v = fr.eval(s, d.Init)
		case len(d.Ctor) == 1:
			v = fr.eval(s, d.Ctor[0])
		default:
			return unknown("%s %s (it is not set)", sl.name, Runtime)
		}
		return fr.converted(v, sl)
	case dimsSlot:
		if d.Init != nil {
			return fr.converted(fr.eval(s, d.Init), sl)
		}
		return fr.converted(fr.dims(s, d.Ctor), sl)
	case configSlot:
		c := &[3]Value{{IsDims: true, Why: "it is not set"}, {IsDims: true, Why: "it is not set"}, {Why: "it is not set"}}
		if list, ok := d.Init.(*cuda.InitList); ok {
			c[2] = number(kernel.NewConst(kernel.U64, 0))
			for i, e := range list.Items {
				if list.Fields != nil {
					i = configPart(list.Fields[i])
				}
				switch i {
				case 0, 1:
					c[i] = fr.eval(s, e).AsDims()
				case 2:
					c[i] = fr.eval(s, e)
				}
			}
		}
		return Value{config: c}
	}
	return unknown("%s %s", sl.name, Runtime)
}

// converted is a value as the slot holds it; what is unknown gets a root of its own.
func (fr *frame) converted(v Value, sl *slot) Value {
	v = v.integer(fr.prog)
	switch sl.kind {
	case numberSlot:
		if v.X == nil || v.object {
			return fr.prog.named(sl, v)
		}
		return number(cexpr.Convert(v.X, sl.k))
	case dimsSlot:
		v = v.AsDims()
		for d := range v.Dims {
			if v.Dims[d] == nil {
				v.Dims[d] = fr.prog.named(&slot{name: sl.name + "." + string("xyz"[d]), kind: numberSlot, k: kernel.U32}, v).X
			}
		}
		return v
	case configSlot:
		if v.config != nil {
			return v
		}
	case objectSlot:
	}
	return unknown("%s %s", sl.name, Runtime)
}

// named is a root for a slot that gets a value of which only the reason is known.
func (p *Program) named(sl *slot, v Value) Value {
	x := p.fresh(sl, "")
	if v.Why != "" && x.X != nil {
		if r, ok := x.X.(*kernel.VarRef); ok && p.floats(v.Why) {
			p.why[r.Var] = v.Why
		}
	}
	return x
}

// floats are reasons that say more than the name of the variable.
func (p *Program) floats(why string) bool { return why == inFloats }

// merged drops states that are the same, and joins them if there are too many.
func (fr *frame) merged(states []*State) []*State {
	var out []*State
	for _, s := range states {
		same := false
		for _, o := range out {
			if sameValues(o, s) {
				o.Conditions = common(o.Conditions, s.Conditions)
				for i := range s.escaped {
					o.escape(i)
				}
				same = true
				break
			}
		}
		if !same {
			out = append(out, s)
		}
	}
	if len(out) <= maxStates {
		return out
	}
	first := out[0]
	for _, s := range out[1:] {
		first.Conditions = common(first.Conditions, s.Conditions)
		for i := range s.escaped {
			first.escape(i)
		}
		for i := range first.values {
			if i >= len(s.values) || !sameValue(first.values[i], s.values[i]) {
				first.values[i] = fr.prog.fresh(fr.slots[i], "it has too many values")
			}
		}
	}
	return []*State{first}
}

func common(a, b []kernel.Expr) []kernel.Expr {
	var out []kernel.Expr
	for _, x := range a {
		if slices.ContainsFunc(b, func(y kernel.Expr) bool { return cexpr.Same(x, y) }) {
			out = append(out, x)
		}
	}
	return out
}

func sameValues(a, b *State) bool {
	for i := range max(len(a.values), len(b.values)) {
		if !sameValue(a.value(i), b.value(i)) {
			return false
		}
	}
	return true
}

func sameValue(a, b Value) bool {
	if !cexpr.Same(a.X, b.X) || a.IsDims != b.IsDims || a.Why != b.Why || (a.config == nil) != (b.config == nil) || !sameExtent(a.extent, b.extent) {
		return false
	}
	for d := range a.Dims {
		if !cexpr.Same(a.Dims[d], b.Dims[d]) {
			return false
		}
	}
	if a.config != nil {
		for i := range a.config {
			if !sameValue(a.config[i], b.config[i]) {
				return false
			}
		}
	}
	return true
}
