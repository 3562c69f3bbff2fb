package candidate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// alone is a procedure that knows nothing beyond the loop.
type alone struct{}

func (alone) Expand(x kernel.Expr) kernel.Expr                                 { return x }
func (alone) Definition(*kernel.Var) kernel.Expr                               { return nil }
func (alone) Carried(_ *predicate.While, assigned []*kernel.Var) []*kernel.Var { return assigned }
func (alone) Tracked() []string                                                { return []string{"tile"} }
func (alone) Exchanging() []boogie.Expr                                        { return nil }
func (alone) Together() []boogie.Expr                                          { return nil }
func (alone) Taken(*kernel.Atomic, boogie.Expr) boogie.Expr                    { return nil }
func (alone) Guesses(*Loop) []boogie.Expr                                      { return nil }
func (alone) Counts(*Loop) []boogie.Expr                                       { return nil }

// guesses asks the rules about
//
//	for (int i = t; i < n; i += 64) out[i] = ...
//
// and returns what they say, by rule.
func guesses(t *testing.T, model key.Arith) map[string][]string {
	t.Helper()
	i := &kernel.Var{Name: "i", T: kernel.I32}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	start := &kernel.Var{Name: "i_start", T: kernel.I32}
	k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{n}, Vars: []*kernel.Var{i, start}}
	enc := &arith.Encoder{Names: arith.NewNames(k), Uniform: map[*kernel.Var]bool{}, Pair: fact.SameBlock, Model: arith.ModelOf(model),
		Ranges: fact.NewRanges(k), Used: arith.NewVocabulary(), Locals: map[string]boogie.Type{}}
	more := kernel.Bin(kernel.Lt, kernel.Ref(i), kernel.Ref(n))
	step := &kernel.Assign{Dst: i, X: kernel.Bin(kernel.Add, kernel.Ref(i), kernel.NewConst(kernel.I32, 64))}
	l := NewLoop(&predicate.While{Guard: more, Loop: &kernel.Loop{Cond: more}, Body: []predicate.Stmt{&predicate.Do{Stmt: step}}}, nil, enc, alone{})
	l.Counters[0].Start = start
	l.Accesses = []Access{{Kind: key.Write, Array: "out", Index: kernel.Ref(i), Type: kernel.I32, Site: 3}}
	l.AddLogged()
	said := map[string][]string{}
	Ask(l, func(string) bool { return true }, func(rule string, e boogie.Expr) {
		said[rule] = append(said[rule], boogie.ExprString(e))
	})
	return said
}

// TestRulesOnALoopAlone: rules need a loop and what a procedure answers, no writer.
func TestRulesOnALoopAlone(t *testing.T) {
	said := guesses(t, key.IntArith)
	assert.Equal(t, []string{"!WRITE_HAS_OCCURRED_out"}, said["log-empty"])
	assert.Equal(t, []string{"tile$1 == tile$2"}, said["maps-equal"])
	assert.Equal(t, []string{"i_start$1 <= i$1 && i_start$2 <= i$2"}, said["counter-bound"])
	assert.Equal(t, []string{"(i$1 - i_start$1) mod 64 == 0 && (i$2 - i_start$2) mod 64 == 0"}, said["counter-stride"])
	assert.Equal(t, []string{"WRITE_HAS_OCCURRED_out ==> (WRITE_OFFSET_out - i_start$1) mod 64 == 0"}, said["access-congruent"])
	assert.Contains(t, said["access-stride"], "WRITE_HAS_OCCURRED_out ==> WRITE_OFFSET_out < i$1")
}

// TestRulesAreNamedOnce: every rule that speaks is in the list, in its order.
func TestRulesAreNamedOnce(t *testing.T) {
	names := Rules()
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names))
	for _, model := range []key.Arith{key.IntArith, key.BVArith} {
		for rule := range guesses(t, model) {
			assert.Contains(t, names, rule)
		}
	}
}

// TestShares: what the user wrote is taken, the rest in turn, and the sum is never over the limit.
func TestShares(t *testing.T) {
	of := func(rule string, n int) []guess { return slices.Repeat([]guess{{rule: rule}}, n) }
	made := [][]guess{of("log-empty", 3), nil, of("generation", 50), of(userRule.name, 4)}
	for most, want := range map[int][]int{100: {3, 0, 50, 4}, 20: {3, 0, 13, 4}, 7: {2, 0, 1, 4}, 3: {0, 0, 0, 3}, 0: {0, 0, 0, 0}} {
		assert.Equal(t, want, shares(made, most), most)
	}
}
