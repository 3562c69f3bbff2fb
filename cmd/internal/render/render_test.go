package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

var update = flag.Bool("update", false, "rewrite golden files")

const sampleText = "\n\n__global__ void k(int n) {\n\ttile[t] = 1;\n  x = tile[63 - t];\n}\n"

func at(line, col int, calls ...diag.Pos) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: col}, Calls: calls}
}

// sampleReports hold one kernel of each outcome, with every optional part once.
func sampleReports() []*Report {
	index := int64(3)
	one, two, block := [3]int64{3, 0, 0}, [3]int64{60, 0, 0}, [3]int64{0, 0, 0}
	refuted := &Report{File: "k.cu", Text: []byte(sampleText), Expected: "pass", Result: verdict.Result{
		Kernel: "k", Pos: at(3, 17).Pos, Outcome: verdict.KernelRefuted,
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}},
		Properties: []verdict.Property{
			{Name: "data-race", Status: claim.Refuted, Engine: "boogie", Seconds: 1.25},
			{Name: "barrier-divergence", Status: claim.Proved, Engine: "boogie", Seconds: 1.25},
			{Name: "assertion", Status: claim.Unknown, Engine: "boogie", Seconds: 1.25, Why: claim.Because("time limit of 1s reached")},
		},
		Findings: []claim.Finding{{
			Property: "data-race", Kind: "write-read", Severity: claim.ErrorSeverity, Array: "tile", Space: "shared", Index: &index,
			Message: "write-read race on tile[3]: thread (3,0,0) writes here, thread (60,0,0) reads at k.cu:5:7",
			Accesses: []claim.Access{
				{Src: at(4, 2), Kind: "write", Thread: &one, Block: &block},
				{Src: at(5, 7, at(3, 1).Pos), Kind: "read", Thread: &two, Block: &block},
			},
			Values: map[string]string{"n": "7", "m": "-1"}, Count: 2, Repair: "a __syncthreads() between line 4 and line 5 would order them",
			Edits: []claim.Edit{{At: at(5, 3).Pos, Place: claim.InFront, Text: "__syncthreads();"}}, Across: true,
			Contents: []claim.Content{{Element: "key[2]", Value: "13"}},
		}, {
			Property: "data-race", Kind: "write-write", Severity: claim.BenignSeverity, Array: "flag", Space: "global",
			Message: "benign write-write race on flag: a thread writes here, another thread writes here too; both write the same value",
			Accesses: []claim.Access{
				{Src: at(5, 3), Kind: "write"}, {Src: at(5, 3), Kind: "write"},
			}, Count: 1,
		}},
		Assumptions: []string{"parameters a & b do not alias"},
		Arith:       "int", ArithWhy: "no bit operations",
		Stats: verdict.Stats{BoogieLines: 210, Candidates: 4, MostCandidates: 3, RefutedByRun: 2, RefutedByHoudini: 1, Surviving: 1, Runs: 2, Running: 0.01, Houdini: 0.5, Solver: 1.25, Seconds: 1.5},
	}}
	proved := &Report{File: "p.cu", Expected: "pass", Result: verdict.Result{
		Kernel: "p", Pos: diag.Pos{File: "p.cu", Line: 1, Col: 1}, Outcome: verdict.KernelProved,
		Launch:     kernel.Launch{BlockDim: [3]int{8, 8, 1}},
		Properties: []verdict.Property{{Name: "data-race", Status: claim.Proved, Engine: "boogie", Seconds: 0.5}},
		Stats:      verdict.Stats{Runs: 1, Seconds: 0.5},
	}}
	unsupported := &Report{File: "u.cu", Result: verdict.Result{
		Kernel: "u", Pos: diag.Pos{File: "u.cu", Line: 2, Col: 1}, Outcome: verdict.KernelUnsupported,
	}}
	unsupported.Diags.Unsupportedf(diag.Pos{File: "u.cu", Line: 4, Col: 3}, "goto backwards; write it as a loop")
	failed := &Report{File: "e.cu", Result: verdict.Result{
		Kernel: "e", Pos: diag.Pos{File: "e.cu", Line: 1, Col: 1}, Outcome: verdict.KernelError,
		Err: errors.New("boogie not found: apt-get install boogie z3"),
	}}
	return []*Report{refuted, proved, unsupported, failed, deadlocked()}
}

// deadlocked is a report of the exact engine: two groups wait for each other.
func deadlocked() *Report {
	low, high := claim.ThreadRange{To: [3]int64{31, 0, 0}}, claim.ThreadRange{From: [3]int64{32, 0, 0}, To: [3]int64{63, 0, 0}}
	group := func(line, id int, waits, misses claim.ThreadRange, there int) claim.Barrier {
		src := at(line, 3)
		src.Pos.File = "d.cu"
		missing := at(there, 3)
		missing.Pos.File = "d.cu"
		return claim.Barrier{
			ID: id, Generation: 1, Expected: 64, Registered: 32, Src: src, Waiting: []claim.ThreadRange{waits},
			From:    []claim.Access{{Src: src, Kind: "sync", Threads: []claim.ThreadRange{waits}}},
			Missing: []claim.Access{{Src: missing, Kind: "wait", Threads: []claim.ThreadRange{misses}}},
		}
	}
	one, two := group(3, 1, low, high, 5), group(5, 2, high, low, 3)
	two.Missing = append(two.Missing, claim.Access{Kind: "exit", Threads: []claim.ThreadRange{{From: [3]int64{40, 0, 0}, To: [3]int64{40, 0, 0}}}})
	r := &Report{File: "d.cu", Text: []byte(sampleText), Expected: "xfail:NOT_ALL_VERIFIED", ShowStats: true}
	r.Result = verdict.Result{
		Kernel: "d", Pos: diag.Pos{File: "d.cu", Line: 3, Col: 17}, Outcome: verdict.KernelRefuted,
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
		Properties: []verdict.Property{
			{Name: "data-race", Status: claim.Unknown, Engine: "weft", Seconds: 0.001, Why: claim.Behind(kernel.Deadlock, one.Src.Pos).Saying("the block does not end: it deadlocks (d.cu:3:3)")},
			{Name: "deadlock", Status: claim.Refuted, Engine: "weft", Seconds: 0.001},
			{Name: "barrier-count", Status: claim.Bounded, Engine: "weft", Seconds: 0.001, Why: claim.Because("nothing wrong for n = 0..8")},
		},
		Findings: []claim.Finding{{
			Property: "deadlock", Kind: "circular-wait", Severity: claim.ErrorSeverity, Count: 1,
			Message: "deadlock: two groups of threads wait for each other",
			Accesses: []claim.Access{
				{Src: one.Src, Kind: "wait", Thread: &low.From, Threads: one.Waiting},
				{Src: two.Src, Kind: "wait", Thread: &high.From, Threads: two.Waiting},
			},
			Barriers: []claim.Barrier{one, two}, Values: map[string]string{"n": "3"},
		}},
		Assumptions: []string{"threads of a warp run in lock step (--warp-sync)"},
		Notes: []claim.Note{
			{Message: "one block was executed; the others do the same, because no barrier and no access to shared memory depends on blockIdx"},
			{Src: two.Src, Message: "32 arrivals are left at exit"},
		},
		Stats: verdict.Stats{Seconds: 0.002, Exact: &weft.Stats{
			DynamicBarriers: 4, SharedAddresses: 128, Commands: 1234567, RaceTests: 99999, RacesTested: 500,
			UnknownAccesses: 64, Threads: 64, Seconds: 0.001, PeakBytes: 12_300_000,
		}},
	}
	return r
}

// rendered is the sample in a format.
func rendered(t *testing.T, format string) string {
	var out bytes.Buffer
	r, ok := Reports.Open(format, Options{Out: &out, Version: "VERSION"})
	require.True(t, ok)
	for _, rep := range sampleReports() {
		r.Add(rep)
	}
	require.NoError(t, r.End())
	return out.String()
}

func TestRenderersMatchTheirGoldens(t *testing.T) {
	for _, format := range Reports.Names() {
		golden(t, "testdata/report."+format, rendered(t, format))
	}
}

// golden compares text with a file, or rewrites the file under -update.
func golden(t *testing.T, path, text string) {
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "no golden file; make it with -update")
	assert.Equal(t, string(want), text, "differs from %s", path)
}

func TestJSONKeepsTheContract(t *testing.T) {
	var doc struct {
		Tool    string
		Results []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(rendered(t, "json")), &doc))
	assert.Equal(t, "gv2", doc.Tool)
	require.Len(t, doc.Results, 5)
	for _, field := range []string{"file", "kernel", "line", "block_dim", "grid_dim", "verdict", "properties", "findings", "assumptions", "stats"} {
		assert.Contains(t, doc.Results[0], field)
	}
	race := doc.Results[0]["findings"].([]any)[0].(map[string]any)
	assert.Equal(t, float64(3), race["index"])
	assert.Equal(t, map[string]any{"n": "7", "m": "-1"}, race["values"])
	benign := doc.Results[0]["findings"].([]any)[1].(map[string]any)
	assert.NotContains(t, benign, "index", "unknown values are left out")
	assert.NotContains(t, benign["accesses"].([]any)[0], "thread")
	deadlock := doc.Results[4]["findings"].([]any)[0].(map[string]any)
	barrier := deadlock["barriers"].([]any)[0].(map[string]any)
	for field, value := range map[string]any{"id": 1.0, "generation": 1.0, "expected": 64.0, "registered": 32.0, "line": 3.0,
		"waiting": []any{[]any{0.0, 0.0, 0.0}}} {
		assert.Equal(t, value, barrier[field], field)
	}
	stats := doc.Results[4]["stats"].(map[string]any)
	for _, field := range []string{"dynamic_barriers", "shared_addresses", "commands", "races_tested", "race_tests", "threads", "peak_bytes"} {
		assert.Contains(t, stats, field)
	}
	assert.NotContains(t, stats, "boogie_lines", "Boogie did not run")
	assert.NotContains(t, doc.Results[0]["stats"], "commands", "the exact engine did not run")
	assert.Len(t, doc.Results[4]["notes"], 2)
	assert.Equal(t, "unsupported", doc.Results[2]["verdict"])
	assert.NotContains(t, doc.Results[2], "block_dim")
}

func TestSARIFIsValid(t *testing.T) {
	doc, err := sarif.FromString(rendered(t, "sarif"))
	require.NoError(t, err)
	// The library checks what it would write itself, and writes these fields, which a log
	// need not have, as empty where they are absent.
	run := doc.Runs[0]
	run.WithLanguage("en-US").WithNewlineSequences([]string{"\n"}).Tool.Driver.WithLanguage("en-US")
	require.NoError(t, doc.Validate())
	results := run.Results
	require.Len(t, results, 7)
	assert.Equal(t, "error", results[0].Level)
	assert.Equal(t, 4, *results[0].Locations[0].PhysicalLocation.Region.StartLine)
	assert.Equal(t, 5, *results[0].RelatedLocations[0].PhysicalLocation.Region.StartLine)
	assert.Equal(t, "note", results[1].Level)
	threads := results[0].CodeFlows[0].ThreadFlows
	require.Len(t, threads, 2, "each thread has its way")
	assert.Equal(t, 4, *threads[0].Locations[0].Location.PhysicalLocation.Region.StartLine)
	assert.Len(t, threads[1].Locations, 2, "through a call")
	for _, r := range run.Tool.Driver.Rules {
		assert.NotEmpty(t, r.ShortDescription.Text)
	}
}

// TestEveryRuleSaysWhatToDo: code scanning services show that beside a result.
func TestEveryRuleSaysWhatToDo(t *testing.T) {
	for _, p := range kernel.Properties(nil) {
		what, ok := about(string(p))
		assert.True(t, ok, p)
		assert.NotEmpty(t, what.text, p)
	}
}

func TestJUnitCountsWhatIsNotProved(t *testing.T) {
	var doc junitSuites
	require.NoError(t, xml.Unmarshal([]byte(rendered(t, "junit")), &doc))
	require.Len(t, doc.Suites, 5)
	assert.Equal(t, 3, doc.Suites[0].Tests)
	assert.Equal(t, 1, doc.Suites[0].Failures)
	assert.Equal(t, 1, doc.Suites[0].Errors, "unknown is not a passed test")
	assert.Equal(t, 0, doc.Suites[1].Failures+doc.Suites[1].Errors)
	assert.Equal(t, 1, doc.Suites[2].Errors)
	assert.Equal(t, 1, doc.Suites[3].Errors)
	assert.Equal(t, 1, doc.Suites[4].Skipped, "what follows a fault is no error of its own")
	assert.Equal(t, 1, doc.Suites[4].Errors)
}

func TestCSVHasTheColumnsOfTheContract(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(rendered(t, "csv"))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason", "cpu_seconds", "solver", "version"}, rows[0])
	assert.Equal(t, "no", rows[1][5], "refuted where a pass was expected")
	assert.Equal(t, "yes", rows[2][5])
	assert.Equal(t, "", rows[3][5])
	assert.Equal(t, "weft", rows[5][3])
}

func TestColorOnlyOnTerminals(t *testing.T) {
	assert.NotContains(t, rendered(t, "text"), "\x1b[")
	painted := (&textRenderer{color: true}).paint(terminal.Red, "x")
	assert.Equal(t, "\x1b[1;31mx\x1b[0m", painted)
}

func TestCaretKeepsTabs(t *testing.T) {
	assert.Equal(t, "\t  ^", caret("\tab = 1;", 4))
	assert.Equal(t, "^", caret("abc", 1))
	assert.Equal(t, "   ^", caret("abc", 99), "a column past the end points at the end")
	assert.Equal(t, "      ^", caret("/*漢*/x", len("/*漢*/")+1), "wide letters take two columns")
	assert.Equal(t, " ^", caret("e\u0301x", len("e\u0301")+1), "accents of their own take none")
}

func TestAgreement(t *testing.T) {
	all := []verdict.Outcome{verdict.KernelProved, verdict.KernelRefuted, verdict.KernelUnknown, verdict.KernelUnsupported, verdict.KernelError}
	for expected, want := range map[string][]string{
		"pass":                       {"yes", "no", "open", "open", "open"},
		"xfail:NOT_ALL_VERIFIED":     {"no", "yes", "open", "open", "open"},
		"xfail:BUGLE_ERROR":          {"no", "yes", "open", "yes", "yes"},
		"xfail:GPUVERIFYVCGEN_ERROR": {"no", "yes", "open", "yes", "yes"},
		"xfail:CLANG_ERROR":          {"no", "yes", "open", "open", "yes"},
		"xfail:COMMAND_LINE_ERROR":   {"no", "yes", "open", "open", "yes"},
	} {
		for i, got := range all {
			assert.Equal(t, want[i], Agreement(expected, got, nil), "%s, %s", expected, got)
		}
	}
	for status, want := range map[claim.Status]string{
		claim.Refuted: "yes", claim.Conditional: "yes", claim.Unknown: "open", claim.Bounded: "open", claim.Proved: "no", claim.NotChecked: "no", "": "no",
	} {
		got := Agreement("xfail:deadlock", verdict.KernelRefuted, func(kernel.Property) claim.Status { return status })
		assert.Equal(t, want, got, "another property is refuted, this one is %q", status)
	}
	unknown := func(kernel.Property) claim.Status { return "" }
	assert.Equal(t, "open", Agreement("xfail:deadlock", verdict.KernelUnsupported, unknown))
}

// TestAbridged: the text does not show a race of a read and a write at a line where
// two writes race; elsewhere it does.
func TestAbridged(t *testing.T) {
	race := func(kind, array string, one, two int) claim.Finding {
		at := func(line int) claim.Access {
			return claim.Access{Src: kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 1}}}
		}
		return claim.Finding{
			Property: "data-race", Kind: kind, Severity: claim.ErrorSeverity, Array: array, Accesses: []claim.Access{at(one), at(two)},
		}
	}
	all := []claim.Finding{
		race("read-write", "a", 4, 4), race("write-read", "a", 4, 4), race("write-write", "a", 4, 4), race("read-write", "b", 4, 4),
		race("read-write", "a", 4, 5), race("read-write", "a", 5, 5), race("write-write", "a", 5, 6), race("write-write", "a", 6, 6),
		race("write-read", "a", 6, 8),
	}
	shown, more := abridged(all)
	var lines []string
	for _, f := range shown {
		lines = append(lines, fmt.Sprint(f.Array, " ", f.Kind, " ", f.Accesses[0].Src.Pos.Line, f.Accesses[1].Src.Pos.Line))
	}
	assert.Equal(t, []string{"a write-write 4 4", "b read-write 4 4", "a read-write 4 5", "a read-write 5 5", "a write-write 5 6"}, lines)
	require.Len(t, more, 1)
	assert.Equal(t, "2 more races on a: lines 6 with itself, 6 and 8", moreRaces(more[0]))
}

// TestInstancesWithOneReport: the text has a report once that several instances of a template
// have but for their names, times and launches.
func TestInstancesWithOneReport(t *testing.T) {
	var out strings.Builder
	w := newText(Options{Out: &out})
	report := func(name string, line int, outcome verdict.Outcome, launch string) {
		w.Add(&Report{File: "k.cu", Result: verdict.Result{
			Kernel: name, Pos: diag.Pos{File: "k.cu", Line: line, Col: 1}, Outcome: outcome,
			Properties:  []verdict.Property{{Name: kernel.DataRace, Status: claim.Proved, Engine: "weft", Seconds: float64(len(out.String()))}},
			Assumptions: []string{"blocks are as launched in k.cu:" + launch + ":3", "n = 4 [launch at k.cu:" + launch + ":3]"},
		}})
	}
	report("k<1>", 1, verdict.KernelProved, "7")
	report("k<2>", 1, verdict.KernelUnknown, "8")
	report("k<3>", 1, verdict.KernelProved, "9")
	report("j<1>", 4, verdict.KernelProved, "10")
	for _, n := range "23456" {
		report("j<"+string(n)+">", 4, verdict.KernelProved, "11")
	}
	require.NoError(t, w.End())
	var heads []string
	for _, line := range strings.Split(out.String(), "\n") {
		if strings.Contains(line, "kernel") || strings.Contains(line, "instance") {
			heads = append(heads, line)
		}
	}
	assert.Equal(t, []string{
		"k.cu:1:1: kernel k<1>: proved (block any, grid any)",
		"k.cu:1:1: kernel k<2>: unknown (block any, grid any)",
		"k.cu:1:1: 1 more instance has the same report as k<1>: k<3>",
		"k.cu:4:1: kernel j<1>: proved (block any, grid any)",
		"k.cu:4:1: 5 more instances have the same report as j<1>: j<2>, j<3>, j<4>, j<5> and 1 more",
		"9 kernels: 8 proved, 1 unknown",
	}, heads)
}
