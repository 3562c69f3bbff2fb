// Package inflight takes asynchronous copies apart for a proof: of a kernel whose threads start
// copies and wait for groups of them it makes one without agents, which races if the kernel does.
//
// In: a kernel with accesses by agents that end with groups (kernel.CopyGroup). Out: a kernel of plain
// accesses, with variables of each thread that follow one of its copies, claims that the thread itself
// leaves alone what it is copying, and guesses of invariants. It serves proofs alone: a fault found
// there may not be one.
//
// # Why it is enough
//
// A copy acts at some time after its start and before the thread's wait for it ends. In the kernel that is
// made, the thread makes the access at the start, and again after each of its synchronising operations
// until that wait: p0, p1, ... pm. Let B be an access of another thread that is not ordered against the copy: B does not happen
// before the start p0, and the end of the wait does not happen before B. Suppose B were ordered against each of the
// points. Then p0 happens before B. Let pj be the last point that does. It does so by an operation of the thread
// that releases, the first one behind pj. If that is behind the wait, the wait happens before B, which it does not. So there is
// a point p(j+1) right behind that operation, and B happens before it, by what the operation acquires: B happens between
// the two halves of one operation, and neither a barrier nor an arrival nor a wait allows that. So some
// point races with B if the copy does.
//
// Between two operations of the thread it makes no difference when an access is made: all that happens before or
// after it goes through them. So the points may as well lie right before the operations, and where the
// wait ends (When).
//
// Two threads are not enough for a thread's own accesses: the copy is no part of its program order. So a
// claim at each of them says that it is no access to what the followed copy still reads or writes.
//
// Which copy is followed is arbitrary: what holds of it holds of all. Groups are counted: a copy is of the
// group that is open when it starts, and a wait for all but the latest n of c groups ends those below c - n.
// (PTX ISA, "cp.async.commit_group", "cp.async.wait_group".)
//
// Copies that a whole block starts together are given to one thread each, which an unknown function names (together.go). Writes that the
// async proxy is to see have their fences on every way (fact.Unfenced). The threads of a warpgroup start the same products, by what the
// text decides (warpgroup.go). What cannot be under way is left out (underway.go).
//
// # Guesses
//
// A proof must know which element is copied while a group is under way. The element is written over the counters of
// the loops at the start; the thread keeps those values. Guessed are how a counter goes with the
// number of groups, how far behind the latest group the followed one is, and what bounds a counter has by its loop.
// Houdini drops the guesses that do not hold.
package inflight
