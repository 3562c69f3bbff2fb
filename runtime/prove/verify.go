package prove

import (
	"context"
	"sort"
	"time"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// errorLimit is how many failures per procedure Boogie is asked for.
const errorLimit = 10

// proverMemory is what each process of the prover may take, in MB. A question that takes
// more is left open; few of those that are answered take a tenth.
const proverMemory = 4096

// Solve runs a printed program; solver.Run is the one that users get.
type Solve func(ctx context.Context, printed boogie.Printed, opts solver.Options) (*solver.Answer, error)

// Confirming tells which of the faults that the translation suspects are there. Package
// confirm does.
type Confirming interface {
	// Run runs the program of two threads that answers a request, and tells what fails there.
	// The runs go on behind the pause when asked for more.
	Run(c decision.Case, request ask.Request, search interp.Search, pause interp.Pause) counterexample.Runs
	// Race looks for a race within a block in a few executions.
	Race(c decision.Case) (claim.Finding, bool)
	// Replay looks for a race in executions of a block by the exact engine, with inputs made up.
	Replay(c decision.Case, f claim.Finding) []claim.Finding
	// Weigh weighs faults: those that depend on what the translation takes to be arbitrary
	// count if they happen in an execution.
	Weigh(c decision.Case, faults []claim.Finding) []claim.Witness
	// Contradicted weighs races: those of which an execution with their values shows that
	// there are none do not count.
	Contradicted(c decision.Case, races []claim.Finding) []claim.Witness
	// AssertedAway weighs failures of assertions: those of which the exact engine has shown
	// that they hold do not count. raceFree is that no threads of a block race.
	AssertedAway(c decision.Case, report *weft.Report, raceFree bool, failures []claim.Finding) []claim.Witness
}

// Verify decides by translation every property that the case asks for. It never
// fails: what goes wrong is told in Result.Diags (the input) and Result.Err (a
// tool).
func Verify(c decision.Case, solve Solve, confirming Confirming, shares Shares) decision.Result {
	r := translation{Case: c, solve: solve, confirming: confirming, shares: shares}.verify()
	AssumeNoOverflow(&r.Result, r.board)
	return r.Result
}

// translation is one question to the translation.
type translation struct {
	decision.Case
	solve      Solve
	confirming Confirming
	shares     Shares
	// bases are what is decided elsewhere and proofs here may rest on.
	bases bases
}

// answer is what a question to the translation brings: a result that stands by itself,
// and the evidence for it.
type answer struct {
	decision.Result
	evidence []claim.Evidence
	// board holds that, what is decided elsewhere, and the faults; empty where nothing could be asked.
	board *claim.Board
}

func (t translation) verify() answer {
	s := t.session()
	s.decide()
	s.step(decision.StepUnanswered, func() bool { s.close(); return true })
	s.askOther()
	s.finish()
	return answer{s.result, s.evidence, &s.board}
}

func (t translation) session() *session {
	t.Case = t.With(t.Opts)
	return &session{
		translation: t, obligations: map[obligation]*entry{}, seconds: map[kernel.Property]float64{},
		result: decision.Result{Kernel: t.Kernel.Name, Pos: t.Kernel.Pos, Launch: t.Kernel.Launch},
	}
}

// stage is how far an obligation has come.
type stage int

const (
	undecided stage = iota
	hidden          // another check of its procedure failed; look again without that
	failed          // but perhaps only for want of a loop invariant
	late            // the time limit or the prover's patience was over
	decided
)

// entry is what is known about an obligation.
type entry struct {
	stage   stage
	outcome outcome // if decided
	reason  claim.Reason
	// arith is the arithmetic that decided it, empty for the session's own.
	arith string
	// under is what that stands on, if arith is set.
	under []claim.Premise
	// overflow describes a fault that is there only if integers overflow.
	overflow string
	proc     *key.Procedure
	faults   []claim.Finding // of one that failed
	open     []decision.OpenCheck
	// doubtful are races of two writes that may be of the same value.
	doubtful []doubt
	benign   []claim.Finding
	// harmless is set where it holds if writes of one value are no race.
	harmless bool
	// ran is set where a run of the program refuted it.
	ran bool
}

// doubt is a fault to look at again, with the program it failed in.
type doubt struct {
	fault counterexample.Fault
	out   *instrument.Output
}

// session is one verification.
type session struct {
	translation
	result decision.Result
	// evidence is what the result stands on, and under what its proofs take for granted.
	evidence []claim.Evidence
	under    []claim.Premise
	// board is what the verdicts are read off, once concluded is set.
	board       claim.Board
	concluded   bool
	obligations map[obligation]*entry
	// inferOnly is set where nothing is asked for but invariants.
	inferOnly bool
	// seconds of solver time by property
	seconds  map[kernel.Property]float64
	findings []claim.Finding
	// writes are races of two writes that runs have shown before anybody asked for their
	// values.
	writes []claim.Finding
	// refuted are the candidate invariants that a run has shown to be false.
	refuted map[string]bool
	// hints are the states that the prover has suspects in.
	hints []map[string]string
	// other is the arithmetic to ask about what stays open, AutoArith for none or
	// where it has been asked.
	other key.Arith
	// integersDo is set where bit-vectors are chosen, and integers hold of everything but bit operations.
	integersDo bool
	// arbitraryBits is Key.ArbitraryBits.
	arbitraryBits bool
	// reserves is Key.Reserves.
	reserves bool
	// multiplies is set where values are multiplied of which none is a constant.
	multiplies bool
	// allowed is what the last run of the solver might take, 0 for any time.
	allowed time.Duration
	begun   begun
	// unsorted are the procedures of which the last inference has not sorted out the candidates.
	unsorted unsorted
	// ranOut is what was being done when time was over, empty if it is not.
	ranOut string
}

// decide decides every obligation, unless time is over first: runs of the program refute
// some, the solver gets the rest.
func (s *session) decide() {
	properties, more := s.witness(s.Opts.Encoding.Properties)
	if more && s.result.Err == nil {
		s.askIntegersFirst()
	}
	if !more || s.provedAll() || s.result.Diags.HasErrors() || s.result.Err != nil {
		return
	}
	if s.cut(properties) && s.Opts.LoopUnroll == 0 && s.result.Err == nil {
		s.dropUnmeantWraps()
		s.confirm()
	}
	if s.result.Err == nil {
		s.reportBenign()
	}
	s.dropUnmeantWraps()
}

// provedAll reports whether there are obligations and all of them are proved.
func (s *session) provedAll() bool {
	for _, e := range s.obligations {
		if e.stage != decided || e.outcome != verified {
			return false
		}
	}
	return len(s.obligations) > 0
}

// cut decides what can be decided with loops cut by invariants; false if it was
// stopped.
func (s *session) cut(properties map[kernel.Property]bool) bool {
	allowSame := s.Opts.Encoding.AllowSameValue
	again := len(s.refutedProperties()) > 0
	for {
		encoding := s.encoding(properties, allowSame)
		if !(again && s.trivial(encoding)) && !s.round(encoding) {
			return false
		}
		behind := s.at(hidden)
		if len(behind) == 0 {
			break
		}
		if allowSame && properties != nil && len(behind) >= len(properties) {
			s.settle(behind, claim.Because("another check of the same procedure failed first"))
			break
		}
		properties, allowSame, again = behind, true, true
	}
	return true
}

// encoding is the user's, narrowed to the properties.
func (s *session) encoding(properties map[kernel.Property]bool, allowSame bool) ask.Request {
	o := s.Opts.Encoding
	o.Properties, o.AllowSameValue, o.States = properties, allowSame, true
	return o
}

// at returns the properties that have an obligation at that stage.
func (s *session) at(stages ...stage) map[kernel.Property]bool {
	out := map[kernel.Property]bool{}
	for d, e := range s.obligations {
		for _, st := range stages {
			if e.stage == st || st == hidden && len(e.doubtful) > 0 {
				out[d.property] = true
			}
		}
	}
	return out
}

// settle decides the hidden obligations of those properties as unknown.
func (s *session) settle(properties map[kernel.Property]bool, reason claim.Reason) {
	for d, e := range s.obligations {
		if properties[d.property] && e.stage == hidden {
			e.stage, e.outcome, e.reason = decided, leftOpen, reason
		}
	}
}

// close leaves nothing undecided among the obligations.
func (s *session) close() {
	s.Clock.Reserve = 0
	for d, e := range s.obligations {
		if e.stage == undecided || e.stage == hidden {
			e.stage, e.outcome, e.reason = decided, leftOpen, claim.Because(s.openReason(d.property))
		}
	}
	s.leaveOpen(0)
}

// finish sums the obligations up into the result.
func (s *session) finish() {
	r := &s.result
	r.Stats.Seconds = time.Since(s.Clock.Began).Seconds()
	r.Findings = claim.Gather(s.findings)
	if r.Diags.HasErrors() {
		r.Outcome = decision.KernelUnsupported
		return
	}
	if r.Properties = s.properties(); len(r.Properties) == 0 {
		r.Properties = s.unlisted()
	}
	if r.Err == nil {
		s.take(decision.StepConfirm, s.confirmFaults)
	}
	s.evidence = append(s.evidence, s.proofs()...)
	s.take(decision.StepConclude, s.conclude)
	if r.Outcome = r.Overall(); r.Err != nil {
		r.Outcome = decision.KernelError
	}
}

// properties lists what there are obligations of, with the reason of the worst.
func (s *session) properties() []decision.Property {
	byName := map[kernel.Property]*decision.Property{}
	worst := map[kernel.Property]outcome{}
	for _, d := range s.inOrder() {
		e := s.obligations[d]
		p := byName[d.property]
		if p == nil {
			p = &decision.Property{Name: d.property, Status: claim.Unknown, Engine: decision.BoogieEngine, Seconds: s.seconds[d.property]}
			byName[d.property], worst[d.property] = p, verified
		}
		if e.result().worse(worst[d.property]) {
			worst[d.property], p.Why = e.result(), e.reason
		}
		if e.result() == leftOpen {
			p.Open = append(p.Open, e.open...)
		}
		if e.ran && e.outcome == failing {
			p.Detail = ranDetail
		}
		p.Arith = claim.JoinAriths(p.Arith, s.arithOf(e))
	}
	var out []decision.Property
	for _, name := range kernel.Properties(nil) {
		if p := byName[name]; p != nil {
			out = append(out, *p)
			delete(byName, name)
		}
	}
	return out
}

// worst is the worst outcome of a property's obligations.
func (s *session) worst(name kernel.Property) outcome {
	worst := verified
	for d, e := range s.obligations {
		if d.property == name && e.result().worse(worst) {
			worst = e.result()
		}
	}
	return worst
}

// result is the outcome as far as there is one.
func (e *entry) result() outcome {
	if e.stage == decided {
		return e.outcome
	}
	return leftOpen
}

// inOrder lists the obligations in a fixed order.
func (s *session) inOrder() []obligation {
	out := make([]obligation, 0, len(s.obligations))
	for d := range s.obligations {
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].property != out[j].property {
			return out[i].property < out[j].property
		}
		return out[i].pair < out[j].pair
	})
	return out
}
