package verdict

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// StrangeMask is strangeMask for tests of kernels from their text.
var StrangeMask = strangeMask

// HangsOnReceived reports whether a place hangs on received values.
func HangsOnReceived(k *kernel.Kernel, at diag.Pos) bool {
	return reliancesOf(predicate.SplitVars(k)).Place(at) != nil
}
