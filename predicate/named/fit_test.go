package named

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// points are the values of a function in the first iterations.
func points(n int64, f func(x int64) int64) []Point {
	var out []Point
	for x := range n {
		out = append(out, Point{x, f(x), n - 1 - x})
	}
	return out
}

func TestFitsGoThroughAllPoints(t *testing.T) {
	for name, f := range map[string]func(x int64) int64{
		"a constant":          func(int64) int64 { return 7 },
		"a line":              func(x int64) int64 { return 3*x - 2 },
		"a line that waits":   func(x int64) int64 { return max(x-2, 0) },
		"every other":         func(x int64) int64 { return x / 2 },
		"every third, offset": func(x int64) int64 { return (x + 2) / 3 },
	} {
		fit, ok := FittedFor(points(12, f), 1, false)
		require.True(t, ok, name)
		for x := range int64(12) {
			assert.Equal(t, f(x), fit.of(x), "%s at %d", name, x)
		}
	}
	_, ok := FittedFor(points(12, func(x int64) int64 { return x * x }), 1, false)
	assert.False(t, ok, "a square is no fit")
	_, ok = FittedFor(nil, 1, false)
	assert.False(t, ok, "nothing was seen")
}

func TestFitsLeaveOutTheLastIterations(t *testing.T) {
	// A pipeline fills a buffer two iterations ahead, but not in the last two.
	const n = 12
	ahead := points(n, func(x int64) int64 { return min(x+2, n) })
	_, ok := FittedFor(ahead, 1, false)
	assert.False(t, ok)
	short := points(n, func(x int64) int64 { return min(x, n-3) })
	fit, ok := FittedFor(short, 1, true)
	require.True(t, ok)
	assert.Positive(t, fit.Tail)
}

func TestCyclesGoRound(t *testing.T) {
	slot := func(x int64) int64 { return (x + 1) % 3 * 16 }
	c, ok := Cycled(points(9, slot))
	require.True(t, ok)
	for x := range int64(30) {
		assert.Equal(t, slot(x), c.of(x))
	}
	_, ok = Cycled(points(9, func(int64) int64 { return 4 }))
	assert.False(t, ok, "what stays is no cycle")
}

func TestLinesAreExact(t *testing.T) {
	mul, add, ok := LineThrough([]Point{PointAt(2, 5), PointAt(4, 1), PointAt(3, 3)})
	require.True(t, ok)
	assert.Equal(t, int64(-2), mul)
	assert.Equal(t, int64(9), add)
	_, _, ok = LineThrough([]Point{PointAt(0, 0), PointAt(1, 1), PointAt(2, 3)})
	assert.False(t, ok)
}
