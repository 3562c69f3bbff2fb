package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// meaning is what an opcode does (PTX ISA, "Instruction Set"). One of its fields is
// set, except where the opcode writes registers in a way that gv2 leaves open.
type meaning struct {
	// effect lowers an instruction that does more than write registers.
	effect func(c *Code, it *Item)
	// value computes what the first operand becomes from the others; nil for the
	// forms of the instruction that it does not cover.
	value func(c *Code, it *Item) kernel.Expr
}

// opcode is an entry of table.
type opcode struct {
	name string
	meaning
}

// tableOf makes a map of a list, which is mostly data: the code that fills in a map of this size is long, and browsers
// take long to compile it.
func tableOf(list []opcode) map[string]meaning {
	out := make(map[string]meaning, len(list))
	for _, op := range list {
		out[op.name] = op.meaning
	}
	return out
}

// table is the instructions that gv2 knows, by the part of the opcode before the
// first dot. To add one, add an entry; an opcode that is not here is refused.
var table = tableOf([]opcode{
	// Synchronisation.
	{"bar", meaning{effect: (*Code).barrier}}, {"barrier", meaning{effect: (*Code).barrier}},
	{"membar", meaning{effect: (*Code).fence}}, {"fence", meaning{effect: (*Code).fence}},

	// Memory.
	{"ld", meaning{effect: (*Code).load}}, {"ldu", meaning{effect: (*Code).load}}, {"st", meaning{effect: (*Code).store}},
	{"atom", meaning{effect: (*Code).atomic}}, {"red", meaning{effect: (*Code).atomic}},
	{"discard", meaning{effect: (*Code).discard}}, {"multimem", meaning{effect: (*Code).multimem}},

	// Textures, whose memory the kernel does not write.
	{"tex", meaning{effect: (*Code).texture}}, {"tld4", meaning{effect: (*Code).texture}}, {"txq", meaning{effect: (*Code).texture}}, {"suq", meaning{effect: (*Code).texture}}, {"suld", meaning{effect: (*Code).texture}},

	// Exchanges within a warp.
	{"shfl", meaning{effect: (*Code).shuffle}}, {"vote", meaning{effect: (*Code).vote}}, {"match", meaning{effect: (*Code).match}},
	{"redux", meaning{effect: (*Code).redux}}, {"elect", meaning{effect: (*Code).elect}}, {"activemask", meaning{effect: (*Code).activeMask}},

	// Control.
	{"trap", meaning{effect: trap}}, {"exit", meaning{effect: exit}},

	// What only concerns speed or tools.
	{"prefetch", meaning{effect: nothing}}, {"prefetchu", meaning{effect: nothing}}, {"applypriority", meaning{effect: nothing}}, {"nanosleep", meaning{effect: nothing}},
	{"griddepcontrol", meaning{effect: nothing}}, {"setmaxnreg", meaning{effect: nothing}}, {"stackrestore", meaning{effect: nothing}},
	{"pmevent", meaning{effect: nothing}}, {"brkpt", meaning{effect: nothing}},

	// Arithmetic that the IR computes exactly, in the forms on integers.
	{"add", meaning{value: plain(kernel.Add)}}, {"sub", meaning{value: plain(kernel.Sub)}}, {"div", meaning{value: plain(kernel.Div)}},
	{"rem", meaning{value: plain(kernel.Rem)}}, {"and", meaning{value: plain(kernel.And)}}, {"or", meaning{value: plain(kernel.Or)}},
	{"xor", meaning{value: plain(kernel.Xor)}}, {"mul", meaning{value: product}}, {"mad", meaning{value: product}},
	{"shl", meaning{value: shift(kernel.Shl)}}, {"shr", meaning{value: shift(kernel.Shr)}},
	{"min", meaning{value: exact("min", 2)}}, {"max", meaning{value: exact("max", 2)}}, {"abs", meaning{value: exact("abs", 1)}},
	{"brev", meaning{value: exact("brev", 1)}}, {"popc", meaning{value: countBits("popc")}}, {"clz", meaning{value: countBits("clz")}},
	{"fns", meaning{value: exact("fns", 3)}}, {"neg", meaning{value: one(kernel.Neg)}}, {"not", meaning{value: one(kernel.BitNot)}}, {"mov", meaning{effect: (*Code).moved}},
	{"lop3", meaning{value: lookup3}}, {"bfe", meaning{value: extract}}, {"bfi", meaning{value: insert}}, {"bfind", meaning{value: highestBit}},
	{"shf", meaning{value: funnel}}, {"prmt", meaning{value: permute}}, {"mul24", meaning{value: product24}}, {"mad24", meaning{value: product24}},
	{"cnot", meaning{value: logicalNot}},
	{"cvt", meaning{value: conversion}}, {"setp", meaning{effect: predicate}}, {"selp", meaning{value: selection}}, {"slct", meaning{value: bySign}}, {"set", meaning{value: setMask}},
	{"addc", meaning{effect: (*Code).carried}}, {"subc", meaning{effect: (*Code).carried}}, {"madc", meaning{effect: (*Code).carried}}, {"dp2a", meaning{value: dotProduct}},
	{"sad", meaning{value: distance}}, {"szext", meaning{value: extend}}, {"bmsk", meaning{value: fieldMask}}, {"dp4a", meaning{value: dotProduct}},
})

// registerOnly lists the opcodes that write their first operand, read the others
// and touch neither memory nor control, of which gv2 computes nothing: their result
// is arbitrary, which is sound.
var registerOnly = strings.Fields(`istypep movmatrix stacksave
	copysign rcp sqrt rsqrt sin cos lg2 ex2 tanh testp fma isspacep mma createpolicy vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2
	vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4`)

func init() {
	for _, op := range registerOnly {
		if _, twice := table[op]; twice {
			panic("ptx: opcode in the table twice: " + op)
		}
		table[op] = meaning{}
	}
}

// instruction lowers one instruction, its guard apart.
func (c *Code) instruction(it *Item) {
	m, known := table[it.Op]
	if known && wholeWarp(it) {
		c.wholeWarp()
	}
	if wrong := Miscounted(it); known && wrong != "" {
		c.unsupported("%s", wrong)
		return
	}
	switch {
	case WritesCarry(it):
		c.carried(it)
		return
	case known && m.effect != nil:
		m.effect(c, it)
		return
	case !known || len(it.Args) == 0 || usesMemory(it):
		c.unsupported("instruction %s", it.opcode())
		return
	}
	if m.value != nil {
		if e := m.value(c, it); e != nil {
			c.write(&it.Args[0], e)
			return
		}
	}
	if c.failed {
		return
	}
	if e := c.opaque(it); e != nil {
		c.write(&it.Args[0], e)
		return
	}
	c.writeArbitrary(&it.Args[0])
}

// notOfOperands are opcodes whose result depends on more than their operands: on other threads, on
// where memory lies.
var notOfOperands = map[string]bool{"mma": true, "movmatrix": true, "istypep": true, "stacksave": true, "createpolicy": true, "isspacep": true}

// opaque is the result of an instruction of a Program that gv2 does not compute, as a function of its
// operands: the same ones give the same result. It is nil where there is more to it.
func (c *Code) opaque(it *Item) kernel.Expr {
	if c.program == nil || notOfOperands[it.Op] || it.Args[0].Form != Name {
		return nil
	}
	r := c.register(&it.Args[0])
	// A number or predicate may decide a branch or an index: a fault that needs another value
	// than the one that the program computes never happens, so it is left open instead.
	if r == nil || r.typ().Kind != kernel.Float {
		return nil
	}
	name := "ptx_" + strings.ReplaceAll(strings.Join(append([]string{it.Op}, it.Mods...), "_"), "::", "_")
	var args []kernel.Expr
	for i := range it.Args[1:] {
		o := &it.Args[1+i]
		t := kernel.I64
		switch {
		case o.Form == Float && o.Bits > 0:
			t = kernel.Type{Kind: kernel.Float, Bits: o.Bits}
		case o.Form == Float:
			t = kernel.F64
		case o.Form == Name:
			of := c.register(o)
			if of == nil {
				return nil
			}
			t = of.typ()
		case o.Form != Integer:
			return nil
		}
		name += "_" + t.String()
		args = append(args, c.read(o, t))
	}
	return &kernel.Call{T: r.typ(), Fn: name + "_to_" + r.typ().String(), Args: args}
}

// usesMemory guards the opcodes that only write registers: with an address among its
// operands an instruction may do more than gv2 knows.
func usesMemory(it *Item) bool {
	return slices.ContainsFunc(it.Args, func(o Operand) bool { return o.Form == Address })
}

// OnlyComputes reports whether an instruction does nothing but write its first operand, to a value
// that depends on its operands.
func OnlyComputes(it *Item) bool {
	m, known := table[it.Op]
	switch {
	case !known || notOfOperands[it.Op] || usesMemory(it) || wholeWarp(it) || WritesCarry(it) || ReadsCarry(it):
		return false
	}
	return m.effect == nil || it.Op == "mov" || it.Op == "setp"
}

// nothing is for instructions that neither compute nor order anything.
func nothing(*Code, *Item) {}

// trap aborts the grid, so that nobody relies on what follows.
func trap(c *Code, _ *Item) { emit.NeverReached(c.b, "no thread reaches an asm trap") }

// exit ends the thread.
func exit(c *Code, _ *Item) { c.b.Emit(&kernel.Return{Src: c.b.Src()}) }

// Computed lists the opcodes of the table by which gv2 computes something or has an effect, sorted:
// all but those whose results it leaves open.
func Computed() (all []string) {
	for op, m := range table {
		if m.effect != nil || m.value != nil {
			all = append(all, op)
		}
	}
	slices.Sort(all)
	return all
}
