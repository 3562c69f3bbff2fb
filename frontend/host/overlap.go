package host

import (
	"fmt"
	"maps"
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/apart"
	"gv2/frontend/host/typed"
)

// Pointers of a launch that are not written as the same one, and yet may lead into one array (package apart):
//
//	float *q[2] = {a, a + 1};
//	k<<<n, 256>>>(q[0], q[1]);
//
// A proof for separate arrays says nothing of such a launch.

// pointerParam is a parameter that is a pointer, or a member of one that is: x.p, as label.
type pointerParam struct {
	label string
	of    *cuda.TypeExpr // what it leads to
	apart.Member
}

// pointerParams are the pointers that kernel fn gets.
func pointerParams(h *Code, fn *cuda.FuncDecl) []pointerParam {
	var out []pointerParam
	for n, q := range fn.Params {
		if of := typed.Pointee(q.Type); of != nil {
			out = append(out, pointerParam{q.Name, of, apart.Member{Arg: n}})
			continue
		}
		out = append(out, pointerMembers(h, q.Type, pointerParam{label: q.Name, Member: apart.Member{Arg: n}}, 0)...)
	}
	if len(out) > 0 {
		for _, name := range apartOf(h).DeviceVariables(fn) {
			out = append(out, pointerParam{name, h.flow.Global(name).Type, apart.Member{Arg: -1, Global: name}})
		}
	}
	return out
}

// pointerMembers are the pointers in an object of a class.
func pointerMembers(h *Code, t *cuda.TypeExpr, in pointerParam, depth int) []pointerParam {
	if t == nil || t.Form != cuda.NamedType || depth > 2 {
		return nil
	}
	r := h.flow.Class(t.Name)
	if r == nil || r.Kind == "union" {
		return nil
	}
	var out []pointerParam
	for _, d := range r.Fields {
		m := pointerParam{in.label + "." + d.Name, nil, apart.Member{Arg: in.Arg, Path: in.Path + "." + d.Name}}
		if d.Static || d.Name == "" {
			continue
		}
		if m.of = typed.Pointee(d.Type); m.of != nil && m.of.Form != cuda.FuncType {
			out = append(out, m)
			continue
		}
		out = append(out, pointerMembers(h, d.Type, m, depth+1)...)
	}
	return out
}

// apartOf prepares for questions about where pointers come from.
func apartOf(h *Code) *apart.Program {
	if h.apart == nil {
		h.apart = apart.New(h.Code, h.flow)
	}
	return h.apart
}

// passedAt are the pointers that a launch passes.
func passedAt(h *Code, l *Launch, params []pointerParam) []apart.Arguments {
	if len(params) < 2 || l.Args == 0 {
		return nil
	}
	actual := l.Actual
	if len(actual) == 0 && l.Rest == nil {
		actual = eachArgument(h, l)
	}
	if len(actual) == 0 && l.Rest == nil {
		return apartOf(h).Unclear(l.Grid.at, len(params), fmt.Sprintf("gv2 does not read the arguments of the launch in line %d", l.Pos().Line))
	}
	members := make([]apart.Member, len(params))
	most := 0
	for i, p := range params {
		members[i] = p.Member
		most = max(most, p.Arg+1)
	}
	args := actual
	if l.Rest != nil {
		args = append(slices.Clone(args), apart.Elements(l.Rest, most-len(args))...)
	}
	return apartOf(h).At(l.Grid.at, args, members)
}

// eachArgument are the arguments of k<<<...>>>(...) read one by one, nil if one cannot be read: the name of a variable may be that
// of a type elsewhere, which only an argument of more than the name minds.
func eachArgument(h *Code, l *Launch) []cuda.Expr {
	i := l.Grid.at
	for i < h.Len() && h.Text(i) != "<<<" && h.Text(i) != ";" {
		i++
	}
	open := h.afterChevrons(i)
	if h.Text(i) != "<<<" || h.Text(open) != "(" || h.Match(open) < open {
		return nil
	}
	out, _ := cuda.Separate(h.Code, open+1, h.Match(open))
	return out
}

// passedBy are the pointers of a launch as they are when the call at site calls the function around it.
func passedBy(h *Code, list []apart.Arguments, site callSite) []apart.Arguments {
	if len(list) == 0 {
		return nil
	}
	i := site.at
	unclear := apartOf(h).Unclear(i, list[0].Len(), fmt.Sprintf("gv2 does not follow the call of `%s` in line %d", h.Text(i), h.Token(i).Pos.Line))
	args, ok := h.argumentsAt(i)
	if site.open > 0 {
		r := h.Read(site.open, h.Match(site.open)+1)
		args = r.Arguments()
		ok = !r.Failed() && r.AtEnd()
	}
	if !ok || site.skip > len(args) {
		return unclear
	}
	before := h.Text(i - 1)
	if before != "." && before != "->" || site.skip > 0 || site.open > 0 {
		return apartOf(h).Lifted(list, i, args[site.skip:], nil, false)
	}
	begin := i - 2
	for {
		if open := h.Match(begin); (h.Text(begin) == ")" || h.Text(begin) == "]") && open >= 0 && open < begin { // get().run(x), a[i].run(x)
			begin = open - 1
			continue
		}
		if prev := h.Text(begin - 1); prev != "." && prev != "->" && prev != "::" {
			break
		}
		begin -= 2
	}
	r := h.Read(begin, i-1)
	receiver := r.Expr()
	if r.Failed() || !r.AtEnd() {
		return unclear
	}
	return apartOf(h).Lifted(list, i, args, receiver, before == "->")
}

// nearPair are two pointers that may lead into one array; why says what is not understood, where that is the reason.
type nearPair struct {
	of  [2]int
	why string
}

// near are the pairs of pointers that may lead into one array at a launch, or at a call of the function around it, whose
// place is token at.
func near(h *Code, list []apart.Arguments, at, params int, seen map[string]bool) []nearPair {
	var out []nearPair
	add := func(p nearPair) {
		i := slices.IndexFunc(out, func(o nearPair) bool { return o.of == p.of })
		if i < 0 {
			out = append(out, p)
		} else if p.why == "" {
			out[i] = p // what is known says more than what is not
		}
	}
	for _, a := range list {
		for n := range params {
			for m := range n {
				if may, why := a.Overlap(m, n); may {
					add(nearPair{[2]int{m, n}, why})
				}
			}
		}
	}
	fn, inside := h.flow.Around(at)
	if len(list) == 0 || !inside || h.late() {
		return out
	}
	key := fn.Pos.String()
	for _, a := range list {
		key += " " + a.Text()
	}
	if seen[key] {
		return out // nothing new
	}
	seen = maps.Clone(seen)
	seen[key] = true
	calls := pointerCalls(h, fn)
	sites, why := calls.sites, calls.why
	if len(seen) > maxCallDepth {
		sites, why = nil, fmt.Sprintf("gv2 does not follow all ways to `%s` in line %d", fn.Name, fn.Pos.Line)
	}
	if why != "" {
		for _, a := range list {
			for n := range params {
				for m := range n {
					if a.Given(n) && a.Given(m) {
						add(nearPair{[2]int{m, n}, why})
					}
				}
			}
		}
	}
	for _, c := range sites {
		for _, pair := range near(h, passedBy(h, list, c), c.at, params, seen) {
			add(pair)
		}
	}
	return out
}

// withNear adds to the aliases that are written as such those of the pairs.
func withNear(same []Alias, params []pointerParam, pairs []nearPair) []Alias {
	leader := func(label string) string {
		if i := slices.IndexFunc(same, func(a Alias) bool { return a.Param == label }); i >= 0 {
			return same[i].Of
		}
		return label
	}
	find := func(label string) pointerParam {
		return params[slices.IndexFunc(params, func(p pointerParam) bool { return p.label == label })]
	}
	for _, pair := range pairs {
		x, y := params[pair.of[0]], params[pair.of[1]]
		first, other := leader(x.label), leader(y.label)
		if first == other || x.label == "" || y.label == "" || x.of.Const && y.of.Const {
			continue
		}
		if find(first).of.Const && !find(other).of.Const {
			first, other = other, first
		}
		if y.Global != "" {
			first, other = y.label, leader(x.label)
		}
		of := find(first)
		same = slices.Clone(same)
		for _, p := range params {
			if leader(p.label) != other {
				continue
			}
			unlike := y.Global != "" || p.Path != "" || of.Path != "" || !sameElements(p.of, of.of) || pair.why != ""
			same = slices.DeleteFunc(same, func(a Alias) bool { return a.Param == p.label })
			same = append(same, Alias{Param: p.label, Of: first, Open: true, Unlike: unlike, Why: pair.why})
		}
	}
	return same
}
