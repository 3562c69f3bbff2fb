package ratio

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// TestRatios: where the guards hold, ratios give what the machine computes.
func TestRatios(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	held := 0
	for range 20_000 {
		n := int64(int32(random.Uint64())) >> random.IntN(32)
		d := int64(1 + random.IntN(1<<random.IntN(20)))
		if random.IntN(4) == 0 {
			n = n / d * d
		}
		add := int64(random.IntN(1 << random.IntN(20)))
		single := random.IntN(2) == 0
		bits, x := Double, (float64(n)+float64(add))/float64(d)
		if single {
			bits, x = Float, float64(float32(float32(n)+float32(add))/float32(d))
		}
		sum := Binary(kernel.Add, Of(kernel.NewConst(kernel.I32, n), bits), Of(kernel.NewConst(kernel.I32, add), bits))
		q := Binary(kernel.Div, sum, Of(kernel.NewConst(kernel.I32, d), bits))
		if q == nil {
			continue
		}
		for up, want := range map[bool]float64{true: math.Ceil(x), false: math.Floor(x)} {
			if got, known := integer(t, q.Whole(up)); known {
				held++
				assert.Equal(t, int64(want), got, "(%d + %d) / %d", n, add, d)
			}
		}
		if got, known := integer(t, q); known {
			assert.Equal(t, int64(math.Trunc(x)), got, "(%d + %d) / %d", n, add, d)
		}
	}
	assert.Greater(t, held, 10_000)
}

// integer is r as an integer; known is false where its condition does not hold.
func integer(t *testing.T, r *Ratio) (n int64, known bool) {
	x, guard := r.Integer()
	holds, ok := guard.(*kernel.Const)
	require.True(t, ok)
	if holds.Val == 0 {
		return 0, false
	}
	k, ok := x.(*kernel.Const)
	require.True(t, ok)
	return k.Val, true
}
