package exact

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Assumptions are what a verdict of the exact engine rests on: those of the
// front end, and what was asked for.
func Assumptions(k *kernel.Kernel, opts decision.Options) []string {
	out := append([]string{}, k.Assumptions...)
	if len(k.Arrays) > 0 {
		out = append(out, fact.WithinArrays)
	}
	if opts.Encoding.IntraGroup && k.Launch.Blocks() != 1 {
		out = append(out, "races between blocks do not matter (--intra-group)")
	}
	if opts.Encoding.AllowSameValue {
		out = append(out, "two writes of the same value do not matter (--same-value-writes allow)")
	}
	if opts.Exact.WarpSync {
		out = append(out, "threads of a warp run in lock step (--warp-sync)")
	}
	if fact.HasWholeBarrier(k) {
		out = append(out, ruleSentence(opts.Exact.Rule))
	}
	return out
}

func ruleSentence(r weft.Rule) string {
	if r == weft.Volta {
		return "__syncthreads() waits for the threads that have not exited, whichever statement they reach (--barrier-rule volta)"
	}
	return "every thread of the block must reach the same __syncthreads() statement (--barrier-rule cuda)"
}
