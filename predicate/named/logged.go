package named

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Logged tells which statements may be in the log at the head of each loop: at any
// visit, and when it is reached. A barrier of the block that all threads reach
// empties the log but for what agents do.
type Logged struct {
	// blockBarriers are the barriers of the block; logged are the statements that go to
	// the log, in the order of the text.
	blockBarriers map[*predicate.Do]bool
	logged        []*predicate.Do
	logs          siteSet
	// hopeful is set where every barrier of the block is assumed to empty the log: all
	// threads reach it, or none does and nothing is logged either.
	hopeful      bool
	heads, Entry map[*predicate.While]siteSet
}

// siteSet is a set of statements that go to the log.
type siteSet map[*predicate.Do]bool

func (s siteSet) with(o siteSet) siteSet {
	out := siteSet{}
	for d := range s {
		out[d] = true
	}
	for d := range o {
		out[d] = true
	}
	return out
}

// ofAgents are those whose accesses agents make: they may be under way behind a barrier of the block.
func (s siteSet) ofAgents() siteSet {
	out := siteSet{}
	for d := range s {
		if kernel.AgentOf(d.Stmt) != nil {
			out[d] = true
		}
	}
	return out
}

// LoggedAt finds what may be in the log of a program: the theory's, or a part of it.
func (g *Theory) LoggedAt(body []predicate.Stmt, logged []*predicate.Do, hopeful bool) *Logged {
	l := &Logged{blockBarriers: g.BlockBarriers, logged: logged, logs: siteSet{}, hopeful: hopeful,
		heads: map[*predicate.While]siteSet{}, Entry: map[*predicate.While]siteSet{}}
	for _, d := range logged {
		l.logs[d] = true
	}
	l.block(body, siteSet{})
	return l
}

// block follows the statements and returns what may be logged behind them.
func (l *Logged) block(body []predicate.Stmt, in siteSet) siteSet {
	for _, s := range body {
		switch s := s.(type) {
		case *predicate.Do:
			switch {
			case l.blockBarriers[s] && (s.Pred == nil || l.hopeful):
				in = in.ofAgents()
			case l.logs[s]:
				in = in.with(siteSet{s: true})
			}
		case *predicate.If:
			in = l.block(s.Then, in).with(l.block(s.Else, in))
		case *predicate.While:
			in = l.loop(s, in)
		}
	}
	return in
}

func (l *Logged) loop(s *predicate.While, in siteSet) siteSet {
	l.Entry[s] = l.Entry[s].with(in)
	head := in
	for {
		next := head.with(l.block(s.Body, head))
		if len(next) == len(head) {
			l.heads[s] = l.heads[s].with(head)
			return head
		}
		head = next
	}
}

// At lists what may be in the log at the head of a loop, in the order of the text.
func (l *Logged) At(s *predicate.While) []*predicate.Do {
	return slices.DeleteFunc(slices.Clone(l.logged), func(d *predicate.Do) bool { return !l.heads[s][d] })
}
