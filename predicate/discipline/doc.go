// Package discipline recognises how threads synchronise through memory, for launches of every
// size: locks by compare-and-swap or exchange, locks by tickets, turns that threads know from their places, counters whose last comer or whose
// waiters go on when all have arrived, flags, and words to which one thread stores values that grow. In: a kernel. Out: the same kernel whose accesses carry
// tokens (kernel.Token), and the conditions of a discipline that do not hold. Two accesses of different
// threads with tokens that match are ordered in every execution that the memory model of PTX allows; the
// translation of two threads looks for races among the others. Nothing is assumed from a name: every
// condition is checked on all paths, and a word of which one fails gives no tokens.
//
// # What tokens mean
//
// The model is that of the chapter Memory Consistency Model of the PTX ISA. Accesses to words are atomics or
// volatile (which is relaxed, of the scope of the system), of one width, and of a scope that includes all threads
// that share the word: checkAccesses. So they are morally strong with each other, all writes to a word are in
// one coherence order, which agrees with program order, and atomicity says that a read-modify-write reads the write right
// before its own in it.
//
// Causality order holds between what precedes, in program order, a fence that releases and a strong write of
// the same thread, and what follows a strong read and a fence that acquires, if the read observes the write, directly or
// through a chain of read-modify-writes (release and acquire patterns); an atomic that releases or acquires is both
// at once. A barrier orders what threads of the block did before it before what they do after it. Causality
// order is transitive, so a thread may hand on through a barrier what another one has acquired, and release after a
// barrier what others did before it. The fence must then stand in the thread that stores or reads the word, on the right side of the
// barrier, or be sequentially consistent on both sides. Why that is enough: say that u has a fence F before a barrier, behind which a thread of its block
// stores to the word, and v a fence G behind a read that observes this store, or behind a barrier that follows the read. F and G are in Fence-SC order.
// Were G before F, then the read would be before the store in causality order, and could not observe it (axiom Causality; for a chain
// of read-modify-writes, which is in coherence order behind the store: Coherence). So F is before G, and what u did before F is before what v
// does behind G (early, late, fencesMeet).
//
// # Locks
//
// Holding. The word changes only by read-modify-writes that replace free by busy (taking it), and by stores of free
// by a thread that holds it (giving it back): giveBack. Take the writes in coherence order. Behind a successful taking the next write is
// not another one, since that would read busy; an exchange that fails leaves busy. It is thus a store of free, by a thread that took the
// lock and has not given it back since. Were it another thread than the one of the taking right before, take the first place where
// that happens: the other one took the lock earlier, and up to there each taking was followed by the store of the same
// thread; so it has given it back, and its program order agrees with coherence. A contradiction. So takings and stores alternate, each pair by one
// thread, and a taking reads the store of the last holder, or what the word held at the start, whatever that is. What the last holder did before
// a fence and that store is therefore before what this one does after the taking and a fence. An access gets the token if the lock
// is held and acquired on every path to it, and if no path from it reaches the store without a fence between: settle.
// Which fence it was does not matter, a failed attempt has no effect on others, and so it does not matter either how often a thread tries.
//
// A lock that nobody gives back needs no fence: only one thread ever has it (single).
//
// A semaphore that starts with one permit is a lock as well: permits.go has the argument.
//
// A lock that several readers have at the same time, or one writer: readers.go has the argument.
//
// A shared word may be set by plain stores of the free value, if no path leads from an operation of the lock to such a
// store: initialises. The check for races keeps these stores and finds that a barrier is between.
//
// Locks by tickets. The values of one word are handed out by atomicAdd(.., 1), so no two threads have the same, as long as
// fewer are drawn than there are numbers (a premise). Who has seen its number in the other word holds the lock, and
// stores the number after it. The numbers of those who have got in form a chain from what the word held at the start on, each
// let in by the holder before it; so they get in one after the other.
//
// A lock of the block. One thread takes it, acquires, and meets its block at a barrier; then all of them have it against
// other blocks (Across), until the last barrier before the one thread gives it back. Others of the block may make an access
// while it is given back unless the access is on a path to that store with a barrier between: passes, owing. What the one thread says in terms of
// its own place in the block, such as the element of the lock, says nothing of others: sharedElement, blockWide. What all of them compute alike does, as the number of a tile in a loop: shared.go.
//
// A lock of a warp is the same with warps for blocks, lane 0 for the one thread, and __syncwarp() of all lanes for barriers: warp.go.
//
// A thread that holds a lock must give it back before it ends, on every path, does not wait at a barrier that others may
// never reach, and takes a second lock of the same array only with a greater index (which is proved with the kernel) and no
// locks in a circle. That is needed for the threads to go on, not for the order of accesses; that other waits end is a premise.
//
// # Turns
//
// A word that tells whose turn it is, where each thread, or block, knows its own from its place, is a lock without tickets: turns.go has the
// argument. Who has the first turn may go without a look, and a turn may be one that has come or one behind it: first.go. That no two have the same turn of an element is asked of the translation, in which a look at the word is a store that only other turns are ordered with.
// A block that waits with all of its threads, by votes, for what one of them looks at waits as that one does: vote.go.
//
// # Counters
//
// Before and After. Each of n threads (or one thread of each of n blocks) counts a word up by one, once at most: publish. It starts at 0
// (declared, and a premise). So all have done so once the word is n, or once somebody has drawn n - 1; that the number with which a thread compares is n is proved
// with the kernel, where that thread looks (claim). The read-modify-writes form one chain, so who sees that observes all of them. What
// each did before a fence and its counting is before what comes after the sight and a fence. With a
// counter of blocks, what other threads of the block did counts if a barrier and then the fence stand
// between; who has seen it may tell its block through shared memory and a barrier: tells, readsCell. Only one draws the last
// number, so the last comers also hold the word.
//
// The last one may set the word back: all have counted.
//
// A barrier of the grid by a counter that is used in rounds, with goals that grow, becomes the one of a cooperative launch, which the
// translation knows: rounds.go has the argument.
//
// A counter may go down to 0 from a number, as a latch does: the number with which it starts, from the declaration or a plain store that
// precedes a barrier, is then compared with the number of arrivals, times what each takes off.
//
// # Series
//
// One thread of the grid, or one of each block for the element with its number, makes all stores to the word, of values that grow, above the 0 that it
// starts with; that they grow is proved with the kernel. So program order, coherence order and the order of values agree, and whoever sees v has observed the store of
// v. Let last be what the thread has stored last. Of what it does while last is p, each store of a value above p comes after, and a fence
// between it and the next one (settle) is before all of these, as a release pattern is a fence and any later strong write to the word. So this is before
// what a thread does that sees a v above p and then has a fence. The token of the first is Before with the rank last, that of
// the second After with the rank v, and the translation orders them if the first rank is less: the same word tells of many rounds. Only what the two
// threads do themselves has such tokens, nothing that others of their blocks do. A thread that reads again has no token until the next fence.
//
// # Flags
//
// One statement, outside of loops, stores to the word, which is 0 at the start, by one thread of each of the blocks that
// reach it. Either a single block reaches it, or the element is the number of the block; so an
// element is stored to once at most, and who has seen anything but the start there has observed that store.
//
// The element may be a number that the thread has drawn, by an atomicAdd(.., 1) that never gives one twice; and the number that one thread has drawn for
// its block tells blocks apart as blockIdx does: drawn.go has the argument.
//
// Whoever comes first may set a flag under a lock, where it has found it vacant (double-checked initialisation): checked.go.
//
// A flag may be taken back by who has seen it, as by acquire() of a binary semaphore that starts without a permit: signal.go.
//
// # Waits
//
// Of a loop that only looks at words, or that tries for a lock and ends with the round that has had it, the translation sees the last round
// (emitter.spins, attempt.go): the rounds before do nothing to others. A load of data in each round is the same in all, if it is of one element and nothing that the
// round itself has seen orders it (everyRound). Whether waits end in lock step, if they end where each thread goes on by itself: lockstep.go.
//
// # Paths
//
// What the second operand of && and || tells of a lock is known where the ways meet: shortcut.go.
//
// What atomics compare with and store is often in variables whose address is taken, as that of compare_exchange is; simplified puts
// the numbers in their places.
//
// Facts are computed forwards over the structured program, for a thread in general, in a form of abstract interpretation:
// values in terms of the launch, parameters and symbols (state.values), joined where ways meet. "If threadIdx.x == 0" splits the block in one
// thread and the others; behind it, what the one has is known to be of that one (ofPart), until a barrier hands it on.
// That needs the one to be there: no thread may have ended before on a way that others do not take (returned). That all threads of
// the block reach the same barriers is what the proof rests on.
//
// Which accesses a thread owes an order before its next store is computed as debts: one is paid by a fence, and one of another
// thread of the block by a barrier and then a fence. The two threads of the block execute the same sequence of barriers, so if every path
// of the text from an access to the store crosses a barrier, and the access is on such a path, then another thread's access is ordered
// before the store: were it not, the store would come before the barrier that follows the access, and then the access would be on
// a path behind the store (arrived), or on none to it (passes).
package discipline
