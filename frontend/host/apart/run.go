package apart

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// Bounds of what is followed: pieces of one function and of all, functions executed inside each other, and rounds of a loop.
const (
	mostInAll  = 60_000
	mostPieces = 8_000
	mostInline = 5
	mostRounds = 7
)

// Program follows the pointers of a file's host functions.
type Program struct {
	nums *numbers
	code *cuda.Code
	flow *flow.Program
	runs map[*cuda.FuncDecl]*run
	// types are those of variables.
	types map[string]*cuda.TypeExpr
	// kept are the pointers that static variables of functions have had.
	kept  map[string][]*pointer
	steps int
	// most is the work after which the function that is executed is too long.
	most int
	// past are the steps of functions that are done.
	past int
	// closures are the lambdas, by where they begin.
	closures map[diag.Pos]*flow.Closure
	// packs are the numbers of elements of parameter packs.
	packs map[string]int
	// owners are the variables of functions, of which some have memory of their own.
	owners map[*cuda.FuncDecl]*owners
	// values are the names of functions of which it is known whether they stand where nothing is called.
	values map[string]bool
	// operators are what stands behind the word operator, nil if that is not known.
	operators map[string]bool
	// pairs are what is known of two places that outlive functions.
	pairs map[string]*pairing
	// thrown are the states in the bodies of the try statements around.
	thrown [][]*state
	// changing are the functions of which it is known whether a call may change something outside of them.
	changing map[*cuda.FuncDecl]bool
	// setting are the classes of which it is known whether their destructors give pointers values.
	setting map[*cuda.RecordDecl]bool
	// outer are the words in lambdas outside of functions.
	outer map[string]bool
	// references are the names of types that are those of references.
	references map[string]bool
}

// New prepares for questions about a file.
func New(code *cuda.Code, f *flow.Program) *Program {
	n := &numbers{known: map[string]*number{}, compounds: map[string]compound{}}
	p := &Program{nums: n, code: code, flow: f, runs: map[*cuda.FuncDecl]*run{}, types: map[string]*cuda.TypeExpr{}, kept: map[string][]*pointer{}, closures: map[diag.Pos]*flow.Closure{}, packs: map[string]int{}, most: mostWork, owners: map[*cuda.FuncDecl]*owners{}, values: map[string]bool{}, setting: map[*cuda.RecordDecl]bool{}, pairs: map[string]*pairing{}, changing: map[*cuda.FuncDecl]bool{}}
	n.together = p.together
	return p
}

// run is the execution of a function with what is known at its calls and launches.
type run struct {
	noted []*noted
	// over says that the function is too long to be followed.
	over bool
	// ends are the states at its end.
	ends []*state
	// dead are pieces to which control never comes.
	dead [][2]int
}

// reaches reports whether a token lies in a piece to which control never comes.
func (r *run) reaches(i int) bool {
	return slices.ContainsFunc(r.dead, func(d [2]int) bool { return d[0] <= i && i < d[1] })
}

// noted is what is known at a piece.
type noted struct {
	lo, hi int
	state  *state
	frame  *frame
}

// frame is a function in execution.
type frame struct {
	file   *Program
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
	// params are the pointers that the parameters of the function that is looked at have when it begins.
	params []*pointer
	// own is the class of which self is, where fn is no method of it.
	own *cuda.RecordDecl
	// gives is the type of the result, nil where that is not known.
	gives *cuda.TypeExpr
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
		r.over = true
		return r
	}
	loose, thrown := p.nums.loose, p.thrown // of a function that asks about this one
	defer func() { p.nums.loose, p.thrown = loose, thrown }()
	p.nums.loose, p.thrown = nil, nil
	p.steps, p.most = 0, p.nums.work+(mostWork-p.nums.work)/2
	defer func() { p.most = mostWork }()
	f := &frame{file: p, run: r, fn: fn, gives: fn.Result, scopes: []map[string]string{{}}}
	if p.flow.IsMethod(fn) {
		f.self = []*place{behind(firstOf(variable("this"))).part("[0]")}
	}
	for _, q := range fn.Params {
		f.name(q.Name, q.Name+paramMark, q.Type)
	}
	for _, q := range fn.Params {
		if q.Name != "" && !isNumber(f.resolved(q.Type)) {
			f.params = append(f.params, firstOf(variable(q.Name+paramMark)))
		}
	}
	for _, of := range f.self {
		f.params = append(f.params, addressOf(of))
	}
	s := newState(p.nums)
	for name, list := range p.flow.Globals() { // float **g = &h;
		for _, d := range list {
			u, is := d.Init.(*cuda.UnaryExpr)
			if !is || u.Op != "&" || !isPointer(d.Type) {
				continue
			}
			if id, is := u.X.(*cuda.Ident); is && isPointer(d.Type.Elem) {
				at := variable("::" + name)
				s.held[at.key] = &content{at: at, all: []*pointer{addressOf(variable("::" + id.Name)), firstOf(at)}}
			}
		}
	}
	if fn.Ctor {
		f.members(s, fn, fn.Pos.String())
	}
	for range 3 {
		before, kept := len(f.jumped), p.keeps()
		r.noted, f.returned = nil, nil
		r.ends = append(f.block(list, []*state{s.clone()}), f.returned...)
		p.keep(r.ends)
		if f.jumped = merged(f.jumped); len(f.jumped) == before && p.keeps() == kept {
			break
		}
	}
	afterwards(f, r.ends)
	r.over = p.tired()
	return r
}

// tired reports whether the function that is executed is too long.
func (p *Program) tired() bool { return p.steps > mostPieces || p.nums.work > p.most }

// keep notes what static variables have at the end of a function.
func (p *Program) keep(states []*state) {
	for key := range p.kept {
		for _, s := range states {
			p.kept[key] = union(p.kept[key], s.read(variable(key)))
		}
	}
}

// keeps is the number of pointers that static variables have had.
func (p *Program) keeps() int {
	n := len(p.kept)
	for _, all := range p.kept {
		n += len(all)
	}
	return n
}

// paramMark ends the variables that are parameters of the function that is looked at.
const paramMark = "#"

// mostAliases bounds the names of names of types.
const mostAliases = 8

// resolved is a type with other names of numbers replaced by one that tells that they are numbers.
func (f *frame) resolved(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil || f.fn == nil {
		return t
	}
	switch t.Form {
	case cuda.NamedType:
		for range mostAliases { // using F = float *;
			of := f.file.flow.Alias(f.fn, t)
			if of == nil || arithmetic[t.Name] {
				break
			}
			if t = of; t.Form != cuda.NamedType {
				return f.resolved(t)
			}
		}
		if !arithmetic[t.Name] && !isContainer(t) && f.file.flow.Class(t.Name) == nil && f.file.flow.IsNumber(f.fn, t) {
			return plainInt
		}
	case cuda.PointerType, cuda.ArrayType, cuda.ReferenceType:
		elem := f.resolved(t.Elem)
		if t.Form != cuda.ReferenceType && f.plainName(elem) {
			elem = unseenType
		}
		if elem != t.Elem {
			out := *t
			out.Elem = elem
			return &out
		}
	default:
	}
	return t
}

// plainName reports whether t names a type that is not seen: arrays of such are taken to hold no pointers.
func (f *frame) plainName(t *cuda.TypeExpr) bool {
	if t == nil || t.Form != cuda.NamedType || arithmetic[t.Name] || f.classOf(t) != nil || isContainer(t) || smart[t.Name] || holding[t.Name] {
		return false
	}
	heads := []*cuda.TemplateHead{f.fn.Template}
	if r := f.file.flow.OwnClass(f.fn); r != nil {
		heads = append(heads, r.Template)
	}
	for _, h := range heads {
		if h != nil && slices.ContainsFunc(h.Params, func(p cuda.TemplateParam) bool { return p.Name == t.Name }) {
			return false
		}
	}
	return len(t.Args) == 0 && !f.file.flow.Local(f.fn, t.Name)
}

// holding are types of libraries that hold pointers.
var holding = map[string]bool{"pair": true, "tuple": true, "optional": true, "function": true, "Tensor": true, "void": true, "auto": true, "span": true, "cudaLaunchConfig_t": true}

func (f *frame) push() { f.scopes = append(f.scopes, map[string]string{}) }
func (f *frame) pop()  { f.scopes = f.scopes[:len(f.scopes)-1] }

func (f *frame) name(name, key string, t *cuda.TypeExpr) {
	if name != "" {
		f.scopes[len(f.scopes)-1][name] = key
		f.file.types[key] = f.resolved(t)
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
	drop(f, states)
	return merged(states)
}

// drop forgets the variables of a scope that ends.
func drop(f *frame, states []*state) {
	keys := map[string]bool{}
	for _, key := range f.scopes[len(f.scopes)-1] {
		if f.file.kept[key] == nil && !strings.HasSuffix(key, paramMark) {
			keys[key] = true
		}
	}
	if len(keys) == 0 {
		return
	}
	for _, list := range [][][]*state{{states}, f.leaves, f.again} {
		for _, states := range list {
			for _, s := range states {
				s.dropAll(keys)
			}
		}
	}
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
		yes, no := f.split(states, cond)
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
		mayThrow(f, f.piece(s.Head, states))
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
		f.file.thrown = append(f.file.thrown, copies(states))
		out := f.block(s.Body, states)
		n := len(f.file.thrown) - 1
		thrown := f.file.thrown[n]
		f.file.thrown = f.file.thrown[:n]
		for _, h := range s.Else {
			f.push()
			in := copies(thrown)
			caught(f, h.Head, in)
			out = append(out, f.block(h.Body, in)...)
			f.pop()
		}
		mayThrow(f, out)
		return out
	default:
		out := f.piece(s.Head, states)
		mayThrow(f, out)
		return out
	}
}

// caught declares the variable of a handler: catch (float *p). What was thrown is not known.
func caught(f *frame, p *flow.Piece, states []*state) {
	c := f.file.code
	if p == nil || p.Hi-p.Lo < 2 || c.Token(p.Hi-1).Kind != source.Ident || c.Text(p.Hi-2) == "::" || c.Text(p.Hi-2) == "const" {
		return
	}
	key := c.Text(p.Hi-1) + f.tag + "@" + strconv.Itoa(p.Hi-1)
	f.name(c.Text(p.Hi-1), key, nil)
	for _, s := range states {
		var from []*pointer
		for _, k := range slices.Sorted(maps.Keys(s.held)) {
			from = union(from, s.held[k].all)
		}
		s.held[key] = &content{at: variable(key), all: []*pointer{s.vague(notFollowed("what is caught", c.Token(p.Lo).Pos.Line), union(from, f.params))}}
	}
}

// mayThrow notes states in which something may be thrown, in the body of a try statement: what handles it goes on from there.
func mayThrow(f *frame, states []*state) {
	if n := len(f.file.thrown) - 1; n >= 0 && len(states) > 0 {
		f.file.thrown[n] = merged(append(f.file.thrown[n], undecided(copies(states))...))
	}
}

// loop executes a loop until nothing new comes.
func (f *frame) loop(s *flow.Statement, states []*state) []*state {
	f.push()
	defer f.pop()
	states = f.piece(s.Init, states)
	before, out := []*state(nil), []*state(nil)
	if s.Form == flow.Loop {
		before = states
	}
	counts := counted(f, s)
	f.recount(states, counts)
	for n := 0; n < mostRounds && len(states) > 0; n++ {
		f.leaves, f.again = append(f.leaves, nil), append(f.again, nil)
		in := copies(states)
		var cond cuda.Expr
		if s.Head != nil && !s.Range {
			cond = s.Head.Expr
		}
		if s.Form == flow.Loop {
			in = f.piece(s.Head, in)
			f.each(s, in)
			var left []*state
			if in, left = f.split(in, cond); cond == nil {
				left = copies(in)
			}
			out = append(out, left...)
		}
		next := f.block(s.Body, in)
		// A switch around the loop has an entry among the leaves only.
		left, again := len(f.leaves)-1, len(f.again)-1
		next = append(next, f.again[again]...)
		out = append(out, f.leaves[left]...)
		f.leaves, f.again = f.leaves[:left], f.again[:again]
		if s.Form == flow.Until {
			next = f.piece(s.Head, next)
			var left []*state
			next, left = f.split(next, cond)
			out = append(out, left...)
		} else {
			next = f.piece(s.Post, next)
		}
		f.recount(next, counts)
		old := texts(before)
		before = merged(append(before, undecided(next)...))
		if n > 1 {
			f.settled(before, counts)
			before = merged(before)
		}
		if n > 3 && len(before) > 1 {
			before = []*state{joined(before)}
		}
		if states = before; texts(before) == old && n > 0 || f.file.tired() {
			break
		}
		if n == mostRounds-1 {
			unsettled(f, s, out, states)
		}
	}
	return merged(out)
}

func texts(states []*state) string {
	var out []string
	for _, s := range states {
		out = append(out, s.text(true))
	}
	slices.Sort(out)
	return strings.Join(out, "\n\n")
}

// counted are the variables that a loop counts by: those of its head.
func counted(f *frame, s *flow.Statement) map[string]bool {
	out := map[string]bool{}
	if s.Post != nil && s.Post.Expr != nil {
		cuda.WalkExpr(s.Post.Expr, func(x cuda.Expr) bool {
			switch x := x.(type) {
			case *cuda.UnaryExpr:
				if id, is := x.X.(*cuda.Ident); is && (x.Op == "++" || x.Op == "--") {
					out[f.variableOf(id.Name)] = true
				}
			case *cuda.AssignExpr:
				if id, is := x.X.(*cuda.Ident); is {
					out[f.variableOf(id.Name)] = true
				}
			default:
			}
			return true
		})
	}
	delete(out, "")
	return out
}

// recount makes the counters of a loop unknown, as they are at the head of a round.
func (f *frame) recount(states []*state, counts map[string]bool) {
	for key := range counts {
		if t := bare(f.file.types[key]); t != nil && !isNumber(t) && t.Form != cuda.AutoType {
			continue
		}
		for _, s := range states {
			for _, l := range f.named(s, key) {
				s.unknown(l)
			}
		}
	}
}

// settled makes numbers unknown that are different ones in round after round: they count as counters from then on.
func (f *frame) settled(states []*state, counts map[string]bool) {
	found := map[string]map[string]bool{}
	for _, s := range states {
		for k, x := range s.values {
			if found[k] == nil {
				found[k] = map[string]bool{}
			}
			found[k][x.text] = true
		}
	}
	for k, texts := range found {
		if len(texts) > 2 {
			counts[k] = true
			for _, s := range states {
				delete(s.values, k)
				s.ages[k] = s.nums.next()
			}
		}
	}
}

// unsettled makes vague what a loop writes that does not come to an end of new pointers.
func unsettled(f *frame, st *flow.Statement, out, states []*state) {
	for _, s := range out {
		for _, o := range states {
			for k, c := range o.held {
				if old := s.held[k]; old != nil && !slices.EqualFunc(old.all, c.all, func(p, q *pointer) bool { return p.key == q.key }) {
					s.held[k] = &content{c.at, []*pointer{s.vague(notFollowed("what a loop writes", f.file.code.Token(f.lineOf(st)).Pos.Line), union(old.all, c.all))}, true}
				}
			}
		}
	}
}

// lineOf is a token of a statement.
func (f *frame) lineOf(s *flow.Statement) int {
	for _, p := range []*flow.Piece{s.Head, s.Init, s.Post} {
		if p != nil && p.Lo < p.Hi {
			return p.Lo
		}
	}
	if len(s.Body) > 0 {
		return f.lineOf(s.Body[0])
	}
	return 0
}

// each gives the variable of a range-based for an element of what the loop goes through.
func (f *frame) each(s *flow.Statement, states []*state) {
	if !s.Range || s.Head == nil || s.Head.Expr == nil || s.Init == nil {
		return
	}
	for _, st := range states {
		of := parts(f.place(st, s.Head.Expr), "["+every+"]")
		if len(of) == 0 {
			of = []*place{behind(st.vague(notRead(s.Head.Expr), f.pointersIn(st, f.namedIn(st, s.Head.Expr))))}
		}
		if len(s.Init.Decls) != 1 {
			f.bindings(s.Init, st, func() ([]*pointer, []*place) { return nil, of })
			continue
		}
		d := s.Init.Decls[0]
		key := f.variableOf(d.Name)
		delete(st.names, key)
		if declaresReference(f, d, s.Init.Names[0]) {
			st.names[key] = of
			continue
		}
		f.store(st, variable(key), f.readAll(st, of), of[0])
		st.unknown(variable(key))
	}
}

func (f *frame) readAll(s *state, places []*place) []*pointer {
	var out []*pointer
	for _, l := range places {
		out = union(out, s.read(l))
	}
	return out
}

// split are the ways on which a condition holds and does not.
func (f *frame) split(states []*state, cond cuda.Expr) (yes, no []*state) {
	not := false
	for {
		u, is := cond.(*cuda.UnaryExpr)
		if !is || u.Op != "!" {
			break
		}
		cond, not = u.X, !not
	}
	for _, s := range states {
		x := f.condition(s, cond)
		if x == nil || strings.Contains(x.text, "?") { // another value each time
			yes, no = append(yes, s.clone()), append(no, s)
			continue
		}
		is, known := s.decided[x.text]
		if x.constant() {
			is, known = x.c != 0, true
		}
		if !known || is {
			y := s.clone()
			if !known {
				y.decided[x.text] = true
			}
			yes = append(yes, y)
		}
		if !known || !is {
			if !known {
				s.decided[x.text] = false
			}
			no = append(no, s)
		}
	}
	if not {
		return no, yes
	}
	return yes, no
}

// condition is a condition as a number, nil where it is another one each time.
func (f *frame) condition(s *state, e cuda.Expr) *number {
	if e == nil {
		return nil
	}
	steady := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.CallExpr, *cuda.AssignExpr, *cuda.LambdaExpr, *cuda.NewExpr, *cuda.ConstructExpr:
			steady = false
		case *cuda.UnaryExpr:
			steady = steady && x.Op != "++" && x.Op != "--" && x.Op != "&"
		default:
		}
		return steady
	})
	if !steady {
		return nil
	}
	return f.count(s, e)
}

// give notes what a return gives.
func (f *frame) give(p *flow.Piece, states []*state) {
	if p != nil && p.Expr != nil {
		f.note(p, states)
		states = f.chosen(p.Expr, states)
		for _, s := range states {
			f.file.steps++
			_, list := p.Expr.(*cuda.InitList)
			if f.result != nil && f.gives != nil && (list || f.classOf(f.gives) != nil && f.gives.Form == cuda.NamedType && plain(f, p.Expr)) {
				f.initialise(s, f.result, f.gives, p.Expr)
				continue
			}
			all, from := f.value(s, p.Expr)
			f.values = union(f.values, all)
			if f.result != nil {
				f.store(s, f.result, all, from)
				if isNumber(f.gives) {
					s.values[f.result.key] = f.count(s, p.Expr)
				}
			}
			if refers(f, f.gives) && from != nil {
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
			n++
			yes, no := f.split(states, c.C)
			states = append(yes, no...)
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
			if f.run != nil {
				f.run.dead = append(f.run.dead, [2]int{p.Lo, p.Hi})
			}
		}
		return states
	}
	if f.file.steps += len(states) * (1 + len(states[0].held)/32); f.file.tired() {
		return nil
	}
	f.note(p, states)
	for _, c := range p.Closures {
		f.file.closures[c.Pos] = c
		states = f.closure(c, states)
	}
	for i, d := range p.Decls {
		key := d.Name + f.tag + "@" + strconv.Itoa(p.Names[i])
		if d.Static {
			key = d.Name + "@" + strconv.Itoa(p.Names[i])
		}
		states = f.chosen(d.Init, states)
		for _, s := range states {
			f.declare(s, d, key, p.Names[i])
		}
		f.name(d.Name, key, f.file.types[key])
	}
	switch {
	case p.Expr != nil:
		states = f.chosen(p.Expr, states)
		for _, s := range states {
			f.value(s, p.Expr)
		}
	case p.Decls == nil:
		for _, s := range states {
			f.other(p, s)
		}
	}
	return states
}

// other executes tokens of which the reader of host code makes nothing: bindings, launches, and what it does not understand.
func (f *frame) other(p *flow.Piece, s *state) {
	c := f.file.code
	for i := p.Lo; i < p.Hi; i++ {
		if m := c.Match(i); c.Text(i) == "[" && m > i && m < p.Hi && (c.Text(i-1) == "auto" || c.Text(i-1) == "&" || c.Text(i-1) == "&&") && (c.Text(m+1) == "=" || c.Text(m+1) == "{" || c.Text(m+1) == "(" || c.Text(m+1) == ":") {
			f.bindings(p, s, func() ([]*pointer, []*place) {
				r := c.Read(m+2, p.Hi)
				e := r.Assign()
				if r.Failed() || c.Text(m+1) != "=" {
					return nil, nil
				}
				all, from := f.value(s, e)
				if from != nil {
					return all, []*place{from}
				}
				return all, nil
			})
			return
		}
		if c.Text(i) == "<<<" {
			f.launch(p, i, s)
			return
		}
	}
	if functionPointer(f, p, s) {
		return
	}
	for i := p.Lo; i+3 < p.Hi; i++ {
		if c.Text(i) == "(" && c.Text(i+1) == "&" && c.Token(i+2).Kind == source.Ident && c.Text(i+3) == ")" && i > p.Lo && (c.Text(i-1) == "*" || c.Token(i-1).Kind == source.Ident) {
			f.file.steps = mostPieces + 1 // float *(&r) = p;
		}
	}
	switch c.Text(p.Lo) {
	case "using", "typedef", "struct", "class", "enum", "union", "delete", ";", "static_assert":
		return
	}
	f.unread(p.Lo, p.Hi, s)
}

// functionPointer declares a pointer to a function: void (*g)(float *&) = set;
func functionPointer(f *frame, p *flow.Piece, s *state) bool {
	c := f.file.code
	for i := p.Lo; i+4 < p.Hi; i++ {
		if c.Text(i) != "(" || c.Text(i+1) != "*" || c.Token(i+2).Kind != source.Ident || c.Text(i+3) != ")" || c.Text(i+4) != "(" || c.Match(i+4) < i {
			continue
		}
		end := c.Match(i+4) + 1
		if c.Text(end) != "=" || i == p.Lo || c.Token(p.Lo).Kind != source.Ident {
			return false
		}
		r := c.Read(end+1, p.Hi)
		e := r.Assign()
		if r.Failed() {
			return false
		}
		all, _ := f.value(s, e)
		key := c.Text(i+2) + f.tag + "@" + strconv.Itoa(i+2)
		f.name(c.Text(i+2), key, nil)
		s.write([]*place{variable(key)}, all)
		return true
	}
	return false
}

// launch executes the arguments of a launch that begins at token i: those in <<< >>> come first.
func (f *frame) launch(p *flow.Piece, i int, s *state) {
	configure(f, s, i)
	for ; i < p.Hi; i++ {
		if f.file.code.Text(i) == "(" && f.file.code.Text(i-1) == ">" && f.file.code.Match(i) > i {
			r := f.file.code.Read(i, f.file.code.Match(i)+1)
			args := r.Arguments()
			if r.Failed() {
				f.unread(i, f.file.code.Match(i), s)
				return
			}
			inOrders(f, s, args, func(s *state, n int) { f.value(s, args[n]) })
		}
	}
}

// configure executes what stands in <<< >>>, which begin at token i.
func configure(f *frame, s *state, i int) {
	c := f.file.code
	end := i + 1
	for ; end < c.Len() && c.Text(end) != ";" && !(c.Text(end) == ">" && c.Text(end+1) == ">" && c.Text(end+2) == ">" && c.Text(end+3) == "("); end++ {
		if m := c.Match(end); m > end {
			end = m
		}
	}
	list, ok := cuda.Separate(c, i+1, end)
	switch {
	case !ok:
		f.unread(i+1, end, s)
	case slices.ContainsFunc(list, hasEffects):
		inOrders(f, s, list, func(s *state, n int) { f.value(s, list[n]) })
	}
}

// note keeps the states at a piece that calls or launches something.
func (f *frame) note(p *flow.Piece, states []*state) {
	if f.run == nil || !f.file.flow.Calls(p.Lo, p.Hi) && !callsObject(f, p) {
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

// callsObject reports whether a piece may make an object of a class of the file, or call one.
func callsObject(f *frame, p *flow.Piece) bool {
	c := f.file.code
	for i := p.Lo; i < p.Hi; i++ {
		if c.Token(i).Kind == source.Ident && (f.file.flow.Class(c.Text(i)) != nil || c.Text(i+1) == "(" && f.variableOf(c.Text(i)) != "") {
			return true
		}
	}
	return false
}

// bindings declares the names of auto [x, y], which are parts of what of gives.
func (f *frame) bindings(p *flow.Piece, s *state, of func() ([]*pointer, []*place)) {
	c := f.file.code
	i := p.Lo
	for i < p.Hi && (c.Text(i) != "[" || c.Text(i-1) != "auto" && c.Text(i-1) != "&" && c.Text(i-1) != "&&") {
		i++
	}
	all, places := of()
	reference := c.Text(i-1) == "&" || c.Text(i-1) == "&&"
	n := 0
	for j := i + 1; j < c.Match(i); j++ {
		if c.Token(j).Kind != source.Ident {
			continue
		}
		name := c.Text(j)
		key := name + f.tag + "@" + strconv.Itoa(j)
		f.name(name, key, nil)
		l := variable(key)
		delete(s.names, key)
		s.unknown(l)
		var from []*place
		for _, of := range places {
			if path := f.partNamed(s, of, n); path != "" {
				from = append(from, of.part(path))
			}
		}
		n++
		why := notFollowed("`auto ["+name+"]`", c.Token(j).Pos.Line)
		switch {
		case len(from) > 0 && len(from) == len(places) && reference:
			s.names[key] = from
		case len(from) > 0 && len(from) == len(places):
			f.store(s, l, f.readAll(s, from), from[0])
		default:
			var within []*pointer
			for _, of := range places {
				within = union(within, s.contents(of))
			}
			for _, p := range union(all, within) {
				within = union(within, p.from)
			}
			s.held[key] = &content{at: l, all: []*pointer{s.vague(why, union(all, within))}}
		}
	}
}

// partNamed is the path of the n-th part of an object, empty if that is not known.
func (f *frame) partNamed(s *state, of *place, n int) string {
	if of.path == "" && f.file.types[of.key] != nil {
		t := bare(f.file.types[of.key])
		if t.Form == cuda.ArrayType {
			return "[" + strconv.Itoa(n) + "]"
		}
		if r := f.classOf(t); r != nil {
			return fieldPath(r, n)
		}
	}
	index := "[" + strconv.Itoa(n) + "]"
	if s.held[of.key+index] != nil {
		return index
	}
	for k := range s.held { // by the members that it has
		if rest, is := strings.CutPrefix(k, of.key+"."); is && !strings.ContainsAny(rest, ".[") {
			if r := f.file.flow.ClassWith(rest); r != nil {
				return fieldPath(r, n)
			}
		}
	}
	return ""
}

func fieldPath(r *cuda.RecordDecl, n int) string {
	for _, d := range r.Fields {
		if d.Static {
			continue
		}
		if n == 0 {
			return "." + d.Name
		}
		n--
	}
	return ""
}

// fresh is what something at a token gives.
func (f *frame) fresh(s *state, text string, from ...*pointer) *pointer {
	text += f.tag
	s.renew(text)
	p := freshAt(text, from...)
	p.tangled = s.nums.someMeet(from)
	return p
}

// kept gives a static variable what it had at the ends of earlier calls. What these got from their callers may be anything that
// this one gets.
func kept(f *frame, s *state, d *cuda.VarDecl, l *place) {
	all := union(s.read(l), f.file.kept[l.key])
	if slices.ContainsFunc(all, (*pointer).given) {
		all = []*pointer{s.vague(notFollowed("what `"+d.Name+"` keeps", d.Pos.Line), union(all, f.params))}
	}
	f.file.kept[l.key] = union(f.file.kept[l.key], s.read(l))
	s.held[l.key] = &content{at: l, all: all}
}

// declare executes a declaration; token is the name that it declares.
func (f *frame) declare(s *state, d *cuda.VarDecl, key string, token int) {
	l := variable(key)
	f.file.types[key] = f.resolved(d.Type)
	if t := d.Type; t != nil && t.Form == cuda.DecltypeType && !t.Parens {
		if given := bare(f.typeOf(t.Len)); given != nil {
			f.file.types[key] = given
		}
	}
	if t := bare(d.Type); t != nil && t.Form == cuda.AutoType && d.Init != nil {
		if given := f.typeOf(d.Init); given != nil && given.Form != cuda.AutoType {
			f.file.types[key] = given
		}
	}
	if holdsReferences(f, f.resolved(d.Type)) {
		f.file.steps = mostPieces + 1
	}
	refers, init := declaresReference(f, d, token), d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if bind(f, s, l, refers, init) {
		return
	}
	if d.Static && s.held[key] != nil {
		return // a second call
	}
	delete(s.names, key)
	maps.DeleteFunc(s.held, func(k string, _ *content) bool { return k == key || within(k, key) })
	s.unknown(l)
	switch {
	case d.Init != nil:
		f.initialise(s, l, d.Type, d.Init)
	case d.Type != nil && d.Type.Form == cuda.NamedType && (len(d.Ctor) > 0 || f.file.flow.Class(d.Type.Name) != nil):
		f.construct(s, l, d.Type, d.Ctor, d.Pos.String(), false)
	case len(d.Ctor) == 1:
		f.initialise(s, l, d.Type, d.Ctor[0])
	}
	if d.Static && !isNumber(d.Type) {
		kept(f, s, d, l)
	} else if d.Static {
		s.unknown(l)
	}
}
