package weft

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// variant describes the accesses that replace those of one step of a script.
type variant struct {
	site    *emulate.Site
	index   [kernel.WarpSize]int64
	uniform bool
	may     bool
	value   [kernel.WarpSize]int64
	known   emulate.Lanes
}

// varied passes on a script's accesses in the form of their variants.
type varied struct {
	to       []blockwise
	variants map[int]*variant // by the line of the step
}

func (v varied) begin(block int) {
	for _, s := range v.to {
		s.begin(block)
	}
}

func (v varied) access(t *trace, a *emulate.Access) {
	x := v.variants[a.Site.ID]
	b := &emulate.Access{Site: x.site, Warp: a.Warp, Lanes: a.Lanes, Uniform: x.uniform, Index: &x.index, May: x.may}
	if x.site.Kind == emulate.WriteSite {
		b.Value, b.ValueKnown = &x.value, x.known
	}
	for _, s := range v.to {
		s.access(t, b)
	}
}

// variantOf draws an access; few elements, so that races are frequent but some
// elements stay clean.
func (r chooser) variantOf(id int) *variant {
	kinds := []accessKind{reads, reads, reads, writes, writes, atomics, blockAtomics}
	width := 1
	if r.Intn(4) == 0 {
		width = 1 + r.Intn(3)
	}
	line := id
	if r.Intn(4) == 0 {
		line = 1000 + r.Intn(3)
	}
	s := siteAt(id, line, kinds[r.Intn(len(kinds))], r.Intn(2), width)
	v := &variant{site: &s, uniform: r.Intn(3) == 0, may: r.Intn(5) == 0}
	base, step := int64(r.Intn(4)), int64(r.Intn(3))
	for l := range v.index {
		v.index[l] = base + step*int64(l)
		if v.uniform {
			v.index[l] = base
		}
		v.value[l] = int64(r.Intn(8) / 7)
	}
	if r.Intn(4) > 0 {
		v.known = everyLane
	}
	return v
}

// dress draws variants for a script's accesses.
func (r chooser) dress(s script) (map[int]*variant, []emulate.Site) {
	variants, sites := map[int]*variant{}, []emulate.Site{{Array: -1, Kind: emulate.BarrierSite}}
	for _, steps := range s.warps {
		for _, st := range steps {
			site := emulate.Site{ID: len(sites), Array: -1, Kind: emulate.BarrierSite}
			if st.accesses() {
				v := r.variantOf(site.ID)
				variants[site.ID] = v
				site = *v.site
			}
			sites = append(sites, site)
		}
	}
	return variants, sites
}

// TestRacesAgreeWithThePlainComparison runs random barrier programs, some for
// several blocks, with accesses of all kinds, and compares with all pairs.
func TestRacesAgreeWithThePlainComparison(t *testing.T) {
	for _, lockstep := range []bool{false, true} {
		t.Run(fmt.Sprintf("lockstep=%v", lockstep), func(t *testing.T) {
			programs := 1500
			if testing.Short() {
				programs = 300
			}
			r, seen := chooser{rand.New(rand.NewSource(5))}, map[string]int{}
			for range programs {
				compareWithPlain(t, r, lockstep, seen)
			}
			t.Log(seen)
			for _, what := range []string{"clean", "raced", "may", "benign", "across", "clean element"} {
				require.Greater(t, seen[what], programs/50, what)
			}
		})
	}
}

func compareWithPlain(t *testing.T, r chooser, lockstep bool, seen map[string]int) {
	s := r.dataflow()
	variants, sites := r.dress(s)
	blocks := 1 + r.Intn(5)/4*2
	p := programOf(arrays(len(s.warps)*kernel.WarpSize, blocks), sites)
	o := Options{WarpSync: lockstep}
	naive := &plain{pairs: map[plainPair]bool{}, same: sameStatements(sites, true)}
	run := func(to ...blockwise) {
		v := varied{to, variants}
		for b := range blocks {
			v.begin(b)
			play(s, o, v)
		}
	}
	run(naive)
	want := naive.states()
	for k, state := range want {
		want[k] = certain(state)
	}
	found := settled(p, o, func(r *races) { run(r) })
	require.Equal(t, want, found.certainStates(), "%v", s)
	precise := newRaces(p, o, map[int]bool{sharedArray: true, globalArray: true})
	run(precise)
	require.Equal(t, want, precise.certainStates(), "%v", s)
	if found.arrays[sharedArray].precise || found.arrays[globalArray].precise {
		seen["vague"]++
	}
	comparePairs(t, p, o, found.suspects(), naive, run)
	note(seen, naive)
}

// certainStates are the elements that raced, without uninteresting states.
func (r *races) certainStates() map[elementKey]cellState {
	out := map[elementKey]cellState{}
	if s := r.suspects(); !s.empty() {
		for _, e := range s.list {
			out[e.elementKey] = certain(e.state)
		}
	}
	return out
}

// settled is a run in which all arrays that need cells have them.
func settled(p *emulate.Program, o Options, run func(*races)) *races {
	precise := map[int]bool{}
	for {
		r := newRaces(p, o, precise)
		run(r)
		vague := r.vague()
		if len(vague) == 0 {
			return r
		}
		for _, array := range vague {
			precise[array] = true
		}
	}
}

func comparePairs(t *testing.T, p *emulate.Program, o Options, s *suspects, naive *plain, run func(...blockwise)) {
	q := newPairs(p, o, s)
	q.forgetAt = 40 // so that the run forgets entries
	run(q)
	counts := map[raceClass]int64{}
	naive.settleAcross()
	for c, sum := range q.evaluate().sums {
		counts[c] = sum.count
		requireExample(t, naive, c, sum.best)
	}
	require.Equal(t, naive.sums(), counts)
	require.False(t, q.capped)
	require.Empty(t, q.unpaired())
	again := newPairs(p, o, s)
	run(again)
	require.Equal(t, again.faults(), q.faults(), "forgetting changes nothing")
	require.Equal(t, again.possible(), q.possible())
}

// requireExample: the pair that is shown races.
func requireExample(t *testing.T, naive *plain, c raceClass, x *example) {
	a, b := x.first, x.second
	if a.site > b.site || a.site == b.site && a.place(b) > 0 {
		a, b = b, a
	}
	_, races := naive.pairs[plainPair{
		elementKey: elementKey{c.array, x.index}, may: c.may, sites: [2]int{int(a.site), int(b.site)},
		blocks: [2]int{a.block, b.block}, thread: [2]int{a.thread, b.thread},
	}]
	require.True(t, races, "%+v", x)
}

func note(seen map[string]int, naive *plain) {
	sums, states := naive.sums(), naive.states()
	if len(sums) == 0 {
		seen["clean"]++
	}
	for c := range sums {
		switch {
		case c.may:
			seen["may"]++
		case c.benign:
			seen["benign"]++
		default:
			seen["raced"]++
		}
	}
	touched := map[elementKey]bool{}
	for _, a := range naive.all {
		touched[elementKey{a.array, a.index}] = true
	}
	for k := range touched {
		if states[k] == 0 {
			seen["clean element"]++
		}
		if states[k]&racedAcross != 0 {
			seen["across"]++
		}
	}
}
