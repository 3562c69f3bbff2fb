// Package flow is the control flow of a kernel as a graph, for drawings.
//
// In: a kernel. Out: its blocks, branches, loops and barriers, which of them threads of one block may decide
// differently, and what is executed where they have: under a predicate, in the words of the translation.
package flow

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Kind says what a node stands for.
type Kind string

// The kinds of nodes.
const (
	Entry   Kind = "entry"
	Block   Kind = "block"   // statements, one after the other
	Branch  Kind = "branch"  // an if
	Loop    Kind = "loop"    // the test of a loop
	Barrier Kind = "barrier" // at which threads synchronise
	Exit    Kind = "exit"
)

// Node is a node of the graph.
type Node struct {
	Kind Kind `json:"kind"`
	// Lines are those of the source that it comes from, in the order of the statements.
	Lines []int `json:"lines,omitempty"`
	// Condition is that of a branch or a loop, in the terms of gv2.
	Condition string `json:"condition,omitempty"`
	// Differs is set where threads of one block may decide the branch or the loop differently.
	Differs bool `json:"differs,omitempty"`
	// Part is set for a barrier that is not for the whole block, of a warp or of as many threads as it says.
	Part bool `json:"part,omitempty"`
	// Predicated is set where only some threads of a block may be: behind a decision that differs.
	Predicated bool   `json:"predicated,omitempty"`
	Next       []Edge `json:"next,omitempty"`
}

// Edge leads to a node, by its index.
type Edge struct {
	To int `json:"to"`
	// Label is yes or no behind a branch or the test of a loop, and empty elsewhere.
	Label string `json:"label,omitempty"`
}

// Graph is the control flow of a kernel. The first node is the entry, the last one the exit.
type Graph struct {
	Kernel string `json:"kernel"`
	Nodes  []Node `json:"nodes"`
}

// Of is the control flow of k.
func Of(k *kernel.Kernel) *Graph {
	b := &builder{graph: &Graph{Kernel: k.Name}, alike: fact.Uniform(k, fact.SameBlock)}
	b.open = []end{{b.node(Node{Kind: Entry}), ""}}
	b.block(k.Body, scope{})
	b.open = append(b.open, b.returns...)
	b.enter(Node{Kind: Exit})
	for i := range b.graph.Nodes {
		slices.SortStableFunc(b.graph.Nodes[i].Next, func(x, y Edge) int { return strings.Compare(y.Label, x.Label) }) // yes first
	}
	return b.graph
}

// end is an edge that does not lead anywhere yet.
type end struct {
	from  int
	label string
}

// scope is what surrounds a statement.
type scope struct {
	// differs is set under a decision that threads make differently.
	differs bool
	loop    *target
	regions map[string]*target
}

// target is the end of a loop's body, of a loop, or of a region.
type target struct {
	breaks, continues []end
	// left is set where some threads jump away and others may not: the rest is for some only. paused is the same up to the
	// end of the loop's body.
	left, paused bool
}

type builder struct {
	graph   *Graph
	alike   *fact.Uniformity
	open    []end // behind what has been built
	returns []end
	// gone is set where some threads may have returned and others not.
	gone bool
	// apart is set where a loop leads back to: what follows is no part of the block in front.
	apart bool
}

func (b *builder) node(n Node) int {
	b.graph.Nodes = append(b.graph.Nodes, n)
	return len(b.graph.Nodes) - 1
}

// enter makes a node that all open ends lead to; it is the open end then.
func (b *builder) enter(n Node) int {
	at := b.node(n)
	b.apart = false
	b.lead(b.open, at)
	b.open = []end{{at, ""}}
	return at
}

func (b *builder) lead(ends []end, to int) {
	for _, e := range ends {
		from := &b.graph.Nodes[e.from]
		if edge := (Edge{to, e.label}); !slices.Contains(from.Next, edge) {
			from.Next = append(from.Next, edge)
		}
	}
}

// predicated reports whether only some threads may be here.
func (b *builder) predicated(in scope) bool {
	if in.differs || b.gone || in.loop != nil && (in.loop.left || in.loop.paused) {
		return true
	}
	for _, r := range in.regions {
		if r.left {
			return true
		}
	}
	return false
}

func (b *builder) block(stmts []kernel.Stmt, in scope) {
	for _, s := range stmts {
		if len(b.open) == 0 {
			return // nothing gets here
		}
		b.stmt(s, in)
	}
}

func (b *builder) stmt(s kernel.Stmt, in scope) {
	line := lineOf(s)
	switch s := s.(type) {
	case *kernel.If:
		b.shorten(line)
		at := b.enter(Node{Kind: Branch, Lines: line, Condition: kernel.ExprString(s.Cond), Differs: !b.alike.Expr(s.Cond), Predicated: b.predicated(in)})
		inner := in
		inner.differs = in.differs || b.graph.Nodes[at].Differs
		b.open = []end{{at, "yes"}}
		b.block(s.Then, inner)
		behind := b.open
		b.open = []end{{at, "no"}}
		b.block(s.Else, inner)
		b.open = append(behind, b.open...)
	case *kernel.Loop:
		b.loop(s, in)
	case *kernel.Region:
		r := &target{}
		inner := in
		inner.regions = map[string]*target{s.Label: r}
		for label, t := range in.regions {
			inner.regions[label] = t
		}
		b.block(s.Body, inner)
		b.open = append(b.open, r.breaks...)
	case *kernel.Break:
		b.jump(in, in.loop, true)
	case *kernel.Continue:
		b.jump(in, in.loop, false)
	case *kernel.Leave:
		b.jump(in, in.regions[s.Label], true)
	case *kernel.Return:
		b.gone = b.gone || b.predicated(in)
		b.returns, b.open = append(b.returns, b.open...), nil
	default:
		// Others do not decide where a thread goes.
		if op, syncs := kernel.SyncOf(s); syncs && op.Waits {
			part := op.Count != nil || op.Who == kernel.WarpLanes || op.Object.Kind != kernel.BlockBarrier
			b.enter(Node{Kind: Barrier, Lines: line, Part: part, Predicated: b.predicated(in)})
			return
		}
		b.plain(line, b.predicated(in))
	}
}

// plain adds a statement to the block that is open, or begins one.
func (b *builder) plain(line []int, predicated bool) {
	if len(b.open) == 1 && !b.apart {
		if last := &b.graph.Nodes[b.open[0].from]; last.Kind == Block && last.Predicated == predicated {
			last.Lines = added(last.Lines, line)
			return
		}
	}
	b.enter(Node{Kind: Block, Lines: line, Predicated: predicated})
}

// shorten takes from the block in front what a decision of that line computes there: the decision shows the line.
func (b *builder) shorten(line []int) {
	if len(b.open) != 1 || len(line) == 0 {
		return
	}
	if last := &b.graph.Nodes[b.open[0].from]; last.Kind == Block && len(last.Lines) > 1 && last.Lines[len(last.Lines)-1] == line[0] {
		last.Lines = last.Lines[:len(last.Lines)-1]
	}
}

// loop is a loop with its test in front, or behind the body if it is a do-while.
func (b *builder) loop(s *kernel.Loop, in scope) {
	t := &target{}
	differs := !b.alike.Loop(s)
	inner := in
	inner.loop, inner.differs = t, in.differs || differs
	test := Node{Kind: Loop, Lines: lineOf(s), Condition: kernel.ExprString(s.Cond), Differs: differs, Predicated: b.predicated(in) || differs}
	first := len(b.graph.Nodes)
	b.apart = true
	if s.DoWhile {
		b.block(s.Body, inner)
		b.open = append(b.open, t.continues...)
		t.paused = false
		b.block(s.Head, inner)
		at := b.enter(test)
		b.lead([]end{{at, "yes"}}, first)
		b.open = append([]end{{at, "no"}}, t.breaks...)
		return
	}
	b.block(s.Head, inner)
	if len(b.graph.Nodes) > first {
		b.shorten(test.Lines)
	}
	at := b.enter(test)
	b.open = []end{{at, "yes"}}
	b.block(s.Body, inner)
	b.open = append(b.open, t.continues...)
	t.paused = false
	b.block(s.Post, inner)
	b.lead(b.open, first)
	b.open = t.breaks
	if c, always := s.Cond.(*kernel.Const); !always || c.Val == 0 {
		b.open = append([]end{{at, "no"}}, b.open...)
	}
}

// jump leads to the end of a loop's body, or behind a loop or a region.
func (b *builder) jump(in scope, to *target, behind bool) {
	if to == nil {
		b.returns, b.open = append(b.returns, b.open...), nil
		return
	}
	if behind {
		to.left = to.left || b.predicated(in)
		to.breaks = append(to.breaks, b.open...)
	} else {
		to.paused = to.paused || b.predicated(in)
		to.continues = append(to.continues, b.open...)
	}
	b.open = nil
}

// lineOf is the line of a statement: of the call in the kernel itself where it comes from a function.
func lineOf(s kernel.Stmt) []int {
	src := s.Source()
	pos := src.Pos
	if len(src.Calls) > 0 {
		pos = src.Calls[0]
	}
	if pos.Line == 0 {
		return nil
	}
	return []int{pos.Line}
}

// added appends lines that are not the last one.
func added(lines, more []int) []int {
	for _, l := range more {
		if len(lines) == 0 || lines[len(lines)-1] != l {
			lines = append(lines, l)
		}
	}
	return lines
}
