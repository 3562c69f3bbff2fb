package verdict_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gv2/runtime/verdict"
)

// BenchmarkLoops verifies kernels with loops with the help of runs and without.
// cpu-s is the processor's time, that of the solver included.
func BenchmarkLoops(b *testing.B) {
	for name, launch := range loopKernels {
		for help, noRuns := range map[string]bool{"runs": false, "prover": true} {
			b.Run(name+"/"+help, func(b *testing.B) {
				k := bundled(b, name, launch)
				before := cpu(b)
				var s verdict.Stats
				for range b.N {
					r := verdict.Verify(context.Background(), k, verdict.Options{Timeout: 10 * time.Minute, NoRuns: noRuns, Cores: 2})
					require.NoError(b, r.Err)
					s = r.Stats
				}
				b.ReportMetric((cpu(b)-before)/float64(b.N), "cpu-s/op")
				b.ReportMetric(s.Running, "running-s")
				b.ReportMetric(float64(s.Candidates), "candidates")
				b.ReportMetric(float64(s.RefutedByRun), "by-run")
				b.ReportMetric(float64(s.RefutedByHoudini), "by-houdini")
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
