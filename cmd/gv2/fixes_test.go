package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fixedKernel is what TestFixesHold reads of a report.
type fixedKernel struct {
	Results []struct {
		Verdict  string
		Findings []struct {
			Property, Repair string
			Fixes            []struct {
				Line, Remove int
				Text         string
			}
		}
	}
}

// TestFixesHold: a kernel with the lines changed as its report says is proved.
func TestFixesHold(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/further/*_bug.cu")
	require.NoError(t, err)
	fixed := 0
	for _, path := range files {
		report := fixedReport(t, path)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, f := range report.Results[0].Findings {
			assert.NotEmpty(t, f.Repair, "%s: %s", path, f.Property)
			if len(f.Fixes) == 0 {
				continue
			}
			lines := strings.Split(string(text), "\n")
			for _, fix := range slices.Backward(f.Fixes) {
				lines = slices.Delete(lines, fix.Line-1, fix.Line-1+fix.Remove)
				if fix.Text != "" {
					lines = slices.Insert(lines, fix.Line-1, strings.Split(fix.Text, "\n")...)
				}
			}
			repaired := filepath.Join(t.TempDir(), filepath.Base(path))
			require.NoError(t, os.WriteFile(repaired, []byte(strings.Join(lines, "\n")), 0o600))
			assert.Equal(t, "proved", fixedReport(t, repaired).Results[0].Verdict, "%s: %s\n%s", path, f.Repair, strings.Join(lines, "\n"))
			fixed++
			break
		}
	}
	assert.GreaterOrEqual(t, fixed, 4)
}

func fixedReport(t *testing.T, path string) fixedKernel {
	_, out, stderr := gv2("", "verify", "--format", "json", "--safe-if=false", "--effort", strconv.Itoa(enough), path)
	var report fixedKernel
	require.NoError(t, json.Unmarshal([]byte(out), &report), stderr)
	require.Len(t, report.Results, 1)
	return report
}
