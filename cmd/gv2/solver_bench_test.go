//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The benchmarks of this file measure the processor's time, user and system, of whole runs of gv2 and the
// solvers that they start, which depends little on what else the machine does. They take
// many minutes, most of them in Boogie; PART=2/8 is a part of the rows or kernels.

// usageFile is the variable with the name of the file to which a test binary that is gv2
// writes what its solvers used.
const usageFile = "GV2_TEST_USAGE"

func tellUsage(file string) {
	if file == "" {
		return
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		panic(err)
	}
	text, _ := json.Marshal(seconds(&u))
	if err := os.WriteFile(file, text, 0o666); err != nil {
		panic(err)
	}
}

func seconds(u *syscall.Rusage) float64 { return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9 }

// built is a gv2 as make build makes it: a test binary takes longer to start. GV2 names one
// that is there, so that measurements of several runs are of the same.
func built(b *testing.B) string {
	if path := os.Getenv("GV2"); path != "" {
		return path
	}
	path := filepath.Join(b.TempDir(), "gv2")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", out)
	return path
}

// wholeOf is what a run of gv2 uses, with its solvers.
func wholeOf(b *testing.B, path string, args []string) float64 {
	cmd := exec.Command(path, args...)
	_ = cmd.Run() // exit codes are verdicts
	require.NotNil(b, cmd.ProcessState)
	return seconds(cmd.ProcessState.SysUsage().(*syscall.Rusage))
}

// solversOf is what the solvers of a run use.
func solversOf(b *testing.B, args []string) float64 {
	file := filepath.Join(b.TempDir(), "usage")
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", usageFile+"="+file)
	ended := cmd.Run()
	text, err := os.ReadFile(file)
	require.NoError(b, err, "%v: %v", args, ended)
	var used float64
	require.NoError(b, json.Unmarshal(text, &used))
	return used
}

// least is the least of a few measurements: what comes on top is the machine's.
func least(n int, measure func() float64) float64 {
	out := measure()
	for range n - 1 {
		out = min(out, measure())
	}
	return out
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	if len(xs) == 0 {
		return 0
	}
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// inPart reports whether the n-th row or kernel belongs to the part that PART asks for, such as
// 2/8; each does where it asks for none.
func inPart(n int) bool {
	var part, of int
	if read, _ := fmt.Sscanf(os.Getenv("PART"), "%d/%d", &part, &of); read != 2 {
		return true
	}
	return n%of == part%of
}

// translatedRows are the rows of the loops' index that name the translation and are proved, or, with
// ROWS=all, all of those that ask a solver.
func translatedRows(b *testing.B) [][]string {
	all := os.Getenv("ROWS") == "all"
	var out [][]string
	for i, c := range loopCases(b) {
		if !inPart(i) {
			continue
		}
		row := append(slices.Clone(c.flags), loopFolder+c.file)
		named := slices.Contains(c.flags, "--engine") && slices.Contains(c.flags, "boogie") && c.lines == nil
		if named || all && solversOf(b, slices.Concat([]string{"verify", "--timeout", "30s"}, row)) > 0 {
			out = append(out, row)
		}
	}
	return out
}

// BenchmarkBesideBoogie verifies with Z3 asked directly and with Boogie, and reports how
// much of Boogie's time the former takes: of the whole table of loops, in the median, and
// in the worst row (-v shows each row); and of bitonic.
func BenchmarkBesideBoogie(b *testing.B) {
	path := built(b)
	ratio := func(row []string) (direct, boogie float64) {
		args := append([]string{"verify"}, row...)
		direct = least(3, func() float64 { return wholeOf(b, path, append(slices.Clone(args), "--solver", "z3")) })
		boogie = wholeOf(b, path, append(slices.Clone(args), "--solver", "boogie"))
		b.Logf("%.3f of %.3f s, %.2f: %s", direct, boogie, direct/boogie, strings.Join(row, " "))
		return direct, boogie
	}
	b.Run("loops", func(b *testing.B) {
		rows := translatedRows(b)
		if len(rows) == 0 {
			b.Skip("no row of this part asks a solver")
		}
		for b.Loop() {
			var direct, boogie float64
			var ratios []float64
			for _, row := range rows {
				x, y := ratio(row)
				direct, boogie, ratios = direct+x, boogie+y, append(ratios, x/y)
			}
			b.ReportMetric(direct/boogie, "of-boogie")
			b.ReportMetric(median(ratios), "median-row")
			b.ReportMetric(slices.Max(ratios), "worst-row")
		}
	})
	b.Run("bitonic", func(b *testing.B) {
		if !inPart(0) {
			b.Skip("bitonic belongs to the part 0")
		}
		for b.Loop() {
			x, y := ratio([]string{"--engine", "boogie", "../../testdata/kernels/loops/sort/bitonic_ok.cu"})
			b.ReportMetric(x/y, "of-boogie")
			b.ReportMetric(x, "cpu-s")
		}
	})
}

// BenchmarkOutsideSolver reports what part of the time of a run gv2 takes itself, in the
// median of a share of the kernels: those that ask a solver. With OUTSIDE=all it looks at all.
func BenchmarkOutsideSolver(b *testing.B) {
	path := built(b)
	for b.Loop() {
		var parts, own []float64
		n, folders := 0, planFolders(b)
		for _, folder := range slices.Sorted(maps.Keys(folders)) {
			for _, file := range inHaste(b, folders[folder]) {
				if n++; !inPart(n) || os.Getenv("OUTSIDE") != "all" && !inShare(filepath.Base(file)) {
					continue
				}
				args := []string{"verify", "--timeout", "30s", file}
				solvers := solversOf(b, args)
				if solvers == 0 {
					continue
				}
				whole := least(2, func() float64 { return wholeOf(b, path, args) })
				b.Logf("%.3f s, outside the solver %.2f: %s", whole, max(0, 1-solvers/whole), file)
				parts, own = append(parts, max(0, 1-solvers/whole)), append(own, max(0, whole-solvers))
			}
		}
		if len(parts) == 0 {
			b.Skip("no kernel of this part asks a solver")
		}
		b.ReportMetric(median(parts), "median-outside")
		b.ReportMetric(median(own)*1000, "median-outside-ms")
	}
}

// BenchmarkSmallQuestion verifies kernels that leave one small question to the solver.
func BenchmarkSmallQuestion(b *testing.B) {
	path := built(b)
	for _, file := range []string{"further/08_increment_ok.cu", "loops/grid/saxpy_ok.cu", "loops/control/two_counters_ok.cu", "loops/sort/odd_even_ok.cu"} {
		b.Run(file, func(b *testing.B) {
			var cpu float64
			for b.Loop() {
				cpu += wholeOf(b, path, []string{"verify", "../../testdata/kernels/" + file})
			}
			b.ReportMetric(cpu/float64(b.N)*1000, "cpu-ms")
		})
	}
}

// BenchmarkSuite verifies GPUVerify's CUDA suite, whose folder SUITE names, and reports how
// many times less processor time that takes than GPUVerify does.
func BenchmarkSuite(b *testing.B) {
	suite := os.Getenv("SUITE")
	if suite == "" {
		b.Skip("SUITE names no folder: testsuite/CUDA of GPUVerify")
	}
	const gpuverify = 211 // seconds, on the machine on which gv2 was developed
	path := built(b)
	for b.Loop() {
		used := wholeOf(b, path, []string{"suite", suite, "--jobs", "2", "--format", "csv"})
		b.ReportMetric(used, "cpu-s")
		b.ReportMetric(gpuverify/used, fmt.Sprintf("times-less-than-%ds", gpuverify))
	}
}
