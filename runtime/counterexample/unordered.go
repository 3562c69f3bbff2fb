package counterexample

import (
	"cmp"
	"fmt"
	"strings"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/key"
	"gv2/runtime/claim"
)

// Unordered says what a failure of the generation encoding leaves open. It is no
// fault of the kernel yet: an invariant may be missing, or a third thread may order
// what these two do not.
func (f Fault) Unordered(k *kernel.Kernel, out *instrument.Output) string {
	m := model{state: f.State, current: f.At == f.Site.State}
	switch {
	case f.Check.Array != nil:
		return f.unorderedAccesses(k, m, out)
	case f.Check.Text != "" && strings.HasPrefix(f.Check.Text, "that "):
		return fmt.Sprintf("it is not shown %s%s", f.Check.Text, threadsText(out))
	case f.Check.Property == kernel.Recycling:
		return fmt.Sprintf("it is not shown that each generation of %s is complete before a thread registers on the next%s", f.Check.Text, threadsText(out))
	case f.Check.Property == kernel.Divergence:
		return fmt.Sprintf("it is not shown that all threads of a warp reach the barrier at %s", f.Site.Src.Pos)
	case f.Check.Property == kernel.Deadlock:
		return fmt.Sprintf("no order of generations is shown that excludes a circular wait at %s", f.Site.Src.Pos)
	}
	text := fmt.Sprintf("the condition at %s is not shown", f.Site.Src.Pos)
	if f.Check.Accesses && (out.Scheduled || len(out.Barriers) > 0) {
		text += "; it covers everything that a thread has accessed since the last barrier of the whole block, even before a named barrier"
	}
	return text
}

// unorderedAccesses names the two accesses and how far what each knows of the
// barriers falls short.
func (f Fault) unorderedAccesses(k *kernel.Kernel, m model, out *instrument.Output) string {
	name := f.Check.Log
	text := "no generation of a barrier is shown to order "
	one, two := f.recorded(m, out, name, 1), f.recorded(m, out, name, 2)
	if one == nil || two == nil {
		return text + "two accesses to " + claim.ArrayLabel(f.Check.Array) + threadsText(out)
	}
	text += fmt.Sprintf("the %s of %s at %s and the %s at %s", one.Kind, claim.ArrayLabel(f.Check.Array), one.Src.Pos, two.Kind, two.Src.Pos)
	return text + shortfall(k, m, out, name, one, two) + threadsText(out)
}

// recorded is the statement in a thread's log, nil where the model does not tell.
func (f Fault) recorded(m model, out *instrument.Output, log string, thread int) *key.Site {
	id, ok := m.variable(key.LogField("SOURCE", log, thread))
	if !ok || id < 0 || id >= int64(len(out.Sites)) || out.Sites[id].Array == nil {
		return nil
	}
	return out.Sites[id]
}

// shortfall says by how much the nearest barrier misses.
func shortfall(k *kernel.Kernel, m model, out *instrument.Output, log string, one, two *key.Site) string {
	best, text := int64(0), ""
	for _, b := range out.Barriers {
		for t, sites := range map[int][2]*key.Site{1: {one, two}, 2: {two, one}} {
			rel, ok1 := m.variable(key.RelName(b, log, t))
			acq, ok2 := m.variable(key.AcqName(b, log, 3-t))
			if !ok1 || !ok2 || rel <= acq || text != "" && rel-acq >= best {
				continue
			}
			best = rel - acq
			text = fmt.Sprintf(" (the %s is released by generation %d of barrier %s, but the thread of the %s has seen generation %d)",
				sites[0].Kind, rel, cmp.Or(k.Numbered[int(b)], fmt.Sprint(b)), sites[1].Kind, acq)
		}
	}
	return text
}

// threadsText mentions the order that two threads cannot show.
func threadsText(out *instrument.Output) string {
	if out.Roles > 2 {
		return "; they may be ordered through a third thread"
	}
	return ""
}
