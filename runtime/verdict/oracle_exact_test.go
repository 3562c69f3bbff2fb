package verdict_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// exactCase is what the oracle saw of one kernel with the same parameters and
// various inputs.
type exactCase struct {
	seen     map[kernel.Property][]fault
	benign   []fault
	complete bool // every execution came to its end
}

const exactRuns = 12

// observeWith executes the kernel on several inputs, with those parameters.
func observeWith(k *kernel.Kernel, launch kernel.Launch, params map[*kernel.Var]int64) exactCase {
	c := exactCase{seen: map[kernel.Property][]fault{}, complete: true}
	for seed := int64(0); seed < exactRuns; seed++ {
		o := executeWith(k, launch, seed, params)
		for _, f := range o.faults {
			if f.property == benignRace {
				c.benign = append(c.benign, f)
			} else {
				c.seen[f.property] = append(c.seen[f.property], f)
			}
		}
		c.complete = c.complete && (o.why == "" || o.why == "stuck" || o.why == "assertion")
	}
	return c
}

// contradiction says what verdict and execution disagree on. Both see the same
// device semantics, so here refuted must have been seen too.
func (c *exactCase) contradiction(r *weft.Report, property kernel.Property) string {
	seen, status := c.seen[property], r.Verdicts[property].Status
	switch {
	case status == claim.Proved && len(seen) > 0:
		return string(property) + " is proved, but: " + seen[0].String()
	case status == claim.Refuted && len(seen) == 0 && c.complete && len(c.seen) == 0 && len(c.benign) == 0:
		return string(property) + " is refuted, but no execution shows it: " + messageOf(r, property)
	}
	return ""
}

func messageOf(r *weft.Report, property kernel.Property) string {
	for _, f := range r.Faults {
		if f.Property == property && !f.Benign {
			return f.Message
		}
	}
	return "(no fault told)"
}

// TestExactEngineAgreesWithExecutions checks random kernels with fixed parameters.
// ORACLE_SEEDS=from-to runs others than the usual.
func TestExactEngineAgreesWithExecutions(t *testing.T) {
	t.Parallel()
	from, to := seeds(t, os.Getenv("ORACLE_SEEDS"), 0, 200)
	count := map[claim.Status]int{}
	for seed := from; seed < to; seed++ {
		launch := shapes[seed%len(shapes)]
		text := kernelSource(int64(seed), min(launch.Threads(), 16))
		k := kernelOf(t, text, launch)
		params := execute(k, launch, int64(seed)).params
		r, err := weft.Check(context.Background(), k, weft.Options{Params: named(params), MaxCommands: 2_000_000})
		require.NoError(t, err)
		count[r.Verdicts[kernel.DataRace].Status]++
		if len(r.Verdicts) == 0 {
			continue
		}
		c := observeWith(k, launch, params)
		for _, property := range []kernel.Property{kernel.DataRace, kernel.Divergence} {
			wrong := c.contradiction(r, property)
			assert.Empty(t, wrong, "seed %d, %v, params %v\n%s", seed, launch, named(params), text)
			if dir := os.Getenv("ORACLE_LOG"); dir != "" && wrong != "" {
				_ = os.WriteFile(dir+"/exact"+strconv.Itoa(seed)+".cu", []byte("// "+wrong+"\n"+text), 0o644)
			}
		}
	}
	t.Logf("%d kernels, data races: %v", to-from, count)
	assert.NotZero(t, count[claim.Proved])
	assert.NotZero(t, count[claim.Refuted])
}

func named(params map[*kernel.Var]int64) map[string]int64 {
	out := map[string]int64{}
	for v, value := range params {
		out[v.Name] = value
	}
	return out
}
