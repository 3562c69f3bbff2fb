package apart

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
)

// lambda is a lambda as a value, with the names that it sees; captured are the variables of which it has a copy.
type lambda struct {
	closure *flow.Closure
	frame   *frame
	// gives is its result, nil where it does not say which.
	gives *cuda.TypeExpr
}

// lambdaOf is the value of a lambda expression.
func (f *frame) lambdaOf(s *state, e *cuda.LambdaExpr) []*pointer {
	c := f.file.closures[e.Pos]
	if c == nil {
		return f.mixing(s, notFollowed("a lambda", e.Pos.Line), e)
	}
	in := *f
	in.scopes = []map[string]string{{}}
	for _, sc := range f.scopes {
		maps.Copy(in.scopes[0], sc)
	}
	capture(f, s, &in, e)
	return []*pointer{{code: &lambda{c, &in, e.Result}, key: "lambda" + f.tag + "@" + e.Pos.String()}}
}

// capture makes the copies of variables that a lambda has.
func capture(f *frame, s *state, in *frame, e *cuda.LambdaExpr) {
	for _, x := range strings.Split(e.Captures, ",") {
		x = strings.TrimSpace(x)
		if at := strings.IndexAny(x, "{("); at > 0 && !strings.Contains(x[:at], "=") { // b{a}
			x = x[:at] + "=" + strings.Trim(x[at:], "{}()")
		}
		switch {
		case x == "=":
			for name, key := range in.scopes[0] {
				copyFor(f, s, in, name, key, e)
			}
		case strings.HasPrefix(x, "&"):
			name := strings.TrimSpace(x[1:])
			if at := strings.Index(name, "="); at >= 0 {
				key := f.variableOf(strings.TrimSpace(name[at+1:]))
				if key == "" { // [&x = s.p]: what is changed by it is not followed
					f.file.steps = mostPieces + 1
				}
				in.scopes[0][strings.TrimSpace(name[:at])] = key
			}
		case strings.Contains(x, "="):
			name, init, _ := strings.Cut(x, "=")
			name, init = strings.TrimSpace(name), strings.TrimSpace(init)
			key := name + f.tag + "@" + e.Pos.String()
			in.scopes[0][name] = key
			l := variable(key)
			if of := f.variableOf(init); of != "" {
				f.file.types[key] = f.file.types[of]
				copied(f, s, l, of, e)
				continue
			}
			var from []*pointer
			for _, word := range strings.FieldsFunc(init, func(r rune) bool {
				return !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
			}) {
				from = union(from, f.pointersIn(s, f.variablesOf(s, word)))
			}
			s.held[key] = &content{at: l, all: []*pointer{s.vague(notFollowed("`"+x+"`", e.Pos.Line), from)}}
		default:
			if key := in.scopes[0][x]; key != "" {
				copyFor(f, s, in, x, key, e)
			}
		}
	}
	for _, x := range strings.Split(e.Captures, ",") { // [=, &x]
		if x = strings.TrimSpace(x); strings.HasPrefix(x, "&") && len(x) > 1 {
			if key := f.variableOf(strings.TrimSpace(x[1:])); key != "" {
				in.scopes[0][strings.TrimSpace(x[1:])] = key
			}
		}
	}
}

// copyFor is the copy that a lambda has of a variable.
func copyFor(f *frame, s *state, in *frame, name, key string, e *cuda.LambdaExpr) {
	if isNumber(f.file.types[key]) && !e.Mutable {
		if n := s.values[key]; n == nil || n.constant() {
			return
		}
	}
	if t := bare(f.file.types[key]); isContainer(t) || t != nil && t.Form == cuda.ArrayType {
		return // its elements have an address of their own, which is no concern here
	}
	own := key + "=" + e.Pos.String() + f.tag
	f.file.types[own] = f.file.types[key]
	copied(f, s, variable(own), key, e)
	in.scopes[0][name] = own
}

// copied gives the copy that a lambda has what a variable holds, or what a reference names.
func copied(f *frame, s *state, l *place, key string, e *cuda.LambdaExpr) {
	of := f.named(s, key)
	if len(of) == 1 {
		f.store(s, l, s.read(of[0]), of[0])
		s.values[l.key] = s.number(of[0])
		return
	}
	var from []*pointer
	for _, one := range of {
		from = union(from, union(s.read(one), s.contents(one)))
	}
	s.unknown(l)
	s.held[l.key] = &content{at: l, all: []*pointer{s.vague(notFollowed("which variable a lambda copies", e.Pos.Line), from)}}
}

// callLambda executes a lambda with arguments.
func (f *frame) callLambda(s *state, c *lambda, args []cuda.Expr, at string) ([]*pointer, []*place) {
	if f.depth >= mostInline || f.file.tired() {
		return f.mixing(s, notFollowed("what a lambda does", lineOfCall(args, at)), args...), nil
	}
	in := c.inside(f.depth + 1)
	in.tag = f.tag + "'" + at
	f.enter(s, in, c.closure.Params, args)
	return in.finish(s, func(s *state) []*state { return in.block(c.closure.Body, []*state{s}) })
}

// inside is a frame for the body of a lambda.
func (c *lambda) inside(depth int) *frame {
	in := *c.frame
	in.leaves, in.again, in.entries, in.returned, in.result, in.jumped, in.values, in.places = nil, nil, nil, nil, nil, nil, nil, nil
	in.depth = depth
	in.gives = c.gives
	in.scopes = append([]map[string]string{}, c.frame.scopes...)
	in.push()
	return &in
}

// given executes the lambdas among arguments of a function that is not seen: it may call them with anything that it gets.
func (f *frame) given(s *state, callees, others []*pointer, at string) {
	for n, p := range callees {
		if p.code == nil || f.depth >= mostInline || f.file.tired() {
			continue
		}
		in := p.code.inside(f.depth + 1)
		in.tag = f.tag + "'" + at + strconv.Itoa(n)
		in.result = variable("result" + in.tag)
		for i, q := range p.code.closure.Params {
			key := q.Name + in.tag + "@" + strconv.Itoa(i)
			in.name(q.Name, key, q.Type)
			l := variable(key)
			s.unknown(l)
			if !isNumber(q.Type) && len(others) > 0 {
				s.held[key] = &content{at: l, all: []*pointer{s.vague(notFollowed("what a lambda is called with", lineOfCall(nil, at)), others)}}
			}
		}
		states := append(in.block(p.code.closure.Body, []*state{s.clone()}), in.returned...)
		*s = *joined(append(states, s.clone()))
	}
}

// mostLoose bounds the lambdas that are followed although it is not known who calls them.
const mostLoose = 8

// loosen notes the lambdas among pointers as some of which it is not known who calls them: from now on each call of something
// that is not seen may do that.
func (n *numbers) loosen(list []*pointer) {
	for _, p := range list {
		if p.code != nil {
			n.loose = union(n.loose, []*pointer{p})
		}
	}
}

// afterwards executes the lambdas that may be called when the function has ended: those in variables that outlive it, and loose
// ones. What these variables hold by then is not known.
func afterwards(f *frame, ends []*state) {
	for _, s := range ends {
		code := s.nums.loose
		for _, c := range s.held {
			if c.at.through == nil && !strings.HasPrefix(c.at.name, "::") {
				continue
			}
			for _, p := range c.all {
				if p.code != nil {
					code = union(code, []*pointer{p})
				}
			}
		}
		if len(code) == 0 || len(code) > mostLoose {
			continue
		}
		slices.SortFunc(code, func(p, q *pointer) int { return strings.Compare(p.key, q.key) })
		later := s.clone()
		maps.DeleteFunc(later.held, func(_ string, c *content) bool { return c.at.through != nil || strings.HasPrefix(c.at.name, "::") })
		later.disturbed()
		f.given(later, code, nil, f.fn.Pos.String()+" afterwards")
	}
}

// calledLater executes the loose lambdas as a call of a function that is not seen may do: they see what has changed since they
// were made.
func calledLater(f *frame, s *state, name string, args []cuda.Expr, at string) {
	if len(s.nums.loose) == 0 || strings.HasPrefix(name, "cuda") || name == "printf" || name == "fprintf" {
		return
	}
	if len(s.nums.loose) > mostLoose {
		f.file.steps = mostPieces + 1
		return
	}
	var all []*pointer
	for _, a := range args {
		if id, is := a.(*cuda.Ident); is {
			all = union(all, f.pointersIn(s, f.variablesOf(s, id.Name)))
		}
	}
	f.given(s, s.nums.loose, s.reached(all), at)
}

// closure executes a lambda where it stands: it may or may not be called later, by code that is not seen.
func (f *frame) closure(c *flow.Closure, states []*state) []*state {
	in := *f
	in.leaves, in.again, in.entries, in.returned, in.result, in.jumped, in.values, in.places = nil, nil, nil, nil, nil, nil, nil, nil
	in.gives = nil
	in.scopes = append([]map[string]string{}, f.scopes...)
	in.push()
	for _, q := range c.Params {
		in.name(q.Name, q.Name+f.tag+"@"+q.Pos.String(), q.Type)
	}
	next := in.block(c.Body, copies(states))
	return merged(append(append(states, next...), in.returned...))
}
