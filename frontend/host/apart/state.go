package apart

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// state is what the places of a function hold on one way through it.
type state struct {
	nums *numbers
	held map[string]*content
	// names are the places that references name.
	names map[string][]*place
	// values are the numbers that places hold; where they are missing a place holds a symbol, which is another one for each
	// age of what the place is a part of.
	values map[string]*number
	ages   map[string]int
	// shared are the variables of which something else may have the address.
	shared map[string]bool
	// decided are conditions, by their text, that this way has passed.
	decided map[string]bool
}

// content is what a place holds.
type content struct {
	at  *place
	all []*pointer
	// tangled is set for an element that may be any where two of them may lead into one array.
	tangled bool
}

func newState(n *numbers) *state {
	return &state{nums: n, held: map[string]*content{}, names: map[string][]*place{}, values: map[string]*number{}, ages: map[string]int{},
		shared: map[string]bool{}, decided: map[string]bool{}}
}

func (s *state) clone() *state {
	s.nums.work += 1 + s.size()/4
	return &state{s.nums, maps.Clone(s.held), maps.Clone(s.names), maps.Clone(s.values), maps.Clone(s.ages), maps.Clone(s.shared), maps.Clone(s.decided)}
}

// size is the number of places of which something is known.
func (s *state) size() int {
	return len(s.held) + len(s.names) + len(s.values) + len(s.ages) + len(s.shared) + len(s.decided)
}

// text is the same for states that are, but for ages; of numbers only if they count.
func (s *state) text(numbers bool) string {
	var lines []string
	s.nums.work += 1 + s.size()
	for k, c := range s.held {
		s.nums.work += len(c.all) / 4
		line := append(make([]byte, 0, 2*len(k)+32*len(c.all)), k...)
		line = append(line, '=')
		if c.tangled {
			line = append(line, '~')
		}
		for _, p := range c.all {
			line = append(append(line, p.key...), ',')
		}
		s.nums.work += len(line) / 64
		lines = append(lines, string(line))
	}
	for k, list := range s.names {
		line := "&" + k
		for _, l := range list {
			line += l.key + ","
		}
		lines = append(lines, line)
	}
	if numbers {
		for k, x := range s.values {
			lines = append(lines, "#"+k+"="+x.text)
		}
		for k, is := range s.decided {
			lines = append(lines, "?"+strconv.FormatBool(is)+k)
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// Bounds of the ways that are told apart: those that differ in pointers, and those that differ in anything.
const (
	mostStates   = 12
	mostOfValues = 4
)

// merged are the different ones of states, joined where they are too many.
func merged(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	out := grouped(states, true)
	if len(out) > mostOfValues {
		out = grouped(out, false)
	}
	if len(out) > mostStates {
		return []*state{joined(out)}
	}
	return out
}

// grouped joins states that have the same text.
func grouped(states []*state, numbers bool) []*state {
	var order []string
	groups := map[string][]*state{}
	for _, s := range states {
		t := s.text(numbers)
		if groups[t] == nil {
			order = append(order, t)
		}
		groups[t] = append(groups[t], s)
	}
	var out []*state
	for _, t := range order {
		out = append(out, joined(groups[t]))
	}
	return out
}

// joined is one state for several ways.
func joined(states []*state) *state {
	if len(states) == 1 {
		return states[0]
	}
	out := states[0].clone()
	for _, s := range states[1:] {
		s.nums.work += s.size()
		for k, c := range s.held {
			s.nums.work += len(c.all)
			old := out.held[k]
			if old == nil {
				old = &content{at: c.at, all: out.read(c.at)}
			}
			out.held[k] = &content{c.at, union(old.all, c.all), old.tangled || c.tangled}
		}
		for k, c := range out.held {
			if s.held[k] == nil {
				out.held[k] = &content{c.at, union(c.all, s.read(c.at)), c.tangled}
			}
		}
		for k, list := range s.names {
			for _, l := range list {
				if !slices.ContainsFunc(out.names[k], func(o *place) bool { return o.key == l.key }) {
					out.names[k] = append(slices.Clone(out.names[k]), l)
				}
			}
		}
		maps.Copy(out.shared, s.shared)
		maps.DeleteFunc(out.decided, func(c string, is bool) bool { was, known := s.decided[c]; return !known || was != is })
		for k, age := range s.ages {
			if out.ages[k] != age {
				out.ages[k] = out.nums.next()
			}
		}
		for k, age := range out.ages {
			if s.ages[k] != age {
				out.ages[k] = out.nums.next()
			}
		}
		maps.DeleteFunc(out.values, func(k string, x *number) bool {
			if y := s.values[k]; y != nil && y.text == x.text {
				return false
			}
			out.ages[k] = out.nums.next()
			return true
		})
		for k := range s.values {
			if out.values[k] == nil {
				out.ages[k] = out.nums.next()
			}
		}
	}
	return out
}

// next is an age that nothing has had.
func (n *numbers) next() int {
	n.latest++
	return n.latest
}

// number is the number that a place holds.
func (s *state) number(l *place) *number {
	if x := s.values[l.key]; x != nil {
		return x
	}
	text := l.key
	for _, of := range []string{l.key, l.root(), everything} {
		if of == everything && l.through == nil && !strings.HasPrefix(l.name, "::") && !s.shared[l.name] {
			continue
		}
		if age := s.ages[of]; age > 0 {
			text += "~" + strconv.Itoa(age)
		}
	}
	return s.nums.symbol(text)
}

// everything is what calls may change of which the code is not seen.
const everything = "*"

// set gives a place a number, if it is known which place that is.
func (s *state) set(l *place, n *number) {
	if exact(l.path) && (l.through == nil || l.through.vague == "") {
		s.values[l.key] = n
	}
}

// unknown makes numbers in a place unknown.
func (s *state) unknown(l *place) {
	key := l.key
	if !exact(l.path) { // any element
		key = l.root()
	}
	maps.DeleteFunc(s.values, func(k string, _ *number) bool { return k == key || within(k, key) })
	s.ages[key], s.ages[l.root()] = s.nums.next(), s.nums.next()
}

// disturbed makes all numbers unknown that a call may change whose code is not seen.
func (s *state) disturbed() {
	maps.DeleteFunc(s.values, func(k string, _ *number) bool {
		root, _, _ := strings.Cut(k, ".")
		return strings.HasPrefix(k, "*(") || strings.HasPrefix(k, "::") || s.shared[root]
	})
	s.ages[everything] = s.nums.next()
}

// within reports whether key k is of a part of what l is the key of.
func within(k, l string) bool {
	rest, is := strings.CutPrefix(k, l)
	return is && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// read is what a place holds.
func (s *state) read(l *place) []*pointer {
	if l.through != nil && l.through.vague != "" {
		return []*pointer{l.through}
	}
	if all, known := s.element(l); known {
		return all
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

// element is what a place holds that is an element of an array, or a part of one, if elements are stored of which it may be one.
func (s *state) element(l *place) (all []*pointer, known bool) {
	if !strings.Contains(l.path, "[") {
		return nil, false
	}
	one := s.held[l.key] != nil && exact(l.path)
	several := false
	path, pattern, root := segments(l.path), patternOf(l.path), l.root()
	var stored, others []*pointer
	tangled := false
	s.nums.work += len(s.held)
	for k, c := range s.held {
		if len(c.at.path) == 0 || c.at.root() != root || patternOf(c.at.path) != pattern {
			continue
		}
		tangled = tangled || c.tangled
		for _, p := range c.all { // with those that it cannot be, to know whether they are tangled
			if may, _ := s.nums.anyOverlap(others, []*pointer{p}); may && p != nothing {
				tangled = true
			}
		}
		others = append(others, c.all...)
		if s.nums.samePath(path, segments(c.at.path)) {
			several = several || k != l.key || !one
			stored = append(stored, c.all...)
		}
	}
	if !several {
		return nil, false
	}
	if !one && (l.through != nil || strings.HasPrefix(l.name, "::") || strings.HasSuffix(l.name, paramMark)) {
		stored = append(stored, firstOf(l))
	}
	stored = flat(stored)
	sort.Slice(stored, func(i, j int) bool { return stored[i].key < stored[j].key })
	key := "%" + l.key
	for _, p := range stored {
		key += "," + p.arrayOf()
	}
	return []*pointer{{of: l, among: stored, tangled: tangled, key: short(key)}}, true
}

// exact reports whether all indices of a path are numbers.
func exact(path string) bool {
	for _, x := range segments(path) {
		if x[0] == '[' && strings.Trim(x, "[]0123456789") != "" {
			return false
		}
	}
	return true
}

// write puts pointers into places; of several places each may be meant.
func (s *state) write(places []*place, all []*pointer) {
	for _, l := range places {
		switch {
		case l.through != nil && l.through.vague != "":
			for _, o := range l.through.from {
				if o.to == nil {
					continue
				}
				s.held[o.to.key] = &content{at: o.to, all: union(s.read(o.to), all)}
				for k, c := range s.held { // it may lead to another member: float **f = &s.p; f[1] = x;
					if c.at.root() == o.to.root() && c.at.path != "" {
						s.held[k] = &content{c.at, union(c.all, all), c.tangled}
					}
				}
			}
		case !exact(l.path):
			s.writeSome(l, all)
		case len(places) > 1:
			s.held[l.key] = &content{at: l, all: union(s.read(l), all)}
		default:
			maps.DeleteFunc(s.held, func(k string, _ *content) bool { return within(k, l.key) })
			s.held[l.key] = &content{at: l, all: all}
		}
	}
}

// writeSome puts pointers into an element of which it is not known which one it is.
func (s *state) writeSome(l *place, all []*pointer) {
	if len(all) == 0 {
		return
	}
	var elements []*pointer
	for _, p := range all { // which element of another array it is does not matter any more
		if p.of != nil {
			elements = union(elements, p.among)
		} else {
			elements = union(elements, []*pointer{p})
		}
	}
	all = elements
	of := &place{name: l.name, through: l.through, path: patternOf(l.path), key: l.root() + patternOf(l.path)}
	next := &content{at: of, all: all}
	if old := s.held[of.key]; old != nil {
		may, _ := s.nums.anyOverlap(old.all, all)
		next = &content{at: of, all: union(old.all, all), tangled: may || old.tangled}
	}
	s.held[of.key] = next
}

// shuffle says that the elements of arrays may have been put into another order, or left out.
func (s *state) shuffle(of []*place) {
	for _, l := range of {
		var all []*pointer
		for _, k := range slices.Sorted(maps.Keys(s.held)) {
			if within(k, l.key) && k[len(l.key)] == '[' {
				all = append(all, s.held[k].all...)
			}
		}
		if len(all) == 0 {
			continue
		}
		tangled := s.nums.someMeet(all)
		maps.DeleteFunc(s.held, func(k string, _ *content) bool { return within(k, l.key) && k[len(l.key)] == '[' })
		some := l.part("[" + every + "]")
		s.held[some.key] = &content{some, union(nil, all), tangled}
	}
}

// exchange swaps what two places hold.
func (s *state) exchange(x, y *place) {
	a, b := s.read(x), s.read(y)
	m, n := s.values[x.key], s.values[y.key]
	ofX, ofY := s.partsOf(x), s.partsOf(y)
	s.write([]*place{x}, b)
	s.write([]*place{y}, a)
	s.putParts(x, ofY)
	s.putParts(y, ofX)
	s.unknownOnly(x)
	s.unknownOnly(y)
	if m != nil && n != nil {
		s.values[x.key], s.values[y.key] = n, m
	}
}

// partsOf are the contents of the parts of a place, by their paths.
func (s *state) partsOf(l *place) map[string]*content {
	out := map[string]*content{}
	for k, c := range s.held {
		if within(k, l.key) {
			out[k[len(l.key):]] = c
		}
	}
	return out
}

func (s *state) putParts(l *place, parts map[string]*content) {
	for rest, c := range parts {
		of := l.part(rest)
		s.held[of.key] = &content{of, c.all, c.tangled}
	}
}

// renew makes room for something fresh: what the token gave before is something else.
func (s *state) renew(text string) {
	s.nums.work += len(s.held)
	for k, c := range s.held {
		for i, p := range c.all {
			if p.fresh == text {
				old := slices.Clone(c.all)
				q := *p
				q.fresh, q.key = text+"'", strings.Replace(p.key, text, text+"'", 1)
				old[i] = &q
				c = &content{c.at, old, c.tangled}
				s.held[k] = c
			}
		}
	}
}

// dropAll forgets variables.
func (s *state) dropAll(keys map[string]bool) {
	s.nums.work += s.size() + len(keys)*len(s.decided)
	of := func(k string) string {
		if at := strings.IndexAny(k[:max(0, len(k))], "["); at >= 0 {
			k = k[:at]
		}
		for key := k; ; key = key[:strings.LastIndex(key, ".")] {
			if keys[key] || !strings.Contains(key, ".") {
				return key
			}
		}
	}
	maps.DeleteFunc(s.held, func(k string, _ *content) bool { return keys[of(k)] })
	maps.DeleteFunc(s.values, func(k string, _ *number) bool { return keys[of(k)] })
	maps.DeleteFunc(s.names, func(k string, _ []*place) bool { return keys[of(k)] })
	for key := range keys {
		delete(s.ages, key)
	}
	for k := range s.ages {
		if keys[of(k)] {
			delete(s.ages, k)
		}
	}
	maps.DeleteFunc(s.decided, func(c string, _ bool) bool {
		for key := range keys {
			if strings.Contains(c, strings.NewReplacer("[", "{", "]", "}", ".", "_", "+", "#").Replace(key)) {
				return true
			}
		}
		return false
	})
}
