// Package phases takes barriers in memory (mbarrier, cuda::barrier, cuda::pipeline with roles) for barriers that have numbers, so that
// the theory of package named counts their phases as generations, for any number of rounds.
//
// In: a kernel with operations on phases (kernel.Phase) and accesses of agents. Out: a kernel with barriers of numbers from
// kernel.BlockBarriers on, one for each element that is initialised, and accesses of agents that end with a generation of one of them
// (kernel.Agent, Until). It has the executions of the kernel, and serves proofs alone.
//
// # What is shown here, and what by the theory
//
// Shown here, of the text:
//
//   - Each barrier is initialised once, by one thread, before a barrier that the whole block meets at, and used behind it only. The
//     statements up to there are executed for each thread (prefix.go), which tells what a phase expects.
//   - Bytes. An arrival goes with the copies that its thread starts right before or after it (rounds.go), and the bytes that it expects
//     are those that they bring. So the count of a phase's bytes falls to zero, and stays there, when all threads have arrived and all copies
//     of this phase are over: bytes of a copy are taken off in the phase in which the thread arrives, since that phase is open
//     before the arrival, and stays so until the bytes have come. (The theory shows that the phase before is complete by then: the
//     thread waits for nothing between copy and arrival, so what it knows at the one it knows at the other.)
//   - An arrival by the end of the copies (cp.async.mbarrier.arrive.noinc) is one of those that the phase expects, and comes after the
//     thread's copies so far. With an arrival that counts besides (without .noinc), followed by one of the thread in the same phase,
//     the phase is not complete before either.
//   - A proxy fence of the thread lies between its writes and the operation that tells others of them, where the async
//     proxy uses the array (fact.Unfenced).
//
// So a copy is over when the generation is complete on which its thread registers next, or, where the copy is started right after
// the arrival, has just registered: the registration is put behind those copies. That makes no difference to what is ordered, since nothing
// lies between but what agents do. Nothing else tells that the copy is over: not what its thread does later, nor a
// barrier of the block. It begins when it is started.
//
// Copies and products that end with groups are taken apart before (package inflight, Beside).
//
// Where threads count themselves before they initialise barriers, and once more at the end, as cuda::pipeline does when a compiler has
// inlined it, Attended takes the counting out, for the exact engine as well (attendance.go, words.go). Slots and parities in bytes, and branches
// that no thread takes, are written as people write them (narrow.go, bits.go, decided.go).
//
// Barriers among data, such as members of a struct or parts of dynamic shared memory, get arrays of their own before that (apart.go).
//
// The theory shows the rest: that as many threads arrive as a phase expects, each once; that a thread's k-th operation is one on
// phase k; that waits by parity return when that phase is complete, and that none waits for ever (package named, phases.go).
package phases
