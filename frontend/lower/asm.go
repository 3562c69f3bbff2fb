package lower

import (
	"strconv"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// asmLowering turns one asm statement into kernel statements. A register of the
// template, an output operand included, becomes a variable; outputs are
// assigned to the program's variables after the last instruction.
type asmLowering struct {
	b        emit.Builder
	st       *cuda.AsmStmt
	operands []*asmOperand
	byName   map[string]*asmOperand
	scopes   []map[string]*asmRegister
	fresh    []*asmRegister // first written since this was last cleared
	pos      diag.Pos       // for diagnostics: of the instruction, if that is known
	failed   bool
}

// asmRegister is a variable and whether it has a value yet.
type asmRegister struct {
	v       *kernel.Var
	written bool
}

// asmOperand is %n: a register for an output, else an argument.
type asmOperand struct {
	arg *emit.Argument
	reg *asmRegister
	t   kernel.Type // of the register class that the constraint names
}

// lowerAsm emits the statements of an asm statement whose operands are outs and
// ins, in the order of st. A read-write output ("+r") has its value set; for
// other outputs the value, if set, only tells the type. It returns false after
// a diagnostic.
func lowerAsm(b emit.Builder, st *cuda.AsmStmt, outs, ins []emit.Argument) bool {
	a := &asmLowering{b: b, st: st, byName: map[string]*asmOperand{}, scopes: []map[string]*asmRegister{{}}, pos: st.Pos}
	items, err := parsePTX(st.Text)
	if err != nil {
		a.unsupported("asm: cannot read the template: %v; write it in CUDA", err)
		return false
	}
	for i := range outs {
		a.output(st.Outs[i], &outs[i])
	}
	for i := range ins {
		a.input(st.Ins[i], &ins[i])
	}
	for i := range items {
		if a.failed {
			return false
		}
		a.locate(&items[i])
		a.item(&items[i])
	}
	if a.failed {
		return false
	}
	for _, o := range a.operands[:len(outs)] {
		o.arg.Assign(a.use(o.reg))
	}
	return true
}

func (a *asmLowering) unsupported(format string, args ...any) {
	if !a.failed {
		a.b.Unsupported(a.pos, format, args...)
	}
	a.failed = true
}

// locate has diagnostics name the column of an instruction, where the template is
// written in one piece.
func (a *asmLowering) locate(it *ptxItem) {
	if a.pos = a.st.Pos; it.kind == ptxInstr && a.st.TextPos.Valid() {
		a.pos = a.st.TextPos
		a.pos.Col += it.at
	}
}

// wrong reports an instruction that does not have the form it should.
func (a *asmLowering) wrong(it *ptxItem) {
	a.unsupported("asm: this form of %s; write it in CUDA", it.opcode())
}

// constraintTypes are the register classes of the PTX ISA's inline assembly.
var constraintTypes = map[byte]kernel.Type{'h': kernel.U16, 'r': kernel.U32, 'l': kernel.U64, 'f': kernel.F32,
	'd': kernel.F64}

func (a *asmLowering) add(name string, o *asmOperand) {
	a.operands = append(a.operands, o)
	if name != "" {
		a.byName[name] = o
	}
}

// output makes the register of "=r"(x) or "+r"(x).
func (a *asmLowering) output(op cuda.AsmOperand, arg *emit.Argument) {
	letters := op.Constraint
	t, ok := kernel.Type{}, len(letters) >= 2
	if ok {
		t, ok = constraintTypes[letters[len(letters)-1]]
	}
	if !ok || arg.Assign == nil {
		a.unsupported("asm: output operand with constraint %q", letters)
		return
	}
	// The variable's own type spares conversions of sign.
	if v := arg.Value; v != nil && v.Type().IsInt() && t.IsInt() && v.Type().Bits == t.Bits {
		t = v.Type()
	}
	o := &asmOperand{arg: arg, t: t, reg: &asmRegister{v: a.b.Temp(t)}}
	a.add(op.Name, o)
	if letters[0] == '+' {
		if arg.Value == nil {
			a.unsupported("asm: read-write operand that is not a number")
			return
		}
		a.set(o.reg, arg.Value)
	}
}

// input takes "r"(x); a digit as constraint ties it to that output.
func (a *asmLowering) input(op cuda.AsmOperand, arg *emit.Argument) {
	letters := op.Constraint
	if n, err := strconv.Atoi(letters); err == nil && n < len(a.st.Outs) && n < len(a.operands) && arg.Value != nil {
		a.set(a.operands[n].reg, arg.Value)
		a.add(op.Name, a.operands[n])
		return
	}
	o := &asmOperand{arg: arg}
	ok := len(letters) == 1
	if ok && letters != "n" && letters != "i" {
		o.t, ok = constraintTypes[letters[0]]
	} else if ok && arg.Value != nil {
		o.t = arg.Value.Type()
	}
	if !ok || arg.Value == nil && !arg.IsPointer {
		a.unsupported("asm: input operand with constraint %q", letters)
		return
	}
	a.add(op.Name, o)
}

// item lowers one line. A guarded instruction becomes an If; registers that it
// writes first have no known value where the guard does not hold.
func (a *asmLowering) item(it *ptxItem) {
	switch {
	case it.kind == ptxOpen:
		a.scopes = append(a.scopes, map[string]*asmRegister{})
	case it.kind == ptxClose:
		if len(a.scopes) == 1 {
			a.unsupported("asm: } without {")
			return
		}
		a.scopes = a.scopes[:len(a.scopes)-1]
	case it.kind == ptxReg:
		a.declare(it)
	case it.op == "":
	case it.guard == nil:
		a.instruction(it)
	default:
		a.guarded(it)
	}
}

func (a *asmLowering) declare(it *ptxItem) {
	t, ok := ptxType(it.mods[0])
	if !ok {
		a.unsupported("asm: register type .%s", it.mods[0])
		return
	}
	for _, name := range it.regs {
		a.scopes[len(a.scopes)-1][name] = &asmRegister{v: a.b.Temp(t)}
	}
}

func (a *asmLowering) guarded(it *ptxItem) {
	cond := a.read(it.guard, kernel.BoolType)
	a.fresh = nil
	then := a.b.Block(func() { a.instruction(it) })
	for _, r := range a.fresh {
		a.havoc(r)
	}
	a.b.Emit(&kernel.If{Src: a.b.Src(), Cond: cond, Then: then})
}

// ptxType returns the kernel type of a PTX type; untyped bits are unsigned.
func ptxType(name string) (kernel.Type, bool) {
	t, ok := ptxTypes[name]
	return t, ok
}

var ptxTypes = map[string]kernel.Type{"pred": kernel.BoolType,
	"b8": kernel.U8, "u8": kernel.U8, "s8": kernel.I8, "b16": kernel.U16, "u16": kernel.U16, "s16": kernel.I16,
	"b32": kernel.U32, "u32": kernel.U32, "s32": kernel.I32, "b64": kernel.U64, "u64": kernel.U64,
	"s64": kernel.I64, "f16": kernel.F16, "bf16": kernel.F16, "f32": kernel.F32, "f64": kernel.F64}
