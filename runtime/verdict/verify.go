package verdict

import (
	"context"
	"sort"
	"time"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
)

// errorLimit is how many failures per procedure Boogie is asked for.
const errorLimit = 10

// Solve runs a printed program; solver.Run is the one that users get.
type Solve func(ctx context.Context, printed boogie.Printed, opts solver.Options) (*solver.Answer, error)

// Verify decides by translation every property of k that opts ask for. It never
// fails: what goes wrong is told in Result.Diags (the input) and Result.Err (a
// tool).
func Verify(ctx context.Context, k *kernel.Kernel, opts Options) Result {
	return VerifyWith(ctx, k, opts, solver.Run)
}

// VerifyWith is Verify with another solver.
func VerifyWith(ctx context.Context, k *kernel.Kernel, opts Options, solve Solve) Result {
	r := translation{ctx: ctx, k: k, opts: opts, solve: solve, began: opts.began()}.verify()
	r.assumeNoOverflow(kernel.Waits(k), fact.ReadsBack(k))
	return r
}

// translation is one question to the translation.
type translation struct {
	ctx   context.Context
	k     *kernel.Kernel
	opts  Options
	solve Solve
	began time.Time // of the time limit
	// bases are what is decided elsewhere and proofs here may rest on.
	bases bases
}

func (t translation) verify() Result {
	s := t.session()
	s.decide()
	s.step(stepUnanswered, func() bool { s.close(); return true })
	s.askOther()
	s.finish()
	return s.result
}

func (t translation) session() *session {
	return &session{
		translation: t, obligations: map[obligation]*entry{}, seconds: map[kernel.Property]float64{},
		result: Result{Kernel: t.k.Name, Pos: t.k.Pos, Launch: t.k.Launch},
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
	stage  stage
	status claim.Status // if decided
	reason claim.Reason
	// arith is the arithmetic that decided it, empty for the session's own.
	arith string
	// overflow describes a fault that is there only if integers overflow.
	overflow string
	proc     *key.Procedure
	faults   []claim.Finding // of one that failed
	// doubtful are races of two writes that may be of the same value.
	doubtful []doubt
	benign   []claim.Finding
	// ran is set where a run of the program refuted it.
	ran bool
}

// doubt is a fault to look at again, with the program it failed in.
type doubt struct {
	fault fault
	out   *instrument.Output
}

// session is one verification.
type session struct {
	translation
	result      Result
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
	// allowed is what the last run of the solver might take, 0 for any time.
	allowed time.Duration
	// reserve is time that is kept for another question.
	reserve time.Duration
	// ranOut is what was being done when time was over, empty if it is not.
	ranOut string
}

// decide decides every obligation, unless time is over first: runs of the program refute
// some, the solver gets the rest.
func (s *session) decide() {
	properties, more := s.witness(s.opts.Encoding.Properties)
	if more && s.result.Err == nil {
		s.askIntegersFirst()
	}
	if !more || s.provedAll() || s.result.Diags.HasErrors() || s.result.Err != nil {
		return
	}
	if s.cut(properties) && s.opts.LoopUnroll == 0 && s.result.Err == nil {
		s.confirm()
	}
	if s.result.Err == nil {
		s.reportBenign()
	}
}

// provedAll reports whether there are obligations and all of them are proved.
func (s *session) provedAll() bool {
	for _, e := range s.obligations {
		if e.stage != decided || e.status != claim.Proved {
			return false
		}
	}
	return len(s.obligations) > 0
}

// cut decides what can be decided with loops cut by invariants; false if it was
// stopped.
func (s *session) cut(properties map[kernel.Property]bool) bool {
	allowSame := s.opts.Encoding.AllowSameValue
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
	o := s.opts.Encoding
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
			e.stage, e.status, e.reason = decided, claim.Unknown, reason
		}
	}
}

// close leaves nothing undecided among the obligations.
func (s *session) close() {
	s.reserve = 0
	for d, e := range s.obligations {
		if e.stage == undecided || e.stage == hidden {
			e.stage, e.status, e.reason = decided, claim.Unknown, claim.Because(s.openReason(d.property))
		}
	}
	s.leaveOpen(0)
}

// finish sums the obligations up into the result.
func (s *session) finish() {
	r := &s.result
	r.Stats.Seconds = time.Since(s.began).Seconds()
	r.Findings = claim.Gather(s.findings)
	if r.Diags.HasErrors() {
		r.Outcome = KernelUnsupported
		return
	}
	if r.Properties = s.properties(); len(r.Properties) == 0 {
		r.Properties = s.unlisted()
	}
	if r.Err == nil {
		s.take(stepConfirm, s.examine)
	}
	r.evidence = append(r.evidence, s.proofs()...)
	s.take(stepConclude, s.conclude)
	if r.Outcome = r.overall(); r.Err != nil {
		r.Outcome = KernelError
	}
}

// properties joins the obligations of each property: it is refuted if one is, proved
// if all are.
func (s *session) properties() []Property {
	byName := map[kernel.Property]*Property{}
	for _, d := range s.inOrder() {
		e := s.obligations[d]
		p := byName[d.property]
		if p == nil {
			p = &Property{Name: d.property, Status: claim.Proved, Engine: BoogieEngine, Seconds: s.seconds[d.property]}
			byName[d.property] = p
		}
		if e.verdict().Worse(p.Status) {
			p.Status, p.Why = e.verdict(), e.reason
		}
		if e.ran && e.status == claim.Refuted {
			p.Detail = ranDetail
		}
		p.Arith = joinArith(p.Arith, s.arithOf(e))
	}
	var out []Property
	for _, name := range kernel.Properties(nil) {
		if p := byName[name]; p != nil {
			out = append(out, *p)
			delete(byName, name)
		}
	}
	return out
}

func (e *entry) verdict() claim.Status {
	if e.stage == decided {
		return e.status
	}
	return claim.Unknown
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
