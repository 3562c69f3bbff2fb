package cuda

import (
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// extent finds the end of the declaration that begins at lo: after its
// semicolon, or after the body of a function. It uses only brackets and a few
// words, so that it works for any host code.
func (p *parser) extent(lo, hi int) int {
	s := extentScan{unit: p.unit, hi: hi}
	i := lo
	for i+1 < hi && p.toks[i].Text == "template" && p.toks[i+1].Text == "<" {
		i = s.closeAngle(i + 1)
	}
	return s.end(i)
}

type extentScan struct {
	*unit
	hi     int
	params bool // a parameter list was seen
	assign bool // = was seen
	colon  bool // : after parameters was seen
	arrow  bool // -> was seen
	record bool
}

// closeAngle returns the index after the > that closes the < at i.
func (s *extentScan) closeAngle(i int) int {
	depth := 0
	for ; i < s.hi; i++ {
		if m := int(s.match[i]); m > i {
			i = m
			continue
		}
		switch s.toks[i].Text {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return i + 1
			}
		case ";", "{", "}":
			return i
		}
	}
	return s.hi
}

// end scans from token i over whole brackets to the end of the declaration.
func (s *extentScan) end(i int) int {
	first := i
	for i < s.hi {
		t := &s.toks[i]
		m := int(s.match[i])
		switch {
		case t.Kind == source.Ident:
			s.word(t.Text)
		case t.Kind != source.Punct:
		case t.Text == ";":
			return i + 1
		case t.Text == "{":
			if m < 0 {
				return s.hi
			}
			if s.isBody(i) {
				return m + 1
			}
			if i = m + 1; !s.goesOn(i) {
				return i
			}
			continue
		case t.Text == "}":
			return max(i, first+1)
		case m > i:
			s.params = s.params || t.Text == "(" && !s.attribute(i)
			i = m
		default:
			s.operator(i)
		}
		i++
	}
	return s.hi
}

func (s *extentScan) word(text string) {
	switch text {
	case "struct", "class", "union", "enum":
		s.record = s.record || !s.params && !s.assign
	}
}

func (s *extentScan) operator(i int) {
	switch s.toks[i].Text {
	case "=":
		// operator= is a name, not an initialiser.
		s.assign = s.assign || i == 0 || s.toks[i-1].Text != "operator"
	case ":":
		s.colon = s.colon || s.params
	case "->":
		s.arrow = s.arrow || i == 0 || s.toks[i-1].Text != "operator"
	}
}

// attribute reports whether the ( at i belongs to an attribute and not to a
// parameter list.
func (s *extentScan) attribute(i int) bool {
	if i == 0 {
		return false
	}
	switch s.toks[i-1].Text {
	case "__attribute__", "__attribute", "__declspec", "__align__", "alignas", "_Alignas", "__launch_bounds__",
		"__cluster_dims__", "__maxnreg__", "decltype", "explicit", "noexcept":
		return true
	}
	return false
}

// isBody reports whether the { at i begins a function body.
func (s *extentScan) isBody(i int) bool {
	if !s.params || s.assign || i == 0 {
		return false
	}
	switch t := s.toks[i-1]; t.Text {
	case ")", "const", "volatile", "noexcept", "override", "final", "&", "&&", "]", "try":
		return true
	case "}":
		return s.colon
	default:
		return s.arrow && !s.colon
	}
}

// goesOn reports whether the declaration continues after a brace group that is
// not a body.
func (s *extentScan) goesOn(i int) bool {
	if s.record || s.assign || s.colon || i >= s.hi {
		return true
	}
	switch s.toks[i].Text {
	case ";", ",", "[", "=":
		return true
	}
	return false
}

// guessName guesses the name of a declaration that could not be parsed: the
// last name before parameters, an initialiser or a body.
func (p *parser) guessName(lo, hi int) (name string, isType bool) {
	s := extentScan{unit: p.unit, hi: hi}
	i := lo
	for i+1 < hi && p.toks[i].Text == "template" && p.toks[i+1].Text == "<" {
		i = s.closeAngle(i + 1)
	}
	for ; i < hi; i++ {
		t := &p.toks[i]
		switch {
		case t.Kind == source.Ident:
			s.word(t.Text)
			if words[t.Text] == notWord {
				name = t.Text
			}
			if op := operatorName(p, i); op != "" {
				return op, false
			}
		case t.Text == "(" && s.attribute(i) && int(p.match[i]) > i:
			i = int(p.match[i])
		case t.Text == "<" && name != "":
			i = s.closeAngle(i) - 1
		case t.Text == "(" || t.Text == "{" || t.Text == "=" || t.Text == ";" || t.Text == "[" || t.Text == ":":
			return name, s.record && t.Text != "("
		}
	}
	return name, false
}

// operatorName is the name of the operator function that token i begins, empty if it
// begins none.
func operatorName(p *parser, i int) string {
	if p.toks[i].Text != "operator" || i+1 >= len(p.toks) || p.toks[i+1].Kind != source.Punct {
		return ""
	}
	q := p.unit.parser(i, min(i+4, len(p.toks)-1), newScope(nil))
	return q.specialName()
}

// needed reports whether the fault in the declaration toks[lo:hi] must be
// reported at once. A kernel must not vanish silently. Other device code is
// reported, too, if it is wrong for any compiler; a template, or a construct
// that gv2 does not support, matters only once a kernel uses it, and then the
// BadDecl reports it.
func (p *parser) needed(lo, hi int, severity diag.Severity) bool {
	if p.inRecord != nil {
		return false
	}
	for i := lo; i < hi; i++ {
		if m := int(p.match[i]); m > i {
			i = m
			continue
		}
		switch p.toks[i].Text {
		case "__global__":
			return true
		case "__device__", "__constant__", "__shared__", "__managed__":
			if severity == diag.Error && p.toks[lo].Text != "template" {
				return true
			}
		}
	}
	return false
}
