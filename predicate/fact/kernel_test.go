package fact_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower"
	preprocess "gv2/frontend/source"
)

// kernelOf is the kernel of a text that has one.
func kernelOf(t *testing.T, text string, launch kernel.Launch) *kernel.Kernel {
	result := preprocess.Preprocess("k.cu", []byte(text), preprocess.Options{})
	require.False(t, result.Diags.HasErrors(), "%s", result.Diags.String())
	file, diags := cuda.Parse(result.Tokens)
	require.False(t, diags.HasErrors(), "%s", diags.String())
	k, diags := lower.Lower(file, lower.Kernels(file)[0], lower.Options{Launch: launch, SharedBytes: -1})
	require.False(t, diags.HasErrors(), "%s\n%s", diags.String(), text)
	require.NoError(t, kernel.Check(k), text)
	return k
}
