package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

const sampleText = "\n\n__global__ void k(int n) {\n\ttile[t] = 1;\n  x = tile[63 - t];\n}\n"

func at(line, col int, calls ...diag.Pos) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: col}, Calls: calls}
}

// sampleReports hold one kernel of each outcome, with every optional part once.
func sampleReports() []*report {
	index := int64(3)
	one, two, block := [3]int64{3, 0, 0}, [3]int64{60, 0, 0}, [3]int64{0, 0, 0}
	refuted := &report{file: "k.cu", text: []byte(sampleText), expected: "pass", code: exitRefuted, Result: verdict.Result{
		Kernel: "k", Pos: at(3, 17).Pos, Outcome: verdict.KernelRefuted,
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}},
		Properties: []verdict.Property{
			{Name: "data-race", Status: claim.Refuted, Engine: "boogie", Seconds: 1.25},
			{Name: "barrier-divergence", Status: claim.Proved, Engine: "boogie", Seconds: 1.25},
			{Name: "assertion", Status: claim.Unknown, Engine: "boogie", Seconds: 1.25, Reason: "time limit of 1s reached"},
		},
		Findings: []verdict.Finding{{
			Property: "data-race", Kind: "write-read", Severity: verdict.ErrorSeverity, Array: "tile", Space: "shared", Index: &index,
			Message: "write-read race on tile[3]: thread (3,0,0) writes here, thread (60,0,0) reads at k.cu:5:7",
			Accesses: []verdict.Access{
				{Src: at(4, 2), Kind: "write", Thread: &one, Block: &block},
				{Src: at(5, 7, at(3, 1).Pos), Kind: "read", Thread: &two, Block: &block},
			},
			Values: map[string]string{"n": "7", "m": "-1"}, Count: 2, Across: true,
			Contents: []verdict.Content{{Element: "key[2]", Value: "13"}},
		}, {
			Property: "data-race", Kind: "write-write", Severity: verdict.BenignSeverity, Array: "flag", Space: "global",
			Message: "benign write-write race on flag: a thread writes here, another thread writes here too; both write the same value",
			Accesses: []verdict.Access{
				{Src: at(5, 3), Kind: "write"}, {Src: at(5, 3), Kind: "write"},
			}, Count: 1,
		}},
		Assumptions: []string{"parameters a & b do not alias"},
		Arith:       "int", ArithWhy: "no bit operations",
		Stats: verdict.Stats{BoogieLines: 210, Candidates: 4, MostCandidates: 3, RefutedByRun: 2, RefutedByHoudini: 1, Surviving: 1, Runs: 2, Running: 0.01, Houdini: 0.5, Solver: 1.25, Seconds: 1.5},
	}}
	proved := &report{file: "p.cu", expected: "pass", code: exitProved, Result: verdict.Result{
		Kernel: "p", Pos: diag.Pos{File: "p.cu", Line: 1, Col: 1}, Outcome: verdict.KernelProved,
		Launch:     kernel.Launch{BlockDim: [3]int{8, 8, 1}},
		Properties: []verdict.Property{{Name: "data-race", Status: claim.Proved, Engine: "boogie", Seconds: 0.5}},
		Stats:      verdict.Stats{Runs: 1, Seconds: 0.5},
	}}
	unsupported := &report{file: "u.cu", code: exitUnsupported, Result: verdict.Result{
		Kernel: "u", Pos: diag.Pos{File: "u.cu", Line: 2, Col: 1}, Outcome: verdict.KernelUnsupported,
	}}
	unsupported.Diags.Unsupportedf(diag.Pos{File: "u.cu", Line: 4, Col: 3}, "goto backwards; write it as a loop")
	failed := &report{file: "e.cu", code: exitTool, Result: verdict.Result{
		Kernel: "e", Pos: diag.Pos{File: "e.cu", Line: 1, Col: 1}, Outcome: verdict.KernelError,
		Err: errors.New("boogie not found: apt-get install boogie z3"),
	}}
	return []*report{refuted, proved, unsupported, failed, deadlocked()}
}

// deadlocked is a report of the exact engine: two groups wait for each other.
func deadlocked() *report {
	low, high := verdict.ThreadRange{To: [3]int64{31, 0, 0}}, verdict.ThreadRange{From: [3]int64{32, 0, 0}, To: [3]int64{63, 0, 0}}
	group := func(line, id int, waits, misses verdict.ThreadRange, there int) verdict.Barrier {
		src := at(line, 3)
		src.Pos.File = "d.cu"
		missing := at(there, 3)
		missing.Pos.File = "d.cu"
		return verdict.Barrier{
			ID: id, Generation: 1, Expected: 64, Registered: 32, Src: src, Waiting: []verdict.ThreadRange{waits},
			From:    []verdict.Access{{Src: src, Kind: "sync", Threads: []verdict.ThreadRange{waits}}},
			Missing: []verdict.Access{{Src: missing, Kind: "wait", Threads: []verdict.ThreadRange{misses}}},
		}
	}
	one, two := group(3, 1, low, high, 5), group(5, 2, high, low, 3)
	two.Missing = append(two.Missing, verdict.Access{Kind: "exit", Threads: []verdict.ThreadRange{{From: [3]int64{40, 0, 0}, To: [3]int64{40, 0, 0}}}})
	r := &report{file: "d.cu", text: []byte(sampleText), expected: "xfail:NOT_ALL_VERIFIED", code: exitRefuted, stats: true}
	r.Result = verdict.Result{
		Kernel: "d", Pos: diag.Pos{File: "d.cu", Line: 3, Col: 17}, Outcome: verdict.KernelRefuted,
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
		Properties: []verdict.Property{
			{Name: "data-race", Status: claim.Unknown, Engine: "weft", Seconds: 0.001, Reason: "the block does not end: it deadlocks (d.cu:3:3)"},
			{Name: "deadlock", Status: claim.Refuted, Engine: "weft", Seconds: 0.001},
			{Name: "barrier-count", Status: claim.Bounded, Engine: "weft", Seconds: 0.001, Reason: "nothing wrong for n = 0..8"},
		},
		Findings: []verdict.Finding{{
			Property: "deadlock", Kind: "circular-wait", Severity: verdict.ErrorSeverity, Count: 1,
			Message: "deadlock: two groups of threads wait for each other",
			Accesses: []verdict.Access{
				{Src: one.Src, Kind: "wait", Thread: &low.From, Threads: one.Waiting},
				{Src: two.Src, Kind: "wait", Thread: &high.From, Threads: two.Waiting},
			},
			Barriers: []verdict.Barrier{one, two}, Values: map[string]string{"n": "3"},
		}},
		Assumptions: []string{"threads of a warp run in lock step (--warp-sync)"},
		Notes: []verdict.Note{
			{Message: "one block stands for all: blockIdx decides nothing"},
			{Src: two.Src, Message: "32 arrivals are left at exit"},
		},
		Stats: verdict.Stats{Seconds: 0.002, Exact: &weft.Stats{
			DynamicBarriers: 4, SharedAddresses: 128, Commands: 1234567, RaceTests: 99999, RacesTested: 500,
			UnknownAccesses: 64, Threads: 64, Seconds: 0.001, PeakBytes: 12_300_000,
		}},
	}
	return r
}

// rendered is the report in a format, without gv2's own version.
func rendered(t *testing.T, format string) string {
	var out bytes.Buffer
	r, err := newRenderer(format, streams{out: &out})
	require.NoError(t, err)
	for _, rep := range sampleReports() {
		r.result(rep)
	}
	require.NoError(t, r.end())
	return regexp.MustCompile(`("version": ")[0-9][^"]*`).ReplaceAllStringFunc(out.String(), func(s string) string {
		if strings.Contains(s, "2.1.0") {
			return s
		}
		return `"version": "VERSION`
	})
}

func TestRenderersMatchTheirGoldens(t *testing.T) {
	for _, format := range formats {
		golden(t, "testdata/report."+format, rendered(t, format))
	}
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
	require.NoError(t, doc.Validate())
	results := doc.Runs[0].Results
	require.Len(t, results, 8)
	assert.Equal(t, "error", results[0].Level)
	assert.Equal(t, 4, *results[0].Locations[0].PhysicalLocation.Region.StartLine)
	assert.Equal(t, 5, *results[0].RelatedLocations[0].PhysicalLocation.Region.StartLine)
	assert.Equal(t, "note", results[1].Level)
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
}

func TestCSVHasTheColumnsOfTheContract(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(rendered(t, "csv"))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason"}, rows[0])
	assert.Equal(t, "no", rows[1][5], "refuted where a pass was expected")
	assert.Equal(t, "yes", rows[2][5])
	assert.Equal(t, "", rows[3][5])
	assert.Equal(t, "weft", rows[5][3])
}

func TestColorOnlyOnTerminals(t *testing.T) {
	assert.NotContains(t, rendered(t, "text"), "\x1b[")
	painted := (&textRenderer{color: true}).paint(red, "x")
	assert.Equal(t, "\x1b[1;31mx\x1b[0m", painted)
}

func TestCaretKeepsTabs(t *testing.T) {
	assert.Equal(t, "\t  ^", caret("\tab = 1;", 4))
	assert.Equal(t, "^", caret("abc", 1))
	assert.Equal(t, "   ^", caret("abc", 99), "a column past the end points at the end")
}
