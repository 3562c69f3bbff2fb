package discipline

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Threads of a warp in lock step. Of a branch on which they part, one side runs after the other, and threads that have left a loop
// stand behind it until all have. So a thread that waits in a loop keeps others of its warp from going on: those that have left that loop, or one around it,
// or a region around it, and those that are on the other side of a branch around it, or at its end.
//
// Say that loops that wait end where each thread goes on by itself. Then they end in lock step, too, if whoever is kept so owes
// nothing to anybody: it holds no lock and no ticket there (owing), and stores no word that threads look at before it meets, at a barrier, the one that
// waits (reached). Why: take an execution in lock step in which some threads wait for ever. The others of their warps are kept, and never do a
// step again. Let each of these go on by itself. They hold no locks, and store to no word before those that wait have moved on; a
// lock that they take was free. So those that wait do so for ever, though each thread goes on by itself: a contradiction. A single lane of a warp may wait
// whatever it holds and stores itself. What a thread waits for is read from a word, or is ordered by one, as nothing races: so all words that
// decide how long a loop goes on must be known.

// who are the threads of a block, and the lanes of a warp, that are somewhere: one of each if the names are not empty.
type who struct{ guard, lane string }

// one reports whether two are the same lane of a warp.
func (w who) one(v who) bool {
	return w.guard != "" && w.guard == v.guard || w.lane != "" && w.lane == v.lane
}

// standing are threads that are in front of a statement, in a round of it or behind it.
type standing struct {
	at who
	// owing are who holds a lock or a ticket there, and owingBehind are those behind it.
	owing, owingBehind map[who]bool
	// parted is set for a branch on which threads of a warp may part.
	parted bool
	seen   bool
}

// keeping is what is known of threads that lock step may keep from going on.
type keeping struct {
	of *analysis
	// standings are who is at branches, loops and regions, and at stores to words.
	standings map[kernel.Stmt]*standing
	jumps     []jumping
}

// together looks at the loops that wait.
func (k *keeping) together(out *Found) {
	out.Waits, out.Kept = k.inLockStep()
	out.Together = len(out.Kept) == 0
}

func (k *keeping) standingAt(s kernel.Stmt) *standing {
	if k.standings[s] == nil {
		k.standings[s] = &standing{owing: map[who]bool{}, owingBehind: map[who]bool{}}
	}
	return k.standings[s]
}

// before notes who is in front of a statement, or in a round of it.
func (k *keeping) before(s kernel.Stmt, st *state) {
	if st == nil {
		return
	}
	x := k.standingAt(s)
	at := who{st.guard, st.lane}
	switch {
	case !x.seen:
		x.at, x.seen = at, true
	default:
		if x.at.guard != at.guard {
			x.at.guard = ""
		}
		if x.at.lane != at.lane {
			x.at.lane = ""
		}
	}
	owe(x.owing, st)
}

// after notes who is behind it.
func (k *keeping) after(s kernel.Stmt, st *state) {
	if st != nil {
		owe(k.standingAt(s).owingBehind, st)
	}
}

func owe(out map[who]bool, st *state) {
	here := who{st.guard, st.lane}
	if len(st.pending) > 0 {
		out[here] = true
	}
	for _, x := range st.trials {
		out[who{guard: x.guard}] = true
	}
	for _, h := range st.holds {
		switch {
		case h.of.single():
		case h.level == ofThread:
			out[here] = true
		case isLane(h.guard):
			out[who{lane: h.guard}] = true
		default:
			out[who{guard: h.guard}] = true
		}
	}
}

// part notes whether threads of a warp may part on a branch.
func (k *keeping) part(s *kernel.If, cond kernel.Expr) {
	if !blockUniform(cond) && !(fact.Stated(cond) && k.of.warpWide(cond)) {
		k.standingAt(s).parted = true
	}
}

// waypoint is a statement around a loop, with the lists that the way to the loop leads through.
type waypoint struct {
	stmt  kernel.Stmt
	list  []kernel.Stmt // that has the next one
	index int
}

// inLockStep reports whether loops wait for other threads, and why it is not shown that they end in lock step where they end when each thread goes on by
// itself.
func (k *keeping) inLockStep() (waits bool, why []Missing) {
	k.findJumps()
	var way []waypoint
	var look func(stmts []kernel.Stmt, in kernel.Stmt)
	look = func(stmts []kernel.Stmt, in kernel.Stmt) {
		for i, s := range stmts {
			way = append(way, waypoint{in, stmts, i})
			if text := k.meetsSome(s, way); text != "" {
				why = append(why, Missing{s.Source().Pos, text})
			}
			if l, ok := s.(*kernel.Loop); ok {
				if received, by := k.received(l); received {
					waits = true
					if by != nil {
						why = append(why, Missing{by.Source().Pos, "gv2 does not know what the loop at " + lineOf(l) + " waits for here"})
					} else {
						why = append(why, k.keptBy(l, way)...)
					}
				}
			}
			for _, inner := range kernel.Blocks(s) {
				look(inner, s)
			}
			way = way[:len(way)-1]
		}
	}
	look(k.of.kernel.Body, nil)
	return waits, why
}

// meetsSome says why lock step may keep threads from a barrier for which others wait; empty if it does not.
func (k *keeping) meetsSome(s kernel.Stmt, way []waypoint) string {
	op, ok := kernel.SyncOf(s)
	switch {
	case !ok || !op.Waits && !op.Registers && op.Object.Kind <= kernel.GridBarrier:
		return ""
	case op.Object.Kind == kernel.GridBarrier:
		return ""
	case op.Object.Kind == kernel.BlockBarrier:
		if b, is := s.(*kernel.Barrier); is && b.Kind == kernel.Sync && b.Count == nil && !b.Named() {
			return ""
		}
		return "gv2 does not know which threads lock step keeps from the barrier here"
	case op.Object.Kind == kernel.WarpBarrier:
		for _, at := range way {
			switch e := at.stmt.(type) {
			case *kernel.If:
				if !k.standingAt(e).parted {
					continue
				}
			case *kernel.Loop:
				if waits, _ := k.received(e); !waits {
					continue
				}
			default:
				// All lanes go the same way.
				continue
			}
			return "lanes of the warp may be kept from meeting here"
		}
		return ""
	}
	return "gv2 does not know which threads lock step keeps from what is waited for here"
}

// keptBy are the reasons why a thread that waits in a loop may keep others from what somebody waits for.
func (k *keeping) keptBy(l *kernel.Loop, way []waypoint) []Missing {
	x := k.standingAt(l)
	if !x.seen {
		return nil // no thread gets there
	}
	var out []Missing
	free := func(list map[who]bool) bool {
		for w := range list {
			if !w.one(x.at) {
				return false
			}
		}
		return true
	}
	if !free(x.owingBehind) {
		out = append(out, Missing{l.Src.Pos, "a thread may hold a lock behind the loop here while others of its warp still wait in it"})
	}
	reached := map[kernel.Stmt]bool{}
	k.follow(way, reached)
	for i := len(way) - 1; i > 0; i-- {
		e := way[i].stmt
		y := k.standingAt(e)
		if b, ok := e.(*kernel.If); ok {
			if !y.parted {
				continue
			}
			for _, side := range kernel.Blocks(b) {
				if !sameList(side, way[i].list) {
					reach(side, reached)
				}
			}
		}
		if !free(y.owing) || !free(y.owingBehind) {
			out = append(out, Missing{e.Source().Pos, "a thread may hold a lock here while others of its warp wait at " + lineOf(l)})
		}
		k.follow(way[:i], reached)
	}
	for _, j := range k.jumps {
		if y := k.standingAt(j.branch); y.parted && (j.scope == nil || slices.Contains(parts([]kernel.Stmt{j.scope}), kernel.Stmt(l))) {
			reach([]kernel.Stmt{j.branch}, reached)
			if !free(y.owing) {
				out = append(out, Missing{j.branch.Src.Pos, "a thread may hold a lock behind the branch here, whose other side runs on to the loop at " + lineOf(l) + " first"})
			}
		}
	}
	for _, w := range k.of.list {
		stores := slices.Concat(w.publishes, w.resets)
		if w.publish != nil {
			stores = append(stores, w.publish)
		}
		for _, s := range stores {
			if w.role != lock && reached[s] && !k.standingAt(s).at.one(x.at) {
				out = append(out, Missing{s.Source().Pos, w.name() + " may be stored to here by a thread that others of its warp, which wait at " + lineOf(l) + ", keep from going on"})
			}
		}
	}
	return out
}

// jumping is a branch with a jump out of it, and what the jump leaves: nil for the kernel.
type jumping struct {
	branch *kernel.If
	scope  kernel.Stmt
}

// findJumps finds them.
func (k *keeping) findJumps() {
	var around []kernel.Stmt
	k.jumps = nil
	jump := func(leaves func(s kernel.Stmt) bool) {
		var scope kernel.Stmt
		i := len(around) - 1
		for ; i >= 0 && !leaves(around[i]); i-- {
		}
		if i >= 0 {
			scope = around[i]
		}
		for _, s := range around[i+1:] {
			if b, ok := s.(*kernel.If); ok {
				k.jumps = append(k.jumps, jumping{b, scope})
			}
		}
	}
	isLoop := func(s kernel.Stmt) bool {
		_, ok := s.(*kernel.Loop)
		return ok
	}
	var look func(stmts []kernel.Stmt)
	look = func(stmts []kernel.Stmt) {
		for _, s := range stmts {
			switch s := s.(type) {
			case *kernel.Break, *kernel.Continue:
				jump(isLoop)
			case *kernel.Return:
				jump(func(kernel.Stmt) bool { return false })
			case *kernel.Leave:
				jump(func(r kernel.Stmt) bool {
					region, ok := r.(*kernel.Region)
					return ok && region.Label == s.Label
				})
			default:
				// Others may have jumps inside.
				around = append(around, s)
				for _, inner := range kernel.Blocks(s) {
					look(inner)
				}
				around = around[:len(around)-1]
			}
		}
	}
	look(k.of.kernel.Body)
}

func sameList(a, b []kernel.Stmt) bool { return len(a) == len(b) && (len(a) == 0 || a[0] == b[0]) }

// reach adds statements, and all inside them.
func reach(stmts []kernel.Stmt, reached map[kernel.Stmt]bool) {
	for _, s := range parts(stmts) {
		reached[s] = true
	}
}

// follow adds what a thread may execute behind the statement to which a way leads, up to a barrier of the block.
func (k *keeping) follow(way []waypoint, reached map[kernel.Stmt]bool) {
	jumps := false
	scan := func(stmts []kernel.Stmt) (met bool) {
		for _, s := range stmts {
			reach([]kernel.Stmt{s}, reached)
			jumps = jumps || escapes([]kernel.Stmt{s})
			if b, ok := s.(*kernel.Barrier); ok && !jumps && b.Kind == kernel.Sync && b.Count == nil && !b.Named() {
				return true
			}
		}
		return false
	}
	for i := len(way) - 1; i >= 0; i-- {
		at := way[i]
		if scan(at.list[at.index+1:]) {
			return
		}
		l, ok := at.stmt.(*kernel.Loop)
		if !ok {
			continue
		}
		// The rest of the round, and the next one up to here.
		round := [][]kernel.Stmt{l.Head, l.Body, l.Post}
		n := slices.IndexFunc(round, func(list []kernel.Stmt) bool { return len(list) > 0 && sameList(list, at.list) })
		met := false
		for more := 1; more <= len(round) && !met; more++ {
			met = scan(round[(n+more)%len(round)])
		}
	}
}

// received reports whether how long a loop goes on depends on what a thread receives from others in it; by is an access of which it is not
// known what that means.
func (k *keeping) received(l *kernel.Loop) (waits bool, by kernel.Stmt) {
	inside := parts([]kernel.Stmt{l})
	used := map[*kernel.Var]bool{}
	use := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				used[r.Var] = true
			}
			return true
		})
	}
	use(l.Cond)
	// deciding are the conditions under which something is done that decides.
	for n := -1; n != len(used); {
		n = len(used)
		for _, s := range inside {
			switch s := s.(type) {
			case *kernel.If:
				if decides(s, used) {
					use(s.Cond)
				}
			case *kernel.Loop:
				if s != l && decides(s, used) {
					use(s.Cond)
				}
			default:
				// Others decide by what they assign.
				if v := kernel.Assigned(s); v != nil && used[v] {
					kernel.Exprs(s, use)
				}
			}
		}
	}
	for _, s := range inside {
		v := kernel.Assigned(s)
		if v == nil || !used[v] {
			continue
		}
		switch s := s.(type) {
		case *kernel.Assign:
		case *kernel.Load, *kernel.Atomic:
			array := kernel.Touched(s).Array
			if array.OfBlocks || array.Space == kernel.Local || !k.of.uses[array].change() {
				continue
			}
			waits = true
			w := k.of.words[array]
			if load, ok := s.(*kernel.Load); ok && w == nil && !load.Volatile {
				continue // it is data, and ordered by words
			}
			if w == nil || !w.ok() {
				return true, s
			}
		default:
			// It comes from other threads, or is arbitrary.
			return true, s
		}
	}
	return waits, nil
}

// decides reports whether a statement assigns one of the variables inside it, or jumps out of it.
func decides(s kernel.Stmt, used map[*kernel.Var]bool) bool {
	if escapes([]kernel.Stmt{s}) {
		return true
	}
	return slices.ContainsFunc(parts([]kernel.Stmt{s}), func(s kernel.Stmt) bool {
		v := kernel.Assigned(s)
		return v != nil && used[v]
	})
}

// change reports whether the kernel changes what an array holds.
func (u *uses) change() bool {
	return len(u.swaps)+len(u.exchanges)+len(u.adds)+len(u.stores)+len(u.others)+len(u.writes)+len(u.volatileStores) > 0
}
