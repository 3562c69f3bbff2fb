package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/page"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestPages: each property has a page, the example of each page has the answer that the page is about, at the
// line that it marks, and its twin is proved.
func TestPages(t *testing.T) {
	names := page.Names()
	for _, p := range kernel.Properties(nil) {
		assert.Contains(t, names, string(p))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, ok := page.Of(name)
			require.True(t, ok)
			require.NotEmpty(t, p.Title)
			require.NotEmpty(t, p.What)
			if kernel.Property(name).Info() != nil {
				require.NotEmpty(t, p.Bad)
				require.NotEmpty(t, p.Good)
				require.NotEmpty(t, p.How)
			}
			if p.Bad != "" {
				verdict, lines := answerOf(t, name, p.Bad)
				assert.Equal(t, p.Verdict, verdict)
				if before, _, marked := strings.Cut(p.Bad, "// fault"); marked {
					assert.Contains(t, lines, 1+strings.Count(before, "\n"))
				}
			}
			if p.Good != "" {
				verdict, lines := answerOf(t, name, p.Good)
				assert.Equal(t, "proved", verdict)
				assert.Empty(t, lines)
			}
		})
	}
}

// answerOf is the verdict on a kernel, and the lines of its findings of the page's property.
func answerOf(t *testing.T, name, text string) (string, []int) {
	_, out, stderr := gv2(text, "verify", "--format", "json", "-")
	var doc struct {
		Results []struct {
			Verdict  string
			Findings []struct {
				Property string
				Accesses []struct{ Line int }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
	require.Len(t, doc.Results, 1, stderr)
	var lines []int
	for _, f := range doc.Results[0].Findings {
		if kernel.Property(name).Info() != nil && f.Property != name {
			continue
		}
		for _, a := range f.Accesses {
			lines = append(lines, a.Line)
		}
	}
	return doc.Results[0].Verdict, lines
}

// TestPagesByOtherWords: what a report calls a fault leads to its page, too.
func TestPagesByOtherWords(t *testing.T) {
	for word, name := range map[string]string{"race": "data-race", "write-read": "data-race", "read-atomic": "data-race", "outside": "conditional"} {
		p, ok := page.Of(word)
		require.True(t, ok, word)
		assert.Equal(t, name, p.Name)
	}
	_, ok := page.Of("write-nothing")
	assert.False(t, ok)
}

func TestExplainTopics(t *testing.T) {
	code, out, stderr := gv2("", "explain", "data-race")
	require.Equal(t, exitProved, code, stderr)
	for _, want := range []string{"data-race: Two threads access the same memory", "\nEXAMPLE\n\n    //--blockDim=64", "\nMENDED\n", "\nWHAT TO DO\n", "docs.nvidia.com"} {
		assert.Contains(t, out, want)
	}
	for line := range strings.SplitSeq(out, "\n") {
		assert.LessOrEqual(t, len(line), 110)
	}
	code, out, _ = gv2("", "explain", "pages")
	assert.Equal(t, exitProved, code)
	assert.Contains(t, out, "\ngeneration           Generation: one use of a barrier\n")
	code, _, stderr = gv2("", "explain", "data-rice")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "there are pages on data-race, ")
	code, out, _ = gv2("", "explain", "deadlock", "--format", "json")
	assert.Equal(t, exitProved, code)
	var doc map[string]string
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	assert.Equal(t, "refuted", doc["verdict"])

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("deadlock", []byte(quietKernel), 0o644))
	_, out, _ = gv2("", "explain", "--lang", "cuda", "--block-dim", "64", "--stage", "source", "deadlock")
	assert.Contains(t, out, "kernel k of deadlock", "a file comes first")
	_, _, stderr = gv2("", "explain", filepath.Join("none", "kernel.cu"))
	assert.Contains(t, stderr, "no such file")
}

// TestPagesAreNamed: somebody who watches is told which page is about the faults that were found.
func TestPagesAreNamed(t *testing.T) {
	var found []kernel.Property
	found = addFaults(found, &verdict.Result{Findings: []claim.Finding{
		{Property: kernel.DataRace, Severity: claim.ErrorSeverity}, {Property: kernel.DataRace, Severity: claim.ErrorSeverity}, {Property: kernel.Count, Severity: claim.BenignSeverity},
	}})
	assert.Equal(t, []kernel.Property{kernel.DataRace}, found)
	assert.Equal(t, "gv2: note: what that means, and what to do: gv2 explain data-race; step by step: gv2 explain --stage run k.cu\n", pagesNote(found, []string{"k.cu"}))
	assert.Equal(t, "gv2: note: what that means, and what to do: gv2 explain data-race, gv2 explain deadlock\n", pagesNote(append(found, kernel.Deadlock), []string{"a.cu", "b.cu"}))
	assert.Empty(t, pagesNote(nil, []string{"k.cu"}))
}
