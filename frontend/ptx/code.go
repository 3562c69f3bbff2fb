package ptx

import (
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Source is the program that instructions stand in, as their meaning needs it: an
// asm statement of a CUDA file.
type Source interface {
	// Operand is what %n stands for, or %[name] where n is negative; nil if there is
	// no such operand.
	Operand(n int, name string) *Binding
	// Unsupported reports why it, or the program as a whole where it is nil, cannot
	// be lowered, with what to write instead.
	Unsupported(it *Item, format string, args ...any)
}

// Program is the Source of a whole module, whose registers and addresses are not those of
// an asm statement.
type Program interface {
	Source
	// Register is the number and type of the register that an operand names; ok is false if it
	// names none.
	Register(o *Operand) (n int, t kernel.Type, ok bool)
	// Read is the value of a register as type t.
	Read(n int, t kernel.Type) kernel.Expr
	// Write gives a register a value of its type.
	Write(n int, e kernel.Expr)
	// Address is the memory at a base and an offset in bytes. It reports why there is none.
	Address(it *Item, base *Operand, offset int64) (p *emit.Argument, ok bool)
}

// Places follows the registers of a Program to the memory that they describe.
type Places interface {
	// MapOf enters the tensor's map that an operand leads to, as far as it is known.
	MapOf(o *Operand, box *kernel.Box)
	// Descriptor is the matrix in shared memory that a register describes, nil if that is not known; anywhere
	// is some place of shared memory.
	Descriptor(it *Item, o *Operand) (d *emit.Descriptor, anywhere *emit.Argument)
}

// Binding is what an operand of the program stands for: a register, or a value or
// pointer that is only read.
type Binding struct {
	Register *Register
	Argument *emit.Argument // where Register is nil
	Type     kernel.Type    // of the argument's register class
}

// Register is a register of the program. It becomes a variable of the kernel; one of a
// Program has a number and a type instead.
type Register struct {
	v       *kernel.Var
	written bool // it has a value
	n       int
	t       kernel.Type
}

func (r *Register) typ() kernel.Type {
	if r.v == nil {
		return r.t
	}
	return r.v.T
}

// Code lowers the instructions of one program in their order. After the first
// fault, which it reports, what it emits has no meaning.
type Code struct {
	b      emit.Builder
	source Source
	// program is source, if that is a Program.
	program Program
	// Places is nil where nobody follows them.
	Places Places
	// Mixed is set if some operations of the program flush subnormal numbers, and others do not.
	Mixed   bool
	scopes  []map[string]*Register // of braces, innermost last
	fresh   []*Register            // first written since this was last cleared
	carry   *Register              // the carry flag, where there is no Program
	numbers []*Register            // of a Program, by their numbers
	slab    []Register             // room for more of them
	item    *Item                  // being lowered
	failed  bool
	// unordered is set if instructions are not executed in the order in which they are lowered.
	unordered bool
}

// NewCode starts a program whose statements go to b.
func NewCode(b emit.Builder, source Source) *Code {
	c := &Code{b: b, source: source, scopes: []map[string]*Register{{}}}
	c.program, _ = source.(Program)
	return c
}

// Reserve makes room for registers of a Program with numbers below n.
func (c *Code) Reserve(n int) {
	c.numbers = make([]*Register, n)
}

// Arbitrary gives all registers without a value an arbitrary one, and those that are declared from now on: the
// instructions that follow are parts of a program with branches.
func (c *Code) Arbitrary(outs ...*Register) {
	c.unordered = true
	for _, r := range outs {
		c.Use(r)
	}
}

// Failed reports whether a fault was reported.
func (c *Code) Failed() bool { return c.failed }

// Value is an operand as a value of type t, for the program's own instructions.
func (c *Code) Value(it *Item, o *Operand, t kernel.Type) kernel.Expr {
	c.item = it
	return c.read(o, t)
}

// Instruction emits the statements of an instruction without its guard.
func (c *Code) Instruction(it *Item) {
	c.item = it
	c.instruction(it)
}

// NewRegister makes a register of type t without a value.
func (c *Code) NewRegister(t kernel.Type) *Register { return &Register{v: c.b.Temp(t)} }

// Lower emits the statements of it.
func (c *Code) Lower(it *Item) {
	c.item = it
	switch {
	case it.Kind == Label:
		c.unsupported("label %s", it.Op)
	case it.Kind == Open:
		c.scopes = append(c.scopes, map[string]*Register{})
	case it.Kind == Close:
		if len(c.scopes) == 1 {
			c.unsupported("} without {")
			return
		}
		c.scopes = c.scopes[:len(c.scopes)-1]
	case it.Kind == Declaration:
		c.declare(it)
	case it.Op == "": // a lone semicolon
	case it.Guard == nil:
		c.instruction(it)
	default:
		c.guarded(it)
	}
}

// declare makes the registers of a .reg directive, which hide those of outer braces.
func (c *Code) declare(it *Item) {
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		c.unsupported("register type .%s", it.Mods[0])
		return
	}
	for _, name := range it.Regs {
		r := c.NewRegister(t)
		c.scopes[len(c.scopes)-1][name] = r
		if c.unordered {
			c.Use(r)
		}
	}
}

// guarded lowers @p it to an If. Registers that the instruction writes first have
// no known value where the guard does not hold.
func (c *Code) guarded(it *Item) {
	cond := c.read(it.Guard, kernel.BoolType)
	c.fresh = nil
	then := c.b.Block(func() { c.instruction(it) })
	for _, r := range c.fresh {
		c.b.Emit(&kernel.Havoc{Src: c.b.Src(), Dst: r.v, Why: "asm register"})
	}
	c.b.Emit(&kernel.If{Src: c.b.Src(), Cond: cond, Then: then})
}

// unsupported reports the first fault; what follows from it is not reported.
func (c *Code) unsupported(format string, args ...any) {
	if !c.failed {
		c.source.Unsupported(c.item, format, args...)
	}
	c.failed = true
}

// wrong reports an instruction that does not have the form it should.
func (c *Code) wrong(it *Item) {
	c.unsupported("this form of %s", it.opcode())
}

// typeNamed returns the kernel type of a PTX type; untyped bits are unsigned.
func typeNamed(name string) (kernel.Type, bool) {
	t, ok := types[name]
	return t, ok
}

// types are the types of PTX. bf16 has the size of f16, and floats are opaque.
var types = map[string]kernel.Type{"pred": kernel.BoolType,
	"b8": kernel.U8, "u8": kernel.U8, "s8": kernel.I8, "b16": kernel.U16, "u16": kernel.U16, "s16": kernel.I16,
	"b32": kernel.U32, "u32": kernel.U32, "s32": kernel.I32, "b64": kernel.U64, "u64": kernel.U64,
	"s64": kernel.I64, "f16": kernel.F16, "bf16": kernel.F16, "f32": kernel.F32, "f64": kernel.F64}

// TypeNamed is the type of a register or access of a module; two halves are a word.
func TypeNamed(name string) (kernel.Type, bool) {
	switch name {
	case "f16x2", "bf16x2":
		return kernel.U32, true
	}
	return typeNamed(name)
}
