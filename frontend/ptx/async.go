package ptx

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Asynchronous copies (PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy").

func init() {
	table["cp"] = meaning{effect: (*Code).copyInstruction}
	table["mbarrier"] = meaning{effect: (*Code).mbarrier}
}

// hints are modifiers that neither change what is copied nor when it is complete.
var hints = strings.Fields("L2::64B L2::128B L2::256B ca cg")

// wholePieces is an assumption about bulk copies of a number of bytes that is not constant.
const wholePieces = "the number of bytes of a bulk copy is a multiple of 16"

// readsStay is an assumption about bulk copies: see runtime/weft/agent.go.
const readsStay = "a bulk copy to memory that threads have read before needs no proxy fence, but what orders it after them"

// copyInstruction is cp.async and what follows.
func (c *Code) copyInstruction(it *Item) {
	mods := it.Mods
	if len(mods) > 3 && slices.Equal(mods[:4], []string{"reduce", "async", "bulk", "tensor"}) {
		c.tensorCopy(it, mods[4:], true)
		return
	}
	if len(mods) > 2 && slices.Equal(mods[:3], []string{"reduce", "async", "bulk"}) {
		c.bulkReduction(it, mods[3:])
		return
	}
	if len(mods) == 0 || mods[0] != "async" {
		c.unsupported("instruction %s", it.opcode())
		return
	}
	mods = mods[1:]
	bulk := len(mods) > 0 && mods[0] == "bulk"
	if bulk {
		mods = mods[1:]
	}
	of := kernel.CopyGroup
	if bulk {
		of = kernel.BulkGroup
	}
	is := func(words ...string) bool { return slices.Equal(mods, words) }
	switch {
	case is("commit_group") && len(it.Args) == 0:
		c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncCommit, Of: of})
	case is("wait_group") && len(it.Args) == 1:
		c.waitGroup(it, of, false)
	case is("wait_group", "read") && bulk && len(it.Args) == 1:
		c.waitGroup(it, of, true)
	case is("wait_all") && !bulk && len(it.Args) == 0:
		c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncCommit})
		c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncWait, Pending: cexpr.I32(0)})
	case !bulk && len(mods) > 1 && mods[0] == "mbarrier" && mods[1] == "arrive":
		c.copiesArrive(it, mods[2:])
	case bulk && len(mods) > 0 && mods[0] == "prefetch":
		// It concerns the cache alone.
	case bulk && len(mods) > 0 && mods[0] == "tensor":
		c.tensorCopy(it, mods[1:], false)
	case bulk:
		c.bulkCopy(it, mods)
	default:
		c.smallCopy(it, mods)
	}
}

func (c *Code) waitGroup(it *Item, of kernel.Completion, reads bool) {
	n := c.read(&it.Args[0], kernel.I32)
	if _, constant := n.(*kernel.Const); !constant {
		c.wrong(it)
		return
	}
	c.b.Emit(&kernel.Async{Src: c.b.Src(), Op: kernel.AsyncWait, Of: of, Pending: n, Reads: reads})
}

// copiesArrive is cp.async.mbarrier.arrive{.noinc}{.shared}.b64 [addr].
func (c *Code) copiesArrive(it *Item, mods []string) {
	s := kernel.Phase{Op: kernel.PhaseArrive, Agent: &kernel.Agent{}, Extra: true}
	for _, m := range mods {
		switch m {
		case "noinc":
			s.Extra = false
		case "shared", "shared::cta", "b64":
		default:
			c.wrong(it)
			return
		}
	}
	if at := c.pointerArgument(it, 0, kernel.Shared); at != nil {
		emit.Phase(c.b, at, s)
	}
}

// smallCopy is cp.async.{ca,cg}.shared.global [dst], [src], size{, read}{, policy}.
func (c *Code) smallCopy(it *Item, mods []string) {
	args := len(it.Args)
	for _, m := range mods {
		switch {
		case m == "L2::cache_hint":
			args--
		case slices.Contains(hints, m), m == "shared", m == "shared::cta", m == "global":
		default:
			c.wrong(it)
			return
		}
	}
	if args != 3 && args != 4 {
		c.wrong(it)
		return
	}
	size, ok := c.read(&it.Args[2], kernel.I32).(*kernel.Const)
	if !ok || size.Val != 4 && size.Val != 8 && size.Val != 16 {
		c.wrong(it)
		return
	}
	copies := emit.Copy{Bytes: size.Val}
	if args == 4 {
		if r := c.register(&it.Args[3]); it.Args[3].Form == Name && r != nil && r.typ() == kernel.BoolType {
			ignore := cexpr.Truth(c.read(&it.Args[3], kernel.BoolType)) // nothing is read where it holds
			copies.Read = kernel.FoldNode(&kernel.Cond{C: ignore, X: cexpr.I32(0), Y: cexpr.I32(size.Val)})
		} else {
			copies.Read = kernel.Fold(c.read(&it.Args[3], kernel.I32))
		}
		if n, constant := copies.Read.(*kernel.Const); constant && n.Val == size.Val {
			copies.Read = nil
		}
	}
	c.start(it, &copies, size.Val, kernel.Shared, kernel.Global)
}

// bulkAlignment is what addresses of bulk copies are multiples of, boxAlignment those of boxes of tensors in shared memory.
const bulkAlignment, boxAlignment = 16, 128

// start emits a copy to operand 0 in one space from operand 1 in another, with addresses that are multiples of n.
func (c *Code) start(it *Item, copies *emit.Copy, n int64, to, from kernel.Space) {
	copies.To, copies.From = emit.Aligned(c.b, n, c.pointerArgument(it, 0, to)), emit.Aligned(c.b, n, c.pointerArgument(it, 1, from))
	if copies.To != nil && copies.From != nil {
		copies.Start(c.b)
	}
}

// bulkCopy is cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar]{, mask}, where
// the source may be in shared::cta as well and the mask names the blocks of the cluster that get the bytes
// (.multicast::cluster), and cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size.
func (c *Code) bulkCopy(it *Item, mods []string) { c.bulk(it, mods, 0) }

// bulk is a bulk copy, or a reduction of elements of so many bytes.
func (c *Code) bulk(it *Item, mods []string, reduces int) {
	args := len(it.Args)
	var spaces []string
	ends, multicast := "", false
	for _, m := range mods {
		switch m {
		case "L2::cache_hint":
			args--
		case "shared::cluster", "shared::cta", "global":
			spaces = append(spaces, strings.TrimSuffix(strings.TrimSuffix(m, "::cluster"), "::cta"))
		case "mbarrier::complete_tx::bytes", "bulk_group":
			ends = m
		case "multicast::cluster":
			multicast = true
			args--
		default:
			c.wrong(it)
			return
		}
	}
	toShared := len(spaces) == 2 && spaces[0] == "shared"
	load := toShared && ends == "mbarrier::complete_tx::bytes" && args == 4 && (spaces[1] == "global" || !multicast)
	store := slices.Equal(spaces, []string{"global", "shared"}) && ends == "bulk_group" && args == 3 && !multicast
	if !load && !store || reduces > 0 && toShared && (spaces[1] == "global" || multicast) {
		c.wrong(it)
		return
	}
	bytes := kernel.Fold(c.read(&it.Args[2], kernel.U32))
	copies := emit.Copy{Agent: kernel.Agent{Ends: kernel.BulkGroup, Proxy: kernel.AsyncProxy, Reduces: reduces}}
	if size, constant := bytes.(*kernel.Const); !constant {
		c.b.Assume(wholePieces)
		whole := cexpr.Fold(kernel.Eq, cexpr.Fold(kernel.Rem, bytes, cexpr.U32(16)), cexpr.U32(0))
		c.b.Emit(&kernel.Assume{Src: c.b.Src(), Cond: whole, Listed: true})
		copies.Some = cexpr.Convert(bytes, kernel.I64)
	} else if copies.Bytes = size.Val; size.Val <= 0 || size.Val%16 != 0 {
		c.unsupported("%s of a number of bytes that is no multiple of 16", it.opcode())
		return
	}
	if store {
		c.start(it, &copies, bulkAlignment, kernel.Global, kernel.Shared)
		return
	}
	at := c.pointerArgument(it, 3, kernel.Shared)
	if at == nil {
		return
	}
	c.b.Assume(readsStay)
	from := kernel.Global
	if spaces[1] == "shared" {
		from = kernel.Shared
	}
	copies.To, copies.From = emit.Aligned(c.b, bulkAlignment, c.pointerArgument(it, 0, kernel.Shared)), emit.Aligned(c.b, bulkAlignment, c.pointerArgument(it, 1, from))
	if copies.To == nil || copies.From == nil {
		return
	}
	copies.Agent.Ends = kernel.OnPhase
	if !multicast {
		c.toPhase(copies, at, bytes)
		return
	}
	c.multicast(c.read(&it.Args[4], kernel.U32), copies, at, bytes)
}

// bulkReductions are the types of elements for each operation of a bulk reduction to shared and to global memory.
var bulkReductions = map[bool]map[string][]string{
	true: {
		"and": {"s32", "u32", "s64", "u64", "b32"}, "or": {"s32", "u32", "s64", "u64", "b32"}, "xor": {"s32", "u32", "s64", "u64", "b32"},
		"add": {"s32", "u32", "s64", "u64"}, "inc": {"u32"}, "dec": {"u32"}, "min": {"s32", "u32"}, "max": {"s32", "u32"},
	},
	false: {
		"and": {"b32", "b64"}, "or": {"b32", "b64"}, "xor": {"b32", "b64"},
		"add": {"u32", "s32", "u64", "s64", "f32", "f64", "f16", "bf16"}, "inc": {"u32"}, "dec": {"u32"},
		"min": {"u32", "s32", "u64", "s64", "f16", "bf16"}, "max": {"u32", "s32", "u64", "s64", "f16", "bf16"},
	},
}

// bulkReduction is cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [dst], [src], size, [mbar], and
// cp.reduce.async.bulk.global.shared::cta.bulk_group.op{.noftz}.type [dst], [src], size: a bulk copy that changes each element in one step.
func (c *Code) bulkReduction(it *Item, mods []string) {
	n := len(mods)
	if n < 5 {
		c.wrong(it)
		return
	}
	op, of := mods[n-2], mods[n-1]
	copied := mods[:n-2]
	if half := of == "f16" || of == "bf16"; op == "noftz" && half && mods[n-3] == "add" {
		op, copied = "add", mods[:n-3]
	} else if half && op == "add" {
		c.wrong(it)
		return
	}
	if mods[0] == "shared::cta" || !slices.Contains(bulkReductions[mods[0] == "shared::cluster"][op], of) {
		c.wrong(it)
		return
	}
	t, _ := typeNamed(of)
	c.bulk(it, copied, t.Bytes())
}

// multicast starts a copy to the same place in each block of the cluster that the mask names, which has to name no others.
func (c *Code) multicast(mask kernel.Expr, copies emit.Copy, at *emit.Argument, bytes kernel.Expr) {
	others := cexpr.Fold(kernel.Shr, mask, cexpr.U32(int64(c.b.Launch().Ranks())))
	none := cexpr.Fold(kernel.Eq, others, cexpr.U32(0))
	if known, constant := none.(*kernel.Const); !constant || known.Val == 0 {
		c.b.Emit(&kernel.Assert{Src: c.b.Src(), Cond: none, Text: "the mask names blocks of the cluster only"})
	}
	for rank := range int64(c.b.Launch().Ranks()) {
		to := copies
		to.To = inBlock(copies.To, rank)
		bit := cexpr.Fold(kernel.And, cexpr.Fold(kernel.Shr, mask, cexpr.U32(rank)), cexpr.U32(1))
		start := func() { c.toPhase(to, inBlock(at, rank), bytes) }
		switch known, constant := bit.(*kernel.Const); {
		case !constant:
			c.b.Emit(&kernel.If{Src: c.b.Src(), Cond: cexpr.Truth(bit), Then: c.b.Block(start)})
		case known.Val != 0:
			start()
		}
	}
}

// toPhase starts a copy whose end takes its bytes off what the barrier at that place expects.
func (c *Code) toPhase(copies emit.Copy, at *emit.Argument, bytes kernel.Expr) {
	at.Deref(kernel.U64, func(acc kernel.Access) {
		copies.Agent.At = &acc
		copies.Start(c.b)
		agent := copies.Agent
		emit.PhaseAt(c.b, acc, nil, kernel.Phase{Op: kernel.PhaseComplete, Bytes: bytes, Agent: &agent})
	})
}

// inBlock is p, which leads into the thread's own shared memory, in that of the block of that rank.
func inBlock(p *emit.Argument, rank int64) *emit.Argument {
	to := *p
	to.Deref = func(t kernel.Type, use func(kernel.Access)) {
		p.Deref(t, func(acc kernel.Access) {
			part := kernel.NewConst(kernel.I64, kernel.PartBytes/int64(acc.Array.Elem.Bytes()))
			acc.Index = kernel.Bin(kernel.Add, acc.Index, kernel.Bin(kernel.Mul, kernel.Distance(cexpr.U32(rank)), part))
			use(acc)
		})
	}
	return &to
}

// storeAsync is st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{.vec}.type [addr], b, [mbar].
func (c *Code) storeAsync(it *Item) {
	t, size := kernel.Type{}, int64(1)
	for _, m := range it.Mods[1:] {
		of, isType := typeNamed(m)
		switch {
		case isType && of.Bits >= 32:
			t = of
		case m == "v2", m == "v4":
			size = int64(m[1] - '0')
		case m == "weak", m == "shared::cluster", m == "mbarrier::complete_tx::bytes":
		default:
			c.wrong(it)
			return
		}
	}
	if t.Bits == 0 || len(it.Args) != 3 {
		c.wrong(it)
		return
	}
	to, at := c.pointerArgument(it, 0, kernel.Shared), c.pointerArgument(it, 2, kernel.Shared)
	if to == nil || at == nil {
		return
	}
	size *= int64(t.Bytes())
	copies := emit.Copy{To: to, Bytes: size, Agent: kernel.Agent{Ends: kernel.OnPhase, Proxy: kernel.GenericProxy}}
	c.toPhase(copies, at, cexpr.U32(size))
}

// pointerArgument is operand i as a pointer into one of these spaces, nil after a diagnostic.
func (c *Code) pointerArgument(it *Item, i int, spaces ...kernel.Space) *emit.Argument {
	if i >= len(it.Args) {
		c.wrong(it)
		return nil
	}
	p, offset, ok := c.pointerOf(it, &it.Args[i])
	if !ok {
		return nil
	}
	moved := *p
	moved.Deref = func(t kernel.Type, use func(kernel.Access)) {
		p.Deref(t, func(acc kernel.Access) {
			if !slices.Contains(spaces, acc.Array.Space) {
				c.unsupported("%s on the %s array %s", it.opcode(), acc.Array.Space, acc.Array.Label)
				return
			}
			size := int64(acc.Array.Elem.Bytes())
			if offset%size != 0 {
				c.unsupported("%s at a part of an element of %s; use an offset that is a multiple of %d", it.opcode(), acc.Array.Label, size)
				return
			}
			acc.Index = cexpr.Fold(kernel.Add, acc.Index, kernel.NewConst(kernel.I64, offset/size))
			use(acc)
		})
	}
	return &moved
}
