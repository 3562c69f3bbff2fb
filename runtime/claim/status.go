package claim

// Status is what is known about one property, by its name in reports.
type Status string

const (
	Proved  Status = "proved"
	Refuted Status = "refuted"
	Unknown Status = "unknown"
	Bounded Status = "bounded" // nothing wrong up to the bound that the reason states
	// Conditional is proved under a condition that the report names, and not without it. No
	// claim of a board has it: the kernel with the condition is another kernel.
	Conditional Status = "conditional"
	NotChecked  Status = "not-checked" // the engine does not know the property
)

// rank orders statuses: a property is as bad as the worst of its claims.
var rank = map[Status]int{Proved: 0, Bounded: 1, NotChecked: 2, Unknown: 3, Conditional: 4, Refuted: 5}

// Worse reports whether a status is worse than another.
func (s Status) Worse(than Status) bool { return rank[s] > rank[than] }
