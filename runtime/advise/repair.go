package advise

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
)

// Most races within a block are there because a __syncthreads() is missing. Where one
// more, behind the first of the two accesses or in front of the second, lets the exact
// engine prove the block free of races, and of faults of barriers, the finding says so.
// There is no such hint where that was not shown, which includes kernels that lack several
// barriers, and those that depend on their input.

// The limits of the search: pairs of lines that it is made for, the part of the time limit, and
// the commands of one try.
const (
	mostRepairs    = 4
	repairShare    = 0.2
	repairCommands = 5_000_000
)

// suggestRepairs notes at the races of a refuted kernel which barrier would order them.
func suggestRepairs(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, r *verdict.Result) {
	if r.Outcome != verdict.KernelRefuted || r.Err != nil || opts.Engine == verdict.BoogieEngine {
		return
	}
	s := repairs{ctx: ctx, opts: opts, check: engines.Check, tried: map[[2]int]string{}}
	if opts.Timeout > 0 {
		s.until = time.Now().Add(min(time.Duration(float64(opts.Timeout)*repairShare), time.Until(opts.Began.Add(opts.Timeout))))
	}
	st := opts.Trace.Begin("repair")
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity {
			s.repair(k, f)
			opts.Trace.Note(f.Repair)
		}
	}
	opts.Trace.End(st)
}

// repairs is one search.
type repairs struct {
	ctx   context.Context
	opts  verdict.Options
	check verdict.Check
	until time.Time
	// tried holds what was found for a pair of lines, empty where nothing helps.
	tried map[[2]int]string
}

// repair looks for a barrier that orders the two accesses of a race in a block.
func (s *repairs) repair(k *kernel.Kernel, f *claim.Finding) {
	if len(f.Accesses) != 2 || !sameBlock(&f.Accesses[0], &f.Accesses[1]) {
		return
	}
	one, two := f.Accesses[0].Src, f.Accesses[1].Src
	if len(one.Calls)+len(two.Calls) > 0 || one.Pos.File != two.Pos.File || one.Pos.Line == two.Pos.Line {
		return
	}
	lines := [2]int{one.Pos.Line, two.Pos.Line}
	text, known := s.tried[lines]
	if !known {
		if len(s.tried) >= mostRepairs {
			return
		}
		text = s.sought(k, one, two)
		s.tried[lines] = text
	}
	f.Repair = text
}

// sought says which barrier orders two accesses: one behind the first of them, or in
// front of the second, which lies behind what is between them.
func (s *repairs) sought(k *kernel.Kernel, one, two kernel.Src) string {
	for _, late := range []bool{false, true} {
		changed := *k
		where := ""
		if changed.Body, where = withBarrier(k.Body, one, two, late); where != "" && s.orders(&changed) {
			return "a __syncthreads() " + where + " would order them; with it, no race within a block remains"
		}
	}
	return ""
}

func sameBlock(a, b *claim.Access) bool {
	return a.Block == nil && b.Block == nil || a.Block != nil && b.Block != nil && *a.Block == *b.Block
}

// orders reports whether the exact engine proves the changed kernel free of races within
// a block and of faults of barriers, for all inputs.
func (s *repairs) orders(k *kernel.Kernel) bool {
	ctx, cancel := decision.Within(s.ctx, s.until)
	defer cancel()
	o := s.opts.ExactOptions()
	if o.MaxCommands == 0 || o.MaxCommands > repairCommands {
		o.MaxCommands = repairCommands
	}
	report, err := s.check(ctx, k, o)
	if err != nil || report.NotStatic != nil {
		return false
	}
	for _, name := range kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.OfBarriers }) {
		if report.Verdicts[name].Status != claim.Proved {
			return false
		}
	}
	race := report.Verdicts[kernel.DataRace]
	return race.Status == claim.Proved || race.Status == claim.Unknown && race.Blocks
}

// withBarrier is a list of statements with a __syncthreads() behind the one that the
// first access is in, late in front of the one that the second is in, in the innermost
// list that both are in, and says where that is; empty where they are in one statement,
// in branches of one, and late where that is no other place.
func withBarrier(list []kernel.Stmt, first, second kernel.Src, late bool) (changed []kernel.Stmt, where string) {
	i := slices.IndexFunc(list, func(st kernel.Stmt) bool { return has(st, first) })
	j := slices.IndexFunc(list, func(st kernel.Stmt) bool { return has(st, second) })
	switch {
	case i < 0 || j < 0:
		return nil, ""
	case i == j:
		out := slices.Clone(list)
		out[i], where = withBarrierIn(list[i], first, second, late)
		return out, where
	case late:
		where = "in front of " + spotName(list[j])
		for j > i && onLine(list[j-1], list[j]) {
			j--
		}
		if i >= j || onLine(list[i], list[j-1]) {
			return nil, ""
		}
		i = j - 1
	case i < j:
		where = "between " + spotName(list[i]) + " and " + spotName(list[j])
	default:
		where = "behind " + spotName(list[i])
	}
	for i+1 < len(list) && i+1 != j && onLine(list[i], list[i+1]) {
		i++
	}
	barrier := &kernel.Barrier{Src: list[i].Source(), ID: &kernel.Const{T: kernel.U32}, Aligned: true}
	return slices.Insert(slices.Clone(list), i+1, kernel.Stmt(barrier)), where
}

func onLine(a, b kernel.Stmt) bool { return a.Source().Pos.Line == b.Source().Pos.Line }

// withBarrierIn is withBarrier for the parts of one statement.
func withBarrierIn(st kernel.Stmt, first, second kernel.Src, late bool) (changed kernel.Stmt, where string) {
	switch st := st.(type) {
	case *kernel.If:
		c := *st
		if c.Then, where = withBarrier(st.Then, first, second, late); where == "" {
			c.Then = st.Then
			c.Else, where = withBarrier(st.Else, first, second, late)
		}
		return &c, where
	case *kernel.Loop:
		c := *st
		c.Body, where = withBarrier(st.Body, first, second, late)
		return &c, where
	case *kernel.Region:
		c := *st
		c.Body, where = withBarrier(st.Body, first, second, late)
		return &c, where
	default:
		// Others have no statements inside.
	}
	return st, ""
}

// spotName is how a repair calls a statement: a barrier goes behind or in front of all
// of it.
func spotName(st kernel.Stmt) string {
	line := st.Source().Pos.Line
	switch st.(type) {
	case *kernel.If:
		return fmt.Sprintf("the conditional at line %d", line)
	case *kernel.Loop:
		return fmt.Sprintf("the loop at line %d", line)
	default:
		// Others are named by their line alone.
	}
	return fmt.Sprintf("line %d", line)
}

// has reports whether a statement is, or contains, what stands at a place.
func has(st kernel.Stmt, at kernel.Src) bool {
	found := false
	kernel.Walk([]kernel.Stmt{st}, func(st kernel.Stmt) bool {
		switch st.(type) {
		case *kernel.Load, *kernel.Store, *kernel.Atomic:
			src := st.Source()
			found = found || src.Pos == at.Pos && len(src.Calls) == 0
		default:
			// Others access no memory.
		}
		return !found
	})
	return found
}
