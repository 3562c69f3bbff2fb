// Package object is what programs keep values in: objects, pointers to them and the
// accesses through these ([intro.memory], [basic.types.general]), as a kernel that has
// neither pointers nor structs can have them.
//
// A variable whose address nobody needs is a Cell: variables of the kernel, one for
// each scalar. All else is Memory, which becomes an array of the kernel; a pointer is
// an offset in it, and a tag where it may lead to several (Pointer). Which these are,
// how wide the elements of an array have to be and which variables need an address is
// learnt in several passes over the program (Analysis). A Model makes the places and
// emits the accesses of one pass into its Output. It guarantees that every access of
// the program becomes an access to all arrays that it may be to, or a diagnostic.
//
// Declarations serve as names of objects; the package knows no scopes, and asks what
// it has to know of the language through Core.
package object

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Model is the objects of a pass and the accesses to them: what pointers lead
// to, how values lie in memory, and the statements that read and write it. It knows
// what earlier passes learnt, and nothing of names, templates and calls; what it has
// to ask the C++ core are its functions.
type Model struct {
	an        *Analysis
	out       *Output
	handingOn bool // a pointer is written to an array of pointers
	core      Core
	kernelPos diag.Pos
	// sharedBytes is the size of dynamic shared memory, -1 if not known.
	sharedBytes int64
	// unknownConstants is set where the host may have written __constant__ variables.
	unknownConstants bool

	nullFlags map[*Memory]*kernel.Var
	distances *distances
	// compared are memories that a comparison of pointers took for separate ones.
	compared  []*Memory
	reserved  map[*Memory]string       // names of arrays that are not accessed yet
	addresses map[*kernel.Var]*Pointer // pointers whose numbers are in variables
	written   map[*kernel.Var]int      // how often the text writes a variable of the program
	// descriptors are numbers in variables that are made of addresses in shared memory.
	descriptors map[*kernel.Var]*described
	demands     []demand // alignments taken for granted
	// storesFunction is set while a pointer to a function is stored.
	storesFunction bool
}

// Core is what the model asks of the language.
type Core struct {
	Inst    func() *Instance // being lowered
	Stating func() bool      // whether that is the argument of an annotation
	Ghost   func() bool      // whether reads there are no accesses of the program
	// Contents are the constants that memory holds from its initialiser, nil if they
	// are not known.
	Contents func(*Memory) []kernel.Const
	// Functions adds the functions that memory may hold to a set; it returns false
	// after a diagnostic.
	Functions func(*Memory, *Place, *Pointees) bool
}

// NewModel is the memory of the kernel that out builds. The sizes are of dynamic
// shared memory, -1 if it is not known, and whether the host may have written
// constant memory.
func NewModel(an *Analysis, out *Output, core Core, sharedBytes int64, unknownConstants bool) *Model {
	mem := &Model{
		an: an, out: out, core: core, kernelPos: out.Kernel.Pos, sharedBytes: sharedBytes, unknownConstants: unknownConstants,
		nullFlags: map[*Memory]*kernel.Var{}, reserved: map[*Memory]string{}, addresses: map[*kernel.Var]*Pointer{}, written: map[*kernel.Var]int{}, descriptors: map[*kernel.Var]*described{},
	}
	mem.distances = &distances{mem: mem, at: map[*Memory]lies{}, held: map[*kernel.Var]bool{}, asked: map[*Memory]bool{}}
	return mem
}

// Aside runs f for what it returns only: what it emits is no part of the kernel.
func (mem *Model) Aside(f func()) { mem.Apart(f) }

// Apart is Aside, and returns the statements.
func (mem *Model) Apart(f func()) []kernel.Stmt {
	k, demands, pos := mem.out.Kernel, len(mem.demands), mem.out.Pos
	vars := len(k.Vars)
	stmts := mem.out.Block(f)
	mem.out.Pos = pos // what follows stands where it stood
	k.Vars, mem.demands = k.Vars[:vars], mem.demands[:demands]
	return stmts
}

// ExternShared is the slot of dynamic shared memory, which all extern
// declarations name.
type ExternShared struct{}

// coarsest is the unit that memory of raw bytes starts with; accesses and
// offsets refine it.
const coarsest = 8

// NewMemory returns the memory at s for objects of type t, the same in every
// pass. Arrays give their dimensions.
func (an *Analysis) NewMemory(s Slot, name string, t *ctype.Type, space kernel.Space) *Memory {
	if m := an.Memories[s]; m != nil {
		return m
	}
	m := &Memory{Slot: s, name: name, Label: name, Space: space, Count: 1}
	for t.IsArray() {
		m.Dims = append(m.Dims, t.Len)
		if t.Len < 0 || m.Count < 0 {
			m.Count = -1
		} else {
			m.Count *= t.Len
		}
		t = t.Elem
	}
	m.T = t
	m.ReadOnly = space == kernel.Constant
	m.setUnit()
	m.target = an.newTarget(s)
	m.target.Mem = m
	an.Memories[s] = m
	return m
}

// setUnit chooses the first unit, from the declaration.
func (m *Memory) setUnit() {
	byteSized := m.T.IsScalar() && m.T.Scalar.IsInt() && m.T.Size() == 1
	m.Raw = m.T.Form == ctype.VoidForm || byteSized && (m.Count < 0 || m.Count%coarsest == 0)
	switch {
	case m.Raw:
		m.Bytes, m.Unit = coarsest, kernel.U64
	case m.T.IsScalar():
		m.Bytes, m.Unit, m.HasUnit = m.T.Size(), m.T.Scalar, true
	case m.T.IsRecord():
		m.Unit = ctype.MemoryUnit(m.T)
		m.Bytes, m.HasUnit = int64(m.Unit.Bytes()), true
	default:
		m.Bytes, m.Unit = coarsest, kernel.U64
	}
}

// localMemory is memory of one thread.
func (mem *Model) localMemory(name string, t *ctype.Type, s Slot, pos diag.Pos) *Memory {
	if t.HasPointers() {
		mem.out.Unsupported(pos, "the address of %s, whose type %s holds pointers; keep pointers in variables of their own", name, t)
	}
	return mem.an.NewMemory(s, name, t, kernel.Local)
}

// Array returns the array of m in this pass; the kernel lists it from its first
// access on.
func (mem *Model) Array(m *Memory) *kernel.Array {
	if m.Array != nil {
		return m.Array
	}
	if m.T.Unsized() {
		mem.out.Unsupported(m.pos(mem.kernelPos), "%s in memory has type %s, whose size gv2 does not know; keep it in a variable", m.Label, m.T)
	}
	size := m.T.Size()
	name := mem.reserved[m]
	if name == "" {
		name = mem.out.Unique(m.name)
	}
	a := &kernel.Array{
		Name: name, Label: m.Label, Space: m.Space, Elem: m.Unit, Len: -1,
		Scale: int(max(1, size/m.Bytes)), Param: m.Param, ReadOnly: m.ReadOnly, Pos: m.pos(mem.kernelPos),
		Parts: m.parts(m.T),
	}
	if m.Count >= 0 {
		a.Len = m.Count * size / m.Bytes
		a.Dims = m.Dims
	} else if _, dynamic := m.Slot.decl.(ExternShared); dynamic && mem.sharedBytes >= 0 {
		a.Len = mem.sharedBytes / m.Bytes
	} else if m.rowsOf != nil && m.rowsOf.Count != 1 {
		a.Dims = []int64{-1, rowLength}
	}
	m.Array = a
	if contents := mem.core.Contents(m); mem.KeepsInitial(m) {
		a.Init, a.Fixed = contents, contents == nil
	} else if m.Decl != nil && m.Space == kernel.Global {
		if a.First = contents; contents == nil {
			a.First = m.single()
		}
		a.Fixed = a.First == nil
	}
	mem.out.Kernel.Arrays = append(mem.out.Kernel.Arrays, a)
	return a
}

// single is what a variable such as cuda::atomic<int> x{1} holds, of a class that gv2 supplies
// and that is made of one integer: 0, as static memory does, where nothing initialises it, and in arrays of them. It is nil for any
// other class, whose constructor may do something else.
func (m *Memory) single() []kernel.Const {
	if m.Decl.Extern || !m.T.IsRecord() || len(m.T.Rec.Fields) != 1 || m.T.Size() != m.Bytes || !m.Unit.IsInt() ||
		m.T.Rec.Decl == nil || !m.T.Rec.Decl.Pos.Supplied() {
		return nil
	}
	list, ok := m.Decl.Init.(*cuda.InitList)
	if m.Decl.Init == nil && m.Decl.Ctor == nil || ok && len(list.Items) == 0 {
		return []kernel.Const{}
	}
	if !ok || len(list.Items) != 1 {
		return nil
	}
	n, literal := list.Items[0].(*cuda.IntLit)
	if !literal {
		return nil
	}
	return []kernel.Const{{T: m.Unit, Val: m.Unit.Wrap(int64(n.Value))}}
}

func (m *Memory) pos(kernelPos diag.Pos) diag.Pos {
	if d, ok := m.Slot.decl.(cuda.Decl); ok {
		return d.DeclPos()
	}
	if d, ok := m.Slot.decl.(*cuda.Param); ok {
		return d.Pos
	}
	return kernelPos
}

// KeepsInitial reports whether m holds what its initialiser says while the
// kernel runs.
func (mem *Model) KeepsInitial(m *Memory) bool {
	return m.Decl != nil && (m.Decl.Init != nil || m.Decl.Ctor != nil) && !m.Written && m.ReadOnly && (!mem.unknownConstants || m.Constant())
}

// Constant reports whether m is declared const, so that the host cannot write it
// either.
func (m *Memory) Constant() bool {
	return m.Decl.Constexpr || m.T.Const
}

// ParamMemory is what a pointer parameter of the kernel leads to: an array of its own, of
// which the length is not known. Its name is taken at once, so that arrays are named
// after parameters in any case.
func (mem *Model) ParamMemory(name, label string, elem *ctype.Type, s Slot) *Memory {
	s.Path += "*"
	m := mem.an.NewMemory(s, name, elem, kernel.Global)
	m.Label, m.Param, m.Count, m.ReadOnly = label, true, -1, elem.Const && !m.Written
	if mem.reserved[m] == "" {
		mem.reserved[m] = mem.out.Unique(name)
	}
	return m
}
