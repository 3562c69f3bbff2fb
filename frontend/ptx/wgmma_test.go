package ptx

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPiecesOfMatrices: descriptors say where a matrix lies.
func TestPiecesOfMatrices(t *testing.T) {
	const fields = 1 << 4 // offsets are in units of 16 bytes
	for _, c := range []struct {
		what            string
		leading, stride uint64
		swizzle         uint64
		lines           int64
		across          bool
		want            []piece
		within          int64
	}{
		{"core matrices one behind the other", 128, 256, 0, 64, false, []piece{{0, 2048}}, 0},
		{"the second half of the lines behind the first", 1024, 128, 0, 64, false, []piece{{0, 2048}}, 0},
		{"gaps", 128, 512, 0, 16, false, []piece{{0, 256}, {512, 256}}, 0},
		{"swizzled by 128 bytes", 16, 1024, 1, 64, false, []piece{{0, 8192}}, 128},
		{"swizzled by 32 bytes", 16, 512, 3, 16, false, []piece{{0, 256}, {512, 256}}, 32},
		{"lines beside each other", 4096, 1024, 1, 64, true, []piece{{0, 2048}}, 128},
		{"lines beside each other, in two blocks", 4096, 1024, 1, 128, true, []piece{{0, 2048}, {4096, 2048}}, 128},
	} {
		bits := c.leading/fields<<16 | c.stride/fields<<32 | c.swizzle<<62
		pieces, within, ok := piecesOf(bits, c.lines, c.across)
		assert.True(t, ok, c.what)
		assert.Equal(t, c.want, pieces, c.what)
		assert.Equal(t, c.within, within, c.what)
	}
	_, _, ok := piecesOf(0, 64, true)
	assert.False(t, ok, "lines beside each other that are not swizzled")
	_, _, ok = piecesOf(1<<49, 64, false)
	assert.False(t, ok, "a base offset")
}
