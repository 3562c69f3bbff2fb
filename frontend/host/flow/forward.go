package flow

import (
	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Forward says that a function of the file does nothing with one of its arguments but call it, with
// the arguments behind the first few:
//
//	template <class F, class... A> float time(int times, F f, A &&...a) { f(std::forward<A>(a)...); }
type Forward struct {
	// Callee is the argument that is called, First the first one that is passed on.
	Callee, First int
	// copied are the arguments before First of which the function gets a copy.
	copied []bool
}

// ForwardOf is what the call of the name at token i forwards; ok is false if that is not known.
// The function is read from tokens, since packs are no C++ that the front end reads.
func (p *Program) ForwardOf(i int) (fw Forward, ok bool) {
	name := p.code.Text(i)
	if fw, known := p.forward[name]; known {
		return fw, fw.First > 0
	}
	p.forward[name] = Forward{}
	defined := -1
	for _, j := range p.index(name) {
		open := j + 1
		end := p.code.Match(open)
		if p.code.Text(open) != "(" || end < open {
			continue
		}
		switch {
		case p.code.Text(end+1) == "{" && defined < 0:
			defined = open
		case p.code.Text(end+1) == "{":
			return fw, false
		}
	}
	if defined < 0 || !p.templateBefore(defined-1) {
		return fw, false
	}
	fw, ok = p.readForward(defined)
	if ok {
		p.forward[name] = fw
	}
	return fw, ok
}

// templateBefore reports whether the declaration of the name at token i is one of a template.
func (p *Program) templateBefore(i int) bool {
	for i--; i > 0; i-- {
		switch p.code.Text(i) {
		case ";", "}", "{", ")":
			return false
		case "template":
			return true
		}
	}
	return false
}

// readForward reads the function whose parameters open at token open.
func (p *Program) readForward(open int) (Forward, bool) {
	c := p.code
	end := c.Match(open)
	body := span{end + 1, c.Match(end + 1)}
	if body.hi < body.lo {
		return Forward{}, false
	}
	names, copied := p.parameterNames(open+1, end)
	last := len(names) - 1
	if last < 1 {
		return Forward{}, false
	}
	pack := names[last]
	if !p.isPack(open+1, end, pack) {
		return Forward{}, false
	}
	callee := -1
	passed := map[int]bool{} // tokens of the pack in calls
	for n, name := range names[:last] {
		calls, only := 0, true
		for i := body.lo; i < body.hi; i++ {
			if c.Text(i) != name || c.Token(i).Kind != source.Ident {
				continue
			}
			at := p.forwardCall(i, pack)
			if at < 0 {
				only = false
				break
			}
			passed[at] = true
			calls++
		}
		if only && calls > 0 {
			callee = n
		}
	}
	if callee < 0 {
		return Forward{}, false
	}
	for i := body.lo; i < body.hi; i++ {
		if c.Text(i) == pack && !passed[i] {
			return Forward{}, false
		}
	}
	return Forward{Callee: callee, First: last, copied: copied}, true
}

// parameterNames are the names of parameters, and whether each is a copy of its argument; nil if they
// cannot be told.
func (p *Program) parameterNames(lo, hi int) (names []string, copied []bool) {
	c := p.code
	from := lo
	for i := lo; i <= hi; i++ {
		if m := c.Match(i); m > i && i < hi {
			return nil, nil // a pointer to a function, or a default
		}
		if i < hi && c.Text(i) != "," {
			if c.Text(i) == "<" || c.Text(i) == "=" {
				return nil, nil
			}
			continue
		}
		if i-from < 2 || c.Token(i-1).Kind != source.Ident {
			return nil, nil
		}
		copy := i-from >= 2
		for j := from; j < i-1; j++ {
			// One word, which is no name of a reference.
			if t := c.Text(j); t == "&" || t == "&&" || t == "..." || !wordsOfTypes(t) && t != "const" {
				copy = false
			}
		}
		names, copied = append(names, c.Text(i-1)), append(copied, copy)
		from = i + 1
	}
	return names, copied
}

// isPack reports whether the parameter of that name, the last one, is a pack.
func (p *Program) isPack(lo, hi int, name string) bool {
	return p.code.Text(hi-1) == name && p.code.Text(hi-2) == "..." && lo < hi-2
}

// forwardCall is the token of the pack in the call f(std::forward<A>(a)...) or f(a...) at token i, -1
// if that is something else.
func (p *Program) forwardCall(i int, pack string) int {
	c := p.code
	switch c.Text(i - 1) {
	case ".", "->", "::", "&", "*":
		return -1
	}
	open := i + 1
	end := c.Match(open)
	if c.Text(open) != "(" || end < open || c.Text(end-1) != "..." {
		return -1
	}
	switch {
	case c.Text(open+1) == pack && open+3 == end:
		return open + 1
	case c.Text(open+1) == "std" && c.Text(open+2) == "::" && c.Text(open+3) == "forward" && c.Text(open+4) == "<" && c.Text(open+6) == ">" &&
		c.Text(open+7) == "(" && c.Text(open+8) == pack && c.Text(open+9) == ")" && open+11 == end:
		return open + 8
	}
	return -1
}

// forwarded reports whether the n-th argument of the call of the name at token i stays as it is: the
// call copies it, or passes it on to a function that does.
func (f *function) forwarded(i, n int) bool {
	fw, ok := f.prog.ForwardOf(i)
	if !ok {
		return false
	}
	if n < fw.First {
		return n == fw.Callee || fw.copied[n]
	}
	name := f.prog.ArgumentName(i, fw.Callee)
	return name != "" && f.prog.ByValue(name, n-fw.First)
}

// ArgumentName is the n-th argument of the call of the name at token i if that is the name of
// functions of the file, else empty.
func (p *Program) ArgumentName(i, n int) string {
	open := i + 1
	if p.code.Text(open) != "(" || p.code.Match(open) < open {
		return ""
	}
	r := p.code.Read(open, p.code.Match(open)+1)
	args := r.Arguments()
	if r.Failed() || n >= len(args) {
		return ""
	}
	id, ok := args[n].(*cuda.Ident)
	if !ok || len(id.Path) > 0 || id.HasArgs || len(p.functions[id.Name]) == 0 {
		return ""
	}
	return id.Name
}

// Steady reports whether nothing but the function around the place can change what e consists of:
// constants, and variables of the function to which nothing refers.
func (s *State) Steady(e cuda.Expr) bool {
	steady := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			if i := s.frame.find(s, x.Name); i >= 0 && (s.at(i).global && !s.at(i).fixed || s.escaped[i]) {
				steady = false
			}
		case *cuda.CallExpr, *cuda.LambdaExpr, *cuda.AssignExpr:
			steady = false
		default:
		}
		return steady
	})
	return steady
}
