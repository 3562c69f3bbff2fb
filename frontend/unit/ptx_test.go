package unit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const modulePTX = `//--gridDim=2
//
.version 8.4
.target sm_80
.address_size 64
.entry _Z1kPi(.param .u64 _Z1kPi_param_0) .reqntid 32, 2, 1 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [_Z1kPi_param_0]; st.u32 [%rd1], 1; }
.entry _Z1kPf(.param .u64 _Z1kPf_param_0) .maxntid 96, 1, 1 { ret; }
.entry _Z1jIiEvv() { ret; }
.entry broken() { add.s32 , }
`

// TestPTX: a module has its kernels under the names of the source, with the blocks that it
// tells, and a fault in one is none of the others.
func TestPTX(t *testing.T) {
	u, err := Load(context.Background(), PTX, "k.ptx", []byte(modulePTX), Options{SharedBytes: -1, SelfCheck: true})
	require.NoError(t, err)
	require.Empty(t, u.Diags.String())
	assert.Equal(t, []string{"k(int*)", "k(float*)", "j<int>", "broken"}, u.Names())
	k, diags, err := u.Lower(context.Background(), 0)
	require.NoError(t, err)
	require.Empty(t, diags.String())
	assert.Equal(t, [3]int{32, 2, 1}, k.Launch.BlockDim)
	assert.Equal(t, [3]int{2, 1, 1}, k.Launch.GridDim)
	k, _, err = u.Lower(context.Background(), 1)
	require.NoError(t, err)
	assert.Equal(t, [3]int{96, 1, 1}, k.Launch.BlockDim)
	_, _, err = u.Lower(context.Background(), 2)
	assert.ErrorContains(t, err, "how many threads does a block have?")
	_, diags, err = u.Lower(context.Background(), 3)
	require.NoError(t, err)
	assert.Contains(t, diags.String(), "k.ptx:9:27: error: cannot read this")

	u, err = Load(context.Background(), PTX, "k.ptx", []byte(modulePTX), Options{SharedBytes: -1, Kernels: []string{"j"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"j<int>"}, u.Names())
	l, known := Of("a/b.ptx")
	assert.True(t, known)
	assert.Equal(t, PTX, l)
	l, known = Named("ptx")
	assert.True(t, known)
	assert.Equal(t, PTX, l)
}
