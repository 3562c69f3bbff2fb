package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/runtime/solver"
)

// TestInferredTranslationsVerifyByThemselves pipes translations whose invariants
// gv2 has chosen into Boogie as it comes from the package: without Houdini and
// without any option.
func TestInferredTranslationsVerifyByThemselves(t *testing.T) {
	for kernel, verified := range map[string]bool{
		"faults/02_loop_carried_war_ok": true, "faults/02_loop_carried_war_bug": false,
		"matrix/13_tiled_multiply_constant_n_ok": true, "matrix/13_tiled_multiply_constant_n_bug": false,
		"matrix/21_nbody_tile_ok": true, "matrix/21_nbody_tile_bug": false,
	} {
		t.Run(kernel, func(t *testing.T) {
			t.Parallel()
			code, text, stderr := gv2("", "translate", "--self-check", "--invariants", "inferred", "../../testdata/kernels/"+kernel+".cu")
			require.Equal(t, exitProved, code, stderr)
			assert.NotContains(t, text, "existential")
			assert.Contains(t, text, "// run: boogie stdin.bpl\n")
			assert.Regexp(t, `// loop invariants: the \d+ of \d+ candidates that hold`, text)
			assert.Regexp(t, `invariant \{:tag "[a-z-]+"\}`, text)
			out := runBoogie(t, text)
			require.Contains(t, out, "Boogie program verifier finished with")
			assert.Equal(t, verified, strings.Contains(out, ", 0 errors"), out)
			assert.NotContains(t, out, "invariant might not", "what survived holds")
		})
	}
}

// TestMinimalTranslations: with the invariants that the proofs need, and without the variables that only others read,
// Boogie says what it says of the text with all that hold.
func TestMinimalTranslations(t *testing.T) {
	for kernel, most := range map[string]int{
		"lessons/6-generations/pipeline": 160, "lessons/6-generations/no_empty": 80, "kernels/faults/02_loop_carried_war_bug": 2,
	} {
		t.Run(kernel, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{}
			for _, mode := range []string{"inferred", "minimal"} {
				code, text, stderr := gv2("", "translate", "--self-check", "--invariants", mode, "../../testdata/"+kernel+".cu")
				require.Equal(t, exitProved, code, stderr)
				texts[mode] = text
			}
			assert.Regexp(t, `// loop invariants: \d+ of the \d+ candidates that hold, of which the proofs need no more`, texts["minimal"])
			few := strings.Count(texts["minimal"], "invariant {")
			assert.LessOrEqual(t, few, most)
			assert.Less(t, 2*few, strings.Count(texts["inferred"], "invariant {"))
			assert.Less(t, strings.Count(texts["minimal"], "\n"), strings.Count(texts["inferred"], "\n"))
			last := func(text string) string {
				lines := strings.Split(strings.TrimSpace(runBoogie(t, text)), "\n")
				return lines[len(lines)-1]
			}
			assert.Equal(t, last(texts["inferred"]), last(texts["minimal"]))
		})
	}
	code, _, stderr := gv2(plainLoop, "translate", "--block-dim", "64", "--invariants", "minimal", "--solver", "boogie", "-")
	assert.Equal(t, exitTool, code)
	assert.Contains(t, stderr, "--solver z3")
}

func TestInferredWithoutLoopsNeedsNoSolver(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, inferred, stderr := gv2(quietKernel, "translate", "--block-dim", "64", "--invariants", "inferred", "-")
	require.Equal(t, exitProved, code, stderr)
	_, plain, _ := gv2(quietKernel, "translate", "--block-dim", "64", "-")
	assert.Equal(t, plain, inferred)
}

// plainLoop has a loop that Houdini is asked about.
const plainLoop = "__global__ void k(int *p, int n) { for (int i = 0; i < n; ++i) { __syncthreads(); p[threadIdx.x] = i; } }\n"

func TestInferredNeedsSolver(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	path := filepath.Join(t.TempDir(), "k.bpl")
	code, out, stderr := gv2(plainLoop, "translate", "--block-dim", "64", "--grid-dim", "1", "--invariants", "inferred", "-o", path, "-")
	assert.Equal(t, exitTool, code)
	assert.Empty(t, out)
	assert.NoFileExists(t, path)
	assert.Contains(t, stderr, "gv2: --invariants inferred: z3 not found: apt-get install z3")
}

func TestInferredOutOfTimeWritesNothing(t *testing.T) {
	var out, stderr bytes.Buffer
	io := streams{in: strings.NewReader(plainLoop), out: &out, err: &stderr}
	cmd := newTranslateCommand(io, func(_ context.Context, io streams, opts *translateOptions) error {
		opts.solve = func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
			return &solver.Answer{Outcome: solver.TimedOut}, nil
		}
		return runTranslate(context.Background(), io, opts)
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"--block-dim", "64", "--grid-dim", "1", "--invariants", "inferred", "-"})
	err := cmd.Execute()
	assert.Equal(t, exitUndecided, codeOf(err))
	assert.ErrorContains(t, err, "raise --timeout")
	assert.Empty(t, out.String())
}

// TestVerifyTakesInferredForItsOwn: proofs go with the invariants that were
// inferred, whatever the flag calls them.
func TestVerifyTakesInferredForItsOwn(t *testing.T) {
	const loop = "__global__ void k(int *p, int n) { for (int i = 0; i < n; ++i) { p[threadIdx.x] = i; __syncthreads(); } }\n"
	code, out, stderr := gv2(loop, "verify", "--engine", "boogie", "--block-dim", "64", "--grid-dim", "1", "--invariants", "inferred", "-")
	assert.Equal(t, exitProved, code, "%s%s", out, stderr)
	code, out, _ = gv2(loop, "verify", "--engine", "boogie", "--block-dim", "64", "--grid-dim", "1", "--invariants", "none", "-")
	assert.Equal(t, exitUndecided, code, out)
}

// TestTranslateUnrolled: no loop is left, and the text says what that leaves out.
func TestTranslateUnrolled(t *testing.T) {
	code, out, stderr := gv2(openLoopKernel, "translate", "--self-check", "--block-dim", "64", "--grid-dim", "1", "--loop-unroll", "3", "-")
	require.Equal(t, exitProved, code, stderr)
	assert.NotContains(t, out, "while")
	assert.NotContains(t, out, "existential")
	assert.Equal(t, 3, strings.Count(out, "p[threadIdx.x] += i"), out)
	assert.Contains(t, out, "// --loop-unroll 3: executions in which a loop makes more iterations are not covered")
}

const openLoopKernel = "__global__ void k(int *p, int n) {\n  for (int i = 0; i < n; i++)\n    p[threadIdx.x] += i;\n}\n"

// TestOnlyStatedInvariants: with the user's invariants alone, what they do not say of a
// counter is not known either.
func TestOnlyStatedInvariants(t *testing.T) {
	const loop = `__global__ void k(int *p, int n) {
  for (int i = 0; INVARIANT, i < n; i += 2)
    p[threadIdx.x] += (unsigned)i / 2;
}
`
	args := []string{"translate", "--block-dim", "64", "--grid-dim", "1", "-D", "INVARIANT=__invariant((unsigned)i % 2 == 0)"}
	_, out, _ := gv2(loop, append(args, "-")...)
	assert.NotContains(t, out, "WRAP_U32(i)")
	_, out, _ = gv2(loop, append(args, "--invariants", "none", "-")...)
	assert.Contains(t, out, "invariant WRAP_U32(i) mod 2 == 0;")
}

func TestTranslateNamesTheOverloadItTakes(t *testing.T) {
	code, out, stderr := gv2("__global__ void k(int *o) { o[0] = 1; }\n__global__ void k(float *o) { o[0] = 1; }\n",
		"translate", "--block-dim", "64", "-")
	assert.Equal(t, exitProved, code, stderr)
	assert.Contains(t, stderr, "k is overloaded; this translation is of the kernel here, not of the one at <stdin>:2:17")
	assert.Contains(t, out, "Kernel k of <stdin>:1")
}
