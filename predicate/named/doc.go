// Package named is the theory of named barriers: what has to be shown of a kernel
// whose threads synchronise in part, by bar.arrive and by bar.sync of fewer threads
// than the block has, so that its accesses are known to be ordered and its threads
// to go on. A predicated kernel comes in with its facts; a Theory comes out: who takes
// part in which barrier, which facts a proof needs, and guesses at what holds. It
// knows no prover. Package instrument writes the procedures that show the facts, and a
// prover keeps or drops the guesses. A Theory is an upper bound in what it says of who
// comes where (survey.go); all else in it is to be proved.
//
// # Two threads
//
// Two threads in lock step visit the code in one order, but named barriers order
// accesses both ways: a consumer's branch may stand before the producer's. So each of
// the two threads remembers one access, with what it knew of every barrier b at that
// point, and the pair is judged at the end:
//
//	GEN_b      how often the thread has registered on b, by arrive or sync
//	SYNCED_b   the generation of b that its last sync waited for
//	ACQ_b      SYNCED_b when the access was made
//	REL_b      GEN_b + 1 when the access was made: the first generation that the
//	           thread registers on after it
//
//	1 before 2  <=>  for some b that thread 1 takes part in: REL_b$1 <= ACQ_b$2
//
// This is the test of package order, for two threads of which nothing else is known.
//
// # Four checks
//
// That a thread's k-th registration on b belongs to generation k is not taken for
// granted. It follows from two checks:
//
//	C1 count      all operations on b name one number of threads, and exactly that
//	              many threads of the block can reach an operation on b
//	C2 recycling  when a thread registers on b for the (k+1)-th time, generation k is
//	              complete: the thread's own k-th operation is a sync, or the k-th
//	              operation of every other thread is ordered before
//
// Proof. Take the first registration in an execution that comes while the generation
// before it is open. Up to there the k-th operations form generation k, so whatever
// the checks call ordered is ordered in the execution: a sync that has returned from
// generation g of b comes after the g-th registration of each thread of b. By C2 the
// k-th operation of every other thread exists, and either one of them is a sync that
// has returned, or all of them have been made. In both cases generation k is complete,
// which contradicts the choice.
//
// Two further checks exclude deadlocks of threads whose loops end:
//
//	C3 balance    the last generation that a thread waits for is one that every other
//	              thread of b registers on
//	C4 order      there is a rank slope_b * k + offset_b of generations that grows
//	              from each sync of a thread to all its later operations
//
// Proof. Of the threads that wait for ever take one whose generation has the least
// rank. Some thread of b has not registered on that generation, but by C3 it would. So
// that thread waits for ever as well, at an earlier sync, which by C4 has a smaller
// rank: a contradiction.
//
// The argument is that of WEFT's Theorem 1 (Sharma, Bauer, Aiken, PLDI 2015), for any
// number of iterations. argument_test.go tries it on random programs, with relays; none of
// the checks can be left out.
//
// # Extensions
//
// Phases. A barrier may be used with several numbers of threads in turn, say 128 and
// 160 again and again. Its generations then have phases, one for each number; a
// thread's next registration is on the next generation of a phase that it takes part
// in. That its operation names the number of that phase is part of C2.
//
// Barriers of the block. Where the whole block meets, what was remembered before is
// judged, and nothing is remembered behind. If b is used behind it as well, all threads
// of b have registered equally often on it by then (a part of C2), so counting starts
// again from zero; if not, what holds of b at the end of the kernel holds there already.
// Ranks of different sections are not compared.
//
// Barriers in memory. Their phases are generations for which threads wait apart from registering (phases.go).
//
// Relays. Two threads may be ordered through a third one; what it passes on is a fact
// about that one thread (relay.go).
//
// Schedules. Where no operation on a barrier depends on the input, one execution tells
// all generations, and happens-before through any number of threads (schedule.go).
package named
