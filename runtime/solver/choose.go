package solver

import (
	"context"
	"fmt"

	"gv2/boogie"
)

// Solver decides printed programs. Run's answer and errors are those of the function
// Run, whatever gives them; Close ends what a solver keeps running between questions.
type Solver interface {
	Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error)
	Close()
}

// The solvers by name.
const (
	BoogieName = "boogie"
	Z3Name     = "z3"
	CVC5Name   = "cvc5"
	// BothName asks Z3 and Boogie, and compares their answers.
	BothName = "both"
)

// Names lists the solvers, that of users who name none first.
var Names = []string{BoogieName, Z3Name, CVC5Name, BothName}

// New returns the solver of that name; an empty one is the first of Names.
func New(name string) (Solver, error) {
	switch name {
	case "", BoogieName:
		return boogieSolver{}, nil
	case Z3Name, CVC5Name:
		return &SMT{Tool: name}, nil
	case BothName:
		return &both{direct: &SMT{Tool: Z3Name}, reference: boogieSolver{}}, nil
	}
	return nil, fmt.Errorf("no solver is called %s", name)
}

type boogieSolver struct{}

func (boogieSolver) Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	return Run(ctx, printed, opts)
}

func (boogieSolver) Close() {}
