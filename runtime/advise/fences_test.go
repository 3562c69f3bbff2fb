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
