package weft

import "gv2/runtime/emulate"

// newTraceOf prepares a trace of a block whose warps have the given lanes, and no asynchronous operations.
func newTraceOf(exist []emulate.Lanes, o Options, races accesses) *trace {
	return newTraceWith(exist, o, races, false)
}

// faults are the races that happen for every input, one for each pair of statements,
// in the order of the text; two if on some of the elements they are harmless.
func (q *pairs) faults() []Fault { return q.described(q.evaluate().faults) }
