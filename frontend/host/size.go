package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/passed"
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
	// Constants are arguments that are the same number in all launches with this block:
	// parameter to C literal. Relations hold at all of them.
	Constants []Constant
	Relations []Relation
	// Same are the pointer parameters that get the same pointer as others in all launches with this block.
	Same []Alias
	// Passed is what each of the launches passes, as far as it is a number.
	Passed []kernel.Passed
	// Unclear is a launch of which nothing is understood, so that there are no Relations,
	// although other launches have some.
	Unclear diag.Pos
}

// Unknown is a launch with a block size that the file does not determine.
type Unknown struct {
	// Grid is as in Size.
	Grid [3]int
	// Block has the dimensions that are known, 0 for others.
	Block [3]int
	Pos   diag.Pos
	// Same is as in Size.
	Same []Alias
	// Why names the unknown value.
	Why string
	// Relations hold at all launches of the kernel with any block.
	Relations []Relation
	// Passed is as in Size.
	Passed []kernel.Passed
}

// Names gives what the front end knows about the names of a file.
type Names interface {
	flow.Names
	// Makes reports whether a use of a kernel template makes its instance fn, or may
	// make it if not all arguments of the use are known.
	Makes(u *cuda.TemplateUse, fn *cuda.FuncDecl) bool
	// Parameters are the parameters of kernel fn, nil for those that are no numbers, and the members that
	// are numbers of those that are objects of a class.
	Parameters(fn *cuda.FuncDecl) ([]*kernel.Var, []kernel.Member)
}

// Sizes are the sizes with which the file launches kernel fn, one for each block, in
// the order of the file, and the launches with an unknown block.
//
// They follow from constants and from assignments to host variables (package flow). If
// branches assign different values, each counts. So do constant arguments that differ
// between launches, as long as there are at most mostSets.
func (h *Code) Sizes(fn *cuda.FuncDecl, names Names) ([]Size, []Unknown) {
	c := &launchSizes{names: names, fn: fn}
	c.params, c.members = names.Parameters(fn)
	for _, m := range c.members {
		c.params = append(c.params, m.Var)
	}
	params := len(c.params) - len(c.members)
	c.params = append(c.params, distances(fn)...)
	name, _, _ := strings.Cut(fn.Name, "<")
	c.least = h.flowOf(names).Least(fn)
	launches := h.Launches(name)
	slices.SortStableFunc(launches, func(a, b *Launch) int { return comparePos(a.Pos(), b.Pos()) })
	c.pointers = pointerParams(h, fn)
	for _, l := range launches {
		if !h.late() && c.starts(l) {
			c.all = append(c.all, h.launchInstances(l, fn, params, c.members, c.startsUse)...)
		}
	}
	if at, elsewhere := h.usedElsewhere(name); elsewhere && len(c.all) > 0 {
		c.all = append(c.all, &instance{pos: at, why: name + " is passed on there, and gv2 does not see how it is launched", elsewhere: true})
	}
	return c.sizes()
}

// flowOf prepares for questions about the values of host variables.
func (h *Code) flowOf(names Names) *flow.Program {
	if h.flow == nil {
		h.flow = flow.New(h.Code, h.decls, names, h.indexed)
		h.flow.Launches = func(fn *cuda.FuncDecl) bool { return takesPack(fn) && onlyLaunches(h, fn) }
		h.flow.Fixed = func(fn *cuda.FuncDecl, q *cuda.Param) bool { return fixedAtCalls(h, fn, q) }
	}
	return h.flow
}

func comparePos(a, b diag.Pos) int {
	if a.File != b.File {
		return 0
	}
	return a.Line - b.Line
}

// launchSizes collects the sizes of one kernel.
type launchSizes struct {
	names Names
	fn    *cuda.FuncDecl
	// params are the parameters, and then their members, and then the distances of the parameters that are pointers.
	params  []*kernel.Var
	members []kernel.Member
	// least is the number of arguments that a launch gives at least.
	least int
	all   []*instance
	// pointers are the parameters that are pointers, and the members of others that are.
	pointers []pointerParam
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
	return l.Use.Args == nil && (l.Args < 0 || c.least <= l.Args && l.Args <= len(c.fn.Params))
}

// startsUse reports whether a launch of what u names starts it.
func (c *launchSizes) startsUse(u *cuda.TemplateUse) bool { return c.starts(&Launch{Use: u, Args: -1}) }

// group are the launches with one block, one set of constant arguments, and the same pointers passed twice.
type group struct {
	block [3]int
	same  []Alias
	list  []*instance
}

// same are the pointer parameters that get the pointers of others at a launch.
func (c *launchSizes) same(in *instance) []Alias {
	return withNear(aliases(c.fn, in.origins), c.pointers, in.near)
}

// mostSets bounds the sets of constant arguments of a kernel that get a result of their
// own.
const mostSets = 4

// sizes groups the launches.
func (c *launchSizes) sizes() ([]Size, []Unknown) {
	var groups []*group
	var unknown []*instance
	for _, in := range c.all {
		block, why := in.blockDims()
		if why != "" {
			in.why = why
			unknown = append(unknown, in)
			continue
		}
		same := c.same(in)
		i := slices.IndexFunc(groups, func(g *group) bool { return g.block == block && slices.Equal(g.same, same) })
		if i < 0 {
			groups = append(groups, &group{block: block, same: same})
			i = len(groups) - 1
		}
		groups[i].list = append(groups[i].list, in)
	}
	var sizes []Size
	for _, g := range c.split(groups, unknown) {
		sizes = append(sizes, c.size(g, unknown))
	}
	return sizes, c.unknowns(unknown)
}

// split makes a group for each set of constant arguments, if there are few.
func (c *launchSizes) split(groups []*group, unknown []*instance) []*group {
	var out []*group
	for _, g := range groups {
		var varied []int // the parameters that are constant in all launches
		for n := range c.params {
			all := len(unknown) == 0
			for _, in := range g.list {
				_, is := c.argument(in, n).(*kernel.Const)
				all = all && is
			}
			if all {
				varied = append(varied, n)
			}
		}
		var keys []string
		sets := map[string]*group{}
		for _, in := range g.list {
			key := ""
			for _, n := range varied {
				key += kernel.ExprString(c.argument(in, n)) + ","
			}
			if sets[key] == nil {
				sets[key] = &group{block: g.block, same: g.same}
				keys = append(keys, key)
			}
			sets[key].list = append(sets[key].list, in)
		}
		if len(keys)+len(groups)-1 > mostSets {
			out = append(out, g)
			continue
		}
		for _, key := range keys {
			out = append(out, sets[key])
		}
	}
	return out
}

// size joins the launches of a group. Launches of which the block is not known may have
// this one, too.
func (c *launchSizes) size(g *group, unknown []*instance) Size {
	s := Size{Block: g.block, Pos: g.list[0].pos, Same: g.same}
	for n, in := range g.list {
		grid, bytes := in.gridDims(), in.bytes()
		if n == 0 {
			s.Grid, s.SharedBytes = grid, bytes
		}
		s = s.Joined(Size{Grid: grid, SharedBytes: bytes})
	}
	all := append(slices.Clone(g.list), unknown...)
	s.Constants, s.Relations, s.Unclear = c.relations(all, g.block)
	s.Passed = c.passed(all)
	return s
}

func (c *launchSizes) unknowns(list []*instance) []Unknown {
	var out []Unknown
	for _, in := range list {
		u := Unknown{Pos: in.pos, Why: in.why, Grid: in.gridDims(), Same: c.same(in)}
		for d, x := range in.block {
			if k, ok := x.(*kernel.Const); ok && k.Val >= 1 && k.Val <= int64(kernel.MostBlockDim[d]) {
				u.Block[d] = int(k.Val)
			}
		}
		i := slices.IndexFunc(out, func(o Unknown) bool { return o.Pos == u.Pos && slices.Equal(o.Same, u.Same) })
		if i < 0 {
			out = append(out, u)
			continue
		}
		out[i].Grid, out[i].Block = joinGrids(out[i].Grid, u.Grid), joinGrids(out[i].Block, u.Block)
		if out[i].Why == noSuchBlock {
			out[i].Why = u.Why
		}
	}
	if len(list) == len(c.all) {
		constants, relations, _ := c.relations(list, [3]int{})
		for _, k := range constants {
			relations = append(relations, k.relation())
		}
		for i := range out {
			out[i].Relations, out[i].Passed = relations, c.passed(list)
		}
	}
	return out
}

// noSuchBlock is the reason to leave out a block of no threads or too many.
const noSuchBlock = "its block size is not possible"

// Joined is what the launches have in common: dimensions of grid and block in which they
// differ are 0, and so are unknown ones.
func Joined(launches []Unknown) (grid, block [3]int) {
	for i, u := range launches {
		if i == 0 {
			grid, block = u.Grid, u.Block
		}
		grid, block = joinGrids(grid, u.Grid), joinGrids(block, u.Block)
	}
	return grid, block
}

// Joined is a size with the launches of another one that has the same block.
func (s Size) Joined(o Size) Size {
	s.Grid = joinGrids(s.Grid, o.Grid)
	if s.SharedBytes != o.SharedBytes {
		s.SharedBytes = -1
	}
	return s
}

func joinGrids(a, b [3]int) [3]int {
	for d := range a {
		if a[d] != b[d] {
			a[d] = 0
		}
	}
	return a
}

// passed is what single launches pass, as far as it is a number.
func (c *launchSizes) passed(list []*instance) []kernel.Passed {
	var out []kernel.Passed
	for _, in := range list {
		if in.prog == nil {
			continue
		}
		l := passed.Launch{At: in.pos, Args: map[string]kernel.Expr{}, Conditions: in.conditions, Looped: in.prog.Looped}
		for n, v := range c.params {
			if x := c.argument(in, n); x != nil && !c.isDistance(v) {
				l.Args[v.Name] = x
			}
		}
		for d := range in.grid {
			for kind, x := range map[kernel.BuiltinKind]kernel.Expr{kernel.GridDim: in.grid[d], kernel.BlockDim: in.block[d]} {
				if x != nil {
					l.Args[kernel.ExprString(&kernel.Builtin{Kind: kind, Dim: d})] = x
				}
			}
		}
		out = append(out, l.Numbers()...)
	}
	return out
}
