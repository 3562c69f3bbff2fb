package condition

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
)

// safeInOneBlock names a grid of one block as a condition under which a kernel is
// safe, where its grid is open, all its faults are between blocks, and it is proved for
// one block.
func (p *precondition) safeInOneBlock(r *verdict.Result) {
	if r.SafeIf != "" || p.k.Launch.Blocks() != 0 || !onlyBetweenBlocks(r) {
		return
	}
	k, fixed := decision.WithGrid(p.k, 1)
	again, ok := p.decideOf(k, p.opts.Encoding.Properties)
	if !ok || again.Outcome != verdict.KernelProved {
		return
	}
	var conditions []string
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		blocks := p.k.Launch.PerGrid(slices.Index(claim.GridNames, name))
		conditions = append(conditions, fmt.Sprintf("%s == %d", name, blocks))
	}
	r.SafeIf, r.SafeAmong = strings.Join(conditions, " && "), p.conditions+1
	r.Assume(again.Assumptions)
}

// onlyBetweenBlocks reports whether all faults are races of threads of different blocks.
func onlyBetweenBlocks(r *verdict.Result) bool {
	found := false
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != claim.ErrorSeverity {
			continue
		}
		if !f.BetweenBlocks() || f.Across {
			return false
		}
		found = true
	}
	return found
}

// inOneBlock are the conditions that the grid has one block in an open dimension, for a kernel that launches let work in place: blocks
// read there what others write. Programs that make several passes launch the last ones, which reduce a few
// values in place, with one block; how many the first ones have says nothing of these. A grid of which
// launches tell what it is made of has more than one.
func inOneBlock(k *kernel.Kernel, s *space, r *verdict.Result) []atom {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == claim.ErrorSeverity && !(f.BetweenBlocks() && slices.Contains(k.InPlace, f.Array)) {
			return nil
		}
	}
	var out []atom
	for _, d := range s.grid {
		if fact.LooksAtGrid(k, d) && !fact.TalksInGrid(k) && !madeOfSome(k, d) {
			one := compared(kernel.Eq, blocksOf(k.Launch, d), number(k.Launch.PerGrid(d)))
			one.single = d
			out = append(out, one)
		}
	}
	return out
}
