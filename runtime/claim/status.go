// Package claim says what is known about a property of a kernel.
//
// In: nothing; it is a leaf that engines and verdicts share. Out: the words for it.
package claim

// Status is what is known about one property, by its name in reports.
type Status string

const (
	Proved     Status = "proved"
	Refuted    Status = "refuted"
	Unknown    Status = "unknown"
	Bounded    Status = "bounded"     // nothing wrong up to the bound that the reason states
	NotChecked Status = "not-checked" // the engine does not know the property
)
