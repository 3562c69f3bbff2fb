package eval

import (
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// some is a number of type t, often one at an edge.
func some(r *rand.Rand, t kernel.Type) int64 {
	v := r.Int63() - r.Int63()
	switch r.Intn(3) {
	case 0:
		v = int64(r.Intn(7)) - 3
	case 1:
		v = 1<<r.Intn(64) - int64(r.Intn(3))
	}
	return kernel.NewConst(t, v).Val
}

// TestAgreesWithTheFolder: integers compute here what the folder of constants folds, and
// what it does not fold is undefined.
func TestAgreesWithTheFolder(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	same := func(c *kernel.Const, ok bool, v int64, sure Surety, what ...any) {
		if assert.Equal(t, ok, sure == Certain, what...) && ok {
			assert.Equal(t, c.Val, v, what...)
		}
	}
	for _, x := range types[1:F16] {
		for range 300 {
			a, b := some(r, x), some(r, x)
			p, q := &kernel.Const{T: x, Val: a}, &kernel.Const{T: x, Val: b}
			for op := kernel.Add; op <= kernel.Ge; op++ {
				if op.IsLogical() {
					continue
				}
				c, ok := kernel.EvalBinary(op, p, q)
				v, sure := Binary(op, TypeOf(x), a, b)
				same(c, ok, v, sure, op, x, a, b)
			}
			for _, op := range []kernel.UnaryOp{kernel.Neg, kernel.BitNot} {
				c, ok := kernel.EvalUnary(op, p)
				v, sure := Unary(op, TypeOf(x), a)
				same(c, ok, v, sure, op, x, a)
			}
			for _, to := range types[:F16] {
				c, ok := kernel.EvalConvert(to, p)
				v, sure := Convert(TypeOf(x), TypeOf(to), a)
				same(c, ok, v, sure, x, to, a)
				if SameForm(TypeOf(x), TypeOf(to)) {
					assert.Equal(t, a, v, "%v to %v", x, to)
				}
			}
		}
	}
}

func TestOverflows(t *testing.T) {
	assert.True(t, Overflows(kernel.Add, I32, 1<<31-1, 1))
	assert.True(t, Overflows(kernel.Mul, I32, 1<<16, 1<<16))
	assert.True(t, Overflows(kernel.Sub, I8, -128, 1))
	assert.False(t, Overflows(kernel.Add, I32, 1<<31-2, 1))
	assert.False(t, Overflows(kernel.Add, U32, 1<<32-1, 1), "unsigned integers wrap")
	assert.False(t, Overflows(kernel.Shl, I32, 1<<30, 4))
}

func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op              string
		t               Type
		old, x, y, want int64
	}{
		{"add", I32, 1<<31 - 1, 1, 0, -1 << 31}, {"sub", U32, 0, 1, 0, 1<<32 - 1}, {"and", U32, 12, 10, 0, 8}, {"or", U32, 12, 10, 0, 14},
		{"xor", U32, 12, 10, 0, 6}, {"min", I32, -1, 1, 0, -1}, {"min", U32, 1<<32 - 1, 1, 0, 1}, {"min", U64, -1, 1, 0, 1},
		{"max", I32, -1, 1, 0, 1}, {"max", U64, -1, 1, 0, -1}, {"exch", I32, 3, 4, 0, 4},
		{"inc", U32, 3, 3, 0, 0}, {"inc", U32, 2, 3, 0, 3}, {"inc", U32, 9, 3, 0, 0},
		{"dec", U32, 0, 3, 0, 3}, {"dec", U32, 2, 3, 0, 1}, {"dec", U32, 9, 3, 0, 3},
		{"cas", I32, 5, 5, 7, 7}, {"cas", I32, 4, 5, 7, 4}, {"cas", F32, single(1), single(1), single(2), single(2)},
		{"add", F32, single(1), single(2), 0, single(3)}, {"sub", F64, double(1), double(2), 0, double(-1)},
		{"max", F64, double(1), double(2), 0, double(2)}, {"min", F32, single(1), single(2), 0, single(1)}, {"exch", F32, single(1), single(2), 0, single(2)},
	} {
		op := AtomicOf(&kernel.Atomic{Op: c.op})
		assert.Equal(t, c.want, op.Updated(c.t, c.old, c.x, c.y), "%+v", c)
	}
}

// TestCommutes: operations that commute give the same in any order, and only they do.
func TestCommutes(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for name, op := range atomics {
		differs := false
		for range 2000 {
			old, x, y := int64(r.Intn(9)), int64(r.Intn(9)), int64(r.Intn(9))
			one := op.Updated(U32, op.Updated(U32, old, x, x+1), y, y+1)
			other := op.Updated(U32, op.Updated(U32, old, y, y+1), x, x+1)
			differs = differs || one != other
		}
		if op.Commutes() {
			assert.False(t, differs, name)
		} else if op != Sub {
			assert.True(t, differs, name)
		}
	}
}

func TestSource(t *testing.T) {
	for _, c := range []struct {
		mode        string
		lane        int
		from, width int64
		want        int // -1: undefined
	}{
		{"idx", 5, 3, 32, 3}, {"idx", 13, 3, 8, 11}, {"idx", 13, 11, 8, 11}, {"up", 5, 1, 32, 4}, {"up", 8, 1, 8, 8}, {"up", 0, 1, 32, 0},
		{"down", 5, 1, 32, 6}, {"down", 31, 1, 32, 31}, {"down", 7, 1, 8, 7}, {"xor", 5, 1, 32, 4}, {"xor", 5, 16, 8, 5}, {"xor", 21, 16, 8, 5},
		{"up", 5, -1, 32, -1}, {"down", 5, 32, 32, -1}, {"idx", 5, 3, 12, -1}, {"idx", 5, 3, 0, -1}, {"idx", 5, 3, 64, -1},
	} {
		got, ok := ShuffleOf(&kernel.Shuffle{Mode: c.mode}).Source(c.lane, c.from, c.width)
		if !ok {
			got = -1
		}
		assert.Equal(t, c.want, got, "%+v", c)
	}
}

// TestVotesOfSomeThatAreNotKnown: a result is told only where it is the same whatever the
// contributions are that are not known; of truth values it is told wherever that is so.
func TestVotesOfSomeThatAreNotKnown(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 3000 {
		all := Lanes(r.Intn(15) + 1)
		known := Lanes(r.Intn(16))
		lane := bits.TrailingZeros32(all)
		var v Row
		for l := range 4 {
			v[l] = int64(r.Intn(2))
		}
		for _, op := range []kernel.Reduction{kernel.ReduceAnd, kernel.ReduceOr, kernel.ReduceCount, kernel.Ballot, kernel.MatchAny, kernel.MatchAll} {
			got, ok := Vote(op, all, known, lane, &v)
			results := map[int64]bool{}
			for open := range 1 << 4 {
				w := v
				for l := range 4 {
					if known>>l&1 == 0 {
						w[l] = int64(open >> l & 1)
					}
				}
				result, certain := Vote(op, all, all, lane, &w)
				assert.True(t, certain)
				results[result] = true
			}
			if ok {
				assert.Equal(t, map[int64]bool{got: true}, results, "%v of %b, known %b: %v", op, all, known, v[:4])
			} else if op != kernel.MatchAny && op != kernel.MatchAll {
				assert.Greater(t, len(results), 1, "%v of %b, known %b: %v", op, all, known, v[:4])
			}
		}
	}
}

// TestWide: parts put together are the value.
func TestWide(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for _, c := range []struct {
		elem, t Type
		width   int
	}{{I32, F64, 2}, {U8, U32, 4}, {F32, U64, 2}, {I16, I64, 4}, {U32, U32, 1}} {
		for range 100 {
			x := c.t.Wrap(r.Int63() - r.Int63())
			got, ok := Join(c.elem, c.t, c.width, func(k int) (int64, bool) { return Part(c.elem, c.t, c.width, k, x) })
			assert.True(t, ok)
			assert.Equal(t, x, got)
		}
	}
	_, ok := Part(I32, U32, 2, 0, 1)
	assert.False(t, ok, "two integers of 32 bits are no value of 32")
	_, ok = Join(Bool, U32, 4, func(int) (int64, bool) { return 0, true })
	assert.False(t, ok)
}
