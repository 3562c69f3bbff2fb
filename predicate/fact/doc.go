// Package fact holds the analyses of a kernel: questions whose answers later stages
// build on. What is the same for two threads (Uniformity), what can influence anything
// that is checked (Relevance), where jumps go (Target), which assignment a use sees
// (Definitions), how a loop's variables change (Stride, Changes), what a thread computes
// from its own index alone (PerThread), who comes to a warp function (exchanges).
//
// A kernel comes in and is not changed; a fact comes out. Facts err on one side only,
// which each says: "may differ" where it is not known that two threads agree, "matters"
// where it is not known that something does not.
//
// Facts are about statements and variables by identity. A pass that makes a new kernel
// asks again.
package fact
