package unit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPointersThatAreNotApart: what is said of pointers beside a launch that may pass two of them into one array, as elements of
// different types.
func TestPointersThatAreNotApart(t *testing.T) {
	for _, c := range []struct{ name, params, body, args, want string }{
		{"one of three", "float *a, int *b, short *c", "a[i] = b[i]; c[i] = 2;", "x, y, (short *)(x + m)", "pointer parameters b, a and c do not alias, but for a with c"},
		{"both", "float *a, short *c", "a[i] = 1; c[i] = 2;", "x, (short *)(x + m)", ""},
		{"none", "float *a, int *b", "a[i] = b[i];", "x, y", "pointer parameters b and a do not alias"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "__global__ void k(" + c.params + ", int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { " + c.body + " } }\n" +
				"void f(float *x, int *y, int n, int m) { k<<<4, 64>>>(" + c.args + ", n); }\n"
			u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1})
			require.NoError(t, err)
			k, _, err := u.Lower(context.Background(), 0)
			require.NoError(t, err)
			got := ""
			for _, a := range k.Assumptions {
				if len(a) > 8 && a[:8] == "pointer " {
					got += a
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}
