package advise

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
)

// TestOrderingWithoutALoop: outside of loops the barrier goes between the two accesses in the order of the text, whichever of
// them a finding names first; in a loop the one named first comes first, in the iteration before.
func TestOrderingWithoutALoop(t *testing.T) {
	const between = "a __syncthreads() between the loop at line 3 and line 5 would order them"
	for text, want := range map[string][2]string{
		"for (int j = 0; j < 2; j++)\n  s[t] = t;\nout[t] = s[63 - t];":        {between, between},
		"for (int i = 0; i < n; i++) {\n  s[t] = t;\n  out[t] = s[63 - t];\n}": {"a __syncthreads() between line 4 and line 5 would order them", "a __syncthreads() behind line 5 would order them"},
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *out, int n) {\n__shared__ int s[64]; int t = threadIdx.x;\n"+text+"\n}", kerneltest.Block(64))
		accesses := map[string]kernel.Src{}
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if a := kernel.Touched(s); a != nil && a.Array.Name == "s" {
				if _, stores := s.(*kernel.Store); stores {
					accesses["write"] = s.Source()
				} else {
					accesses["read"] = s.Source()
				}
			}
			return true
		})
		require.Len(t, accesses, 2, text)
		f := &claim.Finding{Property: kernel.DataRace, Accesses: []claim.Access{{Src: accesses["write"]}, {Src: accesses["read"]}}}
		for i, f := range []*claim.Finding{f, turned(f)} {
			list := ordering(k, f, []wait{blockWait})
			require.NotEmpty(t, list, text)
			assert.Equal(t, want[i], list[0].text, text)
		}
	}
}
