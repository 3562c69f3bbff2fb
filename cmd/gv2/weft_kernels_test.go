package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// weftKernels are the warp-specialised kernels of testdata.
func weftKernels(t testing.TB) []string {
	files, err := filepath.Glob("../../testdata/kernels" + exactKernels + "*/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// weftPath runs gv2 weft on a file and returns its reports and what it said.
func weftPath(t testing.TB, path string, flags ...string) ([]*report, string) {
	var stderr bytes.Buffer
	var reports []*report
	cmd := newWeftCommand(streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &stderr},
		func(ctx context.Context, io streams, opts *verifyOptions) error {
			for _, name := range opts.files {
				verifyFile(context.Background(), io, opts, name, func(r *report) { reports = append(reports, r) })
			}
			return nil
		})
	cmd.SetArgs(append([]string{path}, flags...))
	require.NoError(t, cmd.Execute())
	return reports, stderr.String()
}

// ruleFlags are the flags that a leading comment asks for and that are not
// those of the launch: they change the rules, so gv2 takes them from the command
// line only.
func ruleFlags(text string) []string {
	_, rest, _ := strings.Cut(text, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	return regexp.MustCompile(`--warp-sync|--barrier-rule=\w+`).FindAllString(second, -1)
}

// weftIndex lists every warp-specialised kernel with its verdict and the
// properties that are refuted.
const weftIndex = "../../testdata/kernels/weft/INDEX.tsv"

// TestWeftKernels checks every warp-specialised kernel exactly and compares
// verdict and lines with its annotations, and its properties with the index.
func TestWeftKernels(t *testing.T) {
	var index strings.Builder
	for _, path := range weftKernels(t) {
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/kernels/weft/")
		t.Run(name, func(t *testing.T) {
			r := checkWeftKernel(t, path)
			index.WriteString(strings.TrimRight(fmt.Sprintf("%s\t%s\t%s", name, r.Outcome, strings.Join(refuted(r), ",")), "\t") + "\n")
		})
	}
	golden(t, weftIndex, index.String())
}

func checkWeftKernel(t *testing.T, path string) *report {
	reports, stderr := weftPath(t, path, append(ruleFlags(readFile(t, path)), "--self-check")...)
	require.Len(t, reports, 1, "one kernel a file; said: %s", stderr)
	r := reports[0]
	wants := wantsOf(t, r.Text)
	if r.Expected == "pass" {
		assert.Empty(t, wants, "a kernel that passes wants no fault")
		assert.Equal(t, verdict.KernelProved, r.Outcome, "%s", explain(r))
	} else {
		require.Equal(t, "xfail:NOT_ALL_VERIFIED", r.Expected)
		require.NotEmpty(t, wants, "a faulty kernel says where")
		assert.Equal(t, verdict.KernelRefuted, r.Outcome, "%s", explain(r))
		checkFindings(t, r, wants)
	}
	checkModels(t, r)
	return r
}

// refuted are the properties that the report refutes, in its order.
func refuted(r *report) []string {
	var out []string
	for _, p := range r.Properties {
		if p.Status == claim.Refuted {
			out = append(out, string(p.Name))
		}
	}
	return out
}

// TestWarpSynchronousKernelNeedsTheFlag runs a kernel that is proved only where
// the threads of a warp run in lock step.
func TestWarpSynchronousKernelNeedsTheFlag(t *testing.T) {
	path := "../../testdata/kernels/weft/rules/warp_sync_ok.cu"
	reports, _ := weftPath(t, path)
	require.Len(t, reports, 1)
	assert.Equal(t, verdict.KernelRefuted, reports[0].Outcome)
	assert.Equal(t, kernel.DataRace, reports[0].Findings[0].Property)
}

// TestVoltaRuleIsNotTheDefault runs kernels that only the rule of sm_70 allows.
func TestVoltaRuleIsNotTheDefault(t *testing.T) {
	for _, name := range []string{"volta_statements_ok.cu", "volta_exited_ok.cu"} {
		reports, _ := weftPath(t, "../../testdata/kernels/weft/rules/"+name)
		require.Len(t, reports, 1)
		assert.Equal(t, verdict.KernelRefuted, reports[0].Outcome)
		assert.Equal(t, kernel.Divergence, reports[0].Findings[0].Property)
	}
}

// TestPaperHandshakeStatistics compares the numbers of the paper's working
// example with the paper: four dynamic barriers, two for each id.
func TestPaperHandshakeStatistics(t *testing.T) {
	reports, _ := weftPath(t, "../../testdata/kernels/weft/handshake/paper_handshake_ok.cu")
	require.Len(t, reports, 1)
	stats := reports[0].Stats.Exact
	require.NotNil(t, stats)
	assert.Equal(t, int64(4), stats.DynamicBarriers)
	assert.Equal(t, int64(32), stats.SharedAddresses)
	assert.Equal(t, int64(64*6), stats.Commands, "six commands in each thread program of Figure 3")
	assert.Equal(t, 64, stats.Threads)
	assert.Equal(t, int64(32*4*3/2), stats.RaceTests)
}

// TestArrivalsLeftAtExitAreNoted names the kernels that end with arrivals nobody
// waits for.
func TestArrivalsLeftAtExitAreNoted(t *testing.T) {
	for name, note := range map[string]string{
		"rules/trailing_arrivals_ok.cu":         "barrier 2, generation 3",
		"handshake/ping_pong_ok.cu":             "barrier 1, generation 7",
		"pipeline/quad_buffer_ok.cu":            "barrier 5, generation 4",
		"handshake/wide_store_wide_read_bug.cu": "barrier 2, generation 1",
	} {
		reports, _ := weftPath(t, "../../testdata/kernels/weft/"+name)
		require.Len(t, reports, 1)
		var said strings.Builder
		for _, n := range reports[0].Notes {
			said.WriteString(n.Message + "\n")
		}
		assert.Contains(t, said.String(), note, name)
	}
}
