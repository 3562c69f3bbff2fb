package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/rewrite"
)

// TestStrongAccesses looks at which volatile accesses become atomic: those by which threads
// talk, and no others.
func TestStrongAccesses(t *testing.T) {
	for _, c := range []struct {
		body string
		want string // the atomics besides atomicAdd and atomicCAS, in the order of the text
	}{
		{"atomicAdd(p, 1); while (*v < 4) {}", "load"},
		{"atomicAdd(p, 1); q[0] = *p;", ""}, // a plain read
		{"*v = 1; atomicAdd(p, 1); while (*v < 4) {}", "store load"},
		{"while (atomicCAS(p, 0, 1)) {} q[0] += 1; *v = 0;", "store"}, // a lock that is let go
		{"while (*v < 4) {}", "load"},                                 // a thread waits
		{"atomicAdd(q, 1); while (*v < 4) {}", "load"},
		{"if (threadIdx.x == 0) *v = 1; else for (;;) { int x = *v; if (x) break; }", "store load"},
		{"int x; do { x = *v; } while (x == 0 && q[1]); v[1] = x + 1;", "load store"}, // look-back
		{"if (*v) return; q[0] = 1; *v = 1;", "load store"},                           // a flag that says stop
		{"v[threadIdx.x] += v[threadIdx.x + 1];", ""},                                 // data
		{"q[0] = 1; while (!*v) {} *v = w[1]; s[0] = s[1];", "load store"},            // data beside a signal
		{"w[0] = 1; while (!*v) {} int x = w[1]; assert(x == 1);", "store load load"}, // the assertion says what data may be
		{"v[threadIdx.x] += v[threadIdx.x + 1]; if (v[0] > 3) q[0] = 1;", ""},         // data that decides something
		{"for (int i = 1; i < 32; i *= 2) v[threadIdx.x] += v[threadIdx.x + i];", ""}, // the loop does not hang on the data
		{"int x = *v; for (int i = 0; i < x; i++) q[i] = 1;", "load"},                 // a bound is a branch
		{"q[*v] = 1;", ""}, // decides no branch
	} {
		k := kerneltest.Lower(t, "#include <assert.h>\n__global__ void k(int *p, int *q, int *r) { __shared__ volatile int s[2]; volatile int *v = p, *w = r; "+c.body+" }", kerneltest.Block(32))
		got := ""
		kernel.Walk(rewrite.StrongAccesses(k).Body, func(s kernel.Stmt) bool {
			if a, ok := s.(*kernel.Atomic); ok && (a.Op == "load" || a.Op == "store") {
				assert.Equal(t, kernel.SystemScope, a.Scope)
				got += " " + a.Op
			}
			return true
		})
		want := c.want
		if want != "" {
			want = " " + want
		}
		assert.Equal(t, want, got, c.body)
	}
}
