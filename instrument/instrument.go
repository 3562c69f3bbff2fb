// Package instrument translates kernels to Boogie programs of two arbitrary threads.
//
// In: a kernel, and a request: what is asked, in which model, and which reader the text
// is for (package ask). Out: a program and the key to the prover's answer about it
// (package key). One kernel gives one procedure per pair of threads that can race: two
// threads of the same block, and, for global arrays, two threads of different blocks
// (package twothread). Barriers that a part of a block meets at have procedures of the
// generation encoding instead. If all assertions of a procedure hold, then so do the
// properties that the key says it decides, for every pair of threads.
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
