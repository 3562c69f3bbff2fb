package weft

import (
	"context"
	"errors"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/peak"
)

// Check decides the properties of k. The error is ctx's; everything about the
// kernel, including why a property is undecided, is in the Report.
//
// Check first runs a block with blockIdx unknown, so that it stands for all. If
// that leaves something open and the grid is small, Check runs its blocks one
// by one, which also decides races between them.
func Check(ctx context.Context, k *kernel.Kernel, o Options) (*Report, error) {
	began := time.Now()
	o = o.withDefaults()
	c := &checker{ctx: ctx, k: k, o: o, opaque: map[int]bool{}, precise: map[int]bool{}}
	report, err := c.check()
	if err != nil {
		return nil, err
	}
	report.Stats.Seconds = time.Since(began).Seconds()
	report.Stats.PeakBytes = peak.Bytes()
	report.Stats.Threads = k.Launch.Threads()
	return report, nil
}

func (o Options) steady() bool { return o.Steady != nil && o.Steady() }

func (o Options) withDefaults() Options {
	if o.Rule == "" {
		o.Rule = CUDA
	}
	if o.MaxCommands == 0 {
		o.MaxCommands = emulate.DefaultMaxCommands
	}
	if o.MaxBlocks == 0 {
		o.MaxBlocks = DefaultMaxBlocks
	}
	return o
}

// checker is one call of Check.
type checker struct {
	ctx context.Context
	k   *kernel.Kernel
	o   Options
	p   *emulate.Program
	// opaque lists arrays whose contents runs do not track, precise those with a cell
	// for each element.
	opaque, precise map[int]bool
}

func (c *checker) check() (*Report, error) {
	p, err := emulate.Compile(c.k)
	var open *emulate.NotStatic
	switch {
	case errors.As(err, &open):
		return c.report(&attempt{err: err}), nil
	case err != nil:
		return nil, err
	}
	c.p = p
	if c.o.Block != nil {
		only, err := c.attempt([]*[3]int{c.o.Block})
		if err != nil {
			return nil, err
		}
		return c.report(only), nil
	}
	one, err := c.attempt(c.anyBlock())
	if err != nil {
		return nil, err
	}
	if one.races.enough != nil {
		return c.brief(one.races.enough), nil
	}
	report := c.report(one)
	if !c.worthwhile(report) {
		return report, nil
	}
	all, err := c.attempt(c.everyBlock())
	if err != nil {
		return nil, err
	}
	if all.races.enough != nil {
		return c.brief(all.races.enough), nil
	}
	each := c.report(all)
	switch {
	case each.NotStatic == nil && all.err == nil:
		return each, nil
	case each.NotStatic != nil && each.NotStatic.Param != "":
		return each, nil // only a value for the parameter helps
	case each.NotStatic != nil && report.NotStatic != nil && !each.NotStatic.Block:
		return each, nil // the number of blocks does not help, whatever the first run said
	}
	return report, nil
}

// brief is the report on a race at which the execution ended.
func (c *checker) brief(s *suspect) *Report {
	f := Fault{Property: kernel.DataRace, Array: s.array, Index: s.index}
	for _, id := range s.sites {
		site := &c.p.Sites[id]
		f.At = append(f.At, Party{Site: site, Kind: accessKindOf(site).String(), Thread: -1})
	}
	f.Kind = f.At[0].Kind + "-" + f.At[1].Kind
	r := &Report{Brief: true, Faults: []Fault{f}}
	r.Evidence = c.witnesses(r, kernel.DataRace)
	r.Conclude()
	return r
}

// anyBlock is the one block that stands for all, and block 0 of a grid of one.
func (c *checker) anyBlock() []*[3]int {
	if c.k.Launch.Blocks() == 1 {
		return []*[3]int{{}}
	}
	return []*[3]int{nil}
}

func (c *checker) everyBlock() []*[3]int {
	var out []*[3]int
	g := c.k.Launch.GridDim
	for z := range g[2] {
		for y := range g[1] {
			for x := range g[0] {
				out = append(out, &[3]int{x, y, z})
			}
		}
	}
	return out
}

// worthwhile reports whether running the blocks one by one may decide what is
// open.
func (c *checker) worthwhile(r *Report) bool {
	n := c.k.Launch.Blocks()
	if n < 2 || n > c.o.MaxBlocks || r.Stats.Commands+r.Stats.GlobalAccesses > c.o.MaxCommands/int64(n) {
		return false
	}
	if r.NotStatic != nil {
		return r.NotStatic.Block
	}
	for _, v := range r.Verdicts {
		if v.Status == claim.Refuted {
			return false
		}
	}
	return r.Verdicts[kernel.DataRace].Status == claim.Unknown
}

// assertIn is an assertion that does not hold, or may not, in a block.
type assertIn struct {
	emulate.AssertOp
	block int
}

// attempt is a run of some blocks with its results.
type attempt struct {
	blocks    []*[3]int
	err       error // why the run ended early: an error of emulate
	races     *races
	pairs     *pairs
	untold    bool // there may be races, which nobody asks for
	faults    []Fault
	notes     []Note
	asserts   []assertIn
	stats     Stats
	relied    map[int]bool // arrays whose contents decided what was executed
	budget    int64
	sample    uint64           // an input, 0 for all
	params    map[string]int64 // given, or belong to that input
	completed int              // blocks run to their end
	lean      bool             // without floating-point values
}

// attempt runs the blocks, and again if something raced, to find the pairs. The
// error is the context's; faults of the kernel are in the attempt.
//
// The first run is lean, where that leaves something out. What it shows to happen happens; what it leaves open a run with all values
// may decide.
func (c *checker) attempt(blocks []*[3]int) (*attempt, error) {
	lean := c.p.LeavesOut()
	for {
		a := &attempt{blocks: blocks, params: c.o.Params, races: newRaces(c.p, c.o, c.precise), budget: c.o.MaxCommands, sample: c.o.Input, lean: lean}
		err := c.run(a, a.races, nil)
		if a.races.enough != nil {
			return a, c.ctx.Err()
		}
		if c.restart(err) || c.refine(a.races) {
			continue
		}
		if c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		if lean && !a.certain(err) {
			lean = false
			continue
		}
		a.err = err
		a.stats = a.stats.Plus(a.races.stats)
		return a, c.tellPairs(a)
	}
}

// certain reports whether all that a run found certainly happens, and it decided the rest; err is the run's error.
func (a *attempt) certain(err error) bool {
	r := a.races
	return err == nil && len(a.faults) == 0 && len(a.asserts) == 0 && len(r.open) == 0 && len(r.openBlocks) == 0 && !r.doubtful()
}

// restart notes an array whose contents cannot be tracked.
func (c *checker) restart(err error) bool {
	var opaque *emulate.OpaqueError
	if !errors.As(err, &opaque) || c.opaque[opaque.Array] {
		return false
	}
	c.opaque[opaque.Array] = true
	return true
}

// refine adds to precise the arrays that need cells, and reports whether there are any.
func (c *checker) refine(r *races) bool {
	vague := r.vague()
	for _, array := range vague {
		c.precise[array] = true
	}
	return len(vague) > 0
}

// blockwise is a race checker with a call for the beginning of each block.
type blockwise interface {
	accesses
	begin(block int)
}

// run executes the blocks of an attempt, handing their accesses to sink.
func (c *checker) run(a *attempt, sink blockwise, values map[int]bool) error {
	for _, block := range a.blocks {
		number := -1
		if block != nil {
			number = c.k.Launch.BlockNumber(*block)
		}
		sink.begin(number)
		t := newTrace(c.p, c.o, sink)
		t.block = max(number, 0)
		err := t.run(c.ctx, emulate.Options{
			Params: a.params, Block: block, MaxCommands: a.budget,
			Values: values, Sample: a.sample, KeepBases: a.sample%2 != 0, Opaque: c.opaque, Together: c.o.WarpSync, Lean: a.lean,
		})
		a.faults = append(a.faults, t.faults...)
		for _, n := range t.notes {
			if !slices.Contains(a.notes, n) { // the blocks before did the same
				a.notes = append(a.notes, n)
			}
		}
		for _, op := range t.asserts {
			a.asserts = append(a.asserts, assertIn{op, t.block})
		}
		a.stats = a.stats.Plus(t.stats)
		for array := range c.k.Arrays {
			if t.relied(array) {
				a.rely(array)
			}
		}
		if err != nil || t.stopped && len(t.faults) == 0 {
			return err
		}
		if a.refuted() {
			return nil
		}
		a.completed++
		if a.budget -= t.commands(); a.budget <= 0 {
			a.budget = 1
		}
	}
	return nil
}

func (a *attempt) rely(array int) {
	if a.relied == nil {
		a.relied = map[int]bool{}
	}
	a.relied[array] = true
}

// refuted reports whether the attempt has found a fault of barriers: no further
// block needs to run.
func (a *attempt) refuted() bool { return len(a.faults) > 0 }

// tellPairs executes the blocks again if an element raced, and this time keeps
// every access to such elements. It computes stored values only if two stores
// race, because that takes much of the time. The error is the context's, but nil
// if a race found before the context ended refutes.
func (c *checker) tellPairs(a *attempt) error {
	suspects := a.races.suspects()
	if suspects.empty() || mixed(a.faults) {
		return nil
	}
	if a.untold = c.o.Untold && c.o.steady(); a.untold {
		return nil
	}
	if !suspects.written() {
		a.pairs = c.newPairs(suspects)
		a.pairs.valueless = true
		if c.runPairs(a, nil); !a.pairs.needValues {
			return c.interrupted(a)
		}
	}
	a.pairs = c.newPairs(suspects)
	c.runPairs(a, suspects.values())
	c.witness(a, suspects)
	return c.interrupted(a)
}

// mixed reports whether faults of recycling make what follows them a consequence. A wait by parity that may be
// late does not: the execution goes on as if it was not, and shows what the thread does too early.
func mixed(faults []Fault) bool {
	found := false
	for i := range faults {
		if faults[i].Kind == KindLate {
			return false
		}
		found = found || faults[i].Property == kernel.Recycling
	}
	return found
}

// interrupted is the context's error, nil if the races found so far refute.
func (c *checker) interrupted(a *attempt) error {
	err := c.ctx.Err()
	if err != nil && slices.ContainsFunc(a.pairs.evaluate().faults, func(f Fault) bool { return !f.Benign }) {
		return nil
	}
	return err
}

// newPairs are those of the suspects, found until the time is up.
func (c *checker) newPairs(s *suspects) *pairs {
	q := newPairs(c.p, c.o, s)
	q.over = func() bool { return c.ctx.Err() != nil }
	return q
}

func (c *checker) runPairs(a *attempt, values map[int]bool) {
	again := &attempt{blocks: a.blocks, params: c.o.Params, budget: c.o.MaxCommands, sample: c.o.Input}
	if err := c.run(again, a.pairs, values); err != nil {
		a.pairs.cutOff() // it ends as the first run did, or earlier
	}
}

// Plus adds the numbers of another run.
func (s Stats) Plus(t Stats) Stats {
	s.DynamicBarriers += t.DynamicBarriers
	s.SharedAddresses = max(s.SharedAddresses, t.SharedAddresses)
	s.Commands += t.Commands
	s.GlobalAccesses += t.GlobalAccesses
	s.UnknownAccesses += t.UnknownAccesses
	s.RaceTests += t.RaceTests
	s.RacesTested += t.RacesTested
	s.Seconds += t.Seconds
	s.PeakBytes = max(s.PeakBytes, t.PeakBytes)
	return s
}
