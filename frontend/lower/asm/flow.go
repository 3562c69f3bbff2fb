package asm

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/tidy"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/cfg"
)

// Labels and branches of a template. Those of wrappers around mbarrier.try_wait are in many
// programs:
//
//	{ .reg .pred p; WAIT: mbarrier.try_wait.parity... p, [%0], %1; @p bra DONE; bra WAIT; DONE: }
//
// Registers are variables of the kernel, so that structured code of the same blocks does the same.

// part is a piece of a template that is executed from its beginning to its end.
type part struct {
	items []*ptx.Item
	succs []int
	// branch is the instruction at its end, nil where it runs into the next part.
	branch *ptx.Item
	stmts  []kernel.Stmt
	cond   kernel.Expr
}

// branches reports whether control flow of a template has to be structured.
func branches(items []ptx.Item) bool {
	for i := range items {
		if items[i].Kind == ptx.Label || items[i].IsInstruction() && items[i].Op == "bra" {
			return true
		}
	}
	return false
}

// parts cuts a template at labels and branches; nil after a diagnostic. The last one is empty and has
// no successor.
func (a *statement) parts(items []ptx.Item) []*part {
	parts := []*part{{}}
	labels := map[string]int{}
	jumps := map[*part]string{}
	next := func(runsOn bool) {
		if runsOn {
			last := parts[len(parts)-1]
			last.succs = append(last.succs, len(parts))
		}
		parts = append(parts, &part{})
	}
	for i := range items {
		it := &items[i]
		last := parts[len(parts)-1]
		switch {
		case it.Kind == ptx.Label:
			if _, twice := labels[it.Op]; twice {
				a.Unsupported(it, "the label %s stands there twice", it.Op)
				return nil
			}
			next(true)
			labels[it.Op] = len(parts) - 1
		case it.IsInstruction() && it.Op == "bra":
			if len(it.Args) != 1 || it.Args[0].Form != ptx.Name {
				a.Unsupported(it, "a branch that names no label")
				return nil
			}
			last.branch = it
			last.succs = []int{-1}
			jumps[last] = it.Args[0].Text
			next(it.Guard != nil)
		default:
			last.items = append(last.items, it)
		}
	}
	next(true)
	for p, label := range jumps {
		to, ok := labels[label]
		if !ok {
			a.Unsupported(p.branch, "no label %s", label)
			return nil
		}
		p.succs[0] = to
	}
	return parts
}

// flow emits the statements of a template with branches.
func (a *statement) flow(items []ptx.Item) {
	parts := a.parts(items)
	if parts == nil {
		return
	}
	// What is first written in one part may be read in another that is reached without it.
	var outs []*ptx.Register
	for _, o := range a.list {
		if o.Register != nil {
			outs = append(outs, o.Register)
		}
	}
	a.code.Arbitrary(outs...)
	for _, p := range parts {
		p.stmts = a.b.Block(func() {
			for _, it := range p.items {
				if !a.failed {
					a.code.Lower(it)
				}
			}
			if p.branch != nil && p.branch.Guard != nil && !a.failed {
				p.cond = cexpr.Truth(a.code.Value(p.branch, p.branch.Guard, kernel.BoolType))
			}
		})
		if a.failed {
			return
		}
	}
	succs := make([][]int, len(parts))
	for i, p := range parts {
		succs[i] = p.succs
	}
	g, bad := cfg.New(succs)
	if bad != nil || copies(g) {
		a.Unsupported(nil, "a template that branches into the middle of a loop")
		return
	}
	s := &structured{statement: a, parts: parts, g: g, end: a.b.Unique("asm_end"), labels: map[int]string{}}
	stmts := s.nodes(cfg.Structure(g, s.simple))
	stmts, _ = tidy.TrimLeaves(stmts, s.end)
	if tidy.HasLeave(stmts, s.end) {
		stmts = []kernel.Stmt{&kernel.Region{Src: a.b.Src(), Label: s.end, Body: stmts}}
	}
	for _, st := range stmts {
		a.b.Emit(st)
	}
}

// copies reports whether a block of the template stands twice in a graph.
func copies(g *cfg.Graph) bool {
	seen := map[int]bool{}
	for _, i := range g.Origin {
		if i >= 0 && seen[i] {
			return true
		}
		seen[i] = true
	}
	return false
}

// structured makes statements of structured code.
type structured struct {
	*statement
	parts  []*part
	g      *cfg.Graph
	end    string // the label behind the template
	labels map[int]string
}

// of is the part that a block is, nil for one that does nothing.
func (s *structured) of(block int) *part {
	if i := s.g.Origin[block]; i >= 0 {
		return s.parts[i]
	}
	return nil
}

// simple reports whether a block may be the test of a loop: it only computes.
func (s *structured) simple(block int) bool {
	p := s.of(block)
	if p == nil {
		return true
	}
	for _, st := range p.stmts {
		switch st.(type) {
		case *kernel.Assign, *kernel.Havoc:
		default:
			// Others have an effect, or are compound.
			return false
		}
	}
	return true
}

func (s *structured) label(block int) string {
	if s.labels[block] == "" {
		s.labels[block] = s.b.Unique("asm_label")
	}
	return s.labels[block]
}

func (s *structured) nodes(code []cfg.Node) (out []kernel.Stmt) {
	src := s.b.Src()
	for _, n := range code {
		switch n := n.(type) {
		case *cfg.Block:
			if p := s.of(n.ID); p != nil {
				out = append(out, p.stmts...)
			}
		case *cfg.Edge: // values stay in their registers
		case *cfg.If:
			branch := &kernel.If{Src: src, Cond: s.of(n.ID).cond, Then: s.nodes(n.Then), Else: s.nodes(n.Else)}
			if len(branch.Then) == 0 {
				branch.Cond, branch.Then, branch.Else = cexpr.Not(branch.Cond), branch.Else, nil
			}
			out = append(out, branch)
		case *cfg.Loop:
			l := &kernel.Loop{Src: src, DoWhile: n.DoWhile, Cond: kernel.BoolConst(true)}
			l.Head, l.Body, l.Post = s.nodes(n.Head), s.nodes(n.Body), s.nodes(n.Post)
			if n.Cond >= 0 {
				l.Cond = s.of(n.Cond).cond
				if n.Negated {
					l.Cond = cexpr.Not(l.Cond)
				}
			}
			out = append(out, l)
		case *cfg.Region:
			out = append(out, &kernel.Region{Src: src, Label: s.label(n.Label), Body: s.nodes(n.Body)})
		case *cfg.Leave:
			out = append(out, &kernel.Leave{Src: src, Label: s.label(n.Label)})
		case *cfg.Continue:
			out = append(out, &kernel.Continue{Src: src})
		case *cfg.Return:
			out = append(out, &kernel.Leave{Src: src, Label: s.end})
		}
	}
	return out
}
