package main

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gv2/testdata/generate"
)

func readFile(t testing.TB, path string) string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// BenchmarkTranslate shows that translation is linear: ns/line should be about
// the same for each size, and 10,000 lines stay under a second.
func BenchmarkTranslate(b *testing.B) {
	for _, lines := range []int{5000, 10000, 20000} {
		text := generate.StraightLine(lines)
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				code, _, stderr := gv2(text, "translate", "-")
				require.Equal(b, exitProved, code, stderr)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
		})
	}
}

// BenchmarkVerifyOverhead reports what gv2 verify adds to the time that Boogie
// takes: ms-overhead, to stay under 100.
func BenchmarkVerifyOverhead(b *testing.B) {
	for _, file := range []string{"proved.cu", "racy.cu"} {
		b.Run(file, func(b *testing.B) {
			var added float64
			for b.Loop() {
				start := time.Now()
				reports, _ := verifyPath(b, "../../testdata/demo/"+file, "--engine", "boogie", "--safe-if=false", "--all-faults=false")
				whole := time.Since(start).Seconds()
				require.Len(b, reports, 1)
				require.NoError(b, reports[0].Err)
				added += whole - reports[0].Stats.Solver
			}
			b.ReportMetric(added/float64(b.N)*1000, "ms-overhead")
		})
	}
}
