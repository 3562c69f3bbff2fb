package memory

import (
	"errors"
	"fmt"
)

// errStop ends an exploration whose caller has seen enough.
var errStop = errors.New("stop")

// Explorer finds the executions of a program.
type Explorer struct {
	Program *Program
	Limits  Limits
	// Wanted selects combinations of paths; nil means all.
	Wanted func(paths []*Path) bool
	// Rejected is called for candidates of wanted paths that an axiom forbids, with that
	// axiom; Execution.Witness tells why. With it every candidate is looked at in full, which takes much longer; without
	// it they are dropped as early as possible.
	Rejected func(x *Execution, a Axiom)

	// Settled reports whether nothing new can be seen in the executions that differ from x only
	// by the order of further fences, which x lacks: nil for never. Such an order makes fewer
	// executions possible and orders more accesses, so that what x does not show they do not
	// show either. Then they are left out, once there is an execution in which all threads end,
	// or at once with Endless: nobody asks whether there is one.
	Settled func(x *Execution) bool
	Endless bool

	candidates int
}

// Result is what an exploration has seen.
type Result struct {
	// Consistent and Candidates count executions; Ended those that are consistent and in
	// which all threads end.
	Consistent, Ended, Candidates int
	// Stuck counts combinations of paths in which threads wait at a barrier for ever.
	Stuck int
}

// Explore calls visit for each execution that the model allows, until it returns false; also
// for those in which threads wait for ever, as Execution.Ends tells. The
// error is ErrTooLarge, ErrMixedSize, or one of a thread.
func (e *Explorer) Explore(visit func(x *Execution) bool) (Result, error) {
	e.Limits = e.Limits.orDefault()
	e.candidates = 0
	var res Result
	all, err := e.Program.paths(e.Limits)
	if err != nil {
		return res, err
	}
	s := &search{Explorer: e, visit: visit, result: &res, contents: contentsOf(e.Program, all)}
	err = s.combine(all, nil)
	res.Candidates = e.candidates
	if errors.Is(err, errStop) {
		err = nil
	}
	return res, err
}

// Paths finds the paths of all threads, and explores nothing.
func (e *Explorer) Paths() error {
	_, err := e.Program.paths(e.Limits.orDefault())
	return err
}

// maxEvents bounds the events of an execution, whose relations are matrices.
const maxEvents = 1500

type search struct {
	*Explorer
	visit    func(x *Execution) bool
	result   *Result
	contents *contents
	unfit    int // combinations of paths that do not fit
}

// combine chooses a path for each thread.
func (s *search) combine(all [][]Path, chosen []*Path) error {
	if t := len(chosen); t < len(all) {
		for i := range all[t] {
			if err := s.combine(all, append(chosen[:t:t], &all[t][i])); err != nil {
				return err
			}
		}
		return nil
	}
	if s.Wanted != nil && !s.Wanted(chosen) {
		return nil
	}
	if !s.contents.fit(chosen) {
		if s.unfit++; s.unfit%combinationsOfOne == 0 {
			return s.count()
		}
		return nil
	}
	events := 0
	for _, p := range chosen {
		events += len(p.Events)
	}
	if events > maxEvents {
		return fmt.Errorf("%w: over %d events", ErrTooLarge, maxEvents)
	}
	x, ok := newExecution(s.Program, chosen, s.Settled != nil)
	if !ok {
		s.result.Stuck++
		return nil
	}
	x.derive()
	if s.Rejected == nil {
		if x.violated() != Consistent {
			return s.count()
		}
	}
	return s.observe(x, 0)
}

// count counts a candidate.
func (s *search) count() error {
	if s.Limits.Over != nil && s.candidates%64 == 63 && s.Limits.Over() {
		return fmt.Errorf("%w: the time is over", ErrTooLarge)
	}
	if s.candidates++; s.candidates > s.Limits.Executions {
		return fmt.Errorf("%w: over %d candidates", ErrTooLarge, s.Limits.Executions)
	}
	return nil
}

// contents are what places may hold, as bits: what the reads of each path need, and what its writes give.
type contents struct {
	needs, gives map[*Path][]uint64
	union, lacks []uint64
}

func contentsOf(p *Program, all [][]Path) *contents {
	type content struct {
		place Place
		value int64
	}
	number := map[content]int{}
	visit := func(path *Path, f func(e *Event, n int)) {
		for i := range path.Events {
			e := &path.Events[i]
			if e.Kind > Write || e.Kind == Read && (e.Free || p.Initial(e.Place) == e.Value) {
				continue
			}
			c := content{e.Place, e.Value}
			if _, known := number[c]; !known {
				number[c] = len(number)
			}
			f(e, number[c])
		}
	}
	each := func(f func(path *Path)) {
		for t := range all {
			for i := range all[t] {
				f(&all[t][i])
			}
		}
	}
	each(func(path *Path) { visit(path, func(*Event, int) {}) })
	words := (len(number) + 63) / 64
	c := &contents{needs: map[*Path][]uint64{}, gives: map[*Path][]uint64{}, union: make([]uint64, words), lacks: make([]uint64, words)}
	each(func(path *Path) {
		c.needs[path], c.gives[path] = make([]uint64, words), make([]uint64, words)
		visit(path, func(e *Event, n int) {
			in := c.gives[path]
			if e.Kind == Read {
				in = c.needs[path]
			}
			in[n/64] |= 1 << (n % 64)
		})
	})
	return c
}

// fit reports whether each read of the paths has a write of its value.
func (c *contents) fit(paths []*Path) bool {
	clear(c.union)
	clear(c.lacks)
	for _, p := range paths {
		gives, needs := c.gives[p], c.needs[p]
		for i := range gives {
			c.union[i] |= gives[i]
			c.lacks[i] |= needs[i]
		}
	}
	for i := range c.union {
		if c.lacks[i]&^c.union[i] != 0 {
			return false
		}
	}
	return true
}

// combinationsOfOne is how many combinations of paths in which a read has no write of its value
// count as one candidate: they take no time.
const combinationsOfOne = 256

// pruned counts a candidate and reports whether an axiom forbids what has been chosen.
func (s *search) pruned(x *Execution) (bool, error) {
	// Large candidates take longer: relations are matrices.
	s.candidates += len(x.Events) * len(x.Events) / 4096
	if err := s.count(); err != nil {
		return false, err
	}
	if s.Rejected != nil {
		return false, nil
	}
	return x.violated() != Consistent, nil
}

// observe chooses the write for the read at or after event i, and so on.
func (s *search) observe(x *Execution, i int) error {
	for i < len(x.Events) && (x.Events[i].Kind != Read || x.Events[i].Free) {
		i++
	}
	if i == len(x.Events) {
		return s.orderWrites(x)
	}
	before := x.readsFrom
	for w := range x.Events {
		if x.Events[w].Kind != Write || x.Events[w].Place != x.Events[i].Place || x.Events[w].Value != x.Events[i].Value {
			continue
		}
		x.readsFrom = before.clone()
		x.readsFrom.add(w, i)
		x.ReadsFrom[i] = w
		x.derive()
		skip, err := s.pruned(x)
		if err == nil && !skip {
			err = s.observe(x, i+1)
		}
		if err != nil {
			return err
		}
	}
	x.readsFrom, x.ReadsFrom[i] = before, -1
	x.derive()
	return nil
}

// orderWrites chooses coherence order: what causality demands, and some order of the
// writes that are morally strong. It comes before that of fences, which mostly follows from
// it: who gets a lock first has its fences first.
func (s *search) orderWrites(x *Execution) error {
	before := x.coherence
	co := newRelation(len(x.Events))
	for a := range x.Events {
		for b := range x.Events {
			if x.initial(a) && x.writes(a, b) {
				co.add(a, b)
			}
		}
	}
	x.coherence = co
	err := s.orderRest(x)
	x.coherence = before
	return err
}

func (s *search) orderRest(x *Execution) error {
	before := x.coherence
	defer func() { x.coherence = before }()
	x.followCausality()
	skip, err := s.pruned(x)
	if err != nil || skip {
		return err
	}
	now := x.coherence
	for a := range x.Events {
		for b := a + 1; b < len(x.Events); b++ {
			if !x.writes(a, b) || !x.strong.has(a, b) || now.has(a, b) || now.has(b, a) {
				continue
			}
			for _, pair := range [2][2]int{{a, b}, {b, a}} {
				x.coherence = now.clone()
				x.coherence.add(pair[0], pair[1])
				if err := s.orderRest(x); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return s.orderFences(x)
}

// followCausality adds to coherence order what causality order demands.
func (x *Execution) followCausality() {
	x.coherence = union(x.coherence, x.causality.filter(x.writes)).closure()
}

// orderFences chooses the order of the morally strong sequentially consistent fences.
func (s *search) orderFences(x *Execution) error {
	sc := func(i int) bool {
		return i < len(x.idle) && x.Events[i].Kind == Fence && x.Events[i].Order == SC && !x.idle[i]
	}
	if s.Settled != nil && (s.Endless || s.result.Ended > 0) && s.Settled(x) {
		return nil
	}
	fences, coherence := x.fenceSC, x.coherence
	restore := func() {
		x.fenceSC, x.coherence = fences, coherence
		x.derive()
	}
	for a := range x.Events {
		for b := a + 1; b < len(x.Events); b++ {
			if !sc(a) || !sc(b) || !x.strong.has(a, b) || fences.has(a, b) || fences.has(b, a) {
				continue
			}
			for _, pair := range [2][2]int{{a, b}, {b, a}} {
				x.fenceSC = fences.clone()
				x.fenceSC.add(pair[0], pair[1])
				x.fenceSC = x.fenceSC.closure()
				x.derive()
				x.followCausality()
				skip, err := s.pruned(x)
				if err == nil && !skip {
					err = s.orderFences(x)
				}
				restore()
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	return s.complete(x)
}

// complete is called with every choice made.
func (s *search) complete(x *Execution) error {
	a := x.violated()
	switch {
	case a != Consistent && s.Rejected != nil:
		s.Rejected(x, a)
	case a == Consistent:
		s.result.Consistent++
		if x.Ends {
			s.result.Ended++
		}
		if !s.visit(x) {
			return errStop
		}
	}
	return nil
}
