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
	// Block is the size of a block in threads. A dimension of Grid is 0 if it is
	// unknown or differs between launches with this block.
	Block, Grid [3]int
	// SharedBytes is the size of dynamic shared memory; -1 if it is unknown or differs
	// between launches with this block.
	SharedBytes int64
	// Pos is the first launch with this block.
	Pos diag.Pos
}

// Unknown is a launch with a block size that the file does not determine.
type Unknown struct {
	// Grid is as in Size.
	Grid [3]int
	Pos  diag.Pos
	// Why names the unknown value.
	Why string
}

// Names gives what the front end knows about the names of a file.
type Names interface {
	// Constants evaluates constant expressions, with the names visible in fn, a
	// kernel.
	Constants(fn *cuda.FuncDecl) func(cuda.Expr) (int64, bool)
	// Decls are the declarations of a name at file level.
	Decls(name string) []cuda.Decl
	// Makes reports whether a use of a kernel template makes its instance fn, or may
	// make it if not all arguments of the use are known.
	Makes(u *cuda.TemplateUse, fn *cuda.FuncDecl) bool
}

// Sizes are the sizes with which the file launches kernel fn, one for each block, in
// the order of the file, and the launches with an unknown block.
//
// They follow from constants and from assignments to host variables. If branches
// assign different values, each counts. Sizes assumes nothing about the arguments
// that a launch passes to the kernel.
func (h *Code) Sizes(fn *cuda.FuncDecl, names Names) ([]Size, []Unknown) {
	c := &launchSizes{names: names, fn: fn}
	name, _, _ := strings.Cut(fn.Name, "<")
	launches := h.Launches(name)
	slices.SortStableFunc(launches, func(a, b *Launch) int { return comparePos(a.Pos(), b.Pos()) })
	for _, l := range launches {
		if !h.late() && c.starts(l) {
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

// starts reports whether launch l starts kernel fn, and not another one with
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
const noSuchBlock = "its block size is not possible"

// add joins the grids of launches with the same block.
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

// JoinedGrid is the grid that the launches have in common: dimensions in which
// they differ are 0, and so are unknown ones.
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

// grid joins all possible grids of a launch.
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

// onlyBytes is the number of bytes if there is a single known value, else -1: it is
// unknown which of several goes with which block and arguments.
func onlyBytes(values []hostValue) int64 {
	v := values[0]
	if len(values) != 1 || v.known != [3]bool{true, true, true} || v.n[1] != 1 || v.n[2] != 1 || v.n[0] < 0 {
		return -1
	}
	return v.n[0]
}

// blockDims is a value as the size of a block, or the reason why it is none.
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
