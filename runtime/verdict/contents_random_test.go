package verdict

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// What __requires says of the contents of an array is an axiom with quantifiers. Random kernels of four threads that write to
// places computed from an array are held against contents drawn at random that are so: none that is proved may have two
// threads write one element.

// place is an expression in the thread's number and elements of the array to, as text and as a function.
type place struct {
	text string
	of   func(to []int, i int) int
}

// threadsOfContents write; the array has as many elements as any place reads, from firstElement on.
const (
	threadsOfContents = 4
	elementsOfArray   = 10
)

// drawPosition is where the array is read.
func drawPosition(r *rand.Rand) (string, func(i int) int) {
	n := r.Intn(3)
	switch r.Intn(6) {
	case 0:
		return fmt.Sprintf("2 * i + %d", n), func(i int) int { return 2*i + n }
	case 1:
		return fmt.Sprintf("i / 2 + %d", n), func(i int) int { return i/2 + n }
	case 2:
		return fmt.Sprintf("5 - i + %d", n), func(i int) int { return 5 - i + n }
	case 3:
		return fmt.Sprintf("i %% 3 + %d", n), func(i int) int { return i%3 + n }
	default:
		return fmt.Sprintf("i + %d", n), func(i int) int { return i + n }
	}
}

func drawPlace(r *rand.Rand, depth int) place {
	if depth == 0 || r.Intn(4) == 0 {
		text, at := drawPosition(r)
		return place{"to[" + text + "]", func(to []int, i int) int { return to[at(i)] }}
	}
	x, n := drawPlace(r, depth-1), r.Intn(4)
	switch r.Intn(7) {
	case 0:
		return place{fmt.Sprintf("(%s + %d)", x.text, n), func(to []int, i int) int { return x.of(to, i) + n }}
	case 1:
		return place{fmt.Sprintf("(%s + i)", x.text), func(to []int, i int) int { return x.of(to, i) + i }}
	case 2:
		return place{fmt.Sprintf("(%s - i)", x.text), func(to []int, i int) int { return x.of(to, i) - i }}
	case 3:
		return place{fmt.Sprintf("%d * %s", n+1, x.text), func(to []int, i int) int { return (n + 1) * x.of(to, i) }}
	case 4:
		return place{fmt.Sprintf("(4 * %s + i)", x.text), func(to []int, i int) int { return 4*x.of(to, i) + i }}
	case 5:
		return place{fmt.Sprintf("%s / %d", x.text, n+1), func(to []int, i int) int { return x.of(to, i) / (n + 1) }}
	default:
		y := drawPlace(r, 0)
		return place{fmt.Sprintf("(%s + %s)", x.text, y.text), func(to []int, i int) int { return x.of(to, i) + y.of(to, i) }}
	}
}

// drawWrites is a kernel's body and the elements that a thread writes.
func drawWrites(r *rand.Rand) (string, func(to []int, i int) []int) {
	p := drawPlace(r, r.Intn(3))
	switch r.Intn(4) {
	case 0:
		from, at := drawPosition(r)
		test, passes := "!= -1", func(x int) bool { return x != -1 }
		if r.Intn(2) == 0 {
			test, passes = ">= 0", func(x int) bool { return x >= 0 }
		}
		return fmt.Sprintf("if (to[%s] %s) out[to[%s]] = i;", from, test, from), func(to []int, i int) []int {
			if !passes(to[at(i)]) {
				return nil
			}
			return []int{to[at(i)]}
		}
	case 1:
		return fmt.Sprintf("out[%s] = i;", p.text), func(to []int, i int) []int { return []int{p.of(to, i)} }
	}
	from, first := drawPosition(r)
	until, last := drawPosition(r)
	less := r.Intn(2)
	text := fmt.Sprintf("for (int j = to[%s]; j < to[%s] + %d; j++) out[j] = i;", from, until, less)
	return text, func(to []int, i int) []int {
		var out []int
		for j := to[first(i)]; j < to[last(i)]+less; j++ {
			out = append(out, j)
		}
		return out
	}
}

// drawContents are contents that are as h says.
func drawContents(r *rand.Rand, h kernel.Holds) []int {
	out := make([]int, elementsOfArray)
	for i := range out {
		out[i] = r.Intn(8) - 2
	}
	if h&kernel.Unique != 0 {
		copy(out, r.Perm(elementsOfArray + r.Intn(5))[:elementsOfArray])
	}
	if h&(kernel.Unique|kernel.UniqueOrNone) == kernel.UniqueOrNone {
		copy(out, r.Perm(elementsOfArray + r.Intn(5))[:elementsOfArray])
		for i, x := range out {
			if out[i] = x - r.Intn(2)*4; r.Intn(3) == 0 {
				out[i] = -1
			}
		}
		if !h.Of(byIndex(out)) {
			return drawContents(r, h) // what went down met another
		}
	}
	if h&kernel.Ascending != 0 {
		slices.Sort(out)
	}
	return out
}

// byIndex are the elements of an array by their indices.
func byIndex(elements []int) map[int64]int64 {
	out := map[int64]int64{}
	for i, x := range elements {
		out[int64(i)] = int64(x)
	}
	return out
}

// meet reports whether two threads write one element.
func meet(writes func(to []int, i int) []int, to []int) bool {
	by := map[int]int{}
	for i := range threadsOfContents {
		for _, at := range writes(to, i) {
			if other, seen := by[at]; seen && other != i {
				return true
			}
			by[at] = i
		}
	}
	return false
}

func TestContentsAgainstRandomOnes(t *testing.T) {
	kernels, seed := 8, int64(7)
	if n, err := strconv.Atoi(os.Getenv("CONTENTS_FUZZ")); err == nil {
		kernels = n
	}
	if n, err := strconv.ParseInt(os.Getenv("CONTENTS_SEED"), 10, 64); err == nil {
		seed = n
	}
	r := rand.New(rand.NewSource(seed))
	proved, right := 0, 0
	for range kernels {
		body, writes := drawWrites(r)
		h := kernel.Holds(1 + r.Intn(7))
		said := ""
		for _, s := range h.Statements("to") {
			said += "__requires(" + s + "); "
		}
		text := "__global__ void k(int *out, const int *to) { " + said + "int i = threadIdx.x; " + body + " }\n"
		k := kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{threadsOfContents, 1, 1}, GridDim: [3]int{1, 1, 1}})
		races := false
		for range 2000 {
			races = races || meet(writes, drawContents(r, h))
		}
		result := Decide(context.Background(), k, Options{Effort: 1_000_000}, DefaultEngines())
		require.NoError(t, result.Err)
		switch result.Outcome {
		case KernelProved:
			proved++
			assert.False(t, races, "proved: %s", text)
		case KernelRefuted:
			assert.True(t, races, "refuted: %s", text)
		default:
			// Nothing is said.
		}
		if !races {
			right++
		}
	}
	t.Logf("%d of %d kernels are right, %d are proved", right, kernels, proved)
	assert.Greater(t, 2*proved, right, "most of what is right is proved")
	assert.Less(t, right, kernels)
}
