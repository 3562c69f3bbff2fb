package condition

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
