package rewrite

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// stored are the values that a kernel stores, as text.
func stored(k *kernel.Kernel) []string {
	var out []string
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if st, is := s.(*kernel.Store); is {
			out = append(out, kernel.ExprString(st.X))
		}
		return true
	})
	return out
}

// TestQuotients: what becomes of quotients and remainders in a kernel of 256 threads a block and any grid.
func TestQuotients(t *testing.T) {
	for text, want := range map[string]string{
		"out[0] = (blockIdx.x * 256 + threadIdx.x) / 32;":        "(i32)(blockIdx.x * 8 + threadIdx.x / 32)",
		"out[0] = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;": "(i32)(blockIdx.x * 8 + threadIdx.x / 32)",
		"out[0] = g / 32;":                                                   "(i32)blockIdx.x * 8 + (i32)threadIdx.x / 32",
		"out[0] = g % 32;":                                                   "(i32)threadIdx.x % 32",
		"out[0] = g & 31;":                                                   "(i32)threadIdx.x % 32",
		"out[0] = g & 255;":                                                  "(i32)threadIdx.x",
		"out[0] = g / 256;":                                                  "(i32)blockIdx.x",
		"out[0] = gridDim.x * blockDim.x / 32;":                              "(i32)(gridDim.x * 8)",
		"out[0] = (g + 64) / 32;":                                            "(i32)blockIdx.x * 8 + 2 + (i32)threadIdx.x / 32",
		"int w = g >> 5; out[0] = (w * 4 + 3) / 4;":                          "(w * 4 + 3) / 4", // that of g alone
		"if (n > 0) { int h = blockIdx.x * 64; out[0] = h / 64; }":           "(i32)blockIdx.x",
		"int w = 12; out[0] = n * w;":                                        "n * 12",
		"unsigned w = 12; out[0] = w * n / 5;":                               "(i32)(12 * (u32)n / 5)",
		"int w = 12; out[0] = n / w + n % w;":                                "n / 12 + n % 12",
		"int w = 12; if (n) w = 7; out[0] = n * w;":                          "",
		"int w; if (n) w = 12; out[0] = n * w;":                              "",
		"int w = 12; for (int i = 0; i < n; i++) { out[i] = n * w; w = 7; }": "",
		"out[0] = g / 24;":                                                   "",
		"out[0] = threadIdx.x / 32;":                                         "", // nothing whole in it
		"out[0] = (g + n) / 32;":                                             "", // n may be anything
		"out[0] = (g - 1) / 32;":                                             "", // may be negative
		"out[0] = (g * 64) / 32;":                                            "", // may not fit
		"out[0] = g / n;":                                                    "",
		"out[0] = g & 5;":                                                    "",
		"int h = g; if (n) h = 7; out[0] = h / 32;":                          "", // one or the other
		"int h = g; for (int i = 0; i < n; i++) { out[i] = h / 32; h += 256; }":      "",
		"int h = g; for (int i = 0; i < n; i++, h += 256) out[i] = h / 32;":          "", // set behind the body
		"int h; if (n) h = g; out[0] = h / 32;":                                      "", // set in one branch alone
		"for (int i = 0; i < n; i++) { int h = g + 32; out[i] = h / 32; }":           "(i32)blockIdx.x * 8 + 1 + (i32)threadIdx.x / 32",
		"int h = g; while (h / 32 < n) { out[h] = 1; h += 256; }":                    "",
		"unsigned char c = blockIdx.x * 256 + threadIdx.x; out[0] = c / 32;":         "", // cut off
		"short c = (short)(threadIdx.x * 64); out[0] = c / 32;":                      "(i32)threadIdx.x * 2",
		"out[0] = (int)((long long)(blockIdx.x * 256 + threadIdx.x) * 4096 / 4096);": "(i32)((i64)blockIdx.x * 256 + (i64)threadIdx.x)",
		"out[0] = (blockIdx.x * 256 - threadIdx.x + 512) / 256;":                     "",                 // a part may wrap
		"out[0] = (threadIdx.x * 256 + blockIdx.y) / 256;":                           "(i32)threadIdx.x", // one row of blocks
		"out[0] = (blockIdx.x * 256 + threadIdx.x) / 32 + (blockIdx.x * 256) % n;":   "(i32)(blockIdx.x * 8 + threadIdx.x / 32 + blockIdx.x * 256 % (u32)n)",
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *out, int n) { int g = blockIdx.x * 256 + threadIdx.x; "+text+" }", kernel.Launch{BlockDim: [3]int{256, 1, 1}, GridDim: [3]int{0, 1, 1}})
		parted := Quotients(k, fact.NewNotes())
		require.NoError(t, kernel.Check(parted), text)
		if want == "" {
			assert.Same(t, k, parted, text)
			continue
		}
		assert.Equal(t, []string{want}, stored(parted), text)
	}
}

// TestQuotientsKeepValues: random sums divided by random numbers have the values that they had, for
// random threads of random launches.
func TestQuotientsKeepValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var sum func(depth int) string
	sum = func(depth int) string {
		if depth == 0 {
			return pick("threadIdx.x", "blockIdx.x", "gridDim.x", "threadIdx.y", "(int)threadIdx.x", "(long long)blockIdx.x", "g", "h", fmt.Sprint(r.IntN(1000)))
		}
		switch r.IntN(6) {
		case 0:
			return fmt.Sprintf("(%s * %d)", sum(depth-1), 1<<r.IntN(10))
		case 1:
			return fmt.Sprintf("(%s << %d)", sum(depth-1), r.IntN(9))
		case 2:
			return fmt.Sprintf("(%s)(%s)", pick("int", "unsigned", "long long", "short", "unsigned char"), sum(depth-1))
		case 3:
			return fmt.Sprintf("(%s - %s)", sum(depth-1), sum(depth-1))
		default:
			return fmt.Sprintf("(%s + %s)", sum(depth-1), sum(depth-1))
		}
	}
	changed := 0
	for range 1500 {
		e := fmt.Sprintf("%s %s %d", sum(r.IntN(4)), pick("/", "%", ">>", "&"), []int{2, 3, 4, 5, 7, 8, 12, 15, 31}[r.IntN(9)])
		text := "__global__ void k(long long *out, int n) { int g = blockIdx.x * 256 + threadIdx.x; unsigned h = g / 32; out[0] = " + e + "; }"
		k := kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 4, 1}, GridDim: [3]int{0, 1, 1}})
		parted := Quotients(k, fact.NewNotes())
		if parted == k {
			continue
		}
		changed++
		require.NoError(t, kernel.Check(parted), text)
		for range 20 {
			grid := 1 + r.Int64N(1<<r.IntN(24))
			at := map[kernel.Builtin]int64{
				{Kind: kernel.ThreadIdx, Dim: 0}: r.Int64N(64), {Kind: kernel.ThreadIdx, Dim: 1}: r.Int64N(4),
				{Kind: kernel.BlockIdx, Dim: 0}: r.Int64N(grid), {Kind: kernel.GridDim, Dim: 0}: grid,
			}
			require.Equal(t, valueAt(t, k, at), valueAt(t, parted, at), "%s at %v: %v", text, at, stored(parted))
		}
	}
	assert.Greater(t, changed, 50)
}

// valueAt is what the only store of a straight kernel stores in a thread.
func valueAt(t *testing.T, k *kernel.Kernel, at map[kernel.Builtin]int64) int64 {
	t.Helper()
	known := map[*kernel.Var]kernel.Expr{}
	value := func(e kernel.Expr) kernel.Expr {
		return kernel.Fold(kernel.MapExpr(fact.Replaced(e, known), func(e kernel.Expr) kernel.Expr {
			if b, is := e.(*kernel.Builtin); is {
				return kernel.NewConst(b.Type(), at[*b])
			}
			return e
		}))
	}
	for _, s := range k.Body {
		switch s := s.(type) {
		case *kernel.Assign:
			known[s.Dst] = value(s.X)
		case *kernel.Store:
			c, is := value(s.X).(*kernel.Const)
			require.True(t, is, "%s", kernel.ExprString(s.X))
			return c.Val
		}
	}
	t.Fatal("no store")
	return 0
}
