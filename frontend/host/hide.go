package host

import (
	"slices"

	"gv2/frontend/source"
)

// Declarations in brackets, which hide what stands in front of them:
//
//	for (double p = 0; ...) f(p);    auto [p, q] = make();    [p = 1.0] { f(p); }

// hides reports whether the brackets from open to end declare name for token at behind them.
func hides(h *Code, name string, open, end, at int) bool {
	switch h.Text(open) {
	case "[":
		if h.Text(end+1) != "=" && h.Text(end+1) != ":" && h.Text(end+1) != "(" && h.Text(end+1) != "{" || !mentioned(h, name, open, end) {
			return false
		}
		i := open - 1
		for h.Text(i) == "&" || h.Text(i) == "&&" {
			i--
		}
		return h.Text(i) == "auto" // auto [p, q], const auto &[p, q]
	case "(":
		switch h.Text(open - 1) {
		case "for", "if", "while", "switch", "catch", "constexpr":
			return mentioned(h, name, open, end) && reaches(h, end+1, at) && (headOf(h, name, open, end) > 0 || bindsIn(h, name, open, end))
		}
	}
	return false
}

// captures reports whether the lambda whose body opens at token open captures something else as name: [name = x].
func captures(h *Code, name string, open int) bool {
	end := open - 1
	if list := h.paramsBefore(open); list >= 0 {
		end = list - 1
	}
	if h.Text(end) != "]" || h.Match(end) < 0 {
		return false
	}
	return slices.ContainsFunc(between(h, name, h.Match(end), end), func(i int) bool { return !captured(h, i) })
}

// bindsIn reports whether the head of a statement from open to end has auto [name] in it.
func bindsIn(h *Code, name string, open, end int) bool {
	for i := open + 1; i < end; i++ {
		if m := h.Match(i); m > i && h.Text(i) == "[" && hides(h, name, i, m, end) {
			return true
		}
	}
	return false
}

// headOf is the token that declares name in the head of a statement from open to end, 0 if none does.
func headOf(h *Code, name string, open, end int) int {
	for _, i := range between(h, name, open, end) {
		if h.declaredAs(i, name) != nil {
			return i
		}
	}
	return 0
}

// reaches reports whether the statement that begins with token i holds token at.
func reaches(h *Code, i, at int) bool {
	for i < at {
		switch m := h.Match(i); {
		case h.Text(i) == "{" && m > at:
			return true
		case (h.Text(i) == ";" || h.Text(i) == "{") && h.Text(max(i, m)+1) != "else":
			return max(i, m) >= at
		case m > i:
			i = m
		}
		i++
	}
	return i >= at
}

func mentioned(h *Code, name string, open, end int) bool { return len(between(h, name, open, end)) > 0 }

// between are the places of name behind token lo and in front of token hi.
func between(h *Code, name string, lo, hi int) []int {
	all := h.indexed(name)
	from, _ := slices.BinarySearch(all, lo)
	to, _ := slices.BinarySearch(all, hi)
	var out []int
	for _, i := range all[from:max(from, to)] {
		if h.Token(i).Kind == source.Ident && i > lo {
			out = append(out, i)
		}
	}
	return out
}
