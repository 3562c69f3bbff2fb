package solver

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// boogie3 is a Boogie 3 that gives the answer in a file of testdata/boogie3: it knows the
// flags of version 3, and takes another one for a file, as that does.
func boogie3(t *testing.T, answer string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", "boogie3", answer+".out"))
	require.NoError(t, err)
	return fake(t, `for flag in "$@"; do case "$flag" in
stdin.bpl|/errorLimit:*|/contractInfer|/printAssignment|/alwaysAssumeFreeLoopInvariants|/trace|/mv:-|/proverOpt:*|/liveVariableAnalysis:*|/timeLimit:*|/rlimit:*|/proc:*) ;;
-version) echo "Boogie program verifier version 3.5.1.0, Copyright (c) 2003-2014, Microsoft."; exit 0;;
/noVerify) cat > /dev/null; echo; echo "Boogie program verifier finished with 0 verified, 0 errors"; exit 0;;
*) echo "*** Error: '$flag': Filename extension '' is not supported. Input files must be BoogiePL programs (.bpl)."; exit 1;;
esac; done
cat > /dev/null
cat `+path)
}

// asking gives a program with the two procedures of the answers to a Boogie 3.
func asking(t *testing.T, answer string, opts Options) (*Answer, error) {
	t.Helper()
	opts.Boogie = boogie3(t, answer)
	return RunBoogie(context.Background(), boogie.Printed{Text: twoProcedures}, opts)
}

func TestBoogie3(t *testing.T) {
	for _, test := range []struct {
		answer   string
		outcome  Outcome
		failures []Failure
		open     []string
	}{
		{"verified", Verified, nil, nil},
		{"errors", Failed, []Failure{
			{Procedure: "k", Line: 4, Trace: []int{4}, At: "s1", State: map[string]string{"n": "-3"}},
			{Procedure: "k", Line: 5, Related: 20, Trace: []int{4}},
			{Procedure: "k", Line: 5, Related: 2, Trace: []int{4}},
			// The solver said "unknown" by then.
			{Procedure: "l", Line: 14, LoopEntry: true, Trace: []int{12}, Unsure: true},
			{Procedure: "l", Line: 14, LoopStep: true, Trace: []int{12, 16}, Unsure: true},
		}, nil},
		{"timeout", TimedOut, nil, []string{"k"}},
		{"resources", TimedOut, nil, []string{"k", "l"}},
		{"inconclusive", Undecided, nil, []string{"k", "l"}},
	} {
		a, err := asking(t, test.answer, Options{MemoryMB: 100, Resources: 5})
		require.NoError(t, err, test.answer)
		assert.Equal(t, test.outcome, a.Outcome, test.answer)
		assert.Equal(t, test.failures, a.Failures, test.answer)
		assert.Equal(t, test.open, a.Open, test.answer)
	}
}

func TestBoogie3Houdini(t *testing.T) {
	a, err := asking(t, "houdini", Options{Infer: true})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)
	assert.Equal(t, map[string]bool{"c0": true, "_b$k.1": false}, a.Inferred)
}

func TestBoogie3Faults(t *testing.T) {
	for answer, want := range map[string]string{
		"syntax": `";" expected`, "names": "undeclared identifier: m", "prover": "z3 not found",
	} {
		_, err := asking(t, answer, Options{})
		assert.ErrorContains(t, err, want, answer)
	}
}

// What a Boogie does not know is asked for in another way, once for all questions.
func TestFlagsOfBoogie3(t *testing.T) {
	path := boogie3(t, "verified")
	for range 2 {
		a, err := RunBoogie(context.Background(), boogie.Printed{Text: twoProcedures}, Options{Boogie: path})
		require.NoError(t, err)
		assert.Equal(t, Verified, a.Outcome)
	}
	assert.Equal(t, []string{"stdin.bpl", "/errorLimit:5", "/trace", "/mv:-", "/proverOpt:O:model.compact=false", "/proverOpt:VERBOSITY=2",
		"/liveVariableAnalysis:0"}, understood(path, args(Options{})))

	// Where files do not begin with /, the message is another one.
	odd := fake(t, `case "$*" in */nologo*) echo "Boogie: Error: unknown switch: /nologo" >&2; echo "Use /help for available options" >&2; exit 1;; esac; echo `+done)
	a, err := RunBoogie(context.Background(), small, Options{Boogie: odd})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)

	// A flag that is not among those is a fault.
	_, err = RunBoogie(context.Background(), small, Options{Boogie: fake(t, `echo "*** Error: '/trace': Filename extension '' is not supported."; exit 1`)})
	assert.ErrorContains(t, err, "'/trace'")
}

func TestVersionOfBoogie3(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(boogie3(t, "verified"))+":/bin:/usr/bin")
	found, err := Version(context.Background(), BoogieName)
	require.NoError(t, err)
	assert.Equal(t, "3.5.1.0", found)
}
