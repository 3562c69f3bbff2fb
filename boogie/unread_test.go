package boogie_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// Variables that nothing reads go, with what is assigned to them, with parameters that go nowhere else and with
// procedures that do nothing else.
func TestRead(t *testing.T) {
	p, err := boogie.Parse("p", `
var SEEN, ITER, SOURCE: int;
var MAP: [int]int;
procedure {:inline 1} LOG(p: bool, iter: int, source: int) modifies SEEN, ITER, SOURCE;
{ var track: bool; havoc track; if (p && track) { SEEN := SEEN + 1; ITER := iter; SOURCE := source; } }
procedure {:inline 1} NOTE(x: int) modifies MAP; { MAP[x] := x; }
procedure k(n: int) modifies SEEN, ITER, SOURCE, MAP;
{
  var i, at, twice: int;
  i := 0; at, twice := 0, 0;
  while (i < n) invariant 0 <= i; { i := i + 1; at := at + i; twice := at + at; call LOG(i > 3, i, at); call NOTE(at); }
  assert SEEN <= 7 || SOURCE == 3;
}`)
	require.NoError(t, err)
	want, err := boogie.Parse("p", `
var SEEN, SOURCE: int;
procedure {:inline 1} LOG(p: bool, source: int) modifies SEEN, SOURCE;
{ var track: bool; havoc track; if (p && track) { SEEN := SEEN + 1; SOURCE := source; } }
procedure k() modifies SEEN, SOURCE;
{
  var i, at: int;
  i := 0; at := 0;
  while (i < n) invariant 0 <= i; { i := i + 1; at := at + i; call LOG(i > 3, at); }
  assert SEEN <= 7 || SOURCE == 3;
}`)
	require.NoError(t, err)
	for _, d := range want.Decls {
		if k, is := d.(*boogie.Proc); is && k.Name == "k" {
			k.Params = []boogie.Var{{Name: "n", T: boogie.Int}}
		}
	}
	assert.Equal(t, boogie.Print(want).Text, boogie.Print(boogie.Read(p)).Text)
}
