package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Clusters of blocks (PTX ISA, "mapa", "barrier.cluster", "Special Registers"). What these emit package cluster understands.

func init() {
	table["mapa"] = meaning{value: mapped}
	table["cvta"] = meaning{value: sameAddress}
	table["getctarank"] = meaning{value: func(c *Code, it *Item) kernel.Expr { return nil }}
}

// mapped is mapa{.space}.type d, a, b: the address in the block of rank b that a is in the thread's own.
func mapped(c *Code, it *Item) kernel.Expr {
	n := len(it.Mods)
	if n == 0 || len(it.Args) != 3 || n > 1 && (n != 2 || it.Mods[0] != "shared::cluster") {
		c.wrong(it)
		return nil
	}
	t, ok := typeNamed(it.Mods[n-1])
	if !ok || t != kernel.U32 && t != kernel.U64 {
		c.wrong(it)
		return nil
	}
	rank := cexpr.Convert(c.read(&it.Args[2], kernel.U32), kernel.U32)
	return kernel.Bin(kernel.Add, c.read(&it.Args[1], t), kernel.BytesTo(rank, t))
}

// sameAddress is cvta{.to}.space.type d, a in an asm statement: nothing is known of either number but which memory it
// is the address of.
func sameAddress(c *Code, it *Item) kernel.Expr {
	n := len(it.Mods)
	if c.program != nil || n < 2 || len(it.Args) != 2 {
		return nil
	}
	t, ok := typeNamed(it.Mods[n-1])
	space := it.Mods[n-2]
	if !ok || space != "shared" && space != "shared::cta" && space != "shared::cluster" && space != "global" {
		return nil
	}
	return c.read(&it.Args[1], t)
}

// clusterBarrier is barrier.cluster.arrive{.sem}{.aligned} and barrier.cluster.wait{.acquire}{.aligned}. That the aligned
// forms are executed by whole warps is not looked at.
func (c *Code) clusterBarrier(it *Item, mods []string) {
	s := &kernel.Barrier{Src: c.b.Src(), ID: cexpr.I32(0), Cluster: true, Kind: kernel.Arrive}
	if len(mods) == 0 || len(it.Args) > 0 {
		c.wrong(it)
		return
	}
	known := []string{"aligned", "release", "relaxed"}
	switch mods[0] {
	case "arrive":
		s.Relaxed = slices.Contains(mods, "relaxed")
	case "wait":
		s.Kind, known = kernel.Await, []string{"aligned", "acquire"}
	default:
		c.wrong(it)
		return
	}
	for _, m := range mods[1:] {
		if !slices.Contains(known, m) {
			c.wrong(it)
			return
		}
	}
	c.b.Emit(s)
}

// clusterRegister returns %cluster_ctarank and its kind, nil for others.
func clusterRegister(l kernel.Launch, name string) kernel.Expr {
	rank := kernel.Expr(&kernel.Builtin{Kind: kernel.ClusterRank})
	size := l.ClusterSize
	switch name {
	case "%cluster_ctarank":
		return rank
	case "%cluster_nctarank":
		return l.ClusterBlocks()
	case "%is_explicit_cluster":
		if l.Cluster != [3]int{} {
			return kernel.BoolConst(true)
		}
		return kernel.Bin(kernel.Ne, size(0), kernel.Unsigned(1)) // false, unless the size is not known
	}
	base, dim, ok := strings.Cut(name, ".")
	d := strings.Index("xyz", dim)
	if !ok || len(dim) != 1 || d < 0 {
		return nil
	}
	switch base {
	case "%cluster_nctaid":
		return size(d)
	case "%cluster_ctaid":
		for before := range d {
			rank = cexpr.Fold(kernel.Div, rank, size(before))
		}
		if d < 2 {
			rank = cexpr.Fold(kernel.Rem, rank, size(d))
		}
		return rank
	case "%clusterid":
		return cexpr.Fold(kernel.Div, place(kernel.BlockIdx, l.GridDim, d), size(d))
	case "%nclusterid":
		return cexpr.Fold(kernel.Div, extent(kernel.GridDim, l.GridDim, d), size(d))
	}
	return nil
}
