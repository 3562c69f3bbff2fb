package prove

import (
	"context"
	"time"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// CandidateStatus is what became of a candidate invariant.
type CandidateStatus string

// The statuses, by their names in reports.
const (
	Survived CandidateStatus = "survived" // holds, and is part of every proof
	// RefutedByRun is false in a run of the program.
	RefutedByRun CandidateStatus = "refuted-by-run"
	// RefutedByHoudini could not be shown to hold whenever the loop's head is
	// reached, with all that survived.
	RefutedByHoudini CandidateStatus = "refuted-by-houdini"
	// Undecided is a guess still: Houdini did not finish.
	Undecided CandidateStatus = "undecided"
)

// Candidate is one guess at a loop invariant.
type Candidate struct {
	Name   string // of its constant in the translation
	Rule   string
	E      boogie.Expr
	Status CandidateStatus
}

// LoopCandidates are the guesses at one loop of a Boogie procedure, in the order
// of the program.
type LoopCandidates struct {
	Procedure *key.Procedure
	// Part is the name of the Boogie procedure: one of Procedure.Parts.
	Part       string
	Pos        diag.Pos // of the loop
	Candidates []Candidate
}

// OtherBlock reports whether the two threads of the procedure are in different blocks.
func (l *LoopCandidates) OtherBlock() bool { return l.Procedure.Pair == fact.OtherBlock }

// Inference is what is known about the candidate invariants of a kernel.
type Inference struct {
	Output *instrument.Output // with every candidate
	Loops  []LoopCandidates
	Stats  decision.Stats
	// Late says why Houdini did not finish; empty if it did.
	Late string
	// Diags says what the translation cannot express; Output is nil then.
	Diags diag.List
	// Err is the failure of a tool.
	Err error
}

// Infer finds out which candidate invariants hold, as a proof does before it uses them.
func Infer(c decision.Case, solve Solve, shares Shares) *Inference {
	opts := c.Opts
	s := translation{Case: c, solve: solve, shares: shares}.session()
	s.inferOnly = true
	encoding := s.encoding(opts.Encoding.Properties, opts.Encoding.AllowSameValue)
	encoding.Invariants = ask.Candidates
	if Generational(opts, c.Kernel) {
		// Candidates go by number: these are to be those of the text that Translate writes.
		encoding.Properties, _ = written(c.Kernel, encoding.Properties)
	}
	in := &Inference{}
	out, ok := s.encode(encoding)
	if ok {
		keep, ok := s.infer(encoding)
		in.Output, in.Loops = out, s.loops(out, keep, ok)
	}
	in.Diags, in.Err, in.Stats = s.result.Diags, s.result.Err, s.result.Stats
	in.Stats.Seconds = time.Since(s.Clock.Began).Seconds()
	if in.Err == nil && in.count(Undecided) > 0 {
		in.Late = "Houdini did not finish: " + s.timeReason(doingInfer, "")
	}
	return in
}

// Keep names the candidates that survived, for instrument.Request.
func (in *Inference) Keep() map[string]bool {
	keep := map[string]bool{}
	for _, l := range in.Loops {
		for _, c := range l.Candidates {
			keep[c.Name] = c.Status == Survived
		}
	}
	return keep
}

// Needed names those of the candidates that survived which the proofs need: where they are not known, all of them.
// What of the program fails, fails with these, too.
func (in *Inference) Needed(ctx context.Context, limit time.Duration, solve Solve) (map[string]bool, error) {
	keep := in.Keep()
	gone := map[string]bool{}
	for c, holds := range keep {
		gone[c] = !holds
	}
	if held(keep) == 0 {
		return keep, nil
	}
	program := boogie.Without(instrument.Exact(in.Output.Program), gone)
	answer, err := solve(ctx, boogie.Print(program), solver.Options{Minimal: true, Timeout: limit, MemoryMB: proverMemory})
	if err != nil {
		return nil, err
	}
	return answer.Inferred, nil
}

// held counts the candidates that hold.
func held(keep map[string]bool) int {
	n := 0
	for _, holds := range keep {
		if holds {
			n++
		}
	}
	return n
}

// Count returns how many candidates there are, and how many survived.
func (in *Inference) Count() (all, survived int) {
	for _, l := range in.Loops {
		all += len(l.Candidates)
	}
	return all, in.count(Survived)
}

func (in *Inference) count(f CandidateStatus) int {
	n := 0
	for _, l := range in.Loops {
		for _, c := range l.Candidates {
			if c.Status == f {
				n++
			}
		}
	}
	return n
}

// loops lists the loops that have candidates, with what became of each.
func (s *session) loops(out *instrument.Output, keep map[string]bool, done bool) []LoopCandidates {
	byPart := map[string]*key.Procedure{}
	for _, p := range out.Procedures {
		for _, name := range p.Parts {
			byPart[name] = p
		}
	}
	done = done && (len(keep) > 0 || len(s.refuted) == candidates(out))
	var loops []LoopCandidates
	for _, d := range out.Program.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok || byPart[proc.Name] == nil {
			continue
		}
		boogie.WalkStmts(proc.Body, func(st boogie.Stmt) {
			if w, ok := st.(*boogie.While); ok {
				l := LoopCandidates{Procedure: byPart[proc.Name], Part: proc.Name, Candidates: s.candidatesOf(w, keep, done)}
				if tag, ok := w.Tag.(*kernel.Loop); ok {
					l.Pos = tag.Pos
				}
				if len(l.Candidates) > 0 {
					loops = append(loops, l)
				}
			}
		})
	}
	return loops
}

func (s *session) candidatesOf(w *boogie.While, keep map[string]bool, done bool) []Candidate {
	var out []Candidate
	for _, inv := range w.Invs {
		if inv.Candidate == "" {
			continue
		}
		out = append(out, Candidate{Name: inv.Candidate, Rule: ruleOf(inv.Attrs), E: inv.E, Status: s.statusOf(inv.Candidate, keep, done)})
	}
	return out
}

func (s *session) statusOf(name string, keep map[string]bool, done bool) CandidateStatus {
	switch {
	case s.refuted[name]:
		return RefutedByRun
	case !done:
		return Undecided
	case keep[name]:
		return Survived
	}
	return RefutedByHoudini
}

// ruleOf is the rule that made a candidate.
func ruleOf(attrs []boogie.Attr) string {
	for _, a := range attrs {
		if a.Key == "tag" && len(a.Args) == 1 {
			if text, ok := a.Args[0].(string); ok {
				return text
			}
		}
	}
	return ""
}
