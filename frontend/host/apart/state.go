package apart

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// state is what the places of a function hold on one way through it.
type state struct {
	held map[string]*content
	// names are the places that references name.
	names map[string][]*place
	// decided are conditions, by their text, that this way has passed.
	decided map[string]bool
}

// content is what a place holds.
type content struct {
	at  *place
	all []*pointer
}

func newState() *state {
	return &state{held: map[string]*content{}, names: map[string][]*place{}, decided: map[string]bool{}}
}

func (s *state) clone() *state {
	return &state{held: maps.Clone(s.held), names: maps.Clone(s.names), decided: maps.Clone(s.decided)}
}

func (s *state) text() string {
	var lines []string
	for k, c := range s.held {
		line := k + "="
		for _, p := range c.all {
			line += p.key + ","
		}
		lines = append(lines, line)
	}
	for k, list := range s.names {
		line := "&" + k
		for _, l := range list {
			line += l.key + ","
		}
		lines = append(lines, line)
	}
	for k, is := range s.decided {
		if is {
			k = "!" + k
		}
		lines = append(lines, "?"+k)
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// mostStates bounds the ways that are told apart.
const mostStates = 12

// merged are the different ones of states, joined into one where they are too many.
func merged(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	var out []*state
	seen := map[string]bool{}
	for _, s := range states {
		if t := s.text(); !seen[t] {
			seen[t] = true
			out = append(out, s)
		}
	}
	if len(out) > mostStates {
		return []*state{joined(out)}
	}
	return out
}

// joined is one state for several ways.
func joined(states []*state) *state {
	out := states[0].clone()
	for _, s := range states[1:] {
		for k, c := range s.held {
			old := out.held[k]
			if old == nil {
				old = &content{c.at, []*pointer{firstOf(c.at)}}
			}
			out.held[k] = &content{c.at, union(old.all, c.all)}
		}
		for k, c := range out.held {
			if s.held[k] == nil {
				out.held[k] = &content{c.at, union(c.all, []*pointer{firstOf(c.at)})}
			}
		}
		for k, list := range s.names {
			if out.names[k] == nil {
				out.names[k] = list
			}
		}
		maps.DeleteFunc(out.decided, func(c string, is bool) bool { was, known := s.decided[c]; return !known || was != is })
	}
	return out
}

// read is what a place holds.
func (s *state) read(l *place) []*pointer {
	if at := strings.LastIndex(l.path, "["); at >= 0 && strings.HasSuffix(l.path, "]") {
		of := *l
		of.path, of.key = l.path[:at], l.key[:len(l.key)-len(l.path)+at]
		if all, known := s.element(l, &of, l.path[at:]); known {
			return all
		}
	}
	if c := s.held[l.key]; c != nil {
		return c.all
	}
	for at := len(l.path) - 1; at >= 0; at-- { // as a part of an object that is known as a whole
		if l.path[at] != '.' && l.path[at] != '[' {
			continue
		}
		if c := s.held[l.key[:len(l.key)-len(l.path)+at]]; c != nil {
			var out []*pointer
			for _, p := range c.all {
				out = append(out, p.sub(l.path[at:]))
			}
			return out
		}
	}
	return []*pointer{firstOf(l)}
}

// element is the element of an array of pointers, if elements are stored of which it may be one.
func (s *state) element(l, of *place, index string) (all []*pointer, known bool) {
	var stored []*pointer
	exact, tangled := number(index), false
	for _, k := range slices.Sorted(maps.Keys(s.held)) {
		c := s.held[k]
		rest, is := strings.CutPrefix(k, of.key+"[")
		if !is || strings.IndexByte(rest, ']') != len(rest)-1 {
			continue
		}
		exact = exact && number("["+rest)
		if slices.ContainsFunc(c.all, func(p *pointer) bool { return anyOverlap(stored, []*pointer{p}) }) {
			tangled = true
		}
		stored = append(stored, c.all...)
	}
	if len(stored) == 0 || exact {
		return nil, false
	}
	return []*pointer{{of: of, index: index, among: stored, tangled: tangled, key: "%" + of.key + index}}, true
}

// number reports whether the index is a number.
func number(index string) bool {
	text := strings.Trim(index, "[]")
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// write puts pointers into places; of several places each may be meant.
func (s *state) write(places []*place, all []*pointer) {
	for _, l := range places {
		kept := all
		if len(places) > 1 {
			kept = union(s.read(l), all)
		} else {
			for k := range s.held {
				if strings.HasPrefix(k, l.key+".") || strings.HasPrefix(k, l.key+"[") {
					delete(s.held, k)
				}
			}
		}
		s.held[l.key] = &content{l, kept}
	}
}

// exchange swaps what two places hold.
func (s *state) exchange(x, y *place) {
	a, b := s.read(x), s.read(y)
	ofX, ofY := s.partsOf(x), s.partsOf(y)
	s.write([]*place{x}, b)
	s.write([]*place{y}, a)
	s.putParts(x, ofY)
	s.putParts(y, ofX)
}

// partsOf are the contents of the parts of a place, by their paths.
func (s *state) partsOf(l *place) map[string][]*pointer {
	out := map[string][]*pointer{}
	for k, c := range s.held {
		if rest, is := strings.CutPrefix(k, l.key); is && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			out[rest] = c.all
		}
	}
	return out
}

func (s *state) putParts(l *place, parts map[string][]*pointer) {
	for rest, all := range parts {
		of := l.part(rest)
		s.held[of.key] = &content{of, all}
	}
}

// renew makes room for something fresh: what the token gave before is something else.
func (s *state) renew(text string) {
	for k, c := range s.held {
		for i, p := range c.all {
			if p.fresh == text {
				old := slices.Clone(c.all)
				q := *p
				q.fresh, q.key = text+"'", p.key+"'"
				old[i] = &q
				s.held[k] = &content{c.at, old}
			}
		}
	}
}

// forget drops conditions that speak of a name.
func (s *state) forget(name string) {
	maps.DeleteFunc(s.decided, func(c string, _ bool) bool { return strings.Contains(c, name) })
}
