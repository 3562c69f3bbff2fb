// Package apart follows the pointers of host functions, to see which of those that a launch passes may lead into one array.
//
//	float *q[2] = {a, a + 1};
//	k<<<n, 256>>>(q[0], q[1]);
//
// In: the statements of host functions (package flow). Out: for the arguments of a launch the origins that they may have,
// and whether two of them have one in common.
//
// It is asked for evidence that pointers overlap. A pointer that nothing is known about has an origin of its own: two
// parameters of a host function, two members that nothing in sight sets, and what two calls return count as apart, which
// the report says. What is followed is only where a pointer comes from, not how far behind that it is.
package apart

import (
	"slices"
	"strings"
)

// pointer is an origin: the address of a variable, what a place holds when the function begins, or what something at a
// token gives.
type pointer struct {
	to    *place // &x
	array bool   // x is an array, and what is meant its first element
	first *place // what it holds at first
	fresh string // malloc(n)
	// of is an array of pointers of which an element is read whose place in it is not known, among those that were stored there.
	of    *place
	index string
	among []*pointer
	// from are pointers of which it may have been made; tangled is set where members of it lead into one array.
	from    []*pointer
	tangled bool
	key     string
}

// place is a variable, or a part of what a variable or a pointer leads to.
type place struct {
	name    string
	through *pointer
	path    string // .p[0]
	key     string
}

func variable(name string) *place { return &place{name: name, key: name} }

func behind(p *pointer) *place { return &place{through: p, key: "*(" + p.key + ")"} }

func (l *place) part(path string) *place {
	return &place{name: l.name, through: l.through, path: l.path + path, key: l.key + path}
}

func addressOf(l *place) *pointer {
	if l.through != nil && l.path == "" {
		return l.through // &*p
	}
	return &pointer{to: l, key: "&" + l.key}
}

// at is the place index elements behind what p leads to: [3], or nothing.
func (p *pointer) at(index string) *place {
	l := p.to
	switch {
	case p.to == nil:
		l = behind(p)
	case p.array && index == "":
		index = "[0]"
	}
	if index == "" || index == "[0]" && !p.array {
		return l
	}
	return l.part(index)
}

func firstOf(l *place) *pointer { return &pointer{first: l, key: "=" + l.key} }

func freshAt(text string, from ...*pointer) *pointer {
	return &pointer{fresh: text, from: from, key: "?" + text, tangled: meet(from)}
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
	case p.fresh != "":
		q := *p
		q.key += path
		return &q
	}
	return freshAt(p.key + path)
}

// root is the text that pointers into one array share.
func (p *pointer) root() string {
	if p.to == nil {
		return p.key
	}
	if p.to.through != nil {
		return p.to.through.root()
	}
	path := p.to.path
	if at := strings.LastIndex(path, "["); at >= 0 && strings.HasSuffix(path, "]") {
		path = path[:at]
	}
	return "&" + p.to.name + path
}

// overlap reports whether two pointers may lead into one array.
func overlap(p, q *pointer) bool {
	if p.root() == q.root() {
		return true
	}
	if p.of != nil && q.of != nil && p.of.key == q.of.key {
		return p.tangled || q.tangled
	}
	if p.tangled && q.tangled && p.fresh == q.fresh {
		return true
	}
	made := func(p, q *pointer) bool {
		return len(q.from) == 0 && slices.ContainsFunc(p.from, func(o *pointer) bool { return overlap(o, q) })
	}
	among := func(p, q *pointer) bool {
		return slices.ContainsFunc(p.among, func(o *pointer) bool { return overlap(o, q) })
	}
	return made(p, q) || made(q, p) || among(p, q) || among(q, p)
}

// meet reports whether two of them overlap.
func meet(list []*pointer) bool {
	for i, p := range list {
		if slices.ContainsFunc(list[:i], func(q *pointer) bool { return overlap(p, q) }) {
			return true
		}
	}
	return false
}

// anyOverlap reports whether one of a and one of b overlap.
func anyOverlap(a, b []*pointer) bool {
	return slices.ContainsFunc(a, func(p *pointer) bool {
		return slices.ContainsFunc(b, func(q *pointer) bool { return overlap(p, q) })
	})
}

// union has each origin once.
func union(a, b []*pointer) []*pointer {
	out := slices.Clone(a)
	for _, p := range b {
		if !slices.ContainsFunc(out, func(q *pointer) bool { return q.key == p.key }) {
			out = append(out, p)
		}
	}
	return out
}
