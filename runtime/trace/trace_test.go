package trace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLines(t *testing.T) {
	var tr Trace
	outer := tr.Begin("two-threads")
	tr.Ask("boogie", "two threads of a block: data-race")
	inner := tr.Begin("prove")
	tr.Ask("boogie", "integers: int")
	tr.Says(Answer{About: "data-race", Status: "proved"})
	tr.Says(Answer{About: "assertion", Status: "proved"})
	tr.Says(Answer{About: "deadlock", Status: "open", Why: "time"})
	tr.End(inner)
	tr.End(tr.Begin("confirm")) // asks nothing and learns nothing
	tr.Note("one note")
	tr.Note("one note")
	tr.Says(Answer{About: "data-race", Status: "proved", Why: "int"})
	tr.End(outer)
	assert.Equal(t, strings.Split(strings.TrimSpace(`
two-threads  boogie  two threads of a block: data-race
  prove      boogie  integers: int
                       -> proved: data-race, assertion
                       -> undecided: deadlock (time)
                     -> one note
                     -> proved: data-race (int)`), "\n"), tr.Lines())
}

// TestEndClosesWhatIsInside: a step that returns early leaves no part open.
func TestEndClosesWhatIsInside(t *testing.T) {
	var tr Trace
	outer := tr.Begin("outer")
	tr.Ask("weft", "")
	tr.Begin("inner")
	tr.Close(outer)
	tr.Note("of the outer one")
	tr.End(outer)
	assert.Equal(t, []string{"of the outer one"}, tr.Steps[0].Notes)
	assert.Equal(t, 0, tr.Begin("next").Depth)
}

func TestNobodyListens(t *testing.T) {
	var tr *Trace
	s := tr.Begin("step")
	tr.Ask("weft", "")
	tr.Note("note")
	tr.Says(Answer{})
	tr.Close(s)
	tr.End(s)
	assert.False(t, tr.Recording())
}

// TestTold: somebody who listens hears what the open steps ask.
func TestTold(t *testing.T) {
	var heard []string
	tr := Trace{Told: func(doing string) { heard = append(heard, doing) }}
	outer := tr.Begin("two-threads")
	tr.Ask("boogie", "two threads of a block: data-race")
	tr.End(tr.Begin("run-program"))
	tr.End(outer)
	assert.Equal(t, []string{"two threads", "two threads of a block: data-race", "two threads of a block: data-race; run program"}, heard)
}
