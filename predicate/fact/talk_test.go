package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

func TestWaitsForThreads(t *testing.T) {
	launch := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{2, 1, 1}}
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"flag":              {"while (atomicAdd(f, 0) == 0) ;", true},
		"flag and break":    {"for (;;) { if (atomicAdd(f, 0) != 0) break; }", true},
		"by way of a sum":   {"int s = 0; do { s = s * 2 + atomicAdd(f, 0); } while (s < 3);", true},
		"by way of memory":  {"do { g[0] = atomicAdd(f, 0); } while (g[0] == 0);", true},
		"by way of control": {"int go = 1; while (go) { if (atomicAdd(f, 0) > 3) go = 0; }", true},
		"by way of a place": {"int s[2]; s[1] = 1; do { s[1] = atomicAdd(f, 0); } while (s[1] == 0);", true},
		"a fixed number":    {"for (int i = 0; i < n; i++) g[i] = atomicAdd(f, 1);", false},
		"a count elsewhere": {"int s = 0; for (int i = 0; i < 9; i++) s += atomicAdd(f, 1); if (s > 3) g[0] = s;", false},
		"no loop":           {"if (atomicAdd(f, 1) > 3) g[0] = 1;", false},
	} {
		k := kernelOf(t, "__global__ void k(int *f, int *g, int n) { "+c.body+" }", launch)
		assert.Equal(t, c.want, fact.WaitsForThreads(k), name)
	}
}
