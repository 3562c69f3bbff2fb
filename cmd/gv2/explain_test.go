package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExplainARealLoop: the counter's bound survives, an empty log does not, and
// the numbers add up.
func TestExplainARealLoop(t *testing.T) {
	code, out, stderr := gv2(plainLoop, "explain", "--invariants", "--block-dim", "64", "--grid-dim", "1", "--format", "json", "-")
	require.Equal(t, exitProved, code, stderr)
	var doc struct {
		Results []struct {
			Arith string
			Loops []struct {
				Procedure  string
				Line       int
				Candidates []struct{ Text, State string }
			}
			Rules []struct {
				Candidates, Survived int
				RefutedByRun         int `json:"refuted_by_run"`
				RefutedByHoudini     int `json:"refuted_by_houdini"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Len(t, doc.Results, 1)
	r := doc.Results[0]
	assert.Equal(t, "int", r.Arith)
	require.Len(t, r.Loops, 1)
	assert.Equal(t, "k", r.Loops[0].Procedure)
	assert.Equal(t, 1, r.Loops[0].Line)
	states := map[string]string{}
	for _, c := range r.Loops[0].Candidates {
		states[c.Text] = c.State
	}
	assert.Equal(t, "survived", states["i_start <= i"])
	assert.Regexp(t, "^refuted-by-", states["!logged(write p)"])
	total := 0
	for _, rule := range r.Rules {
		assert.Equal(t, rule.Candidates, rule.RefutedByRun+rule.RefutedByHoudini+rule.Survived)
		total += rule.Candidates
	}
	assert.Equal(t, len(states), total)

	_, out, _ = gv2(plainLoop, "explain", "--invariants", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Regexp(t, `  loop at <stdin>:1:\d+, two threads of one block\n`, out)
	assert.Regexp(t, `    survived +counter-bound +i_start <= i\n`, out)
	assert.Regexp(t, fmt.Sprintf(`\n  all +%d `, total), out)
}

func TestExplainCodes(t *testing.T) {
	for _, c := range []struct {
		name, stdin string
		args        []string
		code        int
		said        string
	}{
		{"without loops", quietKernel, []string{"--invariants"}, exitProved, "no loop that needs invariants"},
		{"several kernels", quietKernel + strings.Replace(quietKernel, " k(", " j(", 1), []string{"--invariants"}, exitProved, "kernel j"},
		{"one of several", quietKernel + strings.Replace(quietKernel, " k(", " j(", 1), []string{"--invariants", "--kernel", "j"}, exitProved, "kernel j"},
		{"stages", quietKernel, nil, exitProved, "data-race            proved"},
		{"a stage", quietKernel, []string{"--stage", "ir"}, exitProved, "kernel k("},
		{"not translated", memoryBarrierKernel, []string{"--invariants"}, exitUnsupported, "<stdin>:2:"},
		{"not translated, json", memoryBarrierKernel, []string{"--invariants", "--format", "json"}, exitUnsupported, `"severity": "unsupported"`},
		{"syntax", brokenKernel, []string{"--invariants"}, exitUsage, "<stdin>:1:"},
		{"format", quietKernel, []string{"--invariants", "--format", "sarif"}, exitUsage, "choose one of text, json"},
		{"both", quietKernel, []string{"--invariants", "--plan"}, exitUsage, "one of --invariants and --plan"},
		{"plan", quietKernel, []string{"--plan"}, exitProved, "-> proved: data-race"},
		{"plan of what is refuted", racyKernel, []string{"--plan"}, exitRefuted, "verdict: data-race refuted by weft"},
		{"plan, json", quietKernel, []string{"--plan", "--format", "json"}, exitProved, `"step": "any-block"`},
		{"plan, by translation", quietKernel, []string{"--plan", "--engine", "boogie"}, exitProved, "data-race, barrier-divergence proved by boogie"},
		{"plan, syntax", brokenKernel, []string{"--plan"}, exitUsage, "<stdin>:1:"},
		{"arithmetic", quietKernel, []string{"--invariants", "--arith", "bv"}, exitProved, "integers: bv"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(c.stdin, append(append([]string{"explain", "--block-dim", "64"}, c.args...), "-")...)
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			assert.Contains(t, out+stderr, c.said)
		})
	}
}

func TestExplainNeedsSolver(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, out, stderr := gv2(plainLoop, "explain", "--invariants", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, exitTool, code)
	assert.NotContains(t, out, "survived  ")
	assert.Contains(t, stderr, "apt-get install z3")
}
