package solver

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const twoProcedures = `procedure k(n: int)
  requires n > 0;
{
  assert n > 7;
}

procedure {:inline 1} log()
{
}

procedure l(n: int)
{
  while (true)
    invariant n > 0;
  {
  }
}

procedure check(n: int);
  requires n > 0;
`

// parse feeds recorded output to a reader.
func parse(t *testing.T, output string, opts Options) (*Answer, error) {
	t.Helper()
	r := newReader(procedures(twoProcedures), opts)
	require.NoError(t, r.readAll(strings.NewReader(output)))
	return r.finish("", nil)
}

func TestProcedures(t *testing.T) {
	ps := procedures(twoProcedures)
	assert.Equal(t, []procedure{{"k", 1, true}, {"log", 7, false}, {"l", 11, true}, {"check", 19, false}}, ps)
	for line, want := range map[int]string{1: "k", 6: "k", 7: "log", 18: "l", 99: "check", 0: ""} {
		assert.Equal(t, want, at(ps, line), line)
	}
}

// noisy is what Boogie 2.4.1 prints around every answer with Z3 4.8.
const noisy = `[TRACE] Using prover: /usr/bin/z3
Parsing stdin.bpl
Coalescing blocks...
Prover error: line 18 column 28: unknown parameter 'model_compress'
Legal parameters are:
  auto_config (bool) (default: true)
  timeout (unsigned int) (default: 4294967295)
  unicode (bool)
`

func TestFailureKinds(t *testing.T) {
	const trace = "Execution trace:\n    stdin.bpl(4,3): anon0\n    <no file>(2,0): entry\n    stdin.bpl(13,1): anon3\n"
	tests := []struct {
		name, output string
		want         Failure
	}{
		{"assertion", "stdin.bpl(4,3): Error BP5001: This assertion might not hold.\n" + trace,
			Failure{Procedure: "k", Line: 4, Trace: []int{4, 13}}},
		{"assertion of a new Boogie", "stdin.bpl(4,3): Error: this assertion could not be proved\n" + trace,
			Failure{Procedure: "k", Line: 4, Trace: []int{4, 13}}},
		{"precondition", "stdin.bpl(4,3): Error BP5002: A precondition for this call might not hold.\n" +
			"stdin.bpl(20,3): Related location: This is the precondition that might not hold.\n" + trace,
			Failure{Procedure: "k", Line: 4, Related: 20, Trace: []int{4, 13}}},
		{"precondition of a new Boogie", "stdin.bpl(4,3): Error: a precondition for this call could not be proved\n" +
			"stdin.bpl(20,3): Related location: this is the precondition that could not be proved\n" + trace,
			Failure{Procedure: "k", Line: 4, Related: 20, Trace: []int{4, 13}}},
		{"postcondition", "stdin.bpl(5,1): Error BP5003: A postcondition might not hold on this return path.\n" +
			"stdin.bpl(2,3): Related location: This is the postcondition that might not hold.\n" + trace,
			Failure{Procedure: "k", Line: 5, Related: 2, Trace: []int{4, 13}}},
		{"loop entry", "stdin.bpl(14,5): Error BP5004: This loop invariant might not hold on entry.\n",
			Failure{Procedure: "l", Line: 14, LoopEntry: true}},
		{"loop entry of a new Boogie", "stdin.bpl(14,5): Error: this loop invariant could not be proved on entry\n",
			Failure{Procedure: "l", Line: 14, LoopEntry: true}},
		{"loop step", "stdin.bpl(14,5): Error BP5005: This loop invariant might not be maintained by the loop.\n",
			Failure{Procedure: "l", Line: 14, LoopStep: true}},
		{"loop step of a new Boogie", "stdin.bpl(14,5): Error: this invariant could not be proved to be maintained by the loop\n",
			Failure{Procedure: "l", Line: 14, LoopStep: true}},
		{"in an inlined procedure", "stdin.bpl(8,5): Error BP5001: This assertion might not hold.\n" + trace,
			Failure{Procedure: "k", Line: 8, Trace: []int{4, 13}}},
	}
	for _, tt := range tests {
		a, err := parse(t, noisy+tt.output+"\nBoogie program verifier finished with 1 verified, 1 error\n", Options{})
		require.NoError(t, err, tt.name)
		assert.Equal(t, Failed, a.Outcome, tt.name)
		assert.Equal(t, []Failure{tt.want}, a.Failures, tt.name)
		assert.NotContains(t, a.Output, "model_compress")
		assert.NotContains(t, a.Output, "auto_config")
	}
}

func TestOpenProcedures(t *testing.T) {
	tests := []struct {
		name, output, summary string
		outcome               Outcome
		open                  []string
	}{
		{"time", "stdin.bpl(1,11): Verification of 'k' timed out after 3 seconds\n" +
			"stdin.bpl(4,3): Timed out on BP5001: This assertion might not hold.\nExecution trace:\n    stdin.bpl(4,3): anon0\n",
			"1 verified, 0 errors, 1 time out", TimedOut, []string{"k"}},
		{"time, older words", "stdin.bpl(1,11): Verification timed out after 3 seconds (k)\n",
			"1 verified, 0 errors, 1 time out", TimedOut, []string{"k"}},
		{"memory", "stdin.bpl(1,11): Verification out of memory (k)\n", "1 verified, 0 errors, 1 out of memory", TimedOut, []string{"k"}},
		{"resource", "stdin.bpl(1,11): Verification of 'k' out of resource\n", "0 verified, 0 errors, 2 out of resource", TimedOut, []string{"k", "l"}},
		{"inconclusive", "stdin.bpl(1,11): Verification inconclusive (l)\n", "1 verified, 0 errors, 1 inconclusive", Undecided, []string{"l"}},
		{"both", "stdin.bpl(1,11): Verification of 'k' timed out after 3 seconds\nstdin.bpl(11,11): Verification inconclusive (l)\n",
			"0 verified, 0 errors, 1 time outs, 1 inconclusive", TimedOut, []string{"k", "l"}},
		{"a failure decides", "stdin.bpl(1,11): Verification of 'k' timed out after 3 seconds\n" +
			"stdin.bpl(14,5): Error BP5004: This loop invariant might not hold on entry.\n",
			"0 verified, 1 error, 1 time out", Failed, []string{"k"}},
	}
	for _, tt := range tests {
		a, err := parse(t, noisy+tt.output+"\nBoogie program verifier finished with "+tt.summary+"\n", Options{})
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.outcome, a.Outcome, tt.name)
		assert.Equal(t, tt.open, a.Open, tt.name)
	}
}

// Nothing but its result makes a procedure verified: not a message that is missing, and none
// that is not understood.
func TestOnlyResultsVerify(t *testing.T) {
	const (
		k        = "Verifying k' ...\n"
		l        = "Verifying l ...\n  [0.031 s, solver resource count: 2304, 4 proof obligations]  verified\n"
		older    = "Verifying l ...\n  [0.031 s, 4 proof obligations]  verified\n"
		failing  = "stdin.bpl(4,3): Error BP5001: This assertion might not hold.\n"
		finished = "\nBoogie program verifier finished with 1 verified, 0 errors"
	)
	for name, tt := range map[string]struct {
		output  string
		outcome Outcome
		cause   Cause
	}{
		"time, a name with a quote": {k + "  [4.659 s, 22 proof obligations]  timed out\nstdin.bpl(1,11): Verification of 'k'' timed out after 35 seconds\n\n" +
			older + finished + ", 1 time out\n", TimedOut, OverTime},
		"time, checks that were late": {k + "  [4.659 s, 22 proof obligations]  timed out\nstdin.bpl(1,11): Verification of 'k'' timed out after 3 seconds with 2 check(s) that timed out individually\n" +
			l + finished + ", 1 time out\n", TimedOut, OverTime},
		"resource, a name with a quote": {k + "  [0.1 s, solver resource count: 12, 2 proof obligations]  out of resource\nstdin.bpl(1,11): Verification out of resource (k')\n" +
			l + finished + ", 1 out of resource\n", TimedOut, OverEffort},
		"memory": {k + "  [0.1 s, solver resource count: 12, 2 proof obligations]  out of memory\nstdin.bpl(1,11): Verification out of memory (k')\n" +
			l + finished + ", 1 out of memory\n", TimedOut, OverMemory},
		"no message": {k + "  [0.1 s, 2 proof obligations]  timed out\n" + older + finished + ", 1 time out\n", TimedOut, OverTime},
		"internal error": {k + "Advisory: k' SKIPPED because of internal error: unexpected prover output: \n  [0.1 s, 2 proof obligations]  inconclusive\n" +
			"stdin.bpl(1,11): Verification inconclusive (k')\n" + older + finished + ", 1 inconclusive\n", Undecided, Crashed},
		"internal error, new": {k + "Advisory: k' SKIPPED because of internal error: unexpected prover output: (error \"x\")\n" +
			"  [0.1 s, solver resource count: 0, 2 proof obligations]  inconclusive\nstdin.bpl(1,11): Verification inconclusive (k')\n" + l + finished + ", 1 inconclusive\n", Undecided, Crashed},
		"internal error, no other message": {k + "Advisory: k' SKIPPED because of internal error: unexpected prover output: \n" + older + finished + ", 1 inconclusive\n", Undecided, Crashed},
		"input and output": {k + "Advisory: k' SKIPPED due to I/O exception: broken pipe\n  [0.1 s, solver resource count: 0, 2 proof obligations]  solver exception\n" +
			"stdin.bpl(1,11): Verification encountered solver exception (k')\n" + l + finished + ", 1 solver exceptions\n", Undecided, Crashed},
		"no condition": {k + "stdin.bpl(1,11): Error: unsupported expression (encountered in implementation k').\n  [0.1 s, 2 proof obligations]  inconclusive\n" +
			"stdin.bpl(1,11): Verification inconclusive (k')\n" + older + finished + ", 1 inconclusive\n", Undecided, Crashed},
		"inconclusive, no message": {k + "  [0.1 s, 2 proof obligations]  inconclusive\n" + older + finished + ", 1 inconclusive\n", Undecided, GaveUp},
		"no result":                {k + older + finished + ", 1 inconclusive\n", Undecided, GaveUp},
	} {
		r := newReader(procedures(strings.ReplaceAll(twoProcedures, "procedure k(", "procedure k'(")), Options{})
		require.NoError(t, r.readAll(strings.NewReader(noisy+tt.output)))
		a, err := r.finish("", nil)
		require.NoError(t, err, name)
		assert.Equal(t, tt.outcome, a.Outcome, name)
		assert.Equal(t, []string{"k'"}, a.Open, name)
		assert.Equal(t, []Unanswered{{Procedure: "k'", Cause: tt.cause}}, a.Unanswered, name)
		assert.Equal(t, 1, a.Verified, name)
	}

	// A failure in one procedure does not make the other one verified.
	a, err := parse(t, "Verifying k ...\n  [0.1 s, 2 proof obligations]  error\n"+failing+"Verifying l ...\n  [0.1 s, 1 proof obligation]  out of memory\n"+
		"\nBoogie program verifier finished with 0 verified, 1 error, 1 out of memory\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, Failed, a.Outcome)
	assert.Equal(t, []string{"l"}, a.Open)

	// A run that is killed between a result and its message.
	r := newReader(procedures(twoProcedures), Options{})
	require.NoError(t, r.readAll(strings.NewReader("Verifying k ...\n  [0.1 s, 2 proof obligations]  out of memory\nVerifying l ...\n  [0.1 s, 1 proof obligation]  error\n")))
	a = r.stopped()
	assert.Equal(t, []string{"k", "l"}, a.Open)
	assert.Equal(t, OverMemory, a.Unanswered[0].Cause)
}

func TestNonsenseIsAToolError(t *testing.T) {
	const good = "\nBoogie program verifier finished with 2 verified, 0 errors\n"
	tests := map[string]string{
		"":                   "its answer has no summary",
		"Segmentation fault": "its answer has no summary",
		"stdin.bpl(1,16): Error: undeclared identifier: x\n1 name resolution errors detected in stdin.bpl\n":                           "undeclared identifier: x",
		"stdin.bpl(1,21): error: \"}\" expected\n1 parse errors detected in stdin.bpl\n":                                               `error: "}" expected`,
		"*** Error: '/bogus': Filename extension '' is not supported.\n":                                                               "*** Error: '/bogus'",
		"Fatal Error: ProverException: Prover died\n" + good:                                                                           "Prover died",
		"Prover error: line 3 column 9: unknown constant x\n" + good:                                                                   "unknown constant x",
		"\nBoogie program verifier finished with 1 verified, 0 errors\n":                                                               "it verified 1 procedures of 2",
		"\nBoogie program verifier finished with 1 verified, 1 error\n":                                                                "it counts 1 errors and shows none",
		"Verifying k ...\n  [0.1 s, 1 proof obligation]  timed out\nVerifying l ...\n  [0.1 s, 1 proof obligation]  verified\n" + good: `it counts k as verified, with the result "timed out"`,
	}
	for output, want := range tests {
		_, err := parse(t, output, Options{})
		var fault *ToolError
		require.ErrorAs(t, err, &fault, output)
		assert.Contains(t, fault.Reason, want, output)
	}
}

func TestHoudiniLeavesAProcedureOut(t *testing.T) {
	a, err := parse(t, "Assignment computed by Houdini:\nc0 = True\n\nBoogie program verifier finished with 1 verified, 0 errors\n", Options{Infer: true})
	require.NoError(t, err)
	assert.Equal(t, Undecided, a.Outcome)
	assert.True(t, a.Inferred["c0"])
}

func TestHoudiniAssignment(t *testing.T) {
	a, err := parse(t, noisy+"Assignment computed by Houdini:\nc0 = True\n_b$k.1 = False\n\n"+
		"Boogie program verifier finished with 2 verified, 0 errors\n", Options{Infer: true})
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"c0": true, "_b$k.1": false}, a.Inferred)
	assert.Equal(t, Verified, a.Outcome)
}

func TestValues(t *testing.T) {
	tests := map[string]string{
		"5": "5", "-5": "-5", "(- 5)": "-5", "5bv32": "5", "(_ bv5 32)": "5", "#x1f": "31", "#b101": "5",
		"#xffffffffffffffffff": "4722366482869645213695", "true": "true", "false": "false", "18446744073709551615bv64": "18446744073709551615",
	}
	for in, want := range tests {
		got, ok := value(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, got)
	}
	for _, in := range []string{"", "**x", "**x@0", "T@ref!val!0", "|T@[Int]Int!val!0|", "(_ as-array k!1)", "1.5", "(- (- 5))", "#xg", "bv", "5bv", "{"} {
		_, ok := value(in)
		assert.False(t, ok, in)
	}
}

func TestModelTakesTheLastState(t *testing.T) {
	m := newModel()
	for line := range strings.Lines(`$mv_state_const -> 3
%lbl%@12 -> false
c0 -> true
k -> (let (_ (a!1 (not b))) a!1)
l -> true
local_id_x$1 -> 3
q@1 -> 20
q@select -> 4
x -> 1
x@0 -> 2
M -> (_ (as-array) (k!6))
$mv_state -> {
  3 0 -> true
  else -> true
}
*** STATE <initial>
  x -> 1
  y -> **y
  OFFSET -> 0bv32
*** END_STATE
*** STATE s1
  x -> (- 7)
  inline$LOG$0$p -> true
  OFFSET -> 9bv32
*** END_STATE
*** STATE s2
  OFFSET -> **OFFSET@3
*** END_STATE
`) {
		m.line(strings.TrimSuffix(line, "\n"))
	}
	got, at := m.last(procedures(twoProcedures))
	assert.Equal(t, "s2", at)
	assert.Equal(t, map[string]string{"c0": "true", "local_id_x$1": "3", "select": "4", "x": "-7"}, got)
}

func TestUnknownAnswersMakeFailuresUnsure(t *testing.T) {
	echo := func(answer, n string) string {
		return "[SMT-OUT-0] " + answer + "\n[SMT-OUT-0] (labels @1 +0)\n[SMT-OUT-0] \"n -> " + n + "\n[SMT-OUT-0] \"\n"
	}
	report := func(line, n string) string {
		return "stdin.bpl(" + line + ",3): Error BP5001: This assertion might not hold.\n*** MODEL\nn -> " + n + "\n*** END_MODEL\n"
	}
	a, err := parse(t, echo("unknown", "(- 3)")+echo("sat", "4")+"[SMT-OUT-0] unsat\n"+report("4", "4")+report("5", "(- 3)")+
		report("6", "99")+"\nBoogie program verifier finished with 1 verified, 3 errors\n", Options{})
	require.NoError(t, err)
	require.Len(t, a.Failures, 3)
	assert.False(t, a.Failures[0].Unsure)
	assert.True(t, a.Failures[1].Unsure)
	assert.True(t, a.Failures[2].Unsure, "no answer has this model")
	assert.Equal(t, "-3", a.Failures[1].State["n"])
}

// What Z3 has answered tells whether Boogie has found all failures of a procedure. Boogie
// prints that before the name of the procedure or after it.
func TestPartialAnswers(t *testing.T) {
	const sat, unsat, unknown, late = "[SMT-OUT-0] sat\n", "[SMT-OUT-0] unsat\n", "[SMT-OUT-0] unknown\n", "[SMT-OUT-0] (:reason-unknown \"canceled\")\n"
	for answers, want := range map[string][]string{
		sat + unsat: nil, sat + unknown: {"k"}, sat + sat: {"k"}, sat + unknown + late + unsat: {"k"},
		sat + unknown + "[SMT-OUT-0] (:reason-unknown \"(incomplete quantifiers)\")\n" + unsat: nil,
	} {
		for _, begin := range []string{"Verifying k ...\n" + answers, answers + "Verifying k ...\n"} {
			a, err := parse(t, begin+"  [0.1 s, 2 proof obligations]  error\n"+
				"stdin.bpl(4,3): Error BP5001: This assertion might not hold.\n"+unsat+"Verifying l ...\n  [0.1 s, 1 proof obligation]  verified\n"+
				"\nBoogie program verifier finished with 1 verified, 1 error\n", Options{})
			require.NoError(t, err)
			assert.Equal(t, want, a.Partial, begin)
		}
	}
}

func TestLongLinesAreCut(t *testing.T) {
	l := newLines(strings.NewReader(strings.Repeat("x", 3*maxLine) + "\r\nshort\r\nlast"))
	first, _ := l.next()
	second, _ := l.next()
	third, _ := l.next()
	assert.Len(t, first, maxLine)
	assert.Equal(t, []string{"short", "last"}, []string{second, third})
}

func FuzzOutput(f *testing.F) {
	f.Add(noisy + "stdin.bpl(4,3): Error BP5001: This assertion might not hold.\nExecution trace:\n    stdin.bpl(4,3): a\n*** MODEL\nx -> 5bv3\n*** STATE s\n  x -> 1\n*** END_MODEL\nfinished with 1 verified, 1 error")
	f.Add("[SMT-OUT-0] sat\n[SMT-OUT-0] \"x -> 1\n[SMT-OUT-0] \"\n*** MODEL\n*** END_MODEL\nAssignment computed by Houdini:\nc = True")
	f.Fuzz(func(t *testing.T, text string) {
		r := newReader(procedures(twoProcedures), Options{})
		if r.readAll(strings.NewReader(text)) == nil {
			a, err := r.finish("", nil)
			if err == nil && a.Outcome == Verified && !strings.Contains(text, "verified") {
				t.Fatal("verified without a summary")
			}
		}
	})
}
