package verdict

import (
	"maps"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// dropIdle leaves out of witnesses what parameters are that the kernel does not read.
func dropIdle(k *kernel.Kernel, findings []claim.Finding) {
	idle := fact.IdleParams(k)
	if len(idle) == 0 {
		return
	}
	for i := range findings {
		f := &findings[i]
		f.Values = maps.Clone(f.Values)
		maps.DeleteFunc(f.Values, func(name, _ string) bool { return idle[name] })
	}
}
