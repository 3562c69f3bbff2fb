package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// direct asks the Z3 of this machine.
func direct(t *testing.T, printed boogie.Printed, opts Options) *Answer {
	t.Helper()
	a, err := smt(t, "z3").Run(context.Background(), printed, opts)
	require.NoError(t, err)
	return a
}

func TestDirectRaceWithBitVectors(t *testing.T) {
	_, pr := program(t, "race_bv")
	a := direct(t, pr, Options{})
	require.Equal(t, Failed, a.Outcome, a.Output)
	require.Len(t, a.Failures, 2)
	race := a.Failures[1]
	if race.Related == 0 {
		race = a.Failures[0]
	}
	assert.Equal(t, "k", race.Procedure)
	assert.Equal(t, lineOf(t, pr.Text, "call CHECK_WRITE_a(true, ADD("), race.Line)
	assert.Equal(t, lineOf(t, pr.Text, "requires !(p && WRITE"), race.Related)
	assert.False(t, race.Unsure)
	assert.Equal(t, "s1", race.At)
	assert.Equal(t, "true", race.State["WRITE_HAS_OCCURRED_a"])
	assert.Equal(t, race.State["local_id_x$1"], race.State["WRITE_OFFSET_a"])
	assert.NotEqual(t, race.State["local_id_x$1"], race.State["local_id_x$2"])
	for _, name := range []string{"n$1", "i"} {
		assert.Regexp(t, `^\d+$`, race.State[name], name)
	}
}

// Z3 says of every program here what Boogie says, with a captured state of the same name.
func TestDirectAnswersAgree(t *testing.T) {
	for _, name := range []string{"race_bv", "race_int", "quantifier", "houdini"} {
		p, _ := program(t, name)
		infer := name == "houdini"
		if infer {
			mine := direct(t, boogie.Print(boogie.ForInference(p)), Options{Infer: true})
			assert.Equal(t, map[string]bool{"c0": false, "c1": true, "c2": true, "c3": false}, mine.Inferred)
			p = boogie.Inferred(p, mine.Inferred)
		}
		pr := boogie.Print(p)
		mine, theirs := direct(t, pr, Options{Cores: 2}), runReal(t, pr, Options{})
		assert.Equal(t, theirs.Outcome, mine.Outcome)
		assert.Equal(t, theirs.Verified, mine.Verified)
		assert.Empty(t, Differences(mine, theirs, Options{}))
		at := func(a *Answer) []string {
			var out []string
			for _, f := range a.Failures {
				out = append(out, fmt.Sprint(f.Line, f.At))
			}
			slices.Sort(out)
			return out
		}
		assert.Equal(t, at(theirs), at(mine))
	}
}

// What an array's last access was is known even though no check depends on it.
func TestStateOfWhatNoCheckReads(t *testing.T) {
	p, err := boogie.Parse("p", `var SOURCE, OTHER: int; var LOGGED: bool;
procedure {:inline 1} LOG(p: bool, s: int) modifies LOGGED, SOURCE; { var track: bool; havoc track; if (p && track) { LOGGED := true; SOURCE := s; } }
procedure k(n: int) requires !LOGGED; modifies LOGGED, SOURCE, OTHER;
{
  if (n > 3) { call LOG(true, 7); } else { call LOG(n == 1, 8); }
  havoc OTHER;
  assume {:captureState "here"} true;
  assert !(LOGGED && n <= 3);
}`)
	require.NoError(t, err)
	a := direct(t, boogie.Print(p), Options{})
	require.Len(t, a.Failures, 1)
	assert.Equal(t, "here", a.Failures[0].At)
	assert.Equal(t, map[string]string{"n": "1", "LOGGED": "true", "SOURCE": "8"}, a.Failures[0].State)
}

// A candidate whose own checks hold whatever is known has to be assumed for others.
func TestCandidatesThatNeedNoCheck(t *testing.T) {
	p, err := boogie.Parse("p", `const {:existential true} b0: bool; const {:existential true} b1: bool; const {:existential true} b2: bool;
procedure p() { var i: int; var go: bool; i := 0; go := true;
  while (go) invariant b0 ==> go ==> i < 5; invariant b1 ==> i <= 5; invariant b2 ==> i <= 4; { i := i + 1; go := i < 5; } }`)
	require.NoError(t, err)
	a := direct(t, boogie.Print(boogie.ForInference(p)), Options{Infer: true})
	assert.Equal(t, map[string]bool{"b0": true, "b1": true, "b2": false}, a.Inferred)
}

// The prover's effort is limited in its own units, so that the answer is the same on
// every machine.
func TestDirectEffort(t *testing.T) {
	_, pr := program(t, "factor")
	for range 2 {
		a := direct(t, pr, Options{Resources: 1_000_000})
		assert.Equal(t, Failed, a.Outcome)
		assert.Equal(t, []string{"hard"}, a.Open)
		require.Len(t, a.Failures, 1, a.Output)
		assert.Equal(t, "easy", a.Failures[0].Procedure)
	}
}

func TestDirectMemoryLimit(t *testing.T) {
	_, pr := program(t, "factor")
	a := direct(t, pr, Options{MemoryMB: 20})
	assert.Equal(t, []string{"hard"}, a.Open)
	require.Len(t, a.Failures, 1, a.Output)
	assert.Equal(t, "easy", a.Failures[0].Procedure)
}

// A limit of time ends what would take for ever.
func TestDirectTimeLimit(t *testing.T) {
	_, pr := program(t, "factor")
	a := direct(t, pr, Options{Timeout: time.Second})
	assert.Contains(t, a.Open, "hard")
	for _, u := range a.Unanswered {
		assert.Equal(t, OverTime, u.Cause)
	}
}

// fakeSMT is a solver that a script stands in for.
func fakeSMT(t *testing.T, script string) *SMT {
	t.Helper()
	path := filepath.Join(t.TempDir(), "z3")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755))
	z := &SMT{Tool: "z3", Path: path}
	t.Cleanup(z.Close)
	return z
}

// answering answers check-sat with a word and repeats what it is to echo.
const answering = `while read -r line; do case "$line" in
"(check-sat)") %s;;
"(echo "*) echo "$line" | sed 's/(echo "\(.*\)")/\1/';;
esac; done`

func simple(t *testing.T) boogie.Printed {
	t.Helper()
	p, err := boogie.Parse("p", "procedure p(x: int) { assert x > 2; }")
	require.NoError(t, err)
	return boogie.Print(p)
}

// A solver that crashes is replaced and asked once more.
func TestCrashedSolverIsReplaced(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "crashed")
	script := "echo unsat"
	crash := `if [ -e ` + mark + ` ]; then ` + script + `; else touch ` + mark + `; exit 3; fi`
	a, err := fakeSMT(t, replaced(answering, crash)).Run(context.Background(), simple(t), Options{})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)

	a, err = fakeSMT(t, replaced(answering, "exit 3")).Run(context.Background(), simple(t), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"p"}, a.Open)
	assert.Equal(t, Undecided, a.Outcome)
	assert.Contains(t, a.Output, "ended without an answer, twice")
}

// A solver that does not keep its time limit is killed.
func TestHangingSolverIsKilled(t *testing.T) {
	a, err := fakeSMT(t, replaced(answering, "sleep 100")).Run(context.Background(), simple(t), Options{Timeout: 300 * time.Millisecond})
	require.NoError(t, err)
	assert.Equal(t, []string{"p"}, a.Open)
	assert.Equal(t, TimedOut, a.Outcome)

	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err = fakeSMT(t, replaced(answering, "sleep 100")).Run(ctx, simple(t), Options{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// A solver that takes no notice of its limit of effort is killed.
func TestEffortThatIsNotKept(t *testing.T) {
	if _, known := processorTime(os.Getpid()); !known {
		t.Skip("the system does not tell processor times in /proc")
	}
	t.Parallel()
	a, err := fakeSMT(t, replaced(answering, "while :; do :; done")).Run(context.Background(), simple(t), Options{Resources: 100})
	require.NoError(t, err)
	assert.Equal(t, []Unanswered{{Procedure: "p", Cause: OverEffort}}, a.Unanswered)
	assert.Equal(t, TimedOut, a.Outcome)
}

// What makes no sense is an error, and never an answer.
func TestNonsenseFromASolver(t *testing.T) {
	for _, say := range []string{"echo maybe", `echo '(error "line 3: unknown constant")'`, "echo sat"} {
		_, err := fakeSMT(t, replaced(answering, say)).Run(context.Background(), simple(t), Options{})
		var fault *ToolError
		require.ErrorAs(t, err, &fault, say)
	}
	_, err := (&SMT{Tool: "z3", Path: filepath.Join(t.TempDir(), "none")}).Run(context.Background(), simple(t), Options{})
	var missing *MissingError
	require.ErrorAs(t, err, &missing)
}

// A solver that stops while it tells its model has decided nothing.
func TestStoppedWhileItTellsItsModel(t *testing.T) {
	script := strings.Replace(answering, `"(echo "*)`, `"(get-value "*) echo '((d!1 true)(error "line 9 column 1: max. resource limit exceeded")';;
"(echo "*)`, 1)
	a, err := fakeSMT(t, replaced(script, "echo sat")).Run(context.Background(), simple(t), Options{Resources: 100})
	require.NoError(t, err)
	assert.Equal(t, []string{"p"}, a.Open)
	assert.Equal(t, TimedOut, a.Outcome)
}

// A model that comes after the time is unfinished, whatever it shows.
func TestModelAfterTheTime(t *testing.T) {
	script := strings.Replace(answering, `"(echo "*)`, `"(get-value "*) echo '((d!1 true))';;
"(echo "*)`, 1)
	a, err := fakeSMT(t, replaced(script, "sleep 0.4; echo sat")).Run(context.Background(), simple(t), Options{Timeout: 300 * time.Millisecond, Resources: 100})
	require.NoError(t, err)
	assert.Equal(t, []Unanswered{{Procedure: "p", Cause: OverTime}}, a.Unanswered)
	assert.Equal(t, TimedOut, a.Outcome)
}

func replaced(script, with string) string {
	before, after, _ := strings.Cut(script, "%s")
	return before + with + after
}

// One process answers all questions of a kernel.
func TestProcessesAreKept(t *testing.T) {
	z := smt(t, "z3")
	for range 3 {
		_, err := z.Run(context.Background(), simple(t), Options{})
		require.NoError(t, err)
	}
	n := 0
	for _, ps := range z.idle {
		n += len(ps)
	}
	assert.Equal(t, 1, n)
	z.Close()
	assert.Empty(t, z.idle)
}

// saying is a solver with a fixed answer.
type saying struct{ answer *Answer }

func (s saying) Run(context.Context, boogie.Printed, Options) (*Answer, error) { return s.answer, nil }
func (s saying) Close()                                                        {}

func TestBothCompares(t *testing.T) {
	pr := simple(t)
	fails := &Answer{Outcome: Failed, Failures: []Failure{{Procedure: "p", Line: 3}}}
	open := &Answer{Outcome: TimedOut, Open: []string{"p"}}
	holds := &Answer{Outcome: Verified, Verified: 1}
	maybe := &Answer{Outcome: Failed, Failures: []Failure{{Procedure: "p", Line: 3, Unsure: true}}}
	for _, test := range []struct {
		x, y, want *Answer
	}{
		{fails, fails, fails}, {holds, holds, holds}, {open, holds, holds}, {fails, open, fails}, {maybe, holds, maybe},
		{fails, holds, nil}, {holds, fails, nil},
	} {
		got, err := (&both{saying{test.x}, saying{test.y}}).Run(context.Background(), pr, Options{})
		if test.want != nil {
			require.NoError(t, err)
			assert.Equal(t, test.want.Outcome, got.Outcome)
			continue
		}
		var difference *DifferenceError
		require.ErrorAs(t, err, &difference)
		text, err := os.ReadFile(difference.File)
		require.NoError(t, err)
		assert.Equal(t, pr.Text, string(text))
		assert.NoError(t, os.Remove(difference.File))
	}
	told := Options{Operators: map[string]string{"MUL": "*"}}
	assert.Empty(t, Differences(holds, fails, told), "Boogie does not know that MUL multiplies")
	assert.Len(t, Differences(fails, holds, told), 1)
	two := &Answer{Outcome: Failed, Failures: []Failure{{Procedure: "p", Line: 3}, {Procedure: "p", Line: 4}}}
	stopped := &Answer{Outcome: Failed, Failures: fails.Failures, Partial: []string{"p"}}
	assert.Len(t, Differences(two, fails, Options{}), 1)
	assert.Empty(t, Differences(two, stopped, Options{}))
	assert.Empty(t, Differences(stopped, two, Options{}))
	x, y := &Answer{Inferred: map[string]bool{"a": true, "b": true}}, &Answer{Inferred: map[string]bool{"a": true, "b": false}}
	assert.Len(t, Differences(x, y, Options{Infer: true}), 1)
}
