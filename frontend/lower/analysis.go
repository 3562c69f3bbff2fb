package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// analysis is what one lowering learns for the next. A kernel is lowered again
// and again, each time from the syntax tree, until a pass adds nothing: then the
// points-to sets, the units of memory, and the set of variables that must live
// in memory are a fixpoint, and that pass's result is the kernel. All sets only
// grow and all units only shrink, so the passes end; most kernels need one or
// two.
type analysis struct {
	changed  bool
	root     *instance
	memories map[slot]*memory
	pointers map[slot]*pointees
	targets  map[slot]*target
	mutable  map[slot]bool          // parameters and pointers that are assigned
	inMemory map[slot]bool          // variables that need an address
	nullable map[slot]bool          // pointer parameters compared with null
	refused  map[demandSite]bool    // alignments that could not be proved
	lambdas  map[slot]*ctype.Record // types of lambdas
	// comparesFunctions is set where pointers to functions are compared that came
	// through a variable.
	comparesFunctions bool
	null              *target
	wild              *target // some number that is no address
}

// instance is one inlined call: the chain of call sites that leads to it.
type instance struct {
	calls map[callSite]*instance
}

type callSite struct {
	site any
	fn   *cuda.FuncDecl
	args string // template arguments
}

// slot names a variable over all passes: an instance, its declaration, and the
// field path inside it.
type slot struct {
	inst *instance
	decl any
	path string
}

// memory is what becomes a kernel.Array.
type memory struct {
	slot     slot
	name     string
	label    string
	space    kernel.Space
	t        *ctype.Type // declared type of an element, after all dimensions
	dims     []int64
	count    int64 // declared elements, -1 if not known
	raw      bool  // bytes whose real type only the accesses tell
	param    bool
	readOnly bool
	decl     *cuda.VarDecl // of a global, for its initialiser
	bytes    int64         // of a unit
	unit     kernel.Type
	hasUnit  bool // some access or the declaration fixed the unit's type
	atomic   bool // an atomic fixed it
	written  bool // in any pass so far
	target   *target
	array    *kernel.Array // of this pass, nil until accessed
}

// target is what a pointer may point to: memory, one local variable, a function,
// or nothing.
type target struct {
	id   int64
	mem  *memory
	cell *cell // of the current pass
	root slot  // the variable that goes into memory if cell does not do
	null bool
	wild bool
	fn   *cuda.FuncDecl
	args bindings // of the parameters of fn, if it is a template
}

// bindings bind the parameters of a template to arguments.
type bindings interface {
	// spell writes the arguments; identity writes them so that different ones differ.
	spell(head *cuda.TemplateHead) string
	identity(head *cuda.TemplateHead) string
}

// isLocal reports whether t is a local variable that is not in memory.
func (t *target) isLocal() bool { return t.mem == nil && !t.null && !t.wild && t.fn == nil }

// pointees is the points-to set of a pointer variable, in order of discovery.
type pointees struct {
	targets []*target
	// compared is set where a pointer to a function that is one of them is
	// compared.
	compared bool
}

func newAnalysis() *analysis {
	return &analysis{
		root:     &instance{},
		memories: map[slot]*memory{},
		pointers: map[slot]*pointees{},
		targets:  map[slot]*target{},
		mutable:  map[slot]bool{},
		inMemory: map[slot]bool{},
		nullable: map[slot]bool{},
		refused:  map[demandSite]bool{},
		lambdas:  map[slot]*ctype.Record{},
		null:     &target{null: true},
		wild:     &target{wild: true, id: -1},
	}
}

func (in *instance) call(site any, fn *cuda.FuncDecl, args string) *instance {
	key := callSite{site, fn, args}
	if c := in.calls[key]; c != nil {
		return c
	}
	if in.calls == nil {
		in.calls = map[callSite]*instance{}
	}
	c := &instance{}
	in.calls[key] = c
	return c
}

// mark adds s to set and asks for another pass if it is new.
func (an *analysis) mark(set map[slot]bool, s slot) {
	if !set[s] {
		set[s] = true
		an.changed = true
	}
}

// changes reports whether the variable of fn that has that name and slot s is
// assigned: seen by an earlier pass, or to be expected from the text of fn, which
// spares a pass.
func (an *analysis) changes(fn *cuda.FuncDecl, name string, s slot) bool {
	return an.mutable[s] || fn != nil && fn.Assigns(name)
}

// newTarget numbers a target; 0 is the null pointer.
func (an *analysis) newTarget(s slot) *target {
	if t := an.targets[s]; t != nil {
		return t
	}
	t := &target{id: int64(len(an.targets) + 1)}
	an.targets[s] = t
	return t
}

// refine shrinks the unit of m to divide size.
func (an *analysis) refine(m *memory, size int64) {
	g := ctype.GCD(m.bytes, size)
	if g == m.bytes || g == 0 {
		return
	}
	m.bytes = g
	m.hasUnit = false
	if m.t.IsScalar() && m.t.Size() == g {
		m.unit, m.hasUnit = m.t.Scalar, true
	} else {
		m.unit = ctype.UnsignedOf(g)
	}
	an.changed = true
}

// settle fixes the type of m's unit by an access of type t and the unit's size.
// Integers win over floats and atomics over all, for those are the accesses
// whose values are computed with.
func (an *analysis) settle(m *memory, t kernel.Type, atomic bool) {
	if int64(t.Bytes()) != m.bytes || m.unit == t && m.hasUnit {
		return
	}
	better := !m.hasUnit || atomic && !m.atomic || !m.atomic && !m.unit.IsInt() && t.IsInt()
	if !better {
		return
	}
	if m.unit != t {
		an.changed = true
	}
	m.unit, m.hasUnit, m.atomic = t, true, atomic
}

// unify gives all memories of a points-to set the same unit, so that one offset
// serves them all.
func (an *analysis) unify(ts []*target) {
	g := int64(0)
	for _, t := range ts {
		if t.mem != nil {
			g = ctype.GCD(g, t.mem.bytes)
		}
	}
	for _, t := range ts {
		if t.mem != nil && t.mem.bytes != g {
			an.refine(t.mem, g)
		}
	}
}

// add puts ts into the set p.
func (an *analysis) add(p *pointees, ts []*target) {
	for _, t := range ts {
		known := false
		for _, have := range p.targets {
			known = known || have == t
		}
		if !known {
			p.targets = append(p.targets, t)
			an.changed = true
		}
	}
}

// fnTarget is function fn as a target; args binds the parameters of a template.
func (an *analysis) fnTarget(fn *cuda.FuncDecl, args bindings) *target {
	s := slot{an.root, fn, "function"}
	if args != nil {
		s.path += args.identity(fn.Template)
	}
	t := an.newTarget(s)
	t.fn, t.args = fn, args
	return t
}

// learn adds to what an open pointer may be what it is compared with.
func (an *analysis) learn(p, q *pointer) {
	for _, t := range q.targets {
		if p.open != nil && t.fn != nil {
			an.add(p.open, []*target{t})
		}
	}
}

// wildPointer is a pointer to function made from a number: no function.
func (an *analysis) wildPointer(elem *ctype.Type) *pointer {
	return &pointer{elem: elem, targets: []*target{an.wild}, off: zeroOff}
}

// begin prepares for another pass.
func (an *analysis) begin() {
	an.changed = false
	for _, m := range an.memories {
		m.array = nil
	}
	for _, t := range an.targets {
		t.cell = nil
	}
	for _, p := range an.pointers {
		kept := p.targets[:0]
		for _, t := range p.targets {
			if !t.isLocal() || !an.inMemory[t.root] {
				kept = append(kept, t)
			}
		}
		p.targets = kept
		an.unify(kept)
	}
	an.changed = false
}
