package advise

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/verdict"
)

// TestMissingFencesAreTold: a race that fences alone rule out names the command that finds them, and no other does.
func TestMissingFencesAreTold(t *testing.T) {
	const (
		lock    = "while (atomicCAS(&mutex, 0, 1) != 0) {} "
		fence   = "__threadfence(); "
		add     = "data = data + 1; "
		release = "atomicExch(&mutex, 0);"
		flag    = "if (blockIdx.x == 0) { data = 1; ready = 1; } else { while (ready == 0) {} more = data; }"
	)
	for _, c := range []struct {
		body string
		want bool
	}{
		{lock + add + release, true},
		{lock + fence + add + release, true},
		{lock + fence + add + fence + release, false},
		{lock + fence + add + fence + release + add, false},
		{lock + fence + release + add, false},
		{flag, true},
		{"if (blockIdx.x == 0) { ready = 1; data = 1; } else { while (ready == 0) {} more = data; }", false},
		{add, false},
	} {
		k := kerneltest.Lower(t, "__device__ int mutex, data, more; __device__ volatile int ready; __global__ void k() {\n"+strings.NewReplacer("; ", ";\n", "{ ", "{\n", "{} ", "{}\n").Replace(c.body)+"\n}\n",
			kernel.Launch{BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{2, 1, 1}})
		r := Decide(context.Background(), k, verdict.Options{Effort: 20_000_000, Further: true}, verdict.DefaultEngines())
		told := false
		for _, n := range r.Notes {
			told = told || strings.Contains(n.Message, "gv2 fences")
		}
		assert.Equal(t, c.want, told, c.body)
	}
}

// TestFencesHavePlaces: a race tells between which lines fences go, where the discipline of the threads, or all executions of a small launch, tell it, and which
// fence is too weak.
func TestFencesHavePlaces(t *testing.T) {
	const (
		head = "__device__ int mutex, data[2], more; __device__ volatile int ready, back;\n__global__ void k() {\n"
		lock = head + "while (atomicCAS(&mutex, 0, 1) != 0) {}\n"
		flag = head + "if (blockIdx.x == 0) {\ndata[0] = 1;\nready = 1;\n} else {\nwhile (ready == 0) {}\nmore = data[0];\n}\n}"
	)
	for _, c := range []struct {
		text    string
		grid    int
		repairs []string // with the races, or in notes
		weak    string
	}{
		{lock + "__threadfence();\ndata[0] = data[0] + data[1];\natomicExch(&mutex, 0);\n}", 2, []string{"a __threadfence() after line 5 and before line 6"}, ""},
		{lock + "__threadfence_block();\ndata[0] = data[0] + data[1];\n__threadfence();\natomicExch(&mutex, 0);\n}", 2, []string{"a __threadfence() after line 4 and before line 5"}, "4:1 is too weak: it orders for the threads of a block only"},
		{lock + "__threadfence();\ndata[0] = data[0] + data[1];\natomicExch(&mutex, 0);\n}", 0, []string{"a __threadfence() after line 5 and before line 6"}, ""},
		{flag, 2, []string{"a __threadfence() after line 4 and before line 5 and a __threadfence() after line 7 and before line 8"}, ""},
		// Store buffering.
		{head + "if (blockIdx.x == 0) {\nready = 1;\n__nv_atomic_thread_fence(4, 3);\nif (back == 0)\ndata[0] = 1;\n} else {\nback = 1;\n__threadfence();\nif (ready == 0)\ndata[0] = 2;\n}\n}", 2,
			[]string{"a __threadfence() after line 5 and before line 6"}, "5:1 is too weak: it is no sequentially consistent one"},
	} {
		k := kerneltest.Lower(t, c.text, kernel.Launch{BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{c.grid, 1, 1}})
		r := Decide(context.Background(), k, verdict.Options{Effort: 20_000_000, Further: true}, verdict.DefaultEngines())
		var said strings.Builder
		for _, f := range r.Findings {
			said.WriteString(f.Repair + "\n")
		}
		for _, n := range r.Notes {
			said.WriteString(n.Message + "\n")
		}
		for _, text := range c.repairs {
			assert.Contains(t, said.String(), text, c.text)
		}
		if c.weak == "" {
			assert.NotContains(t, said.String(), "too weak", c.text)
		} else {
			assert.Contains(t, said.String(), c.weak, c.text)
		}
	}
}
