package verdict_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

func kernelOf(t testing.TB, text string, launch kernel.Launch) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, launch)
}

// observe runs the kernel on several inputs and returns the faults seen by
// property: those in executions in which nothing wrapped come first.
func observe(k *kernel.Kernel, launch kernel.Launch, runs int) map[kernel.Property][]fault {
	out := map[kernel.Property][]fault{}
	for seed := 0; seed < runs; seed++ {
		o := execute(k, launch, int64(seed))
		for _, f := range o.faults {
			if f.property == benignRace {
				continue
			}
			if f.wrapped {
				out[f.property] = append(out[f.property], f)
			} else {
				out[f.property] = append([]fault{f}, out[f.property]...)
			}
		}
	}
	return out
}

// needsZ3 skips a test where there is no Z3; make test installs it.
func needsZ3(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("no z3 on this machine")
	}
}

// disagreement says what the oracle has seen that the verdict denies.
func disagreement(r *verdict.Result, seen map[kernel.Property][]fault) string {
	for property, faults := range seen {
		f := faults[0]
		if f.wrapped && r.Arith == "int" {
			continue // excluded by an assumption of the verdict
		}
		if p := r.Property(property); p != nil && p.Status == claim.Proved {
			return string(property) + " is proved, but: " + f.String()
		}
	}
	return ""
}

var shapes = []kernel.Launch{
	{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{1, 1, 1}},
	{BlockDim: [3]int{4, 1, 1}, GridDim: [3]int{2, 1, 1}},
	{BlockDim: [3]int{6, 1, 1}, GridDim: [3]int{2, 1, 1}},
	{BlockDim: [3]int{33, 1, 1}, GridDim: [3]int{1, 1, 1}},
}

const observedRuns = 40

// The efforts of a question that is to be answered, and of one that may stay open: no
// answer of a test hangs on the machine.
const (
	enough = 30_000_000
	little = 4_000_000
)

// TestProvedKernelsDoNotFail verifies random kernels and executes them: what is
// proved must not go wrong. ORACLE_SEEDS=from-to runs others than the usual.
func TestProvedKernelsDoNotFail(t *testing.T) {
	t.Parallel()
	needsZ3(t)
	from, to := seeds(t, os.Getenv("ORACLE_SEEDS"), 0, 6)
	proved, seenFaults := 0, 0
	for seed := from; seed < to; seed++ {
		launch := shapes[seed%len(shapes)]
		text := kernelSource(int64(seed), min(launch.Threads(), 16))
		k := kernelOf(t, text, launch)
		seen := observe(k, launch, observedRuns)
		r := verdict.Verify(context.Background(), k, verdict.Options{
			Effort: little, SelfCheck: true, Encoding: ask.Request{}})
		require.NoError(t, r.Err, "seed %d\n%s", seed, text)
		if r.Outcome == verdict.KernelProved {
			proved++
		}
		if len(seen) > 0 {
			seenFaults++
		}
		wrong := disagreement(&r, seen)
		log(t, seed, text, &r, seen, wrong)
		assert.Empty(t, wrong, "seed %d\n%s", seed, text)
	}
	t.Logf("%d kernels: %d proved, %d fail in an execution", to-from, proved, seenFaults)
}

func seeds(t *testing.T, text string, from, to int) (int, int) {
	a, b, ok := strings.Cut(text, "-")
	if !ok {
		return from, to
	}
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	require.NoError(t, errA)
	require.NoError(t, errB)
	return from, to
}

// log keeps a line about every kernel, and the kernels worth a look, in the
// folder ORACLE_LOG.
func log(t *testing.T, seed int, text string, r *verdict.Result, seen map[kernel.Property][]fault, wrong string) {
	dir := os.Getenv("ORACLE_LOG")
	if dir == "" {
		return
	}
	var b strings.Builder
	b.WriteString("// seed " + strconv.Itoa(seed) + " outcome " + string(r.Outcome) + " arith " + r.Arith + "\n")
	if wrong != "" {
		b.WriteString("// WRONG " + wrong + "\n")
	}
	for _, p := range r.Properties {
		b.WriteString("// " + string(p.Name) + " " + string(p.Status) + " " + p.Reason() + "\n")
		if p.Status == claim.Refuted && len(seen[p.Name]) == 0 {
			b.WriteString("// UNSEEN " + string(p.Name) + "\n")
		}
		if p.Status == claim.Unknown && len(seen[p.Name]) == 0 {
			b.WriteString("// OPEN " + string(p.Name) + "\n")
		}
	}
	for _, f := range r.Findings {
		b.WriteString("// finding " + f.Message + " at " + f.Pos().String() + "\n")
	}
	for property, list := range seen {
		b.WriteString("// seen " + string(property) + " " + list[0].String() + "\n")
	}
	b.WriteString(r.Diags.String() + "\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, strconv.Itoa(seed)+".cu"), []byte(b.String()+text), 0o644))
}
