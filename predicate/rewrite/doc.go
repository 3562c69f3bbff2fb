// Package rewrite holds the passes that make a kernel simpler before it is predicated
// and translated: barriers spelt alike and aligned, variables split, what does not
// matter sliced away, loops written out or replaced by one iteration.
//
// A kernel comes in and is not changed; a new one comes out, that shares what did not
// change. Each pass says what the new kernel is to the old one: the same executions
// (most passes), all executions and perhaps more (Slice, Cover: for proofs), or only
// some of them (Accelerate: for a search for faults).
//
// Passes that copy a statement give the copy an identity of its own. Facts about the
// old statement say nothing of the copy unless the pass says so.
package rewrite
