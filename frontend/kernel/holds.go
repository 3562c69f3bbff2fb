package kernel

import (
	"slices"

	"gv2/frontend/diag"
)

// Holds is what is taken for granted of the values in an array that no thread changes, as sets of them.
type Holds uint8

const (
	// Unique is set if no value is there twice, as in a permutation.
	Unique Holds = 1 << iota
	// Ascending is set if no value is below one before it, as in the offsets of rows.
	Ascending
	// UniqueOrNone is set if no value but -1 is there twice: many programs write -1 where there is no place. It is said of
	// signed integers.
	UniqueOrNone
)

// HoldsFunctions are the names by which __requires states what arrays hold, each with what it means.
var HoldsFunctions = []struct {
	Holds Holds
	Name  string
	Means string
}{
	{Unique, "__unique", "no value is twice in"},
	{Ascending, "__ascending", "no value is below one before it in"},
	{UniqueOrNone, "__unique_or_none", "no value but -1 is twice in"},
}

// Stated is what __requires says, at a place, that an array holds.
type Stated struct {
	Array *Array
	Holds Holds
	Pos   diag.Pos
}

// HoldsNamed is what __requires says with a function of that name, 0 if that is another.
func HoldsNamed(name string) Holds {
	for _, f := range HoldsFunctions {
		if f.Name == name {
			return f.Holds
		}
	}
	return 0
}

// Statements are what __requires would say of an array called label: __unique(idx).
func (h Holds) Statements(label string) []string {
	var out []string
	for _, f := range HoldsFunctions {
		if h&f.Holds != 0 {
			out = append(out, f.Name+"("+label+")")
		}
	}
	return out
}

// Meanings are Statements for people: no value is twice in idx.
func (h Holds) Meanings(label string) []string {
	var out []string
	for _, f := range HoldsFunctions {
		if h&f.Holds != 0 {
			out = append(out, f.Means+" "+label)
		}
	}
	return out
}

// Of reports whether elements, values by their indices, are as h says.
func (h Holds) Of(elements map[int64]int64) bool {
	for i, x := range elements {
		for j, y := range elements {
			same := h&Unique != 0 || h&UniqueOrNone != 0 && x != -1
			if i < j && (same && x == y || h&Ascending != 0 && x > y) {
				return false
			}
		}
	}
	return true
}

// Example is element i of contents that are as h says; there are several, by their number.
func (h Holds) Example(i int64, number uint64) int64 {
	others := []int64{i, i ^ 1}
	switch h &^ UniqueOrNone {
	case 0:
		none := i
		if i%3 == 0 {
			none = -1
		}
		others = []int64{i, none, i ^ 1, -1}
	case Ascending:
		others = []int64{i, i >> 1, 0, 2 * i}
		if h&UniqueOrNone != 0 {
			others = []int64{i, 2 * i, -1, max(i, -1)}
		}
	case Ascending | Unique:
		others = []int64{i, 2 * i}
	default:
		// A permutation goes up and down.
	}
	return others[number%uint64(len(others))]
}

// MayHold reports whether something can be said of the values in an array of the kernel: integers of 32 bits or more, behind a
// parameter, which threads only load, one at a time.
func (k *Kernel) MayHold(a *Array) bool {
	if !a.Param || a.Space != Global || a.Elem.Kind != Int || a.Elem.Bits < 32 || a.Init != nil || a.First != nil || a.Scale > 1 || len(a.Parts) > 0 {
		return false
	}
	if slices.ContainsFunc(k.Overlaps, func(o Overlap) bool { return o.Array == a.Label }) || slices.Contains(k.InPlace, a.Label) {
		return false // several parameters lead there
	}
	return !Any(k.Body, func(s Stmt) bool {
		if agent := AgentOf(s); agent != nil {
			return true // what it touches is not looked at
		}
		acc := Touched(s)
		if acc == nil || acc.Array != a {
			return names(s, a)
		}
		load, is := s.(*Load)
		return !is || load.Acc.Width > 1
	})
}

// names reports whether an annotation is about accesses to an array.
func names(s Stmt, a *Array) bool {
	found := false
	Exprs(s, func(e Expr) {
		WalkExpr(e, func(e Expr) bool {
			switch e := e.(type) {
			case *Accessed:
				found = found || e.Array == a
			case *AccessIndex:
				found = found || e.Array == a
			default:
				// Others name no array.
			}
			return !found
		})
	})
	return found
}

// WithStated returns k where arrays hold what __requires says of them.
func WithStated(k *Kernel) *Kernel {
	of := map[*Array]Holds{}
	for _, s := range k.Stated {
		of[s.Array] |= s.Holds
	}
	if len(of) == 0 {
		return k
	}
	return WithHolds(k, of)
}

// WithHolds returns k where arrays hold what is said of them besides. No engine chooses their contents then
// (Array.Fixed). All of them have to be such that MayHold is true.
func WithHolds(k *Kernel, of map[*Array]Holds) *Kernel {
	c := *k
	c.Arrays = slices.Clone(k.Arrays)
	became := map[*Array]*Array{}
	for i, a := range c.Arrays {
		if of[a] != 0 {
			b := *a
			b.Holds |= of[a]
			b.Fixed = true
			c.Arrays[i], became[a] = &b, &b
		}
	}
	c.Extents = slices.Clone(k.Extents)
	for i, e := range c.Extents {
		if b := became[e.Array]; b != nil {
			c.Extents[i].Array = b
		}
	}
	c.Stated = slices.Clone(k.Stated)
	for i, s := range c.Stated {
		if b := became[s.Array]; b != nil {
			c.Stated[i].Array = b
		}
	}
	c.Body = MapStmts(k.Body, func(s Stmt) Stmt {
		load, is := s.(*Load)
		if !is || became[load.Acc.Array] == nil {
			return s
		}
		out := *load
		out.Acc.Array = became[load.Acc.Array]
		return &out
	})
	return &c
}
