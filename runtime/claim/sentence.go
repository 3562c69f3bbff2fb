package claim

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
)

// RaceSentence says who does what to which element. The position that the
// report prints in front is that of the first access: "here".
func RaceSentence(l kernel.Launch, f Finding, where string) string {
	f.Accesses = Placed(l, f.Accesses)
	head := fmt.Sprintf("%s race on %s: ", f.Kind, where)
	tail := ""
	if f.Severity == BenignSeverity {
		head = "benign " + head
		tail = "; both write the same value"
	}
	if f.Cause != "" {
		tail += "; through overflow: " + f.Cause
	}
	second := f.Accesses[len(f.Accesses)-1]
	if len(f.Accesses) == 1 {
		return head + fmt.Sprintf("%s %s here, in conflict with another thread",
			second.who("a thread", nil), Does(second.Kind)) + tail
	}
	first := f.Accesses[0]
	tail = bothIn(&first, &second) + tail
	place := "at " + second.Src.Pos.String()
	if second.Src.Pos == first.Src.Pos {
		place = AlsoHere(first.Kind, second.Kind)
	}
	return head + fmt.Sprintf("%s %s here, %s %s %s", first.who("a thread", &second), Does(first.Kind),
		second.who("another thread", &first), Does(second.Kind), place) + tail
}

// AlsoHere is where the second of two accesses at one place is: both do the same, or each
// does something else.
func AlsoHere(first, second string) string {
	if first == second {
		return "here too"
	}
	return "here"
}

// DivergenceSentence says that one thread arrives and the other does not; of which one
// is which the check says nothing, and the model not always enough.
func DivergenceSentence(l kernel.Launch, one, two Access, known bool) string {
	apart := one.Block != nil && two.Block != nil && *one.Block != *two.Block
	at := Placed(l, []Access{one, two})
	one, two = at[0], at[1]
	if one.Thread == nil || two.Thread == nil {
		return "barrier divergence: not every thread of the block reaches this barrier"
	}
	if known {
		grid := ""
		if apart {
			grid = " of the grid"
		}
		return fmt.Sprintf("barrier divergence: %s reaches this barrier%s, %s does not%s",
			one.who("a thread", &two), grid, two.who("another thread", &one), bothIn(&one, &two))
	}
	if apart {
		return fmt.Sprintf("barrier divergence: of %s and %s only one reaches this barrier of the grid",
			one.who("a thread", &two), two.who("another thread", &one))
	}
	if one.Block != nil && two.Block != nil && *one.Block != *two.Block {
		return fmt.Sprintf("barrier divergence: of %s and %s only one reaches this barrier", one.who("", &two), two.who("", &one))
	}
	return fmt.Sprintf("barrier divergence: of threads %s and %s%s only one reaches this barrier",
		kernel.IndexText(*one.Thread), kernel.IndexText(*two.Thread), ofBlock(one.Block))
}

// bothIn names the block that both threads are of.
func bothIn(one, two *Access) string {
	if one.Block == nil || two.Block == nil || *one.Block != *two.Block {
		return ""
	}
	if text := ofBlock(one.Block); text != "" {
		return ", in" + strings.TrimPrefix(text, " of")
	}
	return ""
}

// ofBlock names a block where it is not the first.
func ofBlock(block *[3]int64) string {
	if block == nil || *block == [3]int64{} {
		return ""
	}
	return " of block " + kernel.IndexText(*block)
}

// ConditionSentence names the threads that a condition fails for: one, or two where it
// speaks of both.
func ConditionSentence(l kernel.Launch, property kernel.Property, condition string, threads []Access) string {
	threads = Placed(l, threads)
	what := "assertion"
	if property == kernel.LoopInvariant {
		what = "loop invariant"
	}
	text := what + " can fail"
	if property == kernel.Bounds {
		text = "access can be out of bounds: " + condition
	} else if condition != "" {
		text = fmt.Sprintf("%s can fail: %s", what, condition)
	}
	one := &threads[0]
	switch {
	case one.Thread == nil:
		return text
	case len(threads) == 1:
		return fmt.Sprintf("%s, in thread %s%s", text, kernel.IndexText(*one.Thread), ofBlock(one.Block))
	}
	two := &threads[1]
	if two.Thread == nil {
		return text
	}
	return fmt.Sprintf("%s, for %s and %s%s", text, one.who("", two), two.who("", one), bothIn(one, two))
}

// Does is the verb of a kind of access: read, write or atomic.
func Does(kind string) string {
	switch kind {
	case "read":
		return "reads"
	case "write":
		return "writes"
	default:
		return "updates atomically"
	}
}

// who names a thread, with its block where the other one is in another block or
// the model does not tell. The word stands in where the thread is not known.
func (a Access) who(word string, other *Access) string {
	if a.Thread == nil {
		return word
	}
	name := "thread " + kernel.IndexText(*a.Thread)
	if a.Block != nil && other != nil && other.Block != nil && *a.Block != *other.Block {
		name += " of block " + kernel.IndexText(*a.Block)
	}
	return name
}

// Suspicion names a fault that was not confirmed, for the reason of an unknown
// property.
func (f *Finding) Suspicion() string {
	switch f.Property {
	case kernel.DataRace:
		article := "a"
		if strings.HasPrefix(f.Kind, "atomic") {
			article = "an"
		}
		text := fmt.Sprintf("%s %s race on %s", article, f.Kind, f.Array)
		if len(f.Accesses) > 1 && f.Accesses[1].Src.Pos != f.Pos() {
			return text + " between " + f.Pos().String() + " and " + f.Accesses[1].Src.Pos.String()
		}
		return text + " at " + f.Pos().String()
	case kernel.Divergence:
		return "barrier divergence at " + f.Pos().String()
	default:
		return fmt.Sprintf("a failing %s at %s", f.Property, f.Pos())
	}
}

// Brief names a fault without the places that the prover is free to choose.
func (f *Finding) Brief() string {
	if f.Array == "" {
		return "the " + string(f.Property) + " fault"
	}
	return "the " + string(f.Property) + " on " + f.Array
}

// Overflow describes a fault that needs overflow.
func (f *Finding) Overflow() string {
	text := f.Suspicion()
	if f.Cause != "" {
		text += ", because " + f.Cause
	}
	return text
}

// AccessKind is what reports call what a statement does: read, write, atomic, barrier; assert
// for all others, since nothing else goes wrong.
func AccessKind(s kernel.Stmt) string {
	switch s.(type) {
	case *kernel.Load:
		return "read"
	case *kernel.Store:
		return "write"
	case *kernel.Atomic:
		return "atomic"
	case *kernel.Barrier:
		return "barrier"
	default:
		// The rest are assertions.
		return "assert"
	}
}
