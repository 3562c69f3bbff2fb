package condition

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// layoutsOf are the conditions that would keep the rows of an array apart, in the order in which
// they are tried.
func layoutsOf(t *testing.T, text string, launch kernel.Launch, array string) []string {
	t.Helper()
	k := kerneltest.Lower(t, text, launch)
	s := newSpace(k)
	var out []string
	s.layouts(k, map[string]bool{array: true}, -1, nil, func(c conjunction) bool {
		at := s.meeting(k, c)
		require.NotNil(t, at, c.text())
		require.True(t, fact.Meets(k, at))
		for _, a := range c {
			require.True(t, a.met(at), "%s with %v", a.text, at)
		}
		if len(out) == 0 || out[len(out)-1] != c.text() {
			out = append(out, c.text())
		}
		return false
	})
	return out
}

var open = kernel.Launch{BlockDim: [3]int{16, 16, 1}}

func TestLayoutsOfCoordinates(t *testing.T) {
	list := layoutsOf(t, `__global__ void k(float *p, int w, int h, int s0, int s1) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  p[x * s0 + y * s1] = x;
}`, open, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "s0 > 0 && s1 >= s0 * w", list[0])
	assert.Contains(t, list, "s0 > 0 && s1 >= 16 * gridDim.x * s0", "what bounds x besides")
	assert.Contains(t, list, "s1 > 0 && s0 >= h * s1", "the other order")
}

// TestLayoutsOfRowsThatShrink: what is subtracted from the length of a row is no row of its own, as which it would
// have to be longer than the grid.
func TestLayoutsOfRowsThatShrink(t *testing.T) {
	k := kerneltest.Lower(t, `__global__ void k(float *p, int n) {
  int row = 256 - 2 * n;
  p[row * blockIdx.x + threadIdx.x] = 1;
}`, kernel.Launch{BlockDim: [3]int{256, 1, 1}})
	newSpace(k).layouts(k, map[string]bool{"p": true}, -1, nil, func(c conjunction) bool {
		assert.NotRegexp(t, `^n >=`, c.text())
		return false
	})
	list := layoutsOf(t, `__global__ void k(float *p, int n, int m) {
  for (int i = threadIdx.x; i < m; i += 256) p[(n - 1) * blockIdx.x + i] = 1;
}`, kernel.Launch{BlockDim: [3]int{256, 1, 1}}, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "n >= 1 + m", list[0])
}

// TestLayoutsInBytes: strides that a kernel makes of lengths in bytes are compared without what they have in common.
func TestLayoutsInBytes(t *testing.T) {
	k := kerneltest.Lower(t, `__global__ void k(float *p, long n, long rows) {
  unsigned long row = n * sizeof(float), plane = rows * row;
  float *to = (float *)((char *)p + blockIdx.x * row + blockIdx.y * plane);
  for (long i = threadIdx.x; i < n; i += 16) to[i] = i;
}`, kernel.Launch{BlockDim: [3]int{16, 1, 1}})
	c, _ := newSpace(k).layouts(k, map[string]bool{"p": true}, -1, nil, func(conjunction) bool { return true })
	assert.Equal(t, "rows >= gridDim.x", c.text())
}

// TestGridsOfOneBlockWithLayouts: of a dimension of the grid that the kernel does not look at each block does the same.
func TestGridsOfOneBlockWithLayouts(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(float *p, int n) { p[(n + 1) * (16 * blockIdx.y + threadIdx.y) + threadIdx.x] = n; }", open)
	s := newSpace(k)
	assert.Empty(t, s.alone(k, []map[string]int64{{"n": 1, "gridDim.x": 1}}), "no fault needs it")
	alone := s.alone(k, []map[string]int64{{"n": 1, "gridDim.x": 2, "gridDim.y": 2}})
	require.Len(t, alone, 1)
	c, _ := s.layouts(k, map[string]bool{"p": true}, -1, alone, func(conjunction) bool { return true })
	assert.Equal(t, "n >= 15 && gridDim.x == 1", c.text())
}

// TestRowsOfDeclaredLength: a row of a shared array is as long as the kernel declares it.
func TestRowsOfDeclaredLength(t *testing.T) {
	for _, c := range []struct{ index, want string }{
		{"[threadIdx.x][i]", "n <= 32"},
		{"[threadIdx.x][2 * i + 1]", "n <= 16"},
		{"[i][threadIdx.x]", ""},
	} {
		k := kerneltest.Lower(t, "__global__ void k(float *p, int n) { __shared__ float s[32][32]; for (int i = 0; i < n; i++) s"+c.index+" = i; p[threadIdx.x] = s[0][0]; }", kernel.Launch{BlockDim: [3]int{16, 1, 1}, GridDim: [3]int{1, 1, 1}})
		got, _ := newSpace(k).layouts(k, map[string]bool{"s": true}, -1, nil, func(conjunction) bool { return true })
		assert.Equal(t, c.want, got.text(), c.index)
	}
}

// TestLayoutsOfSums: rows are longer than the parameter says.
func TestLayoutsOfSums(t *testing.T) {
	for _, c := range []struct{ index, want string }{
		{"(n + 1) * y + x", "n >= 15"},
		{"2 * (n + 1) * y + x", "n >= 15"},
		{"n * y + y + x", "n >= 15"},
		{"(n - 2) * y + x", "n >= 18"},
	} {
		list := layoutsOf(t, "__global__ void k(float *p, int n, int m) { int x = threadIdx.x, y = threadIdx.y; p["+c.index+"] = x; }", open, "p")
		require.NotEmpty(t, list, c.index)
		assert.Equal(t, c.want, list[0], c.index)
	}
}

// TestLayoutsOfVectors: of four numbers each the lines are 4 * w long.
func TestLayoutsOfVectors(t *testing.T) {
	list := layoutsOf(t, `__global__ void k(float *p, int w, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w) { float *q = p + y * pitch + 4 * x; q[0] = x; q[1] = y; q[2] = x; q[3] = y; }
}`, open, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "pitch >= 4 * w", list[0])
}

// TestLayoutsOfChoices: a length that is chosen keeps its parentheses.
func TestLayoutsOfChoices(t *testing.T) {
	list := layoutsOf(t, "__global__ void k(float *p, int n, int m) { int x = threadIdx.x, y = threadIdx.y, w = m > 3 ? m : 5; if (x < w) p[n * y + 4 * x] = x; }", open, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "n >= 4 * (m > 3 ? m : 5)", list[0])
}

// TestLayoutsOfFlatIndices: what / and % make of an index, written out or not.
func TestLayoutsOfFlatIndices(t *testing.T) {
	for _, body := range []string{
		"int c = i % n0, b = i / n0 % n1, a = i / (n0 * n1);",
		"int a = i / (n0 * n1); int b = (i - a * n0 * n1) / n0; int c = i - a * n0 * n1 - b * n0;",
		"int a = i / (n1 * n0); int r = i - a * (n0 * n1); int b = r / n0; int c = r % n0;",
	} {
		list := layoutsOf(t, "__global__ void k(float *p, int n, int n0, int n1, int s0, int s1, int s2) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) { "+body+
			" p[c * s0 + b * s1 + a * s2] = i; } }", kernel.Launch{BlockDim: [3]int{256, 1, 1}}, "p")
		require.NotEmpty(t, list, body)
		assert.Contains(t, list[0], "s0 > 0 && s1 >= n0 * s0 && s2 >= n1 * s1", body)
		assert.Contains(t, list[0], "n0 > 0", body)
	}
}

// TestLayoutsOfLoops: a loop bounds its counter.
func TestLayoutsOfLoops(t *testing.T) {
	list := layoutsOf(t, `__global__ void k(float *p, int V, int P) {
  float *row = p + blockIdx.x * P;
  for (int i = threadIdx.x; i < V; i += blockDim.x) row[i] = i;
}`, kernel.Launch{BlockDim: [3]int{64, 1, 1}}, "p")
	assert.Equal(t, []string{"P >= V"}, list)
}

// TestLayoutsOfColumns: a column that all threads look at is one of the row.
func TestLayoutsOfColumns(t *testing.T) {
	list := layoutsOf(t, `__global__ void k(int *p, int n, int column) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i != column) sum += p[blockIdx.x * n + i];
  if (threadIdx.x == 0) p[blockIdx.x * n + column] = sum;
}`, kernel.Launch{BlockDim: [3]int{64, 1, 1}}, "p")
	assert.Equal(t, []string{"column >= 0 && column < n && n > 0"}, list)
}

// TestLayoutsOfHalves: what is added for all threads makes the row longer, in functions that are called as well, where
// copies stand for parameters.
func TestLayoutsOfHalves(t *testing.T) {
	const text = `__device__ void turn(float *row, int i, int n) { int half = n / 2; row[i % half] = 0; row[half + i % half] = 1; }
__global__ void k(float *p, int heads, int n, int size, int stride) {
  int i = threadIdx.x;
  if (i < heads * (n / 2)) turn(p + blockIdx.x * stride + i / (n / 2) * size, i, n);
}`
	list := layoutsOf(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}}, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "n >= 2 && stride >= heads * size && size >= 2 * (n / 2)", list[0])
	assert.Contains(t, list, "n >= 2 && size >= (n / 2) && stride >= heads * size", "without what is added")

	list = layoutsOf(t, `__global__ void k(float *p, int w, int h, int pitch, int plane) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) { float *q = p + blockIdx.x * plane + y * pitch + x; q[0] = 1; q[h * pitch] = 2; }
}`, open, "p")
	require.NotEmpty(t, list)
	assert.Equal(t, "pitch >= w && plane >= 2 * h * pitch", list[0], "steps of the axis whose stride divides them")
}

// TestLayoutsOfSteps: a loop that moves through rows, forward or backward; orders in which fewer axes lie outside of those
// of blocks come first.
func TestLayoutsOfSteps(t *testing.T) {
	for _, steps := range []string{"i", "(n - 1 - i)"} {
		list := layoutsOf(t, `__global__ void k(float *p, int n, int m, int batch, int head, int row) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    if (t < m) p[blockIdx.y * batch + blockIdx.x * head + `+steps+` * row + t] = i;
}`, open, "p")
		require.NotEmpty(t, list, steps)
		assert.Equal(t, "row >= m && head >= n * row && batch >= gridDim.x * head", list[0], steps)
	}
}

// TestNoLayoutWithoutBounds: nothing is guessed of what has no bound.
func TestNoLayoutWithoutBounds(t *testing.T) {
	assert.Empty(t, layoutsOf(t, "__global__ void k(float *p, int *at, int s) { p[blockIdx.x * s + at[threadIdx.x]] = 1; }", open, "p"))
	assert.Empty(t, layoutsOf(t, "__global__ void k(float *p, int s) { p[threadIdx.x] = s; }", open, "p"))
}

// TestRoundedGridsExcuseNothing: where the grid is made of the width, a width that the grid sticks out
// of is one that the program passes.
func TestRoundedGridsExcuseNothing(t *testing.T) {
	const body = `  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  p[y * width + x] = x;
}`
	assert.Equal(t, []string{"width >= 16 * gridDim.x"}, layoutsOf(t, "__global__ void k(float *p, int width) {\n"+body, open, "p"))
	assert.Empty(t, layoutsOf(t, "__global__ void k(float *p, int width) { __requires((int)gridDim.x == (width + 15) / 16);\n"+body, open, "p"))
	assert.Equal(t, []string{"width >= 16 * gridDim.x"}, layoutsOf(t, "__global__ void k(float *p, int width, int n) { __requires((int)gridDim.x == (n + 15) / 16);\n"+body, open, "p"))
}

// TestLayoutsOfHalvedOffsets: a variable that a loop halves has itself in its value.
func TestLayoutsOfHalvedOffsets(t *testing.T) {
	layoutsOf(t, `__global__ void k(float *p, int n) {
  int offset = 256;
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
    if (threadIdx.x < d) p[offset * (2 * threadIdx.x + 1)] = d;
  }
  p[n * blockIdx.x + threadIdx.x] = 1;
}`, open, "p")
}
