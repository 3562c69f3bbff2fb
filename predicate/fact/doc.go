// Package fact holds the analyses of a kernel on which later stages rely. In: a kernel,
// which they do not change. Out: a fact.
//
//	target, reach       where jumps go; which assignment a use sees
//	uniform             what is the same for two threads of a Pair
//	relevance, cheap    what can influence anything that is checked
//	counter             how the variables of a loop change from one iteration to the next
//	interval, ranges    which values an integer may have
//	linear              sums of multiples, the shape of most indices
//	perthread, mask     what a thread computes from its own index alone; masks of warps
//	exchange, lane      which threads reach a warp function together; what lanes are told
//	received            what depends on values that a thread receives from others
//	readsback, whole    whether contents matter; which barriers are of the whole block
//	annotation          what the user's annotations ask
//	requires, idle      which values of parameters the preconditions allow, which matter
//
// Each fact errs on one side only, which its documentation names: "may differ" if it is
// unknown whether two threads agree, "matters" if it is unknown whether something does.
//
// Facts are about statements and variables by identity, so a new kernel needs new facts.
// Once caches the answers that many stages need. Notes are the only facts that passes
// pass on with the kernels that they make.
package fact
