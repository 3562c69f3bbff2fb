package fences

import (
	"cmp"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// Place is where a fence may go: on a line of its own.
type Place struct {
	// Edit is the change of the text; its Text is what the level makes it.
	Edit claim.Edit
	// After is the line of code after which the fence goes.
	After int
}

// InBraces reports whether the fence goes in front of a body without braces, which then needs some. After is the line where the condition of the
// body ends.
func (p Place) InBraces() bool { return p.Edit.Place == claim.InBody || p.Edit.Place == claim.InElse }

// Lines is what there is to know of the text of a file.
type Lines struct {
	// After tells after which line of code an edit puts its text; ok is false where it has no
	// place of its own there.
	After func(claim.Edit) (after int, ok bool)
	// Apart reports whether a statement ends between two places of one line.
	Apart func(a, b kernel.Src) bool
}

// spot is a place in a kernel's tree: in front of a statement, or at the end of a loop's body.
type spot struct {
	before kernel.Stmt
	end    *kernel.Loop
}

// site is a place in the text with its spots in the tree: functions that are called several
// times have several.
type site struct {
	Place
	spots []spot
	// gap are the statements that the fence is between; loops is how many loops are around.
	gap   Gap
	loops int
}

// Gap is what a fence goes between: after a line, where the statement in front of it ends, and before the next statement that
// accesses memory; Before is 0 where there is none in its list of statements.
type Gap struct {
	Edit          claim.Edit
	After, Before int
}

// sitesOf are the places of k at which a fence may matter, in the order of the text: between
// accesses to memory that other threads see. Of places with no such access between them there
// is the first. inside reports whether such accesses of several statements are on one line, so that there is no place between them.
func sitesOf(k *kernel.Kernel, lines Lines) (sites []site, inside bool) {
	f := siteFinder{file: k.Pos.File, lines: lines, at: map[key]*site{}}
	f.list(k.Body, 0, nil)
	out := make([]site, 0, len(f.at))
	for _, s := range f.at {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b site) int {
		if a.After == b.After && a.InBraces() != b.InBraces() {
			return map[bool]int{true: -1, false: 1}[a.InBraces()]
		}
		return cmp.Compare(a.After, b.After)
	})
	return out, f.inside
}

// Everywhere is k with a fence of the device in front of every statement between accesses that other threads see.
func Everywhere(k *kernel.Kernel) *kernel.Kernel { return newBlind(k).kernel() }

// Enough are places of fences of the device with which k is still right, where it is with one at every place. None of them can be left
// out. Of several such sets it is one with few fences in loops. right is asked once for each place.
func Enough(k *kernel.Kernel, right func(*kernel.Kernel) bool) (*kernel.Kernel, []Gap) {
	b := newBlind(k)
	order := make([]int, len(b.sites))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return b.sites[j].loops - b.sites[i].loops })
	for _, i := range order {
		level := b.levels[i]
		if b.levels[i] = none; !right(b.kernel()) {
			b.levels[i] = level
		}
	}
	var out []Gap
	for i, s := range b.sites {
		if b.levels[i] != none {
			out = append(out, s.gap)
		}
	}
	return b.kernel(), out
}

// blind is a kernel with fences at places that are known without its text.
type blind struct {
	of     *kernel.Kernel
	sites  []site
	levels []uint8
}

func newBlind(k *kernel.Kernel) *blind {
	sites, _ := sitesOf(k, Lines{
		After: func(e claim.Edit) (int, bool) { return e.At.Line, true },
		Apart: func(a, b kernel.Src) bool { return false },
	})
	return &blind{k, sites, slices.Repeat([]uint8{uint8(len(scopesFor(k)))}, len(sites))}
}

func (b *blind) kernel() *kernel.Kernel {
	return with(b.of, b.sites, b.levels, func(int) kernel.MemoryOrder { return kernel.Relaxed })
}

type siteFinder struct {
	file  string
	lines Lines
	at    map[key]*site
	loops int // around
	// inside is set if accesses of several statements are on one line.
	inside bool
}

type key struct {
	after    int
	inBraces bool
}

// list finds the places in a list of statements that begins below a line. begin is the edit for its begin where it may be a body
// without braces.
func (f *siteFinder) list(list []kernel.Stmt, line int, begin *claim.Edit) {
	access := true      // since the last place in this list
	var seen kernel.Src // the last access since then
	for i, s := range list {
		pos := s.Source().Pos
		gap := Gap{After: line, Before: nextLine(list[i:])}
		switch {
		case pos.File != f.file || !access:
		case pos.Line > line && f.add(claim.Edit{At: pos, Place: claim.InFront}, spot{before: s}, gap),
			i == 0 && begin != nil && f.add(*begin, spot{before: s}, gap):
			access, seen = false, kernel.Src{}
		}
		first, end := f.accessed(s)
		if first.Pos.Line > 0 {
			f.inside = f.inside || first.Pos.Line == seen.Pos.Line && (len(kernel.Blocks(s)) > 0 || f.lines.Apart(seen, first))
			seen = end
		}
		access = access || fact.Seen(list[i:i+1])
		line = max(line, f.last(s))
		switch s := s.(type) {
		case *kernel.If:
			f.list(s.Then, pos.Line, &claim.Edit{At: pos, Place: claim.InBody})
			f.list(s.Else, pos.Line, &claim.Edit{At: pos, Place: claim.InElse})
		case *kernel.Loop:
			f.loops++
			f.list(s.Body, pos.Line, &claim.Edit{At: pos, Place: claim.InBody})
			if fact.Seen(s.Body) && pos.File == f.file {
				f.add(claim.Edit{At: pos, Place: claim.AtEnd}, spot{end: s}, Gap{After: f.last(s)})
			}
			f.loops--
		case *kernel.Region:
			f.list(s.Body, pos.Line, nil)
		default:
			// Others have no statements inside.
		}
	}
}

// nextLine is the line of the first of the statements that has an access that other threads see, or more of them inside; 0 if none
// has.
func nextLine(list []kernel.Stmt) int {
	for i, s := range list {
		if fact.Seen(list[i : i+1]) {
			return s.Source().Pos.Line
		}
	}
	return 0
}

func (f *siteFinder) add(e claim.Edit, s spot, gap Gap) bool {
	after, ok := f.lines.After(e)
	if !ok {
		return false
	}
	p := Place{e, after}
	at := key{after, p.InBraces()}
	if f.at[at] == nil {
		gap.Edit = e
		f.at[at] = &site{Place: p, gap: gap, loops: f.loops}
	}
	f.at[at].spots = append(f.at[at].spots, s)
	return true
}

// accessed are the places of the first and the last of the accesses in the file that other threads see, of a statement and
// what is in it; without any they are those of no line.
func (f *siteFinder) accessed(s kernel.Stmt) (first, last kernel.Src) {
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		if pos := s.Source().Pos; acc != nil && acc.Array.Space != kernel.Local && pos.File == f.file {
			if first.Pos.Line == 0 || pos.Line < first.Pos.Line {
				first = s.Source()
			}
			if pos.Line >= last.Pos.Line {
				last = s.Source()
			}
		}
		return true
	})
	return first, last
}

// last is the last line of a statement and what is in it, in the file.
func (f *siteFinder) last(s kernel.Stmt) int {
	line := 0
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		if pos := s.Source().Pos; pos.File == f.file {
			line = max(line, pos.Line)
		}
		return true
	})
	return line
}

// with is k with a fence of each level at the sites; order is kernel.Relaxed for sequentially
// consistent ones.
func with(k *kernel.Kernel, sites []site, levels []uint8, order func(site int) kernel.MemoryOrder) *kernel.Kernel {
	scopes := scopesFor(k)
	before, end := map[kernel.Stmt]*kernel.Fence{}, map[kernel.Stmt]*kernel.Fence{}
	for i, s := range sites {
		if levels[i] == 0 {
			continue
		}
		for _, sp := range s.spots {
			at := sp.before
			if at == nil {
				at = sp.end
			}
			fence := &kernel.Fence{Src: at.Source(), Scope: scopes[levels[i]-1], Weaker: order(i)}
			if sp.before != nil {
				before[at] = fence
			} else {
				end[at] = fence
			}
		}
	}
	c := *k
	c.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		var out []kernel.Stmt
		if fence := before[s]; fence != nil {
			out = append(out, fence)
		}
		if fence := end[s]; fence != nil {
			loop := inner.(*kernel.Loop)
			loop.Body = append(loop.Body, fence)
		}
		return append(out, inner)
	})
	return &c
}

// fencesOf are the fences of k that have lines of their own, with the statements of each line.
func fencesOf(k *kernel.Kernel) (lines []int, at map[int][]*kernel.Fence) {
	at = map[int][]*kernel.Fence{}
	others := map[int]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		pos := s.Source().Pos
		if pos.File != k.Pos.File {
			return true
		}
		if fence, ok := s.(*kernel.Fence); ok {
			at[pos.Line] = append(at[pos.Line], fence)
		} else {
			others[pos.Line] = true
		}
		return true
	})
	for line := range at {
		if !others[line] {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines, at
}

// changed is k with fences replaced, or left out where what replaces them is nil.
func changed(k *kernel.Kernel, by map[*kernel.Fence]*kernel.Fence) *kernel.Kernel {
	c := *k
	c.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		fence, ok := s.(*kernel.Fence)
		if !ok {
			return []kernel.Stmt{inner}
		}
		other, changes := by[fence]
		switch {
		case !changes:
			return []kernel.Stmt{fence}
		case other == nil:
			return nil
		}
		return []kernel.Stmt{other}
	})
	return &c
}
