package condition

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

const image = `__global__ void k(float *image, int width, int pitch, int flag) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (flag != 0 && x < width) image[y * pitch + x] = x;
}
`

func atomTexts(k *kernel.Kernel, ofBarriers bool) []string {
	var out []string
	for _, a := range atomsOf(k, newSpace(k), ofBarriers) {
		out = append(out, a.text)
	}
	return out
}

func imageKernel(t *testing.T) *kernel.Kernel {
	return kerneltest.Lower(t, image, kernel.Launch{BlockDim: [3]int{16, 16, 1}, GridDim: [3]int{0, 0, 1}})
}

// TestAtomsFitTheRolesOfParameters: a stride has lower limits, a length and a flag have none.
func TestAtomsFitTheRolesOfParameters(t *testing.T) {
	texts := atomTexts(imageKernel(t), false)
	for _, want := range []string{"width > 0", "pitch > 0", "pitch >= width", "pitch >= 16", "pitch >= 16 * gridDim.x", "pitch == 16 * gridDim.x", "flag >= 0"} {
		assert.Contains(t, texts, want)
	}
	for _, none := range []string{"width >= 16", "width >= pitch", "width == 16 * gridDim.x", "flag > 0"} {
		assert.NotContains(t, texts, none)
	}
	for _, text := range atomTexts(imageKernel(t), true) {
		assert.NotContains(t, text, "gridDim", "no excuse for a barrier's fault")
		assert.NotContains(t, text, ">= 16", "no excuse for a barrier's fault")
	}
}

// TestGridsOfLaunchesEquateNoLengths: where launches make the grid out of one length, that another one is its
// number of threads would be an equation between lengths, and make both multiples of the block.
func TestGridsOfLaunchesEquateNoLengths(t *testing.T) {
	launched := strings.Replace(image, "  int x", "  __requires((int)gridDim.x == (width + 15) / 16);\n  int x", 1)
	k := kerneltest.Lower(t, launched, kernel.Launch{BlockDim: [3]int{16, 16, 1}, GridDim: [3]int{0, 0, 1}})
	texts := atomTexts(k, false)
	assert.Contains(t, texts, "pitch >= 16 * gridDim.x")
	assert.Contains(t, texts, "pitch == 16 * gridDim.y")
	assert.NotContains(t, texts, "pitch == 16 * gridDim.x")
}

// TestWeakestConditionExcludesEveryFault: the fewest atoms, and of those what most samples meet.
func TestWeakestConditionExcludesEveryFault(t *testing.T) {
	k := imageKernel(t)
	s := newSpace(k)
	require.NotEmpty(t, s.samples)
	faults := []map[string]int64{{"width": 3, "pitch": 2}}
	atoms := s.brokenBySome(atomsOf(k, s, false), faults)
	first := weakest(atoms, nil, faults, nil)
	require.Len(t, first, 1)
	assert.True(t, first.excludes(faults))
	for i := range atoms {
		if c := (conjunction{&atoms[i]}); c.excludes(faults) {
			assert.LessOrEqual(t, c.weight(), first.weight(), c.text())
		}
	}
	second := weakest(atoms, nil, faults, []string{first.text()})
	require.NotNil(t, second)
	assert.NotEqual(t, first.text(), second.text())

	two := append(faults, map[string]int64{"flag": -1})
	both := weakest(s.brokenBySome(atomsOf(k, s, false), two), nil, two, nil)
	require.Len(t, both, 2, "no atom is about both")
	assert.True(t, both.excludes(two))

	assert.Nil(t, weakest(atoms, nil, append(two, map[string]int64{"depth": 1}), nil), "a fault that no atom speaks of is there under every condition")
}

// TestNoConditionWithoutValuesThatMeetIt: a condition that contradicts the preconditions would
// prove anything.
func TestNoConditionWithoutValuesThatMeetIt(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(int *p, int n) { __requires(n <= 0); "+scaled+" }\n", kerneltest.Block(64))
	s := newSpace(k)
	require.NotEmpty(t, s.samples)
	for _, a := range s.brokenBySome(atomsOf(k, s, false), []map[string]int64{{"n": 0}}) {
		assert.NotEqual(t, "n > 0", a.text)
	}
}

// TestCopiesOfParametersCountAsParameters: int w = width; x[i * w].
func TestCopiesOfParametersCountAsParameters(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(int *p, int n) { int w = n; p[(int)threadIdx.x * w] = 1; }\n", kerneltest.Block(64))
	assert.Contains(t, atomTexts(k, false), "n >= 64")
}

// TestPowersOfTwo: what x & (size - 1) masks with is a power of two, also where functions pass it on.
func TestPowersOfTwo(t *testing.T) {
	k := kerneltest.Lower(t, `__device__ unsigned inner(unsigned x, unsigned size) { return x & (size - 1); }
__device__ unsigned outer(unsigned x, unsigned size) { return inner(x, size) + size; }
__global__ void k(float *p, unsigned n, unsigned m) { p[outer(threadIdx.x, n) * m + (threadIdx.x & m)] = m; }
`, kerneltest.Block(64))
	texts := atomTexts(k, false)
	assert.Contains(t, texts, "n > 0 && (n & (n - 1)) == 0")
	assert.NotContains(t, texts, "m > 0 && (m & (m - 1)) == 0")
}

// TestSamplesMeetWhatLaunchesTell: of parameters, too, that decide nothing that is checked.
func TestSamplesMeetWhatLaunchesTell(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(int *p, int n, int other) { __requires(other != 4 && other % 8 == 0 && n != 1); p[threadIdx.x * n] = threadIdx.x; }\n", kerneltest.Block(64))
	s := newSpace(k)
	require.Len(t, s.params, 1)
	require.NotEmpty(t, s.samples)
	for _, at := range s.samples {
		require.True(t, fact.Meets(k, at), "%v", at)
	}
}
