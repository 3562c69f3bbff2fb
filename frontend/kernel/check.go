package kernel

import (
	"errors"
	"fmt"
)

// maxFaults bounds what Check reports: one wrong pass breaks many nodes alike.
const maxFaults = 20

// IsIdentifier reports whether name is an identifier of C in ASCII.
func IsIdentifier(name string) bool {
	for i, c := range []byte(name) {
		switch {
		case c == '_', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != ""
}

// Check returns nil if k keeps the rules written at the node types, else an
// error that joins one error per broken rule (twenty at most), each naming the
// statement and its position. It reads k once.
func Check(k *Kernel) error {
	c := &checker{vars: map[*Var]bool{}, arrays: map[*Array]bool{}, labels: map[string]bool{}}
	c.declarations(k)
	for _, e := range k.Requires {
		c.where = "requires " + ExprString(e)
		c.cond(e)
		WalkExpr(e, func(e Expr) bool {
			if r, ok := e.(*VarRef); ok && !r.Var.Param {
				c.fault("precondition reads %s, which is not a parameter", r.Var.Name)
			}
			return true
		})
	}
	c.block(k.Body, scope{})
	return errors.Join(c.faults...)
}

type checker struct {
	vars   map[*Var]bool
	arrays map[*Array]bool
	labels map[string]bool
	where  string
	faults []error
	// annotation is set in the condition of an annotation.
	annotation bool
}

// scope is the compound statements around a statement.
type scope struct {
	inLoop      bool
	inInvariant bool
	regions     *openRegion
}

// openRegion lists the enclosing regions, innermost first.
type openRegion struct {
	label string
	outer *openRegion
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, fmt.Errorf("%s: %s", c.where, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) declarations(k *Kernel) {
	names := map[string]bool{}
	declare := func(v *Var, param bool) {
		c.where = "variable " + v.Name
		c.name(v.Name, names)
		c.typ(v.T)
		if v.Param != param {
			c.fault("Param is %v", v.Param)
		}
		c.vars[v] = true
	}
	for _, v := range k.Params {
		declare(v, true)
	}
	for _, v := range k.Vars {
		declare(v, false)
	}
	names = map[string]bool{}
	for _, a := range k.Arrays {
		c.where = "array " + a.Name
		c.name(a.Name, names)
		c.array(a)
	}
}

func (c *checker) name(name string, taken map[string]bool) {
	if !IsIdentifier(name) {
		c.fault("name is not an identifier")
	}
	if taken[name] {
		c.fault("declared twice")
	}
	taken[name] = true
}

func (c *checker) typ(t Type) {
	switch t {
	case BoolType, I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64:
	default:
		c.fault("no such type: %+v", t)
	}
}

func (c *checker) array(a *Array) {
	c.arrays[a] = true
	c.typ(a.Elem)
	if a.Len < -1 {
		c.fault("length %d", a.Len)
	}
	if a.Scale < 1 {
		c.fault("scale %d", a.Scale)
	}
	if a.Len >= 0 && int64(len(a.Init)) > a.Len {
		c.fault("%d initial values for length %d", len(a.Init), a.Len)
	}
	for i := range a.Init {
		if a.Init[i].T != a.Elem {
			c.fault("initial value %d has type %s", i, a.Init[i].T)
			break
		}
		if a.Elem.Kind != Float {
			c.constant(&a.Init[i])
		}
	}
}

func (c *checker) block(stmts []Stmt, in scope) {
	for _, s := range stmts {
		if s == nil {
			c.fault("nil statement in the block")
			continue
		}
		c.source(s)
		c.stmt(s, in)
	}
}

// source also sets the position for faults.
func (c *checker) source(s Stmt) {
	src := s.Source()
	c.where = fmt.Sprintf("%s: %T", src.Pos, s)
	if !src.Pos.Valid() {
		c.fault("no position")
	}
	for _, p := range src.Calls {
		if !p.Valid() {
			c.fault("no position of an inlined call")
		}
	}
}

func (c *checker) stmt(s Stmt, in scope) {
	switch s := s.(type) {
	case *If:
		c.cond(s.Cond)
		c.block(s.Then, in)
		c.block(s.Else, in)
	case *Loop:
		c.loop(s, in)
	case *Region:
		if c.labels[s.Label] {
			c.fault("label %s is used twice", s.Label)
		}
		c.labels[s.Label] = true
		in.regions = &openRegion{s.Label, in.regions}
		c.block(s.Body, in)
	case *Break, *Continue:
		if !in.inLoop {
			c.fault("outside a loop")
		}
	case *Return:
		if in.inInvariant {
			c.fault("return in an invariant")
		}
	case *Leave:
		r := in.regions
		for r != nil && r.label != s.Label {
			r = r.outer
		}
		if r == nil {
			c.fault("outside region %s", s.Label)
		}
	default:
		// Others continue with the next statement, and have no statements inside.
		c.simple(s, in)
	}
}

// loop checks Head and Post as outside the loop: a break there has no meaning.
func (c *checker) loop(s *Loop, in scope) {
	where := c.where
	c.cond(s.Cond)
	inner := in
	inner.inLoop = true
	c.block(s.Body, inner)
	inner.inLoop = false
	c.block(s.Head, inner)
	c.block(s.Post, inner)
	inner.inInvariant = true
	for _, inv := range s.Invariants {
		c.where = where
		if !inv.Pos.Valid() {
			c.fault("invariant without position")
		}
		c.stated(inv.Cond)
		c.block(inv.Head, inner)
	}
}

func (c *checker) simple(s Stmt, in scope) {
	if acc := Touched(s); acc != nil {
		c.access(acc)
	}
	if dst := Assigned(s); dst != nil {
		c.assigned(dst)
	}
	if in.inInvariant && changesOthers(s) {
		c.fault("an invariant's statements must not act on other threads")
	}
	c.checkAgent(s)
	switch s := s.(type) {
	case *Assign:
		c.typed("value", s.X, needed(c, s.Dst))
	case *Load:
		if s.Dst == nil {
			return
		}
		if dst := s.Dst.T; s.Acc.Array != nil && s.Acc.Width == 1 && dst != s.Acc.Array.Elem {
			c.fault("loads %s into %s", s.Acc.Array.Elem, dst)
		}
	case *Store:
		c.stored(&s.Acc, s.X)
	case *Atomic:
		c.atomic(s)
	case *Havoc:
		needed(c, s.Dst)
	case *Assert:
		c.stated(s.Cond)
	case *Assume:
		c.stated(s.Cond)
	case *Fence:
		if s.Scope < DeviceScope || s.Scope > ClusterScope || s.Weaker == SequentiallyConsistent {
			c.fault("scope %d", s.Scope)
		}
	default:
		// The rest are the collective operations.
		c.thread(s)
	}
}

// changesOthers reports whether s has an effect beyond the thread's own
// variables and local memory.
func changesOthers(s Stmt) bool {
	switch s := s.(type) {
	case *Store:
		return s.Acc.Array != nil && s.Acc.Array.Space != Local
	case *Atomic:
		return s.Acc.Array != nil && s.Acc.Array.Space != Local
	case *Assert, *Assume:
		return true
	default:
		// Others compute, or synchronise.
		_, ok := SyncOf(s)
		return ok
	}
}

// needed returns the type of a destination that must not be nil.
func needed(c *checker, v *Var) Type {
	if v == nil {
		c.fault("no destination")
		return Type{}
	}
	return v.T
}

func (c *checker) assigned(v *Var) {
	if v.Param {
		c.fault("assigns parameter %s", v.Name)
	}
	if !c.vars[v] {
		c.fault("variable %s is not declared", v.Name)
	}
}

func (c *checker) access(a *Access) {
	if a.Array == nil {
		c.fault("no array")
		return
	}
	if !c.arrays[a.Array] {
		c.fault("array %s is not declared", a.Array.Name)
	}
	if a.Width < 1 {
		c.fault("width %d", a.Width)
	}
	c.typed("index", a.Index, I64)
	if a.Member != nil {
		c.typed("index in a member", a.Member.Index, I64)
	}
}

func (c *checker) stored(a *Access, x Expr) {
	if a.Array == nil {
		return
	}
	if a.Array.Space == Constant {
		c.fault("writes constant memory %s", a.Array.Name)
	}
	if x == nil {
		return
	}
	if a.Width == 1 {
		c.typed("value", x, a.Array.Elem)
	} else {
		c.expr(x)
	}
}

var atomicArgs = map[string]int{"add": 1, "sub": 1, "exch": 1, "min": 1, "max": 1, "inc": 1, "dec": 1,
	"cas": 2, "and": 1, "or": 1, "xor": 1, "load": 0, "store": 1}

func (c *checker) atomic(s *Atomic) {
	want, ok := atomicArgs[s.Op]
	if !ok {
		c.fault("no atomic operation %q", s.Op)
	} else if len(s.Args) != want && len(s.Args) != 0 {
		c.fault("%s has %d arguments, not %d", s.Op, len(s.Args), want)
	}
	if s.Order == SequentiallyConsistent || s.Op == "load" && s.Order > Acquire || s.Op == "store" && s.Order != Relaxed && s.Order != Release {
		c.fault("%s with order %s", s.Op, s.Order)
	}
	for _, a := range s.Args {
		c.stored(&s.Acc, a)
	}
	if a := s.Acc.Array; a != nil && s.Dst != nil && s.Acc.Width == 1 && s.Dst.T != a.Elem {
		c.fault("result %s of %s goes into %s", a.Elem, s.Op, s.Dst.T)
	}
}

func (c *checker) thread(s Stmt) {
	switch s := s.(type) {
	case *Barrier:
		c.integer("id", s.ID)
		if s.Count != nil {
			c.integer("count", s.Count)
		}
		if s.Grid && (s.Kind != Sync || s.Count != nil || s.Reduce != NoReduction) {
			c.fault("a barrier of the grid waits for all threads and computes nothing")
		}
		if s.Relaxed && s.Kind != Arrive || s.Cluster && (s.Count != nil || s.Reduce != NoReduction || s.Of != nil || s.Parity != nil) {
			c.fault("operands of another operation on barriers")
			return
		}
		if s.Cluster {
			return
		}
		if s.Of == nil && (s.Kind == Await || s.Parity != nil) || s.Of != nil && (s.Kind == Sync || s.Count == nil || s.Parity != nil && s.Kind != Await) || s.Carried && (s.Of == nil || s.Kind != Arrive) {
			c.fault("operands of another operation on barriers")
		}
		if s.Parity != nil {
			c.integer("parity", s.Parity)
		}
		c.reduction(s)
	case *Phase:
		c.phase(s)
	case *Async:
		c.async(s)
	case *WarpSync:
		c.integer("mask", s.Mask)
	case *Shuffle:
		switch s.Mode {
		case "idx", "up", "down", "xor":
		default:
			c.fault("mode %q", s.Mode)
		}
		c.integer("mask", s.Mask)
		c.integer("lane", s.Lane)
		c.integer("width", s.Width)
		c.typed("value", s.Value, needed(c, s.Dst))
	case *Vote:
		c.vote(s)
	default:
		// simple handles the others.
		c.fault("unknown statement")
	}
}

// phaseOperands are the operands that operations have; a count of arrivals need not be there, nor a result.
var phaseOperands = map[PhaseOp]struct{ count, bytes, which, result bool }{
	PhaseInit: {count: true}, PhaseInvalidate: {}, PhaseExpect: {bytes: true}, PhaseComplete: {bytes: true},
	PhaseArrive: {count: true, bytes: true, result: true}, PhaseWait: {which: true}, PhaseTest: {which: true, result: true},
}

func (c *checker) phase(s *Phase) {
	c.access(&s.At)
	may, arrive := phaseOperands[s.Op], s.Op == PhaseArrive
	absent := func(e Expr, may bool) bool { return e == nil && may && !arrive }
	switch {
	case s.Count != nil && !may.count, s.Bytes != nil && !may.bytes, s.Dst != nil && !may.result, (s.Drop || s.Extra) && !arrive, s.Anew && s.Op != PhaseInit,
		absent(s.Count, may.count), absent(s.Bytes, may.bytes), may.which != ((s.Token == nil) != (s.Parity == nil)), s.Op == PhaseTest && s.Dst == nil,
		s.Extra && s.Agent == nil:
		c.fault("operands of another operation on phases")
		return
	}
	for _, e := range []Expr{s.Count, s.Bytes} {
		if e != nil {
			c.integer("count", e)
		}
	}
	if s.Token != nil {
		c.typed("token", s.Token, U64)
	}
	if s.Parity != nil {
		c.typed("parity", s.Parity, U32)
	}
	result := U64
	if s.Op == PhaseTest {
		result = BoolType
	}
	if s.Dst != nil && s.Dst.T != result {
		c.fault("the result of %s goes into %s", s.Op, s.Dst.T)
	}
}

func (c *checker) reduction(s *Barrier) {
	if s.Reduce == NoReduction {
		if s.Arg != nil || s.Dst != nil {
			c.fault("argument or result without a reduction")
		}
		return
	}
	if s.Kind != Sync || s.Reduce > ReduceOr {
		c.fault("no such barrier reduction: %s", s.Reduce)
	}
	c.cond(s.Arg)
	needed(c, s.Dst)
}

func (c *checker) vote(s *Vote) {
	needed(c, s.Dst)
	switch s.Op {
	case ActiveMask:
		if s.Arg != nil {
			c.fault("activemask has no argument")
		}
		return
	case MatchAny, MatchAll:
		c.expr(s.Arg)
	case ReduceAnd, ReduceOr, Ballot:
		c.cond(s.Arg)
	case SumLanes, MinLanes, MaxLanes, AndLanes, OrLanes, XorLanes:
		if c.integer("argument", s.Arg); s.Dst != nil {
			c.typed("argument", s.Arg, s.Dst.T)
		}
	default:
		c.fault("no such vote: %s", s.Op)
	}
	c.integer("mask", s.Mask)
	if s.Aligned && !AllLanes(s.Mask) {
		c.fault("an aligned vote of a part of the warp")
	}
}
