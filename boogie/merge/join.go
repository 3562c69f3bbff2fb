package merge

import (
	"fmt"
	"slices"
	"strings"

	"gv2/boogie"
)

// mostPairs is up to how many pairs of statements are compared of two lists.
const mostPairs = 1 << 24

// joining merges the statements of procedures a and b, which use these names.
type joining struct {
	*merging
	usedA, usedB map[string]bool
}

// stmts is a shortest list that has both lists in it. It is not ok if what one has and the other has not may change the other.
func (j *joining) stmts(a, b []boogie.Stmt) ([]boogie.Stmt, bool) {
	ta, tb := texts(a), texts(b)
	var out []boogie.Stmt
	for len(ta) > 0 && len(tb) > 0 && ta[0] == tb[0] {
		both, ok := j.both(a[0], b[0])
		if !ok {
			return nil, false
		}
		out = append(out, both)
		a, b, ta, tb = a[1:], b[1:], ta[1:], tb[1:]
	}
	if len(a)*len(b) > mostPairs {
		return nil, false
	}
	// common[i][k] is how many statements a[i:] and b[k:] have in common.
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if common[i][k] = max(common[i+1][k], common[i][k+1]); ta[i] == tb[k] {
				common[i][k] = common[i+1][k+1] + 1
			}
		}
	}
	for i, k := 0, 0; i < len(a) || k < len(b); {
		switch {
		case i < len(a) && k < len(b) && ta[i] == tb[k]:
			both, ok := j.both(a[i], b[k])
			if !ok {
				return nil, false
			}
			out = append(out, both)
			i, k = i+1, k+1
		case k == len(b) || i < len(a) && common[i+1][k] >= common[i][k+1]:
			if !j.addition(a[i], j.usedB) {
				return nil, false
			}
			out = append(out, a[i])
			i++
		default:
			if !j.addition(b[k], j.usedA) {
				return nil, false
			}
			out = append(out, b[k])
			k++
		}
	}
	return out, true
}

// both is a statement that both lists have, with what each has within it.
func (j *joining) both(a, b boogie.Stmt) (boogie.Stmt, bool) {
	switch a := a.(type) {
	case *boogie.If:
		b := b.(*boogie.If)
		then, one := j.stmts(a.Then, b.Then)
		other, two := j.stmts(a.Else, b.Else)
		return &boogie.If{C: a.C, Then: then, Else: other}, one && two
	case *boogie.While:
		b := b.(*boogie.While)
		body, ok := j.stmts(a.Body, b.Body)
		invs, same := invariants(a.Invs, b.Invs)
		return &boogie.While{C: a.C, Invs: invs, Body: body, Tag: a.Tag}, ok && same
	}
	return a, true
}

// invariants are those of both loops. What is assumed and not shown has to be the same.
func invariants(a, b []boogie.Invariant) ([]boogie.Invariant, bool) {
	out := slices.Clone(a)
	var freeA, freeB []string
	for _, inv := range a {
		if inv.Free {
			freeA = append(freeA, boogie.ExprString(inv.E))
		}
	}
	for _, inv := range b {
		text := boogie.ExprString(inv.E)
		if inv.Free {
			freeB = append(freeB, text)
		}
		if !slices.ContainsFunc(a, func(o boogie.Invariant) bool {
			return o.Free == inv.Free && (o.Candidate == "") == (inv.Candidate == "") && boogie.ExprString(o.E) == text
		}) {
			out = append(out, inv)
		}
	}
	return out, slices.Equal(freeA, freeB)
}

// addition reports whether a statement that one procedure has leaves the other as it is, which uses these names: it changes none of
// them, ends, and goes on.
func (j *joining) addition(s boogie.Stmt, others map[string]bool) bool {
	free := func(name string) bool { return !others[name] }
	switch s := s.(type) {
	case *boogie.Comment, *boogie.Assert:
		return true
	case *boogie.Assume:
		lit, is := s.E.(*boogie.BoolLit)
		return is && lit.Val
	case *boogie.Assign:
		for _, x := range s.Lhs {
			if !free(changed(x)) {
				return false
			}
		}
		return true
	case *boogie.Havoc:
		return !slices.ContainsFunc(s.Names, func(name string) bool { return !free(name) })
	case *boogie.Call:
		callee := j.procs[s.F]
		if callee == nil || len(callee.Ensures) > 0 {
			return false
		}
		for _, name := range slices.Concat(s.Results, callee.Modifies) {
			if !free(name) {
				return false
			}
		}
		return goesOn(callee.Body)
	case *boogie.If:
		for _, s := range slices.Concat(s.Then, s.Else) {
			if !j.addition(s, others) {
				return false
			}
		}
		return true
	}
	return false // a loop need not end, a jump leaves out what follows
}

// goesOn reports whether what is called ends and comes back, whatever it is called with.
func goesOn(body []boogie.Stmt) bool {
	ok := true
	boogie.WalkStmts(body, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Assume, *boogie.While, *boogie.Break, *boogie.Return, *boogie.Call:
			ok = false
		default:
			_ = s // what assigns, compares and chooses
		}
	})
	return ok
}

// changed is the variable that an assignment to x changes.
func changed(x boogie.Expr) string {
	for {
		switch e := x.(type) {
		case *boogie.Id:
			return e.Name
		case *boogie.Select:
			x = e.M
		default:
			return ""
		}
	}
}

// used are the names that a procedure uses, by itself and by what it calls.
func (m *merging) used(p *boogie.Proc) map[string]bool {
	out := map[string]bool{}
	var of func(p *boogie.Proc)
	done := map[*boogie.Proc]bool{}
	exprs := func(list ...boogie.Expr) {
		for _, e := range list {
			boogie.Walk(e, func(e boogie.Expr) bool {
				if id, is := e.(*boogie.Id); is {
					out[id.Name] = true
				}
				return true
			})
		}
	}
	names := func(list []string) {
		for _, name := range list {
			out[name] = true
		}
	}
	of = func(p *boogie.Proc) {
		if p == nil || done[p] {
			return
		}
		done[p] = true
		names(p.Modifies)
		for _, s := range slices.Concat(p.Requires, p.Ensures) {
			exprs(s.E)
		}
		boogie.WalkStmts(p.Body, func(s boogie.Stmt) {
			switch s := s.(type) {
			case *boogie.Assign:
				exprs(slices.Concat(s.Lhs, s.Rhs)...)
			case *boogie.Havoc:
				names(s.Names)
			case *boogie.Assert:
				exprs(s.E)
			case *boogie.Assume:
				exprs(s.E)
			case *boogie.Call:
				names(s.Results)
				exprs(s.Args...)
				of(m.procs[s.F])
			case *boogie.If:
				if s.C != nil {
					exprs(s.C)
				}
			case *boogie.While:
				exprs(s.C)
				for _, inv := range s.Invs {
					exprs(inv.E)
				}
			default: // comments and jumps use no names
			}
		})
	}
	of(p)
	return out
}

// texts are what makes statements the same in two lists: their text, of an If and a While the condition.
func texts(list []boogie.Stmt) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = text(s)
	}
	return out
}

func text(s boogie.Stmt) string {
	list := func(es []boogie.Expr) string {
		var out []string
		for _, e := range es {
			out = append(out, boogie.ExprString(e))
		}
		return strings.Join(out, ", ")
	}
	switch s := s.(type) {
	case *boogie.Comment:
		return "// " + s.Text
	case *boogie.Assign:
		return list(s.Lhs) + " := " + list(s.Rhs)
	case *boogie.Havoc:
		return "havoc " + strings.Join(s.Names, ", ")
	case *boogie.Assert:
		return "assert " + fmt.Sprint(s.Attrs) + boogie.ExprString(s.E)
	case *boogie.Assume:
		return "assume " + boogie.ExprString(s.E)
	case *boogie.Call:
		return "call " + strings.Join(s.Results, ", ") + " := " + s.F + "(" + list(s.Args) + ")"
	case *boogie.If:
		if s.C == nil {
			return "if *"
		}
		return "if " + boogie.ExprString(s.C)
	case *boogie.While:
		return "while " + boogie.ExprString(s.C)
	case *boogie.Break:
		return "break"
	case *boogie.Return:
		return "return"
	}
	panic(fmt.Sprintf("merge: a statement of type %T", s))
}
