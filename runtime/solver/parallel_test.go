package solver

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSharesAnswerAsTheWhole: one Boogie and two give the same answer for a long program.
func TestSharesAnswerAsTheWhole(t *testing.T) {
	_, pr := program(t, "race_int")
	pr.Text += strings.Repeat("// long\n", longText/8)
	require.Len(t, shares(procedures(pr.Text), len(pr.Text), Options{Cores: 2}), 2)
	one, two := runReal(t, pr, Options{}), runReal(t, pr, Options{Cores: 2})
	assert.Equal(t, one.Outcome, two.Outcome)
	require.Equal(t, len(one.Failures), len(two.Failures), two.Output)
	for i, f := range one.Failures {
		g := two.Failures[i]
		assert.Equal(t, []any{f.Procedure, f.Line, f.Related, f.LoopEntry, f.LoopStep}, []any{g.Procedure, g.Line, g.Related, g.LoopEntry, g.LoopStep})
	}
	assert.Equal(t, one.Open, two.Open)
}

// TestShares: every procedure to be proved has one Boogie, and the longest ones
// have different ones.
func TestShares(t *testing.T) {
	procs := []procedure{{"log", 1, false}, {"short", 10, true}, {"long", 20, true}, {"longer", 120, true}, {"last", 400, true}}
	for _, whole := range []Options{{}, {Cores: 1}, {Cores: 2, Infer: true}} {
		assert.Equal(t, [][]procedure{procs}, shares(procs, longText, whole))
	}
	assert.Equal(t, [][]procedure{procs}, shares(procs, longText-1, Options{Cores: 2}))
	var names []string
	for _, part := range shares(procs, longText, Options{Cores: 2}) {
		var mine []string
		for _, p := range part {
			if p.proved {
				mine = append(mine, p.name)
			}
		}
		names = append(names, strings.Join(mine, " "))
	}
	assert.Equal(t, []string{"longer", "short long last"}, names)
	assert.Len(t, shares(procs, longText, Options{Cores: 9}), 4)
}

func TestJoined(t *testing.T) {
	procs := []procedure{{"a", 1, true}, {"b", 2, true}, {"c", 3, true}}
	got := joined([]*Answer{
		{Outcome: Undecided, Open: []string{"c"}, Failures: []Failure{{Procedure: "b"}}, Seconds: 1, Output: "x\n", Verified: 1, Counted: true},
		{Outcome: TimedOut, Open: []string{"a"}, Failures: []Failure{{Procedure: "a"}}, Seconds: 3, Output: "y\n"},
	}, procs)
	assert.Equal(t, &Answer{Outcome: TimedOut, Open: []string{"a", "c"}, Failures: []Failure{{Procedure: "a"}, {Procedure: "b"}},
		Seconds: 3, Output: "x\ny\n"}, got, "where one was stopped, nobody has counted")
	got = joined([]*Answer{{Verified: 2, Counted: true}, {Verified: 3, Counted: true}}, procs)
	assert.Equal(t, &Answer{Verified: 5, Counted: true}, got)
	assert.Equal(t, Failed, worse(TimedOut, Failed))
	assert.Equal(t, Verified, worse(Verified, Verified))
}
