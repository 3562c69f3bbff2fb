package render

import "gv2/frontend/kernel"

// aboutRule is what a code scanning service shows beside a rule: what a fault means and what to do,
// and the page that has the rule which the kernel breaks.
type aboutRule struct{ text, page string }

// Pages of NVIDIA's documentation.
const (
	pageMemory  = "https://docs.nvidia.com/cuda/parallel-thread-execution/#memory-consistency-model"
	pageBarrier = "https://docs.nvidia.com/cuda/parallel-thread-execution/#parallel-synchronization-and-communication-instructions-bar"
	pageSync    = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#synchronization-functions"
	pageFences  = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#memory-fence-functions"
	pageAssert  = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#assertion"
)

var aboutRules = map[string]aboutRule{
	string(kernel.DataRace): {"What the kernel computes depends on which of the two threads is faster, and a compiler may assume that this does not happen. " +
		"Let the threads wait for each other between the accesses (__syncthreads() within a block), give them elements of their own, or use atomics.", pageMemory},
	string(kernel.Divergence): {"A barrier that some threads of the block do not reach makes the others wait for ever, or lets them go too early. " +
		"Move it out of the branch, and let no thread return before it.", pageSync},
	string(kernel.Deadlock):  {"The threads that wait never go on. Let as many threads come to the barrier as it expects, and let all threads use barriers in one order.", pageBarrier},
	string(kernel.Recycling): {"A thread comes to a barrier again while others have not yet passed its last use, so that threads of two uses may meet. Let it wait for them first, at another barrier.", pageBarrier},
	string(kernel.Count):     {"All threads that use a numbered barrier at once have to name the same number of threads, a multiple of 32; barriers have the numbers 0 to 15.", pageBarrier},
	string(kernel.Assertion): {"The report has the values with which the condition is false. A null pointer, or a write to __constant__ memory, counts as an assertion that fails.", pageAssert},
	string(kernel.LoopInvariant): {"The condition that you wrote with __invariant() does not hold when the loop begins, or one iteration does not keep it.",
		""},
	string(kernel.Bounds): {"The access reads or changes other memory than the array. Make the array larger, or let fewer threads make the access.", ""},
	"missing-fence": {"Without a fence other threads may see what this one has written in another order. Insert the fence that the result names.",
		pageFences},
	"redundant-fence": {"The kernel is proved without this fence, too; it costs time.", pageFences},
	"undecided":       {"This is no fault: gv2 found neither a proof nor a fault. The message says why, and what would help.", ""},
	"unsupported":     {"gv2 looks at other kernels of the file. The message says what to write instead, if there is something.", ""},
}

// describe adds to a rule what is known about it.
func (r *sarifRule) describe() {
	about, known := aboutRules[r.ID]
	if !known {
		return
	}
	r.Full, r.Help, r.HelpURI = &sarifText{r.Short.Text + ". " + about.text}, &sarifText{about.text}, about.page
}
