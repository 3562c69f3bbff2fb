//go:build unix

package verdict_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

// timedLoops are kernels with loops of each family.
var timedLoops = []string{
	"reduction/sequential_ok", "reduction/modulo_ok", "reduction/grid_stride_ok", "scan/hillis_steele_ok", "scan/blelloch_ok",
	"matrix/tiled_n16_ok", "matrix/tiled_guard_ok", "matrix/transpose_ok", "matrix/closure_ok", "grid/saxpy_ok", "grid/histogram_ok",
	"grid/nbody_ok", "stencil/time_steps_ok", "stencil/ring_ok", "sort/bitonic_ok", "sort/odd_even_ok", "control/flag_ok", "control/war_ok",
}

// BenchmarkLoops verifies kernels with loops with the help of runs and without, and with
// Boogie in place of Z3. cpu-s is the processor's time, that of the solver included.
func BenchmarkLoops(b *testing.B) {
	for _, name := range timedLoops {
		for _, how := range []string{"runs", "prover", "boogie"} {
			b.Run(name+"/"+how, func(b *testing.B) {
				text, err := os.ReadFile("../../testdata/kernels/loops/" + name + ".cu")
				require.NoError(b, err)
				launch, _, _ := openLaunchOf(string(text))
				k := lowered(string(text), launch)
				solve := solver.Run
				if how == "boogie" {
					solve = solver.RunBoogie
				}
				require.NotNil(b, k)
				before := cpu(b)
				var s verdict.Stats
				for range b.N {
					r := verdict.VerifyWith(context.Background(), k, verdict.Options{Timeout: time.Minute, NoRuns: how == "prover", Cores: 2}, solve)
					require.NoError(b, r.Err)
					s = r.Stats
				}
				b.ReportMetric((cpu(b)-before)/float64(b.N), "cpu-s/op")
				b.ReportMetric(s.Running, "running-s")
				b.ReportMetric(float64(s.Candidates), "candidates")
				b.ReportMetric(float64(s.RefutedByRun), "by-run")
				b.ReportMetric(float64(s.RefutedByHoudini), "by-houdini")
				b.ReportMetric(float64(s.Surviving), "surviving")
				b.ReportMetric(float64(s.Runs), "solver-runs")
			})
		}
	}
}

// cpu is the processor's time of this process and its children, in seconds.
func cpu(b *testing.B) float64 {
	total := 0.0
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		require.NoError(b, syscall.Getrusage(who, &u))
		total += time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
	}
	return total
}
