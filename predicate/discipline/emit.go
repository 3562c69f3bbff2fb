package discipline

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/discipline/members"
	"gv2/predicate/fact"
)

// Missing is a condition of a discipline that does not hold.
type Missing struct {
	At   diag.Pos
	Text string
}

// Found is what Recognise has found.
type Found struct {
	// Kernel has the tokens; nil if there are none.
	Kernel *kernel.Kernel
	// Words are the disciplines by which they are set, for people.
	Words []string
	// Premises are what they take for granted.
	Premises []string
	// Claims are conditions that Kernel asserts behind the statements that they are about.
	Claims []Missing
	// Missing are the conditions that do not hold.
	Missing []Missing
	// Late are stores to data behind those that tell others of them; where they race, that is why.
	Late []Missing
	// Waits is set if loops wait for other threads. Together is set if it is shown that they end where the threads of a warp run in lock step, as far
	// as they end where each goes on by itself and nothing races; Kept are the reasons why it is not.
	Waits, Together bool
	Kept            []Missing
	// Never are claims that hold for no launch, as far as they are about a number of arrivals.
	Never  []Missing
	inTurn map[*kernel.Array]bool // that tell whose turn it is
}

// Over is the array of locks of which a thread holds an element at each of the places; nil if there is none. Accesses there that race are made under different
// elements of it, or in the same turn if byTurns is set.
func (f Found) Over(places ...diag.Pos) (array *kernel.Array, byTurns bool) {
	if f.Kernel == nil {
		return nil, false
	}
	var common map[*kernel.Array]bool
	for _, s := range parts(f.Kernel.Body) {
		acc := kernel.Touched(s)
		if acc == nil || !slices.Contains(places, s.Source().Pos) {
			continue
		}
		held := map[*kernel.Array]bool{}
		for _, t := range acc.Tokens {
			if t.Kind == kernel.Holding && (t.Of.Len != 1 || f.inTurn[t.Of]) && (common == nil || common[t.Of]) {
				held[t.Of] = true
			}
		}
		common = held
	}
	for _, a := range f.Kernel.Arrays {
		if common[a] {
			return a, f.inTurn[a]
		}
	}
	return nil, false
}

// Recognise looks for the disciplines in k. If something is missing, or nothing found, then it looks whether words are members of structs, or elements of one array.
func Recognise(k *kernel.Kernel) Found {
	out := recogniseIn(k)
	if out.Kernel != nil && len(out.Missing) == 0 {
		return out
	}
	taken, sp := members.Apart(k)
	if sp == nil {
		out.add(permits(k, out.Words))
		return out
	}
	found := recogniseIn(taken)
	if found.Kernel == nil {
		out.add(permits(taken, nil))
		return out
	}
	if len(found.Missing) > 0 {
		found.add(permits(taken, found.Words))
	}
	found.Premises = append(found.Premises, sp.Taken()...)
	found.Kernel = sp.Whole(found.Kernel)
	return found
}

// add adds what is missing, once.
func (f *Found) add(missing []Missing) {
	for _, m := range missing {
		if !slices.Contains(f.Missing, m) {
			f.Missing = append(f.Missing, m)
		}
	}
}

func recogniseIn(k *kernel.Kernel) Found {
	alone := waitsOfOne(k)
	out := recogniseWords(alone)
	if split := splitGuards(alone); split != alone && (out.Kernel == nil || len(out.Missing) > 0) {
		if more := recogniseWords(split); more.Kernel != nil && len(more.Missing) == 0 {
			return more
		}
	}
	if alone == k || out.Kernel != nil && len(out.Missing) == 0 {
		return out
	}
	if together := recogniseWords(k); together.Kernel != nil || len(together.Missing) > 0 {
		return together
	}
	return out
}

func recogniseWords(k *kernel.Kernel) Found {
	k = withoutIgnored(simplified(plainStarts(k)))
	rewritten, grid := gridBarriers(k)
	rewritten, own, drawn := drawnForBlocks(rewritten)
	out := recognise(rewritten, own)
	if out.Kernel == nil && rewritten != k {
		out.Kernel = rewritten
	}
	out.Waits = out.Waits || len(grid.Words) > 0 // all threads of the block meet right in front of it, and right behind it
	out.Never = append(grid.Never, out.Never...)
	out.Words, out.Premises, out.Claims = slices.Concat(grid.Words, drawn.Words, out.Words), slices.Concat(grid.Premises, drawn.Premises, out.Premises), append(grid.Claims, out.Claims...)
	return out
}

// recognise looks for what has not been replaced. own are numbers that blocks have drawn.
func recognise(k *kernel.Kernel, own map[*kernel.Var]bool) Found {
	pairs, data, growing, inTurn := map[*kernel.Array]*kernel.Array{}, map[*kernel.Array]bool{}, map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	signals := map[*kernel.Array]bool{}
	failed := map[*kernel.Array][]Missing{} // why an array is neither a flag nor a counter
	var missing []Missing
	for {
		a := newAnalysis(k, pairs, data, growing, inTurn, signals)
		a.own = own
		for _, array := range k.Arrays {
			if growing[array] && a.words[array] == nil && !data[array] {
				data[array] = true
				missing = append(missing, failed[array]...)
			}
		}
		if len(a.list) == 0 {
			out := Found{Missing: missing}
			a.keeping.together(&out)
			return out
		}
		known := len(pairs)
		a.run()
		if a.work > mostWork {
			return Found{}
		}
		if len(pairs) > known {
			continue // locks by tickets are known now
		}
		again := false
		for _, w := range a.list {
			if w.ok() {
				continue
			}
			if _, tried := signals[w.array]; w.role == lock && !w.permits && !tried && signalOf(a.uses[w.array]) {
				signals[w.array], again = true, true
				failed[w.array] = w.missing()
				continue
			}
			switch w.role {
			case counter, flag, turns:
				if signals[w.array] {
					signals[w.array], again = false, true // it stays a lock, with what it lacks
					continue
				}
				if a.likely[w.array] {
					inTurn[w.array], again = true, true
					continue
				}
				delete(inTurn, w.array)
				growing[w.array], again = true, true
				failed[w.array] = w.missing()
			case series:
				data[w.array], again = true, true // it is no word, but what threads count or store
				missing = append(missing, failed[w.array]...)
			default:
				// Locks stay, with what they lack.
			}
		}
		if !again {
			out := a.found()
			out.Missing = append(missing, out.Missing...)
			return out
		}
	}
}

// missing tells why it is no word, if anything depends on it.
func (w *word) missing() []Missing {
	if w.ok() || !w.watched && w.role != lock {
		return nil
	}
	return []Missing{{w.at, w.name() + ": " + w.failed}}
}

func newAnalysis(k *kernel.Kernel, pairs map[*kernel.Array]*kernel.Array, data, growing, inTurn, signals map[*kernel.Array]bool) *analysis {
	a := &analysis{kernel: k, names: kernel.NewNames(k), words: map[*kernel.Array]*word{}, symbols: map[*kernel.Var]*symbol{},
		results: map[kernel.Stmt]*kernel.Var{}, joins: map[join]*kernel.Var{}, leaves: map[string]*state{}, tokens: map[kernel.Stmt][]token{},
		turnings: map[*kernel.If]*turning{}, early: map[kernel.Stmt][]*word{}, here: map[kernel.Stmt]*place{}, edges: map[[2]*word]kernel.Stmt{}, pairs: pairs,
		toldOf: map[telling]*kernel.Var{}, mine: map[kernel.Stmt]bool{}, drawnAt: map[kernel.Stmt]map[*kernel.Atomic]bool{}, elements: map[kernel.Stmt]kernel.Expr{}, snapshots: map[kernel.Stmt]*kernel.Var{}, seen: map[kernel.Stmt]*kernel.Var{}, data: data, series: growing, inTurn: inTurn, signals: signals, firstLooks: map[kernel.Stmt]place{},
		likely: map[*kernel.Array]bool{}, shared: map[heldAt]kernel.Expr{}, looks: map[kernel.Stmt]map[*kernel.Var]kernel.Expr{}, taken: map[kernel.Stmt]turn{}, skips: map[*word]skip{}, vacantAt: map[kernel.Stmt]map[*word]bool{}}
	a.warps = slices.ContainsFunc(parts(k.Body), allLanes)
	a.keeping = &keeping{of: a, standings: map[kernel.Stmt]*standing{}}
	a.survey()
	return a
}

func (a *analysis) run() {
	st := newState()
	l := a.kernel.Launch
	if l.Threads() == 1 {
		st.guard = "0,0,0"
	}
	if l.Blocks() == 1 {
		st.block = "0,0,0"
	}
	if end := a.walk(a.kernel.Body, st); end != nil {
		a.end(end)
	}
	a.orderLocks()
	for _, w := range a.list {
		a.fencesMeet(w)
	}
	for _, w := range a.list {
		startsAtZero(a, w)
		checkedAtEnd(a, w)
	}
	for _, w := range a.list {
		if p := w.partner; p != nil && !p.ok() && w.ok() {
			w.failed, w.at = p.failed, p.at
		}
		if (w.role == counter || w.role == flag) && w.ready[w.publish] == nil {
			w.fail(w.publish.Source(), "no thread reaches the store to it")
		}
		if w.role == series && w.index == nil {
			w.fail(w.publishes[0].Source(), "no thread reaches the stores to it")
		}
		a.lasts(w)
	}
}

// fencesMeet takes back what rests on the order of sequentially consistent fences where some are weaker.
func (a *analysis) fencesMeet(w *word) {
	if !a.weakFences && !w.weak {
		return
	}
	for s, why := range w.early {
		if w.undone[s] == "" {
			w.undone[s] = why
		}
	}
	if w.late != nil {
		w.fail(w.late.Src, "a fence behind a barrier acquires what one thread has seen, and not all fences are sequentially consistent")
	}
}

// orderLocks fails locks that are taken in a circle.
func (a *analysis) orderLocks() {
	for _, w := range a.list {
		reached := map[*word]bool{}
		var follow func(v *word)
		follow = func(v *word) {
			for e := range a.edges {
				if e[0] == v && !reached[e[1]] {
					reached[e[1]] = true
					follow(e[1])
				}
			}
		}
		follow(w)
		if reached[w] {
			for e, at := range a.edges {
				if e[0] == w {
					w.fail(at.Source(), "locks are taken in different orders, so threads may wait for each other for ever")
				}
			}
		}
	}
}

// found writes the kernel with the tokens.
func (a *analysis) found() Found {
	out := Found{inTurn: a.inTurn}
	any := false
	for s, v := range a.seen {
		if w := a.words[kernel.Touched(s).Array]; w.ok() && w.among(v) != nil {
			w.used = true // what is assumed of the value rests on what the word holds at first
		}
	}
	e := &emitter{of: a, claims: map[kernel.Stmt][]claimed{}, drawn: map[*kernel.Atomic]*kernel.Var{}}
	for _, c := range a.claims {
		if c.of.ok() {
			e.claims[c.behind] = append(e.claims[c.behind], c)
			out.Claims = append(out.Claims, Missing{c.behind.Source().Pos, c.of.name() + " " + c.text})
			if c.of.role == counter && never(c.cond) {
				out.Never = append(out.Never, Missing{c.behind.Source().Pos, c.of.name() + ": what it holds is compared here with another number than that of the arrivals"})
			}
		}
	}
	for _, o := range slices.Compact(a.inOrder) {
		if !o.of.ok() {
			continue
		}
		c := claimed{o.taken, kernel.Op(kernel.Lt, e.wordOf(token{by: o.held, of: o.of}), kernel.Touched(o.taken).Index), o.of, "is taken behind one with a lower index"}
		e.claims[o.taken] = append(e.claims[o.taken], c)
		out.Claims = append(out.Claims, Missing{o.taken.Source().Pos, c.of.name() + " " + c.text})
	}
	e.byStmt = map[kernel.Stmt][]kernel.Token{}
	a.each(func(s kernel.Stmt) {
		if tokens := e.tokensOf(s); len(tokens) > 0 {
			e.byStmt[s], any = tokens, true
		}
	})
	a.each(func(s kernel.Stmt) { any = any || e.knows(s) != nil })
	for _, w := range a.list {
		if w.ok() && w.used {
			out.Words = append(out.Words, w.name())
			if w.draws != nil {
				out.Premises = append(out.Premises, fewer(w.draws.Acc.Array))
			}
			sk, skipped := a.skips[w]
			if (w.role == counter || w.role == flag || w.role == series || skipped || w.behind) && w.array.Space != kernel.Shared {
				out.Premises = append(out.Premises, w.start())
			}
			if skipped {
				out.Claims = append(out.Claims, Missing{sk.at.Pos, w.name() + " " + firstTurn})
			}
			if w.permits && w.array.Space != kernel.Shared {
				out.Premises = append(out.Premises, fmt.Sprintf("%s is at most %d when the kernel starts", w.label(), w.most))
			}
			if w.readers {
				out.Premises = append(out.Premises, fmt.Sprintf("fewer than 2^%d threads have %s at the same time", w.array.Elem.Bits-1, w.label()))
			}
			if w.permits && w.down {
				out.Premises = append(out.Premises, fmt.Sprintf("fewer than 2^%d threads try for %s at the same time", w.array.Elem.Bits-1, w.label()))
			}
			if w.role == series && w.counted {
				out.Premises = append(out.Premises, w.label()+" does not wrap around")
			}
			if w.role == serving {
				out.Premises = append(out.Premises, fmt.Sprintf("fewer than 2^%d tickets of %s are drawn", w.array.Elem.Bits, w.label()))
			}
		}
		out.Missing = append(out.Missing, w.missing()...)
		if w.ok() && w.several() {
			out.Missing = append(out.Missing, Missing{anyTake(a, a.uses[w.array]).Pos, w.unordered()})
		}
	}
	a.keeping.together(&out)
	out.Missing = append(out.Missing, a.unpaid()...)
	a.each(func(s kernel.Stmt) {
		for _, w := range a.list {
			if why := late(a, w, s); why != "" && matters(w, s, a.uses) {
				out.Late = append(out.Late, Missing{s.Source().Pos, fmt.Sprintf("%s does not order the access here: %s", w.name(), why)})
			}
		}
	})
	if !any {
		return out
	}
	k := *a.kernel
	vars, start := e.progressVars()
	k.Body = append(start, e.block(a.kernel.Body)...)
	k.Vars = append(append(slices.Clone(k.Vars), e.vars...), vars...)
	out.Kernel = &k
	return out
}

// never reports whether a claim that two numbers are equal is false whatever the launch.
func never(claim kernel.Expr) bool {
	if c, ok := kernel.Fold(claim).(*kernel.Const); ok {
		return c.Val == 0
	}
	b, ok := claim.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return false
	}
	by, known := fact.LinearOf(b.X).Minus(fact.LinearOf(b.Y))
	return known && by != 0
}

// start is the premise that a word is 0 at first.
func (w *word) start() string {
	if w.down {
		n, _ := constant(w.first)
		return fmt.Sprintf("%s is %d when the kernel starts", w.label(), n)
	}
	if w.array.Param && !strings.ContainsAny(w.label(), "[.") {
		return fmt.Sprintf("what %s points to is 0 when the kernel starts", w.label())
	}
	return w.label() + " is 0 when the kernel starts"
}

func (w *word) label() string {
	if w.array.Label != "" {
		return w.array.Label
	}
	return w.array.Name
}

// unpaid tells of accesses that are made under a discipline and not ordered by it.
func (a *analysis) unpaid() []Missing {
	var out []Missing
	a.each(func(s kernel.Stmt) {
		for _, w := range a.list {
			if !matters(w, s, a.uses) {
				continue
			}
			if why := w.undone[s]; why != "" && w.ok() && (w.watched || w.role == lock) && !sees(a, w, s) {
				out = append(out, Missing{s.Source().Pos, fmt.Sprintf("%s does not order the access here: %s", w.name(), why)})
			}
			if why := w.loose[s]; why != "" && w.ok() {
				out = append(out, Missing{s.Source().Pos, fmt.Sprintf("%s does not order the access here: %s this", w.name(), why)})
			}
		}
	})
	return out
}

// sees reports whether a load has observed what a flag or a counter tells, as far as is known: what others did before is ordered by that, whatever the thread
// itself tells later.
func sees(a *analysis, w *word, s kernel.Stmt) bool {
	_, load := s.(*kernel.Load)
	return load && (w.role == flag || w.role == counter) && slices.ContainsFunc(a.tokens[s], func(t token) bool { return t.of == w && t.kind == kernel.After })
}

// late says that a store stands behind the one that tells others of it; empty for what does not.
func late(a *analysis, w *word, s kernel.Stmt) string {
	_, store := s.(*kernel.Store)
	if !store || w.role != flag || !w.ok() || !w.watched || w.publish == nil || w.ready[w.publish] == nil || w.ready[w.publish][s] || slices.Contains(a.early[s], w) ||
		slices.ContainsFunc(a.tokens[s], func(t token) bool { return t.of == w && t.kind == kernel.After }) {
		return ""
	}
	return "it stands behind " + lineOf(w.publish) + ", which tells others that it is done"
}

// matters reports whether the order that a word gives may be what keeps an access from a race: not for what is only read in the whole kernel,
// and not between blocks for shared memory.
func matters(w *word, s kernel.Stmt, all map[*kernel.Array]*uses) bool {
	acc := kernel.Touched(s)
	if acc == nil {
		return true
	}
	return all[acc.Array].change() && (acc.Array.Space != kernel.Shared || w.array.Space == kernel.Shared)
}

func lineOf(s kernel.Stmt) string { return s.Source().Pos.String() }

// emitter writes the kernel with the tokens.
type emitter struct {
	of     *analysis
	byStmt map[kernel.Stmt][]kernel.Token
	claims map[kernel.Stmt][]claimed
	vars   []*kernel.Var
	drawn  map[*kernel.Atomic]*kernel.Var // the numbers that threads have drawn
}

// tokensOf are the tokens of an access that hold.
func (e *emitter) tokensOf(s kernel.Stmt) []kernel.Token {
	var out []kernel.Token
	for _, t := range e.of.tokens[s] {
		w := t.of
		if !w.ok() || w.several() {
			continue
		}
		index := e.indexOf(t, s)
		if index == nil {
			continue
		}
		if t.kind == kernel.Holding && t.by != nil {
			if w.undone[s] != "" {
				continue
			}
			if ready, given := w.ready[t.by]; given && t.across && !ready[s] {
				continue // others of the block may make it while it is given back
			}
		}
		w.used = true
		out = append(out, kernel.Token{Kind: t.kind, Of: w.array, Index: index, Across: t.across && !t.warp, Rank: e.rankOf(t)})
	}
	for _, w := range e.of.list {
		if t, ok := e.inSeries(w, s); ok {
			out = append(out, t)
		}
		// An arrival is before what comes behind the last one, which has observed it.
		if s == w.publish && w.role == counter && w.ok() && len(w.resets) > 0 {
			out = append(out, kernel.Token{Kind: kernel.Before, Of: w.array, Index: kernel.NewConst(kernel.I64, 0), Across: w.guard != ""})
		}
	}
	for _, w := range e.of.early[s] {
		p := e.of.here[s]
		if !w.ok() || w.undone[s] != "" || !w.ready[w.publish][s] || s == w.publish {
			continue
		}
		if w.checked != nil {
			if t, vacant := e.beforeChecked(w, s); vacant {
				w.used = true
				out = append(out, t)
			}
			continue
		}
		t := kernel.Token{Kind: kernel.Before, Of: w.array, Index: kernel.NewConst(kernel.I64, 0), Across: w.guard != ""}
		if w.role == flag {
			if w.block != "" && p.block != w.block {
				continue
			}
			if w.index != nil {
				t.Index = w.index
			}
			t.Across = p.guard != w.guard
			if w.draws != nil {
				if !e.of.drawnAt[s][w.draws] {
					continue
				}
				t.Index, t.Across = widened(kernel.Ref(e.drawnVar(w.draws))), false
			}
		}
		w.used = true
		out = append(out, t)
	}
	return out
}

// sharedElement reports whether the element is known to all threads of the block.
func (e *emitter) sharedElement(t token) bool {
	x := e.of.elements[t.by]
	return t.onlyElement() || x != nil && e.of.stated(x) && (blockWide(x) || t.warp && e.of.warpWide(x))
}

// onlyElement reports whether all tokens of the word are of one element.
func (t token) onlyElement() bool {
	return t.by == nil || t.of.role == counter || t.of.role == flag && t.of.index == nil && t.of.draws == nil
}

// indexOf is the element of a token at an access, nil if the thread does not know it.
func (e *emitter) indexOf(t token, s kernel.Stmt) kernel.Expr {
	switch {
	case !t.other || e.sharedElement(t):
		return e.wordOf(t)
	case e.of.elements[t.by] == nil:
		return nil
	}
	return e.of.shared[heldAt{s, t.by}]
}

// wordOf is the element of a token.
func (e *emitter) wordOf(t token) kernel.Expr {
	if t.onlyElement() {
		return kernel.NewConst(kernel.I64, 0)
	}
	if x := e.of.elements[t.by]; x != nil && e.of.stated(x) {
		return x
	}
	v := e.of.snapshots[t.by]
	if v == nil {
		v = &kernel.Var{Name: e.of.names.Unused(t.of.array.Name + "_held"), T: kernel.I64, Temp: true}
		e.of.snapshots[t.by], e.vars = v, append(e.vars, v)
	}
	return kernel.Ref(v)
}

func (e *emitter) block(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		out = append(out, e.stmt(s)...)
	}
	return out
}

func (e *emitter) stmt(s kernel.Stmt) []kernel.Stmt {
	if l, ok := s.(*kernel.Loop); ok && e.spins(l) {
		return e.lastRound(l)
	} else if ok {
		if b := e.succeeding(l); b != nil {
			return e.lastAttempt(l, b)
		}
	}
	if inner := kernel.MapBlocks(s, e.block); inner != s {
		if branch, is := s.(*kernel.If); is {
			inner = e.goes(branch, inner)
		}
		return []kernel.Stmt{inner}
	}
	return e.simple(s)
}

func (e *emitter) simple(s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	if v := e.of.snapshots[s]; v != nil {
		out = append(out, &kernel.Assign{Src: s.Source(), Dst: v, X: kernel.Touched(s).Index})
	}
	if acc := kernel.Touched(s); acc != nil {
		if w := e.of.words[acc.Array]; w != nil && w.role == turns && w.ok() && !plainStore(s) {
			out = append(out, e.distinct(w, s)...)
			for _, c := range e.claims[s] {
				out = append(out, &kernel.Assert{Src: s.Source(), Cond: c.cond, Text: c.of.name() + " " + c.text})
			}
			return out
		}
	}
	out = append(out, e.strong(e.withTokens(s)))
	if at, ok := s.(*kernel.Atomic); ok && e.drawn[at] != nil {
		out = append(out, &kernel.Assign{Src: at.Src, Dst: e.drawn[at], X: kernel.Ref(at.Dst)})
	}
	out = append(out, e.knows(s)...)
	for _, c := range e.claims[s] {
		out = append(out, &kernel.Assert{Src: s.Source(), Cond: c.cond, Text: c.of.name() + " " + c.text})
	}
	return append(out, e.progress(s)...)
}

// knows is what a thread that has a lock or a permit finds in the word.
func (e *emitter) knows(s kernel.Stmt) []kernel.Stmt {
	dst := kernel.Assigned(s)
	if dst == nil || kernel.Touched(s) == nil {
		return nil
	}
	w := e.of.words[kernel.Touched(s).Array]
	if w != nil && w.role == flag && w.ok() && dst.T == w.array.Elem && looksOnly(s) && e.findsStart(w, s) {
		w.used = true
		return []kernel.Stmt{&kernel.Assume{Src: s.Source(), Cond: kernel.Op(kernel.Eq, kernel.Ref(dst), kernel.NewConst(dst.T, 0))}}
	}
	if w == nil || w.role != lock || w.readers || !w.ok() || !e.of.mine[s] || dst.T != w.array.Elem {
		return nil
	}
	w.used = true
	found := kernel.Op(kernel.Eq, kernel.Ref(dst), kernel.NewConst(dst.T, w.busy))
	if w.permits {
		found = kernel.Op(kernel.Lt, kernel.Ref(dst), kernel.NewConst(dst.T, w.most))
	}
	return []kernel.Stmt{&kernel.Assume{Src: s.Source(), Cond: found}}
}

func (e *emitter) withTokens(s kernel.Stmt) kernel.Stmt {
	tokens := e.byStmt[s]
	if len(tokens) == 0 {
		return s
	}
	switch s := s.(type) {
	case *kernel.Load:
		c := *s
		c.Acc.Tokens = tokens
		return &c
	case *kernel.Store:
		c := *s
		c.Acc.Tokens = tokens
		return &c
	case *kernel.Atomic:
		c := *s
		c.Acc.Tokens = tokens
		return &c
	default:
		// Others access no memory.
	}
	return s
}

// strong makes a volatile access to a word the relaxed one that it is (PTX ISA, Memory Consistency Model).
func (e *emitter) strong(s kernel.Stmt) kernel.Stmt {
	shared := func(acc kernel.Access) bool {
		w := e.of.words[acc.Array]
		return acc.Width == 1 && w != nil && w.ok()
	}
	switch s := s.(type) {
	case *kernel.Load:
		if s.Volatile && !s.Ghost && !s.OfBarrier && shared(s.Acc) {
			return &kernel.Atomic{Src: s.Src, Op: "load", Dst: s.Dst, Acc: s.Acc, Scope: kernel.SystemScope}
		}
	case *kernel.Store:
		if s.Volatile && !s.OfBarrier && shared(s.Acc) && s.X != nil {
			return &kernel.Atomic{Src: s.Src, Op: "store", Acc: s.Acc, Args: []kernel.Expr{s.X}, Scope: kernel.SystemScope}
		}
	default:
		// Others are not volatile.
	}
	return s
}

// spins reports whether a loop only looks at words: its last round is all that matters of it.
func (e *emitter) spins(l *kernel.Loop) bool {
	if l.DoWhile && len(l.Invariants) > 0 || escapes(l.Head) || escapes(l.Body) || escapes(l.Post) || len(l.Invariants) > 0 {
		return false
	}
	if !l.DoWhile { // what the last round of these does is not executed
		for _, s := range append(parts(l.Body), parts(l.Post)...) {
			if kernel.Touched(s) != nil {
				return false
			}
		}
	}
	looks := false
	for _, s := range parts([]kernel.Stmt{l}) {
		switch s := s.(type) {
		case *kernel.Load, *kernel.Atomic:
			w := e.of.words[kernel.Touched(s).Array]
			if load, ok := s.(*kernel.Load); ok && w == nil && e.everyRound(l, load) {
				continue // the last round reads the same element as the others
			}
			if w == nil || !w.ok() || s == w.publish || slices.Contains(w.publishes, s) {
				return false
			}
			looks = true
		case *kernel.Assign, *kernel.Havoc, *kernel.Fence, *kernel.If, *kernel.Region, *kernel.Leave:
		case *kernel.Loop:
			if s != l {
				return false
			}
		default:
			// Others do more than to look.
			return false
		}
	}
	return looks
}

// everyRound reports whether each round of a loop, the last one too, executes a load, always of the same element and with the same tokens.
func (e *emitter) everyRound(l *kernel.Loop, load *kernel.Load) bool {
	all := parts([]kernel.Stmt{l})
	if slices.ContainsFunc(e.of.tokens[load], func(t token) bool { return t.by != nil && slices.Contains(all, t.by) }) {
		return false // what a round has seen may be less than what the last one has
	}
	round := l.Head
	if l.DoWhile {
		round = slices.Concat(l.Body, l.Post, l.Head)
	}
	if !slices.Contains(round, kernel.Stmt(load)) {
		return false
	}
	times, same := map[*kernel.Var]int{}, map[*kernel.Var]bool{}
	for _, s := range all {
		if v := kernel.Assigned(s); v != nil {
			times[v]++
		}
	}
	fixed := func(e kernel.Expr) bool {
		ok := true
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			r, is := e.(*kernel.VarRef)
			ok = ok && (!is || times[r.Var] == 0 || same[r.Var])
			return ok
		})
		return ok
	}
	for _, s := range round {
		if s == kernel.Stmt(load) {
			break
		}
		if as, ok := s.(*kernel.Assign); ok && times[as.Dst] == 1 {
			same[as.Dst] = fixed(as.X)
		}
	}
	return fixed(load.Acc.Index)
}

// parts are statements with all that is inside them.
func parts(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	kernel.Walk(stmts, func(s kernel.Stmt) bool {
		out = append(out, s)
		return true
	})
	return out
}

// lastRound is the last iteration of a loop: its variables may hold anything before.
func (e *emitter) lastRound(l *kernel.Loop) []kernel.Stmt {
	var out []kernel.Stmt
	seen := map[*kernel.Var]bool{}
	kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil && !seen[v] {
			seen[v] = true
			out = append(out, &kernel.Havoc{Src: l.Src, Dst: v})
		}
		return true
	})
	if l.DoWhile {
		out = append(append(out, e.block(l.Body)...), e.block(l.Post)...)
	}
	out = append(out, e.block(l.Head)...)
	return append(out, &kernel.Assume{Src: l.Src, Cond: kernel.Negated(l.Cond)})
}
