package boogie

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const loopText = `
procedure p(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant 0 <= i;
  {
    i := i + 1;
    assert i < 3;
  }
  assert i == n;
}
`

func TestUnroll(t *testing.T) {
	p, err := Parse("loop.bpl", loopText)
	require.NoError(t, err)
	got := Unroll(p, func(*While) int { return 2 })
	require.NoError(t, Check(got))
	want, err := Parse("want.bpl", `
procedure p(n: int)
{
  var i: int;
  i := 0;
  assert 0 <= i;
  if (i < n) {
    i := i + 1;
    assert i < 3;
    assert 0 <= i;
    if (i < n) {
      i := i + 1;
      assert i < 3;
      assert 0 <= i;
      if (i < n) {
        assume false;
      }
    }
  }
  assert i == n;
}
`)
	require.NoError(t, err)
	assert.Equal(t, Print(want).Text, Print(got).Text)
}

func TestUnrollCountsAnewForEachEntry(t *testing.T) {
	p, err := Parse("nest.bpl", "procedure p()\n{\n  while (*) { while (*) { assert true; } }\n}\n")
	require.NoError(t, err)
	got := Unroll(p, func(*While) int { return 3 })
	asserts := 0
	WalkStmts(got.Decls[0].(*Proc).Body, func(s Stmt) {
		if _, ok := s.(*Assert); ok {
			asserts++
		}
	})
	assert.Equal(t, 9, asserts)
}

func TestUnrollKeepsLoopsThatAreLeft(t *testing.T) {
	p, err := Parse("left.bpl", "procedure p()\n{\n  while (*) { if (*) { break; } }\n}\n")
	require.NoError(t, err)
	assert.Equal(t, Print(p).Text, Print(Unroll(p, func(*While) int { return 3 })).Text)
}

func TestSizeStopsAtTheLimit(t *testing.T) {
	p, err := Parse("loop.bpl", loopText)
	require.NoError(t, err)
	assert.Equal(t, 5, Size(p, 100))
	wide := Unroll(p, func(*While) int { return 1000 })
	assert.InDelta(t, 51, Size(wide, 50), 5)
}
