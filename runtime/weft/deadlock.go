package weft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// waiting is a set of threads that wait at one statement and one barrier.
type waiting struct {
	state   emulate.State
	site    *emulate.Site
	id      int64
	threads threadSet
}

// whereabouts tells where the threads of a block are when none can run.
type whereabouts struct {
	exited  threadSet
	waiting []waiting // the one with the least thread first
}

func (t *trace) whereabouts() *whereabouts {
	out := &whereabouts{exited: t.noThreads()}
	for w := range t.warps {
		for _, p := range t.machine.Places(w) {
			switch p.State {
			case emulate.Exited:
				out.exited[w] |= p.Lanes
			case emulate.AtBarrier, emulate.AtWarp:
				out.at(t, p)[w] |= p.Lanes
			}
		}
	}
	slices.SortStableFunc(out.waiting, func(a, b waiting) int {
		return cmp.Compare(a.threads.first(), b.threads.first())
	})
	return out
}

// at is the set of threads that wait where p says.
func (w *whereabouts) at(t *trace, p emulate.Place) threadSet {
	for _, have := range w.waiting {
		if have.state == p.State && have.site == p.Site && have.id == p.ID {
			return have.threads
		}
	}
	s := t.noThreads()
	w.waiting = append(w.waiting, waiting{p.State, p.Site, p.ID, s})
	return s
}

// stuck reports why threads wait for ever.
func (t *trace) stuck(w *whereabouts) {
	if len(w.waiting) == 0 || t.warpWaits(w) || t.earlyExit(w) {
		return
	}
	f := Fault{Property: kernel.Deadlock, Kind: KindStarved, Barriers: t.states(w)}
	if t.circular(w) {
		f.Kind = KindCircular
	}
	for _, here := range w.waiting {
		f.At = append(f.At, t.waiter(here))
	}
	f.Message = "deadlock: " + t.waits(w) + t.outlook(w, f.Kind)
	t.report(f)
}

func (t *trace) waiter(p waiting) Party {
	return Party{Site: p.site, Kind: "wait", Block: t.block, Thread: p.threads.first(), Threads: p.threads.ranges()}
}

// registered are the threads with a registration in a barrier's current
// generation.
func (t *trace) registered(id int) threadSet {
	out := t.noThreads()
	for i := range t.barriers[id].Now.Registrations {
		r := &t.barriers[id].Now.Registrations[i]
		out[r.warp] |= r.lanes
	}
	return out
}

// ids are the barriers that threads wait at, in the order of the waits.
func (w *whereabouts) ids() []int {
	var out []int
	for _, here := range w.waiting {
		if !slices.Contains(out, int(here.id)) {
			out = append(out, int(here.id))
		}
	}
	return out
}

// waitingAt is the set of threads that wait at barrier id.
func (t *trace) waitingAt(w *whereabouts, id int) threadSet {
	out := t.noThreads()
	for _, here := range w.waiting {
		if int(here.id) == id {
			out.add(here.threads)
		}
	}
	return out
}

// circular reports whether barriers wait for one another: the threads that wait
// at the others could complete each of them. A barrier that lacks threads even
// then is hopeless, and so are, in turn, those that need its threads.
func (t *trace) circular(w *whereabouts) bool {
	left := w.ids()
	for {
		hopeless := -1
		for i, id := range left {
			could := t.noThreads()
			for _, other := range left {
				if other != id {
					could.add(t.waitingAt(w, other))
				}
			}
			now := &t.barriers[id].Now
			if t.barriers[id].bytes != 0 || now.Registered+int64(could.without(t.registered(id)).count()) < now.Expected {
				hopeless = i
			}
		}
		if hopeless < 0 {
			return len(left) > 0
		}
		left = slices.Delete(left, hopeless, hopeless+1)
	}
}

// mostGroups is how many groups of waiting threads a sentence names; the states
// of the barriers list all of them.
const mostGroups = 3

// waits lists which threads wait at which barrier.
func (t *trace) waits(w *whereabouts) string {
	var parts []string
	ids := w.ids()
	for i, id := range ids {
		if i == mostGroups && i+1 < len(ids) {
			parts = append(parts, fmt.Sprintf("%d more groups at other barriers", len(ids)-i))
			break
		}
		who, b := t.waitingAt(w, id), &t.barriers[id]
		parts = append(parts, fmt.Sprintf("%s %s at %s (generation %d: expects %d, has %d%s)",
			named(t, who), who.verb("waits", "wait"), t.name(id), b.Open(), b.Now.Expected, b.Now.Registered, b.bytesText()))
	}
	return strings.Join(parts, ", ")
}

// outlook says why none of the barriers is ever completed.
func (t *trace) outlook(w *whereabouts, kind string) string {
	ids := w.ids()
	if kind == KindCircular {
		if len(ids) == 2 {
			return ", and each could only be completed by threads that wait at the other"
		}
		return ", and each could only be completed by threads that wait at another"
	}
	for _, id := range ids {
		if b := &t.barriers[id]; b.bytes > 0 && b.Now.Registered >= b.Now.Expected {
			return fmt.Sprintf(", and nothing brings the %d bytes that are missing", b.bytes)
		}
		if n := t.barriers[id].Now.Expected; n > int64(t.threads) {
			return fmt.Sprintf(", and the %s has only %d threads", names(t).Unit(), t.threads)
		}
	}
	if w.exited.count() > 0 {
		return fmt.Sprintf(", and too few threads can still arrive: %s %s exited", named(t, w.exited), w.exited.verb("has", "have"))
	}
	return ", and too few threads can still arrive"
}

// states describes each barrier with waiting threads.
func (t *trace) states(w *whereabouts) []BarrierState {
	var out []BarrierState
	for _, id := range w.ids() {
		b := &t.barriers[id]
		state := BarrierState{
			ID: id, Label: label(t, id), Generation: int(b.Open()),
			Expected: int(b.Now.Expected), Registered: int(b.Now.Registered),
			From: t.from(b), Waiting: t.waitingAt(w, id).ranges(),
			Missing: t.elsewhere(w, t.lacking(w, id)),
		}
		for _, here := range w.waiting {
			if int(here.id) == id {
				state.Site = here.site
				break
			}
		}
		out = append(out, state)
	}
	return out
}

// lacking are the threads that a barrier may be waiting for: those that have used it
// before and have not registered, if these are enough; else all that wait elsewhere,
// and if these are not enough, those that have exited.
func (t *trace) lacking(w *whereabouts, id int) threadSet {
	b := &t.barriers[id]
	need := int(b.Now.Expected - b.Now.Registered)
	absent := t.allThreads().without(t.registered(id))
	if b.users != nil {
		if users := b.users.and(absent); users.count() >= need {
			return users
		}
	}
	if wait := absent.without(w.exited); wait.count() >= need {
		return wait
	}
	return absent
}

// from lists the registrations of a barrier's current generation by statement.
func (t *trace) from(b *barrier) []Party {
	var sites []*emulate.Site
	threads := map[*emulate.Site]threadSet{}
	for i := range b.Now.Registrations {
		r := &b.Now.Registrations[i]
		if threads[r.site] == nil {
			sites = append(sites, r.site)
			threads[r.site] = t.noThreads()
		}
		threads[r.site][r.warp] |= r.lanes
	}
	var out []Party
	for _, s := range sites {
		who := threads[s]
		out = append(out, Party{
			Site: s, Kind: kindOf(s.Sync), Block: t.block,
			Thread: who.first(), Threads: who.ranges(),
		})
	}
	return out
}

// elsewhere lists where those threads are: waiting, by statement, or exited.
func (t *trace) elsewhere(w *whereabouts, who threadSet) []Party {
	var out []Party
	for _, p := range w.waiting {
		if here := p.threads.and(who); here.count() > 0 {
			out = append(out, Party{Site: p.site, Kind: "wait", Block: t.block, Thread: here.first(), Threads: here.ranges()})
		}
	}
	if gone := w.exited.and(who); gone.count() > 0 {
		out = append(out, Party{Kind: "exit", Block: t.block, Thread: gone.first(), Threads: gone.ranges()})
	}
	return out
}
