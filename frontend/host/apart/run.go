package apart

import (
	"maps"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// Bounds of what is followed: pieces of one function and of all, functions executed inside each other, and rounds of a loop.
const (
	mostInAll  = 30_000
	mostPieces = 4_000
	mostInline = 4
	mostRounds = 5
)

// Program follows the pointers of a file's host functions.
type Program struct {
	code *cuda.Code
	flow *flow.Program
	runs map[*cuda.FuncDecl]*run
	// types are those of variables.
	types map[string]*cuda.TypeExpr
	steps int
	// past are the steps of functions that are done.
	past int
}

// New prepares for questions about a file.
func New(code *cuda.Code, f *flow.Program) *Program {
	return &Program{code: code, flow: f, runs: map[*cuda.FuncDecl]*run{}, types: map[string]*cuda.TypeExpr{}}
}

// run is the execution of a function with what is known at its calls and launches.
type run struct{ noted []*noted }

// noted is what is known at a piece.
type noted struct {
	lo, hi int
	state  *state
	frame  *frame
}

// frame is a function in execution.
type frame struct {
	*Program
	run    *run // nil for functions that are called by another one
	fn     *cuda.FuncDecl
	scopes []map[string]string // names to variables
	self   []*place            // the own object of a method
	tag    string
	depth  int
	// leaves and again are the states at the breaks and continues of what is around.
	leaves, again [][]*state
	entries       [][]*state // of the switches around
	jumped        []*state   // at goto
	returned      []*state
	result        *place
	values        []*pointer
	places        []*place // of a result that is a reference
}

// runOf executes a function.
func (p *Program) runOf(fn *cuda.FuncDecl) *run {
	if r := p.runs[fn]; r != nil {
		return r
	}
	r := &run{}
	p.runs[fn] = r
	list, ok := p.flow.Statements(fn)
	if p.past += p.steps; !ok || p.past > mostInAll {
		return r
	}
	p.steps = 0
	f := &frame{Program: p, run: r, fn: fn, scopes: []map[string]string{{}}}
	if p.flow.IsMethod(fn) {
		f.self = []*place{behind(firstOf(variable("this")))}
	}
	for _, q := range fn.Params {
		f.name(q.Name, q.Name+paramMark, q.Type)
	}
	s := newState()
	for range 3 {
		before := len(f.jumped)
		r.noted = nil
		f.block(list, []*state{s.clone()})
		if f.jumped = merged(f.jumped); len(f.jumped) == before {
			break
		}
	}
	if p.steps > mostPieces {
		r.noted = nil
	}
	return r
}

// paramMark ends the variables that are parameters of the function that is looked at.
const paramMark = "#"

func (f *frame) push() { f.scopes = append(f.scopes, map[string]string{}) }
func (f *frame) pop()  { f.scopes = f.scopes[:len(f.scopes)-1] }

func (f *frame) name(name, key string, t *cuda.TypeExpr) {
	if name != "" {
		f.scopes[len(f.scopes)-1][name] = key
		f.types[key] = t
	}
}

// variableOf is the variable that a name means here, empty if the function has none of that name.
func (f *frame) variableOf(name string) string {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if key := f.scopes[i][name]; key != "" {
			return key
		}
	}
	return ""
}

func copies(states []*state) []*state {
	out := make([]*state, len(states))
	for i, s := range states {
		out[i] = s.clone()
	}
	return out
}

func undecided(states []*state) []*state {
	for _, s := range states {
		s.decided = map[string]bool{}
	}
	return states
}

func (f *frame) block(list []*flow.Statement, states []*state) []*state {
	f.push()
	defer f.pop()
	for _, s := range list {
		states = merged(f.statement(s, states))
	}
	return states
}

func (f *frame) statement(s *flow.Statement, states []*state) []*state {
	switch s.Form {
	case flow.Scope:
		return f.block(s.Body, states)
	case flow.Branch:
		f.push()
		defer f.pop()
		states = f.piece(s.Init, states)
		states = f.piece(s.Head, states)
		var cond cuda.Expr
		if s.Head != nil {
			cond = s.Head.Expr
		}
		yes, no := split(states, cond)
		return append(f.block(s.Body, yes), f.block(s.Else, no)...)
	case flow.Loop, flow.Until:
		return f.loop(s, states)
	case flow.Switch:
		f.push()
		defer f.pop()
		states = f.piece(s.Head, f.piece(s.Init, states))
		f.entries, f.leaves = append(f.entries, states), append(f.leaves, nil)
		out := append(f.block(s.Body, nil), copies(states)...)
		n := len(f.leaves) - 1
		out = append(out, f.leaves[n]...)
		f.entries, f.leaves = f.entries[:len(f.entries)-1], f.leaves[:n]
		return out
	case flow.Label:
		if n := len(f.entries); n > 0 {
			states = append(states, copies(f.entries[n-1])...)
		}
		return append(states, copies(f.jumped)...)
	case flow.Jump:
		f.jumped = append(f.jumped, undecided(states)...)
		return nil
	case flow.Return:
		f.give(s.Head, states)
		return nil
	case flow.Throw:
		f.piece(s.Head, states)
		return nil
	case flow.Leave:
		list := f.leaves
		if s.Again {
			list = f.again
		}
		if n := len(list) - 1; n >= 0 {
			list[n] = append(list[n], states...)
		}
		return nil
	case flow.Try:
		before := copies(states)
		out := f.block(s.Body, states)
		for _, h := range s.Else {
			out = append(out, f.block(h.Body, append(copies(before), copies(out)...))...)
		}
		return out
	default:
		return f.piece(s.Head, states)
	}
}

// loop executes a loop until nothing new comes.
func (f *frame) loop(s *flow.Statement, states []*state) []*state {
	f.push()
	defer f.pop()
	states = undecided(f.piece(s.Init, states))
	at, out := states, []*state(nil)
	if s.Form == flow.Until {
		at = nil
	}
	for n := 0; n < mostRounds && len(states) > 0; n++ {
		f.leaves, f.again = append(f.leaves, nil), append(f.again, nil)
		in := copies(states)
		if s.Form == flow.Loop {
			in = f.piece(s.Head, in)
			f.each(s, in)
			out = append(out, copies(in)...)
		}
		next := f.block(s.Body, in)
		last, again := len(f.leaves)-1, len(f.again)-1 // a switch around has breaks only
		next = append(next, f.again[again]...)
		out = append(out, f.leaves[last]...)
		f.leaves, f.again = f.leaves[:last], f.again[:again]
		if s.Form == flow.Until {
			next = f.piece(s.Head, next)
			out = append(out, copies(next)...)
		} else {
			next = f.piece(s.Post, next)
		}
		before := len(merged(at))
		at = merged(append(at, undecided(next)...))
		states = at
		if n > 0 && len(at) == before && len(at) > 1 || f.steps > mostPieces {
			break
		}
	}
	return merged(out)
}

// each gives the variable of a range-based for an element of what the loop goes through.
func (f *frame) each(s *flow.Statement, states []*state) {
	if !s.Range || s.Head == nil || s.Head.Expr == nil || s.Init == nil || len(s.Init.Decls) != 1 {
		return
	}
	key := f.variableOf(s.Init.Decls[0].Name)
	for _, st := range states {
		var all []*pointer
		for _, l := range f.place(st, s.Head.Expr) {
			all = union(all, st.read(l.part("[each]")))
		}
		st.write([]*place{variable(key)}, all)
	}
}

// split are the ways on which a condition holds and does not.
func split(states []*state, cond cuda.Expr) (yes, no []*state) {
	not := false
	for {
		u, is := cond.(*cuda.UnaryExpr)
		if !is || u.Op != "!" {
			break
		}
		cond, not = u.X, !not
	}
	text, steady := conditionText(cond)
	for _, s := range states {
		is, known := s.decided[text]
		if !known || !steady || is {
			y := s.clone()
			if steady {
				y.decided[text] = true
			}
			yes = append(yes, y)
		}
		if !known || !steady || !is {
			if steady {
				s.decided[text] = false
			}
			no = append(no, s)
		}
	}
	if not {
		return no, yes
	}
	return yes, no
}

// conditionText is a condition as text; steady if the same text is the same value until a name in it changes.
func conditionText(e cuda.Expr) (text string, steady bool) {
	if e == nil {
		return "", false
	}
	steady = true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.CallExpr, *cuda.AssignExpr, *cuda.LambdaExpr, *cuda.MemberExpr, *cuda.IndexExpr, *cuda.NewExpr, *cuda.ConstructExpr:
			steady = false
		case *cuda.UnaryExpr:
			steady = steady && x.Op != "++" && x.Op != "--" && x.Op != "*" && x.Op != "&"
		default:
		}
		return steady
	})
	return cuda.TemplateArg{Expr: e}.Text(), steady
}

// give notes what a return gives.
func (f *frame) give(p *flow.Piece, states []*state) {
	if p != nil && p.Expr != nil {
		f.note(p, states)
		states = f.chosen(p.Expr, states)
		for _, s := range states {
			f.steps++
			all, from := f.value(s, p.Expr)
			f.values = union(f.values, all)
			if f.result != nil {
				f.store(s, f.result, all, from)
			}
			if t := f.fn.Result; t != nil && t.Form == cuda.ReferenceType && from != nil {
				f.places = append(f.places, from)
			}
		}
	} else {
		states = f.piece(p, states)
	}
	f.returned = append(f.returned, states...)
}

// chosen are the states for each way to decide the conditions of e ? x : y in an expression.
func (f *frame) chosen(e cuda.Expr, states []*state) []*state {
	n := 0
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		if c, is := x.(*cuda.CondExpr); is && n < 3 {
			if _, steady := conditionText(c.C); steady {
				n++
				yes, no := split(states, c.C)
				states = append(yes, no...)
			}
		}
		return true
	})
	return states
}

// piece executes a declaration or an expression.
func (f *frame) piece(p *flow.Piece, states []*state) []*state {
	if p == nil || p.Lo >= p.Hi || len(states) == 0 {
		if p != nil {
			for i, d := range p.Decls {
				f.name(d.Name, d.Name+f.tag+"@"+strconv.Itoa(p.Names[i]), d.Type)
			}
		}
		return states
	}
	if f.steps += len(states); f.steps > mostPieces {
		return nil
	}
	f.note(p, states)
	var given []*pointer
	for _, c := range p.Closures {
		var all []*pointer
		states, all = f.closure(c, states)
		given = union(given, all)
	}
	for i, d := range p.Decls {
		key := d.Name + f.tag + "@" + strconv.Itoa(p.Names[i])
		states = f.chosen(d.Init, states)
		for _, s := range states {
			f.declare(s, d, key)
			if _, is := d.Init.(*cuda.LambdaExpr); is {
				s.write([]*place{variable(key)}, given) // what a call of it gives
			}
		}
		f.name(d.Name, key, d.Type)
	}
	switch {
	case p.Expr != nil:
		states = f.chosen(p.Expr, states)
		for _, s := range states {
			f.value(s, p.Expr)
		}
	case p.Decls == nil:
		for _, s := range states {
			f.unread(p, s)
		}
	}
	return states
}

// note keeps the states at a piece that calls or launches something.
func (f *frame) note(p *flow.Piece, states []*state) {
	if f.run == nil || !f.flow.Calls(p.Lo, p.Hi) {
		return
	}
	at := *f
	at.run = nil
	at.scopes = []map[string]string{{}}
	for _, sc := range f.scopes {
		maps.Copy(at.scopes[0], sc)
	}
	for _, s := range states {
		f.run.noted = append(f.run.noted, &noted{lo: p.Lo, hi: p.Hi, state: s.clone(), frame: &at})
	}
}

// closure executes a lambda, which may or may not be called.
func (f *frame) closure(c *flow.Closure, states []*state) (out []*state, given []*pointer) {
	in := *f
	in.leaves, in.again, in.entries, in.returned, in.result, in.jumped, in.values = nil, nil, nil, nil, nil, nil, nil
	in.fn = &cuda.FuncDecl{}
	in.push()
	for _, q := range c.Params {
		in.name(q.Name, q.Name+f.tag+"@"+q.Pos.String(), q.Type)
	}
	in.scopes = append([]map[string]string{}, in.scopes...)
	next := in.block(c.Body, undecided(copies(states)))
	return merged(append(append(states, next...), in.returned...)), in.values
}

// unread makes fresh what a piece that could not be read assigns to.
func (f *frame) unread(p *flow.Piece, s *state) {
	c := f.code
	for i := p.Lo; i < p.Hi; i++ {
		if m := c.Match(i); c.Text(i) == "[" && m > i && c.Text(m+1) == "=" && (c.Text(i-1) == "auto" || c.Text(i-1) == "&") {
			f.bindings(p, s, i, m) // auto [x, y] = z;
		}
		if c.Token(i).Kind != source.Ident || c.Text(i+1) != "=" || c.Text(i-1) == "." || c.Text(i-1) == "->" {
			continue
		}
		key := f.variableOf(c.Text(i))
		if key == "" {
			continue
		}
		s.forget(c.Text(i))
		s.write(f.named(s, key), []*pointer{f.fresh(s, strconv.Itoa(i), f.mentioned(p, s, i+2)...)})
	}
}

// mentioned are the pointers that tokens i and on of a piece name, each as often as that.
func (f *frame) mentioned(p *flow.Piece, s *state, i int) []*pointer {
	var out []*pointer
	for c := f.code; i < p.Hi && c.Text(i) != ";"; i++ {
		if k := f.variableOf(c.Text(i)); k != "" && c.Token(i).Kind == source.Ident && isPointer(f.types[k]) {
			out = append(out, s.read(variable(k))...)
		}
	}
	return out
}

// bindings declares the names between tokens lo and hi, which are parts of one object.
func (f *frame) bindings(p *flow.Piece, s *state, lo, hi int) {
	of := f.fresh(s, strconv.Itoa(lo), f.mentioned(p, s, hi+2)...)
	for i := lo + 1; i < hi; i++ {
		if f.code.Token(i).Kind == source.Ident {
			key := f.code.Text(i) + f.tag + "@" + strconv.Itoa(i)
			f.name(f.code.Text(i), key, nil)
			s.write([]*place{variable(key)}, []*pointer{of.sub("." + f.code.Text(i))})
		}
	}
}

// fresh is what something at a token gives.
func (f *frame) fresh(s *state, text string, from ...*pointer) *pointer {
	text += f.tag
	s.renew(text)
	return freshAt(text, from...)
}

// declare executes a declaration.
func (f *frame) declare(s *state, d *cuda.VarDecl, key string) {
	l := variable(key)
	f.types[key] = d.Type
	if d.Type != nil && d.Type.Form == cuda.ReferenceType && d.Init != nil {
		if places := f.place(s, d.Init); len(places) > 0 {
			s.names[key] = places
			return
		}
	}
	delete(s.names, key)
	delete(s.held, key)
	for k := range s.held {
		if strings.HasPrefix(k, key+".") || strings.HasPrefix(k, key+"[") {
			delete(s.held, k)
		}
	}
	switch {
	case d.Init != nil:
		f.initialise(s, l, d.Type, d.Init)
	case d.Type != nil && d.Type.Form == cuda.NamedType && (len(d.Ctor) > 0 || f.flow.Class(d.Type.Name) != nil):
		f.construct(s, l, d.Type, d.Ctor, d.Pos.String())
	case len(d.Ctor) == 1:
		f.initialise(s, l, d.Type, d.Ctor[0])
	}
}
