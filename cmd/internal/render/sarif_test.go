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
	assert.Equal(t, 14, result.Locations[0].Physical.Region.StartColumn)
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
