// Package apart follows the pointers of host functions, to see which of those that a launch passes may lead into one array.
//
//	float *q[2] = {a, a + 1};
//	k<<<n, 256>>>(q[0], q[1]);
//
// In: the statements of host functions (package flow). Out: for the arguments of a launch the origins that they may have,
// and whether two of them have one in common.
//
// Two pointers are apart if the way of each is followed to an origin of its own: an allocation, a parameter of the function
// that no call in sight gives a value, a member that nothing in sight sets, what a function gives whose body is not in sight.
// What is not understood on the way is vague: it may be any of the pointers that its text names, or what these lead to, and
// the answer then has the reason with the line. What is followed is only where a pointer comes from, not how far behind that
// it is; but for pointers that lead to pointers.
package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Arguments are what a launch passes on one way that leads there: for each of them the pointers that it may be, and those of
// the members that were asked for.
type Arguments struct {
	nums *numbers
	args [][]*pointer
	// fn is the function around the launch or call.
	fn *cuda.FuncDecl
	// own are the allocations of arguments that have no other value, 0 for others.
	own []int
	// why is set where nothing is known of the pointers, because of what it says.
	why string
}

// Member is an argument, or a member of it: .p. Global is a variable of the device in its place, of which the kernel has the address.
type Member struct {
	Arg    int
	Path   string
	Global string
}

// mostWays bounds the ways to one launch.
const mostWays = 64

// unclear are arguments of which nothing is known.
func (p *Program) unclear(fn *cuda.FuncDecl, why string, own ...int) []Arguments {
	return []Arguments{{nums: p.nums, fn: fn, own: own, why: why}}
}

// Unclear are arguments of a launch or call at token i of which nothing is known, because of what why says.
func (p *Program) Unclear(i, n int, why string) []Arguments {
	fn, _ := p.flow.Around(i)
	return p.unclear(fn, why, make([]int, n)...)
}

// Len is the number of pointers that were asked for.
func (a Arguments) Len() int { return len(a.own) }

// Given reports whether argument m may be what the function around the launch gets from its caller.
func (a Arguments) Given(m int) bool {
	return a.why == "" && m < len(a.args) && slices.ContainsFunc(a.args[m], (*pointer).given)
}

// given reports whether p, or what it was made of, is what places held when the function began.
func (p *pointer) given() bool {
	for _, l := range []*place{p.to, p.first, p.of} {
		if l != nil && (l.through != nil && l.through.given() || l == p.first && l.through == nil && !strings.HasPrefix(l.name, "::")) {
			return true
		}
	}
	return slices.ContainsFunc(p.from, (*pointer).given) || slices.ContainsFunc(p.among, (*pointer).given)
}

// Text is the same for arguments that are the same pointers.
func (a Arguments) Text() string {
	text := a.why
	for _, all := range a.args {
		text += ";"
		for _, p := range all {
			text += p.key + ","
		}
	}
	return text
}

// At are the arguments of the launch or call at token i; none if control never reaches it.
func (p *Program) At(i int, args []cuda.Expr, members []Member) []Arguments {
	own := make([]int, len(members))
	for n, m := range members {
		if m.Global != "" {
			own[n] = -1 - n
		} else if m.Path == "" && m.Arg < len(args) {
			own[n] = p.allocation(i, args[m.Arg])
		}
	}
	fn, inside := p.flow.Around(i)
	if inside && p.inLocalClass(fn, i) {
		return p.unclear(fn, notFollowed("a method of a class within a function", p.code.Token(i).Pos.Line), make([]int, len(members))...)
	}
	if inside && eachOwn(own) {
		return p.unclear(fn, "each has memory of its own", own...)
	}
	out := p.passed(i, args, members)
	for n := range out {
		out[n].own = own
	}
	return out
}

// inLocalClass reports whether token i lies in a class that a function defines within itself.
func (p *Program) inLocalClass(fn *cuda.FuncDecl, i int) bool {
	open, ok := p.code.Body(fn)
	if !ok {
		return false
	}
	c := p.code
	for j := i - 1; j > open; j-- {
		if m := c.Match(j); c.Text(j) == "}" && m >= 0 && m < j {
			j = m
			continue
		}
		if c.Text(j) != "{" {
			continue
		}
		for k := j - 1; k > open && k > j-24 && !statement(c, k) && c.Text(k) != ")"; k-- {
			if t := c.Text(k); t == "struct" || t == "class" || t == "union" {
				return true
			}
		}
	}
	return false
}

// eachOwn reports whether pointers all have memory of their own, each another one: the function need not be followed to know
// that they are apart.
func eachOwn(own []int) bool {
	for n, at := range own {
		if at == 0 || slices.Contains(own[:n], at) {
			return false
		}
	}
	return len(own) > 0
}

func (p *Program) passed(i int, args []cuda.Expr, members []Member) []Arguments {
	fn, ok := p.flow.Around(i)
	if !ok {
		return p.unclear(nil, notFollowed("the code around the launch", p.code.Token(i).Pos.Line))
	}
	notes, why := p.around(fn, i)
	if why != "" {
		return p.unclear(fn, why)
	}
	for i < p.code.Len() && p.code.Text(i) != "<<<" && p.code.Text(i) != ";" {
		i++
	}
	var out []Arguments
	for _, n := range notes {
		_, affected := interference(n.frame, n.state, args)
		if slices.ContainsFunc(members, func(m Member) bool { return slices.Contains(affected, m.Arg) }) {
			return p.unclear(fn, notFollowed("in which order arguments are evaluated", p.code.Token(i).Pos.Line))
		}
		states := []*state{n.state.clone()}
		if p.code.Text(i) == "<<<" {
			configure(n.frame, states[0], i)
		}
		for _, a := range args {
			states = n.frame.chosen(a, states)
		}
		for _, s := range merged(states) {
			list := n.frame.unpacked(s, args)
			a := Arguments{nums: p.nums, fn: fn}
			for _, m := range members {
				if m.Global != "" {
					a.args = append(a.args, []*pointer{addressOf(variable("::" + m.Global).part("[0]"))})
					continue
				}
				a.args = append(a.args, n.frame.argument(s, list, m))
			}
			if out = append(out, a); len(out) > mostWays {
				return p.unclear(fn, notFollowed("all the ways to a launch", p.code.Token(i).Pos.Line))
			}
		}
	}
	return out
}

// argument are the pointers that an argument may be, or a member of it.
func (f *frame) argument(s *state, args []cuda.Expr, m Member) []*pointer {
	if m.Arg >= len(args) {
		return nil // its default
	}
	e := args[m.Arg]
	if m.Path == "" {
		if all, is := f.converted(s, e); is {
			return all
		}
		all, _ := f.value(s, e)
		if len(all) == 0 {
			all = f.mixed(s, e)
		}
		return all
	}
	var all []*pointer
	places := f.place(s, e)
	for _, l := range parts(places, m.Path) {
		all = union(all, s.read(l))
	}
	if len(places) == 0 {
		all = f.mixed(s, e)
	}
	return all
}

// around are the states at the smallest piece around a token, none where control never comes.
func (p *Program) around(fn *cuda.FuncDecl, i int) (notes []*noted, why string) {
	r := p.runOf(fn)
	if r.over {
		return nil, notFollowed("the whole of `"+fn.Name+"`, which is too long,", fn.Pos.Line)
	}
	size := -1
	for _, n := range r.noted {
		if n.lo <= i && i < n.hi && (size < 0 || n.hi-n.lo < size) {
			size = n.hi - n.lo
		}
	}
	notes = slices.DeleteFunc(slices.Clone(r.noted), func(n *noted) bool { return i < n.lo || i >= n.hi || n.hi-n.lo != size })
	if len(notes) == 0 && !r.reaches(i) {
		return nil, notFollowed("the statement of the launch", p.code.Token(i).Pos.Line)
	}
	return slices.DeleteFunc(notes, func(n *noted) bool { return n.state == nil }), ""
}

// Overlap reports whether arguments m and n may lead into one array, and what is not understood where that is the reason.
func (a Arguments) Overlap(m, n int) (may bool, why string) {
	if a.own[m] != 0 && a.own[n] != 0 && a.own[m] != a.own[n] {
		return false, ""
	}
	if a.why != "" {
		return true, a.why
	}
	return a.nums.anyOverlap(a.args[m], a.args[n])
}

// Lifted are arguments as they are when the function around them is called at token i with args; receiver is the object of
// which it is a method, nil for none.
func (p *Program) Lifted(list []Arguments, i int, args []cuda.Expr, receiver cuda.Expr, arrow bool) []Arguments {
	caller, ok := p.flow.Around(i)
	if !ok || len(list) == 0 {
		return nil
	}
	var out []Arguments
	list = slices.DeleteFunc(slices.Clone(list), func(a Arguments) bool {
		own := p.liftedOwn(a, i, args)
		if eachOwn(own) {
			out = append(out, p.unclear(caller, "each has memory of its own", own...)...)
		}
		return eachOwn(own)
	})
	if len(list) == 0 {
		return out[:1]
	}
	notes, why := p.around(caller, i)
	if why != "" {
		return p.unclear(caller, why, list[0].own...)
	}
	for _, n := range notes {
		if len(interfering(n.frame, n.state, args)) > 0 {
			return p.unclear(caller, notFollowed("in which order arguments are evaluated", p.code.Token(i).Pos.Line), list[0].own...)
		}
		states := []*state{n.state.clone()}
		for _, a := range args {
			states = n.frame.chosen(a, states)
		}
		for _, s := range merged(states) {
			for _, a := range list {
				if out = append(out, p.lifted(a, s, n.frame, args, receiver, arrow, caller)); len(out) > mostWays {
					return p.unclear(caller, notFollowed("all the ways to a call", p.code.Token(i).Pos.Line), list[0].own...)
				}
			}
		}
	}
	return out
}

// liftedOwn are the allocations of arguments that are parameters of the function around them, which is called at token i with args.
func (p *Program) liftedOwn(a Arguments, i int, args []cuda.Expr) []int {
	own := slices.Clone(a.own)
	if a.fn == nil || a.why != "" {
		return own
	}
	for m, all := range a.args {
		if m >= len(own) || own[m] != 0 || len(all) != 1 || all[0].first == nil || all[0].first.through != nil {
			continue
		}
		for k, q := range a.fn.Params {
			if !q.Pack && q.Type != nil && q.Type.Form == cuda.PointerType && k < len(args) && all[0].first.key == q.Name+paramMark {
				own[m] = p.allocation(i, args[k])
			}
		}
	}
	return own
}

func (p *Program) lifted(a Arguments, s *state, f *frame, args []cuda.Expr, receiver cuda.Expr, arrow bool, caller *cuda.FuncDecl) Arguments {
	b := Arguments{nums: p.nums, fn: caller, own: a.own, why: a.why}
	if a.why != "" || a.fn == nil {
		return b
	}
	l := &lifting{s: s, f: f, passed: map[string][]*pointer{}, objects: map[string][]*place{}, values: map[string]*number{}}
	args = f.unpacked(s, args)
	for k, q := range a.fn.Params {
		key := q.Name + paramMark
		if k >= len(args) && q.Default != nil { // it names no variable of the caller
			in := *f
			in.scopes = []map[string]string{{}}
			of := *l
			of.f = &in
			of.pass(key, q, q.Default)
			continue
		}
		if k >= len(args) || q.Name == "" {
			break
		}
		if q.Pack {
			for n := k; n < len(args); n++ {
				l.pass(key+f.file.index(n-k), q, args[n])
			}
			break
		}
		l.pass(key, q, args[k])
	}
	switch {
	case receiver == nil:
		for _, of := range f.self {
			l.passed["this"] = append(l.passed["this"], addressOf(of))
		}
	case arrow:
		l.passed["this"], _ = f.value(s, receiver)
	default:
		for _, of := range f.place(s, receiver) {
			l.passed["this"] = append(l.passed["this"], addressOf(of))
		}
	}
	for _, all := range a.args {
		var lifted []*pointer
		for _, q := range all {
			lifted = union(lifted, l.pointer(q))
		}
		b.args = append(b.args, lifted)
	}
	return b
}

func (p *Program) index(n int) string { return "[" + p.nums.literal(int64(n)).text + "]" }

// lifting replaces what places held when a function began by what its caller has there.
type lifting struct {
	s       *state
	f       *frame
	passed  map[string][]*pointer
	objects map[string][]*place
	values  map[string]*number
}

// somePointer is a type for what is a number where it is passed and a pointer where it is used.
var somePointer = &cuda.TypeExpr{Form: cuda.PointerType, Elem: unseenType}

// pass notes an argument for a parameter.
func (l *lifting) pass(key string, q *cuda.Param, a cuda.Expr) {
	if list, is := a.(*cuda.InitList); is && l.f.classOf(q.Type) != nil {
		of := variable("passed " + key)
		l.f.initialise(l.s, of, bare(q.Type), list)
		l.objects[key], l.passed[key] = []*place{of}, l.s.read(of)
		return
	}
	l.objects[key] = l.f.place(l.s, a)
	if isNumber(q.Type) {
		l.values[key] = l.f.count(l.s, a)
		if wide(l.f.resolved(q.Type)) {
			l.passed[key], _ = l.f.value(l.s, &cuda.CastExpr{Pos: a.ExprPos(), Type: somePointer, X: a})
		}
		return
	}
	all, converts := []*pointer(nil), false
	if isPointer(q.Type) {
		all, converts = l.f.converted(l.s, a)
	}
	if !converts {
		all, _ = l.f.value(l.s, a)
	}
	if len(all) == 0 {
		all = l.f.mixed(l.s, a)
	}
	if l.passed[key] = all; refers(l.f, q.Type) {
		l.passed[key] = l.f.readAll(l.s, l.objects[key])
	}
}

func (l *lifting) pointer(p *pointer) []*pointer {
	var out []*pointer
	switch {
	case p == nothing || p.code != nil || p.fn != nil:
		return []*pointer{p}
	case p.vague != "":
		var from []*pointer
		for _, o := range p.from {
			from = union(from, l.pointer(o))
		}
		return []*pointer{l.s.vague(p.vague, from)}
	case p.shift != nil:
		q := *p
		q.shift, q.key = nil, p.arrayOf()
		for _, o := range l.pointer(&q) {
			out = append(out, l.f.shifted(l.s, o, l.number(p.shift)))
		}
		return out
	case p.first != nil:
		if all, is := l.passed[p.first.key]; is {
			return all
		}
		for _, at := range l.place(p.first) {
			out = union(out, l.s.read(at))
		}
		return out
	case p.to != nil:
		for _, at := range l.place(p.to) {
			out = append(out, addressOf(at))
		}
		return out
	case p.of != nil:
		for _, at := range l.place(p.of) {
			q := *l.made(p)
			q.of = at
			q.key = "%" + at.key
			for _, o := range q.among {
				q.key += "," + o.key
			}
			q.key = short(q.key)
			out = append(out, &q)
		}
		return out
	}
	return []*pointer{l.made(p)}
}

// number is a number with what the caller passes for parameters.
func (l *lifting) number(n *number) *number {
	out := l.s.nums.literal(n.c)
	for sym, k := range n.terms {
		x := l.values[sym]
		if x == nil {
			x = l.s.nums.make(0, map[string]int64{sym: 1})
		}
		out = l.s.nums.sum(out, l.s.nums.operation("*", x, l.s.nums.literal(k)), 1)
	}
	return out
}

// path is a path with what the caller passes in its indices.
func (l *lifting) path(path string) string {
	out := segments(path)
	for i, x := range out {
		if x[0] == '[' && x != "["+every+"]" {
			out[i] = "[" + l.number(l.s.nums.named(x)).text + "]"
		}
	}
	return strings.Join(out, "")
}

// made is p with what it was made of replaced.
func (l *lifting) made(p *pointer) *pointer {
	q := *p
	q.from, q.among = nil, nil
	for _, o := range p.from {
		all := l.pointer(o)
		if may, _ := l.s.nums.anyOverlap(q.from, all); may && o != nothing {
			q.tangled = true // two of them are of one array now
		}
		q.from = union(q.from, all)
	}
	for _, o := range p.among {
		all := l.pointer(o)
		if may, _ := l.s.nums.anyOverlap(q.among, all); may && o != nothing {
			q.tangled = true // two elements of one array now
		}
		q.among = union(q.among, all)
	}
	q.tangled = q.tangled || l.s.nums.someMeet(q.from) || p.of != nil && l.s.nums.someMeet(q.among)
	return &q
}

func (l *lifting) place(of *place) []*place {
	path := l.path(of.path)
	switch {
	case of.through != nil:
		var out []*place
		for _, p := range l.pointer(of.through) {
			index, rest := l.s.nums.literal(0), path
			if list := segments(path); len(list) > 0 && list[0][0] == '[' && list[0] != "["+every+"]" {
				index, rest = l.s.nums.named(list[0]), path[len(list[0]):]
			}
			for _, at := range l.f.behindAll(l.s, []*pointer{p}, index) {
				out = append(out, parts([]*place{at}, rest)...)
			}
		}
		return out
	case strings.HasPrefix(of.name, "::"):
		return []*place{of}
	}
	if list := l.objects[of.name]; len(list) > 0 {
		return parts(list, path)
	}
	if list := segments(path); len(list) > 0 && len(l.objects[of.name+list[0]]) > 0 { // of a pack
		return parts(l.objects[of.name+list[0]], path[len(list[0]):])
	}
	return []*place{{name: "in " + of.name, path: path, key: "in " + of.root() + path}}
}
