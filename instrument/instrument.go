// Package instrument turns a predicated kernel into a Boogie program of two
// arbitrary threads (Betts et al., GPUVerify): variables are dualised, each
// access of thread 1 may be logged, each access of thread 2 is checked against
// the log, and barriers empty it.
//
// One kernel gives one procedure per pair of threads that can race: two threads
// of the same block, and, for global arrays, two threads of different blocks.
package instrument

import (
	"gv2/boogie"
	"gv2/instrument/key"
)

// Output is a Boogie program with the key to Boogie's answer.
type Output struct {
	Program *boogie.Program
	key.Key
}
