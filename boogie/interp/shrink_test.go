package interp_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
)

// shrunk are the values of the one failure of a program.
func shrunk(t *testing.T, text string, s interp.Search) map[string]int64 {
	t.Helper()
	p, err := boogie.Parse("p", text)
	require.NoError(t, err)
	compiled, err := interp.Compile(p)
	require.NoError(t, err)
	r := compiled.Explore(context.Background(), s)
	require.Len(t, r.Failures, 1)
	out := map[string]int64{}
	for name, value := range r.Failures[0].State {
		out[name], err = strconv.ParseInt(value, 10, 64)
		require.NoError(t, err)
	}
	for _, e := range r.Failures[0].Elements {
		out[e.Map+"["+strconv.FormatInt(e.Key, 10)+"]"], err = strconv.ParseInt(e.Value, 10, 64)
		require.NoError(t, err)
	}
	return out
}

// TestFailuresHaveSmallValues: whatever the seed, a failure is shown with about the smallest values that have it, and they
// are those of an execution: the assumptions hold.
func TestFailuresHaveSmallValues(t *testing.T) {
	for seed := range uint64(20) {
		s := interp.Search{Seed: seed}
		v := shrunk(t, `const n: int; const m: int; axiom m == 2 * n; procedure p() { assert n < 37 || m < n; }`, s)
		assert.Equal(t, map[string]int64{"n": 37, "m": 74}, v, "%d", seed)

		v = shrunk(t, `const n: int; procedure p() { assert n == 0; }`, s)
		assert.Equal(t, int64(1), v["n"], "%d: positive ones first", seed)

		v = shrunk(t, `const n: int; procedure p() { assert n > -3; }`, s)
		assert.Equal(t, int64(-3), v["n"], "%d", seed)

		v = shrunk(t, `const a: [int]int; const i: int; axiom 0 <= i && i < 64; procedure p() { assert a[i] <= 0; }`, s)
		assert.Equal(t, int64(0), v["i"], "%d", seed)
		assert.Equal(t, int64(1), v["a[0]"], "%d: %v", seed, v)

		// One value cannot become smaller alone.
		v = shrunk(t, `const {:twin} i$1: int; const i$2: int; axiom 0 <= i$1 && i$1 < 64; axiom 0 <= i$2 && i$2 < 64; procedure p() { assert i$1 + i$2 != 63 || i$1 == i$2; }`, s)
		assert.Equal(t, int64(63), v["i$1"]+v["i$2"], "%d: %v", seed, v)
	}
}

// TestOnlyLikeFailuresReplace: a failure with smaller values that the caller takes for another one does not stand for it.
func TestOnlyLikeFailuresReplace(t *testing.T) {
	text := `const n: int; const m: int; procedure p() { assert n < 1003 || m == 5; }`
	larger := 0
	for seed := range uint64(12) {
		s := interp.Search{Seed: seed}
		assert.Equal(t, map[string]int64{"n": 1003, "m": 1}, shrunk(t, text, s))
		s.Alike = func(*interp.Failure, *interp.Failure) bool { return false }
		if v := shrunk(t, text, s); v["n"] != 1003 || v["m"] != 1 {
			larger++
		}
	}
	assert.Positive(t, larger)
}
