package render

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestFaultsOutsideOfAConditionAreWarnings: where a kernel is proved under a condition, every format has
// the condition and the fault outside of it, and none calls it undecided.
func TestFaultsOutsideOfAConditionAreWarnings(t *testing.T) {
	thread := [3]int64{1, 0, 0}
	at := claim.Access{Src: kernel.Src{Pos: diag.Pos{File: "k.cu", Line: 3, Col: 1}}, Kind: "write", Thread: &thread}
	r := &Report{File: "k.cu", Result: verdict.Result{Kernel: "k", Outcome: verdict.KernelConditional, Condition: "pitch >= width",
		Properties: []verdict.Property{{Name: kernel.DataRace, Status: claim.Conditional, Why: claim.Because("proved if pitch >= width")}},
		Findings: []claim.Finding{{Property: kernel.DataRace, Message: "write-write race on a", Accesses: []claim.Access{at, at},
			Values: claim.Values{"pitch": "2"}}}}}
	for format, want := range map[string][]string{
		"github": {"::warning file=k.cu,line=3,col=1,title=data-race in kernel k::proved if pitch >= width; outside of the condition: write-write race on a%0Awith pitch = 2"},
		"sarif":  {`"level": "warning"`, "proved if pitch >= width; outside of the condition: write-write race on a"},
		"junit":  {`type="conditional"`, "proved if pitch &gt;= width", "write-write race on a"},
	} {
		var out bytes.Buffer
		w, ok := Reports.Open(format, Options{Out: &out})
		require.True(t, ok)
		w.Add(r)
		require.NoError(t, w.End())
		for _, text := range want {
			assert.Contains(t, out.String(), text, format)
		}
		assert.NotContains(t, out.String(), "undecided", format)
	}
}
