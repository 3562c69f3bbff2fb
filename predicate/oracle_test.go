package predicate_test

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// The oracle: two interpreters that the property tests compare. directly runs
// one thread of a kernel by the meaning of its statements; together runs a
// predicated program for two threads in lock step.

// machine is the state of one thread. Arbitrary values are a fixed function of
// the thread, the statement's line and how often the thread has executed it, so
// that both interpreters see the same. Each thread has a copy of the memory
// that is written: the oracle does not model what other threads store there.
type machine struct {
	tid, bid int64
	vars     map[*kernel.Var]int64
	runs     map[int]int
	trace    []string
	values   map[int][]int64 // stored, by line
	memory   map[cell]int64
	constant map[*kernel.Array]bool
	fuel     int
	err      error
	// choices are the values of variables that a pass chooses. excluded is set
	// if an assumption does not hold: then the run does not exist.
	choices  map[*kernel.Var]int64
	excluded bool
}

func newMachine(k *kernel.Kernel, tid, bid int64, fuel int) *machine {
	m := &machine{tid: tid, bid: bid, vars: map[*kernel.Var]int64{}, runs: map[int]int{},
		constant: map[*kernel.Array]bool{}, memory: map[cell]int64{}, values: map[int][]int64{}, fuel: fuel}
	written := fact.Written(k)
	for _, a := range k.Arrays {
		m.constant[a] = !written[a] && a.Space != kernel.Shared && a.Space != kernel.Local
	}
	for i, v := range k.Params {
		m.vars[v] = int64(3 + 2*i)
	}
	return m
}

// cell is an element of an array.
type cell struct {
	array *kernel.Array
	index int64
}

func mix(xs ...int64) int64 {
	h := int64(1469598103934665603)
	for _, x := range xs {
		h = (h ^ x) * 1099511628211
		h ^= int64(uint64(h) >> 29)
	}
	return h
}

func (m *machine) step() bool {
	m.fuel--
	if m.fuel < 0 && m.err == nil {
		m.err = fmt.Errorf("out of fuel")
	}
	return m.err == nil
}

func truthValue(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (m *machine) eval(e kernel.Expr) int64 {
	switch e := e.(type) {
	case *kernel.Const:
		return e.Val
	case *kernel.VarRef:
		return m.vars[e.Var]
	case *kernel.Builtin:
		return m.builtin(e)
	case *kernel.Unary:
		switch e.Op {
		case kernel.Not:
			return 1 - m.eval(e.X)
		case kernel.Neg:
			return e.Type().Wrap(-m.eval(e.X))
		}
	case *kernel.Convert:
		return e.T.Wrap(m.eval(e.X))
	case *kernel.Cond:
		if m.eval(e.C) != 0 {
			return m.eval(e.X)
		}
		return m.eval(e.Y)
	case *kernel.Binary:
		return e.Type().Wrap(m.binary(e.Op, m.eval(e.X), m.eval(e.Y)))
	}
	panic(fmt.Sprintf("oracle: %T", e))
}

func (m *machine) builtin(b *kernel.Builtin) int64 {
	switch b.Kind {
	case kernel.ThreadIdx:
		return m.tid
	case kernel.BlockIdx:
		return m.bid
	}
	return 4
}

func (m *machine) binary(op kernel.BinaryOp, x, y int64) int64 {
	switch op {
	case kernel.Add:
		return x + y
	case kernel.Sub:
		return x - y
	case kernel.Mul:
		return x * y
	case kernel.And:
		return x & y
	case kernel.Eq:
		return truthValue(x == y)
	case kernel.Ne:
		return truthValue(x != y)
	case kernel.Lt:
		return truthValue(x < y)
	case kernel.Le:
		return truthValue(x <= y)
	case kernel.Gt:
		return truthValue(x > y)
	case kernel.Ge:
		return truthValue(x >= y)
	case kernel.Implies:
		return truthValue(x == 0 || y != 0)
	case kernel.LAnd:
		return x & y
	case kernel.LOr:
		return x | y
	}
	panic(fmt.Sprintf("oracle: operator %d", op))
}

// leaf runs a simple statement.
func (m *machine) leaf(s kernel.Stmt) {
	line := int64(s.Source().Pos.Line)
	m.runs[int(line)]++
	run := int64(m.runs[int(line)])
	small := func(v int64) int64 { return v & 7 }
	switch s := s.(type) {
	case *kernel.Assign:
		m.vars[s.Dst] = m.eval(s.X)
	case *kernel.Assume:
		m.excluded = m.excluded || m.eval(s.Cond) == 0
	case *kernel.Havoc:
		if v, ok := m.choices[s.Dst]; ok {
			m.vars[s.Dst] = v
			return
		}
		m.vars[s.Dst] = small(mix(m.tid, m.bid, line, run))
	case *kernel.Load:
		at := m.access("load", &s.Acc)
		if s.Dst != nil {
			m.vars[s.Dst] = m.read(at)
		}
	case *kernel.Store:
		at := m.access("store", &s.Acc)
		m.memory[at] = 999
		if s.X != nil {
			m.memory[at] = m.eval(s.X)
			m.values[int(line)] = append(m.values[int(line)], m.eval(s.X))
		}
	case *kernel.Atomic:
		at := m.access("atomic", &s.Acc)
		old, stored := m.read(at), int64(999)
		if len(s.Args) > 0 {
			stored = m.eval(s.Args[0])
		}
		m.memory[at] = stored
		if s.Dst != nil {
			m.vars[s.Dst] = old
		}
	case *kernel.Barrier:
		m.log("barrier %d", m.eval(s.ID))
		if s.Dst != nil {
			m.vars[s.Dst] = small(mix(m.bid, line, run))
		}
	case *kernel.Assert:
		m.log("assert line %d: %d", line, m.eval(s.Cond))
	default:
		panic(fmt.Sprintf("oracle: %T", s))
	}
}

// access logs an access to memory that other threads can see.
func (m *machine) access(kind string, a *kernel.Access) cell {
	at := cell{a.Array, m.eval(a.Index)}
	if a.Array.Space != kernel.Local {
		m.log("%s %s[%d]", kind, a.Array.Name, at.index)
	}
	return at
}

// read: an element that the thread has not written has a value on which all
// threads agree only if nothing writes the array.
func (m *machine) read(at cell) int64 {
	if v, ok := m.memory[at]; ok {
		return v
	}
	if m.constant[at.array] {
		return mix(77, at.index) & 7
	}
	return mix(m.tid, m.bid, at.index) & 7
}

func (m *machine) log(format string, args ...any) {
	m.trace = append(m.trace, fmt.Sprintf(format, args...))
}

// directly runs the list and returns the target if the thread jumps out of it.
func (m *machine) directly(stmts []kernel.Stmt, in *fact.Enclosing) (fact.Target, bool) {
	for _, s := range stmts {
		if !m.step() {
			return fact.Target{}, true
		}
		if t, ok := m.one(s, in); ok {
			return t, true
		}
	}
	return fact.Target{}, false
}

func (m *machine) one(s kernel.Stmt, in *fact.Enclosing) (fact.Target, bool) {
	if t, ok := fact.TargetOf(s, in); ok {
		return t, true
	}
	switch s := s.(type) {
	case *kernel.If:
		if m.eval(s.Cond) != 0 {
			return m.directly(s.Then, in)
		}
		return m.directly(s.Else, in)
	case *kernel.Region:
		t, ok := m.directly(s.Body, in.Enter(s))
		return t, ok && t != fact.Target{Kind: fact.EndOfRegion, Stmt: s}
	case *kernel.Loop:
		t, ok := m.loop(s, in.Enter(s))
		return t, ok && t != fact.Target{Kind: fact.EndOfLoop, Stmt: s}
	}
	m.leaf(s)
	return fact.Target{}, false
}

func (m *machine) loop(l *kernel.Loop, in *fact.Enclosing) (fact.Target, bool) {
	if !l.DoWhile {
		if t, ok := m.directly(l.Head, in); ok {
			return t, true
		}
	}
	for first := true; (first && l.DoWhile) || m.eval(l.Cond) != 0; first = false {
		if !m.step() {
			return fact.Target{}, true
		}
		t, ok := m.directly(l.Body, in)
		if ok && t != (fact.Target{Kind: fact.EndOfIteration, Stmt: l}) {
			return t, true
		}
		for _, part := range [][]kernel.Stmt{l.Post, l.Head} {
			if t, ok := m.directly(part, in); ok {
				return t, true
			}
		}
	}
	return fact.Target{}, false
}

// pair is two threads that run a predicated program.
type pairMachine struct {
	prog *predicate.Program
	one  [2]*machine
	err  error
	seen map[string]int
}

func (m *pairMachine) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// same evaluates an expression on which the two threads must agree.
func (m *pairMachine) same(what string, src kernel.Src, e kernel.Expr) bool {
	a, b := m.one[0].eval(e), m.one[1].eval(e)
	if a != b {
		m.fail("line %d: %s %s is %d and %d", src.Pos.Line, what, kernel.ExprString(e), a, b)
	}
	return a != 0
}

func (m *pairMachine) ok() bool {
	for _, t := range m.one {
		if !t.step() {
			m.fail("%v", t.err)
		}
	}
	return m.err == nil
}

func (m *pairMachine) together(stmts []predicate.Stmt) {
	for _, s := range stmts {
		if !m.ok() {
			return
		}
		switch s := s.(type) {
		case *predicate.Do:
			m.do(s)
		case *predicate.If:
			m.seen["if"]++
			if m.same("condition", s.Src, s.Cond) {
				m.together(s.Then)
			} else {
				m.together(s.Else)
			}
		case *predicate.While:
			m.while(s)
		}
	}
}

func (m *pairMachine) do(s *predicate.Do) {
	for _, t := range m.one {
		if s.Pred == nil || t.eval(s.Pred) != 0 {
			t.leaf(s.Stmt)
		}
	}
	for v := range m.prog.Uniform {
		if m.one[0].vars[v] != m.one[1].vars[v] {
			m.fail("line %d: uniform %s is %d and %d", s.Stmt.Source().Pos.Line, v.Name, m.one[0].vars[v], m.one[1].vars[v])
		}
	}
}

func (m *pairMachine) while(s *predicate.While) {
	for m.err == nil {
		m.checkInvariants(s)
		var more bool
		if s.Uniform {
			m.seen["uniform while"]++
			more = m.same("guard", s.Src, s.Guard)
		} else {
			m.seen["while"]++
			more = m.one[0].eval(s.Guard) != 0 || m.one[1].eval(s.Guard) != 0
		}
		if !more || !m.ok() {
			return
		}
		m.together(s.Body)
	}
}

func (m *pairMachine) checkInvariants(s *predicate.While) {
	for _, inv := range s.Invariants {
		for i, t := range m.one {
			if (inv.Pred == nil || t.eval(inv.Pred) != 0) && t.eval(inv.Cond) == 0 {
				m.fail("line %d: thread %d breaks invariant %s", s.Src.Pos.Line, i, kernel.ExprString(inv.Cond))
			}
		}
	}
}
