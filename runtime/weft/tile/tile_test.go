package tile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// TestTiles: lines that a warp shares out in one way are one lane's element by element, unless two of them overlap.
func TestTiles(t *testing.T) {
	line := func(how string, first int64) *emulate.Access {
		a := &emulate.Access{Site: &emulate.Site{Warp: how, Width: 16}, Lanes: ^emulate.Lanes(0), Uniform: true, Index: new([kernel.WarpSize]int64)}
		a.Index[0] = first
		return a
	}
	all := Tiles{}
	for _, c := range []struct {
		a    *emulate.Access
		want string
	}{
		{line("a", 0), "a"}, {line("a", 16), "a"}, {line("a", 0), "a"}, {line("b", 8), "b"}, {line("a", 31), ""}, {line("a", 17), ""}, {line("a", 64), "a"},
	} {
		how, ok := all.Share(c.a)
		assert.True(t, ok)
		assert.Equal(t, c.want, how, c.a.Index[0])
	}
	other := line("a", 0)
	other.Uniform, other.Index[5] = false, 16
	_, ok := all.Share(other)
	assert.False(t, ok, "lanes with different addresses")
}
