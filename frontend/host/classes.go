package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/source"
)

// Names of classes and namespaces, which mean something else than the text in front of a use says:
//
//	using T = float;
//	struct B { using T = int; };
//	struct S : B { static constexpr int N = 1; void run(); };
//	void S::run() { k<T, N><<<1, 1>>>(); }      // B::T, S::N
//
// A class's own names are found, also behind the use. What is of a base or of another part of a namespace is not known.

// unreadable stands for a name whose meaning is not known: no program can write it.
func unreadable(h *Code, i int, name string) cuda.TemplateArg {
	pos := h.Token(i).Pos
	return cuda.TemplateArg{Type: &cuda.TypeExpr{Pos: pos, Form: cuda.NamedType, Name: subst.Unreadable + name},
		Expr: &cuda.Ident{Pos: pos, Name: subst.Unreadable + name}}
}

func isUnreadable(a cuda.TemplateArg) bool {
	return a.Type != nil && strings.HasPrefix(a.Type.Name, subst.Unreadable)
}

// block is what the braces around a token are of.
type block struct {
	open   int
	kind   string // namespace, class, enum; function for any other
	name   string // of a namespace or class
	bases  bool
	of     []string // S of void S::run() { }
	inline bool     // of a namespace: it is inline or has no name
}

// blockAt tells what the braces that open at token open are of.
func blockAt(h *Code, open int) block {
	b := block{open: open, kind: "function"}
	if list := h.paramsBefore(open); list > 0 {
		name := list - 1
		b.of = h.pathBefore(name)
		for len(b.of) == 0 && h.Text(name-1) == "::" && h.Text(name-2) == ">" { // S<T>::run
			for depth := 0; name > 2 && open-name < maxStatement; name-- {
				switch h.Text(name - 2) {
				case ">":
					depth++
				case ">>":
					depth += 2
				case "<":
					depth--
				}
				if depth == 0 {
					break
				}
			}
			if h.Token(name-3).Kind != source.Ident {
				break
			}
			b.of = append(h.pathBefore(name-3), h.Text(name-3))
		}
		return b
	}
	for i := open - 1; i >= 0 && open-i < 200; i-- {
		t := h.Text(i)
		if m := h.Match(i); m >= 0 && m < i {
			i = m
			continue
		}
		switch t {
		case ";", "{", "}", "(", "=":
			return b
		case ":":
			b.bases = true
		case "namespace", "enum":
			b.kind = t
		case "struct", "class", "union":
			if h.Text(i-1) == "enum" {
				continue
			}
			if h.Text(i-1) == "<" || h.Text(i-1) == "," {
				continue // of a template's parameter
			}
			b.kind = "class"
		default:
			continue
		}
		if b.kind == "function" {
			continue
		}
		for j := i + 1; j < open && h.Text(j) != ":" && h.Text(j) != "<"; j++ {
			if h.Token(j).Kind == source.Ident && h.Text(j) != "final" {
				b.name = h.Text(j)
			}
		}
		b.inline = b.kind == "namespace" && (b.name == "" || h.Text(i-1) == "inline")
		return b
	}
	return b
}

// blocksAround are the blocks around token i, the innermost one first.
func blocksAround(h *Code, i int) []block {
	var out []block
	for b := h.blockOf(i); b >= 0; b = h.blockOf(b) {
		out = append(out, blockAt(h, b))
	}
	return out
}

// declaredIn reports whether token j declares what it names, a type or a constant, in a class or at file level.
func declaredIn(h *Code, j int) bool {
	prev, next := h.Text(j-1), h.Text(j+1)
	switch {
	case prev == "using" && next == "=":
		return true
	case prev == "struct", prev == "class", prev == "union", prev == "enum":
		return next == "{" || next == ":" || next == "final"
	case prev == "::" || prev == "." || prev == "->":
		return prev == "::" && (next == ";" || next == ",") && usingAt(h, j)
	case prev == "{" || prev == ",":
		if b := h.blockOf(j); b >= 0 && (next == "=" || next == "," || next == "}") && blockAt(h, b).kind == "enum" {
			return true
		}
	}
	switch next {
	case "=", "{", ";", ",", "[", "(":
		return h.declaredAs(j, h.Text(j)) != nil
	}
	return false
}

// inClasses finds what name means at token i if a class or namespace says so that the blocks in front of i do not tell.
// Token at declares name outside of functions in front of i, 0 if none does. The result is the token that declares it,
// 0 for the one at at; known is false if it may be one of several.
func inClasses(h *Code, name string, i, at int) (token int, known bool) {
	all := h.indexed(name)
	if len(all) < 2 {
		return 0, true
	}
	around, home := blocksAround(h, i), -1
	if at > 0 {
		home = scopeOf(h, at)
	}
	var of []string
	var open []int
	namespaces, bases := map[string]bool{}, false
	for _, b := range around {
		of, open = append(of, b.of...), append(open, b.open)
		bases = bases || b.bases && b.kind == "class"
		if b.kind == "namespace" {
			namespaces[b.name] = true
		}
	}
	for _, n := range of {
		namespaces[n] = true
		bases = bases || hasBases(h, n)
	}
	inner := slices.Index(open, home) // the blocks in front of it hide it
	if inner < 0 {
		inner = len(open)
	}
	found := -1
	for _, j := range all {
		own := scopeOf(h, j)
		if j == at || own == home || own < 0 {
			continue
		}
		b, rank := blockAt(h, own), slices.Index(open, own)
		visible := rank >= 0 && rank < inner
		switch {
		case b.kind == "function":
			continue
		case b.kind == "class" && rank < 0:
			visible = bases && (at <= 0 || inner > 0) || slices.Contains(of, b.name)
		case b.kind == "namespace" && rank < 0:
			visible = at > 0 && (namespaces[b.name] || b.inline) && (home < 0 || blockAt(h, home).name != b.name)
		case b.kind == "namespace":
			visible = visible && at > 0
		}
		if !visible || inFunctionBlock(h, own, open) || !declaredIn(h, j) {
			continue
		}
		if found >= 0 || rank < 0 && !slices.Contains(of, b.name) {
			return 0, false
		}
		found = j
	}
	return max(found, 0), true
}

// scopeOf is the block of which the name that token i declares is: the one around an enumeration for what that lists.
func scopeOf(h *Code, i int) int {
	own := h.blockOf(i)
	for own >= 0 && blockAt(h, own).kind == "enum" && enumerates(h, own) {
		own = h.blockOf(own)
	}
	return own
}

// enumerates reports whether the braces that open at token open are of an enum whose names are those of the block around it.
func enumerates(h *Code, open int) bool {
	for i := open - 1; i > 0 && open-i < 40; i-- {
		if h.Text(i) == "enum" {
			return h.Text(i+1) != "class" && h.Text(i+1) != "struct"
		}
	}
	return false
}

// inFunctionBlock reports whether a block is in a function that is not one of those around.
func inFunctionBlock(h *Code, own int, around []int) bool {
	for b := own; b >= 0; b = h.blockOf(b) {
		if !slices.Contains(around, b) && blockAt(h, b).kind == "function" {
			return true
		}
	}
	return false
}

// hasBases reports whether a class of that name has bases.
func hasBases(h *Code, class string) bool {
	for _, j := range h.indexed(class) {
		if prev := h.Text(j - 1); (prev == "struct" || prev == "class") && h.Text(j+1) != ";" {
			for n := j + 1; n < h.Len() && n < j+40; n++ {
				if t := h.Text(n); t == "{" || t == ";" {
					break
				} else if t == ":" {
					return true
				}
			}
		}
	}
	return false
}
