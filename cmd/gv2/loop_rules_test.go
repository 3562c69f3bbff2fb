package main

import (
	"context"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/predicate/discipline"
	"gv2/runtime/solver"
)

// loopProof is a proof of a kernel with loops as gv2 goes about it: candidates of
// all rules but some, those that runs refute dropped, the others thinned by Houdini
// where they do not all hold.
type loopProof struct {
	t       testing.TB
	k       *kernel.Kernel
	options ask.Request
}

// loopProofOf reads a kernel of testdata/kernels.
func loopProofOf(t *testing.T, file string, options ask.Request) *loopProof {
	k := loweredKernel(t, "../../testdata/kernels/"+file)
	require.NotNil(t, k)
	if found := discipline.Recognise(k); found.Kernel != nil {
		k = found.Kernel // as a proof about threads that synchronise through memory takes it
	}
	return &loopProof{t, k, options}
}

func (p *loopProof) encode(o ask.Request) *instrument.Output {
	out, diags := instrument.Encode(p.k, o)
	require.False(p.t, diags.HasErrors(), "%s", diags.String())
	return out
}

// survivors are the candidates that no run refutes, with their rules.
func (p *loopProof) survivors() (left map[string]bool, out *instrument.Output, refuted map[string]bool) {
	out = p.encode(p.options)
	compiled, err := interp.Compile(instrument.Exact(boogie.ForInference(out.Program)))
	require.NoError(p.t, err)
	refuted = compiled.Explore(context.Background(), interp.Search{}).Refuted
	left = map[string]bool{}
	for _, proc := range out.Procedures {
		for _, name := range proc.Candidates {
			if !refuted[name] {
				left[name] = true
			}
		}
	}
	return left, out, refuted
}

// proves reports whether everything is proved with candidates of all rules but
// these.
func (p *loopProof) proves(without ...string) bool {
	p.options.Without = map[string]bool{}
	for _, rule := range without {
		p.options.Without[rule] = true
	}
	left, out, refuted := p.survivors()
	if p.holds(left) {
		return true
	}
	program := boogie.Without(boogie.ForInference(out.Program), refuted)
	answer, err := solver.Run(context.Background(), boogie.Print(program), solver.Options{Infer: true, Resources: enough})
	require.NoError(p.t, err)
	return p.holds(answer.Inferred)
}

// holds verifies with those candidates as plain invariants.
func (p *loopProof) holds(keep map[string]bool) bool {
	o := p.options
	o.Invariants, o.Keep = ask.Inferred, keep
	out := p.encode(o)
	programs := []*boogie.Program{out.Program}
	if out.Products {
		programs = append(programs, instrument.Exact(out.Program))
	}
	return slices.ContainsFunc(programs, func(program *boogie.Program) bool {
		answer, err := solver.Run(context.Background(), boogie.Print(program), solver.Options{Resources: enough})
		require.NoError(p.t, err)
		require.NotEqual(p.t, solver.TimedOut, answer.Outcome, "too slow to tell")
		return answer.Outcome == solver.Verified
	})
}

// neededBy names for each rule a kernel that is proved with it and not without.
var neededBy = map[string]string{
	"log-empty":        "loops/control/war_ok.cu",
	"log-source":       "loops/control/substitution_ok.cu",
	"maps-equal":       "loops/rules/flag_ahead_ok.cu",
	"predicate-equal":  "loops/control/break_uniform_ok.cu",
	"predicate-guard":  "loops/rules/list_rows_ok.cu",
	"variable-equal":   "loops/control/break_uniform_ok.cu",
	"counter-bound":    "loops/rules/list_tail_ok.cu",
	"counter-stride":   "loops/rules/list_strided_ok.cu",
	"counter-together": "loops/rules/tiles_of_threads_ok.cu",
	"counter-guard":    "loops/rules/list_rows_ok.cu",
	"range":            "loops/stencil/ring_counter_ok.cu",
	"access-offset":    "loops/control/substitution_ok.cu",
	"access-congruent": "loops/control/nested_tiles_ok.cu",
	"access-stride":    "loops/control/geometric_levels_ok.cu",
	"access-previous":  "memory/45_ring_buffer_ok.cu",
	"access-partition": "loops/rules/list_bins_ok.cu",
	"access-guard":     "loops/stencil/ring_ok.cu",
	"access-entered":   "loops/control/war_once_ok.cu",
	"flag":             "loops/rules/last_round_ok.cu",
	"access-taken":     "loops/rules/taken_list_ok.cu",
	"access-token":     "loops/rules/token_tried_ok.cu",
	"generation":       "generations/01_single_buffer_ok.cu",
}

// ruleSample are the rules that the default run leaves out one by one.
var ruleSample = []string{"access-entered", "counter-bound", "access-partition"}

// TestEveryRuleIsNeeded leaves out the candidates of one rule after the other, and
// demands a kernel that is not proved then. All of them are left out in make loops.
func TestEveryRuleIsNeeded(t *testing.T) {
	rules := ruleSample
	if os.Getenv("LOOP_KERNELS") != "" {
		rules = guessing()
	}
	for _, rule := range rules {
		t.Run(rule, func(t *testing.T) {
			p := loopProofOf(t, neededBy[rule], ask.Request{})
			assert.False(t, p.proves(rule), "%s is proved without", neededBy[rule])
			assert.True(t, p.proves(), "%s is not proved", neededBy[rule])
		})
	}
}

// TestEveryRuleHasAKernel: each rule is left out in TestEveryRuleIsNeeded.
func TestEveryRuleHasAKernel(t *testing.T) {
	assert.ElementsMatch(t, guessing(), slices.Collect(maps.Keys(neededBy)))
}

// guessing are the rules but for that of the guesses that the user wrote down.
func guessing() []string {
	return slices.DeleteFunc(candidate.Rules(), func(rule string) bool { return rule == "user" })
}
