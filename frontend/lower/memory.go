package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// memoryModel is the objects of a pass and the accesses to them: what pointers lead
// to, how values lie in memory, and the statements that read and write it. It knows
// what earlier passes learnt, and nothing of names, templates and calls; what it has
// to ask the C++ core are its functions.
type memoryModel struct {
	an        *analysis
	out       *output
	core      core
	kernelPos diag.Pos
	// sharedBytes is the size of dynamic shared memory, -1 if not known.
	sharedBytes int64
	// unknownConstants is set where the host may have written __constant__ variables.
	unknownConstants bool

	nullFlags map[*memory]*kernel.Var
	reserved  map[*memory]string       // names of arrays that are not accessed yet
	addresses map[*kernel.Var]*pointer // pointers whose numbers are in variables
	demands   []demand                 // alignments taken for granted
	// storesFunction is set while a pointer to a function is stored.
	storesFunction bool
}

// core is what the model asks of the language.
type core struct {
	inst    func() *instance // being lowered
	stating func() bool      // whether that is the argument of an annotation
	ghost   func() bool      // whether reads there are no accesses of the program
	// contents are the constants that memory holds from its initialiser, nil if they
	// are not known.
	contents func(*memory) []kernel.Const
	// functions adds the functions that memory may hold to a set; it returns false
	// after a diagnostic.
	functions func(*memory, *place, *pointees) bool
}

// newModel is the memory of the kernel that out builds. The sizes are of dynamic
// shared memory, -1 if it is not known, and whether the host may have written
// constant memory.
func newModel(an *analysis, out *output, core core, sharedBytes int64, unknownConstants bool) *memoryModel {
	return &memoryModel{
		an: an, out: out, core: core, kernelPos: out.kernel.Pos, sharedBytes: sharedBytes, unknownConstants: unknownConstants,
		nullFlags: map[*memory]*kernel.Var{}, reserved: map[*memory]string{}, addresses: map[*kernel.Var]*pointer{},
	}
}

// aside runs f for what it returns only: what it emits is no part of the kernel.
func (mem *memoryModel) aside(f func()) {
	k, demands := mem.out.kernel, len(mem.demands)
	vars := len(k.Vars)
	mem.out.Block(f)
	k.Vars, mem.demands = k.Vars[:vars], mem.demands[:demands]
}

// externShared is the slot of dynamic shared memory, which all extern
// declarations name.
type externShared struct{}

// coarsest is the unit that memory of raw bytes starts with; accesses and
// offsets refine it.
const coarsest = 8

// newMemory returns the memory at s for objects of type t, the same in every
// pass. Arrays give their dimensions.
func (an *analysis) newMemory(s slot, name string, t *ctype.Type, space kernel.Space) *memory {
	if m := an.memories[s]; m != nil {
		return m
	}
	m := &memory{slot: s, name: name, label: name, space: space, count: 1}
	for t.IsArray() {
		m.dims = append(m.dims, t.Len)
		if t.Len < 0 || m.count < 0 {
			m.count = -1
		} else {
			m.count *= t.Len
		}
		t = t.Elem
	}
	m.t = t
	m.readOnly = space == kernel.Constant
	m.setUnit()
	m.target = an.newTarget(s)
	m.target.mem = m
	an.memories[s] = m
	return m
}

// setUnit chooses the first unit, from the declaration.
func (m *memory) setUnit() {
	byteSized := m.t.IsScalar() && m.t.Scalar.IsInt() && m.t.Size() == 1
	m.raw = m.t.Form == ctype.VoidForm || byteSized && (m.count < 0 || m.count%coarsest == 0)
	switch {
	case m.raw:
		m.bytes, m.unit = coarsest, kernel.U64
	case m.t.IsScalar():
		m.bytes, m.unit, m.hasUnit = m.t.Size(), m.t.Scalar, true
	case m.t.IsRecord():
		m.unit = ctype.MemoryUnit(m.t)
		m.bytes, m.hasUnit = int64(m.unit.Bytes()), true
	default:
		m.bytes, m.unit = coarsest, kernel.U64
	}
}

// localMemory is memory of one thread.
func (mem *memoryModel) localMemory(name string, t *ctype.Type, s slot, pos diag.Pos) *memory {
	if t.HasPointers() {
		mem.out.Unsupported(pos, "the address of %s, whose type %s holds pointers; keep pointers in variables of their own", name, t)
	}
	return mem.an.newMemory(s, name, t, kernel.Local)
}

// array returns the array of m in this pass; the kernel lists it from its first
// access on.
func (mem *memoryModel) array(m *memory) *kernel.Array {
	if m.array != nil {
		return m.array
	}
	size := m.t.Size()
	name := mem.reserved[m]
	if name == "" {
		name = mem.out.unique(m.name)
	}
	a := &kernel.Array{
		Name: name, Label: m.label, Space: m.space, Elem: m.unit, Len: -1,
		Scale: int(max(1, size/m.bytes)), Param: m.param, ReadOnly: m.readOnly, Pos: m.pos(mem.kernelPos),
	}
	if m.count >= 0 {
		a.Len = m.count * size / m.bytes
		a.Dims = m.dims
	} else if _, dynamic := m.slot.decl.(externShared); dynamic && mem.sharedBytes >= 0 {
		a.Len = mem.sharedBytes / m.bytes
	}
	m.array = a
	a.Init = mem.core.contents(m)
	mem.out.kernel.Arrays = append(mem.out.kernel.Arrays, a)
	return a
}

func (m *memory) pos(kernelPos diag.Pos) diag.Pos {
	if d, ok := m.slot.decl.(cuda.Decl); ok {
		return d.DeclPos()
	}
	if d, ok := m.slot.decl.(*cuda.Param); ok {
		return d.Pos
	}
	return kernelPos
}

// keepsInitial reports whether m holds what its initialiser says while the
// kernel runs.
func (mem *memoryModel) keepsInitial(m *memory) bool {
	return m.decl != nil && m.decl.Init != nil && !m.written && m.readOnly && (!mem.unknownConstants || m.constant())
}

// constant reports whether m is declared const, so that the host cannot write it
// either.
func (m *memory) constant() bool {
	return m.decl.Constexpr || m.t.Const
}

func (mem *memoryModel) paramMemory(name, label string, elem *ctype.Type, s slot) *memory {
	s.path += "*"
	m := mem.an.newMemory(s, name, elem, kernel.Global)
	m.label, m.param, m.count, m.readOnly = label, true, -1, elem.Const
	mem.reserved[m] = mem.out.unique(name)
	return m
}
