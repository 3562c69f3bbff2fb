// Package rewrite holds the passes that simplify a kernel before predication and
// translation: they spell barriers alike and align them, split variables, slice away
// irrelevant code, and unroll loops or replace them by one iteration.
//
// In: a kernel, which the passes do not change. Out: a new one, which shares all
// unchanged parts. The documentation of each pass says how their executions relate:
// the same (most passes), all of them and perhaps more (Slice, CutLoops: for proofs), or
// only some of them (Accelerate: for a search for faults).
//
// Passes that copy a statement give the copy an identity of its own. Facts about the
// old statement do not hold for the copy unless the pass notes them.
package rewrite
