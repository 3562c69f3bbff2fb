package verdict

import (
	"context"
	"errors"
	"iter"

	"gv2/runtime/solver"
)

// Tool is a program that gv2 runs, as found on this machine.
type Tool struct {
	Name, Version string
	// Missing is set where there is none, and Install says how to get it; Err says what
	// else kept it from telling its version.
	Missing bool
	Install string
	Err     error
	// Optional is set for those that only --solver asks.
	Optional bool
}

// Tools are the programs that solvers need. All are asked at once, and each is yielded in its turn as soon as it has
// answered: some take a third of a second to start.
func Tools(ctx context.Context) iter.Seq[Tool] {
	return func(yield func(Tool) bool) {
		asked := make([]chan Tool, len(solver.Tools))
		for i, name := range solver.Tools {
			asked[i] = make(chan Tool, 1)
			go func() { asked[i] <- toolNamed(ctx, name) }()
		}
		for _, answer := range asked {
			if !yield(<-answer) {
				return
			}
		}
	}
}

func toolNamed(ctx context.Context, name string) Tool {
	t := Tool{Name: name, Optional: name != solver.Z3Name}
	var missing *solver.MissingError
	if t.Version, t.Err = solver.Version(ctx, name); errors.As(t.Err, &missing) {
		t.Missing, t.Install = true, solver.Install(name)
	}
	return t
}

// ToolVersion is the version of a solver; empty if it is not found or does not tell.
func ToolVersion(ctx context.Context, name string) string {
	version, err := solver.Version(ctx, name)
	if err != nil {
		return ""
	}
	return version
}

// ToolPath is where a solver is on this machine; empty if it is not found.
func ToolPath(name string) string { return solver.Path(name) }

// Solvers are the names that SolverOf knows, that of users who name none first.
var Solvers = solver.Names

// SolverOf returns the solver of that name, and a function that ends what it keeps running.
// The error is that for a name that is not one of Solvers.
func SolverOf(name string) (Solve, func(), error) {
	s, err := solver.New(name)
	if err != nil {
		return nil, func() {}, err
	}
	return s.Run, s.Close, nil
}
