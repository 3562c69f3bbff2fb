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
	y, err := b.reference.Run(ctx, printed, opts)
	if err != nil {
		return nil, err
	}
	if differences := Differences(x, y, opts); len(differences) > 0 {
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

// Differences lists what two answers to one question say differently: a check that
// fails in one and holds in the other, or a candidate that one keeps. What either leaves
// open, or is unsure of, is no difference, and neither are failures beyond the limit.
func Differences(x, y *Answer, opts Options) []string {
	var out []string
	if opts.Infer {
		if x.Outcome != Verified || y.Outcome != Verified {
			return nil
		}
		for _, c := range slices.Sorted(maps.Keys(x.Inferred)) {
			if x.Inferred[c] != y.Inferred[c] {
				out = append(out, fmt.Sprintf("candidate %s: %v, %v", c, x.Inferred[c], y.Inferred[c]))
			}
		}
		return out
	}
	limit := atLeast(opts.ErrorLimit, 5)
	mine, theirs := byProcedure(x), byProcedure(y)
	for _, name := range slices.Sorted(maps.Keys(union(mine, theirs))) {
		a, b := mine[name], theirs[name]
		if slices.Contains(x.Open, name) || slices.Contains(y.Open, name) || len(a) >= limit || len(b) >= limit {
			continue
		}
		for _, check := range slices.Sorted(maps.Keys(union(a, b))) {
			unsure, first := a[check]
			doubt, second := b[check]
			switch {
			case !second && slices.Contains(y.Partial, name), !first && slices.Contains(x.Partial, name):
				// The other one was stopped before it reached that check.
			case first && !second && !unsure:
				out = append(out, name+": only the first refutes "+check)
			case second && !first && !doubt:
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
		key := fmt.Sprintf("line %d", f.Line)
		switch {
		case f.LoopEntry:
			key += " on entry"
		case f.LoopStep:
			key += " after an iteration"
		case f.Related != 0:
			key = fmt.Sprintf("line %d for line %d", f.Line, f.Related)
		}
		out[f.Procedure][key] = f.Unsure
	}
	return out
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
