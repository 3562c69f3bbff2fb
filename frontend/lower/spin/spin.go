// Package spin finds loops that do nothing but test a barrier until its phase is complete, and
// makes them one wait each:
//
//	do { done = mbarrier.try_wait.parity(bar, p); } while (!done);
//
// A test does not wait, and what it yields depends on how fast other threads are. Such a loop ends
// exactly where a wait does, as the hardware lets every thread go on at some time. What its iterations
// change besides is unknown behind it.
package spin

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/frontend/lower/tidy"
)

// Waits returns the statements with such loops replaced.
func Waits(stmts []kernel.Stmt) []kernel.Stmt { return waits(stmts, values{}) }

// waits is Waits for statements at whose start some variables are known to be constant.
func waits(stmts []kernel.Stmt, known values) []kernel.Stmt {
	if !kernel.TestsPhase(stmts) {
		return stmts
	}
	var out []kernel.Stmt
	for _, s := range stmts {
		if loop, ok := s.(*kernel.Loop); ok {
			if wait := waitOf(loop, known); wait != nil {
				out = append(out, wait...)
				known = values{}
				continue
			}
		}
		if a, ok := s.(*kernel.Assign); ok {
			known[a.Dst] = known.of(a.X)
		} else if v := kernel.Assigned(s); v != nil {
			known[v] = nil
		}
		if len(kernel.Blocks(s)) > 0 {
			_, again := s.(*kernel.Loop)
			s = kernel.MapBlocks(s, func(stmts []kernel.Stmt) []kernel.Stmt {
				if again { // an iteration begins with what the one before left
					return waits(stmts, values{})
				}
				return waits(stmts, copyOf(known))
			})
			known = values{}
		}
		if r, ok := s.(*kernel.Region); ok {
			// A loop that a jump left ends in that jump now, which leads where execution goes anyway.
			body, trimmed := tidy.TrimLeaves(r.Body, r.Label)
			if trimmed > 0 && !tidy.HasLeave(body, r.Label) {
				out = append(out, body...)
				continue
			}
		}
		// Only constants are of use at the start of a loop.
		for v, e := range known {
			if _, ok := e.(*kernel.Const); !ok {
				delete(known, v)
			}
		}
		out = append(out, s)
	}
	return testedBefore(out)
}

// values are what variables hold, in terms of what they held when the loop began; nil for what
// is not known, and nothing for those that hold what they did.
type values map[*kernel.Var]kernel.Expr

// of is the value of e, nil if it is not known.
func (v values) of(e kernel.Expr) kernel.Expr {
	unknown := false
	out := kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		ref, ok := e.(*kernel.VarRef)
		if !ok {
			return e
		}
		x, set := v[ref.Var]
		switch {
		case !set:
			return e
		case x == nil:
			unknown = true
			return e
		}
		return x
	}))
	if _, ok := out.(*kernel.Const); unknown && !ok {
		return nil
	}
	return out // folding has dropped what is unknown
}

// most bounds the rounds of a loop that are followed, and the variables that are found to change.
const most = 8

// waitOf is the statements that do what the loop does; nil if it is not one that only waits.
func waitOf(loop *kernel.Loop, known values) []kernel.Stmt {
	if len(loop.Invariants) > 0 || !kernel.TestsPhase([]kernel.Stmt{loop}) {
		return nil
	}
	var changed []*kernel.Var
	for range most {
		start := values{}
		for v, e := range known {
			start[v] = e
		}
		for _, v := range changed {
			start[v] = nil
		}
		again := &round{loop: loop, env: start}
		if !again.run() || !again.repeats || !again.sameTest() {
			return nil
		}
		more := again.differ(changed)
		if len(more) == 0 {
			last := &round{loop: loop, env: copyOf(start), result: true}
			if !last.run() || last.repeats || last.first == nil {
				return nil
			}
			return last.statements(loop, changed)
		}
		changed = append(changed, more...)
	}
	return nil
}

func copyOf(v values) values {
	out := values{}
	for k, e := range v {
		out[k] = e
	}
	return out
}

// round follows a loop with one result of its tests: until it ends, or tests again.
type round struct {
	loop   *kernel.Loop
	env    values
	result bool

	first, second values // at the tests
	operands      [2][]kernel.Expr
	repeats       bool // a second test was reached
	ended         bool
	out           []kernel.Stmt
}

// outcome is how a list of statements ends.
type outcome int

const (
	falls outcome = iota // to the next statement
	stops                // the loop is followed no further
	breaks
	continues
	leaves
	fails // there is more to it than a test
)

// run follows the loop; false if it does something else than test.
func (r *round) run() bool {
	start := copyOf(r.env)
	r.env = start
	for i := 0; i < most; i++ {
		var parts [][]kernel.Stmt
		if r.loop.DoWhile {
			parts = [][]kernel.Stmt{nil, r.loop.Body, r.loop.Post, r.loop.Head}
		} else {
			parts = [][]kernel.Stmt{r.loop.Head, r.loop.Body, r.loop.Post}
		}
		for at, part := range parts {
			o, label := r.list(part)
			switch {
			case o == stops:
				return true
			case o == breaks && at == 1:
				r.ended = true
				return true
			case o == leaves && at == 1:
				r.ended = true
				r.out = append(r.out, &kernel.Leave{Src: r.loop.Src, Label: label})
				return true
			case o == falls, o == continues && at == 1:
			default:
				return false
			}
			if at == 0 && !r.loop.DoWhile || at == 3 {
				goes, sure := r.holds(r.loop.Cond)
				if !sure {
					return false
				}
				if !goes {
					r.ended = true
					return true
				}
			}
		}
	}
	return false
}

func (r *round) holds(e kernel.Expr) (holds, sure bool) {
	c, ok := r.env.of(e).(*kernel.Const)
	return ok && c.Val != 0, ok
}

// list follows statements; label is where a leave goes.
func (r *round) list(stmts []kernel.Stmt) (o outcome, label string) {
	for _, s := range stmts {
		if o, label = r.step(s); o != falls {
			return o, label
		}
	}
	return falls, ""
}

func (r *round) step(s kernel.Stmt) (outcome, string) {
	switch s := s.(type) {
	case *kernel.Assign:
		r.env[s.Dst] = r.env.of(s.X)
		r.out = append(r.out, s)
	case *kernel.Havoc:
		r.env[s.Dst] = nil
		r.out = append(r.out, s)
	case *kernel.Load:
		if !s.OfBarrier || s.Dst != nil {
			return fails, ""
		}
		if r.first != nil { // that of the next test
			break
		}
		r.out = append(r.out, s)
	case *kernel.Phase:
		return r.test(s), ""
	case *kernel.If:
		goes, sure := r.holds(s.Cond)
		switch {
		case !sure && kernel.OnlyComputes(s.Then) && kernel.OnlyComputes(s.Else): // how long it pauses before it tests again
			kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
				if v := kernel.Assigned(s); v != nil {
					r.env[v] = nil
				}
				return true
			})
			r.out = append(r.out, s)
		case !sure:
			return fails, ""
		case goes:
			return r.list(s.Then)
		}
		return r.list(s.Else)
	case *kernel.Region:
		o, label := r.list(s.Body)
		if o == leaves && label == s.Label {
			return falls, ""
		}
		return o, label
	case *kernel.Leave:
		return leaves, s.Label
	case *kernel.Break:
		return breaks, ""
	case *kernel.Continue:
		return continues, ""
	default:
		// Others have an effect, or are loops of their own.
		return fails, ""
	}
	return falls, ""
}

func (r *round) test(s *kernel.Phase) outcome {
	if s.Op != kernel.PhaseTest {
		return fails
	}
	var operands []kernel.Expr
	for _, e := range []kernel.Expr{s.At.Index, s.Token, s.Parity} {
		if e != nil {
			if e = r.env.of(e); e == nil {
				return fails
			}
		}
		operands = append(operands, e)
	}
	if r.first != nil {
		r.second, r.operands[1], r.repeats = copyOf(r.env), operands, true
		return stops
	}
	r.first, r.operands[0] = copyOf(r.env), operands
	wait := *s
	wait.Op, wait.Dst, wait.Src = kernel.PhaseWait, nil, r.loop.Src
	is := kernel.Expr(kernel.BoolConst(r.result))
	r.env[s.Dst] = is
	r.out = append(r.out, &wait, &kernel.Assign{Src: s.Src, Dst: s.Dst, X: is})
	return falls
}

// sameTest reports whether the second test is the first one again.
func (r *round) sameTest() bool {
	for i, e := range r.operands[0] {
		if e != nil && !same(e, r.operands[1][i]) {
			return false
		}
	}
	return true
}

func same(x, y kernel.Expr) bool {
	return x == nil && y == nil || x != nil && y != nil && kernel.ExprString(x) == kernel.ExprString(y) && x.Type() == y.Type()
}

// differ are variables besides those already known to change, which another iteration finds with other values.
func (r *round) differ(but []*kernel.Var) (out []*kernel.Var) {
	for v, now := range r.second {
		before, set := r.first[v]
		if !set {
			before = kernel.Ref(v)
		}
		if !same(before, now) && !slices.Contains(but, v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b *kernel.Var) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out
}

// statements are those of the last iteration, behind values that nobody knows for the variables that
// earlier ones change.
func (r *round) statements(loop *kernel.Loop, changed []*kernel.Var) []kernel.Stmt {
	if !r.ended {
		return nil
	}
	set, read := map[*kernel.Var]bool{}, map[*kernel.Var]bool{}
	for _, s := range r.out {
		for _, v := range kernel.Reads(s) {
			read[v] = read[v] || !set[v]
		}
		if v := kernel.Assigned(s); v != nil {
			set[v] = true
		}
	}
	var out []kernel.Stmt
	for _, v := range changed {
		if read[v] || !set[v] {
			out = append(out, &kernel.Havoc{Src: loop.Src, Dst: v, Why: "how often a barrier is tested"})
		}
	}
	return append(out, r.out...)
}

// testedBefore makes a test and the wait for the same phase that follows if the test fails one wait:
// libraries test once before they wait in a loop.
//
//	t = phase.test(b); if (!t) { wait(b); … }
func testedBefore(stmts []kernel.Stmt) []kernel.Stmt {
	for i, s := range stmts {
		test, ok := s.(*kernel.Phase)
		if !ok || test.Op != kernel.PhaseTest || test.Dst == nil {
			continue
		}
		for j := i + 1; j < len(stmts); j++ {
			branch, ok := stmts[j].(*kernel.If)
			if !ok {
				if v := kernel.Assigned(stmts[j]); v == test.Dst || v != nil && reads(test, v) || !kernel.OnlyComputes(stmts[j:j+1]) {
					break
				}
				continue
			}
			if without := branchWithout(branch, test, stmts[i+1:j]); without != nil {
				wait := *test
				wait.Op, wait.Dst = kernel.PhaseWait, nil
				out := append(slices.Clone(stmts[:i]), &wait, &kernel.Havoc{Src: test.Src, Dst: test.Dst, Why: "whether a barrier is complete"})
				return testedBefore(append(append(append(out, stmts[i+1:j]...), without), stmts[j+1:]...))
			}
			break
		}
	}
	return stmts
}

func reads(s kernel.Stmt, v *kernel.Var) bool { return slices.Contains(kernel.Reads(s), v) }

// branchWithout is the branch without its wait, nil unless it waits for what was tested exactly if the test
// fails, and does nothing else; between are the statements before it.
func branchWithout(branch *kernel.If, test *kernel.Phase, between []kernel.Stmt) *kernel.If {
	decided := func(is bool) (holds, sure bool) {
		env := values{test.Dst: kernel.BoolConst(is)}
		for _, s := range between {
			if v := kernel.Assigned(s); v != nil {
				env[v] = nil
				if a, ok := s.(*kernel.Assign); ok {
					env[v] = env.of(a.X)
				}
			}
		}
		c, ok := env.of(branch.Cond).(*kernel.Const)
		return ok && c.Val != 0, ok
	}
	complete, sure := decided(true)
	waits, too := decided(false)
	if !sure || !too || complete == waits {
		return nil
	}
	out := *branch
	yes, no := &out.Then, &out.Else
	if complete {
		yes, no = no, yes
	}
	rest, found := withoutWait(*yes, test)
	if !found || !kernel.OnlyComputes(rest) || !kernel.OnlyComputes(*no) {
		return nil
	}
	*yes = rest
	return &out
}

// withoutWait is stmts without the one wait for what was tested.
func withoutWait(stmts []kernel.Stmt, test *kernel.Phase) (rest []kernel.Stmt, found bool) {
	for _, s := range stmts {
		if access, ok := s.(*kernel.Load); ok && access.OfBarrier && access.Dst == nil && !found {
			continue
		}
		wait, ok := s.(*kernel.Phase)
		switch {
		case !ok:
			if v := kernel.Assigned(s); !found && v != nil && reads(test, v) {
				return nil, false
			}
			rest = append(rest, s)
		case found || wait.Op != kernel.PhaseWait || wait.At.Array != test.At.Array || !same(wait.At.Index, test.At.Index) ||
			!same(wait.Token, test.Token) || !same(wait.Parity, test.Parity):
			return nil, false
		default:
			found = true
		}
	}
	return rest, found
}
