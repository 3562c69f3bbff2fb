package solver

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"gv2/boogie"
)

// longText is the size, in bytes, from which several Boogies share a program. A
// second one costs 0.5 s of processor time to start, and smaller programs
// seldom take that long to prove.
const longText = 30_000

// shares divides the procedures to be proved among as many processes as opts
// allows. Boogie's own /vcsCores does not help: 2.4.1 still proves procedures
// one after the other, and waits for up to 1.4 s at its end.
func shares(procs []procedure, size int, opts Options) [][]procedure {
	n := min(opts.Cores, countProved(procs))
	if n < 2 || opts.Infer || size < longText {
		return [][]procedure{procs}
	}
	owner := owners(procs, n)
	out := make([][]procedure, n)
	for part := range out {
		out[part] = slices.Clone(procs)
		for i := range procs {
			out[part][i].proved = procs[i].proved && owner[i] == part
		}
	}
	return out
}

// owners assigns each procedure to one of n parts: the longest first, each to
// the part with the least so far.
func owners(procs []procedure, n int) []int {
	longest := make([]int, 0, len(procs))
	lines := func(i int) int {
		if i+1 < len(procs) {
			return procs[i+1].line - procs[i].line
		}
		return 1
	}
	for i, p := range procs {
		if p.proved {
			longest = append(longest, i)
		}
	}
	slices.SortStableFunc(longest, func(i, j int) int { return cmp.Compare(lines(j), lines(i)) })
	load, out := make([]int, n), make([]int, len(procs))
	for _, i := range longest {
		least := slices.Index(load, slices.Min(load))
		out[i] = least
		load[least] += lines(i) + 1
	}
	return out
}

func countProved(procs []procedure) int {
	n := 0
	for _, p := range procs {
		if p.proved {
			n++
		}
	}
	return n
}

// runShares runs a Boogie for each share and puts their answers together. The
// first error ends the others.
func runShares(ctx context.Context, path string, printed boogie.Printed, parts [][]procedure, opts Options) (*Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make([]*Answer, len(parts))
	var first error
	var once sync.Once
	var group sync.WaitGroup
	for i, part := range parts {
		group.Add(1)
		go func() {
			defer group.Done()
			var err error
			if answers[i], err = runPart(ctx, path, printed, part, true, opts, args); err != nil {
				once.Do(func() { first = err })
				cancel()
			}
		}()
	}
	group.Wait()
	if first != nil {
		return nil, first
	}
	return joined(answers, parts[0]), nil
}

// joined is the answer for a program from the answers for its parts.
func joined(answers []*Answer, procs []procedure) *Answer {
	rank := map[string]int{}
	for i, p := range procs {
		rank[p.name] = i
	}
	out := Answer{Counted: true}
	for _, a := range answers {
		out.Failures = append(out.Failures, a.Failures...)
		out.Open = append(out.Open, a.Open...)
		out.Unanswered = append(out.Unanswered, a.Unanswered...)
		out.Partial = append(out.Partial, a.Partial...)
		out.Seconds = max(out.Seconds, a.Seconds)
		out.Outcome = worse(out.Outcome, a.Outcome)
		out.Verified += a.Verified
		out.Counted = out.Counted && a.Counted
		out.Output += a.Output
	}
	if !out.Counted {
		out.Verified = 0
	}
	slices.SortStableFunc(out.Failures, func(f, g Failure) int { return cmp.Compare(rank[f.Procedure], rank[g.Procedure]) })
	slices.SortStableFunc(out.Open, func(p, q string) int { return cmp.Compare(rank[p], rank[q]) })
	return &out
}

// worse is the outcome of a whole whose parts ended in x and y.
func worse(x, y Outcome) Outcome {
	for _, o := range []Outcome{Failed, TimedOut, Undecided} {
		if x == o || y == o {
			return o
		}
	}
	return Verified
}
