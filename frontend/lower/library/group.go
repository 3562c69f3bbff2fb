package library

import (
	"fmt"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Cooperative groups: CUDA C++ Programming Guide, "Cooperative Groups". The
// grid, the block, the tiles of it of up to a warp and the threads that are
// together at a point are modelled, by the built-in functions that mean the same;
// other groups are refused.

var (
	gridGroup  = opaque("grid_group")
	blockGroup = opaque("thread_block")
	// anyGroup is thread_group, which takes any group: a variable of that type has
	// the type of what it is set to.
	anyGroup = opaque("thread_group")
	// groupOperator stands for cg::plus<T> and its kind, the operators of reductions.
	groupOperator = opaque("operator of a reduction")
)

// coalescedGroup has the mask of its lanes as value.
var coalescedGroup = func() *ctype.Type {
	t := opaque("coalesced_group")
	t.Rec.Fields = []ctype.Field{{Name: "lanes", Type: ctype.Uint}}
	t.Rec.LayOut(ctype.Rules{NonPOD: true})
	t.Rec.Index = map[string]int{} // no program names the field
	return t
}()

// tileGroups are the tiles by their size, a power of two up to a warp.
var tileGroups = func() map[int64]*ctype.Type {
	out := map[int64]*ctype.Type{}
	for n := int64(1); n <= kernel.WarpSize; n *= 2 {
		out[n] = opaque(fmt.Sprintf("thread_block_tile<%d>", n))
	}
	return out
}()

// tileSize is the number of threads of a tile; 0 if t is none.
func tileSize(t *ctype.Type) int64 {
	for n, tile := range tileGroups {
		if t.IsRecord() && t.Rec == tile.Rec {
			return n
		}
	}
	return 0
}

func init() {
	members = append(members, memberFunctions{IsGroup, func(c Call, g Object) Value { return groupMethod(c, g, c.Name()) }})
}

// IsGroup reports whether t is a group.
func IsGroup(t *ctype.Type) bool {
	return t.IsRecord() && (t.Rec == blockGroup.Rec || t.Rec == gridGroup.Rec || t.Rec == coalescedGroup.Rec || t.Rec == clusterGroup.Rec) || tileSize(t) > 0
}

// IsAnyGroup reports whether a variable of type t takes the type of its value.
func IsAnyGroup(t *ctype.Type) bool { return t.IsRecord() && t.Rec == anyGroup.Rec }

// GroupType returns the type of that name in namespace cooperative_groups, nil if
// there is none.
func GroupType(name string, use TypeName) *ctype.Type {
	switch name {
	case "thread_block":
		return blockGroup
	case "thread_block_tile":
		if n, ok := use.TemplateConstant(0); ok && tileGroups[n] != nil {
			return tileGroups[n]
		}
		use.Unsupported(use.Pos(), "a tile of that size; use a power of two up to 32")
		return ctype.Bad
	case "grid_group":
		return gridGroup
	case "coalesced_group":
		return coalescedGroup
	case "thread_group":
		return anyGroup
	case "plus", "less", "greater", "bit_and", "bit_or", "bit_xor":
		return groupOperator
	case "cluster_group":
		return clusterGroup
	case "multi_grid_group":
		use.Unsupported(use.Pos(), "cooperative group %s; use a grid, a block or a tile", name)
		return ctype.Bad
	}
	return nil
}

// groupFunctions are those of namespace cooperative_groups. A call that its function
// does not know is refused, as are those without a function.
var groupFunctions = map[string]Function{
	"this_thread_block": groupValue(blockGroup), "this_grid": groupValue(gridGroup),
	"coalesced_threads": coalescedThreads, "tiled_partition": partition,
	"labeled_partition": labelGroup, "binary_partition": labelGroup,
	"sync": syncGroup, "synchronize": syncGroup,
	"reduce": reduceTile, "inclusive_scan": reduceGroup, "exclusive_scan": reduceGroup,
	"plus": groupValue(groupOperator), "less": groupValue(groupOperator), "greater": groupValue(groupOperator),
	"bit_and": groupValue(groupOperator), "bit_or": groupValue(groupOperator), "bit_xor": groupValue(groupOperator),
	"this_cluster": groupValue(clusterGroup), "memcpy_async": nil, "wait": nil, "wait_prior": nil, "invoke_one": nil,
}

// GroupFunction returns the function of that name in namespace cooperative_groups,
// nil if there is none. What it gets are the arguments before any is evaluated.
func GroupFunction(name string) Function {
	f, known := groupFunctions[name]
	if !known {
		return nil
	}
	return func(c Call) (Value, bool) {
		if f != nil {
			if v, ok := f(c); ok {
				return v, true
			}
		}
		c.Unsupported(c.Pos(), "cooperative_groups::%s; %s", name, insteadOf(name))
		return bad, true
	}
}

// insteadOf says what to do without a function of cooperative groups.
func insteadOf(name string) string {
	switch name {
	case "memcpy_async", "wait", "wait_prior":
		return "include <cooperative_groups/memcpy_async.h>"
	case "invoke_one":
		return "write if (group.thread_rank() == 0)"
	}
	return "use __syncthreads() and the warp functions"
}

func groupValue(t *ctype.Type) Function {
	return func(Call) (Value, bool) { return Value{Type: t}, true }
}

func coalescedThreads(c Call) (Value, bool) {
	return coalesced(c, standIn(c, "__activemask")), true
}

// coalesced is the group of the lanes in a mask.
func coalesced(c Call, lanes Value) Value {
	return Value{Type: coalescedGroup, Fields: []Value{c.Convert(lanes, ctype.Uint)}}
}

func syncGroup(c Call) (Value, bool) {
	if c.Len() != 1 || !IsGroup(c.ArgType(0)) {
		return bad, false
	}
	return groupMethod(c, c.ArgObject(0), "sync"), true
}

// partition is tiled_partition<N>(g) and tiled_partition(g, N).
func partition(c Call) (Value, bool) {
	n, ok := c.TemplateConstant(0)
	if t := tileGroups[n]; (!ok || t == nil) && c.Len() == 2 {
		n, ok = c.Constant(1)
	}
	if t := tileGroups[n]; ok && t != nil && c.Len() > 0 {
		from := c.TypeOf(0).Plain()
		if from.IsRecord() && from.Rec == blockGroup.Rec || tileSize(from) >= tileSize(t) {
			return Value{Type: t}, true
		}
	}
	c.Unsupported(c.Pos(), "a partition of a group other than the block or a larger tile, or into tiles of more than 32 threads")
	return bad, true
}

// labelGroup is labeled_partition(g, label) and binary_partition(g, condition): the
// threads of a tile or of a coalesced group that give the same value, which is the
// set that __match_any_sync returns.
func labelGroup(c Call) (Value, bool) {
	if c.Len() != 2 || !IsGroup(c.ArgType(0)) {
		return bad, false
	}
	var lanes kernel.Expr
	switch of := c.ArgType(0).Plain(); {
	case of.Rec == coalescedGroup.Rec:
		lanes = c.Read(c.ArgObject(0)).Fields[0].Expr
	case tileSize(of) > 0:
		lanes = tileMask(c, tileSize(of))
	default:
		return bad, false
	}
	label, ok := c.Number(1)
	if !ok {
		return bad, true
	}
	if b, isTruth := cexpr.TruthBehind(label); isTruth {
		label = cexpr.Convert(b, kernel.I32)
	}
	same := standIn(c, "__match_any_sync", emit.Argument{Pos: c.Pos(), Value: lanes},
		emit.Argument{Pos: c.ArgPos(1), Value: cexpr.Promote(label)})
	if same.Type.Bad() {
		return bad, true
	}
	return coalesced(c, same), true
}

// reduceGroup is reduce(g, x, op): the threads of a tile wait for each other, and
// the result is arbitrary.
func reduceGroup(c Call) (Value, bool) {
	if c.Len() < 2 {
		return bad, false
	}
	t := c.ArgType(0)
	if !IsGroup(t) || t.Rec == blockGroup.Rec || t.Rec == gridGroup.Rec || t.Rec == clusterGroup.Rec {
		return bad, false
	}
	x := c.Arg(1)
	if x.Type.Bad() || x.Pointer != nil || x.Type.HasPointers() {
		return bad, false
	}
	if c.Len() > 2 && !c.IsLambda(2) {
		c.ArgType(2) // evaluates it
	}
	groupMethod(c, c.ArgObject(0), "sync")
	return arbitrary(c, x.Type.Plain(), "a reduction over a group"), true
}

// reduceTile is reduce of a group. All threads of a tile get the same result: any number that the
// first of them has.
func reduceTile(c Call) (Value, bool) {
	v, ok := reduceGroup(c)
	if !ok || !v.Type.IsScalar() || v.Type.Scalar.Bits < 32 {
		return v, ok
	}
	t := c.ArgObject(0).Type()
	if t.Rec == coalescedGroup.Rec {
		return v, ok
	}
	threads := tileSize(t)
	args := []emit.Argument{{Pos: c.Pos(), Value: tileMask(c, threads)}, {Pos: c.Pos(), Value: v.Expr}, {Pos: c.Pos(), Value: kernel.NewConst(kernel.I32, 0)}}
	if threads < kernel.WarpSize {
		args = append(args, emit.Argument{Pos: c.Pos(), Value: kernel.NewConst(kernel.I32, threads)})
	}
	if same := standIn(c, "__shfl_sync", args...); !same.Type.Bad() {
		v.Expr = same.Expr
	}
	return v, true
}

// groupMethod is a call of a member function of the group g. The arguments are those
// of c, where it is the function itself that is called.
func groupMethod(c Call, g Object, name string) Value {
	switch {
	case g.Type().Rec == clusterGroup.Rec:
		return clusterMethod(c, name)
	case g.Type().Rec == gridGroup.Rec:
		return gridMethod(c, name)
	case g.Type().Rec == coalescedGroup.Rec:
		return coalescedMethod(c, c.Read(g).Fields[0].Expr, name)
	}
	t := g.Type()
	block := t.Rec == blockGroup.Rec
	rank := rank(c)
	threads := tileSize(t)
	tile := kernel.NewConst(kernel.U32, threads)
	switch {
	case name == "sync" && block:
		return standIn(c, "__syncthreads")
	case name == "sync" && threads == kernel.WarpSize:
		return standIn(c, "__syncwarp")
	case name == "sync":
		return standIn(c, "__syncwarp", emit.Argument{Pos: c.Pos(), Value: tileMask(c, threads)})
	case name == "thread_rank" && block:
		return computed(rank)
	case name == "thread_rank":
		return computed(cexpr.Binary(kernel.Rem, rank, tile))
	case (name == "size" || name == "num_threads") && block:
		return computed(product(c, kernel.BlockDim))
	case name == "size" || name == "num_threads":
		return computed(tile)
	case name == "meta_group_rank" && !block:
		return computed(cexpr.Binary(kernel.Div, rank, tile))
	case name == "meta_group_size" && !block:
		whole := cexpr.Binary(kernel.Add, product(c, kernel.BlockDim), kernel.NewConst(kernel.U32, threads-1))
		return computed(cexpr.Binary(kernel.Div, whole, tile))
	case name == "thread_index" && block, name == "group_index" && block:
		return threeDims(c, "uint3", map[string]kernel.BuiltinKind{"thread_index": kernel.ThreadIdx, "group_index": kernel.BlockIdx}[name])
	case (name == "group_dim" || name == "dim_threads") && block:
		return threeDims(c, "dim3", kernel.BlockDim)
	}
	if in := tileFunctions[name]; in != "" && !block && (threads == kernel.WarpSize || !laneSets[name]) {
		return standIn(c, in, tileArguments(c, in, threads)...)
	}
	c.Unsupported(c.Pos(), "%s of a %s; use the built-in functions", name, t)
	return bad
}

// gridMethod is a call of a member function of the grid.
func gridMethod(c Call, name string) Value {
	wide := func(x kernel.Expr) kernel.Expr { return cexpr.Convert(x, kernel.U64) }
	switch name {
	case "sync":
		grid := c.Launch().GridDim != [3]int{1, 1, 1}
		c.Emit(&kernel.Barrier{Src: c.Src(), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true, Grid: grid})
		return void
	case "is_valid":
		return computed(kernel.BoolConst(true))
	case "thread_rank":
		blocks := cexpr.Binary(kernel.Mul, wide(index(c, kernel.BlockIdx, kernel.GridDim)), wide(product(c, kernel.BlockDim)))
		return computed(cexpr.Binary(kernel.Add, blocks, wide(rank(c))))
	case "size", "num_threads":
		return computed(cexpr.Binary(kernel.Mul, wide(product(c, kernel.GridDim)), wide(product(c, kernel.BlockDim))))
	case "block_rank":
		return computed(wide(index(c, kernel.BlockIdx, kernel.GridDim)))
	case "num_blocks":
		return computed(wide(product(c, kernel.GridDim)))
	case "block_index":
		return threeDims(c, "uint3", kernel.BlockIdx)
	case "group_dim", "dim_blocks":
		return threeDims(c, "dim3", kernel.GridDim)
	}
	c.Unsupported(c.Pos(), "%s of a grid_group; use the built-in variables", name)
	return bad
}

// coalescedMethod is a call of a member function of the threads in lanes.
func coalescedMethod(c Call, lanes kernel.Expr, name string) Value {
	mask := emit.Argument{Pos: c.Pos(), Value: lanes}
	count := func(x kernel.Expr) Value {
		return computed(cexpr.Convert(cexpr.Exact("popc", kernel.I32, x), kernel.U32))
	}
	switch name {
	case "sync":
		return standIn(c, "__syncwarp", mask)
	case "size", "num_threads":
		return count(lanes)
	case "thread_rank":
		return count(cexpr.Binary(kernel.And, lanes, lanesBelow(c)))
	case "any", "all":
		if c.Len() == 1 {
			return standIn(c, "__"+name+"_sync", mask, c.Argument(0))
		}
	case "shfl", "shfl_up", "shfl_down":
		if c.Len() == 2 {
			from := c.Argument(1)
			from.Value = laneOfRank(c, lanes, name, cexpr.Convert(from.Value, kernel.U32))
			return standIn(c, "__shfl_sync", mask, c.Argument(0), from)
		}
	}
	c.Unsupported(c.Pos(), "%s of a coalesced_group; use the warp functions", name)
	return bad
}

// lane is the lane of the thread, and lanesBelow the lanes in front of it.
func lane(c Call) kernel.Expr {
	return cexpr.Binary(kernel.Rem, rank(c), kernel.NewConst(kernel.U32, kernel.WarpSize))
}

func lanesBelow(c Call) kernel.Expr {
	one := kernel.NewConst(kernel.U32, 1)
	return cexpr.Binary(kernel.Sub, cexpr.Binary(kernel.Shl, one, lane(c)), one)
}

// laneOfRank is the lane from which a shuffle among the threads in lanes takes the value: that of rank by,
// or of by ranks above or below the thread's own, and its own lane where the group has none there.
func laneOfRank(c Call, lanes kernel.Expr, name string, by kernel.Expr) kernel.Expr {
	one := kernel.NewConst(kernel.U32, 1)
	of := func(rank kernel.Expr) kernel.Expr {
		return cexpr.Convert(cexpr.Exact("fns", kernel.U32, lanes, kernel.NewConst(kernel.U32, 0), cexpr.Convert(cexpr.Binary(kernel.Add, rank, one), kernel.I32)), kernel.I32)
	}
	if name == "shfl" {
		if first, is := kernel.Fold(by).(*kernel.Const); is && first.Val == 0 {
			return cexpr.Binary(kernel.Sub, cexpr.Exact("ffs", kernel.I32, cexpr.Convert(lanes, kernel.I32)), kernel.NewConst(kernel.I32, 1))
		}
		return of(by)
	}
	own, rank := cexpr.Convert(lane(c), kernel.I32), cexpr.Convert(cexpr.Exact("popc", kernel.I32, cexpr.Binary(kernel.And, lanes, lanesBelow(c))), kernel.U32)
	if name == "shfl_up" {
		return &kernel.Cond{C: kernel.Op(kernel.Le, by, rank), X: of(cexpr.Binary(kernel.Sub, rank, by)), Y: own}
	}
	size := cexpr.Convert(cexpr.Exact("popc", kernel.I32, lanes), kernel.U32)
	inside := kernel.Op(kernel.Lt, by, cexpr.Binary(kernel.Sub, size, rank))
	return &kernel.Cond{C: inside, X: of(cexpr.Binary(kernel.Add, rank, by)), Y: own}
}

// tileFunctions are the members of a tile that are warp functions over all lanes.
var tileFunctions = map[string]string{
	"shfl": "__shfl_sync", "shfl_down": "__shfl_down_sync", "shfl_up": "__shfl_up_sync", "shfl_xor": "__shfl_xor_sync",
	"any": "__any_sync", "all": "__all_sync", "ballot": "__ballot_sync", "match_any": "__match_any_sync",
}

// laneSets are those whose result is a set of lanes, which counts from the tile's
// first one.
var laneSets = map[string]bool{"ballot": true, "match_any": true}

// tileMask names the lanes of the thread's own tile.
func tileMask(c Call, threads int64) kernel.Expr {
	if threads == kernel.WarpSize {
		return kernel.NewConst(kernel.U32, 1<<32-1)
	}
	lane := cexpr.Binary(kernel.Rem, rank(c), kernel.NewConst(kernel.U32, kernel.WarpSize))
	first := cexpr.Binary(kernel.And, lane, kernel.NewConst(kernel.U32, -threads))
	return cexpr.Binary(kernel.Shl, kernel.NewConst(kernel.U32, 1<<threads-1), first)
}

// tileArguments are those of the built-in function that a tile's stands for: the
// mask in front, and for a shuffle the width behind.
func tileArguments(c Call, in string, threads int64) []emit.Argument {
	list := []emit.Argument{{Pos: c.Pos(), Value: tileMask(c, threads)}}
	for i := range c.Len() {
		list = append(list, c.Argument(i))
	}
	if strings.HasPrefix(in, "__shfl") && threads < kernel.WarpSize {
		list = append(list, emit.Argument{Pos: c.Pos(), Value: kernel.NewConst(kernel.I32, threads)})
	}
	return list
}

// threeDims is threadIdx and its kind.
func threeDims(c Call, t string, kind kernel.BuiltinKind) Value {
	v := Value{Type: ctype.Vectors[t]}
	for dim := range 3 {
		v.Fields = append(v.Fields, Value{Type: ctype.Uint, Expr: c.Dim(kind, dim)})
	}
	return v
}
