package apart

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Variables at file level, and members of the own object of a method, hold pointers when a function begins. Two of them are
// apart then if nothing ever puts pointers into one array there: for each function that names them, or calls one that does,
// if they are apart when it begins they are so at each call in it and at its end. What the callers of such a function give it
// is apart, as everywhere, unless a caller in sight is seen to do otherwise: it is one of the functions.

// pairing is what is known of two places. While the functions are looked at it says that they are apart: that is what they
// take for granted when they begin.
type pairing struct {
	may bool
	why string
}

const (
	// mostNaming bounds the functions that are looked at for two places.
	mostNaming = 32
	// mostOutwards bounds how far callers are followed.
	mostOutwards = 3
)

// together reports whether two places that outlive functions may hold pointers into one array when a function begins.
func (p *Program) together(k, l *place) (may bool, why string) {
	if members(k, l) {
		k, l = own(k), own(l)
	}
	if isOwn(k) && isOwn(l) && (p.owning(k) || p.owning(l)) {
		return false, ""
	}
	if !lasts(k) || !lasts(l) || k.key == l.key || isOwn(k) != isOwn(l) {
		return false, ""
	}
	if l.key < k.key {
		k, l = l, k
	}
	key := k.key + " " + l.key
	if known := p.pairs[key]; known != nil {
		return known.may, known.why
	}
	found := &pairing{}
	p.pairs[key] = found
	if !isOwn(k) && p.onlyAllocated(k) && p.onlyAllocated(l) {
		return false, ""
	}
	fns, whole := p.setters(k, l)
	if !whole || p.inOuterLambda(k) || p.inOuterLambda(l) {
		found.may, found.why = true, fmt.Sprintf("gv2 does not follow all functions that name %s and %s", named(k), named(l))
		return found.may, found.why
	}
	for _, fn := range fns {
		r := p.runOf(fn)
		if r.over {
			found.may, found.why = true, fmt.Sprintf("gv2 does not follow what `%s` in line %d does to %s and %s", fn.Name, fn.Pos.Line, named(k), named(l))
			return found.may, found.why
		}
		states := slices.Clone(r.ends)
		for _, n := range r.noted {
			states = append(states, n.state)
		}
		for _, s := range states {
			if may, why := meeting(s, k, l); may {
				if why == "" {
					why = fmt.Sprintf("`%s` in line %d may give %s and %s pointers into one array", fn.Name, fn.Pos.Line, named(k), named(l))
				}
				found.may, found.why = true, why
				return true, why
			}
		}
	}
	return false, ""
}

// inOuterLambda reports whether a lambda outside of all functions names a variable at file level:
//
//	auto f = [] { p = q; };
func (p *Program) inOuterLambda(l *place) bool {
	if p.outer == nil {
		p.outer = map[string]bool{}
		c := p.code
		for i := 1; i < c.Len(); i++ {
			if c.Text(i) != "[" || c.Text(i-1) != "=" && c.Text(i-1) != "{" && c.Text(i-1) != "(" && c.Text(i-1) != "," {
				continue
			}
			open := c.Match(i) + 1
			if c.Text(open) == "(" {
				open = c.Match(open) + 1
			}
			if open <= i || c.Text(open) != "{" && c.Text(open) != "->" && c.Text(open) != "mutable" {
				continue
			}
			if _, inside := p.flow.Around(i); inside {
				continue
			}
			for ; open < c.Len() && c.Text(open) != "{"; open++ {
			}
			for j := open; j < c.Match(open); j++ {
				p.outer[c.Text(j)] = true
			}
		}
	}
	return p.outer[strings.TrimPrefix(l.name, "::")]
}

// lasts reports whether a place is a variable at file level or a member of the own object, or a part of one.
func lasts(l *place) bool { return l.through == nil && strings.HasPrefix(l.name, "::") || isOwn(l) }

// owning reports whether a member is an object, which has memory of its own.
func (p *Program) owning(l *place) bool {
	types := p.flow.FieldTypes(lastMember(l)[1:])
	return len(types) > 0 && !slices.ContainsFunc(types, func(t *cuda.TypeExpr) bool { return t == nil || isPointer(t) })
}

// members reports whether two places are members of one object that is no variable at file level: what holds for the own object
// of methods holds for all.
func members(k, l *place) bool {
	return k.root() == l.root() && !strings.HasPrefix(k.name, "::") && lastMember(k) != "" && lastMember(l) != ""
}

// lastMember is the member that a place is, .p, empty if it is none.
func lastMember(l *place) string {
	for _, x := range slices.Backward(segments(l.path)) {
		if x[0] == '.' && !strings.HasSuffix(x, ")") && x != ".union" {
			return x
		}
	}
	return ""
}

// own is a member of the own object for one of any.
func own(l *place) *place {
	return behind(firstOf(variable("this"))).part("[0]" + lastMember(l))
}

func isOwn(l *place) bool {
	return l.through != nil && l.through.first != nil && l.through.first.key == "this" && strings.HasPrefix(l.path, "[0].")
}

// meeting reports whether what the two places hold in a state overlaps, or what members of those names of another object do.
func meeting(s *state, k, l *place) (may bool, why string) {
	s.nums.work += len(s.held)
	pairs := [][2]*place{{k, l}}
	if isOwn(k) {
		for _, c := range s.held {
			if base, is := strings.CutSuffix(c.at.path, strings.TrimPrefix(k.path, "[0]")); is && c.at.key != k.key {
				of := *c.at
				of.path, of.key = base, c.at.root()+base
				pairs = append(pairs, [2]*place{c.at, of.part(strings.TrimPrefix(l.path, "[0]"))})
			}
		}
		slices.SortFunc(pairs[1:], func(a, b [2]*place) int { return strings.Compare(a[0].key, b[0].key) })
	}
	for _, pair := range pairs {
		if s.held[pair[0].key] == nil && s.held[pair[1].key] == nil {
			continue // as it was
		}
		if may, why = s.nums.anyOverlap(s.read(pair[0]), s.read(pair[1])); may {
			return may, why
		}
	}
	return false, ""
}

// setters are the functions that may change two places, and their callers; whole is false where these are too many.
func (p *Program) setters(k, l *place) (fns []*cuda.FuncDecl, whole bool) {
	var naming [2][]*cuda.FuncDecl
	for i, x := range []*place{k, l} {
		name := strings.TrimPrefix(x.name, "::")
		if isOwn(x) {
			name = lastMember(x)[1:]
		}
		naming[i], _ = p.flow.Naming(name)
	}
	for i, list := range naming {
		for _, fn := range list {
			if !isOwn(k) || len(list) <= mostNaming/2 || slices.Contains(naming[1-i], fn) {
				fns = with(fns, fn)
			}
			if r := p.flow.OwnClass(fn); r != nil && isOwn(k) {
				for _, m := range r.Methods {
					if _, seen := p.flow.Statements(m); seen {
						fns = with(fns, m)
					}
				}
			}
		}
	}
	from := 0
	for range mostOutwards {
		to := len(fns)
		for ; from < to; from++ {
			callers, _ := p.flow.Naming(fns[from].Name)
			for _, fn := range callers {
				fns = with(fns, fn)
			}
		}
	}
	return fns, len(fns) <= mostNaming
}

// with has an item once.
func with[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// onlyAllocated reports whether a variable at file level gets nothing but memory of its own, as the names alone tell:
//
//	float *g; ... cudaMalloc(&g, n); ... cudaFree(g); g = nullptr;
func (p *Program) onlyAllocated(l *place) bool {
	if l.path != "" {
		return false
	}
	c := p.code
	name := strings.TrimPrefix(l.name, "::")
	d := p.flow.Global(name)
	if d == nil || d.Init != nil && !null(d.Init) || !isPointer(d.Type) {
		return false
	}
	_, at := p.flow.Naming(name)
	for _, i := range at {
		if c.Text(i-1) == "." || c.Text(i-1) == "->" {
			continue
		}
		fn, _ := p.flow.Around(i)
		open, ok := c.Body(fn)
		if !ok {
			return false
		}
		before, next := c.Text(i-1), c.Text(i+1)
		callee, _ := p.callee(i, open)
		switch {
		case allocators[callee] && (before == "&" || before == ")" && c.Text(i-2) == "*") && next == ",":
		case before == "&" || next == "++" || next == "--" || before == "++" || before == "--" || strings.HasSuffix(next, "=") && next != "=" && next != "==" && next != "!=" && next != "<=" && next != ">=":
			return false
		case next == "=":
			if v := c.Text(i + 2); (v != "nullptr" && v != "NULL" && v != "0") || c.Text(i+3) != ";" {
				return false
			}
		case callee == "<<<" || callee == "cudaFree" || callee == "free" || strings.HasPrefix(callee, "cudaMem") || callee == "if":
		case callee == "" && before != "=" && before != "," && before != "{" && before != "return" && before != "[":
		default:
			return false
		}
	}
	return true
}

// callee is what is called with the arguments among which token j is, and the token of the bracket that opens them: a name, or <<<
// for a launch; empty outside of a call.
func (p *Program) callee(j, open int) (name string, at int) {
	c := p.code
	for j--; j > open; j-- {
		switch t := c.Text(j); {
		case (t == ")" || t == "]" || t == "}") && c.Match(j) >= 0 && c.Match(j) < j:
			j = c.Match(j)
		case t == ";" || t == "{" || t == "}" || t == "=" || t == "[":
			return "", 0
		case t == "(":
			if c.Text(j-1) == ">" && c.Text(j-2) == ">" && c.Text(j-3) == ">" || c.Text(j-1) == ">>>" {
				return "<<<", j
			}
			name := j - 1
			if c.Text(name) == ">" {
				for name--; name > open && c.Text(name) != "<"; name-- {
					if c.Token(name).Kind != source.Ident && c.Token(name).Kind != source.Number && c.Text(name) != "*" && c.Text(name) != "," && c.Text(name) != "::" {
						return "", 0
					}
				}
				name--
			}
			if c.Token(name).Kind == source.Ident {
				return c.Text(name), j
			}
		}
	}
	return "", 0
}

// statement reports whether a statement may begin behind a token.
func statement(c *cuda.Code, i int) bool {
	return c.Text(i) == ";" || c.Text(i) == "{" || c.Text(i) == "}"
}

func isNull(text string) bool { return text == "nullptr" || text == "NULL" || text == "0" }

// null reports whether an initialiser is the null pointer.
func null(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.NullLit:
		return true
	case *cuda.IntLit:
		return e.Value == 0
	case *cuda.Ident:
		return e.Name == "NULL"
	default:
		return false
	}
}
