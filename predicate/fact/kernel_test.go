package fact_test

import (
	"testing"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// kernelOf is the only kernel of a text.
func kernelOf(t *testing.T, text string, launch kernel.Launch) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, launch)
}
