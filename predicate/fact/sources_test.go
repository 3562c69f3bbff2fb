package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

func TestAccumulates(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"v[to[i]] = i;", false},
		{"v[to[i]] = 2 * v[to[i]] + i;", false},
		{"int x = v[to[i]]; v[to[i]] = n * x + i;", false},
		{"v[to[i]] = w[to[i]] + i; w[to[i]] = 0;", false},
		{"v[to[i]]++;", true},
		{"v[to[i]] += i;", true},
		{"v[to[i]] *= 2;", true},
		{"int x = v[to[i]]; x += i; v[to[i]] = x;", true},
		{"int x = v[to[i]]; int y = x + i; v[to[i]] = y;", true},
		{"v[to[i]] = max(v[to[i]], i);", true},
		{"if (v[to[i]] < i) v[to[i]] = i;", true},
		{"v[to[i]] = v[to[i]] < i ? i : v[to[i]];", true},
		{"w[to[i]] = v[to[i]] + i; v[0] = 1;", true},
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *v, int *w, const int *to, int n) { int i = threadIdx.x; "+c.body+" }", kerneltest.Block(64))
		assert.Equal(t, c.want, fact.Accumulates(k, func(a *kernel.Array) bool { return a.Name == "v" }), c.body)
	}
}

func TestSources(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(int *v, const int *to, const int *w) { int a = to[threadIdx.x], b = a + 1; b += w[a]; v[b] = a; }", kerneltest.Block(64))
	from := fact.SourcesOf(k)
	names := func(e kernel.Expr) map[string]bool {
		out := map[string]bool{}
		for a := range from.Of(e) {
			out[a.Name] = true
		}
		return out
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if store, is := s.(*kernel.Store); is {
			assert.Equal(t, map[string]bool{"to": true, "w": true}, names(store.Acc.Index))
			assert.Equal(t, map[string]bool{"to": true}, names(store.X))
		}
		return true
	})
}
