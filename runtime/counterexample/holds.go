package counterexample

import (
	"strconv"

	"gv2/boogie"
)

// holds evaluates a condition of the translation in a captured state, as far as it is
// made of variables, comparisons, sums and what joins them.
func (m model) holds(e boogie.Expr) (value, known bool) {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return e.Val, true
	case *boogie.Id:
		text := m.state[e.Name]
		return text == "true", text == "true" || text == "false"
	case *boogie.Unary:
		x, known := m.holds(e.X)
		return !x, known && e.Op == "!"
	case *boogie.Binary:
		return m.joined(e)
	}
	return false, false
}

func (m model) joined(e *boogie.Binary) (value, known bool) {
	x, knownX := m.holds(e.X)
	y, knownY := m.holds(e.Y)
	switch e.Op {
	case "&&":
		return x && y, knownX && knownY || knownX && !x || knownY && !y
	case "||":
		return x || y, knownX && knownY || knownX && x || knownY && y
	case "==>":
		return !x || y, knownX && knownY || knownX && !x || knownY && y
	}
	a, knownA := m.number(e.X)
	b, knownB := m.number(e.Y)
	if !knownA || !knownB {
		return false, false
	}
	switch e.Op {
	case "==":
		return a == b, true
	case "!=":
		return a != b, true
	case "<":
		return a < b, true
	case "<=":
		return a <= b, true
	case ">":
		return a > b, true
	case ">=":
		return a >= b, true
	}
	return false, false
}

// largestTerm bounds the numbers that are added, so that no sum wraps.
const largestTerm = 1 << 60

func (m model) number(e boogie.Expr) (n int64, known bool) {
	switch e := e.(type) {
	case *boogie.IntLit:
		n, err := strconv.ParseInt(e.Text, 10, 64)
		return n, err == nil
	case *boogie.Id:
		n, err := strconv.ParseInt(m.state[e.Name], 10, 64)
		return n, err == nil
	case *boogie.Binary:
		a, knownA := m.number(e.X)
		b, knownB := m.number(e.Y)
		small := max(a, -a, b, -b) < largestTerm && min(a, b) > -largestTerm
		switch {
		case e.Op == "+":
			return a + b, knownA && knownB && small
		case e.Op == "-":
			return a - b, knownA && knownB && small
		}
	}
	return 0, false
}
