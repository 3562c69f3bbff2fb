package apart

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// What is not understood. It may do anything with the pointers that its text names, and with what they lead to: what it
// gives, and what it may have written, is vague, with the reason in which the line is named.

// notFollowed is the reason that something in a line is not understood.
func notFollowed(what string, line int) string {
	if len(what) > 40 {
		what = what[:37] + "..."
	}
	return fmt.Sprintf("gv2 does not follow %s in line %d", what, line)
}

// notRead is that for an expression.
func notRead(e cuda.Expr) string {
	return notFollowed("`"+cuda.TemplateArg{Expr: e}.Text()+"`", e.ExprPos().Line)
}

// vague is a pointer that may be any of from, or lie behind one of them; without any it is one of its own.
func (s *state) vague(why string, from []*pointer) *pointer {
	from = s.reached(from)
	s.nums.loosen(from)
	from = slices.DeleteFunc(from, func(p *pointer) bool { return p == nothing || p.code != nil || p.fn != nil })
	if len(from) == 0 {
		return freshAt(why)
	}
	key := "~" + why
	for _, p := range from {
		key += "," + p.arrayOf()
	}
	return &pointer{vague: why, from: from, key: short(key)}
}

// short is a text of bounded length that stands for another one.
func short(key string) string {
	if len(key) <= 2*longest {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return key[:1] + hex.EncodeToString(sum[:16])
}

// mostReached bounds what is followed from a pointer.
const mostReached = 60

// reached are pointers with all that lies in the variables to which they lead.
func (s *state) reached(from []*pointer) []*pointer {
	var out []*pointer
	seen := map[string]bool{}
	var add func(list []*pointer)
	add = func(list []*pointer) {
		for _, p := range list {
			if seen[p.key] || len(out) > mostReached {
				continue
			}
			seen[p.key] = true
			if p.vague != "" {
				add(p.from)
				continue
			}
			out = append(out, p)
			add(p.among)
			if p.to != nil {
				of := *p.to
				if at := lastIndex(of.path); at >= 0 {
					of.key, of.path = of.key[:len(of.key)-len(of.path)+at], of.path[:at]
				}
				add(s.contents(&of))
			}
		}
	}
	add(from)
	return out
}

// contents are the pointers in a place and its parts.
func (s *state) contents(l *place) []*pointer {
	s.nums.work += len(s.held)
	var out []*pointer
	for _, k := range slices.Sorted(maps.Keys(s.held)) {
		if c := s.held[k]; k == l.key || within(k, l.key) {
			out = union(out, c.all)
		}
	}
	if s.held[l.key] == nil {
		out = union(out, s.read(l))
	}
	return out
}

// spoil says that something that is not understood may have written to a place, with what from has.
func (f *frame) spoil(s *state, places []*place, why string, from []*pointer) {
	var all []*pointer
	for _, l := range places {
		all = union(all, s.contents(l))
	}
	from = union(from, all)
	for _, p := range s.reached(all) {
		if p.to != nil {
			of := variable(p.to.name)
			of.through, of.key = p.to.through, p.to.root()
			if !slices.ContainsFunc(places, func(l *place) bool { return l.key == of.key }) {
				places = append(slices.Clone(places), of)
			}
		}
	}
	v := s.vague(why, from)
	for _, l := range places {
		s.unknown(l)
		if isNumber(f.file.types[l.key]) {
			delete(s.held, l.key)
			continue
		}
		if l.through != nil && l.through.vague != "" {
			continue
		}
		maps.DeleteFunc(s.held, func(k string, _ *content) bool { return within(k, l.key) })
		s.held[l.key] = &content{at: l, all: []*pointer{v}, tangled: true}
	}
}

// spoilGlobals says that something that is not understood may have written to the variables at file level that have a value.
func spoilGlobals(f *frame, s *state, line int) {
	var places []*place
	for _, k := range slices.Sorted(maps.Keys(s.held)) {
		if l := s.held[k].at; l.through == nil && l.path == "" && strings.HasPrefix(l.name, "::") && !isFunctionType(f, l) {
			places = append(places, l)
		}
	}
	if len(places) > 0 {
		f.spoil(s, places, notFollowed("what is called", line), nil)
	}
}

// isFunctionType reports whether a variable at file level holds lambdas or functions.
func isFunctionType(f *frame, l *place) bool {
	d := f.file.flow.Global(strings.TrimPrefix(l.name, "::"))
	return d != nil && d.Type != nil && d.Type.Name == "function"
}

// namedIn are the variables that an expression names.
func (f *frame) namedIn(s *state, list ...cuda.Expr) []*place {
	var out []*place
	for _, e := range list {
		cuda.WalkExpr(e, func(x cuda.Expr) bool {
			switch x := x.(type) {
			case *cuda.Ident:
				out = append(out, f.variablesOf(s, x.Name)...)
			case *cuda.ThisExpr:
				out = append(out, f.self...)
			case *cuda.LambdaExpr:
				return false
			default:
			}
			return true
		})
	}
	return out
}

// variablesOf are the places that a name means, none if it is the name of something else or of a number.
func (f *frame) variablesOf(s *state, name string) []*place {
	key := f.variableOf(name)
	switch {
	case key != "":
		return f.named(s, key)
	case f.ownMember(name):
		return parts(f.self, "."+name)
	}
	if d := f.file.flow.Global(name); d != nil && !d.Type.Const {
		return []*place{variable("::" + name)}
	}
	return nil
}

// pointersIn are the pointers in places, but for those that are numbers.
func (f *frame) pointersIn(s *state, places []*place) []*pointer {
	var out []*pointer
	for _, l := range places {
		if t := f.file.types[l.key]; !isNumber(t) {
			out = union(out, s.contents(l))
			if t != nil && t.Form == cuda.ArrayType || isContainer(t) {
				out = union(out, []*pointer{addressOf(l)})
			}
		}
	}
	return out
}

// mixed is what an expression gives that is not understood and writes nothing.
func (f *frame) mixed(s *state, e cuda.Expr) []*pointer {
	return []*pointer{s.vague(notRead(e), f.pointersIn(s, f.namedIn(s, e)))}
}

// mixing is what an expression gives that is not understood and may write to all that it names.
func (f *frame) mixing(s *state, why string, list ...cuda.Expr) []*pointer {
	places := f.namedIn(s, list...)
	from := f.pointersIn(s, places)
	f.spoil(s, places, why, nil)
	return []*pointer{s.vague(why, from)}
}

// unread executes tokens that could not be read: they may write to all variables that they name.
func (f *frame) unread(lo, hi int, s *state) {
	c := f.file.code
	var places, declared []*place
	for i := lo; i < hi; i++ {
		t := c.Token(i)
		if t.Kind != source.Ident || c.Text(i-1) == "." || c.Text(i-1) == "->" || c.Text(i-1) == "::" {
			continue
		}
		if found := f.variablesOf(s, t.Text); found != nil {
			places = append(places, found...)
		} else if next := c.Text(i + 1); i > lo && (next == "=" || next == ";" || next == "{" || next == "," || next == "]") && !f.file.flow.Called(t.Text) {
			key := t.Text + f.tag + "@" + t.Pos.String()
			f.name(t.Text, key, nil)
			declared = append(declared, variable(key))
		}
	}
	if len(places)+len(declared) == 0 {
		return
	}
	text := ""
	for i := lo; i < hi && len(text) < 40; i++ {
		text += c.Text(i)
		if c.Token(i).Kind == source.Ident && c.Token(i+1).Kind == source.Ident {
			text += " "
		}
	}
	why := notFollowed("`"+text+"`", c.Token(lo).Pos.Line)
	from := f.pointersIn(s, places)
	f.spoil(s, places, why, nil)
	for _, l := range declared {
		s.held[l.key] = &content{at: l, all: []*pointer{s.vague(why, from)}, tangled: true}
	}
}

func isContainer(t *cuda.TypeExpr) bool {
	t = bare(t)
	return t != nil && t.Form == cuda.NamedType && containers[t.Name]
}

// containers hold elements of their own.
var containers = map[string]bool{"vector": true, "device_vector": true, "host_vector": true, "array": true, "deque": true, "list": true, "map": true,
	"unordered_map": true, "set": true, "stack": true, "queue": true}

// bare is a type without its reference.
func bare(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t != nil && t.Form == cuda.ReferenceType {
		return t.Elem
	}
	return t
}

// lastName is the last name of what an expression names.
func lastName(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.Ident:
		return strings.Join(append(slices.Clone(e.Path), e.Name), "::")
	case *cuda.MemberExpr:
		return e.Name
	default:
		return ""
	}
}
