package verdict

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// TestWitnessesLeaveOutIdleParameters: what a parameter is that nothing reads explains
// nothing; a precondition reads.
func TestWitnessesLeaveOutIdleParameters(t *testing.T) {
	n, m, idle := &kernel.Var{Name: "n", T: kernel.I32}, &kernel.Var{Name: "m", T: kernel.I32}, &kernel.Var{Name: "idle", T: kernel.I32}
	k := &kernel.Kernel{
		Params:   []*kernel.Var{n, m, idle},
		Requires: []kernel.Expr{&kernel.Binary{Op: kernel.Lt, X: &kernel.VarRef{Var: m}, Y: &kernel.Const{T: kernel.I32, Val: 9}}},
		Body:     []kernel.Stmt{&kernel.Assign{Dst: &kernel.Var{Name: "x", T: kernel.I32}, X: &kernel.VarRef{Var: n}}},
	}
	findings := []claim.Finding{{Values: map[string]string{"n": "1", "m": "2", "idle": "3", "gridDim.x": "4"}}}
	dropIdle(k, findings)
	assert.Equal(t, claim.Values{"n": "1", "m": "2", "gridDim.x": "4"}, findings[0].Values)
}
