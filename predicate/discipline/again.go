package discipline

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// Whether a counter is 0 again when the kernel ends: where a program launches the kernel twice (kernel.Array.Again), what the
// declaration says holds at the first launch only. A counter is 0 again if in each block as many threads count as the conditions
// compare with, on every path, and the last of them sets it back, or the atomic wraps around there. If in some execution fewer
// threads count, then nobody comes last, and the next launch begins with what is left.

// fate is a path of one thread of a block through the kernel.
type fate struct {
	// under are conditions that are the same for all threads of the grid, as text, in order, and how they were decided.
	under string
	// counted and reset are set once the thread has passed these statements.
	counted, reset bool
	// last tells whether the thread has seen that the last one has counted.
	last seen
	// at is the label that the path leaves for; ended is set for one that has ended.
	at    string
	ended bool
}

type seen int

const (
	unseen seen = iota
	comesLast
	comesEarlier
)

// mostFates bounds the paths that are looked at.
const mostFates = 256

// turning is what the walk has found at a condition.
type turning struct {
	cond kernel.Expr
	// yes and no are the counters of which the thread has seen the last arrival where the condition holds, or fails.
	yes, no []*word
}

// turns notes what a condition tells of counters.
func (a *analysis) turns(s *kernel.If, cond kernel.Expr, before, yes, no *state) {
	news := func(st *state) []*word {
		var out []*word
		if st == nil {
			return nil
		}
		for _, x := range st.sights[min(len(before.sights), len(st.sights)):] {
			if x.last {
				out = append(out, x.of)
			}
		}
		return out
	}
	now := &turning{cond: cond, yes: news(yes), no: news(no)}
	if old := a.turnings[s]; old != nil && (kernel.ExprString(old.cond) != kernel.ExprString(cond) || !slices.Equal(old.yes, now.yes) || !slices.Equal(old.no, now.no)) {
		now = &turning{}
	}
	a.turnings[s] = now
}

// lasts fails counters that a later launch does not find as the declaration says.
func (a *analysis) lasts(w *word) {
	if w.array.Again == "" || w.array.Space == kernel.Shared {
		return
	}
	switch w.role {
	case flag, series:
		w.fail(w.publishedAt().Source(), "%s, and nothing sets it back in between", w.array.Again)
	case counter:
		if !a.restores(w) {
			w.fail(w.publish.Source(), "%s, and it is not shown that the last arrival sets it back on every path", w.array.Again)
		}
	case lock:
		if w.permits {
			w.fail(anyTake(a, a.uses[w.array]), "%s, and nothing says that there is one permit again", w.array.Again)
		}
	default:
		// Other locks and tickets do not rest on what they hold at the start.
	}
}

func (w *word) publishedAt() kernel.Stmt {
	if w.publish == nil && len(w.publishes) > 0 {
		return w.publishes[0]
	}
	return w.publish
}

// restores reports whether a counter is at the end what it was at the start.
func (a *analysis) restores(w *word) bool {
	wraps := false
	if at, ok := w.publish.(*kernel.Atomic); ok && at.Op == "inc" {
		wraps = len(w.resets) == 0 && slices.ContainsFunc(a.claims, func(c claimed) bool { return c.of == w && c.behind == w.publish })
	}
	if len(w.resets) == 0 && !wraps || w.down {
		return false
	}
	none := map[string]bool{} // the decisions under which nobody counts
	counts := false
	for _, t := range a.candidates() {
		p := &pathsOf{a: a, w: w, thread: t}
		all := p.ended()
		if all == nil {
			return false
		}
		if w.guard != "" && !slices.ContainsFunc(all, func(f fate) bool { return f.counted }) {
			continue
		}
		if w.guard == "" && p.byThread {
			return false
		}
		for _, f := range all {
			if slices.ContainsFunc(all, func(g fate) bool { return g.under == f.under && g.counted != f.counted }) {
				return false
			}
			none[f.under] = !f.counted
		}
		counts = true
		break
	}
	if !counts {
		return false
	}
	if wraps {
		return true
	}
	return slices.ContainsFunc(a.candidates(), func(t *[3]int64) bool {
		all := (&pathsOf{a: a, w: w, thread: t}).ended()
		return all != nil && !slices.ContainsFunc(all, func(f fate) bool { return !none[f.under] && !f.reset && f.last != comesEarlier })
	})
}

// candidates are threads of a block that may count or set back: the first one where the size of the block is not known.
func (a *analysis) candidates() []*[3]int64 {
	out := []*[3]int64{{}}
	d := a.kernel.Launch.BlockDim
	if d[0] <= 0 || d[1] <= 0 || d[2] <= 0 {
		return out
	}
	for i := 1; i < d[0]*d[1]*d[2]; i++ {
		out = append(out, &[3]int64{int64(i % d[0]), int64(i / d[0] % d[1]), int64(i / d[0] / d[1])})
	}
	return out
}

// pathsOf walks the paths of one thread.
type pathsOf struct {
	a      *analysis
	w      *word
	thread *[3]int64
	// byThread is set if a condition asks which thread it is.
	byThread bool
	failed   bool
}

func (p *pathsOf) ended() []fate {
	out := p.walk(p.a.kernel.Body, []fate{{}})
	if p.failed {
		return nil
	}
	return out
}

func (p *pathsOf) walk(stmts []kernel.Stmt, in []fate) []fate {
	var out []fate
	for _, s := range stmts {
		var here []fate
		for _, f := range in {
			if f.ended || f.at != "" {
				out = append(out, f)
			} else {
				here = append(here, f)
			}
		}
		if in = here; len(in) == 0 || p.failed {
			return out
		}
		in = p.stmt(s, in)
		var distinct []fate
		for _, f := range in {
			if !slices.Contains(distinct, f) {
				distinct = append(distinct, f)
			}
		}
		in = distinct
		p.failed = p.failed || len(in)+len(out) > mostFates
	}
	return append(out, in...)
}

func (p *pathsOf) stmt(s kernel.Stmt, in []fate) []fate {
	each := func(change func(f *fate)) []fate {
		for i := range in {
			change(&in[i])
		}
		return in
	}
	switch s := s.(type) {
	case *kernel.If:
		return p.branch(s, in)
	case *kernel.Region:
		out := p.walk(s.Body, in)
		for i := range out {
			if out[i].at == s.Label {
				out[i].at = ""
			}
		}
		return out
	case *kernel.Leave:
		return each(func(f *fate) { f.at = s.Label })
	case *kernel.Return:
		return each(func(f *fate) { f.ended = true })
	case *kernel.Loop:
		return p.loop(s, in)
	case *kernel.Break, *kernel.Continue:
		p.failed = true // loops are not walked into
	default:
		// Others go on behind themselves.
		if s == p.w.publish {
			return each(func(f *fate) { f.counted = true })
		}
		if slices.Contains(p.w.resets, s) {
			return each(func(f *fate) { f.reset = true })
		}
	}
	return in
}

// loop is a loop in which nothing counts and nothing is set back; a path may end in it.
func (p *pathsOf) loop(l *kernel.Loop, in []fate) []fate {
	out, own := slices.Clone(in), map[string]bool{}
	kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Return:
			for _, f := range in {
				f.ended = true
				out = append(out, f)
			}
		case *kernel.Region:
			own[s.Label] = true
		case *kernel.Leave:
			p.failed = p.failed || !own[s.Label]
		default:
			// Others end no path.
			p.failed = p.failed || s == p.w.publish || slices.Contains(p.w.resets, s)
		}
		return true
	})
	return out
}

func (p *pathsOf) branch(s *kernel.If, in []fate) []fate {
	t := p.a.turnings[s]
	if t == nil || t.cond == nil {
		t = &turning{cond: s.Cond}
	}
	cond := kernel.Fold(kernel.MapExpr(t.cond, func(e kernel.Expr) kernel.Expr {
		if b, ok := e.(*kernel.Builtin); ok && b.Kind == kernel.ThreadIdx {
			p.byThread = true
			return kernel.NewConst(b.Type(), p.thread[b.Dim])
		}
		return e
	}))
	yes, no := slices.Clone(in), slices.Clone(in)
	c, known := cond.(*kernel.Const)
	switch {
	case known && c.Val != 0:
		no = nil
	case known:
		yes = nil
	case p.sameForAll(cond):
		text := kernel.ExprString(cond)
		yes, no = decided(yes, text, "+", "-"), decided(no, text, "-", "+")
	default:
		yes = p.saw(yes, t.yes, t.no, len(atoms(cond, false)) == 1)
		no = p.saw(no, t.no, t.yes, len(atoms(cond, true)) == 1)
	}
	out := p.walk(s.Then, yes)
	return append(out, p.walk(s.Else, no)...)
}

// sameForAll reports whether all threads of the grid decide a condition alike, at any time.
func (p *pathsOf) sameForAll(cond kernel.Expr) bool {
	ok := blockUniform(cond)
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		b, is := e.(*kernel.Builtin)
		ok = ok && (!is || b.Kind == kernel.GridDim || b.Kind == kernel.BlockDim)
		return ok
	})
	return ok
}

// saw are the paths on a side of a condition that has seen the last arrival here, or does so on the other side; exactly if the condition asks
// nothing else.
func (p *pathsOf) saw(list []fate, here, there []*word, exactly bool) []fate {
	now := unseen
	switch {
	case slices.Contains(here, p.w):
		now = comesLast
	case slices.Contains(there, p.w) && exactly:
		now = comesEarlier
	default:
		return list
	}
	var out []fate
	for _, f := range list {
		if f.last == unseen || f.last == now {
			f.last = now
			out = append(out, f)
		}
	}
	return out
}

// decided are the paths on which a condition is decided so; those that have decided it otherwise are none.
func decided(list []fate, text, how, other string) []fate {
	var out []fate
	for _, f := range list {
		switch {
		case strings.Contains(f.under, "\n"+other+text+"\n"):
			continue
		case !strings.Contains(f.under, "\n"+how+text+"\n"):
			f.under += "\n" + how + text + "\n"
		}
		out = append(out, f)
	}
	return out
}
