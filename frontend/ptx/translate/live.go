package translate

import (
	"slices"

	"gv2/frontend/ptx"
	"gv2/frontend/ptx/cfg"
)

// flow is which registers the blocks of a graph read and write, and where their values
// meet.
type flow struct {
	g *cfg.Graph
	// ids number the registers that instructions use, by their numbers in the program, -1 for
	// others; registers is the other way round.
	ids       []int
	registers []int
	// meets are the registers of which several values reach a block, or one that a loop
	// computed which the block is an exit of.
	meets [][]int
}

// writes lists the registers that an instruction writes: its first operand, unless it has
// no result.
func writes(it *ptx.Item, use func(register int)) {
	if len(it.Args) == 0 || !hasResult(it) {
		return
	}
	names(&it.Args[0], use)
	if ptx.WritesCarry(it) {
		use(carryFlag)
	}
}

// withoutResult are the opcodes that write no register.
var withoutResult = map[string]bool{"st": true, "red": true, "membar": true, "fence": true, "prefetch": true, "prefetchu": true, "applypriority": true, "bra": true,
	"brx": true, "ret": true, "exit": true, "trap": true, "nanosleep": true, "pmevent": true, "brkpt": true, "discard": true, "multimem": true, "sust": true, "sured": true, "griddepcontrol": true, "setmaxnreg": true, "stackrestore": true, "assertfail": true}

func hasResult(it *ptx.Item) bool {
	if len(it.Args) > 0 && it.Args[0].Form == ptx.Address {
		return false
	}
	if it.Op == "multimem" {
		return len(it.Mods) > 0 && it.Mods[0] == "ld_reduce"
	}
	if it.Op == "bar" || it.Op == "barrier" {
		return slices.Contains(it.Mods, "red")
	}
	return !withoutResult[it.Op]
}

// reads lists the registers that an instruction reads; one under a guard keeps the old
// value of what it writes.
func reads(it *ptx.Item, use func(register int)) {
	if it.Guard != nil {
		names(it.Guard, use)
		writes(it, use)
	}
	if ptx.ReadsCarry(it) {
		use(carryFlag)
	}
	for i := range it.Args {
		if o := &it.Args[i]; i > 0 || !hasResult(it) || o.Form == ptx.Address {
			names(o, use)
		}
	}
}

func names(o *ptx.Operand, use func(register int)) {
	if o.Form == ptx.Name && o.N != 0 {
		use(o.N)
	}
	for i := range o.Parts {
		names(&o.Parts[i], use)
	}
}

// bitset is a set of registers.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }
func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }

// flowOf analyses the registers of a program.
func flowOf(p *program, blocks []*block, g *cfg.Graph) *flow {
	f := &flow{g: g, ids: slices.Repeat([]int{-1}, len(p.registers))}
	number := func(register int) {
		if f.ids[register] < 0 {
			f.ids[register] = len(f.registers)
			f.registers = append(f.registers, register)
		}
	}
	for i := range p.insts {
		it := &p.insts[i].Item
		reads(it, number)
		writes(it, number)
	}
	n := len(g.Succs)
	words := (len(f.registers) + 63) / 64
	gen, kill := make([]bitset, n), make([]bitset, n)
	defs := make([][]int, len(f.registers)) // blocks that write a register
	for b := range n {
		gen[b], kill[b] = make(bitset, words), make(bitset, words)
		if g.Origin[b] < 0 {
			continue
		}
		blk := blocks[g.Origin[b]]
		read := func(register int) {
			if r := f.ids[register]; !kill[b].has(r) {
				gen[b].add(r)
			}
		}
		for i := range blk.insts {
			it := &blk.insts[i].Item
			reads(it, read)
			writes(it, func(register int) {
				if r := f.ids[register]; !kill[b].has(r) {
					kill[b].add(r)
					defs[r] = append(defs[r], b)
				}
			})
		}
		for _, o := range []*ptx.Operand{blk.test.guard, blk.test.index} {
			if o != nil {
				names(o, read)
			}
		}
	}
	live := liveIn(g, gen, kill, words)
	f.place(live, defs)
	return f
}

// liveIn are the registers whose value at the beginning of a block is read later.
func liveIn(g *cfg.Graph, gen, kill []bitset, words int) []bitset {
	in := gen
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(g.Order) {
			for w := range words {
				out := uint64(0)
				for _, s := range g.Succs[b] {
					out |= in[s][w]
				}
				if v := in[b][w] | out&^kill[b][w]; v != in[b][w] {
					in[b][w], changed = v, true
				}
			}
		}
	}
	return in
}

// place finds where values meet: the iterated dominance frontier of the blocks that write a
// register, where it is live (Cytron et al., 1991). Exits of loops are such places for what the
// loop writes, so that no block behind a loop reads what changes with its iterations.
func (f *flow) place(live []bitset, defs [][]int) {
	g := f.g
	n := len(g.Succs)
	f.meets = make([][]int, n)
	frontier := frontiers(g)
	exits := exitEdges(g)
	somewhere := make(bitset, (len(defs)+63)/64)
	for _, in := range live {
		for w := range in {
			somewhere[w] |= in[w]
		}
	}
	// meets and known have the last register for which a block is so, plus one.
	meets, known := make([]int, n), make([]int, n)
	for r := range defs {
		if len(defs[r]) == 0 || !somewhere.has(r) {
			continue
		}
		work := slices.Clone(defs[r])
		for _, b := range work {
			known[b] = r + 1
		}
		add := func(b int) {
			if meets[b] == r+1 || !live[b].has(r) {
				return
			}
			meets[b] = r + 1
			f.meets[b] = append(f.meets[b], r)
			if known[b] != r+1 {
				known[b] = r + 1
				work = append(work, b)
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, t := range frontier[b] {
				add(t)
			}
			for l := g.Loop[b]; l >= 0; l = g.Outer[l] {
				for _, t := range exits[l] {
					add(t)
				}
			}
		}
	}
}

// exitEdges are the blocks outside of each loop that edges lead to from inside.
func exitEdges(g *cfg.Graph) map[int][]int {
	out := map[int][]int{}
	for b, succs := range g.Succs {
		for _, t := range succs {
			for l := g.Loop[b]; l >= 0; l = g.Outer[l] {
				if !g.InLoop(t, l) && !slices.Contains(out[l], t) {
					out[l] = append(out[l], t)
				}
			}
		}
	}
	return out
}

// frontiers are the dominance frontiers.
func frontiers(g *cfg.Graph) [][]int {
	out := make([][]int, len(g.Succs))
	for b, preds := range g.Preds {
		if len(preds) < 2 && !(len(preds) == 1 && g.Idom[b] != preds[0]) {
			continue
		}
		for _, p := range preds {
			for r := p; r != g.Idom[b] && r >= 0; r = g.Idom[r] {
				if !slices.Contains(out[r], b) {
					out[r] = append(out[r], b)
				}
			}
		}
	}
	return out
}
