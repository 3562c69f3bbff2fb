package asm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// asmOperands makes one operand of each word constraint:type; *T is a pointer.
func asmOperands(r *emittest.Recorder, prefix, words string) (ops []cuda.AsmOperand, args []emit.Argument) {
	for i, w := range strings.Fields(words) {
		constraint, t, _ := strings.Cut(w, ":")
		name := prefix + string(rune('0'+i))
		ops = append(ops, cuda.AsmOperand{Constraint: constraint, Name: name})
		switch {
		case t == "":
			args = append(args, emit.Argument{Pos: emittest.Here})
		case t[0] == '*':
			args = append(args, r.Pointer(name, kernel.Global, kernel.TypeNamed(t[1:])))
		default:
			args = append(args, r.Variable(name, kernel.TypeNamed(t)))
		}
	}
	return ops, args
}

// TestAsmOperands: the constraints tie the operands of a template to expressions.
func TestAsmOperands(t *testing.T) {
	for _, c := range []struct{ text, outs, ins, want string }{
		{"add.s32 %0, %1, 3;", "=r:i32", "r:i32", "t2 = i0 + 3; o0 = t2;"},
		{"add.s32 %[o0], %[i0], 3;", "=r:i32", "r:i32", "t2 = i0 + 3; o0 = t2;"},
		{"add.s32 %0, %0, 3;", "=r:i32", "0:i32", "t2 = i0; t2 = t2 + 3; o0 = t2;"},
		{"add.s32 %0, %0, 3;", "+r:i32", "", "t1 = o0; t1 = t1 + 3; o0 = t1;"},
		{"mov.b32 %0, %1;", "=r:f32", "r:i16", "t2 = (u32)i0; o0 = (f32)t2;"},
		{"mov.b32 %0, %1;", "=f:f32", "n:i64", "t2 = bits_u32_as_f32:f32((u32)i0); o0 = t2;"},
		{"", "=q:i32", "", "!7:3: unsupported: asm: output operand with constraint \"=q\""},
		{"", "=q:i32", "0:i32", "!7:3: unsupported: asm: output operand with constraint \"=q\""},
		{"", "=q:i32", "r:i32 0:i32", "!7:3: unsupported: asm: output operand with constraint \"=q\""},
		{"", "+r", "", "!7:3: unsupported: asm: output operand with constraint \"+r\""},
		{"", "", "x:i32", "!7:3: unsupported: asm: input operand with constraint \"x\""},
		{"", "", "r", "!7:3: unsupported: asm: input operand with constraint \"r\""},
		{"cp.async.bulk.tensor.1d.global;", "", "", "!7:10: unsupported: asm: this form of cp.async.bulk.tensor.1d.global; gv2 knows copies of tiles between shared memory and a tensor, and those to several blocks of a cluster; copy rows with cp.async.bulk"},
		{"exit; bra %0;", "", "r:i32", "!7:16: unsupported: asm: a branch that names no label; write it in CUDA C++"},
		{"bra a;", "", "", "!7:10: unsupported: asm: no label a; write it in CUDA C++"},
		{"a: bra b; b: a: bra b;", "", "", "!7:3: unsupported: asm: the label a stands there twice; write it in CUDA C++"},
		{"exit; }", "", "", "!7:3: unsupported: asm: } without {"},
		{"a: exit;", "", "", "return;"},
		{".reg .pred p; setp.eq.u32 p, %1, 0; @p bra done; add.u32 %0, %0, 1; done: ;", "+r:i32", "r:i32",
			"t2 = o0; havoc t3; // asm register t3 = i0 == 0; if (!t3) { t2 = (i32)((u32)t2 + 1); } o0 = t2;"},
		{"again: .reg .pred p; setp.eq.u32 p, %1, 0; @!p bra again;", "+r:i32", "r:i32",
			"t2 = o0; do while (!t3) { havoc t3; // asm register t3 = i0 == 0; } o0 = t2;"},
		{"again: { .reg .pred p; setp.eq.u32 p, %1, 0; @p bra done; bra again; } done:", "+r:i32", "r:i32",
			"t2 = o0; while (!t3) { head { havoc t3; // asm register t3 = i0 == 0; } } o0 = t2;"},
		{"mov.u32 %[o0], %[i9];", "=r:i32", "", "!7:10: unsupported: asm: no operand %[i9]"},
	} {
		r := &emittest.Recorder{}
		st := &cuda.AsmStmt{Pos: emittest.Here, Text: c.text, TextPos: diag.Pos{File: "k.cu", Line: 7, Col: 10}}
		var outs, ins []emit.Argument
		st.Outs, outs = asmOperands(r, "o", c.outs)
		st.Ins, ins = asmOperands(r, "i", c.ins)
		ok := Lower(r, st, outs, ins)
		if message, refused := strings.CutPrefix(c.want, "!"); refused {
			assert.False(t, ok, c.text)
			assert.Equal(t, 1, r.Diags.Len(), c.text)
			assert.Contains(t, r.Diags.String(), "k.cu:"+message, c.text)
			continue
		}
		assert.True(t, ok, r.Diags.String())
		assert.Equal(t, c.want, strings.Join(strings.Fields(kernel.PrintStmts(r.Stmts)), " "), c.text)
		r.Check(t, c.text)
	}
}
