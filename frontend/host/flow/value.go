// Package flow computes what the variables of host code hold at a place: which
// expressions over the values that a function begins with, under which conditions.
//
// It executes the statements between the start of a function and the place
// symbolically, branch by branch. It is an allow-list: a variable has a known value
// only if each statement and expression on the way that mentions its name is one of
// those that are understood, and if nothing else can refer to it. A reference bound to
// it, its address taken, a callee that is not seen, a lambda that changes it, a jump, a
// shadowing declaration that is not understood make it unknown. A loop makes the
// variables that it changes unknown, a branch makes two states.
//
// What is unknown is a variable of its own, a root: int n = atoi(argv[1]) gives n a new
// root, and (n + 255) / 256 is an expression over it. So values of which nothing is
// known can still be related.
//
// In: tokens of a cuda.Code, and Names. Out: States, in which Eval gives values.
package flow

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/host/ratio"
	"gv2/frontend/kernel"
)

// Value is a number, or with IsDims the three parts of a dim3. Unknown parts are nil, and
// Why says why.
type Value struct {
	X      kernel.Expr
	Dims   [3]kernel.Expr
	IsDims bool
	Why    string
	config *[3]Value    // of a cudaLaunchConfig_t: gridDim, blockDim, dynamicSmemBytes
	ratio  *ratio.Ratio // of a floating type, within an expression
	// object: X is a root of a type that is not seen, and may be an object of a class.
	object bool
	// extent is the memory that a pointer leads to, nil for none that is known.
	extent *Extent
}

func number(x kernel.Expr) Value { return Value{X: x} }

func unknown(format string, args ...any) Value { return Value{Why: fmt.Sprintf(format, args...)} }

// Runtime is what reasons end with.
const Runtime = "is known only when the program runs"

func (v Value) reason() string {
	if v.Why == "" {
		return "it " + Runtime
	}
	return v.Why
}

// AsDims is the value as grid or block.
func (v Value) AsDims() Value {
	if v.IsDims || v.config != nil {
		return v
	}
	d := Value{IsDims: true, Why: v.Why, Dims: [3]kernel.Expr{nil, cexpr.U32(1), cexpr.U32(1)}}
	if v.X == nil || v.object {
		d.Dims = [3]kernel.Expr{} // it may be a dim3
		d.Why = v.reason()
		return d
	}
	d.Dims[0] = cexpr.Convert(v.X, kernel.U32)
	return d
}

// slot is a variable in execution.
type slot struct {
	name   string
	typ    *cuda.TypeExpr
	k      kernel.Type // of a number
	kind   slotKind
	global bool
	// fixed: the language forbids to change it.
	fixed bool
	// of is the object of which the slot is a member, with 1 added; 0 for variables.
	of int
	// table are the elements of an array of constants.
	table []kernel.Expr
	// why says why nothing is known of it, whatever is assigned.
	why string
	// declared is the token that declares it, 0 for most.
	declared int
}

type slotKind int

const (
	objectSlot slotKind = iota // of which nothing is known
	numberSlot
	dimsSlot
	configSlot
)

// State is one way in which control reaches a place.
type State struct {
	values  []Value
	escaped map[int]bool
	// Conditions hold on this way.
	Conditions []kernel.Expr
	frame      *frame
	opaque     bool
	// touched are slots that the statement at the place changes itself.
	touched map[int]bool
	// place is the token for which the state was asked.
	place int
}

func (s *State) clone() *State {
	c := *s
	c.values = append([]Value{}, s.values...)
	c.escaped = map[int]bool{}
	for i := range s.escaped {
		c.escaped[i] = true
	}
	c.Conditions = append([]kernel.Expr{}, s.Conditions...)
	return &c
}

// assume adds a condition; false if it cannot hold.
func (s *State) assume(e kernel.Expr) bool {
	if e == nil {
		return true
	}
	for _, c := range cexpr.Conjuncts(cexpr.Truth(e)) {
		c = cexpr.PowerOfTwo(c)
		if k, ok := c.(*kernel.Const); ok {
			if k.Val == 0 {
				return false
			}
			continue
		}
		s.Conditions = append(s.Conditions, c)
		if root, k := cexpr.Equated(c); root != nil && !s.unseen(root) {
			s.replace(root, k)
			for _, known := range s.Conditions {
				if k, ok := known.(*kernel.Const); ok && k.Val == 0 {
					return false
				}
			}
		}
	}
	return true
}

// unseen reports whether a root is of a type that is not seen.
func (s *State) unseen(root *kernel.Var) bool {
	return s.frame != nil && s.frame.fn != nil && s.frame.fn.prog.unseen[root]
}

// replace puts x for a root in all values; the condition that says so stays.
func (s *State) replace(root *kernel.Var, x kernel.Expr) {
	with := map[*kernel.Var]kernel.Expr{root: x}
	for i := range s.values {
		s.values[i] = s.values[i].Substitute(with)
	}
	for i, c := range s.Conditions {
		if r, _ := cexpr.Equated(c); r != root {
			s.Conditions[i] = Substitute(c, with)
		}
	}
}

// Substitute replaces roots in e.
func Substitute(e kernel.Expr, with map[*kernel.Var]kernel.Expr) kernel.Expr {
	if e == nil || len(with) == 0 {
		return e
	}
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok {
			if x, ok := with[r.Var]; ok {
				return x
			}
		}
		return kernel.FoldNode(e)
	})
}

// Substitute replaces roots in all parts.
func (v Value) Substitute(with map[*kernel.Var]kernel.Expr) Value {
	v.X = Substitute(v.X, with)
	for d := range v.Dims {
		v.Dims[d] = Substitute(v.Dims[d], with)
	}
	if v.config != nil {
		c := *v.config
		for i := range c {
			c[i] = c[i].Substitute(with)
		}
		v.config = &c
	}
	return v
}

// Roots are the roots that e reads.
func Roots(e kernel.Expr) []*kernel.Var {
	var out []*kernel.Var
	if e == nil {
		return nil
	}
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			out = append(out, r.Var)
		}
		return true
	})
	return out
}

// Why is the reason why e is no constant.
func (p *Program) Why(e kernel.Expr, otherwise string) string {
	if e != nil {
		for _, r := range Roots(e) {
			if why := p.why[r]; why != "" {
				return why
			}
		}
	}
	if otherwise == "" {
		return "it " + Runtime
	}
	return otherwise
}

// root is a new root.
func (p *Program) root(name string, t kernel.Type, why string) kernel.Expr {
	v := &kernel.Var{Name: name, T: t, Param: true}
	text := name + " " + Runtime
	if why != "" {
		text += " (" + why + ")"
	}
	p.why[v] = text
	return kernel.Ref(v)
}

// fresh is an unknown value for a slot.
func (p *Program) fresh(s *slot, why string) Value {
	text := s.name + " " + Runtime
	if why != "" {
		text += " (" + why + ")"
	}
	switch s.kind {
	case numberSlot:
		return Value{X: p.root(s.name, s.k, why)}
	case dimsSlot:
		v := Value{IsDims: true}
		for d := range v.Dims {
			v.Dims[d] = p.root(s.name+"."+string("xyz"[d]), kernel.U32, why)
		}
		return v
	}
	return Value{Why: text}
}
