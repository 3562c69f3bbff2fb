package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
)

// translations are the goldens of package instrument, as bundled with the kernels.
func translations(t testing.TB) map[string]string {
	out := map[string]string{}
	paths, err := filepath.Glob("../../testdata/kernels/*/*.bpl")
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		out[filepath.Base(path)] = string(text)
	}
	require.NotEmpty(t, out)
	return out
}

// Whatever Boogie accepts can be compiled, and runs end within their limit.
func FuzzRun(f *testing.F) {
	for _, text := range translations(f) {
		f.Add(text)
	}
	f.Add(`const {:existential true} b: bool; procedure p(x: int) { var m: [int]bv8; while (*) invariant b ==> m[x] == 3bv8; { havoc m; } }`)
	f.Add(`function {:inline} F(x: bv8): bool { x[4:0] ++ x[8:4] != x } procedure p(x: bv8) returns (y: bool) ensures old(y) || F(x); { return; }`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20000 {
			return
		}
		p, err := boogie.Parse("fuzz.bpl", text)
		if err != nil || boogie.Check(p) != nil {
			return
		}
		q, err := interp.Compile(p)
		require.NoError(t, err)
		for _, name := range q.Procedures() {
			for seed := range uint64(3) {
				out, err := q.Run(name, seed, interp.Limits{Steps: 2000})
				require.NoError(t, err)
				require.Equal(t, out.Status == interp.Failed, out.Failure != nil)
			}
		}
		q.Explore(context.Background(), interp.Search{Runs: 70, Steps: 500, Workers: 2})
	})
}

// Translations of faulty kernels fail in some run, those of correct ones in none.
func TestTranslations(t *testing.T) {
	faulty, correct := 0, 0
	for name, text := range translations(t) {
		p, err := boogie.Parse(name, text)
		require.NoError(t, err)
		q, err := interp.Compile(p)
		require.NoError(t, err, name)
		r := q.Explore(context.Background(), interp.Search{Patience: 1500})
		require.Zero(t, r.Runs[interp.Unknown], name)
		switch {
		case strings.Contains(name, "_bug.") && strings.Contains(text, "a generation orders them"):
			// That none does is a matter of the logged ends, which runs hardly ever choose.
		case strings.Contains(name, "_bug."):
			faulty++
			require.NotEmpty(t, r.Failures, "%s: %v", name, r.Runs)
		case strings.Contains(name, "_ok"):
			correct++
			require.Empty(t, r.Failures, name)
		}
	}
	require.Greater(t, faulty, 5)
	require.Greater(t, correct, 5)
}
