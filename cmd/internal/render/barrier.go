package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// mostBarriers is how many barriers the text shows for one finding; the JSON has
// all.
const mostBarriers = 4

// barrier shows which threads wait at a barrier, for how many, and where the
// missing ones are.
func (t *textRenderer) barrier(f *claim.Finding, b *claim.Barrier) {
	switch {
	case !samePlace(b.Src, f.Accesses[0].Src) && !b.Wrapped:
		t.note(b.Src, barrierText(b))
	case !samePlace(b.Src, f.Accesses[0].Src):
		t.remark(kernel.Src{Pos: b.Shown()}, barrierText(b))
		t.excerpt(b.Shown())
	default:
		t.remark(kernel.Src{Pos: b.Shown()}, barrierText(b))
	}
	label := "missing"
	if b.Surplus {
		label = "elsewhere"
	}
	for i := range b.Missing {
		m := &b.Missing[i]
		fmt.Fprintf(t.out, "      %s: %s%s\n", label, partText(m), placeText(m))
	}
}

// isExplained reports whether the message and the notes on the other places say everything
// about a barrier: it is the only one, the waiting threads are at the place of the
// finding and in its first generation, and the missing threads have exited or are
// shown.
func isExplained(f *claim.Finding, b *claim.Barrier) bool {
	if len(f.Barriers) > 1 || b.Generation > 1 || b.Surplus || !samePlace(b.Src, f.Accesses[0].Src) {
		return false
	}
	for i := range b.From {
		if !samePlace(b.From[i].Src, b.Src) {
			return false
		}
	}
	return !slices.ContainsFunc(b.Missing, func(m claim.Access) bool {
		shown := func(a claim.Access) bool { return samePlace(a.Src, m.Src) }
		return m.Kind != "exit" && !slices.ContainsFunc(f.Accesses, shown)
	})
}

func barrierText(b *claim.Barrier) string {
	return fmt.Sprintf("%s: it expects %d threads, has %s", waitingText(b), b.Expected, registeredText(b))
}

func waitingText(b *claim.Barrier) string {
	at := fmt.Sprintf("barrier %s, generation %d", cmp.Or(b.Label, strconv.Itoa(b.ID)), b.Generation)
	if len(b.Waiting) == 0 {
		return at
	}
	return partText(&claim.Access{Kind: "wait", Threads: b.Waiting}) + " at " + at
}

// partText is the phrase for what an access's threads do.
func partText(a *claim.Access) string {
	one := len(a.Threads) == 1 && a.Threads[0].From == a.Threads[0].To
	return threadsText(a.Threads) + " " + doing(a.Kind, one)
}

// registeredText is the number of registered threads and their lines.
func registeredText(b *claim.Barrier) string {
	if b.Registered == 0 {
		return "none"
	}
	text := fmt.Sprint(b.Registered)
	var lines []string
	for i := range b.From {
		if a := &b.From[i]; a.Src.Pos.Valid() {
			lines = append(lines, fmt.Sprintf("line %d%s", a.Shown().Line, calledText(a)))
		}
	}
	if len(lines) > 0 {
		text += " from " + strings.Join(lines, ", ")
	}
	return text
}

// threadsText names ranges of threads by the first and the last of each.
func threadsText(ranges []claim.ThreadRange) string {
	var parts []string
	one := len(ranges) == 1
	for _, r := range ranges {
		one = one && r.From == r.To
		parts = append(parts, rangeText(r))
	}
	switch {
	case len(parts) == 0:
		return "other threads"
	case one:
		return "thread " + parts[0]
	default:
		return "threads " + strings.Join(parts, ", ")
	}
}

// rangeText is 32-63 in the first row of a block, else the full indices.
func rangeText(r claim.ThreadRange) string {
	if r.Block != nil {
		of := " of block " + threadText(*r.Block)
		r.Block = nil
		return rangeText(r) + of
	}
	row := r.From[1]+r.From[2]+r.To[1]+r.To[2] == 0
	switch {
	case row && r.From == r.To:
		return fmt.Sprint(r.From[0])
	case row:
		return fmt.Sprintf("%d-%d", r.From[0], r.To[0])
	case r.From == r.To:
		return threadText(r.From)
	default:
		return threadText(r.From) + " to " + threadText(r.To)
	}
}

func threadText(t [3]int64) string { return fmt.Sprintf("(%d,%d,%d)", t[0], t[1], t[2]) }

// verbs are for threads at a statement, in singular and plural.
var verbs = map[string][2]string{
	"sync":   {"syncs here", "sync here"},
	"wait":   {"waits", "wait"},
	"arrive": {"arrives", "arrive"},
	"exit":   {"has exited", "have exited"},
	"read":   {"reads", "read"},
	"write":  {"writes", "write"},
	"atomic": {"updates atomically", "update atomically"},
	"assert": {"checks this", "check this"},
}

func doing(kind string, one bool) string {
	verb, known := verbs[kind]
	switch {
	case !known && one:
		return "is here"
	case !known:
		return "are here"
	case one:
		return verb[0]
	}
	return verb[1]
}

func placeText(a *claim.Access) string {
	if !a.Src.Pos.Valid() {
		return ""
	}
	return " at " + a.Shown().String() + calledText(a)
}

// calledText names the line of the call of an inlined function, of one that does something else the innermost.
func calledText(a *claim.Access) string {
	calls := a.Src.Calls
	if a.Wrapped && len(calls) > 0 {
		calls = calls[:len(calls)-1]
	}
	if len(calls) == 0 {
		return ""
	}
	return fmt.Sprintf(" (called from line %d)", calls[len(calls)-1].Line)
}
