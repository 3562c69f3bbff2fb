package phases

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// Missing is why phases are not taken for numbered barriers.
type Missing struct {
	At   diag.Pos
	Text string
}

func missing(s kernel.Stmt, text string) *Missing { return &Missing{s.Source().Pos, text} }

// Numbered is k with barriers that have numbers in place of its barriers in memory, nil if it has none; or why
// that cannot be done.
func Numbered(k *kernel.Kernel) (*kernel.Kernel, *Missing) {
	if !fact.Phased(k) {
		return nil, nil
	}
	if m := refused(k); m != nil {
		return nil, m
	}
	k = tidy(k)
	known, n, m := start(k)
	if m != nil {
		return nil, m
	}
	p := &pass{k: k, expects: known.counts, base: map[*kernel.Array]int64{}, until: map[kernel.Stmt]kernel.Expr{}, carried: map[kernel.Stmt]bool{}}
	p.number()
	out := *k
	before := kernel.Rewrite(k.Body[:n], func(s, inner kernel.Stmt) []kernel.Stmt {
		if fact.OfBarrier(s) || isInit(s) || isFence(s) {
			return nil
		}
		return []kernel.Stmt{inner}
	})
	rest := p.block(k.Body[n:])
	if p.fault != nil {
		return nil, p.fault
	}
	if at, to := fact.Unfenced(k); at != nil {
		return nil, missing(at, fact.UnfencedText(at, to))
	}
	out.Body = append(before, rest...)
	return &out, nil
}

// refused is the first thing that the pass does not model.
func refused(k *kernel.Kernel) *Missing {
	barriers := map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if p, ok := s.(*kernel.Phase); ok {
			barriers[p.At.Array] = true
		}
		return true
	})
	var found *Missing
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if found != nil {
			return false
		}
		say := func(text string) { found = missing(s, text) }
		if acc := kernel.Touched(s); acc != nil && barriers[acc.Array] && !fact.OfBarrier(s) {
			say("an access to a barrier in memory that is not the barrier's own")
		}
		switch s := s.(type) {
		case *kernel.Phase:
			switch {
			case s.At.Array.Space != kernel.Shared || s.At.Member != nil || s.At.Width > 1:
				say("barriers that are not elements of a shared array")
			case s.Op == kernel.PhaseTest:
				say("a test of a phase that the thread does not wait for; only loops that do nothing but try again are waits")
			case s.Op == kernel.PhaseInvalidate:
				say("a barrier that is invalidated, where the number of rounds is not known")
			case s.Drop:
				say("arrivals that lower what later phases expect, where the number of rounds is not known")
			case s.Op == kernel.PhaseArrive && s.Count != nil && !isOne(s.Count):
				say("arrivals that count as several, where the number of rounds is not known")
			default:
				// The pass looks at the others.
			}
		case *kernel.Async:
			if s.Op != kernel.AsyncFence {
				say("groups of asynchronous operations in a kernel with phases, where the number of rounds is not known")
			}
		default:
			// Other statements matter by what agents do there.
			a := kernel.AgentOf(s)
			switch {
			case a == nil:
			case a.Collective:
				say("copies of a whole block in a kernel with phases, where the number of rounds is not known")
			case a.Ends != kernel.OnPhase && a.Ends != kernel.CopyGroup:
				say("asynchronous operations that end with groups, in a kernel with phases, where the number of rounds is not known")
			}
		}
		return true
	})
	return found
}

func isOne(e kernel.Expr) bool {
	if e == nil {
		return false
	}
	c, ok := e.(*kernel.Const)
	return ok && c.Val == 1
}

func isFence(s kernel.Stmt) bool {
	a, ok := s.(*kernel.Async)
	return ok && a.Op == kernel.AsyncFence
}

// pass is one call of Numbered.
type pass struct {
	k       *kernel.Kernel
	expects map[element]int64
	base    map[*kernel.Array]int64 // the number of element 0
	// until are the barriers whose generation ends an access of an agent, carried what else agents do that is
	// part of an arrival.
	until   map[kernel.Stmt]kernel.Expr
	carried map[kernel.Stmt]bool
	fault   *Missing
}

// number gives each array of barriers its numbers.
func (p *pass) number() {
	next := int64(kernel.BlockBarriers)
	for _, a := range p.k.Arrays {
		last := int64(-1)
		for e := range p.expects {
			if e.array == a {
				last = max(last, e.index)
			}
		}
		if last >= 0 {
			p.base[a] = next
			next += last + 1
		}
	}
}

// id is the number of a barrier, and count what it expects: 0 for one that is not initialised.
func (p *pass) id(a *kernel.Array, index kernel.Expr) kernel.Expr {
	at := fold(kernel.Op(kernel.Add, kernel.NewConst(kernel.I64, p.base[a]), index))
	return at
}

func (p *pass) count(a *kernel.Array, index kernel.Expr) kernel.Expr {
	var out kernel.Expr = kernel.NewConst(kernel.I64, 0)
	var all []int64
	for e := range p.expects {
		if e.array == a {
			all = append(all, e.index)
		}
	}
	slices.Sort(all)
	for at := len(all) - 1; at >= 0; at-- {
		last, n := all[at], p.expects[element{a, all[at]}]
		for at > 0 && all[at-1] == all[at]-1 && p.expects[element{a, all[at-1]}] == n {
			at--
		}
		within := kernel.Op(kernel.LAnd, kernel.Op(kernel.Le, kernel.NewConst(kernel.I64, all[at]), index), kernel.Op(kernel.Le, index, kernel.NewConst(kernel.I64, last)))
		out = &kernel.Cond{C: within, X: kernel.NewConst(kernel.I64, n), Y: out}
	}
	return out
}

// fold computes sums of constants.
func fold(e kernel.Expr) kernel.Expr {
	b, ok := e.(*kernel.Binary)
	if !ok {
		return e
	}
	x, okX := b.X.(*kernel.Const)
	y, okY := b.Y.(*kernel.Const)
	if okX && okY {
		if c, ok := kernel.EvalBinary(b.Op, x, y); ok {
			return c
		}
	}
	return e
}

// block rewrites the statements of a list.
func (p *pass) block(list []kernel.Stmt) []kernel.Stmt {
	r := p.rounds(list)
	var out []kernel.Stmt
	for i, s := range list {
		out = append(append(out, p.stmt(r, list, i, s)...), r.after[i]...)
	}
	return out
}

func (p *pass) say(s kernel.Stmt, format string, args ...any) {
	if p.fault == nil {
		p.fault = missing(s, fmt.Sprintf(format, args...))
	}
}

// stmt rewrites the i-th statement of a list.
func (p *pass) stmt(r *rounds, list []kernel.Stmt, i int, s kernel.Stmt) []kernel.Stmt {
	if fact.OfBarrier(s) || isFence(s) {
		return nil
	}
	if a := kernel.AgentOf(s); a != nil {
		return p.agent(s, a)
	}
	switch s := s.(type) {
	case *kernel.Phase:
		return p.phase(r, list, i, s)
	default:
		// Others stay as they are, but for what is in them.
		return []kernel.Stmt{kernel.MapBlocks(s, p.block)}
	}
}

// phase rewrites what a thread does at a barrier.
func (p *pass) phase(r *rounds, list []kernel.Stmt, i int, s *kernel.Phase) []kernel.Stmt {
	index := folded.Resolve(list, i, s.At.Index)
	b := &kernel.Barrier{Src: s.Src, ID: p.id(s.At.Array, index), Count: p.count(s.At.Array, index), Of: s.At.Array}
	switch s.Op {
	case kernel.PhaseWait:
		b.Kind = kernel.Await
		if s.Parity != nil {
			b.Parity = folded.Resolve(list, i, s.Parity)
		} else if !ownToken(list, i, s) {
			p.say(s, "a wait for a phase whose token is not that of the arrival right before it")
		}
		return []kernel.Stmt{b}
	case kernel.PhaseArrive:
		return nil // it stands where its copies have been started
	case kernel.PhaseExpect:
		if !r.taken[s] {
			p.say(s, "bytes that no arrival right after them goes with")
		}
		return nil
	default:
		p.say(s, "this operation on a barrier, where the number of rounds is not known")
	}
	return nil
}

// arrival is a registration; the token says nothing, since waits for it are followed.
func (p *pass) arrival(s *kernel.Phase, b *kernel.Barrier) []kernel.Stmt {
	b.Kind = kernel.Arrive
	out := []kernel.Stmt{b}
	if s.Dst != nil {
		out = append(out, &kernel.Havoc{Src: s.Src, Dst: s.Dst, Why: "a token"})
	}
	return out
}

// agent rewrites what an agent does: an access is one until the barrier's generation is complete.
func (p *pass) agent(s kernel.Stmt, a *kernel.Agent) []kernel.Stmt {
	until := p.until[s]
	switch s := s.(type) {
	case *kernel.Phase:
		if !p.carried[s] {
			p.say(s, "the end of a copy that no arrival of the thread, right before or after it, goes with")
		}
		return nil
	case *kernel.Load:
		c := *s
		c.Agent = &kernel.Agent{Ends: kernel.OnPhase, Proxy: a.Proxy, Until: until, Reduces: a.Reduces}
		return p.followed(s, &c, until)
	case *kernel.Store:
		c := *s
		c.Agent = &kernel.Agent{Ends: kernel.OnPhase, Proxy: a.Proxy, Until: until, Reduces: a.Reduces}
		return p.followed(s, &c, until)
	default:
		// AgentOf knows no others.
		p.say(s, "what an agent does here, where the number of rounds is not known")
	}
	return nil
}

func (p *pass) followed(s, by kernel.Stmt, until kernel.Expr) []kernel.Stmt {
	if until == nil {
		p.say(s, "a copy whose end no arrival of the thread, right before or after it, goes with")
	}
	return []kernel.Stmt{by}
}
