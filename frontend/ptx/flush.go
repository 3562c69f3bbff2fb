package ptx

import (
	"slices"

	"gv2/frontend/kernel"
)

// FlushesSome reports whether a program takes subnormal numbers for zero (.ftz) in some of its operations on float and not
// in others. The IR has one meaning for an operation: where all of them flush, as a compiler's fast mathematics makes
// them, or none does, that is the program's; where both occur they may yield different results of the same operands.
type FlushesSome struct{ flushes, keeps bool }

// See notes an instruction.
func (f *FlushesSome) See(it *Item) {
	if it.Kind != Instruction || !slices.Contains(flushing, it.Op) || !flushable(it) {
		return
	}
	if slices.Contains(it.Mods, "ftz") {
		f.flushes = true
	} else {
		f.keeps = true
	}
}

// Mixed reports whether both kinds were seen.
func (f *FlushesSome) Mixed() bool { return f.flushes && f.keeps }

// flushing are the instructions that the IR has an operation on floating-point numbers for.
var flushing = []string{"add", "sub", "mul", "div", "setp", "cvt"}

// flushable reports whether an instruction may read or yield a subnormal float: a conversion from or to an integer
// does neither, as it yields zero of one anyway.
func flushable(it *Item) bool {
	n := len(it.Mods)
	if it.Op == "cvt" {
		return n >= 2 && isFloat(it.Mods[n-1]) && isFloat(it.Mods[n-2]) && (it.Mods[n-1] == "f32" || it.Mods[n-2] == "f32")
	}
	return n >= 1 && it.Mods[n-1] == "f32"
}

func isFloat(name string) bool {
	t, ok := typeNamed(name)
	return ok && t.Kind == kernel.Float
}

// flushed reports whether gv2 leaves open what an instruction yields because it alone, and not the others, flushes.
func (c *Code) flushed(it *Item) bool {
	return c.Mixed && slices.Contains(it.Mods, "ftz") && flushable(it)
}
