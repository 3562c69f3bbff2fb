package generate

import (
	"fmt"
	"strings"
)

// Kernel is the text of a warp-specialised kernel with what one block of it does,
// counted as in the tables of Sharma, Bauer and Aiken, "Verification of
// Producer-Consumer Synchronization in GPU Programs" (PLDI 2015, Figures 9 and
// 10). Every such kernel is free of races and deadlocks and uses its barriers
// safely, for any input.
type Kernel struct {
	Text string
	Counts
}

// Counts are the columns of those tables that do not depend on the tool.
type Counts struct {
	Threads   int
	Barriers  int64 // generations of barriers that complete
	Addresses int64 // elements of shared arrays that are accessed
	Commands  int64 // shared accesses and barrier operations, over all threads
	WarpSyncs int64 // threads passing __syncwarp, not part of Commands
}

// text gathers the lines of a kernel.
type text struct{ strings.Builder }

// line writes one formatted line.
func (t *text) line(format string, args ...any) {
	fmt.Fprintf(&t.Builder, format, args...)
	t.WriteByte('\n')
}

// head writes the leading comment and the barrier macros, whose operands are
// literals as in generated code.
func (t *text) head(threads int, flags string) {
	t.line("//pass")
	t.line("//--blockDim=%d --gridDim=1%s", threads, flags)
	t.line(`#define SYNC(id, n) asm volatile("bar.sync %%0, %%1;" : : "r"(id), "r"(n) : "memory")`)
	t.line(`#define ARRIVE(id, n) asm volatile("bar.arrive %%0, %%1;" : : "r"(id), "r"(n) : "memory")`)
}
