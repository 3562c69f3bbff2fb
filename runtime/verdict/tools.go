package verdict

import (
	"context"
	"errors"

	"gv2/runtime/solver"
)

// Tool is a program that gv2 runs, as found on this machine.
type Tool struct {
	Name, Version string
	// Missing is set where there is none; Err says what else kept it from telling its
	// version.
	Missing bool
	Err     error
}

// Tools are Boogie and Z3.
func Tools(ctx context.Context) []Tool {
	boogie, z3, err := solver.Versions(ctx)
	var missing *solver.MissingError
	tools := []Tool{{Name: "boogie", Version: boogie}, {Name: "z3", Version: z3}}
	for i := range tools {
		if t := &tools[i]; t.Version == "" {
			t.Missing, t.Err = errors.As(err, &missing), err
		}
	}
	return tools
}

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
