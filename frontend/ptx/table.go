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

// table is the instructions that gv2 knows, by the part of the opcode before the
// first dot. To add one, add an entry; an opcode that is not here is refused.
var table = map[string]meaning{
	// Synchronisation.
	"bar": {effect: (*Code).barrier}, "barrier": {effect: (*Code).barrier},
	"membar": {effect: (*Code).fence}, "fence": {effect: (*Code).fence},

	// Memory.
	"ld": {effect: (*Code).load}, "ldu": {effect: (*Code).load}, "st": {effect: (*Code).store},
	"atom": {effect: (*Code).atomic}, "red": {effect: (*Code).atomic},
	"discard": {effect: (*Code).discard}, "multimem": {effect: (*Code).multimem},

	// Textures, whose memory the kernel does not write.
	"tex": {effect: (*Code).texture}, "tld4": {effect: (*Code).texture}, "txq": {effect: (*Code).texture}, "suq": {effect: (*Code).texture}, "suld": {effect: (*Code).texture},

	// Exchanges within a warp.
	"shfl": {effect: (*Code).shuffle}, "vote": {effect: (*Code).vote}, "match": {effect: (*Code).match},
	"redux": {effect: (*Code).redux}, "elect": {effect: (*Code).elect}, "activemask": {effect: (*Code).activeMask},

	// Control.
	"trap": {effect: trap}, "exit": {effect: exit},

	// What only concerns speed or tools.
	"prefetch": {effect: nothing}, "prefetchu": {effect: nothing}, "applypriority": {effect: nothing}, "nanosleep": {effect: nothing},
	"griddepcontrol": {effect: nothing}, "setmaxnreg": {effect: nothing}, "stackrestore": {effect: nothing},
	"pmevent": {effect: nothing}, "brkpt": {effect: nothing},

	// Arithmetic that the IR computes exactly, in the forms on integers.
	"add": {value: plain(kernel.Add)}, "sub": {value: plain(kernel.Sub)}, "div": {value: plain(kernel.Div)},
	"rem": {value: plain(kernel.Rem)}, "and": {value: plain(kernel.And)}, "or": {value: plain(kernel.Or)},
	"xor": {value: plain(kernel.Xor)}, "mul": {value: product}, "mad": {value: product},
	"shl": {value: shift(kernel.Shl)}, "shr": {value: shift(kernel.Shr)},
	"min": {value: exact("min", 2)}, "max": {value: exact("max", 2)}, "abs": {value: exact("abs", 1)},
	"brev": {value: exact("brev", 1)}, "popc": {value: countBits("popc")}, "clz": {value: countBits("clz")},
	"fns": {value: exact("fns", 3)}, "neg": {value: one(kernel.Neg)}, "not": {value: one(kernel.BitNot)}, "mov": {effect: (*Code).moved},
	"lop3": {value: lookup3}, "bfe": {value: extract}, "bfi": {value: insert}, "bfind": {value: highestBit},
	"shf": {value: funnel}, "prmt": {value: permute}, "mul24": {value: product24}, "mad24": {value: product24},
	"cnot": {value: logicalNot},
	"cvt":  {value: conversion}, "setp": {effect: predicate}, "selp": {value: selection}, "slct": {value: bySign}, "set": {value: setMask},
	"addc": {effect: (*Code).carried}, "subc": {effect: (*Code).carried}, "madc": {effect: (*Code).carried}, "dp2a": {value: dotProduct},
	"sad": {value: distance}, "szext": {value: extend}, "bmsk": {value: fieldMask}, "dp4a": {value: dotProduct},
}

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
