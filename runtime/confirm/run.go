package confirm

import (
	"time"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
)

// witnessSize is how large a program is run at most, in statements.
const witnessSize = 40000

// Run runs the program of two threads that answers the request with values chosen at random,
// loops and all, and tells what failed, each check once. A check that fails in a run fails in
// an execution of the translation from the kernel's entry, which is what the prover's
// counterexample to an unrolled program is, and it counts for as much: what is arbitrary there
// (contents that others write, results of shuffles, floating point) is arbitrary here.
// Only functions on integers of which the translation knows nothing are another matter:
// a run that rests on them is no more than a hint, and is left to the prover.
// The search goes on behind the pause when asked for more.
func (Confirm) Run(c decision.Case, request ask.Request, search interp.Search, pause interp.Pause) (runs counterexample.Runs) {
	request.Refute, request.Stop = true, c.Clock.Over
	out, diags := instrument.Encode(c.Kernel, request)
	if c.Clock.Over() || diags.HasErrors() {
		return runs
	}
	program := instrument.Exact(out.Program)
	if boogie.Size(program, witnessSize) > witnessSize || restsOnGuesses(program) {
		return counterexample.Runs{Out: out}
	}
	compiled, err := interp.Compile(program)
	if err != nil {
		return counterexample.Runs{Out: out}
	}
	search.Workers, search.Moderate = c.Opts.Cores, true
	procs := map[string]*key.Procedure{}
	for _, p := range out.Procedures {
		for _, name := range p.Parts {
			procs[name] = p
		}
	}
	search.Alike = func(failure, smaller *interp.Failure) bool {
		return counterexample.Alike(*failure, *smaller, procs[failure.Procedure], out)
	}
	exploration := compiled.Begin(search)
	shown := func(pause interp.Pause) counterexample.Runs {
		runs := counterexample.Runs{Out: out}
		began := time.Now()
		ctx, cancel := decision.Within(c.Clock.Ctx, c.Clock.Until())
		defer cancel()
		report := exploration.Continue(ctx, pause)
		runs.Seconds = time.Since(began).Seconds()
		for _, failure := range report.Failures {
			if f, ok := counterexample.FaultOf(failure, procs[failure.Procedure]); ok {
				runs.Faults = append(runs.Faults, f)
			}
		}
		return runs
	}
	runs = shown(pause)
	if pause != (interp.Pause{}) {
		runs.More = func() counterexample.Runs { return shown(interp.Pause{}) }
	}
	return runs
}

// restsOnGuesses reports whether the program has a function from integers to integers or
// truth values of which nothing is known.
func restsOnGuesses(p *boogie.Program) bool {
	for _, d := range p.Decls {
		f, ok := d.(*boogie.FuncDecl)
		if !ok || f.Body != nil || len(f.Attrs) > 0 || declaredType(f.Result) {
			continue
		}
		plain := true
		for _, param := range f.Params {
			plain = plain && !declaredType(param.T)
		}
		if plain {
			return true
		}
	}
	return false
}

// declaredType reports whether a type is one of those declared in the program.
func declaredType(t boogie.Type) bool {
	name, ok := t.(boogie.NamedType)
	return ok && name != boogie.Int && name != boogie.Bool
}
