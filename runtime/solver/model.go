package solver

import (
	"math/big"
	"strings"
)

// model is a counterexample: the values of constants and of each incarnation of
// a variable, and the captured states along the path. A state lists only the
// variables that have changed since the previous state.
type model struct {
	top    map[string]string
	states []state
	nested bool // within the table of a function
}

type state struct {
	name   string
	values map[string]string // "" if the model leaves the value open
}

func newModel() *model { return &model{top: map[string]string{}} }

// line reads a line between *** MODEL and *** END_MODEL.
func (m *model) line(text string) {
	if name, ok := strings.CutPrefix(text, "*** STATE "); ok {
		m.states = append(m.states, state{stateName(name), map[string]string{}})
		return
	}
	if strings.HasPrefix(text, "***") {
		return
	}
	name, val, ok := binding(text)
	switch {
	case m.nested:
		m.nested = strings.TrimSpace(text) != "}"
	case !ok:
	case val == "{":
		m.nested = true
	case len(m.states) > 0:
		v, _ := value(val)
		m.states[len(m.states)-1].values[name] = v
	default:
		if v, ok := value(val); ok {
			m.top[name] = v
		}
	}
}

// binding splits name -> value.
func binding(text string) (name, val string, ok bool) {
	name, val, ok = strings.Cut(strings.TrimSpace(text), " -> ")
	name = strings.Trim(name, "|")
	if rest, quoted := strings.CutPrefix(name, "q@"); quoted && !decimal(rest) {
		name = rest // Boogie renames select, store and the like; q@1 is q's incarnation
	}
	return name, strings.TrimSpace(val), ok
}

// last gives each constant and variable its value in the last captured state,
// and the name of that state, without values that the model leaves open.
func (m *model) last(procs []procedure) (values map[string]string, at string) {
	values = map[string]string{}
	for name, v := range m.top {
		if !internal(name) {
			values[name] = v
		}
	}
	for _, p := range procs { // Boogie models each procedure as a truth value
		delete(values, p.name)
	}
	for _, s := range m.states {
		if s.name != "<initial>" {
			at = s.name
		}
		for name, v := range s.values {
			if v == "" {
				delete(values, name)
			} else if !internal(name) {
				values[name] = v
			}
		}
	}
	return values, at
}

// internal reports whether Boogie or Z3 made a name: incarnations, labels,
// witnesses of quantifiers, formals of inlined calls.
func internal(name string) bool {
	return strings.ContainsAny(name, "@%!") || strings.HasPrefix(name, "inline$") ||
		strings.HasPrefix(name, "$mv_state") || name == "tickleBool"
}

// value converts a value of Z3 or Boogie to one spelling: integers in decimal,
// bit-vectors as unsigned decimals, true and false. Anything else, such as the
// elements of uninterpreted types and Boogie's ** for "any", is no value.
func value(s string) (string, bool) {
	s = strings.TrimSpace(s)
	switch {
	case s == "true" || s == "false" || decimal(s):
		return s, true
	case strings.HasPrefix(s, "#x"):
		return number(s[2:], 16)
	case strings.HasPrefix(s, "#b"):
		return number(s[2:], 2)
	case strings.HasPrefix(s, "(_ bv"):
		digits, _, _ := strings.Cut(s[len("(_ bv"):], " ")
		return digits, decimal(digits)
	case strings.HasPrefix(s, "-"), strings.HasPrefix(s, "(-"):
		digits := strings.Trim(s, "(-) ")
		if !decimal(digits) || strings.Count(s, "-") != 1 {
			return "", false
		}
		return "-" + digits, true
	}
	if digits, bits, ok := strings.Cut(s, "bv"); ok && decimal(digits) && decimal(bits) {
		return digits, true
	}
	return "", false
}

func decimal(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

func number(digits string, base int) (string, bool) {
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || n.Sign() < 0 {
		return "", false
	}
	return n.String(), true
}

// stateName is the name of a captured state in the program; to copies by loop
// unrolling Boogie appends $renamed$ and a number.
func stateName(text string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(text), "$renamed$")
	return name
}
