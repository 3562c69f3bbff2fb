package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// The hashes are those that GitHub's action for code scanning computes.
func TestHashesOfLinesAreThoseOfCodeScanning(t *testing.T) {
	for text, want := range map[string][]string{
		"": {"c129715d7a2bc9a3:1"},
		"__global__ void k(int *p) {\r\n\t/* 漢字 😀 */ p[0] = threadIdx.x;\r\n}\r\n": {"fa8fffcc61e36698:1", "500c34ba3f040e07:1", "32dce9ccfdbc9d3e:1", "c129715d7a2bc9a3:1"},
		"same\nsame\nsame\n" + strings.Repeat("x", 120) + "\n\r \n": {
			"ac6db27783af81f0:1", "2ce7c868c30f0ac0:1", "27be73659d10ffd0:1", "52b56201ffb58620:1", "5b5d4caf73a13177:1", "3c5bef55b72b93c9:1", "c129715d7a2bc9a3:1",
		},
	} {
		assert.Equal(t, want, lineHashes([]byte(text)), text)
	}
}

// Columns are those of UTF-16, files are URIs, and the message leads to the other place.
func TestSARIFNamesPlaces(t *testing.T) {
	file := "my kernels/k#1.cu"
	text := "__global__ void k(int *p) {\n  /* 漢字😀 */ p[0] = threadIdx.x; p[1] = p[0];\n}\n"
	line := strings.Split(text, "\n")[1]
	at := func(what string) diag.Pos { return diag.Pos{File: file, Line: 2, Col: strings.Index(line, what) + 1} }
	first, second := at("p[0] ="), diag.Pos{File: file, Line: 2, Col: strings.LastIndex(line, "p[0]") + 1}
	access := func(p diag.Pos, kind string) claim.Access { return claim.Access{Src: kernel.Src{Pos: p}, Kind: kind} }
	r := &Report{File: file, Text: []byte(text), Result: verdict.Result{Kernel: "k", Outcome: verdict.KernelRefuted, Findings: []claim.Finding{{
		Property: kernel.DataRace, Severity: claim.ErrorSeverity, Accesses: []claim.Access{access(first, "write"), access(second, "read")},
		Message: "write-read race on p[0]: a thread writes here, another reads at " + second.String(),
	}}}}
	var out bytes.Buffer
	w, _ := Reports.Open("sarif", Options{Out: &out})
	w.Add(r)
	require.NoError(t, w.End())
	var log sarifLog
	require.NoError(t, json.Unmarshal(out.Bytes(), &log))
	run := log.Runs[0]
	assert.Equal(t, "utf16CodeUnits", run.ColumnKind)
	result := run.Results[0]
	// Two units of UTF-16 for the face, one for each sign.
	assert.Equal(t, sarifSpan{2, 14, 2, 15}, result.Locations[0].Physical.Region, "p is one sign long")
	assert.Equal(t, "my%20kernels/k%231.cu", result.Locations[0].Physical.Artifact.URI)
	assert.Equal(t, map[string]string{"primaryLocationLineHash": lineHashes([]byte(text))[1]}, result.Fingerprints)
	require.Len(t, result.Related, 1)
	assert.Equal(t, 1, result.Related[0].ID)
	assert.Equal(t, "write-read race on p[0]: a thread writes here, another reads at ["+second.String()+"](1)", result.Message.Text)
}

func TestLinkedNames(t *testing.T) {
	for text, want := range map[string]string{
		"reads at a.cu:9:1":                      "reads at [a.cu:9:1](3)",
		"reads at a.cu:9:12, writes at a.cu:9:1": "reads at a.cu:9:12, writes at [a.cu:9:1](3)",
		"at [a.cu:9:1](1) and a.cu:9:1.":         "at [a.cu:9:1](1) and [a.cu:9:1](3).",
		"at b/a.cu:9:1":                          "at b/a.cu:9:1",
		"nothing":                                "nothing",
	} {
		assert.Equal(t, want, linked(text, "a.cu:9:1", 3))
	}
}

// What GitHub's code scanning asks for of each rule and result: texts of three kinds, both ends of a region, and paths seen
// from the top of the repository.
func TestSARIFSuitsCodeScanning(t *testing.T) {
	for id := range ruleText {
		rule := sarifRule{ID: id, Short: sarifText{ruleText[id]}}
		rule.describe()
		assert.NotNil(t, rule.Full, id)
		assert.NotNil(t, rule.Help, id)
	}
	for _, p := range kernel.Properties(nil) {
		what, ok := about(string(p))
		assert.True(t, ok, p)
		assert.NotEmpty(t, what.text, p)
	}
	var log sarifLog
	require.NoError(t, json.Unmarshal([]byte(rendered(t, "sarif")), &log))
	seen := 0
	for _, r := range log.Runs[0].Results {
		require.NotEmpty(t, r.Locations)
		for _, l := range append(r.Locations, r.Related...) {
			at := l.Physical.Region
			assert.Positive(t, at.StartLine)
			assert.Positive(t, at.StartColumn)
			assert.Equal(t, at.StartLine, at.EndLine)
			assert.GreaterOrEqual(t, at.EndColumn, at.StartColumn)
			assert.NotRegexp(t, `^/|\\|^\w+:`, l.Physical.Artifact.URI)
			seen++
		}
	}
	assert.Greater(t, seen, 7)
}

func TestWordsAtPlaces(t *testing.T) {
	f := sarifFile{name: "a.cu", text: []byte("int tile_2[8];\nx =\u00e9a + 12")}
	for at, want := range map[diag.Pos]int{
		{File: "a.cu", Line: 1, Col: 5}:  6,
		{File: "a.cu", Line: 1, Col: 11}: 1,
		{File: "a.cu", Line: 1, Col: 15}: 0, // behind the line
		{File: "a.cu", Line: 2, Col: 4}:  3, // a letter of two bytes, and another one
		{File: "a.cu", Line: 2, Col: 10}: 2,
		{File: "a.cu", Line: 3, Col: 1}:  0,
		{File: "b.cu", Line: 1, Col: 5}:  0,
	} {
		assert.Equal(t, want, f.wordAt(at), at.String())
	}
}
