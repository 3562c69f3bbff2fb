// Package asm lowers asm statements of CUDA C++: the constraints that tie the
// operands of a template to expressions of the program. What the instructions of the
// template mean is in package ptx.
package asm

import (
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
)

// Builder is an emit.Builder that knows names for labels.
type Builder interface {
	emit.Builder
	// Unique is a name that no label or variable has.
	Unique(name string) string
}

// statement is one asm statement with its operands.
type statement struct {
	b      Builder
	st     *cuda.AsmStmt
	code   *ptx.Code
	list   []*ptx.Binding
	byName map[string]*ptx.Binding
	failed bool
}

// Lower emits the statements of an asm statement whose operands are outs and
// ins, in the order of st. An output is a register of its own, which is assigned to
// the program's variable after the last instruction. A read-write output ("+r") has
// its value set; for other outputs the value, if set, only tells the type. It
// returns false after a diagnostic.
func Lower(b Builder, st *cuda.AsmStmt, outs, ins []emit.Argument) bool {
	a := &statement{b: b, st: st, byName: map[string]*ptx.Binding{}}
	a.code = ptx.NewCode(b, a)
	items, err := ptx.Parse(st.Text)
	if err != nil {
		a.Unsupported(nil, "cannot read the template: %v", err)
		return false
	}
	for i := range outs {
		a.output(st.Outs[i], &outs[i])
	}
	if a.failed { // an input may be tied to an output that there is not
		return false
	}
	for i := range ins {
		a.input(st.Ins[i], &ins[i])
	}
	if branches(items) {
		a.flow(items)
	} else {
		for i := range items {
			if a.failed {
				return false
			}
			a.code.Lower(&items[i])
		}
	}
	if a.failed {
		return false
	}
	for i, o := range a.list[:len(outs)] {
		outs[i].Assign(a.code.Use(o.Register))
	}
	return true
}

// Unsupported names the column of the instruction, where the template is written in
// one piece.
func (a *statement) Unsupported(it *ptx.Item, format string, args ...any) {
	if a.failed {
		return
	}
	a.failed = true
	pos := a.st.Pos
	if it != nil && it.IsInstruction() && a.st.TextPos.Valid() {
		pos = a.st.TextPos
		pos.Col += it.Offset()
	}
	if !strings.Contains(format, ";") {
		format += "; " + instead(it)
	}
	a.b.Unsupported(pos, "asm: "+format, args...)
}

// withoutEquivalent are instructions that nothing in CUDA C++ replaces which gv2 knows, by how
// they begin, with what to do.
var withoutEquivalent = []struct{ begins, text string }{
	{"cp.async.bulk.tensor", "gv2 knows copies of tiles between shared memory and a tensor, and those to several blocks of a cluster; copy rows with cp.async.bulk"},
	{"cp.reduce.async.bulk.", "reductions of bulk copies that gv2 knows go from shared::cta to global, or to shared::cluster"},

	{"wgmma.", "it is not modelled; compute the product in a loop"},
}

// instead says what to do without an instruction.
func instead(it *ptx.Item) string {
	if it != nil {
		for _, w := range withoutEquivalent {
			if strings.HasPrefix(it.Opcode(), w.begins) {
				return w.text
			}
		}
	}
	return "write it in CUDA C++"
}

// Operand is what %n or %[name] stands for.
func (a *statement) Operand(n int, name string) *ptx.Binding {
	switch {
	case n < 0:
		return a.byName[name]
	case n < len(a.list):
		return a.list[n]
	}
	return nil
}

func (a *statement) add(name string, o *ptx.Binding) {
	a.list = append(a.list, o)
	if name != "" {
		a.byName[name] = o
	}
}

// constraintTypes are the register classes of inline assembly: CUDA's "Inline PTX
// Assembly", "Constraints".
var constraintTypes = map[byte]kernel.Type{'h': kernel.U16, 'r': kernel.U32, 'l': kernel.U64, 'f': kernel.F32,
	'd': kernel.F64}

// output makes the register of "=r"(x) or "+r"(x).
func (a *statement) output(op cuda.AsmOperand, arg *emit.Argument) {
	letters := op.Constraint
	t, ok := kernel.Type{}, len(letters) >= 2
	if ok {
		t, ok = constraintTypes[letters[len(letters)-1]]
	}
	if !ok || arg.Assign == nil {
		a.Unsupported(nil, "output operand with constraint %q", letters)
		return
	}
	// The variable's own type spares conversions of sign.
	if v := arg.Value; v != nil && v.Type().IsInt() && t.IsInt() && v.Type().Bits == t.Bits {
		t = v.Type()
	}
	o := &ptx.Binding{Register: a.code.NewRegister(t)}
	a.add(op.Name, o)
	if letters[0] == '+' {
		if arg.Value == nil {
			a.Unsupported(nil, "read-write operand that is not a number")
			return
		}
		a.code.Set(o.Register, arg.Value)
	}
}

// input takes "r"(x); a digit as constraint ties it to that output.
func (a *statement) input(op cuda.AsmOperand, arg *emit.Argument) {
	letters := op.Constraint
	if n, err := strconv.Atoi(letters); err == nil && n < len(a.st.Outs) && n < len(a.list) && arg.Value != nil {
		a.code.Set(a.list[n].Register, arg.Value)
		a.add(op.Name, a.list[n])
		return
	}
	o := &ptx.Binding{Argument: arg}
	ok := len(letters) == 1
	if ok && letters != "n" && letters != "i" {
		o.Type, ok = constraintTypes[letters[0]]
	} else if ok && arg.Value != nil {
		o.Type = arg.Value.Type()
	}
	if !ok || arg.Value == nil && !arg.IsPointer {
		a.Unsupported(nil, "input operand with constraint %q", letters)
		return
	}
	a.add(op.Name, o)
}
