package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Copies of boxes of tensors (PTX ISA, "cp.async.bulk.tensor"). The map of the tensor, which the host makes, says where it is
// in global memory and how large a box is; package tensor finds out the size.

// boxBytes is how many bytes the accesses of a copy have until then.
const boxBytes = 16

// boxReductions are what a copy may do to a tensor.
var boxReductions = strings.Fields("add min max inc dec and or xor")

// tensorCopy is cp.async.bulk.tensor.Nd.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes [dst], [map, {c, ...}], [mbar]{, mask}, where
// the mask names the blocks of the cluster that get the box (.multicast::cluster), and
// cp.async.bulk.tensor.Nd.global.shared::cta{.tile}.bulk_group [map, {c, ...}], [src].
//
// A reduction is cp.reduce.async.bulk.tensor, a store with an operation.
func (c *Code) tensorCopy(it *Item, mods []string, reduce bool) {
	args := len(it.Args)
	var spaces []string
	ends, multicast := "", false
	for i, m := range mods {
		switch {
		case i == 0 && len(m) == 2 && '1' <= m[0] && m[0] <= '5' && m[1] == 'd', m == "tile":
		case reduce && slices.Contains(boxReductions, m):
		case m == "L2::cache_hint":
			args--
		case m == "shared::cluster", m == "shared::cta", m == "global":
			spaces = append(spaces, m[:6])
		case m == "mbarrier::complete_tx::bytes", m == "bulk_group":
			ends = m
		case m == "multicast::cluster":
			multicast = true
			args--
		default:
			c.wrong(it)
			return
		}
	}
	if reduce { // what it does to the tensor is as opaque as what a store does
		if ends != "bulk_group" || args != 2 {
			c.wrong(it)
			return
		}
	}
	load := slices.Equal(spaces, []string{"shared", "global"}) && ends == "mbarrier::complete_tx::bytes" && args == 3 && isMap(&it.Args[1])
	store := slices.Equal(spaces, []string{"global", "shared"}) && ends == "bulk_group" && args == 2 && isMap(&it.Args[0]) && !multicast
	if !load && !store {
		c.wrong(it)
		return
	}
	box := &kernel.Box{Src: c.b.Src(), Store: store}
	of := 0
	if load {
		of = 1
	}
	c.mapOf(&it.Args[of], box)
	agent := kernel.Agent{Ends: kernel.BulkGroup, Proxy: kernel.AsyncProxy, Box: box}
	if store {
		if from := emit.Aligned(c.b, boxAlignment, c.pointerArgument(it, 1, kernel.Shared)); from != nil {
			copies := emit.Copy{From: from, Bytes: boxBytes, Agent: agent}
			copies.StartReading(c.b)
		}
		return
	}
	at, to := c.pointerArgument(it, 2, kernel.Shared), emit.Aligned(c.b, boxAlignment, c.pointerArgument(it, 0, kernel.Shared))
	if at == nil || to == nil {
		return
	}
	c.b.Assume(readsStay)
	agent.Ends = kernel.OnPhase
	copies := emit.Copy{To: to, Bytes: boxBytes, Agent: agent}
	if !multicast {
		c.toPhase(copies, at, cexpr.U32(boxBytes))
		return
	}
	c.multicast(c.read(&it.Args[3], kernel.U32), copies, at, cexpr.U32(boxBytes))
}

// mapOf enters the place of the tensor's map that an operand leads to, as far as it is known.
func (c *Code) mapOf(o *Operand, box *kernel.Box) {
	if c.Places != nil {
		c.Places.MapOf(&o.Parts[0], box)
		return
	}
	p, offset, ok := c.leadsTo(o)
	if !ok {
		return
	}
	box.Map, box.Name = emit.TensorMap(c.b, p, offset)
}

// isMap reports whether an operand is a tensor map with coordinates.
func isMap(o *Operand) bool {
	return o.Form == Address && len(o.Parts) == 3 && o.Parts[2].Form == Vector
}
