package render

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/verdict"
)

// People read that a verdict is undecided; scripts go on to read open.
func TestSuitesNameUndecidedVerdicts(t *testing.T) {
	for format, want := range map[string]string{
		"table": "a.cu    pass      unknown  weft    0.50     undecided  time is over\n",
		"csv":   "a.cu,pass,unknown,weft,0.50,open,time is over,,,\n",
		"json":  `"agreement": "open"`,
	} {
		var out bytes.Buffer
		w, ok := Suites.Open(format, Options{Out: &out})
		require.True(t, ok)
		w.Add(&Outcome{Name: "a.cu", Expected: "pass", Verdict: verdict.KernelUnknown, Engine: "weft", Seconds: 0.5, Agreement: "open", Reason: "time is over"})
		require.NoError(t, w.End())
		assert.Contains(t, out.String(), want, format)
	}
}
