package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// lanes says which threads of the pair the masks of warp functions name.
type lanes struct {
	enc    *arith.Encoder
	launch kernel.Launch
	notes  *fact.Notes
}

// namedLanes says which threads a mask names: two for which warp holds, and for each
// what each says.
type namedLanes struct {
	warp boogie.Expr // about both
	each [3]boogie.Expr
}

// both says that the two threads are named.
func (n namedLanes) both() boogie.Expr { return boogie.And(n.warp, n.each[1], n.each[2]) }

// named says which threads the mask of a __syncwarp names.
func (n *lanes) named(s *kernel.WarpSync) namedLanes {
	lanes := n.notes.Lanes(s)
	switch {
	case lanes != nil && n.enc.Pair == fact.SameBlock:
		return namedLanes{together(fact.LaneGroupsOf(lanes), n.enc, n.launch), [3]boogie.Expr{nil, boogie.True, boogie.True}}
	case lanes == nil && !fact.FullMask(s.Mask):
		return n.constant(s.Mask)
	}
	return n.wholeWarp()
}

// wholeWarp is named of a mask of all lanes.
func (n *lanes) wholeWarp() namedLanes {
	return namedLanes{SameWarp(n.enc, n.launch), [3]boogie.Expr{nil, boogie.True, boogie.True}}
}

// constant is named of a constant mask of few runs.
func (n *lanes) constant(mask kernel.Expr) namedLanes {
	runs, _ := fact.RunsOf(mask)
	in := fact.InRuns(n.launch, runs)
	return namedLanes{SameWarp(n.enc, n.launch), [3]boogie.Expr{nil, n.enc.Expr(in, 1), n.enc.Expr(in, 2)}}
}

// together says that the two threads are of one of the groups.
func together(g fact.LaneGroups, e *arith.Encoder, l kernel.Launch) boogie.Expr {
	if g.Size > 0 {
		tile := &kernel.Binary{Op: kernel.Div, X: l.LinearID(), Y: kernel.Unsigned(int64(g.Size))}
		return boogie.Eq(e.Expr(tile, 1), e.Expr(tile, 2))
	}
	var any []boogie.Expr
	for _, set := range g.Sets {
		in := set.Contains(l)
		any = append(any, boogie.And(e.Expr(in, 1), e.Expr(in, 2)))
	}
	for _, group := range g.Lanes {
		in := fact.InRuns(l, group)
		any = append(any, boogie.And(SameWarp(e, l), e.Expr(in, 1), e.Expr(in, 2)))
	}
	return boogie.Or(any...)
}
