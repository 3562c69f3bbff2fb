package litmus

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gv2/frontend/kernel"
	"gv2/runtime/memory"
	"gv2/runtime/memory/thread"
)

// Outcome says whether a condition can hold in the end.
type Outcome int

const (
	Undecided Outcome = iota
	Allowed
	Forbidden
)

func (o Outcome) String() string { return [...]string{"unknown", "allowed", "forbidden"}[o] }

// Decision is the answer for one kernel.
type Decision struct {
	Outcome Outcome
	// Why is the reason why nothing is decided.
	Why string
	// Execution is one in which the condition holds; of a condition that is forbidden, the
	// candidate that Axiom and Witness rule out. It is nil where no candidate has the
	// values at all.
	Execution *Run
	Axiom     memory.Axiom
	// Races is set if accesses of the execution race.
	Races bool
	// Executions counts those that the model allows.
	Executions int
}

// maxCandidates bounds the search for the axiom that forbids a condition.
const maxCandidates = 30_000

// Decide decides a condition for a kernel with a known launch. The error says what is wrong
// with the condition.
func Decide(k *kernel.Kernel, c *Condition, params map[string]int64) (*Decision, error) {
	l, err := thread.Launch(k, params)
	if err != nil {
		return &Decision{Why: err.Error()}, nil
	}
	b, err := c.bind(l)
	if err != nil {
		return nil, err
	}
	d := &Decision{Outcome: Forbidden}
	explorer := memory.Explorer{Program: l.Program}
	sampled := false
	outside := ""
	res, err := explorer.Explore(func(x *memory.Execution) bool {
		if !x.Ends {
			return true
		}
		for _, path := range x.Paths {
			if s := path.Final.(*thread.Final).Outside; s != nil {
				outside = "an access leaves its array at " + s.Source().Pos.String()
				return true
			}
		}
		if !b.holds(c, x) {
			sampled = sampled || b.sampled(c, x)
			return true
		}
		d.Outcome, d.Execution, d.Races = Allowed, newRun(l, x, nil), len(x.Races()) > 0
		return false
	})
	d.Executions = res.Ended
	switch {
	case err != nil:
		return &Decision{Why: err.Error()}, nil
	case d.Outcome == Allowed && (l.Invented || l.InventedStored):
		return &Decision{Why: "what the threads do or store depends on a value that gv2 does not compute"}, nil
	case d.Outcome == Allowed:
		return d, nil
	case outside != "":
		return &Decision{Why: outside}, nil
	case res.Ended == 0:
		return &Decision{Why: "no execution of the kernel ends: threads wait for each other"}, nil
	case l.Sampled || sampled:
		return &Decision{Why: "what the threads do depends on inputs that nothing fixes; --param, or an initialiser, may help"}, nil
	}
	d.explain(l, b, c)
	return d, nil
}

// explain finds the axiom that forbids the condition: of the candidate executions in which
// it holds, the one that is ruled out most briefly.
func (d *Decision) explain(l *thread.Launched, b *binding, c *Condition) {
	// An order of fences that contradicts causality is a choice nobody would make: it
	// explains an outcome only where nothing else does.
	best, clumsy := -1, true
	e := memory.Explorer{Program: l.Program, Limits: memory.Limits{Executions: maxCandidates}}
	e.Rejected = func(x *memory.Execution, a memory.Axiom) {
		if !x.Ends || !b.holds(c, x) {
			return
		}
		chain, order := x.Witness(a), a == memory.FenceSC
		if best < 0 || clumsy && !order || clumsy == order && len(chain) < best {
			best, clumsy = len(chain), order
			d.Axiom, d.Execution = a, newRun(l, x, chain)
		}
	}
	_, err := e.Explore(func(*memory.Execution) bool { return true })
	if err != nil && !errors.Is(err, memory.ErrTooLarge) {
		d.Axiom, d.Execution = memory.Consistent, nil
	}
}

// Comment is a condition in a file.
type Comment struct {
	Line int // from 1
	Text string
}

var existsComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*//\s*exists:\s*(.*)$`) })

// Comments finds the conditions in the text of a file.
func Comments(text []byte) []Comment {
	var list []Comment
	for i, line := range strings.Split(string(text), "\n") {
		if m := existsComment().FindStringSubmatch(strings.TrimRight(line, "\r")); m != nil {
			list = append(list, Comment{i + 1, m[1]})
		}
	}
	return list
}

// For selects the condition of a kernel at a line: the last one before it, or the only one
// of the file.
func For(comments []Comment, line, previous int) (Comment, bool) {
	var found Comment
	for _, c := range comments {
		if c.Line < line && c.Line > previous {
			found = c
		}
	}
	return found, found.Line > 0
}

// describe names the place of an event for people.
func describe(l *thread.Launched, p memory.Place) string {
	a, block, i := l.Array(p)
	name := a.Label
	if a.Len != 1 {
		name = fmt.Sprintf("%s[%d]", name, i)
	}
	if block >= 0 && l.Kernel.Launch.Blocks() > 1 {
		name += fmt.Sprintf(" of block %d", block)
	}
	return name
}
