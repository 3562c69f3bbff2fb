package instrument

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// NoOverflow is what proofs with mathematical integers assume.
const NoOverflow = "signed arithmetic does not overflow and unsigned sums and products do not wrap (--arith int)"

// NoZeroDivisor is what proofs assume of divisions by what the launch decides.
const NoZeroDivisor = "no integer is divided by 0"

// assumptions are the sentences that the encoding itself rests on.
func (b *builder) assumptions() []string {
	out := []string{fact.WithinArrays}
	if b.out.Arith == key.IntArith {
		out = append(out, NoOverflow)
	}
	if fact.StatesDivisors(b.kernel) {
		out = append(out, NoZeroDivisor)
	}
	if b.counts() {
		out = append(out, "atomic counters that only increase or only decrease do not wrap")
	}
	if b.opts.LockStep {
		out = append(out, "threads of a warp run in lock step (--warp-sync)")
	}
	if b.plan.Intra {
		out = append(out, "races between blocks do not matter (--intra-group)")
	}
	if b.opts.AllowSameValue && !b.opts.Refute {
		out = append(out, "two writes of the same value do not matter (--same-value-writes allow)")
	}
	out = append(out, gridAssumptions(b.kernel.Launch)...)
	if b.kernel.Launch.Threads() == 0 {
		out = append(out, "a block has at least two threads")
	}
	return out
}

// gridAssumptions say how large an open grid may be: see package fact.
func gridAssumptions(l kernel.Launch) []string {
	var out []string
	for d, n := range l.GridDim {
		text := "the grid has fewer than 2^31 threads in each dimension"
		if l.BlockDim[d] == 0 {
			text = "the grid has fewer than 2^21 blocks in each dimension in which the size of the block is not known"
		}
		if n == 0 && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// counts reports whether a counter is relied on not to repeat.
func (b *builder) counts() bool {
	if b.out.Reserves {
		return true
	}
	for _, p := range b.out.Procedures {
		for _, ap := range b.plan.Arrays {
			if ap.Takes(p.Pair, b.plan.Intra) || ap.Ranges(p.Pair, b.plan.Intra) {
				return true
			}
		}
	}
	return false
}
