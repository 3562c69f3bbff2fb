package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/discipline"
	"gv2/predicate/fact"
	prepare "gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/fences"
	"gv2/runtime/verdict"
)

// Where threads talk through memory, a race is often there because a fence is missing. Whether that is so is tried: the kernel with a fence of the device in
// every place is decided, and then one with a set of them of which none can be left out, as far as quick questions tell. All least sets are a longer search, and
// another command.

// fenceShare is the part of the time limit for that.
const fenceShare = 0.2

// suggestFences notes that fences are missing, if the kernel with all of them has no data race.
func suggestFences(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, r *verdict.Result) {
	p := r.Property(kernel.DataRace)
	if p == nil || p.Status != claim.Refuted && p.Status != claim.Unknown || r.Err != nil || !fact.TalksThroughMemory(k) && len(fact.Signals(k)) == 0 || repaired(r) {
		return
	}
	if opts.Timeout > 0 {
		left := min(time.Duration(float64(opts.Timeout)*fenceShare), time.Until(opts.Began.Add(opts.Timeout)))
		if left <= 0 {
			return
		}
		opts.Timeout = left
	}
	opts.Began = time.Time{}
	opts.Encoding.Properties = kernel.PropertySet{kernel.DataRace: true}
	opts.NoPrecondition, opts.Further, opts.UntilFault = true, false, true
	st := opts.Trace.Begin("fences")
	defer opts.Trace.End(st)
	opts.Trace = nil
	proved := func(k *kernel.Kernel) bool {
		more := verdict.Decide(ctx, k, opts, engines)
		q := more.Property(kernel.DataRace)
		return q != nil && q.Status == claim.Proved && more.Err == nil
	}
	everywhere := fences.Everywhere(k)
	if !proved(everywhere) {
		return
	}
	is := "is"
	if p.Status == claim.Unknown {
		is = "may be"
	}
	least := " (gv2 fences " + k.Pos.File + " finds the least set)"
	for _, right := range likely(ctx, everywhere) {
		changed, gaps := fences.Enough(k, right)
		if !tellable(gaps) || !proved(changed) {
			continue
		}
		places := placesOf(gaps)
		missing := "a fence " + is
		if len(gaps) > 1 {
			missing = fmt.Sprintf("%d fences %s", len(gaps), map[string]string{"is": "are", "may be": "may be"}[is])
		}
		if missing += " missing"; !repairByFences(r, gaps, places) {
			missing += ": " + places + "; with " + oneOrAll(gaps) + " the kernel has no data race"
		}
		r.Notes = append(append(r.Notes, claim.Note{Message: missing + least}), tooWeak(k, gaps)...)
		return
	}
	r.Notes = append(r.Notes, claim.Note{Message: "a fence " + is + " missing: with a __threadfence() in every place the kernel has no data race" + least})
}

// likely are quick questions whether a kernel is as right as one with fences everywhere: whether the discipline of its threads orders as many accesses; and, of a
// launch that is small enough, whether an execution has a fault. Which fences are enough is then asked in full, once.
func likely(ctx context.Context, everywhere *kernel.Kernel) []func(*kernel.Kernel) bool {
	var out []func(*kernel.Kernel) bool
	if best := orderIn(everywhere); best.tokens > 0 {
		out = append(out, func(k *kernel.Kernel) bool { return orderIn(k).asMuchAs(best) })
	}
	judge := fences.OfLaunch(func() bool { return ctx.Err() != nil }, func(*kernel.Kernel) (fences.Verdict, string) { return fences.Unknown, "" })
	faultless := func(k *kernel.Kernel) bool {
		v, _ := judge(k)
		return v == fences.Right
	}
	if faultless(everywhere) {
		out = append(out, faultless)
	}
	return out
}

// order is how much a discipline orders.
type order struct {
	tokens  int
	missing map[discipline.Missing]bool
}

func orderIn(k *kernel.Kernel) order {
	found := discipline.Recognise(prepare.WithoutVolatile(prepare.StrongAccesses(prepare.ValidatedReads(k))))
	out := order{missing: map[discipline.Missing]bool{}}
	for _, m := range found.Missing {
		out.missing[m] = true
	}
	if found.Kernel != nil {
		out.tokens = fact.Tokens(found.Kernel)
	}
	return out
}

func (o order) asMuchAs(best order) bool {
	if o.tokens < best.tokens {
		return false
	}
	for m := range o.missing {
		if !best.missing[m] {
			return false
		}
	}
	return true
}

// tellable reports whether there are fences, and each has a line of its own.
func tellable(gaps []fences.Gap) bool {
	for _, g := range gaps {
		if g.Before != 0 && g.Before <= g.After {
			return false
		}
	}
	return len(gaps) > 0
}

// placesOf are the places of fences, for people.
func placesOf(gaps []fences.Gap) string {
	var parts []string
	for _, g := range gaps {
		place := fmt.Sprintf("a __threadfence() after line %d", g.After)
		if g.Before > 0 {
			place += fmt.Sprintf(" and before line %d", g.Before)
		}
		parts = append(parts, place)
	}
	return strings.Join(parts, " and ")
}

func oneOrAll(gaps []fences.Gap) string {
	switch len(gaps) {
	case 1:
		return "it"
	case 2:
		return "both"
	}
	return "all of them"
}

// tooWeak tells of fences that stand in one of the places and are not enough there.
func tooWeak(k *kernel.Kernel, gaps []fences.Gap) []claim.Note {
	var out []claim.Note
	skipped := map[int]bool{} // lines that are told, and those with accesses, where the fence may be in front of them
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		line := s.Source().Pos.Line
		skipped[line] = skipped[line] || kernel.Touched(s) != nil
		return true
	})
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		f, is := s.(*kernel.Fence)
		if !is || f.Pos.File != k.Pos.File || skipped[f.Pos.Line] || !slices.ContainsFunc(gaps, func(g fences.Gap) bool { return g.After <= f.Pos.Line && f.Pos.Line < g.Before }) {
			return true
		}
		why := "it orders for the threads of a block only"
		switch {
		case f.Scope == kernel.BlockScope || f.Scope == kernel.WarpScope:
		case f.Order() == kernel.SequentiallyConsistent:
			return true
		default:
			why = "it is no sequentially consistent one, but of acquire and release only (fence.acq_rel, as memory_order_acquire, release and acq_rel all are in PTX)"
		}
		skipped[f.Pos.Line] = true
		out = append(out, claim.Note{Message: fmt.Sprintf("the fence at %s is too weak: %s", f.Pos, why)})
		return true
	})
	return out
}

// repairByFences makes the fences the repair of races that have none, and reports whether there is one.
func repairByFences(r *verdict.Result, gaps []fences.Gap, places string) (any bool) {
	var edits []claim.Edit
	for _, g := range gaps {
		e := g.Edit
		e.Text = "__threadfence();"
		edits = append(edits, e)
	}
	verb := "orders them; with it"
	if len(gaps) > 1 {
		verb = "order them; with " + oneOrAll(gaps)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity && f.Repair == "" {
			f.Repair, f.Edits, any = places+" "+verb+", no race remains", edits, true
		}
	}
	return any
}

// repaired reports whether every race has a repair that leaves none.
func repaired(r *verdict.Result) bool {
	races := 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity {
			if races++; f.Repair == "" || f.BetweenBlocks() {
				return false
			}
		}
	}
	return races > 0
}
