// Package kerneltest gives the tests of later stages kernels as gv2 verify sees them:
// with narrowed launches and with the assumptions of the front end.
package kerneltest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// Options are those of a command line that gives the launch and no more.
func Options(launch kernel.Launch) unit.Options {
	return unit.Options{BlockDim: &launch.BlockDim, GridDim: &launch.GridDim, SharedBytes: -1, SelfCheck: true}
}

// Lower is the first kernel of a CUDA text, which must have no fault.
func Lower(t testing.TB, text string, launch kernel.Launch) *kernel.Kernel {
	t.Helper()
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte(text), Options(launch))
	require.NoError(t, err, text)
	require.False(t, u.Diags.HasErrors(), "%s\n%s", u.Diags.String(), text)
	k, diags, err := u.Lower(context.Background(), 0)
	require.NoError(t, err, text)
	require.False(t, diags.HasErrors(), "%s\n%s", diags.String(), text)
	return k
}

// Block is a launch of one block in a row.
func Block(threads int) kernel.Launch {
	return kernel.Launch{BlockDim: [3]int{threads, 1, 1}, GridDim: [3]int{1, 1, 1}}
}
