// Package fact holds the analyses of a kernel: questions whose answers later stages
// build on. A kernel comes in and is not changed; a fact comes out.
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
// Facts err on one side only, which each says: "may differ" where it is not known that two
// threads agree, "matters" where it is not known that something does not.
//
// Facts are about statements and variables by identity; a pass that makes a new kernel
// asks again. Once keeps the answers that many stages ask for. Notes are the one kind of
// fact that passes hand on with the kernels that they make.
package fact
