package object

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Analysis is what one lowering learns for the next. A kernel is lowered again
// and again, each time from the syntax tree, until a pass adds nothing: then the
// points-to sets, the units of memory, and the set of variables that must live
// in memory are a fixpoint, and that pass's result is the kernel. All sets only
// grow and all units only shrink, so the passes end; most kernels need one or
// two.
type Analysis struct {
	Changed  bool
	Root     *Instance
	Memories map[Slot]*Memory
	pointers map[Slot]*Pointees
	targets  map[Slot]*Target
	Mutable  map[Slot]bool          // parameters and pointers that are assigned
	InMemory map[Slot]bool          // variables that need an address
	nullable map[Slot]bool          // pointer parameters compared with null
	refused  map[demandSite]bool    // alignments that could not be proved
	Lambdas  map[Slot]*ctype.Record // types of lambdas
	// ComparesFunctions is set where pointers to functions are compared that came
	// through a variable.
	ComparesFunctions bool
	NullTarget        *Target
	WildTarget        *Target // some number that is no address
}

// Instance is one inlined call: the chain of call sites that leads to it.
type Instance struct {
	calls map[callSite]*Instance
}

type callSite struct {
	site any
	fn   *cuda.FuncDecl
	args string // template arguments
}

// Slot names a variable over all passes: an instance, its declaration, and the
// field path inside it.
type Slot struct {
	inst *Instance
	decl any
	Path string
}

// SlotOf is the slot of a variable, or of what path names inside it.
func SlotOf(inst *Instance, decl any, path string) Slot { return Slot{inst, decl, path} }

// Memory is what becomes a kernel.Array.
type Memory struct {
	Slot     Slot
	name     string
	Label    string
	Space    kernel.Space
	T        *ctype.Type // declared type of an element, after all dimensions
	Dims     []int64
	Count    int64 // declared elements, -1 if not known
	Raw      bool  // bytes whose real type only the accesses tell
	Param    bool
	ReadOnly bool
	Decl     *cuda.VarDecl // of a global, for its initialiser
	Bytes    int64         // of a unit
	Unit     kernel.Type
	HasUnit  bool // some access or the declaration fixed the unit's type
	atomic   bool // an atomic fixed it
	recast   bool // it is looked at as objects of another type, in any pass so far
	Written  bool // in any pass so far
	target   *Target
	rowsOf   *Memory       // that holds the pointers which lead here
	Array    *kernel.Array // of this pass, nil until accessed
}

// Target is what a pointer may point to: memory, one local variable, a function,
// or nothing.
type Target struct {
	ID   int64
	Mem  *Memory
	cell *Cell // of the current pass
	root Slot  // the variable that goes into memory if cell does not do
	null bool
	wild bool
	Fn   *cuda.FuncDecl
	Args Bindings // of the parameters of fn, if it is a template
}

// Bindings bind the parameters of a template to arguments.
type Bindings interface {
	// Spell writes the arguments; identity writes them so that different ones differ.
	Spell(head *cuda.TemplateHead) string
	Identity(head *cuda.TemplateHead) string
}

// isLocal reports whether t is a local variable that is not in memory.
func (t *Target) isLocal() bool { return t.Mem == nil && !t.null && !t.wild && t.Fn == nil }

// Pointees is the points-to set of a pointer variable, in order of discovery.
type Pointees struct {
	Targets []*Target
	// Compared is set where a pointer to a function that is one of them is
	// compared.
	Compared bool
}

// NewAnalysis knows nothing yet.
func NewAnalysis() *Analysis {
	return &Analysis{
		Root:       &Instance{},
		Memories:   map[Slot]*Memory{},
		pointers:   map[Slot]*Pointees{},
		targets:    map[Slot]*Target{},
		Mutable:    map[Slot]bool{},
		InMemory:   map[Slot]bool{},
		nullable:   map[Slot]bool{},
		refused:    map[demandSite]bool{},
		Lambdas:    map[Slot]*ctype.Record{},
		NullTarget: &Target{null: true},
		WildTarget: &Target{wild: true, ID: -1},
	}
}

// Call is the instance of a function that a call at site inlines; args are its template
// arguments, spelled. The same call is the same instance in every pass.
func (in *Instance) Call(site any, fn *cuda.FuncDecl, args string) *Instance {
	key := callSite{site, fn, args}
	if c := in.calls[key]; c != nil {
		return c
	}
	if in.calls == nil {
		in.calls = map[callSite]*Instance{}
	}
	c := &Instance{}
	in.calls[key] = c
	return c
}

// mark adds s to set and asks for another pass if it is new.
func (an *Analysis) mark(set map[Slot]bool, s Slot) {
	if !set[s] {
		set[s] = true
		an.Changed = true
	}
}

// Changes reports whether the variable of fn that has that name and slot s is
// assigned: seen by an earlier pass, or to be expected from the text of fn, which
// spares a pass.
func (an *Analysis) Changes(fn *cuda.FuncDecl, name string, s Slot) bool {
	return an.Mutable[s] || fn != nil && fn.Assigns(name)
}

// newTarget numbers a target; 0 is the null pointer.
func (an *Analysis) newTarget(s Slot) *Target {
	if t := an.targets[s]; t != nil {
		return t
	}
	t := &Target{ID: int64(len(an.targets) + 1)}
	an.targets[s] = t
	return t
}

// refine shrinks the unit of m to divide size.
func (an *Analysis) refine(m *Memory, size int64) {
	g := ctype.GCD(m.Bytes, size)
	if g == m.Bytes || g == 0 {
		return
	}
	m.Bytes = g
	m.HasUnit = false
	if m.T.IsScalar() && m.T.Size() == g {
		m.Unit, m.HasUnit = m.T.Scalar, true
	} else {
		m.Unit = ctype.UnsignedOf(g)
	}
	an.Changed = true
}

// settle fixes the type of m's unit by an access of type t and the unit's size.
// Integers win over floats and atomics over all, for those are the accesses
// whose values are computed with.
func (an *Analysis) settle(m *Memory, t kernel.Type, atomic bool) {
	if int64(t.Bytes()) != m.Bytes || m.Unit == t && m.HasUnit {
		return
	}
	better := !m.HasUnit || atomic && !m.atomic || !m.atomic && !m.Unit.IsInt() && t.IsInt()
	if !better {
		return
	}
	if m.Unit != t {
		an.Changed = true
	}
	m.Unit, m.HasUnit, m.atomic = t, true, atomic
}

// Unify gives all memories of a points-to set the same unit, so that one offset
// serves them all.
func (an *Analysis) Unify(ts []*Target) {
	g := int64(0)
	for _, t := range ts {
		if t.Mem != nil {
			g = ctype.GCD(g, t.Mem.Bytes)
		}
	}
	for _, t := range ts {
		if t.Mem != nil && t.Mem.Bytes != g {
			an.refine(t.Mem, g)
		}
	}
}

// Add puts ts into the set p.
func (an *Analysis) Add(p *Pointees, ts []*Target) {
	for _, t := range ts {
		known := false
		for _, have := range p.Targets {
			known = known || have == t
		}
		if !known {
			p.Targets = append(p.Targets, t)
			an.Changed = true
		}
	}
}

// FnTarget is function fn as a target; args binds the parameters of a template.
func (an *Analysis) FnTarget(fn *cuda.FuncDecl, args Bindings) *Target {
	s := Slot{an.Root, fn, "function"}
	if args != nil {
		s.Path += args.Identity(fn.Template)
	}
	t := an.newTarget(s)
	t.Fn, t.Args = fn, args
	return t
}

// learn adds to what an open pointer may be what it is compared with.
func (an *Analysis) learn(p, q *Pointer) {
	for _, t := range q.Targets {
		if p.Open != nil && t.Fn != nil {
			an.Add(p.Open, []*Target{t})
		}
	}
}

// WildPointer is a pointer to function made from a number: no function.
func (an *Analysis) WildPointer(elem *ctype.Type) *Pointer {
	return &Pointer{Elem: elem, Targets: []*Target{an.WildTarget}, Off: ZeroOffset}
}

// Begin prepares for another pass.
func (an *Analysis) Begin() {
	an.Changed = false
	for _, m := range an.Memories {
		m.Array = nil
	}
	for _, t := range an.targets {
		t.cell = nil
	}
	for _, p := range an.pointers {
		kept := p.Targets[:0]
		for _, t := range p.Targets {
			if !t.isLocal() || !an.InMemory[t.root] {
				kept = append(kept, t)
			}
		}
		p.Targets = kept
		an.Unify(kept)
	}
	an.Changed = false
}
