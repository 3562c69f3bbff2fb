package merge_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/boogietest"
	"gv2/boogie/merge"
)

// common is what the procedures of the tests share.
const common = `
const {:existential true} b0: bool;
const {:existential true} b1: bool;
var N, M, SEEN_a, SEEN_b: int;
var HAS_a, HAS_b: bool;
procedure {:inline 1} LOG_a(p: bool, at: int) modifies HAS_a, SEEN_a;
{ var track: bool; havoc track; if (p && track) { HAS_a := true; SEEN_a := at; } }
procedure {:inline 1} LOG_b(p: bool, at: int) modifies HAS_b, SEEN_b;
{ var track: bool; havoc track; if (p && track) { HAS_b := true; SEEN_b := at; } }
procedure {:inline 1} EMPTY_b() modifies HAS_b;
{ assume !HAS_b; }
procedure {:inline 1} COUNT(p: bool) modifies N;
{ if (p) { N := N + 1; } }
procedure {:inline 1} COUNT_M(p: bool) modifies M;
{ if (p) { M := M + 1; } }
`

func merged(t *testing.T, one, two string) *boogie.Program {
	t.Helper()
	out := merge.Procs(boogietest.Parse(t, common+one+two), merge.Group{Name: "k$race", Procs: []string{"k$a", "k$b"}})
	require.NoError(t, boogie.Check(out))
	return out
}

// What both procedures have is there once, in its order, and what one has stays between its neighbours.
func TestProcs(t *testing.T) {
	out := merged(t, `
procedure k$a() requires N == 0; requires !HAS_a; modifies N, HAS_a, SEEN_a;
{
  var i, start: int;
  i := 0; start := N;
  while (i < 9) invariant b0 ==> N <= i; invariant {:tag "log"} HAS_a ==> SEEN_a < i;
  { call LOG_a(true, i); call COUNT(true); i := i + 1; }
  assert HAS_a ==> SEEN_a < 9;
}`, `
procedure k$b() requires N == 0; requires !HAS_b && SEEN_b == -1; requires M == 0; modifies N, M, HAS_b, SEEN_b;
{
  var first, i: int;
  first := M; i := 0;
  while (i < 9) invariant b1 ==> N <= i; invariant b0 ==> M == N;
  { call COUNT(true); call COUNT_M(true); if (i > 3) { call LOG_b(true, i); } i := i + 1; }
  assert HAS_b ==> SEEN_b > 3;
}`)
	want := boogietest.Parse(t, strings.Replace(common, "const {:existential true} b1: bool;\n", "", 1)+`
procedure k$race() requires N == 0; requires !HAS_a; requires !HAS_b && SEEN_b == -1; requires M == 0;
  modifies N, HAS_a, SEEN_a, M, HAS_b, SEEN_b;
{
  var first, i, start: int;
  first := M; i := 0; start := N;
  while (i < 9) invariant b0 ==> N <= i; invariant {:tag "log"} HAS_a ==> SEEN_a < i; invariant b0 ==> M == N;
  { call LOG_a(true, i); call COUNT(true); call COUNT_M(true); if (i > 3) { call LOG_b(true, i); } i := i + 1; }
  assert HAS_a ==> SEEN_a < 9;
  assert HAS_b ==> SEEN_b > 3;
}`)
	assert.Equal(t, boogie.Print(want).Text, boogie.Print(out).Text)
}

// Assignments that do not depend on each other may come in another order.
func TestOrder(t *testing.T) {
	out := merged(t, `
procedure k$a() modifies N, M; { var i, j: int; i := N; j := M; N := i + j; M := 2; assert i + j == N; }`, `
procedure k$b() modifies N, M; { var i, j: int; j := M; i := N; N := i + j; M := 2; assert N >= i; }`)
	assert.Equal(t, []string{"k$race"}, boogie.Implemented(out))
	text := boogie.Print(out).Text
	assert.Less(t, strings.Index(text, "i := N;"), strings.Index(text, "N := i + j;"))
	assert.Less(t, strings.Index(text, "j := M;"), strings.Index(text, "M := 2;"))
}

// Two procedures stay two where one could hide what fails in the other.
func TestRefusals(t *testing.T) {
	const a = `
procedure k$a() requires N == 0; modifies N; { var i: int; i := N; call COUNT(i == 0); assert N == 1; }`
	for why, b := range map[string]string{
		"it changes what the other reads":        `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; i := 1; call COUNT(i == 0); assert N == 0; }`,
		"it changes what the other counts":       `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; call COUNT(i == 0); call COUNT(true); assert N == 2; }`,
		"it havocs what the other reads":         `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; havoc i; call COUNT(i == 0); assert N == 1; }`,
		"it assumes something":                   `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; assume M == 3; call COUNT(i == 0); assert M == 3; }`,
		"it calls what assumes something":        `procedure k$b() requires N == 0; modifies N, M, HAS_b; { var i: int; i := N; call EMPTY_b(); call COUNT(i == 0); }`,
		"it need not end":                        `procedure k$b() requires N == 0; modifies N, M; { var i, j: int; i := N; while (j != 7) { j := j - 1; } call COUNT(i == 0); }`,
		"it returns":                             `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; if (M == 0) { return; } call COUNT(i == 0); }`,
		"it begins elsewhere":                    `procedure k$b() requires N == 1; modifies N, M; { var i: int; i := N; call COUNT(i == 0); }`,
		"it begins anywhere":                     `procedure k$b() modifies N, M; { var i: int; i := N; call COUNT(i == 0); assert N >= 0; }`,
		"it begins nowhere":                      `procedure k$b() requires N == 0; requires M == 1 && M == 2; modifies N, M; { var i: int; i := N; call COUNT(i == 0); }`,
		"a name means something else":            `procedure k$b() requires N == 0; modifies N, M; { var i: bool; i := N == 0; call COUNT(i); }`,
		"what it assumes of a loop is not shown": `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; while (i > 0) free invariant false; { i := 0; } call COUNT(i == 0); assert N == 1; }`,
	} {
		t.Run(why, func(t *testing.T) {
			first := a
			if strings.Contains(why, "loop is not shown") {
				first = strings.Replace(a, "call COUNT", "while (i > 0) { i := 0; } call COUNT", 1)
			}
			assert.Equal(t, []string{"k$a", "k$b"}, boogie.Implemented(merged(t, first, b)))
		})
	}
	both := merged(t, a, `procedure k$b() requires N == 0; modifies N, M; { var i: int; i := N; call COUNT(i == 0); M := N; assert M == N; }`)
	assert.Equal(t, []string{"k$race"}, boogie.Implemented(both), "nothing stands in the way")
}
