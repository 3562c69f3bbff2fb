package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// An initialisation of a barrier that bulk copies tell about needs a fence behind it, before the threads meet.
func TestUnfencedInit(t *testing.T) {
	const init, meet = `asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");`, `__syncthreads();`
	const inits = `asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");`
	const proxy = `asm volatile("fence.proxy.async.shared::cta;" ::: "memory");`
	const load = `asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"((unsigned)__cvta_generic_to_shared(tile)), "l"(in), "r"(at) : "memory");`
	const copy = `asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(tile)), "l"(in) : "memory");`
	for _, c := range []struct {
		body    string
		missing bool
	}{
		{"if (t == 0) {" + init + inits + "}" + meet + load, false},
		{"if (t == 0) {" + init + proxy + "}" + meet + load, false},
		{"if (t == 0) {" + init + "}" + inits + meet + load, false},
		{"if (t == 0) {" + init + "}" + meet + load, true},
		{"if (t == 0) {" + inits + init + "}" + meet + load, true},
		{"if (t == 0) {" + init + "}" + meet + inits + load, true},
		{"if (t == 0) {" + init + "if (n) {" + inits + "} }" + meet + load, true},
		{"if (t == 0) {" + init + "__threadfence_block(); }" + meet + load, true},
		{"if (t == 0) {" + init + "}" + meet + copy, false}, // no copy tells the barrier
	} {
		k := kerneltest.Lower(t, "__global__ void k(const int *in, int n) { __shared__ alignas(16) int tile[64]; __shared__ unsigned long long bar; "+
			"int t = threadIdx.x; unsigned at = (unsigned)__cvta_generic_to_shared(&bar); "+c.body+" }", kerneltest.Block(64))
		s, a := fact.UnfencedInit(k)
		require.Equal(t, c.missing, s != nil, c.body)
		if s != nil {
			assert.Equal(t, "bar", a.Name, c.body)
		}
	}
}
