package host_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
	"gv2/frontend/host"
	"gv2/frontend/source"
)

// TestSearchesEnd: a context that is done ends the searches for instances and launches.
func TestSearchesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := "template <int N> __global__ void k(int *p) { p[N] = 1; }\nvoid go(int *p) { k<3><<<1, 64>>>(p); }\n"
	file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
	code := host.Read(file)
	assert.Len(t, code.Uses(), 1)
	assert.Len(t, code.Launches("k"), 1)
	assert.Empty(t, code.Within(ctx).Uses())
	assert.Empty(t, code.Launches("k"))
}
