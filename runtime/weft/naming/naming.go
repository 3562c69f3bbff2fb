// Package naming says what sentences call threads of a block: by their numbers. In: a launch, and the numbers that the exact
// engine has for threads. Out: texts. In kernels of clusters, where the engine's block is a whole cluster, they name the
// block of the program and the number in that.
package naming

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// Range is the threads From to To of a block, both included, by linear index.
type Range struct{ From, To int }

// Names are what threads of a launch are called.
type Names struct{ Launch kernel.Launch }

// One names a thread with a linear index, as in thread 5, or thread 5 of block 1 of the cluster.
func (n Names) One(thread int) string {
	rank, within := n.Launch.Numbered(thread)
	text := fmt.Sprintf("thread %d", within)
	if n.size() > 0 {
		text += fmt.Sprintf(" of block %d of the cluster", rank)
	}
	return text
}

// Its is what a thread does, an arrive or a sync: thread 5's arrive. Without a word for that it is thread 5's.
func (n Names) Its(thread int, kind string) string {
	switch {
	case n.size() == 0:
		return strings.TrimSpace(n.One(thread) + "'s " + kind)
	case kind == "":
		return "that of " + n.One(thread)
	}
	return "the " + kind + " of " + n.One(thread)
}

// At names a thread by threadIdx.
func (n Names) At(thread int) string {
	rank, at := n.Launch.Place(nil, n.Launch.ThreadAt(thread))
	text := "thread " + kernel.IndexText(at)
	if n.size() > 0 {
		text += " of block " + kernel.IndexText(*rank) + " of the cluster"
	}
	return text
}

// Unit is what all threads of the engine's block are.
func (n Names) Unit() string {
	if n.size() > 0 {
		return "cluster"
	}
	return "block"
}

// Warp is what a warp is called.
func (n Names) Warp(w int) string {
	if size := n.size(); size > 0 {
		warps := size / kernel.WarpSize
		return fmt.Sprintf("warp %d of block %d of the cluster", w%warps, w/warps)
	}
	return fmt.Sprintf("warp %d", w)
}

// size is how many threads a block has, 0 where there are no clusters.
func (n Names) size() int {
	if !n.Launch.Joined || n.Launch.Ranks() == 1 {
		return 0
	}
	return n.Launch.Threads() / n.Launch.Ranks()
}

// Lanes names threads of one warp by their numbers in the block, whichever that is.
func (n Names) Lanes(ranges []Range) string {
	if size := n.size(); size > 0 {
		own := make([]Range, len(ranges))
		for i, r := range ranges {
			own[i] = Range{r.From % size, r.To % size}
		}
		ranges = own
	}
	return text(ranges, 0)
}

// Set names threads: "thread 5", "threads 0-31 and 64-95", or "threads 0-31 of block 0 and 8-15 of block 1 of the cluster".
func (n Names) Set(ranges []Range) string {
	size := n.size()
	if size == 0 {
		return text(ranges, 0)
	}
	return text(split(ranges, size), size) + " of the cluster"
}

// maxRanges is how many ranges a sentence lists.
const maxRanges = 4

// text names threads in blocks of that size, if it is not 0.
func text(ranges []Range, size int) string {
	var words []string
	for i, r := range ranges {
		if i == maxRanges && len(ranges) > maxRanges+1 {
			words = append(words, fmt.Sprintf("%d more ranges", len(ranges)-i))
			break
		}
		from, to, of := r.From, r.To, ""
		if size > 0 {
			from, to = from%size, to%size
			if i+1 == len(ranges) || i+1 == maxRanges || ranges[i+1].From/size != r.From/size {
				of = fmt.Sprintf(" of block %d", r.From/size)
			}
		}
		if from == to {
			words = append(words, fmt.Sprint(from)+of)
		} else {
			words = append(words, fmt.Sprintf("%d-%d", from, to)+of)
		}
	}
	if len(ranges) == 1 && ranges[0].From == ranges[0].To {
		return "thread " + words[0]
	}
	return "threads " + Enumerate(words)
}

// split cuts ranges at the ends of blocks.
func split(ranges []Range, size int) []Range {
	var out []Range
	for _, r := range ranges {
		for from := r.From; from <= r.To; {
			to := min(r.To, (from/size+1)*size-1)
			out = append(out, Range{from, to})
			from = to + 1
		}
	}
	return out
}

// Enumerate joins words as a sentence does: a, b and c.
func Enumerate(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}

// Thousands writes a number with its digits in groups of three.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Places are the places of statements in the order of the text; of those at one position the earlier one comes first.
func Places(sources []kernel.Src) []int {
	order := make([]int, len(sources))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch a, b := sources[a].Pos, sources[b].Pos; {
		case a.Before(b):
			return -1
		case b.Before(a):
			return 1
		}
		return 0
	})
	out := make([]int, len(sources))
	for place, i := range order {
		out[i] = place
	}
	return out
}
