package flow

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
		bits, x := doubleBits, (float64(n)+float64(add))/float64(d)
		if single {
			bits, x = floatBits, float64(float32(float32(n)+float32(add))/float32(d))
		}
		r := Value{X: kernel.NewConst(kernel.I32, n)}.inFloat(bits)
		sum := floats("+", floating(r), Value{X: kernel.NewConst(kernel.I32, add)})
		q := floats("/", sum, Value{X: kernel.NewConst(kernel.I32, d)})
		if q.ratio == nil {
			continue
		}
		for up, want := range map[bool]float64{true: math.Ceil(x), false: math.Floor(x)} {
			v := q.ratio.whole(up).integer(&Program{why: map[*kernel.Var]string{}})
			if v.X == nil {
				continue
			}
			k, ok := v.X.(*kernel.Const)
			require.True(t, ok)
			held++
			assert.Equal(t, int64(want), k.Val, "(%d + %d) / %d", n, add, d)
		}
		if v := q.integer(&Program{why: map[*kernel.Var]string{}}); v.X != nil {
			assert.Equal(t, int64(math.Trunc(x)), v.X.(*kernel.Const).Val, "(%d + %d) / %d", n, add, d)
		}
	}
	assert.Greater(t, held, 10_000)
}
