package host

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/host/origin"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// Pointer parameters for which a launch passes the same pointer twice:
//
//	k<<<n, 256>>>(x, x);
//
// The two lead to one array there, so that a proof for separate arrays says nothing of this launch. So do x and x + 1:
// the text of a pointer that is a number of elements behind another one ends in that number, x+1 or x+-1.

// Alias says that pointer parameter Param gets the pointer Offset elements behind the one that parameter Of gets.
type Alias struct {
	Param, Of string
	Offset    int64
	// Open is set where the offset is not known, and Unlike where it cannot be one of elements as well: what the two
	// pointers lead to is of different types.
	Open, Unlike bool
	// Why says what of the host code is not understood, where that is why the two may lead into one array.
	Why string
}

// Pointer is what Param gets, as text: a, or a + 1.
func (a Alias) Pointer() string {
	switch {
	case a.Open:
		return a.Of + " + " + a.Param + "_offset"
	case a.Offset < 0:
		return a.Of + " - " + strconv.FormatInt(-a.Offset, 10)
	case a.Offset > 0:
		return a.Of + " + " + strconv.FormatInt(a.Offset, 10)
	}
	return a.Of
}

// origins are the pointers that a launch passes, as text that is the same only where the pointer is; empty for other
// arguments, and for all where the arguments change something.
func origins(h *Code, l *Launch, fn *cuda.FuncDecl) []string {
	out := make([]string, len(fn.Params))
	for n, a := range l.Actual {
		if n >= len(fn.Params) {
			break
		}
		text, pure := origin.Of(a)
		if !pure {
			return make([]string, len(fn.Params))
		}
		text = original(h, l.Grid.at, text)
		if typed.Pointee(fn.Params[n].Type) != nil {
			out[n] = text
		}
	}
	return out
}

// original is the text of the pointer of which a variable, at token i, is a copy: int *q = p; the variable itself if it
// is none, or if one of the two may have changed since.
func original(h *Code, i int, name string) string {
	text := name
	for range maxPassed {
		name, _ := origin.Offset(text)
		v, at := h.localVariableAt(i, name)
		fn, within := h.flow.Around(i)
		if !within {
			break
		}
		body, _ := h.Body(fn)
		end := h.Match(body)
		var of string
		switch {
		case v == nil && strings.Count(name, ".") == 1:
			of, at = assignedMember(h, name, body, i, end)
		case v == nil:
		case v.Init != nil && h.flow.Keeps(fn, name):
			of, _ = origin.Of(v.Init)
		default:
			of, at = assigned(h, v, name, at, i, end)
		}
		base, _ := origin.Offset(of)
		if base == "" || strings.ContainsAny(base, ".[:(") || base == name {
			break
		}
		since := between(h, base, at, end)
		if !origin.IsVague(of) && slices.ContainsFunc(since, func(j int) bool { return changesAt(h, j) && !movesAt(h, j) }) {
			break
		}
		if slices.ContainsFunc(since, func(j int) bool { return movesAt(h, j) }) {
			of = origin.Vague(of)
		}
		text = origin.Moved(of, text)
	}
	return text
}

// assigned is the pointer that a variable, declared as v at token at, has at token i by the one statement q = p; or
// q = p + 1; that gives it a value on every way there, and the place of that statement. If several give it values that all
// lead into one array, it is some pointer into that.
func assigned(h *Code, v *cuda.VarDecl, name string, at, i, end int) (of string, place int) {
	var all []string
	if v.Init != nil {
		first, _ := origin.Of(v.Init)
		all = append(all, first)
	}
	place, always := at, v.Init == nil
	for _, j := range between(h, name, at, end) {
		if !changesAt(h, j) {
			always = always && (j == i || onlyReads(h, j, j))
			continue
		}
		next := assignedBy(h, j, j+1)
		begins := h.Text(j-1) == ";" || h.Text(j-1) == "{" || h.Text(j-1) == "}"
		block := h.blockOf(j)
		always = always && len(all) == 0 && j < i && begins && block >= 0 && h.Match(block) > i
		all, place = append(all, next), j
	}
	return oneOf(all, always, name), place
}

// assignedMember is the same for member name of a variable, x.p, in the function whose body begins at token body.
func assignedMember(h *Code, name string, body, i, end int) (of string, place int) {
	variable, member, _ := strings.Cut(name, ".")
	var all []string
	always := true
	for _, j := range between(h, variable, body, end) {
		switch {
		case h.Text(j+1) == "." && h.Text(j+2) == member && h.Text(j+3) == "=":
			block := h.blockOf(j)
			begins := h.Text(j-1) == ";" || h.Text(j-1) == "{" || h.Text(j-1) == "}"
			always = always && len(all) == 0 && j < i && begins && block >= 0 && h.Match(block) > i
			all, place = append(all, assignedBy(h, j, j+3)), j
		case h.Text(j+1) == "." && h.Text(j+3) == "=" && h.Token(j+2).Kind == source.Ident && typed.PlainMember(h.decls, h.Text(j+2)), h.Text(j+1) == "." && onlyReads(h, j, j+2):
		case h.Token(j-1).Kind == source.Ident && h.Text(j+1) == ";" && typed.PlainObject(h.decls, h.Text(j-1)):
		default:
			always = false // it may get another value as a whole
		}
	}
	return oneOf(all, always, name), place
}

// assignedBy is the pointer that the assignment to the variable at token j, whose operator is token op, gives it, empty if
// it is not understood.
func assignedBy(h *Code, j, op int) string {
	switch h.Text(op) {
	case "++", "--", "+=", "-=":
		return origin.Vague(h.Text(j))
	case "=":
		r := h.Read(op+1, h.Len()-1)
		e := r.Assign()
		if r.Failed() {
			return ""
		}
		text, _ := origin.Of(e)
		return text
	}
	return ""
}

// oneOf is the pointer that a variable has which gets all of these values; always if it certainly has the only one.
func oneOf(all []string, always bool, name string) string {
	base := ""
	for _, text := range all {
		switch b, _ := origin.Offset(text); {
		case b == "" || base != "" && b != base && b != name:
			return ""
		case b != name:
			base = b
		}
	}
	if len(all) == 1 && always {
		return all[0]
	}
	return origin.Vague(base)
}

// aliases are the parameters that get the same pointer as another one: one that may be written to, where there is one.
func aliases(fn *cuda.FuncDecl, origins []string) []Alias {
	of := map[string]int{}
	for n, text := range origins {
		if text == "" || n >= len(fn.Params) {
			continue
		}
		base, _ := origin.Offset(text)
		if first, seen := of[base]; !seen || fn.Params[first].Type.Elem.Const && !fn.Params[n].Type.Elem.Const {
			of[base] = n
		}
	}
	var out []Alias
	for n, text := range origins {
		if n >= len(fn.Params) || text == "" {
			continue
		}
		base, offset := origin.Offset(text)
		first := of[base]
		_, from := origin.Offset(origins[first])
		open := origin.IsVague(text) || origin.IsVague(origins[first])
		unlike := (open || offset != from) && !sameElements(fn.Params[n].Type.Elem, fn.Params[first].Type.Elem)
		switch {
		case first == n:
		case open || unlike:
			out = append(out, Alias{Param: fn.Params[n].Name, Of: fn.Params[first].Name, Open: true, Unlike: unlike})
		default:
			out = append(out, Alias{Param: fn.Params[n].Name, Of: fn.Params[first].Name, Offset: offset - from})
		}
	}
	return out
}

// sameElements reports whether what two pointers lead to is of one type.
func sameElements(t, u *cuda.TypeExpr) bool {
	return t.Form == cuda.NamedType && u.Form == cuda.NamedType && t.Name == u.Name && slices.Equal(t.Path, u.Path) && !t.HasArgs && !u.HasArgs && t.Name != "void"
}

// passedTwice puts what a call of the function around the launch passes for its parameters into the launch's pointers,
// if it passes one pointer twice; ok is false if it does not.
func passedTwice(h *Code, in *instance, fn *cuda.FuncDecl, args []cuda.Expr) (out []string, ok bool) {
	out = make([]string, len(in.origins))
	for n, text := range in.origins {
		own := text
		text, _ := origin.Offset(text)
		if text != "" {
			out[n] = origin.Moved(text+"@", own) // one of that function, whatever it is
		}
		if i := slices.IndexFunc(fn.Params, func(q *cuda.Param) bool { return q.Name != "" && q.Name == text }); i >= 0 && i < len(args) && h.flow.Keeps(fn, text) {
			if passed, pure := origin.Of(args[i]); pure && passed != "" {
				base, _ := origin.Offset(passed)
				ok = ok || slices.ContainsFunc(out[:n], func(o string) bool { b, _ := origin.Offset(o); return b == base })
				out[n] = origin.Moved(passed, own)
			}
		}
	}
	return out, ok
}

// passesPointers reports whether two pointers that a launch passes are parameters of the function around it.
func passesPointers(in *instance, fn *cuda.FuncDecl) bool {
	n := 0
	for _, q := range fn.Params {
		if q.Name != "" && slices.ContainsFunc(in.origins, func(o string) bool { base, _ := origin.Offset(o); return base == q.Name }) {
			n++
		}
	}
	return n > 1
}

func anyPassesTwice(h *Code, in *instance, fn *cuda.FuncDecl, sites []callSite) bool {
	return slices.ContainsFunc(sites, func(c callSite) bool {
		args, ok := h.argumentsAt(c.at)
		if !ok || len(args) < c.skip {
			return false
		}
		_, twice := passedTwice(h, in, fn, args[c.skip:])
		return twice
	})
}
