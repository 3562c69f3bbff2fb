package instrument

import (
	"gv2/frontend/kernel"
)

// An array that no named barrier orders the accesses to needs no generations: LOG and
// CHECK tell whether two threads of a block conflict on it between two barriers of the
// block. They are asked with Query.Arrays, once it is known which arrays these are.

// onlyUnordered leaves the other arrays out of the plan's checks.
func (p *plan) onlyUnordered(arrays map[*kernel.Array]bool, dropped bool) {
	for _, ap := range p.arrays {
		ap.unchecked = ap.unchecked || !arrays[ap.array]
		ap.orderless = dropped
	}
}
