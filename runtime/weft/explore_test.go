package weft

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// The explorer executes all interleavings of a block by the rules of WEFT,
// section 3.3, and is the oracle of the simulation.

const (
	maxThreads  = 4
	maxBarriers = 8 // named ones and one for each mask of WarpSyncs
)

// state is a state of section 3.2, with the number of recyclings of each barrier.
type state struct {
	pc      [maxThreads]int8
	blocked [maxThreads]bool
	barrier [maxBarriers]struct{ registered, n, done int8 }
}

// thread program with the place of each command in the script.
type program struct {
	commands []command
	at       []access
}

type explorer struct {
	programs []program
	seen     map[state]bool
	bad      bool                    // err or a deadlock is reachable
	gens     map[access]map[int]bool // each barrier operation's generations, over all traces
	first    map[[2]access]bool      // the access that came first, in some trace
}

// explore visits all traces of a script.
func explore(s script) *explorer {
	e := &explorer{seen: map[state]bool{}, gens: map[access]map[int]bool{}, first: map[[2]access]bool{}}
	masks := map[[2]int]int{}
	line := 0
	index := make([][]int, len(s.warps))
	for w, steps := range s.warps {
		for range steps {
			line++
			index[w] = append(index[w], line)
		}
	}
	for w, steps := range s.warps {
		for l := range s.lanes {
			var p program
			for i, st := range steps {
				if st.lanes>>l&1 == 0 {
					continue
				}
				c := st.command
				if c.op == 'y' {
					key := [2]int{w, int(st.lanes)}
					if _, ok := masks[key]; !ok {
						masks[key] = maxBarriers - 1 - len(masks)
					}
					c = command{'s', masks[key], popcount(st.lanes)}
				}
				p.commands = append(p.commands, c)
				p.at = append(p.at, access{w, l, index[w][i]})
			}
			e.programs = append(e.programs, p)
		}
	}
	e.visit(state{})
	return e
}

func popcount(lanes emulate.Lanes) int {
	n := 0
	for ; lanes != 0; lanes &= lanes - 1 {
		n++
	}
	return n
}

func (e *explorer) visit(s state) {
	if e.seen[s] {
		return
	}
	e.seen[s] = true
	moved, done := false, true
	for i := range e.programs {
		p := &e.programs[i]
		if int(s.pc[i]) == len(p.commands) {
			continue
		}
		done = false
		if s.blocked[i] {
			continue
		}
		moved = true
		if next, ok := e.execute(s, i, p); ok {
			e.visit(next)
		} else {
			e.bad = true
		}
	}
	if !moved && !done {
		e.bad = true
	}
}

// execute is one step of thread i; false is err.
func (e *explorer) execute(s state, i int, p *program) (state, bool) {
	k := s.pc[i]
	c := p.commands[k]
	if c.accesses() {
		e.record(s, i, p.at[k])
		s.pc[i]++
		return s, true
	}
	b := &s.barrier[c.at]
	if b.registered > 0 && int(b.n) != c.n {
		return s, false
	}
	if e.gens[p.at[k]] == nil {
		e.gens[p.at[k]] = map[int]bool{}
	}
	e.gens[p.at[k]][int(b.done)+1] = true
	b.n = int8(c.n)
	b.registered++
	if c.op == 's' {
		s.blocked[i] = true
	} else {
		s.pc[i]++
	}
	if b.registered == b.n {
		e.recycle(&s, c.at)
	}
	return s, true
}

// recycle is the rule that wakes up the threads blocked at a full barrier. It
// goes before all others.
func (e *explorer) recycle(s *state, at int) {
	for j := range e.programs {
		if s.blocked[j] && e.programs[j].commands[s.pc[j]].at == at {
			s.blocked[j] = false
			s.pc[j]++
		}
	}
	s.barrier[at].registered, s.barrier[at].n = 0, 0
	s.barrier[at].done++
}

// record notes that access x comes before all accesses that others have yet to
// make.
func (e *explorer) record(s state, i int, x access) {
	for j := range e.programs {
		if j == i {
			continue
		}
		q := &e.programs[j]
		for k := int(s.pc[j]); k < len(q.commands); k++ {
			if q.commands[k].accesses() {
				e.first[[2]access{x, q.at[k]}] = true
			}
		}
	}
}

// wellSynchronised is Definition 6.
func (e *explorer) wellSynchronised() bool {
	for _, gens := range e.gens {
		if len(gens) > 1 {
			return false
		}
	}
	return !e.bad
}

// races is Definition 8, for a well-synchronised block.
func (e *explorer) races() map[[2]access]bool {
	out := map[[2]access]bool{}
	for i := range e.programs {
		for j := range e.programs[:i] {
			p, q := &e.programs[i], &e.programs[j]
			for k, c := range p.commands {
				for l, d := range q.commands {
					x, y := p.at[k], q.at[l]
					if c.accesses() && d.accesses() && c.at == d.at && (c.op == 'w' || d.op == 'w') &&
						e.first[[2]access{x, y}] && e.first[[2]access{y, x}] {
						out[ordered(x, y)] = true
					}
				}
			}
		}
	}
	return out
}

// ordered puts a pair in one order, whichever came first.
func ordered(x, y access) [2]access {
	if x.warp > y.warp || x.warp == y.warp && x.lane > y.lane {
		return [2]access{y, x}
	}
	return [2]access{x, y}
}

// chooser writes random scripts.
type chooser struct{ *rand.Rand }

// script has up to 4 threads in warps of one or two lanes.
func (r chooser) script() script {
	lanes := 1 + r.Intn(2)
	s := script{lanes: lanes, warps: make([][]step, 2+r.Intn(3-lanes)+(2-lanes)*r.Intn(2))}
	threads := lanes * len(s.warps)
	var counts [3]int
	for b := range counts {
		counts[b] = 1 + r.Intn(threads)
		if counts[b] == 1 && r.Intn(3) > 0 {
			counts[b] = 2
		}
	}
	used, arrives := 1+r.Intn(3), 0.2+0.6*r.Float64()
	length := 5
	if threads > 3 {
		length = 4
	}
	for w := range s.warps {
		for range 1 + r.Intn(length) {
			s.warps[w] = append(s.warps[w], step{lanes: r.mask(lanes), command: r.command(counts[:used], threads, lanes, arrives)})
		}
		for i := range s.warps[w] {
			if st := &s.warps[w][i]; st.op == 'y' {
				st.lanes = 1<<lanes - 1
			}
		}
	}
	return s
}

func (r chooser) mask(lanes int) emulate.Lanes {
	if lanes == 1 || r.Intn(3) == 0 {
		return 1<<lanes - 1
	}
	return emulate.Lanes(1 + r.Intn(1<<lanes-1))
}

func (r chooser) command(counts []int, threads, lanes int, arrives float64) command {
	switch x := r.Float64(); {
	case x < 0.35:
		return command{op: []rune("rw")[r.Intn(2)], at: r.Intn(2)}
	case x < 0.42 && lanes > 1:
		return command{op: 'y'}
	}
	b := r.Intn(len(counts))
	c := command{op: 's', at: b, n: counts[b]}
	if r.Float64() < arrives {
		c.op = 'a'
	}
	if r.Intn(40) == 0 {
		c.n = 1 + r.Intn(threads)
	}
	return c
}

func TestSimulationAgreesWithAllInterleavings(t *testing.T) {
	programs := 30000
	if testing.Short() {
		programs = 4000
	}
	r := chooser{rand.New(rand.NewSource(1))}
	tally := map[kernel.Property]int{}
	for range programs {
		s := r.script()
		oracle := explore(s)
		found := &pairRecorder{races: map[[2]access]bool{}}
		p := play(s, Options{}, found)
		proved := p.trace.ended && len(p.trace.faults) == 0
		require.Equal(t, oracle.wellSynchronised(), proved, "%v%v", s, p.trace.faults)
		tally[outcome(p.trace)]++
		if !proved {
			requireReachable(t, s, p.trace, oracle)
			continue
		}
		races := map[[2]access]bool{}
		for pair := range found.races {
			races[ordered(pair[0], pair[1])] = true
		}
		require.Equal(t, oracle.races(), races, "%v", s)
		if len(races) > 0 {
			tally["with races"]++
		}
		if arrivesOnly(p) {
			tally["arrives alone, recycled"]++
		}
		requireGenerations(t, s, p, oracle)
	}
	t.Log(tally)
	for _, kind := range []kernel.Property{"proved", kernel.Deadlock, kernel.Recycling, kernel.Count, "with races", "arrives alone, recycled"} {
		require.Greater(t, tally[kind], programs/1000, kind)
	}
}

// outcome names what a trace found first.
func outcome(t *trace) kernel.Property {
	if len(t.faults) == 0 {
		return "proved"
	}
	return t.faults[0].Property
}

// requireReachable demands that a deadlock or an error which the trace ran into
// is one of the block.
func requireReachable(t *testing.T, s script, tr *trace, oracle *explorer) {
	t.Helper()
	for _, f := range tr.faults {
		if f.Property == kernel.Deadlock || f.Kind == KindDisagree {
			require.True(t, oracle.bad, "%v%v", s, f.Message)
		}
	}
}

// requireGenerations demands that every operation is on the same generation as in
// all traces.
func requireGenerations(t *testing.T, s script, p *player, oracle *explorer) {
	t.Helper()
	for _, ev := range p.events {
		if !ev.registers() {
			continue
		}
		for l := range p.lanes {
			if ev.lanes>>l&1 != 0 {
				at := access{ev.warp, l, p.sites[ev.warp][ev.index].ID}
				require.Equal(t, map[int]bool{int(ev.generation): true}, oracle.gens[at], "%v%v", s, at)
			}
		}
	}
}

// arrivesOnly reports whether some generation consists of arrives alone and
// another one follows it.
func arrivesOnly(p *player) bool {
	syncs := map[string]bool{}
	for _, ev := range p.events {
		if ev.registers() {
			key := fmt.Sprint(ev.at, ev.generation)
			syncs[key] = syncs[key] || ev.op == 's'
		}
	}
	for _, ev := range p.events {
		if ev.registers() && ev.generation > 1 && !syncs[fmt.Sprint(ev.at, ev.generation-1)] {
			return true
		}
	}
	return false
}
