package prove

import (
	"slices"
	"strings"

	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/predicate/discipline"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Threads that synchronise through memory are taken apart here: package discipline recognises locks,
// counters and flags, checks how they are used, and gives accesses tokens; the translation asks about races of
// the kernel with them. A race that two threads of the kernel have, they have there as well, so a proof is one for
// the kernel. A fault found there may not be one: only proofs count.

// waitsEnd is what such proofs rest on: that a thread gets the lock, or sees the flag, that it waits for.
func waitsEnd(q decision.Options, found discipline.Found) string {
	switch {
	case q.Progress != decision.LockStep:
		return decision.WaitsEnd
	case found.Together:
		return decision.FairWaitsEnd
	}
	return decision.WaitsEnd + ", also in lock step (--progress lockstep)"
}

// Disciplines asks about races of threads that synchronise through memory.
func (v *Prover) Disciplines() {
	if v.over() || v.counts || !v.d.Unknown(kernel.DataRace) || rewrite.NeedsGenerations(v.d.Kernel) || v.d.Opts.Encoding.LockStep ||
		v.d.Opts.LoopUnroll > 0 {
		return
	}
	found := discipline.Recognise(rewrite.WithoutVolatile(v.d.Kernel)) // what is volatile still is data
	for _, m := range found.Missing {
		v.d.NoteOn(kernel.DataRace, m.At.String()+": "+m.Text)
	}
	if found.Kernel == nil {
		return
	}
	var doubts []string
	for _, c := range found.Claims {
		doubts = append(doubts, c.At.String()+": it is not shown that "+c.Text)
	}
	words := "synchronise by " + strings.Join(found.Words, " and ")
	r, ok := v.standIn(found.Kernel, "two threads that "+words, append(slices.Clone(found.Premises), waitsEnd(v.d.Opts, found)), doubts)
	if ok {
		v.d.Note("threads " + words)
		return
	}
	for _, f := range faultsOf(r.Findings, kernel.DataRace) {
		v.d.NoteOn(kernel.DataRace, "of threads that "+words+" the translation still finds "+f.Suspicion())
	}
}

// standIn asks about a kernel that was made for one proof: what is proved of it holds of the kernel that is decided,
// under the premises. A fault found there may be none here. doubts are what to say where its assertions
// are not proved. It reports whether all was proved.
func (v *Prover) standIn(k *kernel.Kernel, question string, under, doubts []string) (r answer, ok bool) {
	names := map[kernel.Property]bool{kernel.DataRace: true}
	for _, p := range []kernel.Property{kernel.Divergence, kernel.Assertion} {
		if p.In(k) {
			names[p] = true
		}
	}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, question)
	r = v.askTokens(k, names)
	v.d.Result.Stats.Add(r.Stats)
	if r.Err != nil || r.Diags.HasErrors() {
		return r, false
	}
	for _, name := range kernel.Properties(nil) {
		if p := r.Property(name); names[name] && p != nil && p.Status != claim.Proved {
			v.d.Opts.Trace.Note("not shown: " + string(name))
			for _, f := range faultsOf(r.Findings, name) {
				v.d.Opts.Trace.Note("left is " + f.Suspicion())
			}
			if name == kernel.Assertion {
				for _, text := range doubts {
					v.d.NoteOn(kernel.DataRace, text)
				}
			}
			return r, false
		}
	}
	for _, e := range r.evidence {
		p, is := e.(claim.Proof)
		if !is || p.Claims[0].Property == kernel.Assertion && !kernel.Assertion.In(v.d.Kernel) { // k's own claims
			continue
		}
		p.Under = slices.Concat(p.Under, claim.Premises(under...))
		v.d.Board.Enter(p)
	}
	v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, r.Assumptions, under)
	v.d.Settle()
	for name := range names {
		if q := v.d.By[name]; q != nil && q.Status == claim.Proved {
			q.Why = claim.Reason{}
			q.Seconds += r.Property(name).Seconds
		}
	}
	return r, true
}

func (v *Prover) askTokens(k *kernel.Kernel, names map[kernel.Property]bool) answer {
	opts := v.d.Opts
	opts.Encoding.Properties, opts.Encoding.Encoding = names, ask.BarrierEncoding
	if until := v.d.Clock.Deadline(v.d.Share); !until.IsZero() {
		opts.Timeout = until.Sub(v.d.Clock.Began)
	}
	c := v.d.With(opts)
	c.Kernel = k
	return translation{Case: c, solve: v.solve, confirming: unconfirmed{}, shares: v.shares}.verify()
}

// unconfirmed looks at no executions: what the translation suspects of a kernel with tokens is not looked into.
type unconfirmed struct{}

func (unconfirmed) Run(decision.Case, ask.Request, interp.Search, interp.Pause) counterexample.Runs {
	return counterexample.Runs{}
}
func (unconfirmed) Race(decision.Case) (claim.Finding, bool)            { return claim.Finding{}, false }
func (unconfirmed) Replay(decision.Case, claim.Finding) []claim.Finding { return nil }
func (unconfirmed) Weigh(_ decision.Case, faults []claim.Finding) []claim.Witness {
	return counting(faults)
}
func (unconfirmed) Contradicted(_ decision.Case, races []claim.Finding) []claim.Witness {
	return counting(races)
}
func (unconfirmed) AssertedAway(_ decision.Case, _ *weft.Report, _ bool, failures []claim.Finding) []claim.Witness {
	return counting(failures)
}
