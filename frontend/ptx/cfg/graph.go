// Package cfg turns control flow graphs into structured code: branches, loops, and blocks
// that are left at their end, which is what the kernel IR has.
//
// In comes a graph of numbered blocks with up to two successors each. New makes it
// reducible, by copying blocks where a loop has several entries, and gives it dominators
// and loops; Structure places each block once, by the dominator tree: a block lies where
// its only predecessor branches to it, behind what it dominates together with others, or
// behind the loop that it is an exit of (Ramsey, "Beyond Relooper", ICFP 2022). Edges keep
// their names (from, to), since values change hands there.
package cfg

import (
	"slices"
)

// Graph is a control flow graph in which every block can be reached, all loops have one
// entry, and each loop has one edge back to it, which is in no inner loop.
type Graph struct {
	// Succs are the successors of each block; block 0 is the entry. Of two, the first is
	// taken where the block's condition holds.
	Succs [][]int
	// Origin is the block of the input that a block is a copy of, -1 for one that New made
	// and that does nothing.
	Origin []int
	// Preds, in the order of their numbers.
	Preds [][]int
	// Order is the blocks in reverse postorder, Place the index of each block in it.
	Order, Place []int
	// Idom is the immediate dominator, -1 of the entry.
	Idom []int
	// Children are those of the dominator tree, in reverse postorder.
	Children [][]int
	// Loop is the header of the innermost loop around a block, -1 for none; Outer is that
	// of the loop around the loop of a header.
	Loop, Outer []int
}

// maxAdded bounds the blocks that copying adds. Compilers hardly ever write a loop with two
// entries, and then copy a few.
const maxAdded = 128

// Irreducible says which block could not be made the only entry of its loop without copying
// more than is sensible.
type Irreducible struct{ Block int }

// New analyses a graph given by the successors of each block. It returns an *Irreducible
// where that needs too many copies.
func New(succs [][]int) (*Graph, *Irreducible) {
	g := &Graph{}
	for i, s := range succs {
		g.Succs = append(g.Succs, slices.Clone(s))
		g.Origin = append(g.Origin, i)
	}
	g.freshEntry()
	g.prune()
	limit := len(g.Succs) + maxAdded
	for {
		g.analyse()
		from, to, found := g.sideEntry()
		if !found {
			break
		}
		if len(g.Succs) > limit {
			return nil, &Irreducible{g.Origin[to]}
		}
		g.split(from, to)
	}
	g.findLoops()
	if g.singleLatches() {
		g.analyse()
		g.findLoops()
	}
	return g, nil
}

// freshEntry puts an empty block before the entry if something branches to it.
func (g *Graph) freshEntry() {
	for _, s := range g.Succs {
		if slices.Contains(s, 0) {
			n := len(g.Succs)
			for _, s := range g.Succs {
				for i, t := range s {
					if t == 0 {
						s[i] = n
					}
				}
			}
			g.Succs = append(g.Succs, g.Succs[0])
			g.Origin = append(g.Origin, g.Origin[0])
			g.Succs[0], g.Origin[0] = []int{n}, -1
			return
		}
	}
}

// prune drops blocks that cannot be reached, and numbers the others anew.
func (g *Graph) prune() {
	order := postorder(g.Succs)
	keep := make([]int, len(g.Succs))
	for i := range keep {
		keep[i] = -1
	}
	slices.Sort(order)
	for i, b := range order {
		keep[b] = i
	}
	out := &Graph{}
	for _, b := range order {
		s := slices.Clone(g.Succs[b])
		for i := range s {
			s[i] = keep[s[i]]
		}
		out.Succs = append(out.Succs, s)
		out.Origin = append(out.Origin, g.Origin[b])
	}
	g.Succs, g.Origin = out.Succs, out.Origin
}

// postorder lists the blocks that can be reached, each behind its successors in the tree of
// a depth-first walk. It visits the last successor first, so that in reverse the first one
// comes first. It uses no recursion: graphs may be deep.
func postorder(succs [][]int) (order []int) {
	if len(succs) == 0 {
		return nil
	}
	next := make([]int, len(succs))
	seen := make([]bool, len(succs))
	stack := []int{0}
	seen[0] = true
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		if next[b] == len(succs[b]) {
			order = append(order, b)
			stack = stack[:len(stack)-1]
			continue
		}
		next[b]++
		if t := succs[b][len(succs[b])-next[b]]; !seen[t] {
			seen[t] = true
			stack = append(stack, t)
		}
	}
	return order
}

// analyse finds order, predecessors and dominators (Cooper, Harvey and Kennedy, "A Simple,
// Fast Dominance Algorithm").
func (g *Graph) analyse() {
	n := len(g.Succs)
	g.Order = postorder(g.Succs)
	slices.Reverse(g.Order)
	g.Place = make([]int, n)
	for i, b := range g.Order {
		g.Place[b] = i
	}
	g.Preds = make([][]int, n)
	for b, s := range g.Succs {
		for _, t := range s {
			if !slices.Contains(g.Preds[t], b) {
				g.Preds[t] = append(g.Preds[t], b)
			}
		}
	}
	g.Idom = make([]int, n)
	for i := range g.Idom {
		g.Idom[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for _, b := range g.Order[1:] {
			idom := -1
			for _, p := range g.Preds[b] {
				switch {
				case p != 0 && g.Idom[p] < 0:
				case idom < 0:
					idom = p
				default:
					idom = g.common(idom, p)
				}
			}
			if idom != g.Idom[b] {
				g.Idom[b], changed = idom, true
			}
		}
	}
	g.Children = make([][]int, n)
	for _, b := range g.Order[1:] {
		g.Children[g.Idom[b]] = append(g.Children[g.Idom[b]], b)
	}
}

// common is the closest dominator of two blocks.
func (g *Graph) common(a, b int) int {
	for a != b {
		for g.Place[a] > g.Place[b] {
			a = g.Idom[a]
		}
		for g.Place[b] > g.Place[a] {
			b = g.Idom[b]
		}
	}
	return a
}

// Dominates reports whether every path to b goes through a.
func (g *Graph) Dominates(a, b int) bool {
	for g.Place[b] > g.Place[a] {
		b = g.Idom[b]
	}
	return a == b
}

// isBack reports whether an edge leads back, to what was entered before.
func (g *Graph) isBack(from, to int) bool { return g.Place[to] <= g.Place[from] }

// sideEntry is an edge back to a block that is not the only entry of its loop.
func (g *Graph) sideEntry() (from, to int, found bool) {
	for _, b := range g.Order {
		for _, t := range g.Succs[b] {
			if g.isBack(b, t) && !g.Dominates(t, b) {
				return b, t, true
			}
		}
	}
	return 0, 0, false
}

// split gives an edge a copy of its target. Repeated, it copies the part of the loop before
// its other entry, which then is the only one.
func (g *Graph) split(from, to int) {
	n := len(g.Succs)
	g.Succs = append(g.Succs, slices.Clone(g.Succs[to]))
	g.Origin = append(g.Origin, g.Origin[to])
	for i, t := range g.Succs[from] {
		if t == to {
			g.Succs[from][i] = n
		}
	}
	// The original may have lost its last way in.
	g.prune()
}

// findLoops finds the loop of each block: header and all that reaches it without leaving
// what it dominates.
func (g *Graph) findLoops() {
	n := len(g.Succs)
	g.Loop, g.Outer = make([]int, n), make([]int, n)
	for i := range g.Loop {
		g.Loop[i], g.Outer[i] = -1, -1
	}
	// Inner headers come later in the order, so that going backwards the innermost loop
	// claims a block first.
	for _, h := range slices.Backward(g.Order) {
		var work []int
		for _, p := range g.Preds[h] {
			if g.isBack(p, h) {
				work = append(work, p)
			}
		}
		if len(work) == 0 {
			continue
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			// A block of a loop that was found before stands for that loop.
			for g.Loop[b] >= 0 && g.Loop[b] != h {
				top := g.Loop[b]
				if g.Outer[top] < 0 {
					g.Outer[top] = h
					if top != h {
						work = append(work, g.forwardPreds(top)...)
					}
					b = -1
					break
				}
				if g.Outer[top] == h {
					b = -1
					break
				}
				b = g.Outer[top]
			}
			if b < 0 || g.Loop[b] == h {
				continue
			}
			g.Loop[b] = h
			if b != h {
				work = append(work, g.Preds[b]...)
			}
		}
		g.Loop[h] = h
	}
}

func (g *Graph) forwardPreds(b int) (out []int) {
	for _, p := range g.Preds[b] {
		if !g.isBack(p, b) {
			out = append(out, p)
		}
	}
	return out
}

// IsHeader reports whether a block begins a loop.
func (g *Graph) IsHeader(b int) bool { return g.Loop[b] == b }

// InLoop reports whether a block is in the loop of a header, or in one inside of it.
func (g *Graph) InLoop(b, header int) bool {
	for l := g.Loop[b]; l >= 0; l = g.Outer[l] {
		if l == header {
			return true
		}
	}
	return false
}

// singleLatches puts an empty block before the header of each loop that several edges lead
// back to, or one from inside of an inner loop. It reports whether it changed the graph.
func (g *Graph) singleLatches() (changed bool) {
	for h := range len(g.Loop) {
		if !g.IsHeader(h) {
			continue
		}
		var from []int
		for _, p := range g.Preds[h] {
			if g.isBack(p, h) {
				from = append(from, p)
			}
		}
		twice := len(from) == 1 && len(g.Succs[from[0]]) == 2 && g.Succs[from[0]][0] == g.Succs[from[0]][1]
		if len(from) == 1 && g.Loop[from[0]] == h && !twice {
			continue
		}
		n := len(g.Succs)
		g.Succs = append(g.Succs, []int{h})
		g.Origin = append(g.Origin, -1)
		for _, p := range from {
			for i, t := range g.Succs[p] {
				if t == h {
					g.Succs[p][i] = n
				}
			}
		}
		changed = true
	}
	return changed
}
