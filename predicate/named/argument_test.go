package named_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/predicate/named/order"
)

// The argument of the package's documentation, tried on random straight-line programs:
// if the four checks hold of any two threads, with each thread counting its own
// operations, then the block has the same generations in every execution and ends, the
// k-th operation is on generation k, and what the two threads call ordered is ordered.
// Package order, which is compared with all interleavings, says what is true.

// straight are threads that execute operations one after the other.
type straight []order.Agent

// counted is what a thread has counted before one of its operations, or at its end.
type counted struct{ gen, synced [order.Barriers]int32 }

// counting are the counts of a thread before each operation, and at the end.
func counting(ops []order.Op) []counted {
	out := make([]counted, 1, len(ops)+1)
	for _, op := range ops {
		now := out[len(out)-1]
		now.gen[op.Barrier]++
		if op.Waits {
			now.synced[op.Barrier] = now.gen[op.Barrier]
		}
		out = append(out, now)
	}
	return out
}

// takesPart reports whether a thread has an operation on the barrier.
func (p straight) takesPart(thread, barrier int) bool {
	for _, op := range p[thread].Ops {
		if op.Barrier == barrier {
			return true
		}
	}
	return false
}

// ordered reports whether what thread s does where it has counted x is before what
// another thread does where that has counted y: REL <= ACQ for some barrier of s, or
// REL <= ACQ + ahead through a relay.
func (p straight) ordered(s int, x, y counted) bool {
	for b := range x.gen {
		if p.takesPart(s, b) && x.gen[b]+1 <= y.synced[b] {
			return true
		}
	}
	for r := range p {
		for from := range mostUsed {
			for via := range mostUsed {
				ahead, relays := p.ahead(r, from, via)
				if relays && p.takesPart(s, from) && y.synced[via] >= 1 && x.gen[from]+1 <= y.synced[via]+ahead {
					return true
				}
			}
		}
	}
	return false
}

// ahead is what thread r passes on from one barrier to another: before it registers on
// generation k of via it has waited for generation k + ahead of from.
func (p straight) ahead(r, from, via int) (ahead int32, relays bool) {
	if from == via {
		return 0, false
	}
	now := counting(p[r].Ops)
	for i, op := range p[r].Ops {
		if op.Barrier == via {
			by := now[i].synced[from] - now[i+1].gen[via]
			if !relays || by < ahead {
				ahead, relays = by, true
			}
		}
	}
	return ahead, relays
}

// mostUsed is how many barriers a program uses.
const mostUsed = 3

// count is C1: the operations on a barrier expect as many threads as take part in it.
func (p straight) count() bool {
	var threads [order.Barriers]int64
	for t := range p {
		for b := range threads {
			if p.takesPart(t, b) {
				threads[b]++
			}
		}
	}
	for _, a := range p {
		for _, op := range a.Ops {
			if op.Count != threads[op.Barrier] {
				return false
			}
		}
	}
	return true
}

// syncs reports whether some thread only syncs on the barrier.
func (p straight) syncs(barrier int) bool {
	for t, a := range p {
		only := p.takesPart(t, barrier)
		for _, op := range a.Ops {
			only = only && (op.Barrier != barrier || op.Waits)
		}
		if only {
			return true
		}
	}
	return false
}

// recycling is C2 for threads s and t: where t registers on generation k+1, it has
// waited for generation k, or the operation of s on generation k is ordered before, if
// that is one to know generation k by.
func (p straight) recycling(s, t int) bool {
	one, two := counting(p[s].Ops), counting(p[t].Ops)
	for i, op := range p[t].Ops {
		b, k := op.Barrier, two[i].gen[op.Barrier]
		if k == 0 || two[i].synced[b] >= k {
			continue
		}
		for j, other := range p[s].Ops {
			tells := other.Barrier == b && one[j+1].gen[b] == k && (other.Waits || !p.syncs(b))
			at := one[j] // an arrive is logged before it registers, a sync when it has returned
			if other.Waits {
				at = one[j+1]
			}
			if tells && !p.ordered(s, at, two[i]) {
				return false
			}
		}
	}
	for b := range order.Barriers {
		if p.takesPart(s, b) && p.takesPart(t, b) && two[len(two)-1].gen[b] > one[len(one)-1].gen[b]+1 {
			return false
		}
	}
	return true
}

// balance is C3 for threads s and t.
func (p straight) balance(s, t int) bool {
	one, two := counting(p[s].Ops), counting(p[t].Ops)
	for b := range order.Barriers {
		if p.takesPart(s, b) && p.takesPart(t, b) && two[len(two)-1].synced[b] > one[len(one)-1].gen[b] {
			return false
		}
	}
	return true
}

// ranked is C4: generations can be ordered such that each thread waits for them in that
// order and registers on later ones afterwards.
func (p straight) ranked() bool {
	type generation struct {
		barrier int
		k       int32
	}
	after := map[generation]map[generation]bool{}
	for _, a := range p {
		now := counting(a.Ops)
		for i, op := range a.Ops {
			if !op.Waits {
				continue
			}
			from := generation{op.Barrier, now[i+1].gen[op.Barrier]}
			for j := i + 1; j < len(a.Ops); j++ {
				to := generation{a.Ops[j].Barrier, now[j+1].gen[a.Ops[j].Barrier]}
				if after[from] == nil {
					after[from] = map[generation]bool{}
				}
				after[from][to] = true
			}
		}
	}
	state := map[generation]int{} // 1 on the way, 2 done
	var acyclic func(g generation) bool
	acyclic = func(g generation) bool {
		state[g] = 1
		for next := range after[g] {
			if state[next] == 1 || state[next] == 0 && !acyclic(next) {
				return false
			}
		}
		state[g] = 2
		return true
	}
	for g := range after {
		if state[g] == 0 && !acyclic(g) {
			return false
		}
	}
	return true
}

// shown reports whether all four checks hold.
func (p straight) shown() bool {
	if !p.count() || !p.ranked() {
		return false
	}
	for s := range p {
		for t := range p {
			if s != t && (!p.recycling(s, t) || !p.balance(s, t)) {
				return false
			}
		}
	}
	return true
}

// straightProgram is a random one of two to four threads, whose counts are mostly right.
func straightProgram(r *rand.Rand) straight {
	p := make(straight, 2+r.Intn(3))
	used := 1 + r.Intn(mostUsed)
	// Mostly each thread does one thing with a barrier, in rounds.
	rounds, arrives := 1+r.Intn(3), r.Float64()
	for t := range p {
		p[t].Threads = 1
		var round []order.Op
		for b := range used {
			for n := r.Intn(5); n > 0; n -= 3 { // mostly once, seldom twice
				round = append(round, order.Op{Barrier: b, Waits: r.Float64() > arrives})
			}
		}
		r.Shuffle(len(round), func(i, j int) { round[i], round[j] = round[j], round[i] })
		for range rounds {
			p[t].Ops = append(p[t].Ops, round...)
		}
		for n := len(p[t].Ops); n > 0 && r.Intn(5) == 0; n = len(p[t].Ops) {
			if r.Intn(2) == 0 {
				p[t].Ops = p[t].Ops[:n-1]
			} else {
				p[t].Ops = append(p[t].Ops, round[r.Intn(len(round))])
			}
		}
	}
	for b := range used {
		n := int64(0)
		for t := range p {
			if p.takesPart(t, b) {
				n++
			}
		}
		if r.Intn(8) == 0 {
			n = int64(1 + r.Intn(len(p)))
		}
		for t := range p {
			for i := range p[t].Ops {
				if p[t].Ops[i].Barrier == b {
					p[t].Ops[i].Count = n
				}
			}
		}
	}
	return p
}

func TestTheFourChecksShowWhatTheyAreFor(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	shown, missed := 0, 0
	for range 40000 {
		p := straightProgram(r)
		courses, fault := order.Run(p, 1)
		if !p.shown() {
			if fault == nil {
				missed++
			}
			continue
		}
		shown++
		require.Nil(t, fault, "%+v", p)
		next := make([][]order.Generations, len(p))
		counts := make([][]counted, len(p))
		for s := range p {
			next[s], counts[s] = order.Next(p[s].Ops, courses[s]), counting(p[s].Ops)
			for i, op := range p[s].Ops {
				require.Equal(t, counts[s][i+1].gen[op.Barrier], courses[s].On[i], "%+v", p)
			}
		}
		for s := range p {
			for u := range p {
				for i := range counts[s] {
					for j := range counts[u] {
						if s != u && p.ordered(s, counts[s][i], counts[u][j]) {
							require.True(t, next[s][i].Reach(&courses[u].Known[j]), "%+v\nthread %d at %d, %d at %d", p, s, i, u, j)
						}
					}
				}
			}
		}
	}
	t.Logf("%d programs shown, %d more are alike in all executions", shown, missed)
	require.Greater(t, shown, 3000)
}
