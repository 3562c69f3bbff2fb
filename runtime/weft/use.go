package weft

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// A wrong count completes a barrier without some of its threads, and mostly shows as
// unsafe recycling of another barrier: the one that these threads have not reached yet.
// So those faults name the barriers that the kernel uses with several counts.

// use is the first operation on a barrier for that many threads.
type use struct {
	threads int64
	site    *emulate.Site
}

func (b *barrier) use(op *emulate.BarrierOp) {
	if !slices.ContainsFunc(b.uses, func(u use) bool { return u.threads == op.Count }) {
		b.uses = append(b.uses, use{op.Count, op.Site})
	}
}

// nameCounts adds to the first fault of recycling the counts with which barriers are
// used.
func (t *trace) nameCounts() {
	i := slices.IndexFunc(t.faults, func(f Fault) bool { return f.Property == kernel.Recycling })
	if i < 0 {
		return
	}
	for id := range t.barriers {
		if uses := t.barriers[id].uses; len(uses) > 1 {
			t.faults[i].Message += fmt.Sprintf("; %s is used with different counts: %s", t.name(id), counts(uses))
		}
	}
}

// counts lists how many threads operations name, and where.
func counts(uses []use) string {
	var out []string
	for _, u := range uses {
		out = append(out, fmt.Sprintf("%d at %s", u.threads, place(u.site)))
	}
	return strings.Join(out, ", ")
}
