package lower

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// registerOnly lists the opcodes that write their first operand, read the
// others, and touch neither memory nor control (PTX ISA, "Instruction Set").
// What gv2 does not compute exactly gets an arbitrary result, which is sound.
var registerOnly = strings.Fields(`add sub mul mad mul24 mad24 addc subc madc sad div rem abs neg min max popc clz
	bfind fns brev bfe bfi szext bmsk dp4a dp2a lop3 shf prmt shl shr and or xor not cnot copysign rcp sqrt rsqrt
	sin cos lg2 ex2 tanh testp fma set setp selp slct cvt mov cvta isspacep shfl vote match redux activemask elect
	mma createpolicy vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2
	vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4`)

// noEffect lists the opcodes that only concern speed or tools.
var noEffect = []string{"prefetch", "prefetchu", "nanosleep", "pmevent", "brkpt"}

// instruction lowers one instruction, its guard apart.
func (a *asmLowering) instruction(it *ptxItem) {
	switch it.op {
	case "bar", "barrier":
		a.barrier(it)
	case "membar", "fence":
		a.fence(it)
	case "ld", "ldu":
		a.load(it)
	case "st":
		a.store(it)
	case "atom", "red":
		a.atomic(it)
	case "trap":
		emit.NeverReached(a.b, "no thread reaches an asm trap")
	case "exit":
		a.b.Emit(&kernel.Return{Src: a.b.Src()})
	default:
		a.compute(it)
	}
}

func (a *asmLowering) compute(it *ptxItem) {
	switch {
	case slices.Contains(noEffect, it.op):
		return
	case !slices.Contains(registerOnly, it.op) || len(it.args) == 0 || usesMemory(it):
		a.unsupported("asm: instruction %s; write it in CUDA", it.opcode())
		return
	}
	if f := arithmetic[it.op]; f != nil {
		if e := f(a, it); e != nil {
			a.write(&it.args[0], e)
			return
		}
	}
	if !a.failed {
		a.writeArbitrary(&it.args[0])
	}
}

func usesMemory(it *ptxItem) bool {
	return slices.ContainsFunc(it.args, func(o ptxOperand) bool { return o.form == ptxAddress })
}

// arithmetic holds the opcodes with an exact meaning. A function returns nil
// for the forms that it does not cover.
var arithmetic map[string]func(a *asmLowering, it *ptxItem) kernel.Expr

func init() {
	arithmetic = map[string]func(a *asmLowering, it *ptxItem) kernel.Expr{
		"add": plain(kernel.Add), "sub": plain(kernel.Sub), "div": plain(kernel.Div), "rem": plain(kernel.Rem),
		"and": plain(kernel.And), "or": plain(kernel.Or), "xor": plain(kernel.Xor),
		"mul": product, "mad": product, "shl": shift(kernel.Shl), "shr": shift(kernel.Shr),
		"min": exactAsm("min", 2), "max": exactAsm("max", 2), "abs": exactAsm("abs", 1),
		"brev": exactAsm("brev", 1), "popc": countBits("popc"), "clz": countBits("clz"),
		"neg": one(kernel.Neg), "not": one(kernel.BitNot), "mov": move, "cvt": conversion,
		"setp": compare, "selp": selection,
	}
}

// intType returns the type of an instruction whose only modifier is an integer
// type (or pred).
func intType(it *ptxItem, args int) (kernel.Type, bool) {
	if len(it.mods) != 1 || len(it.args) != args {
		return kernel.Type{}, false
	}
	t, ok := ptxType(it.mods[0])
	return t, ok && t.Kind != kernel.Float
}

func plain(op kernel.BinaryOp) func(*asmLowering, *ptxItem) kernel.Expr {
	return func(a *asmLowering, it *ptxItem) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok {
			return nil
		}
		x, y := a.read(&it.args[1], t), a.read(&it.args[2], t)
		if t.Kind == kernel.Bool {
			return cexpr.BinaryBool(op, x, y)
		}
		return cexpr.Fold(op, x, y)
	}
}

func one(op kernel.UnaryOp) func(*asmLowering, *ptxItem) kernel.Expr {
	return func(a *asmLowering, it *ptxItem) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok {
			return nil
		}
		x := a.read(&it.args[1], t)
		if t.Kind == kernel.Bool {
			return cexpr.Unary(kernel.Not, x)
		}
		return kernel.FoldNode(&kernel.Unary{Op: op, X: x})
	}
}

func exactAsm(fn string, args int) func(*asmLowering, *ptxItem) kernel.Expr {
	return func(a *asmLowering, it *ptxItem) kernel.Expr {
		t, ok := intType(it, args+1)
		if !ok || !t.IsInt() {
			return nil
		}
		var values []kernel.Expr
		for i := range args {
			values = append(values, a.read(&it.args[1+i], t))
		}
		return cexpr.Exact(fn, t, values...)
	}
}

func countBits(fn string) func(*asmLowering, *ptxItem) kernel.Expr {
	return func(a *asmLowering, it *ptxItem) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok || !t.IsInt() {
			return nil
		}
		return cexpr.Exact(fn, kernel.I32, a.read(&it.args[1], t))
	}
}

// product is mul and mad, .lo, .hi and .wide on integers.
func product(a *asmLowering, it *ptxItem) kernel.Expr {
	args := 3
	if it.op == "mad" {
		args = 4
	}
	if len(it.mods) != 2 || len(it.args) != args {
		return nil
	}
	t, ok := ptxType(it.mods[1])
	if !ok || !t.IsInt() {
		return nil
	}
	x, y := a.read(&it.args[1], t), a.read(&it.args[2], t)
	var e kernel.Expr
	switch it.mods[0] {
	case "lo":
		e = cexpr.Fold(kernel.Mul, x, y)
	case "hi":
		e = cexpr.Exact("mulhi", t, x, y)
	case "wide":
		if t.Bits == 64 {
			return nil
		}
		t.Bits *= 2
		e = cexpr.Fold(kernel.Mul, cexpr.Convert(x, t), cexpr.Convert(y, t))
	default:
		return nil
	}
	if args == 4 {
		e = cexpr.Fold(kernel.Add, e, a.read(&it.args[3], t))
	}
	return e
}

// shift differs from C's: a count beyond the width shifts everything out.
func shift(op kernel.BinaryOp) func(*asmLowering, *ptxItem) kernel.Expr {
	return func(a *asmLowering, it *ptxItem) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok || !t.IsInt() {
			return nil
		}
		x, n := a.read(&it.args[1], t), a.read(&it.args[2], kernel.U32)
		out := kernel.Expr(kernel.NewConst(t, 0))
		if op == kernel.Shr && t.Signed {
			out = cexpr.Fold(kernel.Shr, x, cexpr.U32(int64(t.Bits-1)))
		}
		inside := cexpr.Fold(kernel.Lt, n, cexpr.U32(int64(t.Bits)))
		return kernel.FoldNode(&kernel.Cond{C: inside, X: cexpr.Fold(op, x, n), Y: out})
	}
}

// move is mov.type d, a; packing and unpacking of vectors is left open.
func move(a *asmLowering, it *ptxItem) kernel.Expr {
	if len(it.mods) != 1 || len(it.args) != 2 || it.args[0].form == ptxVector || it.args[1].form == ptxVector {
		return nil
	}
	t, ok := ptxType(it.mods[0])
	if !ok {
		return nil
	}
	return a.read(&it.args[1], t)
}

// conversion is cvt.to.from between integers, without saturation.
func conversion(a *asmLowering, it *ptxItem) kernel.Expr {
	if len(it.mods) != 2 || len(it.args) != 2 {
		return nil
	}
	to, ok := ptxType(it.mods[0])
	from, ok2 := ptxType(it.mods[1])
	if !ok || !ok2 || !to.IsInt() || !from.IsInt() {
		return nil
	}
	return a.widen(&it.args[0], cexpr.Convert(a.read(&it.args[1], from), to))
}

var comparisons = map[string]kernel.BinaryOp{"eq": kernel.Eq, "ne": kernel.Ne, "lt": kernel.Lt, "le": kernel.Le,
	"gt": kernel.Gt, "ge": kernel.Ge, "lo": kernel.Lt, "ls": kernel.Le, "hi": kernel.Gt, "hs": kernel.Ge}

// compare is setp.cmp.type p, a, b on integers.
func compare(a *asmLowering, it *ptxItem) kernel.Expr {
	if len(it.mods) != 2 || len(it.args) != 3 || it.args[0].form == ptxPair {
		return nil
	}
	op, known := comparisons[it.mods[0]]
	t, ok := ptxType(it.mods[1])
	if !known || !ok || !t.IsInt() {
		return nil
	}
	return cexpr.Fold(op, a.read(&it.args[1], t), a.read(&it.args[2], t))
}

// selection is selp.type d, a, b, p.
func selection(a *asmLowering, it *ptxItem) kernel.Expr {
	if len(it.mods) != 1 || len(it.args) != 4 {
		return nil
	}
	t, ok := ptxType(it.mods[0])
	if !ok {
		return nil
	}
	x, y := a.read(&it.args[1], t), a.read(&it.args[2], t)
	return kernel.FoldNode(&kernel.Cond{C: a.read(&it.args[3], kernel.BoolType), X: x, Y: y})
}
