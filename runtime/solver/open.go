package solver

// Cause is why a question has no answer.
type Cause int

const (
	// OverTime is that its time was over, OverEffort that it took all of its units of the
	// prover, and OverMemory that the prover's memory did not suffice.
	OverTime Cause = iota
	OverEffort
	OverMemory
	// GaveUp is that the prover's methods are incomplete for the question.
	GaveUp
	// Crashed is that the prover ended without an answer, and again when it was asked anew.
	Crashed
)

// String is the cause in words that follow those of the question.
func (c Cause) String() string {
	switch c {
	case OverTime:
		return "out of time"
	case OverEffort:
		return "out of effort"
	case OverMemory:
		return "out of memory"
	case Crashed:
		return "the solver ended without an answer, twice"
	}
	return "the solver gives up"
}

// Cause is that of what is open, as far as the outcome tells.
func (a *Answer) Cause() Cause {
	if a.Outcome == TimedOut {
		return OverTime
	}
	return GaveUp
}

// Name is the cause in one word, as reports have it.
func (c Cause) Name() string {
	return [...]string{OverTime: "time", OverEffort: "effort", OverMemory: "memory", GaveUp: "incomplete", Crashed: "crash"}[c]
}

// Limit reports whether more of something may have helped.
func (c Cause) Limit() bool { return c == OverTime || c == OverEffort || c == OverMemory }

// Unanswered is a question without an answer.
type Unanswered struct {
	Procedure string
	// Line and Related are those of the check, as of a Failure; Line is 0 where the procedure
	// as a whole has no answer.
	Line, Related int
	// LoopEntry and LoopStep are set for loop invariants.
	LoopEntry, LoopStep bool
	Cause               Cause
	// Said is the reason in the prover's own words, empty if it gave none.
	Said string
}

// String says why in words, with the solver's own.
func (u Unanswered) String() string {
	if u.Said != "" {
		return u.Cause.String() + " (" + u.Said + ")"
	}
	return u.Cause.String()
}
