package solver

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// hardCandidate has a candidate, b1, about the factors of a product of two primes: no
// prover finds that out with the effort of the tests. The others are easy; b3 does not hold,
// and b4 needs it.
const hardCandidate = `
const {:existential true} b0: bool; const {:existential true} b1: bool; const {:existential true} b2: bool;
const {:existential true} b3: bool; const {:existential true} b4: bool; const {:existential true} b5: bool;
function {:bvbuiltin "bvmul"} MUL(bv64, bv64): bv64;
function {:bvbuiltin "bvult"} ULT(bv64, bv64): bool;
procedure k(n: int, p: bv64, q: bv64)
  requires ULT(1bv64, p) && ULT(1bv64, q) && ULT(p, 4294967296bv64) && ULT(q, 4294967296bv64);
{
  var i, j: int;
  i := 0; j := 0;
  while (i < n)
    invariant b0 ==> i >= 0;
    invariant b1 ==> MUL(p, q) != 2305843027467304993bv64;
    invariant b2 ==> j == 2 * i;
    invariant b3 ==> i <= 10;
    invariant b4 ==> j <= 20;
    invariant b5 ==> i >= 0 && j >= 0;
  {
    i := i + 1; j := j + 2;
  }
}`

// One candidate that takes too much effort does not lose the others.
func TestHardCandidate(t *testing.T) {
	p, err := boogie.Parse("p", hardCandidate)
	require.NoError(t, err)
	for range 2 {
		a := direct(t, boogie.Print(boogie.ForInference(p)), Options{Infer: true, Resources: 400_000})
		assert.Equal(t, Verified, a.Outcome, a.Output)
		assert.Equal(t, map[string]bool{"b0": true, "b1": false, "b2": true, "b3": false, "b4": false, "b5": true}, a.Inferred)
		require.Len(t, a.Unanswered, 1, a.Output)
		assert.Equal(t, OverEffort, a.Unanswered[0].Cause)
		assert.Contains(t, a.Output, "undecided: out of effort")
	}
}

// hardAssertion has one among others, of which one fails.
const hardAssertion = `
function {:bvbuiltin "bvmul"} MUL(bv64, bv64): bv64;
function {:bvbuiltin "bvult"} ULT(bv64, bv64): bool;
procedure k(x: int, p: bv64, q: bv64)
  requires ULT(1bv64, p) && ULT(1bv64, q) && ULT(p, 4294967296bv64) && ULT(q, 4294967296bv64);
{
  assert x * x >= 0;
  assert MUL(p, q) != 2305843027467304993bv64;
  assert x + 1 > x;
  assert x != 3;
  assert x != 3 || p != q;
}
procedure l(p: bv64, q: bv64)
  requires ULT(1bv64, p) && ULT(1bv64, q) && ULT(p, 4294967296bv64) && ULT(q, 4294967296bv64);
{
  assert MUL(p, q) != 2305843027467304993bv64;
}`

// One assertion that takes too much effort is named, and hides no other that fails.
func TestHardAssertion(t *testing.T) {
	p, err := boogie.Parse("p", hardAssertion)
	require.NoError(t, err)
	pr := boogie.Print(p)
	for range 2 {
		a := direct(t, pr, Options{Resources: 400_000})
		assert.Equal(t, Failed, a.Outcome, a.Output)
		assert.Equal(t, []string{"k", "l"}, a.Open)
		require.Len(t, a.Failures, 1, a.Output)
		assert.Equal(t, lineOf(t, pr.Text, "assert x != 3;"), a.Failures[0].Line)
		var open []string
		for _, u := range a.Unanswered {
			assert.Equal(t, OverEffort, u.Cause)
			line := strings.Split(pr.Text, "\n")[u.Line-1]
			open = append(open, u.Procedure+": "+strings.TrimSpace(line))
		}
		hard := "assert MUL(p, q) != 2305843027467304993bv64;"
		assert.Equal(t, []string{"k: " + hard, "l: " + hard}, open)
	}
}

// What an answer is missing for is told from what solvers say.
func TestCauses(t *testing.T) {
	for _, test := range []struct {
		why    string
		effort bool
		want   reply
	}{
		{`(:reason-unknown "smt tactic failed to show goal to be sat/unsat (incomplete quantifiers)")`, false, reply{isUnknown, GaveUp, "quantifiers"}},
		{`(:reason-unknown "(incomplete (theory arithmetic))")`, true, reply{isUnknown, GaveUp, "arithmetic"}},
		{`(:reason-unknown "unknown")`, true, reply{isUnknown, GaveUp, ""}},
		{`(:reason-unknown incomplete)`, false, reply{isUnknown, GaveUp, ""}},
		{`(:reason-unknown "timeout")`, true, reply{isLate, OverTime, ""}},
		{`(:reason-unknown "canceled")`, true, reply{isLate, OverEffort, ""}},
		{`(:reason-unknown "canceled")`, false, reply{isLate, OverTime, ""}},
		{`(:reason-unknown "max. resource limit exceeded")`, true, reply{isLate, OverEffort, ""}},
		{`(:reason-unknown "memout")`, true, reply{isLate, OverMemory, ""}},
	} {
		assert.Equal(t, test.want, notKnown(test.why, test.effort), test.why)
	}
}
