package discipline

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// role is the part that an array of words plays.
type role int

const (
	noRole  role = iota
	lock         // taken by compare-and-swap or exchange, given back by a store of the free value
	tickets      // hands out tickets by atomicAdd(.., 1)
	serving      // tells whose turn it is; with tickets it is a lock
	counter      // counts arrivals
	flag         // tells by a store of its own that something is there
	series       // tells by values that grow how far its one thread is
	turns        // tells whose turn it is, of threads that know theirs
)

// word is an array through whose elements threads synchronise.
type word struct {
	array *kernel.Array
	role  role
	// need is the least scope of its accesses and of the fences that go with them.
	need kernel.Scope
	// failed is the condition of the discipline that does not hold, and at where.
	failed string
	at     diag.Pos

	// Of a lock: what it holds when nobody has it and when somebody has, and whether anybody
	// gives it back.
	free, busy int64
	released   bool
	// permits is set for a lock that is a semaphore; most is how many permits it starts with. With more than one it orders nothing. down is set if threads
	// count it down before they look.
	permits bool
	most    int64
	// readers is set for a lock that several readers have at the same time.
	readers bool
	// partner of serving are the tickets, and the reverse.
	partner *word
	// Of a counter or a flag: the one statement that arrives or publishes.
	publish kernel.Stmt
	// guard and block name the one thread of its block, and the one block, that reaches publish; empty
	// if they may be several.
	guard, block string
	// index is the element that publish stores to, in terms of the launch; nil where a single block
	// publishes.
	index kernel.Expr
	// draws has given the number of the element of a flag to the thread that publishes it.
	draws *kernel.Atomic
	// down is set for a counter that starts at the number of arrivals, first, and counts down.
	// step is by how much each arrival counts down.
	down  bool
	step  int64
	first kernel.Expr
	// publishes are the stores of a series, and last is the variable that holds the last of their values, in the thread that stores.
	publishes []kernel.Stmt
	last      *kernel.Var
	// ofWarps is set where warps hold it.
	ofWarps bool
	// counted is set where a series is counted up by atomics.
	counted bool
	// checked is the lock under which a flag is set by whoever comes first.
	checked *checked
	// behind is set for turns that are passed by who finds a turn behind its own, too.
	behind bool
	// resets are the stores that set a counter back.
	resets []kernel.Stmt
	// watched is set where a condition depends on what was read of the word.
	watched bool
	// used is set where an access has a token of the word.
	used bool
	// ready are, for a lock of a block, the accesses on the way to where it is given back, by what took it;
	// for a counter or a flag, those on the way to publish.
	ready map[kernel.Stmt]map[kernel.Stmt]bool
	// undone are the accesses that are not ordered before publish or a release, with the reason.
	undone map[kernel.Stmt]string
	// early are accesses that a fence before the barrier, not behind it, orders before publish or a release, and late is a fence behind a
	// barrier that acquires: all these fences must be sequentially consistent, and weak says that some order is not by such ones.
	early map[kernel.Stmt]string
	late  *kernel.Fence
	weak  bool
	// loose are the accesses made where the word was seen, but not acquired, with the reason.
	loose map[kernel.Stmt]string
}

// fail notes the first condition that does not hold.
func (w *word) fail(at kernel.Src, format string, args ...any) {
	if w.failed == "" {
		w.failed, w.at = fmt.Sprintf(format, args...), at.Pos
	}
}

func (w *word) ok() bool { return w.failed == "" }

// several reports whether it is a semaphore of which several threads may have a permit at the same time.
func (w *word) several() bool { return w.permits && w.most > 1 }

// single reports whether it is a lock that is taken once and for all.
func (w *word) single() bool { return w.role == lock && !w.released }

// name is the word for people.
func (w *word) name() string {
	name := w.array.Label
	if name == "" {
		name = w.array.Name
	}
	switch w.role {
	case lock, serving:
		if w.permits {
			return "the semaphore " + name
		}
		return "the lock " + name
	case counter:
		return "the counter " + name
	case tickets:
		return "the tickets of " + name
	case series:
		return "the growing values of " + name
	case turns:
		return "the turn in " + name
	case flag, noRole:
	}
	return "the flag " + name
}

// covers reports whether an operation of scope s counts for threads that need's scope includes.
func covers(s, need kernel.Scope) bool {
	switch s {
	case kernel.DeviceScope, kernel.SystemScope:
		return true
	case kernel.BlockScope:
		return need == kernel.BlockScope
	case kernel.WarpScope:
	}
	return false
}

// uses are the accesses to an array, by what they do.
type uses struct {
	swaps, exchanges, adds, loads, stores []*kernel.Atomic
	others                                []*kernel.Atomic
	reads, writes                         []kernel.Stmt // plain
	volatileLoads                         []*kernel.Load
	volatileStores                        []*kernel.Store
}

func usesOf(k *kernel.Kernel) map[*kernel.Array]*uses {
	all := map[*kernel.Array]*uses{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		if acc == nil {
			return true
		}
		u := all[acc.Array]
		if u == nil {
			u = &uses{}
			all[acc.Array] = u
		}
		u.add(s)
		return true
	})
	return all
}

func (u *uses) add(s kernel.Stmt) {
	switch s := s.(type) {
	case *kernel.Load:
		switch {
		case s.Ghost:
		case s.Volatile && s.Acc.Width == 1:
			u.volatileLoads = append(u.volatileLoads, s)
		default:
			u.reads = append(u.reads, s)
		}
	case *kernel.Store:
		if s.Volatile && s.Acc.Width == 1 && s.X != nil {
			u.volatileStores = append(u.volatileStores, s)
		} else {
			u.writes = append(u.writes, s)
		}
	case *kernel.Atomic:
		if looksOnly(s) {
			u.loads = append(u.loads, s)
			return
		}
		switch s.Op {
		case "cas":
			u.swaps = append(u.swaps, s)
		case "exch":
			u.exchanges = append(u.exchanges, s)
		case "add", "inc", "sub":
			u.adds = append(u.adds, s)
		case "load":
			u.loads = append(u.loads, s)
		case "store":
			u.stores = append(u.stores, s)
		default:
			u.others = append(u.others, s)
		}
	default:
		// Others access no memory.
	}
}

// looksOnly reports whether s leaves the word as it is: a load, or an atomic by which people read.
func looksOnly(s kernel.Stmt) bool {
	at, ok := s.(*kernel.Atomic)
	if !ok || at.Op == "load" || len(at.Args) == 0 {
		return kernel.OnlyReads(s)
	}
	v, is := constant(at.Args[0])
	switch at.Op {
	case "add", "sub", "or", "xor":
		return is && v == 0
	case "cas":
		w, both := constant(at.Args[1])
		return is && both && v == w
	}
	return false
}

// constant is the value of an expression, if it is one.
func constant(e kernel.Expr) (int64, bool) {
	c, ok := kernel.Fold(e).(*kernel.Const)
	if !ok {
		return 0, false
	}
	return c.Val, true
}

// survey finds the words of a kernel by how they are accessed. What the accesses mean, the walk
// over the kernel checks.
func (a *analysis) survey() {
	all := usesOf(a.kernel)
	a.uses = all
	waited := map[*kernel.Array]bool{}
	for s, t := range a.pairs {
		waited[s], waited[t] = true, true
	}
	for _, array := range a.kernel.Arrays {
		u := all[array]
		if u == nil || a.data[array] || array.OfBlocks || array.Space != kernel.Global && array.Space != kernel.Shared || array.Elem.Kind != kernel.Int || array.Elem.Bits < 32 {
			continue
		}
		w := &word{array: array, need: kernel.DeviceScope, undone: map[kernel.Stmt]string{}, early: map[kernel.Stmt]string{}, loose: map[kernel.Stmt]string{}, ready: map[kernel.Stmt]map[kernel.Stmt]bool{}}
		if array.Space == kernel.Shared || a.kernel.Launch.Blocks() == 1 {
			w.need = kernel.BlockScope
		}
		if waited[array] && a.turnOf(w, u) || a.inTurn[array] && turnsOf(a, w, u) || !waited[array] && !a.inTurn[array] && (a.series[array] && a.seriesOf(w, u) || !a.series[array] && (!a.signals[array] && (readersOf(a, w, u) || a.lockOf(w, u)) || permitsOf(a, w, u) || a.counterOf(w, u) || a.flagOf(w, u))) {
			a.words[array] = w
			a.list = append(a.list, w)
			a.checkAccesses(w)
		}
	}
	for s, t := range a.pairs {
		if a.words[s] != nil && a.words[t] != nil {
			a.words[s].partner, a.words[t].partner = a.words[t], a.words[s]
		}
	}
}

// turnOf recognises the two words of a lock by tickets.
func (a *analysis) turnOf(w *word, u *uses) bool {
	w.role = serving
	if a.pairs[w.array] == nil {
		w.role = tickets
	}
	for _, s := range u.adds {
		if s.Op == "inc" || !a.steps(s, 1) || w.role == serving && s.Dst != nil {
			w.fail(s.Source(), "it is not counted up by one here")
		}
	}
	for _, s := range append(append(append([]*kernel.Atomic(nil), u.swaps...), u.exchanges...), u.others...) {
		w.fail(s.Source(), "it is changed here in another way")
	}
	if w.role == tickets {
		for _, s := range u.stores {
			w.fail(s.Source(), "it is stored to here")
		}
		for _, s := range u.volatileStores {
			w.fail(s.Source(), "it is stored to here")
		}
	}
	return true
}

// lockOf recognises a lock: all that changes the word takes it or gives it back.
func (a *analysis) lockOf(w *word, u *uses) bool {
	known := false
	set := func(free, busy int64, at kernel.Stmt) {
		if known && (w.free != free || w.busy != busy) {
			w.fail(at.Source(), "it is taken with other values here than elsewhere")
		}
		w.free, w.busy, known = free, busy, true
	}
	for _, s := range u.swaps {
		if len(s.Args) != 2 {
			return false
		}
		free, ok := constant(s.Args[0])
		busy, is := constant(s.Args[1])
		if !ok || !is || free == busy {
			return false
		}
		if s.Dst != nil {
			set(free, busy, s)
		}
	}
	for _, s := range u.exchanges {
		if s.Dst == nil || len(s.Args) != 1 {
			continue
		}
		busy, ok := constant(s.Args[0])
		switch {
		case !ok:
			return false
		case known && busy == w.free:
			// It is given back, and nobody looks at what was there.
		case known:
			set(w.free, busy, s)
		case busy == 0:
			return false
		default:
			set(0, busy, s)
		}
	}
	if !known || len(u.others) > 0 {
		return false
	}
	w.role = lock
	release := func(s kernel.Stmt, x kernel.Expr) {
		w.released = true
		if v, ok := constant(x); !ok || v != w.free {
			w.fail(s.Source(), "a value is stored here that is not the one it has when nobody holds it")
		}
	}
	for _, s := range u.stores {
		release(s, s.Args[0])
	}
	for _, s := range u.exchanges {
		if a.gives(w, s) {
			release(s, s.Args[0])
		} else if s.Dst == nil {
			w.fail(s.Source(), "nobody looks at what the exchange has found")
		}
	}
	for _, s := range u.volatileStores {
		release(s, s.X)
	}
	for _, s := range u.adds {
		w.released = true
		if !a.steps(s, w.free-w.busy) || s.Dst != nil {
			w.fail(s.Source(), "what this adds does not give it back")
		}
	}
	for _, s := range u.swaps {
		if s.Dst == nil {
			w.fail(s.Source(), "nobody looks at whether the compare-and-swap succeeded")
		}
	}
	return true
}

// gives reports whether an exchange gives the lock back.
func (a *analysis) gives(w *word, s *kernel.Atomic) bool {
	v, ok := constant(s.Args[0])
	return ok && v == w.free
}

// steps reports whether an atomic adds that number.
func (a *analysis) steps(s *kernel.Atomic, by int64) bool {
	if len(s.Args) != 1 {
		return false
	}
	c, ok := constant(s.Args[0])
	if !ok {
		return false
	}
	if s.Acc.Array.Elem.Bits == 32 {
		c, by = int64(int32(c)), int64(int32(by))
	}
	return s.Op == "add" && c == by || s.Op == "sub" && c == -by
}

// mostStep bounds by how much an arrival counts down.
const mostStep = 1024

// stepDown is by how much an atomic counts down, 0 if it does not, or by more than arrivals do.
func stepDown(a *analysis, s *kernel.Atomic) int64 {
	if len(s.Args) != 1 {
		return 0
	}
	c, ok := constant(s.Args[0])
	if s.Op == "add" {
		c = -c
		if s.Acc.Array.Elem.Bits == 32 {
			c = int64(int32(c))
		}
	}
	if !ok || c < 1 || c > mostStep || !a.steps(s, -c) {
		return 0
	}
	return c
}

// counterOf recognises what atomics count up by one, at one place or, for tickets, at any.
func (a *analysis) counterOf(w *word, u *uses) bool {
	if len(u.adds) == 0 || len(u.others)+len(u.swaps) > 0 {
		return false
	}
	for _, s := range u.adds {
		switch {
		case s.Op == "inc":
			if len(s.Args) != 1 || w.down {
				return false
			}
		case a.steps(s, 1):
			if w.down {
				return false
			}
		case stepDown(a, s) > 0:
			if w.publish != nil && !w.down {
				return false
			}
			w.down, w.step = true, stepDown(a, s)
		default:
			return false
		}
		if w.publish != nil {
			w.fail(s.Source(), "it is counted up here, and elsewhere as well")
		}
		w.publish = s
	}
	if w.publish == nil {
		return false
	}
	w.role = counter
	resets := func(s kernel.Stmt, x kernel.Expr) {
		if st, ok := s.(*kernel.Store); ok && a.initialises(w, st) {
			return
		}
		if v, ok := constant(x); !ok || v != 0 || w.down {
			w.fail(s.Source(), "a value other than it had at the start is stored to it here")
		}
		w.resets = append(w.resets, s)
	}
	for _, s := range u.stores {
		resets(s, s.Args[0])
	}
	for _, s := range u.exchanges {
		if s.Dst != nil {
			w.fail(s.Source(), "it is exchanged here")
			continue
		}
		resets(s, s.Args[0])
	}
	for _, s := range u.volatileStores {
		resets(s, s.X)
	}
	for _, s := range u.writes {
		if st, ok := s.(*kernel.Store); ok && st.X != nil {
			resets(s, st.X)
		} else {
			w.fail(s.Source(), "it is stored to here")
		}
	}
	return true
}

// flagOf recognises what a single strong store publishes and strong loads look at.
func (a *analysis) flagOf(w *word, u *uses) bool {
	var stores []kernel.Stmt
	for _, s := range u.stores {
		stores = append(stores, s)
	}
	for _, s := range u.volatileStores {
		stores = append(stores, s)
	}
	for _, s := range u.exchanges {
		if s.Dst != nil {
			return false
		}
		stores = append(stores, s)
	}
	if len(stores) == 0 || len(u.loads)+len(u.volatileLoads)+len(u.swaps) == 0 || len(u.adds)+len(u.others) > 0 || len(u.swaps) > 0 && !a.signals[w.array] {
		return false
	}
	w.role, w.publish = flag, stores[0]
	if len(stores) > 1 {
		w.fail(stores[1].Source(), "it is stored to here, and elsewhere as well")
	}
	return true
}

// checkAccesses demands that nothing else touches the words: all accesses are strong, of the scope
// that is needed, and of one width.
func (a *analysis) checkAccesses(w *word) {
	a.each(func(s kernel.Stmt) {
		acc := kernel.Touched(s)
		if acc == nil || acc.Array != w.array {
			return
		}
		at := s.Source()
		if acc.Width != 1 {
			w.fail(at, "an access here is wider than the word")
		}
		switch s := s.(type) {
		case *kernel.Atomic:
			if !covers(s.Scope, w.need) {
				w.fail(at, "the scope of the atomic here does not include all threads that use it")
			}
		case *kernel.Load:
			if !s.Volatile && !s.Ghost {
				w.fail(at, "it is read here by a plain load")
			}
		case *kernel.Store:
			if !s.Volatile && !a.initialises(w, s) && w.role != counter {
				w.fail(at, "it is written here by a plain store")
			}
		default:
			// Others access no memory.
		}
	})
}

// initialises reports whether a plain store sets the words before anybody uses them as such: words of one
// block, a store of the value that they start with, and no way from any other access of theirs to it. The check for
// races then shows that a barrier lies between.
func (a *analysis) initialises(w *word, s *kernel.Store) bool {
	if w.array.Space != kernel.Shared || s.X == nil {
		return false
	}
	start := int64(0)
	switch {
	case w.permits:
		start = w.most
	case w.role == lock:
		start = w.free
	}
	v, ok := constant(s.X)
	return (ok && v == start || w.role == counter && w.down) && !s.Volatile && !a.reachedFrom(s, w.array)
}

// reachedFrom reports whether a path may lead from another strong access to the array to s.
func (a *analysis) reachedFrom(s kernel.Stmt, array *kernel.Array) bool {
	inOrderOfText(a)
	reached := a.looped[s]
	a.each(func(t kernel.Stmt) {
		acc := kernel.Touched(t)
		if t == s || acc == nil || acc.Array != array {
			return
		}
		if st, ok := t.(*kernel.Store); ok && !st.Volatile {
			return
		}
		reached = reached || a.order[t] < a.order[s]
	})
	return reached
}

// inOrderOfText makes order and looped, once.
func inOrderOfText(a *analysis) {
	if a.order == nil {
		a.order = map[kernel.Stmt]int{}
		a.looped = map[kernel.Stmt]bool{}
		a.number(a.kernel.Body, false)
	}
}

// number numbers the statements in the order of the text: without a loop around, a path leads from one to
// another only if its number is less.
func (a *analysis) number(stmts []kernel.Stmt, loop bool) {
	for _, s := range stmts {
		a.order[s] = len(a.order)
		a.looped[s] = loop
		_, is := s.(*kernel.Loop)
		for _, inner := range kernel.Blocks(s) {
			a.number(inner, loop || is)
		}
	}
}

// each calls f for the simple statements.
func (a *analysis) each(f func(kernel.Stmt)) {
	kernel.Walk(a.kernel.Body, func(s kernel.Stmt) bool {
		f(s)
		return true
	})
}
