package claim

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Kind is what sort of reason it is. What is decided by a reason is decided by its kind.
type Kind int

const (
	// Said is a reason of which only the words matter.
	Said Kind = iota
	// RestsOn is that a proof rests on a property that does not hold.
	RestsOn
	// BehindFault is that a barrier's fault comes first: what follows it is undefined.
	BehindFault
	// NotItsBusiness is that the engine does not decide the property.
	NotItsBusiness
	// Doubted is that a fault does not count: it was not seen as it needs to be.
	Doubted
)

// Reason is why something is not known. The zero Reason is none.
type Reason struct {
	Kind Kind
	// Base is the property of RestsOn, with its status, and of BehindFault, with the
	// place of the fault if that is known.
	Base   kernel.Property
	Status Status
	At     diag.Pos
	// Text are the words of the other kinds, and of BehindFault if it has its own.
	Text string
}

// Because is a reason in words.
func Because(text string) Reason { return Reason{Text: text} }

// Doubt is why a fault does not count.
func Doubt(text string) Reason { return Reason{Kind: Doubted, Text: text} }

// Resting is that a proof rests on a property of that status.
func Resting(base kernel.Property, status Status) Reason {
	return Reason{Kind: RestsOn, Base: base, Status: status}
}

// Behind is that a fault of barriers comes first.
func Behind(fault kernel.Property, at diag.Pos) Reason {
	return Reason{Kind: BehindFault, Base: fault, At: at}
}

// Saying is a reason with other words for it.
func (r Reason) Saying(text string) Reason {
	r.Text = text
	return r
}

// None reports whether there is no reason.
func (r Reason) None() bool { return r == Reason{} }

// And is a reason in words with another behind it.
func (r Reason) And(text string) Reason { return Because(r.String() + "; " + text) }

// String is the reason as reports have it.
func (r Reason) String() string {
	switch {
	case r.Text != "":
		return r.Text
	case r.Kind == RestsOn:
		return "rests on " + string(r.Base) + ", which is " + string(r.Status)
	case r.Kind == BehindFault && r.At.Valid():
		return "behaviour after the fault at " + r.At.String() + " is undefined"
	case r.Kind == BehindFault:
		return "behaviour after a fault of " + string(r.Base) + " is undefined"
	}
	return r.Text
}
