//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/testdata/generate"
)

// asCommand is the variable that makes the test binary be gv2, so that tests can
// measure a whole run of it in a process of its own.
const asCommand = "GV2_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		code := command()
		tellUsage(os.Getenv(usageFile))
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// weftShape is a generated kernel in the shape of a row of WEFT's tables.
type weftShape struct {
	name     string
	generate func() generate.Kernel
	// peer is the CPU time in seconds that WEFT needs on its own kernel, 0 where
	// it is not known.
	peer float64
}

var weftShapes = []weftShape{
	{"saxpy_single", func() generate.Kernel { return generate.Saxpy(generate.SaxpyRounds) }, 20},
	{"sgemv_both_double", func() generate.Kernel { return generate.Sgemv(generate.SgemvRounds) }, 66},
	{"hept_diff_kepler", generate.HeptaneDiffKepler.Generate, 0},
	{"hept_chem_kepler", generate.HeptaneChemKepler.Generate, 22},
	{"prf_diff_kepler", generate.PRFDiffKepler.Generate, 46},
	{"prf_visc_kepler", generate.PRFViscKepler.Generate, 0},
	{"dme_diff_fermi", generate.DMEDiffFermi.Generate, 500},
	{"hept_visc_fermi", generate.HeptaneViscFermi.Generate, 500},
	{"hept_visc_fermi_warp_sync", inLockStep(generate.HeptaneViscFermi), 500},
}

func inLockStep(d generate.Dataflow) func() generate.Kernel {
	d.LockStep = true
	return d.Generate
}

// weftRun is what one run of gv2 weft found and took.
type weftRun struct {
	Verdict string `json:"verdict"`
	Stats   struct {
		Barriers  int64   `json:"dynamic_barriers"`
		Addresses int64   `json:"shared_addresses"`
		Commands  int64   `json:"commands"`
		Threads   int     `json:"threads"`
		Seconds   float64 `json:"seconds"` // once the kernel was parsed
	} `json:"stats"`
	cpu  float64 // seconds of the whole process, user and system
	peak float64 // MB held at most
}

// runWeft runs gv2 weft on a kernel in a process of its own.
func runWeft(t testing.TB, k generate.Kernel) weftRun {
	args := append([]string{"weft", "--format", "json"}, ruleFlags(k.Text)...)
	cmd := exec.Command(os.Args[0], append(args, "-")...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	cmd.Stdin = strings.NewReader(k.Text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", stderr.String())
	var report struct {
		Results []weftRun `json:"results"`
	}
	require.NoError(t, json.Unmarshal(out, &report))
	require.Len(t, report.Results, 1)
	r := report.Results[0]
	r.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.peak = megabytes(cmd.ProcessState.SysUsage().(*syscall.Rusage))
	return r
}

// megabytes is the memory that a process held at most.
func megabytes(u *syscall.Rusage) float64 {
	peak := float64(u.Maxrss) / 1024
	if runtime.GOOS == "darwin" {
		peak /= 1024 // bytes there, kilobytes elsewhere
	}
	return peak
}

// maxPeak is the memory in MB that a run of up to 14 million commands may hold.
const maxPeak = 500

// TestWeftCounts demands that kernels of every shape are proved, with the numbers
// that their generators say.
func TestWeftCounts(t *testing.T) {
	reduced := func(d generate.Dataflow) generate.Kernel {
		d.Phases, d.Commands, d.Exchanges = d.Phases/8, d.Commands/8, d.Exchanges/8
		return d.Generate()
	}
	inStep := generate.HeptaneViscFermi
	inStep.LockStep = true
	for name, k := range map[string]generate.Kernel{
		"saxpy_single":      generate.Saxpy(50),
		"sgemv_both_double": generate.Sgemv(10),
		"prf_diff_kepler":   reduced(generate.PRFDiffKepler),
		"hept_chem_kepler":  reduced(generate.HeptaneChemKepler),
		"prf_visc_kepler":   reduced(generate.PRFViscKepler),
		"dme_diff_fermi":    reduced(generate.DMEDiffFermi),
		"hept_visc_fermi":   reduced(generate.HeptaneViscFermi),
		"lock_step":         reduced(inStep),
		"commands":          generate.ManyCommands(20),
		"barriers":          generate.ManyBarriers(20),
	} {
		t.Run(name, func(t *testing.T) { checkCounts(t, k, runWeft(t, k)) })
	}
}

func checkCounts(t testing.TB, k generate.Kernel, r weftRun) {
	assert.Equal(t, "proved", r.Verdict)
	assert.Equal(t, k.Barriers, r.Stats.Barriers, "dynamic barriers")
	assert.Equal(t, k.Addresses, r.Stats.Addresses, "shared addresses")
	assert.Equal(t, k.Commands, r.Stats.Commands, "commands")
	assert.Equal(t, k.Threads, r.Stats.Threads, "thread programs")
	// A process counts what the one had that began it: this test, with all tests before it.
	var own syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &own))
	if began := megabytes(&own); began >= maxPeak {
		t.Logf("the memory of the engine is not measured: this process has held %.0f MB itself", began)
		return
	}
	assert.Less(t, r.peak, float64(maxPeak), "MB")
}

// TestWeftMemory runs the largest kernel, of 14 million commands.
func TestWeftMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	k := generate.PRFViscKepler.Generate()
	checkCounts(t, k, runWeft(t, k))
}

// BenchmarkWeft measures whole runs of gv2 weft, from the text to the report:
// CPU seconds, how many times less that is than WEFT's, commands a second of the
// engine's own time, and peak memory.
func BenchmarkWeft(b *testing.B) {
	for _, shape := range weftShapes {
		b.Run(shape.name, func(b *testing.B) {
			k := shape.generate()
			var cpu, engine, peak float64
			for b.Loop() {
				r := runWeft(b, k)
				checkCounts(b, k, r)
				cpu += r.cpu
				engine += r.Stats.Seconds
				peak = max(peak, r.peak)
			}
			runs := float64(b.N)
			b.ReportMetric(cpu/runs, "cpu-s/op")
			b.ReportMetric(float64(k.Commands)*runs/engine, "commands/s")
			b.ReportMetric(peak, "peak-MB")
			if shape.peer > 0 {
				b.ReportMetric(shape.peer*runs/cpu, "x-faster-than-WEFT")
			}
		})
	}
}

// BenchmarkWeftGrowth runs the same kernel in three sizes, n, 2n and 4n, and
// reports how much more CPU time the larger ones take than the smallest. Linear
// growth is 2 and 4, and less where the start of the process still counts.
func BenchmarkWeftGrowth(b *testing.B) {
	for _, family := range []struct {
		name string
		of   func(factor int) generate.Kernel
	}{
		{"commands", func(factor int) generate.Kernel { return generate.ManyCommands(2500 * factor) }},
		{"barriers", func(factor int) generate.Kernel { return generate.ManyBarriers(4000 * factor) }},
		{"text", func(factor int) generate.Kernel { return generate.HeptaneDiffKepler.Scaled(factor).Generate() }},
		{"exchanges", func(factor int) generate.Kernel { return generate.DMEDiffFermi.Scaled(factor).Generate() }},
	} {
		b.Run(family.name, func(b *testing.B) {
			var cpu [3]float64
			for b.Loop() {
				for i := range cpu {
					r := runWeft(b, family.of(1<<i))
					require.Equal(b, "proved", r.Verdict)
					cpu[i] += r.cpu
				}
			}
			b.ReportMetric(cpu[0]/float64(b.N), "cpu-s(n)")
			b.ReportMetric(cpu[1]/cpu[0], "t(2n)/t(n)")
			b.ReportMetric(cpu[2]/cpu[0], "t(4n)/t(n)")
		})
	}
}
