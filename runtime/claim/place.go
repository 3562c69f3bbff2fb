package claim

import (
	"maps"
	"slices"
	"strconv"

	"gv2/frontend/kernel"
)

// InProgram is a finding about a kernel with that launch, with blocks, threads and sizes of the grid as the program has
// them: those of a joined kernel are of whole clusters. Messages are so from the start.
func (f *Finding) InProgram(l kernel.Launch) Finding {
	out := *f
	if !l.Joined {
		return out
	}
	out.Accesses, out.Values = Placed(l, f.Accesses), f.Values.InProgram(l)
	out.Barriers = slices.Clone(f.Barriers)
	for i := range out.Barriers {
		b := &out.Barriers[i]
		var of *[3]int64
		for _, a := range f.Accesses {
			of = a.Block
		}
		b.From, b.Missing, b.Waiting = Placed(l, b.From), Placed(l, b.Missing), inBlocks(l, of, b.Waiting)
	}
	return out
}

// InProgram are the values with the sizes of the grid in blocks, where those of a joined kernel count clusters.
func (v Values) InProgram(l kernel.Launch) Values {
	out := maps.Clone(v)
	for dim, name := range GridNames {
		if n, given := v.Number(name); given && l.PerGrid(dim) > 1 {
			out[name] = strconv.FormatInt(n*l.PerGrid(dim), 10)
		}
	}
	return out
}

// Placed are accesses with the blocks and threads of the program, where the kernel is one of whole clusters.
func Placed(l kernel.Launch, list []Access) []Access {
	if !l.Joined {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		a := &list[i]
		a.Threads = inBlocks(l, a.Block, a.Threads)
		if a.Thread != nil {
			block, thread := l.Place(a.Block, *a.Thread)
			a.Block, a.Thread = block, &thread
		}
	}
	return list
}

// inBlocks are ranges of threads of a cluster by its blocks.
func inBlocks(l kernel.Launch, of *[3]int64, list []ThreadRange) []ThreadRange {
	if l.Ranks() == 1 {
		return list
	}
	linear := func(at [3]int64) int {
		return int(at[0]) + l.BlockDim[0]*(int(at[1])+l.BlockDim[1]*int(at[2]))
	}
	size := l.Threads() / l.Ranks()
	var out []ThreadRange
	for _, r := range list {
		for from, last := linear(r.From), linear(r.To); from <= last; {
			to := min(last, (from/size+1)*size-1)
			block, first := l.Place(of, l.ThreadAt(from))
			_, end := l.Place(of, l.ThreadAt(to))
			out = append(out, ThreadRange{From: first, To: end, Block: block})
			from = to + 1
		}
	}
	return out
}
