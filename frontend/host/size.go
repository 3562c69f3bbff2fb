package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Size is a size with which a file launches a kernel.
type Size struct {
	// Block has the threads of a block. A dimension of Grid that is not known, or
	// that differs between launches with this block, is 0.
	Block, Grid [3]int
	// SharedBytes is the size of dynamic shared memory; -1 if it is not known, or differs
	// between launches with this block.
	SharedBytes int64
	// Pos is the first launch with this block.
	Pos diag.Pos
}

// Unknown is a launch whose block is not known from the file.
type Unknown struct {
	// Grid is as in Size.
	Grid [3]int
	Pos  diag.Pos
	// Why names what is not known.
	Why string
}

// Names is what the front end knows of the names of a file.
type Names interface {
	// Constants evaluates expressions that have the same value everywhere, with the
	// names that a kernel sees.
	Constants(fn *cuda.FuncDecl) func(cuda.Expr) (int64, bool)
	// Decls are what the file declares under a name at file level.
	Decls(name string) []cuda.Decl
	// Makes reports whether a use of a kernel template makes fn, an instance of it, or
	// may make it where not all arguments of the use are known.
	Makes(u *cuda.TemplateUse, fn *cuda.FuncDecl) bool
}

// Sizes are the sizes with which the file launches kernel fn, one for each block, in
// the order of the file, and the launches whose block is not known.
//
// Sizes are computed from constants and from host variables as far as
// assignments tell. Where branches assign different values each counts. Nothing
// is assumed of what a launch passes to the kernel.
func (h *Code) Sizes(fn *cuda.FuncDecl, names Names) ([]Size, []Unknown) {
	c := &launchSizes{names: names, fn: fn}
	name, _, _ := strings.Cut(fn.Name, "<")
	launches := h.Launches(name)
	slices.SortStableFunc(launches, func(a, b *Launch) int { return comparePos(a.Pos(), b.Pos()) })
	for _, l := range launches {
		if c.starts(l) {
			c.launch(l)
		}
	}
	return c.sizes, c.unknown
}

func comparePos(a, b diag.Pos) int {
	if a.File != b.File {
		return 0
	}
	return a.Line - b.Line
}

// launchSizes collects the sizes of one kernel.
type launchSizes struct {
	names   Names
	fn      *cuda.FuncDecl
	sizes   []Size
	unknown []Unknown
}

// starts reports whether launch l starts kernel fn rather than another one of
// its name or another instance of its template.
func (c *launchSizes) starts(l *Launch) bool {
	if !l.Use.Names(c.fn.Scope) {
		return false
	}
	if c.fn.Template != nil || c.fn.SpecialOf != nil {
		return c.names.Makes(l.Use, c.fn)
	}
	least := 0
	for _, p := range c.fn.Params {
		if p.Default == nil {
			least++
		}
	}
	return l.Use.Args == nil && (l.Args < 0 || least <= l.Args && l.Args <= len(c.fn.Params))
}

// launch adds the sizes of l.
func (c *launchSizes) launch(l *Launch) {
	s := &sizer{names: c.names, fixed: c.names.Constants(c.fn), facts: l.Facts}
	grid := c.grid(s.value(l.Grid))
	s.steps = 0
	shared := onlyBytes(s.value(l.Shared))
	s.steps = 0
	unknown := ""
	for _, b := range s.value(l.Block) {
		switch block, why := blockDims(b); {
		case why == "":
			c.add(Size{Block: block, Grid: grid, SharedBytes: shared, Pos: l.Pos()})
		case unknown == "" || unknown == noSuchBlock:
			unknown = why
		}
	}
	if n := len(c.unknown); unknown != "" && (n == 0 || c.unknown[n-1].Pos != l.Pos()) {
		c.unknown = append(c.unknown, Unknown{Grid: grid, Pos: l.Pos(), Why: unknown})
	}
}

// noSuchBlock is the reason to leave out a block of no threads or too many.
const noSuchBlock = "its block has a size that is not possible"

// add joins what launches with the same block say of the grid.
func (c *launchSizes) add(s Size) {
	for i := range c.sizes {
		if c.sizes[i].Block == s.Block {
			c.sizes[i].Grid = joinGrids(c.sizes[i].Grid, s.Grid)
			if c.sizes[i].SharedBytes != s.SharedBytes {
				c.sizes[i].SharedBytes = -1
			}
			return
		}
	}
	c.sizes = append(c.sizes, s)
}

// JoinedGrid is what the launches have in common: dimensions in which they differ
// are 0, as are those that are not known.
func JoinedGrid(launches []Unknown) [3]int {
	var joined [3]int
	for i, u := range launches {
		if i == 0 {
			joined = u.Grid
		}
		joined = joinGrids(joined, u.Grid)
	}
	return joined
}

func joinGrids(a, b [3]int) [3]int {
	for d := range a {
		if a[d] != b[d] {
			a[d] = 0
		}
	}
	return a
}

// grid joins all that the grid of a launch may be.
func (c *launchSizes) grid(values []hostValue) [3]int {
	var joined [3]int
	for n, v := range values {
		var g [3]int
		for d, x := range v.n {
			if v.known[d] && x >= 1 && x <= int64(kernel.MostGridDim[d]) {
				g[d] = int(x)
			}
		}
		if n == 0 {
			joined = g
		}
		joined = joinGrids(joined, g)
	}
	return joined
}

// onlyBytes is the number of bytes if there is a single known value, else -1: with several
// it is not known which one goes with which block and arguments.
func onlyBytes(values []hostValue) int64 {
	v := values[0]
	if len(values) != 1 || v.known != [3]bool{true, true, true} || v.n[1] != 1 || v.n[2] != 1 || v.n[0] < 0 {
		return -1
	}
	return v.n[0]
}

// blockDims is a value as the size of a block, or why it is none.
func blockDims(v hostValue) (dims [3]int, why string) {
	threads := int64(1)
	for d, x := range v.n {
		if !v.known[d] {
			return dims, v.reason()
		}
		if x < 1 || x > int64(kernel.MostBlockDim[d]) {
			return dims, noSuchBlock
		}
		dims[d] = int(x)
		threads *= x
	}
	if threads > kernel.MostThreads {
		return dims, noSuchBlock
	}
	return dims, ""
}
