package advise

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/runtime/verdict"
)

// TestFirstFaultIsTold: of a refuted kernel one fault is told, before repairs are looked
// for, and of others none.
func TestFirstFaultIsTold(t *testing.T) {
	for body, want := range map[string]int{
		"__shared__ int s[64]; s[threadIdx.x] = 1; s[63 - threadIdx.x] = 2; p[0] = 1; p[1] = threadIdx.x;": 1,
		"p[blockIdx.x * 64 + threadIdx.x] = 1;": 0,
	} {
		told := 0
		opts := verdict.Options{Engine: verdict.WeftEngine, Found: func(at diag.Pos, message string) {
			told++
			assert.Equal(t, 1, at.Line)
			assert.Contains(t, message, "race")
		}}
		Decide(context.Background(), kernelOf(t, body), opts, verdict.DefaultEngines())
		assert.Equal(t, want, told, body)
	}
}
