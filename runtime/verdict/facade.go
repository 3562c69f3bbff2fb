package verdict

import (
	"context"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/prove"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Infer finds out which candidate invariants of k hold, as Verify does before it
// proves anything with them.
func Infer(ctx context.Context, k *kernel.Kernel, opts Options, solve Solve) *Inference {
	return prove.Infer(decision.CaseOf(ctx, k, opts), solve, shares())
}

// Translate writes the program of two threads that decides the question about k, with
// the same steps as a proof takes. It prints line, a line of the source, in front of
// what comes of it.
func Translate(ctx context.Context, q *Question, k *kernel.Kernel, line func(diag.Pos) string, solve Solve) *ProgramText {
	return prove.Translate(ctx, q, k, line, solve, shares())
}

// TextAnswer is what a solver says of a translation. If it is neither verified nor has
// failed, something is left open.
type TextAnswer struct {
	Text             string
	Verified, Failed bool
}

// RunText asks a solver, by name, what its users would ask it about a translation.
func RunText(ctx context.Context, q *Question, p *ProgramText, name string) (TextAnswer, error) {
	s, err := solver.New(name)
	if err != nil {
		return TextAnswer{}, err
	}
	defer s.Close()
	a, err := solver.RunAsWritten(ctx, s, p.Printed, solver.Options{Timeout: q.Timeout, Resources: q.Effort, Infer: p.Guesses})
	if err != nil {
		return TextAnswer{}, err
	}
	return TextAnswer{a.Output, a.Outcome == solver.Verified, a.Outcome == solver.Failed}, nil
}

// Verify decides by translation every property of k that opts ask for. It never
// fails: what goes wrong is told in Result.Diags (the input) and Result.Err (a
// tool).
func Verify(ctx context.Context, k *kernel.Kernel, opts Options) Result {
	return VerifyWith(ctx, k, opts, solver.Run)
}

// VerifyWith is Verify with another solver.
func VerifyWith(ctx context.Context, k *kernel.Kernel, opts Options, solve Solve) Result {
	return prove.Verify(decision.CaseOf(ctx, k, opts), solve, confirm.Confirm{Check: weft.Check}, shares())
}

// Open is the result for a kernel that could not be looked at: everything that can be
// asked of it is unknown for that reason.
func Open(name string, pos diag.Pos, opts Options, why string) Result {
	r := Result{Kernel: name, Pos: pos, Outcome: KernelUnknown}
	engine := WeftEngine
	if opts.Engine == BoogieEngine {
		engine = BoogieEngine
	}
	for _, p := range kernel.Properties(nil) {
		if opts.Applies(&kernel.Kernel{}, p) {
			r.Properties = append(r.Properties, Property{Name: p, Status: claim.Unknown, Engine: engine, Why: claim.Because(why)})
		}
	}
	return r
}
