package apart

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// pointer is an origin: the address of a variable, what a place holds when the function begins, or what something at a
// token gives.
type pointer struct {
	to    *place // &x
	first *place // what it holds at first
	fresh string // malloc(n)
	// of is the place of an element that is read, of which it is not known which one it is, among those that were stored.
	of    *place
	among []*pointer
	// from are pointers of which it may have been made; tangled is set where members of it lead into one array.
	from    []*pointer
	tangled bool
	// handed is set where a function gave it that is not seen, which got from: it may be one of them.
	handed bool
	// vague says what is not understood on the way of the pointer: it is one of from, or lies behind one of them.
	vague string
	// shift is the number of elements that it was moved by, where it leads to pointers or objects; nil for 0.
	shift *number
	// code is a lambda, fn a function.
	code *lambda
	fn   *cuda.FuncDecl
	key  string
}

// place is a variable, or a part of what a variable or a pointer leads to.
type place struct {
	name    string
	through *pointer
	path    string // .p[0]
	key     string
}

// nothing is the null pointer.
var nothing = &pointer{key: "0"}

func variable(name string) *place { return &place{name: name, key: name} }

func behind(p *pointer) *place { return &place{through: p, key: "*(" + p.key + ")"} }

func (l *place) part(path string) *place {
	return &place{name: l.name, through: l.through, path: l.path + path, key: l.key + path}
}

// root is what the place is a part of, as a text.
func (l *place) root() string { return l.key[:len(l.key)-len(l.path)] }

func addressOf(l *place) *pointer {
	if l.through != nil && (l.path == "[0]" || l.through.vague != "") {
		return l.through // &*p, and what lies behind a pointer of which no more is known
	}
	return &pointer{to: l, key: "&" + l.key}
}

func firstOf(l *place) *pointer { return &pointer{first: l, key: "=" + l.key} }

func freshAt(text string, from ...*pointer) *pointer {
	return &pointer{fresh: text, from: flat(from), key: "?" + text}
}

// mostMade bounds the pointers of which one is made.
const mostMade = 24

// flat are pointers with those that they were made of beside them.
func flat(list []*pointer) []*pointer {
	var out []*pointer
	for _, p := range list {
		if p.vague != "" || len(p.from)+len(p.among) == 0 {
			out = union(out, []*pointer{p})
			continue
		}
		if p.of == nil {
			q := *p
			q.from = nil
			out = union(out, []*pointer{&q})
		}
		out = union(out, p.from)
		out = union(out, p.among)
	}
	return out[:min(len(out), mostMade)]
}

// at is the place some elements behind what p leads to, nil where that is another object.
func (n *numbers) at(p *pointer, index *number) *place {
	if p.to == nil {
		if p.shift != nil {
			index = n.sum(p.shift, index, 1)
			q := *p
			q.shift, q.key = nil, q.key[:strings.LastIndex(q.key, "+")]
			p = &q
		}
		return behind(p).part("[" + index.text + "]")
	}
	if open := lastIndex(p.to.path); open >= 0 {
		l := *p.to
		old := l.path[open+1 : len(l.path)-1]
		l.path = l.path[:open]
		l.key = l.key[:len(l.key)-len(p.to.path)+open]
		if old == every {
			return l.part("[" + every + "]")
		}
		return l.part("[" + n.sum(n.named(old), index, 1).text + "]")
	}
	if index.zero() {
		return p.to
	}
	return nil
}

// moved is p some elements further on.
func (n *numbers) moved(p *pointer, by *number) *pointer {
	switch {
	case by.zero() || p.vague != "" || p == nothing || p.code != nil || p.fn != nil:
		return p
	case p.to != nil:
		if l := n.at(p, by); l != nil {
			return addressOf(l)
		}
		return p
	}
	q := *p
	if p.shift != nil {
		by = n.sum(p.shift, by, 1)
		q.key = q.key[:strings.LastIndex(q.key, "+")]
	}
	if q.shift = by; by.zero() {
		q.shift = nil
		return &q
	}
	q.key += "+" + by.text
	return &q
}

// lastIndex is where the index at the end of a path begins, -1 if it ends otherwise.
func lastIndex(path string) int {
	if !strings.HasSuffix(path, "]") {
		return -1
	}
	return strings.LastIndex(path, "[")
}

// deepest bounds how far an origin is followed: list = list->next.
const deepest = 6

func (p *pointer) depth() int {
	n := 1
	for _, l := range []*place{p.to, p.first, p.of} {
		if l != nil && l.through != nil {
			n = max(n, 1+l.through.depth())
		}
	}
	return n
}

// sub is a part of the value that p stands for, an object.
func (p *pointer) sub(path string) *pointer {
	switch {
	case p.first != nil:
		return firstOf(p.first.part(path))
	case p.vague != "" || p == nothing:
		return p
	case p.fresh != "":
		q := *p
		q.key += path
		return &q
	}
	return freshAt(p.key+path, p)
}

// arrayOf is the text that pointers into one array share.
func (p *pointer) arrayOf() string {
	switch {
	case p.shift != nil:
		return p.key[:strings.LastIndex(p.key, "+")]
	case p.to == nil:
		return p.key
	case p.to.through != nil:
		return p.to.through.arrayOf()
	}
	path := p.to.path
	for at := lastIndex(path); at >= 0; at = lastIndex(path) {
		path = path[:at]
	}
	return "&" + p.to.name + path
}

// mostWork bounds the pointers that are looked at in a file, one by one or in pairs.
const mostWork = 1_500_000

// overlap reports whether two pointers may lead into one array, and what is not understood where that is the reason.
func (n *numbers) overlap(p, q *pointer) (may bool, why string) {
	if n.work++; n.work > mostWork {
		return true, "gv2 does not follow so many pointers"
	}
	if p == nothing || q == nothing || p.code != nil || q.code != nil || p.fn != nil || q.fn != nil {
		return false, ""
	}
	if p.arrayOf() == q.arrayOf() && p.vague == "" {
		return true, ""
	}
	if p.vague != "" || q.vague != "" {
		return n.vaguely(p, q)
	}
	if p.first != nil && q.first != nil && n.meet(p.first, q.first) {
		return true, fmt.Sprintf("gv2 does not see that %s and %s differ", named(p.first), named(q.first))
	}
	if p.first != nil && q.first != nil {
		if may, why = n.together(p.first, q.first); may {
			return may, why
		}
	}
	if p.of != nil && q.of != nil && p.of.root() == q.of.root() {
		if n.meet(p.of, q.of) {
			return true, fmt.Sprintf("gv2 does not see that %s and %s differ", named(p.of), named(q.of))
		}
		if patternOf(p.of.path) == patternOf(q.of.path) {
			return p.tangled || q.tangled, ""
		}
	}
	if p.tangled && q.tangled && p.fresh == q.fresh {
		return true, ""
	}
	for _, pair := range [][2]*pointer{{p, q}, {q, p}} {
		a, b := pair[0], pair[1]
		if len(b.from) == 0 || a.handed && a.fresh != b.fresh {
			for _, o := range a.from {
				if may, why := n.overlap(o, b); may {
					return may, why
				}
			}
		}
		for _, o := range a.among {
			if may, why := n.overlap(o, b); may {
				return may, why
			}
		}
	}
	return false, ""
}

// vaguely is overlap where one of the two is vague.
func (n *numbers) vaguely(p, q *pointer) (may bool, why string) {
	if p.vague == "" {
		p, q = q, p
	}
	if p.key == q.key {
		return true, p.vague
	}
	others := []*pointer{q}
	if q.vague != "" {
		others = q.from
	}
	for _, o := range p.from {
		for _, x := range others {
			if n.from(x, o) || n.from(o, x) {
				return true, p.vague
			}
		}
	}
	return false, ""
}

// from reports whether x leads into the array of o, or lies somewhere behind it.
func (n *numbers) from(x, o *pointer) bool {
	if may, _ := n.overlap(x, o); may {
		return true
	}
	for _, l := range []*place{x.to, x.first, x.of} {
		if l == nil {
			continue
		}
		if l.through != nil && n.from(l.through, o) {
			return true
		}
		if o.first != nil && l != x.to && l.root() == o.first.root() && strings.HasPrefix(l.path, o.first.path) {
			return true
		}
	}
	return false
}

// meet reports whether two places may be one.
func (n *numbers) meet(k, l *place) bool {
	if k.root() != l.root() {
		if k.through == nil || l.through == nil || k.path != l.path {
			return false
		}
		may, _ := n.overlap(k.through, l.through)
		return may && k.through.vague+l.through.vague != ""
	}
	return n.samePath(segments(k.path), segments(l.path))
}

func (n *numbers) samePath(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && (a[i][0] != '[' || b[i][0] != '[' || n.differ(a[i], b[i])) {
			return false
		}
	}
	return true
}

// segments are the members and indices of a path.
func segments(path string) []string {
	var out []string
	for path != "" {
		end := strings.IndexAny(path[1:], ".[") + 1
		if end == 0 {
			end = len(path)
		}
		out = append(out, path[:end])
		path = path[end:]
	}
	return out
}

// every is the index of an element that may be any.
const every = "*"

// patternOf is a path with all its indices left out.
func patternOf(path string) string {
	out := segments(path)
	for i, x := range out {
		if x[0] == '[' {
			out[i] = "[" + every + "]"
		}
	}
	return strings.Join(out, "")
}

// named is a place as a user would call it.
func named(l *place) string {
	text := l.key
	for _, mark := range []string{"~", "@", paramMark} {
		for at := strings.Index(text, mark); at >= 0; at = strings.Index(text, mark) {
			end := at + 1
			for end < len(text) && strings.ContainsRune("0123456789'", rune(text[end])) {
				end++
			}
			text = text[:at] + text[end:]
		}
	}
	return "`" + strings.NewReplacer("*(=", "(*", "::", "", "(*this)[0].", "", "(*this).", "").Replace(text) + "`"
}

// someMeet reports whether two of them overlap.
func (n *numbers) someMeet(list []*pointer) bool {
	for i, p := range list {
		if slices.ContainsFunc(list[:i], func(q *pointer) bool { may, _ := n.overlap(p, q); return may }) {
			return true
		}
	}
	return false
}

// anyOverlap reports whether one of a and one of b overlap.
func (n *numbers) anyOverlap(a, b []*pointer) (may bool, why string) {
	for _, p := range a {
		for _, q := range b {
			if yes, because := n.overlap(p, q); yes {
				if because == "" {
					return true, ""
				}
				may, why = true, because
			}
		}
	}
	return may, why
}

// union has each origin once.
func union(a, b []*pointer) []*pointer {
	if len(b) == 0 {
		return a[:len(a):len(a)]
	}
	out := slices.Clone(a)
	for _, p := range b {
		if !slices.ContainsFunc(out, func(q *pointer) bool { return q.key == p.key }) {
			out = append(out, p)
		}
	}
	return out
}
