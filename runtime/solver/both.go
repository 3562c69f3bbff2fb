package solver

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"gv2/boogie"
)

// both asks two solvers, and takes a difference for a fault of gv2.
type both struct{ direct, reference Solver }

// DifferenceError means that two solvers contradict each other about a program.
type DifferenceError struct {
	// File has the program, and Differences what they disagree on.
	File        string
	Differences []string
}

func (e *DifferenceError) Error() string {
	return fmt.Sprintf("internal error: z3 and boogie contradict each other about %s: %s", e.File, strings.Join(e.Differences, "; "))
}

func (b *both) Close() {
	b.direct.Close()
	b.reference.Close()
}

// Run returns the answer of the direct solver, or the other one's where that decides
// more.
func (b *both) Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	x, err := b.direct.Run(ctx, printed, opts)
	if err != nil {
		return nil, err
	}
	if opts.Minimal {
		return x, nil
	}
	y, err := b.reference.Run(ctx, printed, opts)
	if err != nil {
		return nil, err
	}
	differences := Differences(x, y, opts)
	if len(opts.Operators) > 0 {
		// Boogie is not told what they are: it answers another question.
		plain := opts
		plain.Operators = nil
		same, err := b.direct.Run(ctx, printed, plain)
		if err != nil {
			return nil, err
		}
		differences = append(differences, Differences(same, y, plain)...)
	}
	if len(differences) > 0 {
		return nil, &DifferenceError{kept(printed.Text), differences}
	}
	if len(y.Open) < len(x.Open) {
		x = y
	}
	answer := *x
	answer.Seconds = x.Seconds + y.Seconds
	return &answer, nil
}

// kept writes the program to a file and returns its name.
func kept(text string) string {
	f, err := os.CreateTemp("", "gv2-difference-*.bpl")
	if err != nil {
		return "a program that could not be kept (" + err.Error() + ")"
	}
	defer f.Close()
	_, _ = f.WriteString(text)
	return f.Name()
}

// Differences lists what two answers to one question, the first one direct, say
// differently: a check that fails in one and holds in the other, or a candidate that one keeps. What either
// leaves open, or is unsure of, is no difference, and neither are failures beyond the
// limit. What drops a candidate for want of an answer may drop others for that. With Operators the
// first knows more, so that it may show what the second refutes.
func Differences(x, y *Answer, opts Options) []string {
	var out []string
	if opts.Infer {
		if x.Outcome != Verified || y.Outcome != Verified {
			return nil
		}
		for _, c := range slices.Sorted(maps.Keys(x.Inferred)) {
			given := x.Inferred[c] || len(x.Unanswered) == 0
			if x.Inferred[c] != y.Inferred[c] && given && (y.Inferred[c] || len(y.Unanswered) == 0) {
				out = append(out, fmt.Sprintf("candidate %s: %v, %v", c, x.Inferred[c], y.Inferred[c]))
			}
		}
		return out
	}
	limit := atLeast(opts.ErrorLimit, 5)
	mine, theirs := byProcedure(x), byProcedure(y)
	for _, name := range slices.Sorted(maps.Keys(union(mine, theirs))) {
		a, b := mine[name], theirs[name]
		for _, check := range slices.Sorted(maps.Keys(union(a, b))) {
			unsure, first := a[check]
			doubt, second := b[check]
			switch {
			case !second && (len(b) >= limit || y.missed(name, check)), !first && (len(a) >= limit || x.missed(name, check)):
				// The other one has no answer, or was stopped before it reached that check.
			case first && !second && !unsure:
				out = append(out, name+": only the first refutes "+check)
			case second && !first && !doubt && len(opts.Operators) == 0:
				out = append(out, name+": only the second refutes "+check)
			}
		}
	}
	return out
}

// byProcedure gives for each procedure the checks that fail and whether that is unsure.
func byProcedure(a *Answer) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, f := range a.Failures {
		if out[f.Procedure] == nil {
			out[f.Procedure] = map[string]bool{}
		}
		out[f.Procedure][checkText(f.Line, f.Related, f.LoopEntry, f.LoopStep)] = f.Unsure
	}
	return out
}

// checkText names a check.
func checkText(line, related int, entry, step bool) string {
	text := fmt.Sprintf("line %d", line)
	switch {
	case entry:
		text += " on entry"
	case step:
		text += " after an iteration"
	case related != 0:
		text += fmt.Sprintf(" for line %d", related)
	}
	return text
}

// missed reports whether the answer may say nothing of a check because of a limit.
func (a *Answer) missed(procedure, check string) bool {
	if slices.Contains(a.Partial, procedure) {
		return true
	}
	told := false
	for _, u := range a.Unanswered {
		if u.Procedure == procedure {
			told = true
			if u.Line == 0 || checkText(u.Line, u.Related, u.LoopEntry, u.LoopStep) == check {
				return true
			}
		}
	}
	return !told && slices.Contains(a.Open, procedure)
}

func union[V any](x, y map[string]V) map[string]V {
	out := maps.Clone(x)
	if out == nil {
		out = map[string]V{}
	}
	for k, v := range y {
		if _, ok := out[k]; !ok {
			out[k] = v
		}
	}
	return out
}
