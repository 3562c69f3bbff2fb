package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/boogie"
	"gv2/boogie/merge"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/why"
	"gv2/predicate/rewrite"
	"gv2/runtime/decision"
)

// ProgramText is the translation of a kernel for people who read it, or run Boogie
// themselves. The text is empty where Diags has an error or one of the others is set.
type ProgramText struct {
	Text string
	// Printed is the text with the tree that it was printed from, and Guesses is set if it
	// has candidate invariants, of which Houdini is to find out which hold.
	Printed boogie.Printed
	Guesses bool
	// Predicated are the predicated programs that procedures are made of.
	Predicated []func() []kernel.Line
	// Diags says what the translation cannot express.
	Diags diag.List
	// Refused says why the translation does not model the question, Late why Houdini did
	// not finish.
	Refused, Late string
	// Err is the failure of a tool, or of gv2 itself.
	Err error
	// properties are the procedures about one property each, which may be one; minimal is set where nothing is to stay that
	// nobody reads.
	properties []merge.Group
	minimal    bool
}

// Translate writes the program of two threads that decides the question about k, with
// the same steps as a proof takes. It prints line, a line of the source, in front of
// what comes of it.
func Translate(ctx context.Context, q *decision.Question, k *kernel.Kernel, line func(diag.Pos) string, solve Solve, shares Shares) *ProgramText {
	p := &ProgramText{}
	r := q.Request()
	r.SourceLine, r.Standalone, r.LockStep = line, true, q.WarpSync
	r.Predicated = func(lines func() []kernel.Line) { p.Predicated = append(p.Predicated, lines) }
	k, said, diags := spelled(k)
	if p.Diags.Merge(diags); diags.HasErrors() {
		return p
	}
	var header []string
	if header, p.Refused = underlying(q, k, &r); p.Refused != "" {
		return p
	}
	header = append(said, header...)
	if q.LoopUnroll > 0 {
		r.Invariants = ask.NoInvariants
	}
	minimal := r.Invariants == ask.Minimal
	if minimal || r.Invariants == ask.Inferred {
		said, ok := p.infer(ctx, k, q, &r, minimal, solve, shares)
		if !ok {
			return p
		}
		header = append(header, said...)
	}
	out, diags, err := encoded(k, r, q.SelfCheck)
	p.Diags.Merge(diags)
	if diags.HasErrors() || err != nil {
		p.Err = err
		return p
	}
	program := out.Program
	program.Header = append(program.Header, header...)
	if q.WarpSync {
		program.Header = append(program.Header, "--warp-sync: accesses that two lanes reach together are ordered; what fails may still be ordered")
	}
	if q.LoopUnroll > 0 {
		program = unrolledText(program, q.LoopUnroll)
		if q.SelfCheck {
			p.Err = checked(program, k)
		}
	}
	if p.minimal, p.properties = minimal, properties(out); minimal {
		program = boogie.Read(program)
	}
	if p.Err == nil {
		p.Printed = boogie.Print(program)
		p.Text, p.Guesses = p.Printed.Text, r.Invariants == ask.Candidates && candidates(out) > 0
	}
	return p
}

// Procedures are the names of the procedures that the program verifies.
func (p *ProgramText) Procedures() []string { return boogie.Implemented(p.Printed.Program) }

// Merge makes one copy of the kernel for each property, where the text has several: one for each array, or each barrier.
func (p *ProgramText) Merge() {
	before := p.Procedures()
	program := merge.Procs(p.Printed.Program, p.properties...)
	if p.minimal {
		program = boogie.Read(program)
	}
	after := boogie.Implemented(program)
	if n := len(before) - len(after); n > 0 {
		program.Header = append(slices.Clone(program.Header), fmt.Sprintf("--copies property: %d procedures in place of %d", len(after), len(before)))
	}
	p.print(program)
}

// properties are the procedures of a program that show one property each.
func properties(out *instrument.Output) []merge.Group {
	var groups []merge.Group
	for _, proc := range out.Key.Procedures {
		if proc.Generation && len(proc.Properties) == 1 {
			base, _, _ := strings.Cut(proc.Name, "$")
			name := base + "$" + strings.ReplaceAll(string(proc.Properties[0]), "-", "_")
			groups = append(groups, merge.Group{Name: name, Procs: proc.Parts})
		}
	}
	return groups
}

// Only leaves one of the procedures, with what it needs. What Boogie says of it is what it says of it in the whole.
func (p *ProgramText) Only(name string) {
	all := p.Procedures()
	program := boogie.Only(p.Printed.Program, name)
	if n := len(all) - 1; n > 0 {
		program.Header = append(program.Header, fmt.Sprintf("only procedure %s; a proof of the kernel needs %d more: %s", name, n,
			strings.Join(slices.DeleteFunc(all, func(o string) bool { return o == name }), ", ")))
	}
	p.print(program)
}

// Annotate adds comments that say why each construct is there.
func (p *ProgramText) Annotate() { p.print(why.Annotate(p.Printed.Program)) }

func (p *ProgramText) print(program *boogie.Program) {
	p.Printed = boogie.Print(program)
	p.Text = p.Printed.Text
}

// encoded translates a kernel and checks the result, if that is asked for: the one way
// to a program, for proofs and for texts. There is none where a diagnostic is worse than
// a warning, or where Late is set.
func encoded(k *kernel.Kernel, r ask.Request, selfCheck bool) (*instrument.Output, diag.List, error) {
	out, diags := instrument.Encode(k, r)
	if diags.HasErrors() || out.Late || !selfCheck {
		return out, diags, nil
	}
	return out, diags, checked(out.Program, k)
}

func checked(p *boogie.Program, k *kernel.Kernel) error {
	if err := boogie.Check(p); err != nil {
		return fmt.Errorf("internal error: the translation of %s breaks a rule of Boogie: %w", k.Name, err)
	}
	return nil
}

// underlying chooses the properties that the program states, and says for its head what a proof of
// those that are asked for needs besides, or why the
// program cannot answer the question. Properties of named barriers are stated by the generation encoding only.
func underlying(q *decision.Question, k *kernel.Kernel, r *ask.Request) (header []string, refused string) {
	if r.Encoding == ask.GenerationEncoding || r.Encoding == ask.AutoEncoding && rewrite.NeedsGenerations(k) {
		if r.LockStep {
			return nil, "--warp-sync: the generation encoding does not model it; gv2 verify and gv2 weft do"
		}
		var more kernel.PropertySet
		if r.Properties, more = written(k, r.Properties); len(more) > 0 {
			var names []string
			for p := range more {
				names = append(names, string(p))
			}
			slices.Sort(names)
			header = append(header, "a proof needs "+strings.Join(names, " and ")+", too, which this text does not state: add to --check")
		}
		return header, ""
	}
	for _, p := range q.Properties {
		if !p.Info().TwoThreads {
			return nil, fmt.Sprintf("--check %s: the translation of barriers of the whole block does not state it; "+
				"--encoding generation does, gv2 verify and gv2 weft decide it", p)
		}
	}
	return nil, ""
}

// unrolledText is p with each loop replaced by its first n iterations. Executions with
// more are left out, which the text says.
func unrolledText(p *boogie.Program, n int) *boogie.Program {
	out := boogie.Unroll(p, func(*boogie.While) int { return n })
	out.Header = append(out.Header, fmt.Sprintf("--loop-unroll %d: executions in which a loop makes more iterations are not covered", n))
	return out
}

// infer lets Houdini choose the loop invariants that the program keeps, all that hold or few that are enough, and says
// for the head of the text what became of the candidates.
func (p *ProgramText) infer(ctx context.Context, k *kernel.Kernel, q *decision.Question, r *ask.Request, minimal bool, solve Solve, shares Shares) (header []string, ok bool) {
	flag := "--invariants inferred: "
	if minimal {
		flag = "--invariants minimal: "
	}
	opts := q.Options()
	opts.Encoding.LockStep = r.LockStep
	in := Infer(decision.CaseOf(ctx, k, opts), solve, shares)
	switch {
	case in.Diags.HasErrors():
		p.Diags.Merge(in.Diags)
		return nil, false
	case in.Err != nil:
		p.Err = fmt.Errorf("%s%w", flag, in.Err)
		return nil, false
	case in.Late != "":
		p.Late = flag + in.Late
		return nil, false
	}
	r.Invariants, r.Keep = ask.Inferred, in.Keep()
	all, survived := in.Count()
	if all == 0 {
		return nil, true
	}
	if minimal {
		needed, err := in.Needed(ctx, q.Timeout, solve)
		if err != nil {
			p.Err = fmt.Errorf("%s%w", flag, err)
			return nil, false
		}
		r.Keep = needed
		return []string{fmt.Sprintf("loop invariants: %d of the %d candidates that hold, of which the proofs need no more; {:tag} names the rule that made each",
			held(needed), survived)}, true
	}
	return []string{fmt.Sprintf("loop invariants: the %d of %d candidates that hold; {:tag} names the rule that made each", survived, all)}, true
}
