package emulate

import (
	"strings"

	"gv2/frontend/kernel"
)

// causeKind is the kind of origin of an unknown value.
type causeKind uint8

const (
	anything causeKind = iota
	fromParam
	fromBlock   // blockIdx
	fromLaunch  // gridDim
	fromLoad    // contents of memory
	fromAtomic  // the result of an atomic
	fromHavoc   // an arbitrary value
	fromFloat   // floating-point arithmetic, a literal
	fromInteger // an undefined result
	fromCall    // an uninterpreted function
	fromVote
	fromShuffle
	fromActive
	fromBarrier // a reduction
)

// cause is the origin of unknown values.
type cause struct {
	kind causeKind
	name string      // of the parameter, builtin or function
	stmt kernel.Stmt // the statement that made it unknown, if one did
	// param is the parameter, of those that are one.
	param *kernel.Var
}

// explain fills in the parts of a NotStatic that name the cause.
func (c *cause) explain(n *NotStatic) {
	at := ""
	if c.stmt != nil {
		n.Origin = c.stmt.Source().Pos
		at = " at " + n.Origin.String()
	}
	switch c.kind {
	case fromParam:
		n.Cause, n.Param, n.Written = "parameter "+c.param.Written(), c.name, c.param.Written()
	case fromBlock:
		n.Cause, n.Block = c.name, true
	case fromLaunch:
		n.Cause = c.name
	case fromLoad:
		n.Cause = element(kernel.Touched(c.stmt).Array) + " loaded" + at
	case fromAtomic:
		if kernel.OnlyReads(c.stmt) {
			n.Cause = element(kernel.Touched(c.stmt).Array) + " loaded" + at
			return
		}
		n.Cause = "the value that the atomic on " + element(kernel.Touched(c.stmt).Array) + at + " returned"
	case fromHavoc:
		n.Cause = havocked(c.stmt.(*kernel.Havoc).Why) + at
	case fromFloat:
		n.Cause = "the floating-point value computed" + at
	case fromInteger:
		n.Cause = "the undefined result computed" + at
	case fromCall:
		n.Cause = c.name + "()" + at
	case fromVote:
		n.Cause = "the vote" + at
	case fromShuffle:
		n.Cause = "the shuffle" + at + ", which reads a lane that takes no part"
	case fromActive:
		n.Cause = "the set of active threads" + at
	case fromBarrier:
		n.Cause = "the result of the reduction" + at
		if _, ok := c.stmt.(*kernel.Phase); ok {
			n.Cause = "the test of the barrier" + at
		}
	default:
		n.Cause = "an unknown value"
	}
}

// element prints an element of a whose index does not matter.
func element(a *kernel.Array) string {
	switch {
	case strings.Contains(a.Label, "[]"):
		return strings.ReplaceAll(a.Label, "[]", "[…]")
	case a.Len == 1 && len(a.Dims) == 0 && !a.Param:
		return a.Label
	}
	return a.Label + "[…]"
}

// havocked turns the reason of a Havoc into a noun phrase.
func havocked(why string) string {
	if name, ok := strings.CutSuffix(why, " is not initialised"); ok {
		return "the uninitialised variable " + name + ", declared"
	}
	if why == "" {
		return "an arbitrary value"
	}
	return why
}

// notStatic is the error that a decision of stmt depends on the unknown id.
func (s *state) notStatic(stmt kernel.Stmt, what string, id int64) *NotStatic {
	n := &NotStatic{Src: stmt.Source(), Stmt: stmt, What: what}
	s.code.causes[s.symbols.causeOf(id)].explain(n)
	return n
}
