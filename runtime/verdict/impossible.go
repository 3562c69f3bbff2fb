package verdict

import (
	"context"

	"gv2/frontend/kernel"
)

// effortOfImpossible is how much a question about preconditions may take.
const effortOfImpossible = 2_000_000

// Impossible reports whether the prover has shown that no values satisfy the conditions with which k
// begins: with wrapping in the arithmetic of the machine, else in that of integers without limits, in
// which sums that overflow have no value. false says nothing.
func Impossible(ctx context.Context, k *kernel.Kernel, engines Engines, wrapping bool) bool {
	// Something false holds at the start of the kernel if no thread gets there. Without the conditions
	// some must, or else the proof is about nothing.
	question := Question{Engine: BoogieEngine, Properties: []kernel.Property{kernel.Assertion}, Arith: "int", Effort: effortOfImpossible}
	if wrapping {
		question.Arith = "bv"
	}
	opts := question.Options()
	begins := *k
	begins.Body, begins.Assumptions = nil, nil
	bare := begins
	bare.Requires = nil
	for _, s := range k.Body {
		if _, ok := s.(*kernel.Assume); !ok {
			break
		}
		begins.Body = append(begins.Body, s)
	}
	fails := &kernel.Assert{Src: kernel.Src{Pos: k.Pos}, Cond: kernel.BoolConst(false), Text: "false"}
	begins.Body, bare.Body = append(begins.Body, fails), []kernel.Stmt{fails}
	return Decide(ctx, &begins, opts, engines).Outcome == KernelProved && Decide(ctx, &bare, opts, engines).Outcome == KernelRefuted
}
