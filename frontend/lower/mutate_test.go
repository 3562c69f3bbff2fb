package lower

import (
	"math/rand"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// TestMutatedKernels drops, doubles and exchanges tokens of correct programs:
// much of that still parses, and none of it may panic or break the IR's rules.
func TestMutatedKernels(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(cases, "*", "kernel.cu"))
	require.NoError(t, err)
	rounds := 40
	if n, err := strconv.Atoi(os.Getenv("MUTATIONS")); err == nil {
		rounds = n
	}
	lowered := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		toks := source.Preprocess("k.cu", text, source.Options{}).Tokens
		rng := rand.New(rand.NewSource(int64(len(toks))))
		for round := range rounds {
			mutated := mutate(rng, toks, 1+round%3)
			file, _ := cuda.Parse(mutated)
			for _, fn := range kernelsOf(file) {
				k, diags := lowerGuarded(t, file, fn, mutated)
				require.Equal(t, diags.HasErrors(), k == nil)
				if k != nil {
					require.NoError(t, kernel.Check(k), spell(mutated))
					lowered++
				}
			}
		}
	}
	require.NotZero(t, lowered, "no mutation is correct any more")
}

// lowerGuarded shows the program that made Lower panic.
func lowerGuarded(t *testing.T, file *cuda.File, fn *cuda.FuncDecl, toks []source.Token) (*kernel.Kernel, diag.List) {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("panic: %v\n%s\n%s", r, spell(toks), debug.Stack())
		}
	}()
	return Lower(file, fn, block64())
}

// mutate changes n tokens; the last, which ends the file, stays.
func mutate(rng *rand.Rand, toks []source.Token, n int) []source.Token {
	out := append([]source.Token(nil), toks...)
	for range n {
		i, j := rng.Intn(len(out)-1), rng.Intn(len(out)-1)
		switch rng.Intn(4) {
		case 0:
			out = append(out[:i], out[i+1:]...)
		case 1:
			out[i], out[j] = out[j], out[i]
		case 2:
			out[i].Kind, out[i].Text = out[j].Kind, out[j].Text
		default:
			out = append(out[:i+1], out[i:]...)
		}
		if len(out) < 2 {
			return out
		}
	}
	return out
}

func spell(toks []source.Token) string {
	var b strings.Builder
	for _, t := range toks {
		if t.BOL {
			b.WriteByte('\n')
		}
		b.WriteString(t.Text)
		b.WriteByte(' ')
	}
	return b.String()
}
