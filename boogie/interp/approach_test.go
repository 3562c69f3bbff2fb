package interp

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// meeting has two threads that meet in one element only: runs with values chosen at random hardly
// ever get there, and the work at misses does. The loop behind the check, which chooses as well, is
// no part of that work.
const meeting = `
procedure p(n: int) {
  var i, j, x, y: int;
  assume 0 <= n && n < 1000000;
  havoc x, y;
  assume 0 <= x && x < 100000 && 0 <= y && y < 100000;
  assert !(x * 3 == y * 7 + 12345);
  i := 0;
  while (i < 500) {
    havoc j;
    assume j >= i;
    i := i + 1;
  }
}
`

func beginMeeting(t *testing.T) *Exploration {
	p, err := boogie.Parse("meeting", meeting)
	require.NoError(t, err)
	compiled, err := Compile(p)
	require.NoError(t, err)
	return compiled.Begin(Search{Workers: 1})
}

// TestPausesBetweenMisses: the work at the misses of a batch may be paused, and where it is
// changes nothing in what is found.
func TestPausesBetweenMisses(t *testing.T) {
	whole := beginMeeting(t).Continue(context.Background(), Pause{})
	require.Len(t, whole.Failures, 1)
	x := beginMeeting(t)
	r := x.Continue(context.Background(), Pause{Steps: 1})
	assert.Empty(t, r.Failures)
	assert.NotEmpty(t, x.units[0].open, "a batch was made, and its misses are left")
	for r.Steps < whole.Steps {
		r = x.Continue(context.Background(), Pause{Steps: r.Steps + 1})
	}
	assert.Equal(t, whole, r)
}

// TestMissesAreMeasuredBriefly: a run that measures a miss ends there.
func TestMissesAreMeasuredBriefly(t *testing.T) {
	x := beginMeeting(t)
	r := x.Continue(context.Background(), Pause{Steps: 1})
	u := x.units[0]
	require.NotEmpty(t, u.open)
	m := u.u.idle.Get().(*machine)
	for _, a := range u.open {
		_, ok := u.repeat(m, a, a.values)
		assert.True(t, ok, "the values that missed do so again")
		assert.Less(t, m.steps*20, r.Steps/int64(u.runs), "the loop behind the check was run")
	}
}

// TestCancelledBetweenMisses: a search that is cancelled begins no further work.
func TestCancelledBetweenMisses(t *testing.T) {
	x := beginMeeting(t)
	before := x.Continue(context.Background(), Pause{Steps: 1})
	open := len(x.units[0].open)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.Equal(t, before, x.Continue(ctx, Pause{}))
	assert.Len(t, x.units[0].open, open)
}
