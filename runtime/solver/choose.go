package solver

import (
	"context"
	"fmt"

	"gv2/boogie"
)

// Solver decides printed programs. Run's answer and errors are those of RunBoogie,
// whatever gives them; Close ends what a solver keeps running between questions.
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
var Names = []string{Z3Name, CVC5Name, BoogieName, BothName}

// New returns the solver of that name; an empty one is the first of Names.
func New(name string) (Solver, error) {
	switch name {
	case "", Z3Name:
		return &SMT{Tool: Z3Name}, nil
	case CVC5Name:
		return &SMT{Tool: CVC5Name}, nil
	case BoogieName:
		return boogieSolver{}, nil
	case BothName:
		return &both{direct: &SMT{Tool: Z3Name}, reference: boogieSolver{}}, nil
	}
	return nil, fmt.Errorf("no solver is called %s", name)
}

type boogieSolver struct{}

func (boogieSolver) Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	return RunBoogie(ctx, printed, opts)
}

func (boogieSolver) Close() {}

// Run asks the solver of users who name none, and ends it.
func Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	z := &SMT{Tool: Z3Name}
	defer z.Close()
	return z.Run(ctx, printed, opts)
}
