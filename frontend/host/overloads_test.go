package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/source"
)

// TestLaunchesOfOverloads: of two kernel templates of one name each launch is one of the template that takes its arguments, and a
// specialisation by its types has the launches of its instance.
func TestLaunchesOfOverloads(t *testing.T) {
	text := `template <typename T> __global__ void k(T *a) { }
template <typename T> __global__ void k(T *a, int rows) { }
template <> __global__ void k(double *a, int rows) { }
void run(float *a, int *b, double *c, int rows) {
  k<<<rows, 64>>>(b);
  k<<<rows, 96>>>(a, rows);
  k<<<rows, 128>>>(c, rows);
}
`
	want := map[string]int{"k<int>": 64, "k<float>": 96, "k<double>": 128}
	got := map[string]int{}
	for _, fn := range kernelsOf(text, source.Options{}) {
		sizes, unknown := fn.sizes()
		assert.Empty(t, unknown, fn.Name)
		if assert.Len(t, sizes, 1, fn.Name) {
			got[fn.Name] = sizes[0].Block[0]
		}
	}
	assert.Equal(t, want, got)
}
