package host

import (
	"fmt"
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/apart"
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
		if of := pointee(q.Type); of != nil {
			out = append(out, pointerParam{q.Name, of, apart.Member{Arg: n}})
			continue
		}
		out = append(out, pointerMembers(h, q.Type, pointerParam{label: q.Name, Member: apart.Member{Arg: n}}, 0)...)
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
		if m.of = pointee(d.Type); m.of != nil && m.of.Form != cuda.FuncType {
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
	if len(params) < 2 || len(l.Actual) == 0 && l.Rest == nil {
		return nil
	}
	members := make([]apart.Member, len(params))
	most := 0
	for i, p := range params {
		members[i] = p.Member
		most = max(most, p.Arg+1)
	}
	args := l.Actual
	if l.Rest != nil {
		args = append(slices.Clone(args), apart.Elements(l.Rest, most-len(args))...)
	}
	return apartOf(h).At(l.Grid.at, args, members)
}

// passedBy are the pointers of a launch as they are when the call at site calls the function around it.
func passedBy(h *Code, list []apart.Arguments, site callSite) []apart.Arguments {
	args, ok := h.argumentsAt(site.at)
	if len(list) == 0 || !ok || site.skip > 0 {
		return nil
	}
	i := site.at
	before := h.Text(i - 1)
	if before != "." && before != "->" {
		return apartOf(h).Lifted(list, i, args, nil, false)
	}
	begin := i - 2
	for h.Text(begin-1) == "." || h.Text(begin-1) == "->" {
		begin -= 2
	}
	r := h.Read(begin, i-1)
	receiver := r.Expr()
	if r.Failed() || !r.AtEnd() {
		return nil
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
func near(h *Code, list []apart.Arguments, at, params int, within []*cuda.FuncDecl) []nearPair {
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
	if len(list) == 0 || !inside || len(within) >= maxCallDepth || slices.Contains(within, fn) || h.late() {
		return out
	}
	sites, ok := h.callSites(fn, nil)
	if !ok && takesPack(fn) {
		if sites, ok = packSites(h, fn); !ok {
			for n := range params {
				for m := range n {
					add(nearPair{[2]int{m, n}, fmt.Sprintf("gv2 does not follow the calls of `%s` in line %d", fn.Name, fn.Pos.Line)})
				}
			}
		}
	}
	if !ok {
		return out
	}
	within = append(slices.Clone(within), fn)
	for _, c := range sites {
		for _, pair := range near(h, passedBy(h, list, c), c.at, params, within) {
			add(pair)
		}
	}
	return out
}

// takesPack reports whether the last parameter of a function is a pack.
func takesPack(fn *cuda.FuncDecl) bool {
	return len(fn.Params) > 0 && fn.Params[len(fn.Params)-1].Pack
}

// packSites are the calls of a function with a pack of parameters, each of which says how many arguments the pack is; ok is
// false if it is mentioned in another way.
func packSites(h *Code, fn *cuda.FuncDecl) (sites []callSite, ok bool) {
	for _, i := range h.indexed(fn.Name) {
		if h.declaresFunction(fn.Name, i) || h.Token(i).Pos.Supplied() {
			continue
		}
		_, within := h.flow.Around(i)
		args, read := h.argumentsAt(i)
		if before := h.Text(i - 1); h.callOpen(i) < 0 || !within || before == "&" || !read || len(beforePack(args)) < len(args) || len(args) < len(fn.Params)-1 {
			return nil, false
		}
		sites = append(sites, callSite{at: i})
	}
	return sites, len(sites) <= maxCallSites
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
		of := find(first)
		same = slices.Clone(same)
		for _, p := range params {
			if leader(p.label) != other {
				continue
			}
			unlike := p.Path != "" || of.Path != "" || !sameElements(p.of, of.of) || pair.why != ""
			same = slices.DeleteFunc(same, func(a Alias) bool { return a.Param == p.label })
			same = append(same, Alias{Param: p.label, Of: first, Open: true, Unlike: unlike, Why: pair.why})
		}
	}
	return same
}
