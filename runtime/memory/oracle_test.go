package memory_test

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/runtime/memory"
)

// The oracle reads the chapter of the PTX ISA once more, without the engine's shortcuts:
// relations are sets of pairs, every assignment of writes to reads, every order of fences and
// every order of morally strong writes is tried, and the axioms are checked at the end.

type pairs map[[2]int]bool

func (p pairs) join(q pairs) pairs {
	out := pairs{}
	for a := range p {
		for b := range q {
			if a[1] == b[0] {
				out[[2]int{a[0], b[1]}] = true
			}
		}
	}
	return out
}

func (p pairs) plus(list ...pairs) pairs {
	out := pairs{}
	for _, q := range append(list, p) {
		for x := range q {
			out[x] = true
		}
	}
	return out
}

func (p pairs) transitive() pairs {
	for {
		next := p.plus(p.join(p))
		if len(next) == len(p) {
			return next
		}
		p = next
	}
}

func (p pairs) where(keep func(a, b int) bool) pairs {
	out := pairs{}
	for x := range p {
		if keep(x[0], x[1]) {
			out[x] = true
		}
	}
	return out
}

func (p pairs) loops() bool {
	for x := range p {
		if x[0] == x[1] {
			return true
		}
	}
	return false
}

// world is one candidate.
type world struct {
	p      *memory.Program
	events []memory.Event
	thread []int
	paths  []memory.Path
	rf     map[int]int
	outs   map[string]bool
}

// oracle returns what may be seen in the end: registers, final memory, whether accesses race.
func oracle(p *memory.Program, values []int64) map[string]bool {
	outs := map[string]bool{}
	var all [][]memory.Path
	for i := range p.Threads {
		var list []memory.Path
		var try func(given []int64)
		try = func(given []int64) {
			path, _ := p.Threads[i].Run(given)
			if path.Ask == nil {
				list = append(list, path)
				return
			}
			for _, v := range values {
				try(append(slices.Clone(given), v))
			}
		}
		try(nil)
		all = append(all, list)
	}
	var combine func(chosen []memory.Path)
	combine = func(chosen []memory.Path) {
		if len(chosen) < len(all) {
			for _, path := range all[len(chosen)] {
				combine(append(slices.Clone(chosen), path))
			}
			return
		}
		w := &world{p: p, paths: chosen, rf: map[int]int{}, outs: outs}
		places := map[memory.Place]bool{}
		for t := range chosen {
			for _, e := range chosen[t].Events {
				w.events, w.thread = append(w.events, e), append(w.thread, t)
				if e.Kind <= memory.Write {
					places[e.Place] = true
				}
			}
		}
		for place := range places {
			w.events = append(w.events, memory.Event{Kind: memory.Write, Place: place, Value: p.Initial(place)})
			w.thread = append(w.thread, -1)
		}
		w.reads(0)
	}
	combine(nil)
	return outs
}

func (w *world) is(i int, k memory.Kind) bool { return w.events[i].Kind == k }

func (w *world) reads(i int) {
	for i < len(w.events) && !w.is(i, memory.Read) {
		i++
	}
	if i == len(w.events) {
		w.fences()
		return
	}
	for j := range w.events {
		if w.is(j, memory.Write) && w.events[j].Place == w.events[i].Place && w.events[j].Value == w.events[i].Value {
			w.rf[i] = j
			w.reads(i + 1)
		}
	}
	delete(w.rf, i)
}

func (w *world) pairs(keep func(a, b int) bool) pairs {
	out := pairs{}
	for a := range w.events {
		for b := range w.events {
			if a != b && keep(a, b) {
				out[[2]int{a, b}] = true
			}
		}
	}
	return out
}

func (w *world) strongOp(i int) bool {
	return w.thread[i] >= 0 && (w.is(i, memory.Fence) || w.events[i].Kind <= memory.Write && w.events[i].Order != memory.Weak)
}

// inScope reports whether the scope of a includes the thread of b.
func (w *world) inScope(a, b int) bool {
	x, y := w.p.Threads[w.thread[a]], w.p.Threads[w.thread[b]]
	switch w.events[a].Scope {
	case memory.CTA:
		return x.CTA == y.CTA && x.GPU == y.GPU
	case memory.GPU:
		return x.GPU == y.GPU
	default:
		return true
	}
}

func (w *world) morallyStrong(a, b int) bool {
	if w.events[a].Kind <= memory.Write && w.events[b].Kind <= memory.Write && w.events[a].Place != w.events[b].Place {
		return false
	}
	if w.events[a].Kind == memory.Barrier || w.events[b].Kind == memory.Barrier {
		return false
	}
	if w.thread[a] < 0 || w.thread[b] < 0 {
		return w.events[a].Kind <= memory.Write && w.events[b].Kind <= memory.Write
	}
	return w.thread[a] == w.thread[b] || w.strongOp(a) && w.strongOp(b) && w.inScope(a, b) && w.inScope(b, a)
}

func (w *world) po(a, b int) bool { return w.thread[a] == w.thread[b] && w.thread[a] >= 0 && a < b }
func (w *world) same(a, b int) bool {
	return w.events[a].Kind <= memory.Write && w.events[b].Kind <= memory.Write && w.events[a].Place == w.events[b].Place
}

// orientations calls f for each way to order the pairs.
func orientations(list [][2]int, f func(pairs)) {
	for bits := range 1 << len(list) {
		p := pairs{}
		for i, x := range list {
			if bits>>i&1 == 1 {
				x[0], x[1] = x[1], x[0]
			}
			p[x] = true
		}
		f(p)
	}
}

func (w *world) fences() {
	var list [][2]int
	for a := range w.events {
		for b := a + 1; b < len(w.events); b++ {
			if w.is(a, memory.Fence) && w.is(b, memory.Fence) && w.events[a].Order == memory.SC && w.events[b].Order == memory.SC && w.morallyStrong(a, b) {
				list = append(list, [2]int{a, b})
			}
		}
	}
	orientations(list, func(sc pairs) {
		if sc = sc.transitive(); !sc.loops() {
			w.coherence(sc)
		}
	})
}

func (w *world) coherence(sc pairs) {
	po := w.pairs(w.po)
	rf, dep, rmw, bar := pairs{}, pairs{}, pairs{}, pairs{}
	for r, from := range w.rf {
		rf[[2]int{from, r}] = true
	}
	first := 0
	for i := range w.events {
		if i > 0 && w.thread[i] != w.thread[i-1] {
			first = i
		}
		if w.thread[i] < 0 {
			continue
		}
		for _, d := range w.events[i].Depends {
			dep[[2]int{first + d, i}] = true
		}
		if w.events[i].Atomic && w.is(i, memory.Read) {
			rmw[[2]int{i, i + 1}] = true
		}
		for j := range w.events {
			if i != j && w.is(i, memory.Barrier) && w.is(j, memory.Barrier) && w.events[i].Barrier == w.events[j].Barrier && w.thread[i] != w.thread[j] {
				bar[[2]int{i, j}] = true
			}
		}
	}
	ms := w.morallyStrong
	strongRF := rf.where(ms)
	obs := strongRF
	for {
		next := obs.plus(obs.join(rmw).join(obs))
		if len(next) == len(obs) {
			break
		}
		obs = next
	}
	fence := func(i int) bool {
		return w.is(i, memory.Fence) && (w.events[i].Order == memory.AcqRel || w.events[i].Order == memory.SC)
	}
	release, acquire := pairs{}, pairs{}
	for a := range w.events {
		for b := range w.events {
			rel := w.is(a, memory.Write) && w.events[a].Order == memory.Release
			if w.is(b, memory.Write) && w.strongOp(b) && (rel && (a == b || w.po(a, b) && w.same(a, b)) || fence(a) && w.po(a, b)) {
				release[[2]int{a, b}] = true
			}
			acq := w.is(b, memory.Read) && w.events[b].Order == memory.Acquire
			if w.is(a, memory.Read) && w.strongOp(a) && (acq && (a == b || w.po(a, b) && w.same(a, b)) || fence(b) && w.po(a, b)) {
				acquire[[2]int{a, b}] = true
			}
		}
	}
	sync := release.join(obs).join(acquire).where(ms).plus(sc, bar)
	base := po.plus(sync).transitive()
	cause := base.plus(obs.join(base))
	for x := range cause {
		if x[0] == x[1] && !w.is(x[0], memory.Barrier) {
			return
		}
	}
	if rf.plus(dep).transitive().loops() || sc.join(cause).loops() {
		return
	}
	bothWrite := func(a, b int) bool { return w.is(a, memory.Write) && w.is(b, memory.Write) && w.same(a, b) }
	must := cause.where(bothWrite).plus(w.pairs(func(a, b int) bool { return bothWrite(a, b) && w.thread[a] < 0 }))
	var open [][2]int
	for a := range w.events {
		for b := a + 1; b < len(w.events); b++ {
			if bothWrite(a, b) && ms(a, b) {
				open = append(open, [2]int{a, b})
			}
		}
	}
	orientations(open, func(chosen pairs) {
		co := must.plus(chosen).transitive()
		if co.loops() {
			return
		}
		fr := pairs{}
		for r, from := range w.rf {
			for x := range co {
				if x[0] == from {
					fr[[2]int{r, x[1]}] = true
				}
			}
		}
		if rf.plus(fr).join(cause).loops() {
			return
		}
		for x := range fr.where(ms).join(co.where(ms)) {
			if rmw[x] {
				return
			}
		}
		if rf.plus(co, fr).where(ms).plus(po.where(w.same)).transitive().loops() {
			return
		}
		w.seen(co, cause)
	})
}

// ordered: an atomic is one operation, so its read is ordered before what the whole is.
func (w *world) ordered(cause pairs, a, b int) bool {
	whole := w.is(a, memory.Read) && w.events[a].Atomic && a+1 < len(w.events) && w.events[a+1].Atomic && w.is(a+1, memory.Write) && w.thread[a+1] == w.thread[a]
	return cause[[2]int{a, b}] || whole && cause[[2]int{a + 1, b}]
}

// seen enters what can be observed of the candidate.
func (w *world) seen(co, cause pairs) {
	races := false
	for a := range w.events {
		for b := range w.events {
			if a < b && w.thread[a] >= 0 && w.thread[b] >= 0 && w.same(a, b) && (w.is(a, memory.Write) || w.is(b, memory.Write)) &&
				!w.morallyStrong(a, b) && !w.ordered(cause, a, b) && !w.ordered(cause, b, a) {
				races = true
			}
		}
	}
	final := map[memory.Place][]int64{}
	for i := range w.events {
		if !w.is(i, memory.Write) {
			continue
		}
		last := true
		for x := range co {
			last = last && x[0] != i
		}
		if last {
			final[w.events[i].Place] = append(final[w.events[i].Place], w.events[i].Value)
		}
	}
	w.outs[summary(w.paths, func(p memory.Place) []int64 { return final[p] }, final, races)] = true
}

func summary(paths []memory.Path, at func(memory.Place) []int64, places map[memory.Place][]int64, races bool) string {
	var parts []string
	for i := range paths {
		parts = append(parts, fmt.Sprint("P", i, paths[i].Final))
	}
	for p := range places {
		list := slices.Clone(at(p))
		slices.Sort(list)
		parts = append(parts, fmt.Sprint(p, slices.Compact(list)))
	}
	sort.Strings(parts)
	return strings.Join(parts, " ") + fmt.Sprint(" races ", races)
}

// randomLitmus is a program of two or three threads.
func randomLitmus(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	threads := 2 + r.Intn(2)
	most := 5 - threads
	head := []string{}
	regs := 0
	columns := make([][]string, threads)
	for t := range threads {
		head = append(head, fmt.Sprintf("P%d@cta %d,gpu 0", t, r.Intn(2)))
		for range 1 + r.Intn(most) {
			place, scope := pick("x", "y"), pick("cta", "gpu")
			regs++
			switch r.Intn(8) {
			case 0, 1:
				columns[t] = append(columns[t], fmt.Sprintf("st.%s %s, %d", pick("weak", "relaxed."+scope, "release."+scope), place, 1+r.Intn(2)))
			case 2, 3, 4:
				columns[t] = append(columns[t], fmt.Sprintf("ld.%s r%d, %s", pick("weak", "relaxed."+scope, "acquire."+scope), regs, place))
				if r.Intn(3) == 0 {
					columns[t] = append(columns[t], fmt.Sprintf("st.%s %s, r%d", pick("weak", "relaxed."+scope), pick("x", "y"), regs))
				}
			case 5:
				columns[t] = append(columns[t], fmt.Sprintf("fence.%s.%s", pick("sc", "acq_rel"), scope))
			case 6:
				columns[t] = append(columns[t], fmt.Sprintf("atom.%s.%s.exch r%d, %s, %d", pick("relaxed", "acquire", "release", "acq_rel"), scope, regs, place, 1+r.Intn(2)))
			case 7:
				columns[t] = append(columns[t], fmt.Sprintf("atom.%s.%s.cas r%d, %s, 0, %d", pick("relaxed", "acq_rel"), scope, regs, place, 1+r.Intn(2)))
			}
		}
	}
	text := "PTX random\n{ x=0; y=0; }\n " + strings.Join(head, " | ") + " ;\n"
	for i := 0; ; i++ {
		line, any := []string{}, false
		for t := range columns {
			cell := ""
			if i < len(columns[t]) {
				cell, any = columns[t][i], true
			}
			line = append(line, cell)
		}
		if !any {
			return text + "exists (x == 0)\n"
		}
		text += strings.Join(line, " | ") + " ;\n"
	}
}

// TestRandomLitmus compares all that can be seen of random programs with the oracle. LITMUS
// is the number of programs, SEED the first one.
func TestRandomLitmus(t *testing.T) {
	number, first := 80, 0
	if more, err := strconv.Atoi(os.Getenv("LITMUS")); err == nil {
		number = more
	}
	if seed, err := strconv.Atoi(os.Getenv("SEED")); err == nil {
		first = seed
	}
	for seed := first; seed < first+number; seed++ {
		text := randomLitmus(rand.New(rand.NewSource(int64(seed))))
		l, err := parseLitmus(text)
		require.NoError(t, err, text)
		p, _, err := l.program()
		require.NoError(t, err)
		got := map[string]bool{}
		e := memory.Explorer{Program: p}
		_, err = e.Explore(func(x *memory.Execution) bool {
			places := map[memory.Place][]int64{}
			for _, ev := range x.Events {
				if ev.Kind <= memory.Write {
					places[ev.Place] = nil
				}
			}
			paths := make([]memory.Path, len(x.Paths))
			for i, path := range x.Paths {
				paths[i] = *path
			}
			got[summary(paths, x.Finals, places, len(x.Races()) > 0)] = true
			return true
		})
		require.NoError(t, err, text)
		require.Equal(t, oracle(p, []int64{0, 1, 2}), got, "seed %d\n%s", seed, text)
	}
}
