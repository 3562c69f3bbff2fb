package main

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// loweredKernel is the kernel of a file as gv2 verify sees it, nil where it is not
// supported.
func loweredKernel(t *testing.T, path string) *kernel.Kernel {
	var out *kernel.Kernel
	cmd := newVerifyCommand(streams{out: io.Discard, err: io.Discard}, func(_ context.Context, s streams, opts *verifyOptions) error {
		u, err := load(context.Background(), s, path, &opts.settings)
		if err != nil || u.Diags.HasErrors() || len(u.Kernels) != 1 {
			return err
		}
		k, diags, err := u.Lower(context.Background(), 0)
		if err == nil && !diags.HasErrors() {
			out = k
		}
		return err
	})
	cmd.SetArgs([]string{path})
	require.NoError(t, cmd.Execute())
	return out
}
