package solver

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// lineOf finds the only line of text that contains part.
func lineOf(t *testing.T, text, part string) int {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, part), part)
	before, _, _ := strings.Cut(text, part)
	return strings.Count(before, "\n") + 1
}

func TestRaceWithBitVectors(t *testing.T) {
	_, pr := program(t, "race_bv")
	a := runReal(t, pr, Options{})
	require.Equal(t, Failed, a.Outcome, a.Output)
	require.Len(t, a.Failures, 2)

	race := a.Failures[0]
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

	bound := a.Failures[1]
	assert.Equal(t, lineOf(t, pr.Text, "assert ULT(i, 5bv32)"), bound.Line)
	assert.Equal(t, "s2", bound.At)
}

func TestRaceWithIntegers(t *testing.T) {
	_, pr := program(t, "race_int")
	a := runReal(t, pr, Options{Cores: 2})
	require.Equal(t, Failed, a.Outcome, a.Output)
	require.Len(t, a.Failures, 6, a.Output)
	first, race, value := a.Failures[0], a.Failures[1], a.Failures[2]
	early, four, entry := a.Failures[3], a.Failures[4], a.Failures[5]

	assert.Equal(t, "one", first.Procedure)
	assert.Equal(t, "-3", first.State["m"])
	assert.Empty(t, first.At)

	assert.Equal(t, "s0", race.At)
	assert.False(t, race.Unsure, "with array theory Z3 is sure of maps")
	assert.Equal(t, lineOf(t, pr.Text, "call CHECK_WRITE_tile"), race.Line)
	assert.Equal(t, lineOf(t, pr.Text, "requires !(p && READ"), race.Related)
	assert.NotEmpty(t, race.State["READ_OFFSET_tile"])

	assert.Equal(t, "s1", value.At)
	assert.NotEqual(t, "3", value.State["x$1"])

	assert.Equal(t, "two", four.Procedure)
	assert.True(t, early.LoopEntry)
	assert.Equal(t, early.Line, four.Line)
	assert.True(t, four.LoopStep)
	assert.False(t, four.LoopEntry)
	assert.Equal(t, "4", four.State["j"])

	assert.Equal(t, "4", early.State["m"])
	assert.Equal(t, "in", four.At)
	assert.True(t, entry.LoopEntry)
	assert.Equal(t, lineOf(t, pr.Text, "invariant j > 0"), entry.Line)
}

func TestVerifiedProgram(t *testing.T) {
	p, err := boogie.Parse("p", "procedure p(x: int) requires x > 3; { assert x > 2; }\nprocedure q();")
	require.NoError(t, err)
	a := runReal(t, boogie.Print(p), Options{})
	assert.Equal(t, Verified, a.Outcome)
	assert.Empty(t, a.Failures)
	assert.Positive(t, a.Seconds)
}

func TestInferThenVerify(t *testing.T) {
	p, _ := program(t, "houdini")
	inferred := runReal(t, boogie.Print(boogie.ForInference(p)), Options{Infer: true})
	require.Equal(t, Verified, inferred.Outcome, inferred.Output)
	assert.Equal(t, map[string]bool{"c0": false, "c1": true, "c2": true, "c3": false}, inferred.Inferred)

	a := runReal(t, boogie.Print(boogie.Inferred(p, inferred.Inferred)), Options{})
	require.Len(t, a.Failures, 2, a.Output)
	assert.Equal(t, Failed, a.Outcome)
	assert.Equal(t, "k", a.Failures[0].Procedure)
	assert.Equal(t, "end", a.Failures[0].At)
	assert.Equal(t, a.Failures[0].State["n"], a.Failures[0].State["i"])
}

func TestUnknownIsUnsure(t *testing.T) {
	_, pr := program(t, "quantifier")
	a := runReal(t, pr, Options{})
	require.Len(t, a.Failures, 2, a.Output)
	assert.Equal(t, "unsure", a.Failures[0].Procedure)
	assert.True(t, a.Failures[0].Unsure)
	assert.Equal(t, "sure", a.Failures[1].Procedure)
	assert.False(t, a.Failures[1].Unsure)
}

// TestProverEffort: the prover's effort is limited in its own units, so that the answer
// is the same on every machine.
func TestProverEffort(t *testing.T) {
	_, pr := program(t, "factor")
	for range 2 {
		a := runReal(t, pr, Options{Resources: 1_000_000})
		assert.Equal(t, Failed, a.Outcome)
		assert.Equal(t, []string{"hard"}, a.Open)
		require.Len(t, a.Failures, 1, a.Output)
		assert.Equal(t, "easy", a.Failures[0].Procedure)
	}
}

func TestProverMemoryLimit(t *testing.T) {
	_, pr := program(t, "factor")
	a := runReal(t, pr, Options{MemoryMB: 20})
	assert.Equal(t, []string{"hard"}, a.Open)
	require.Len(t, a.Failures, 1, a.Output)
	assert.Equal(t, "easy", a.Failures[0].Procedure)
}

func TestUserInvariantsHelpInference(t *testing.T) {
	p, err := boogie.Parse("p", `const {:existential true} c0: bool;
procedure k(n: int) requires n > 0;
{
  var i, j: int;
  i := 0; j := 5;
  while (i < n)
    invariant j == 5;
    invariant c0 ==> i >= 0 && j > 4;
  {
    i := i + 1; havoc j;
  }
}`)
	require.NoError(t, err)
	a := runReal(t, boogie.Print(boogie.ForInference(p)), Options{Infer: true})
	assert.Equal(t, map[string]bool{"c0": true}, a.Inferred, "the user's invariant is assumed, though it fails")
}

func TestLoopUnroll(t *testing.T) {
	text := "procedure p(n: int)\n{\n  var i: int;\n  i := 0;\n  while (i < n) {\n    i := i + 1;\n    assert i < 4;\n  }\n}\n"
	pr := boogie.Printed{Text: text}
	assert.Equal(t, Verified, runReal(t, pr, Options{LoopUnroll: 3}).Outcome)
	assert.Equal(t, Failed, runReal(t, pr, Options{LoopUnroll: 5}).Outcome)
}

func TestStatesOfUnrolledLoops(t *testing.T) {
	text := "procedure p(n: int)\n{\n  var i: int;\n  i := 0;\n  while (i < n) {\n    i := i + 1;\n" +
		"    assume {:captureState \"here\"} true;\n    assert i < 3;\n  }\n}\n"
	a := runReal(t, boogie.Printed{Text: text}, Options{LoopUnroll: 5})
	require.NotEmpty(t, a.Failures)
	assert.Equal(t, "here", a.Failures[0].At, "the copy's name is that of the original")
	assert.Equal(t, "3", a.Failures[0].State["i"], "the values are those of the failing iteration")
}

func TestRejectedProgramIsAToolError(t *testing.T) {
	runReal(t, boogie.Printed{Text: "procedure p() { }"}, Options{}) // skips if there is no Boogie
	for _, text := range []string{"procedure p() { x := 1; }", "procedure p( {", "procedure p() { assert 1; }"} {
		_, err := RunBoogie(context.Background(), boogie.Printed{Text: text}, Options{})
		var fault *ToolError
		require.ErrorAs(t, err, &fault, text)
		assert.Contains(t, fault.Error(), "stdin.bpl(")
	}
}

func TestDeepConjunctionDoesNotOverflowBoogie(t *testing.T) {
	terms := make([]string, 10_000)
	for i := range terms {
		terms[i] = "a != 1"
	}
	text := "procedure p(a: int)\n  requires " + strings.Join(terms, " && ") + ";\n{\n  assert a != 1;\n}\n"
	assert.Equal(t, Verified, runReal(t, boogie.Printed{Text: text}, Options{}).Outcome)
}

func TestVersions(t *testing.T) {
	for _, tool := range Tools {
		if _, err := exec.LookPath(tool); err == nil {
			v, err := Version(context.Background(), tool)
			require.NoError(t, err)
			assert.Regexp(t, `^\d+\.\d+`, v)
		}
	}
}

// BenchmarkEmptyProgram is the time for Boogie to do nothing.
func BenchmarkEmptyProgram(b *testing.B) {
	for b.Loop() {
		if _, err := RunBoogie(context.Background(), boogie.Printed{Text: "procedure p() { }"}, Options{}); err != nil {
			b.Skip(err)
		}
	}
}
