package axioms

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/memory/judge"
)

// withVolatile is what executions show of a kernel in which volatile accesses to data are plain. By the letter of the model two of them are no
// race. They are reported if they race as well where every strong read acquires: a fence is missing between the store and what tells of it, or
// nothing tells. Others are left open, as package interleave leaves them: the thread that is told lacks a fence, which no device is known to need
// for volatile reads.
func withVolatile(k *kernel.Kernel, executions func(*kernel.Kernel) (*judge.Report, error)) (*judge.Report, error) {
	plain := rewrite.WithoutVolatile(k)
	r, err := executions(plain)
	if err != nil || len(r.Races) == 0 {
		return r, err
	}
	volatile := fact.VolatileAt(k)
	both := func(x judge.Race) bool { return volatile[x.A.Stmt.Source().Pos] && volatile[x.B.Stmt.Source().Pos] }
	if !slices.ContainsFunc(r.Races, both) {
		return r, nil
	}
	told, err := executions(acquiring(plain))
	known := func(x judge.Race) bool {
		return err == nil && slices.ContainsFunc(told.Races, func(y judge.Race) bool { return places(x) == places(y) && !y.SameValue })
	}
	n := len(r.Races)
	r.Races = slices.DeleteFunc(r.Races, func(x judge.Race) bool { return both(x) && !x.SameValue && !known(x) })
	if len(r.Races) < n && r.Open == "" {
		r.Open = "volatile accesses are no data race by the letter of the model, but nothing acquires what is read by them: a __threadfence() is missing before it"
	}
	return r, nil
}

// places are those of a race, in a fixed order.
func places(x judge.Race) [2]string {
	a, b := x.A.Stmt.Source().Pos.String(), x.B.Stmt.Source().Pos.String()
	return [2]string{min(a, b), max(a, b)}
}

// acquiring is k with strong reads that acquire.
func acquiring(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
		at, ok := s.(*kernel.Atomic)
		if !ok || at.Op == "store" {
			return s
		}
		reads := *at
		switch at.Order {
		case kernel.Relaxed:
			reads.Order = kernel.Acquire
		case kernel.Release:
			reads.Order = kernel.AcquireRelease
		case kernel.Acquire, kernel.AcquireRelease, kernel.SequentiallyConsistent:
		}
		return &reads
	})
	return &c
}
