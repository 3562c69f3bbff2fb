package host

import (
	"fmt"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Where a function is called, for the pointers that it gets. A call that is not understood counts: what the function gets there
// may lead anywhere.

// calls are the calls of a function in the file. why names a mention of it that is no call which is understood; it is empty
// where there is none.
type calls struct {
	sites []callSite
	why   string
}

// pointerCalls are the calls of a function, which are the same for all launches.
func pointerCalls(h *Code, fn *cuda.FuncDecl) calls {
	found, before := h.called[fn]
	if !before {
		found.sites, found.why = callsIn(h, fn)
		if h.called == nil {
			h.called = map[*cuda.FuncDecl]calls{}
		}
		h.called[fn] = found
	}
	return found
}

func callsIn(h *Code, fn *cuda.FuncDecl) (sites []callSite, why string) {
	name := fn.Name
	if fn.Ctor || strings.HasPrefix(name, "operator") {
		return objectCalls(h, fn)
	}
	method := h.flow.IsMethod(fn)
	taken := false // its address
	for _, i := range h.indexed(name) {
		if h.declaresFunction(name, i) || h.Token(i).Pos.Supplied() {
			continue
		}
		open, before := h.callOpen(i), h.Text(i-1)
		member := before == "." || before == "->"
		around, within := h.flow.Around(i)
		switch {
		case member && (!method || open < 0):
		case open < 0 && h.launchedAt(i):
		case !within:
			if before == "=" || before == "{" || before == "&" || before == "(" && open < 0 {
				taken = true
			}
		case !member && before != "::" && ownName(h, around, name, i):
		case open < 0:
			if site, ok := h.forwardedAt(fn, i); ok {
				sites = append(sites, site)
			} else {
				taken = true
			}
		case h.Token(i-1).Kind == source.Ident && !notTypes[before]:
			// The declaration of a variable of that name.
		default:
			args, read := h.argumentsAt(i)
			pack := takesPack(fn)
			switch {
			case !read, len(beforePack(args)) < len(args):
				why = mention(h, fn, i)
			case pack && len(args) >= len(fn.Params)-1, !pack && len(args) <= len(fn.Params), fn.Variadic:
				if pack || len(args) >= h.flow.Least(fn) || !h.flow.Takes(fn, len(args)) {
					sites = append(sites, callSite{at: i})
				}
			}
		}
	}
	if taken {
		sites = append(sites, throughPointers(h, fn)...)
	}
	if len(sites) > maxCallSites {
		return sites[:maxCallSites], fmt.Sprintf("gv2 does not follow all calls of `%s` in line %d", name, fn.Pos.Line)
	}
	return sites, why
}

// throughPointers are the calls of variables, members and elements, with as many arguments as fn takes: they may call it when its
// address is taken.
func throughPointers(h *Code, fn *cuda.FuncDecl) []callSite {
	var out []callSite
	for i := 1; i < h.Len(); i++ {
		if h.Text(i) != "(" || h.Match(i) < i || !pointerBefore(h, i-1) {
			continue
		}
		r := h.Read(i, h.Match(i)+1)
		args := r.Arguments()
		if !r.Failed() && len(args) > 1 && (len(beforePack(args)) < len(args) || takesPack(fn) && len(args) >= len(fn.Params)-1 || len(args) >= h.flow.Least(fn) && len(args) <= len(fn.Params)) {
			out = append(out, callSite{at: i - 1, open: i})
		}
	}
	return out
}

// pointerBefore reports whether what ends with token i may be a pointer to a function that is called: f, s.f, t[0], (*f), get().
func pointerBefore(h *Code, i int) bool {
	around, within := h.flow.Around(i)
	if !within {
		return false
	}
	switch name := h.Text(i); {
	case name == "]":
		return true
	case name == ")":
		open := h.Match(i)
		return h.Text(open+1) == "*" || open > 0 && h.Token(open-1).Kind == source.Ident && len(h.flow.Functions(h.Text(open-1))) > 0
	case h.Token(i).Kind != source.Ident || h.Text(i-1) == "::":
		return false
	case h.Text(i-1) == "." || h.Text(i-1) == "->":
		return len(h.flow.FieldTypes(name)) > 0
	default:
		return ownName(h, around, name, i) || h.flow.Global(name) != nil
	}
}

func mention(h *Code, fn *cuda.FuncDecl, i int) string {
	return fmt.Sprintf("gv2 does not follow how `%s` is called by line %d", fn.Name, h.Token(i).Pos.Line)
}

// takesPack reports whether the last parameter of a function is a pack.
func takesPack(fn *cuda.FuncDecl) bool {
	return len(fn.Params) > 0 && fn.Params[len(fn.Params)-1].Pack
}

// ownName reports whether a name means a parameter or a variable of the function around it at token i.
func ownName(h *Code, around *cuda.FuncDecl, name string, i int) bool {
	for _, q := range around.Params {
		if q.Name == name {
			return true
		}
	}
	for _, j := range h.indexed(name) {
		if fn, within := h.flow.Around(j); j > i || !within || fn != around {
			continue
		}
		before, next := h.Token(j-1), h.Text(j+1)
		typed := before.Kind == source.Ident && !notTypes[before.Text] || (before.Text == "*" || before.Text == "&" || before.Text == ">") && h.Token(j-2).Kind == source.Ident && !notTypes[h.Text(j-2)]
		if before.Text == "*" && next == ")" && h.Text(j-2) == "(" { // void (*f)(int)
			return true
		}
		if typed && (next == "=" || next == ";" || next == "," || next == "[" || next == "{" || next == "(" || next == ":") {
			return true
		}
	}
	return false
}

// objectCalls are the calls of a constructor or an operator, which the name of its class stands for:
//
//	Scale<T>()(x, y);
//	Scale<T> scale; scale(x, y);
func objectCalls(h *Code, fn *cuda.FuncDecl) (sites []callSite, why string) {
	r := h.flow.OwnClass(fn)
	if r == nil {
		return nil, fmt.Sprintf("gv2 does not follow how `%s` in line %d is called", fn.Name, fn.Pos.Line)
	}
	site := func(at, open int) {
		if h.Text(open) != "(" || h.Match(open) < 0 || len(sites) > maxCallSites {
			why = mention(h, fn, at)
			return
		}
		sites = append(sites, callSite{at: at, open: open})
	}
	for _, i := range h.indexed(r.Name) {
		around, within := h.flow.Around(i)
		if !within || h.Text(i-1) == "." || h.Text(i-1) == "->" || h.Text(i+1) == "::" || h.flow.OwnClass(around) == r {
			continue
		}
		end := i + 1
		if h.Text(end) == "<" {
			t := h.Read(end, h.Len()-1)
			t.TemplateArgs()
			if t.Failed() {
				why = mention(h, fn, i)
				continue
			}
			end = t.Pos()
		}
		next := h.Text(end)
		switch {
		case fn.Ctor && next == "(":
			site(i, end)
		case fn.Ctor && h.Token(end).Kind == source.Ident && h.Text(end+1) == "(":
			site(i, end+1)
		case fn.Ctor && h.Token(end).Kind == source.Ident && h.Text(end+1) == ";", next == "*", next == "&", next == ">", next == ")", next == ",":
		case !fn.Ctor && (next == "(" || next == "{") && h.Match(end) > end && h.Text(h.Match(end)+1) == "(":
			site(i, h.Match(end)+1)
		case !fn.Ctor && h.Token(end).Kind == source.Ident:
			name := h.Text(end)
			for _, j := range h.indexed(name) {
				if g, _ := h.flow.Around(j); g == around && j > end && h.Text(j+1) == "(" {
					site(j, j+1)
				}
			}
		default:
			why = mention(h, fn, i)
		}
	}
	return sites, why
}
