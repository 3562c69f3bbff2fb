package lower

import (
	"fmt"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Cooperative groups: CUDA C++ Programming Guide, "Cooperative Groups". The
// grid, the block, the tiles of it of up to a warp and the threads that are
// together at a point are modelled, by the built-in functions that mean the same;
// other groups are refused.

var gridGroup = groupType("grid_group")

// coalescedGroup has the mask of its lanes as value.
var coalescedGroup = func() *ctype.Type {
	t := groupType("coalesced_group")
	t.Rec.Fields = []ctype.Field{{Name: "lanes", Type: ctype.Uint}}
	t.Rec.LayOut(0)
	t.Rec.Index = map[string]int{}
	return t
}()

// anyGroup is thread_group, which takes any group: a variable of that type has
// the type of what it is set to.
var anyGroup = groupType("thread_group")

var blockGroup = groupType("thread_block")

// tileGroups are the tiles by their size, a power of two up to a warp.
var tileGroups = func() map[int64]*ctype.Type {
	out := map[int64]*ctype.Type{}
	for n := int64(1); n <= kernel.WarpSize; n *= 2 {
		out[n] = groupType(fmt.Sprintf("thread_block_tile<%d>", n))
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

func groupType(name string) *ctype.Type {
	r := &ctype.Record{Name: name}
	r.LayOut(0)
	return &ctype.Type{Form: ctype.RecordForm, Name: name, Rec: r}
}

func isGroup(t *ctype.Type) bool {
	return t.IsRecord() && (t.Rec == blockGroup.Rec || t.Rec == gridGroup.Rec || t.Rec == coalescedGroup.Rec) || tileSize(t) > 0
}

// isAnyGroup reports whether a variable of type t takes the type of its value.
func isAnyGroup(t *ctype.Type) bool { return t.IsRecord() && t.Rec == anyGroup.Rec }

// inGroups reports whether path::name is looked up in cooperative_groups.
func (p *program) inGroups(path []string) bool {
	if len(path) == 0 {
		for _, ns := range p.namespaces {
			if join(ns, "") == "cooperative_groups::" {
				return true
			}
		}
		return false
	}
	if full := p.spaces[path[0]]; full != nil {
		path = full
	}
	return path[0] == "cooperative_groups"
}

// groupNamed is a group type; nil if te names none.
func (l *lowerer) groupNamed(te *cuda.TypeExpr) *ctype.Type {
	if !l.prog.inGroups(te.Path) {
		return nil
	}
	switch te.Name {
	case "thread_block":
		return blockGroup
	case "thread_block_tile":
		if t := l.tileOf(te.Args); t != nil {
			return t
		}
		l.Unsupported(te.Pos, "a tile of that size; use a power of two up to 32")
		return ctype.Bad
	case "grid_group":
		return gridGroup
	case "coalesced_group":
		return coalescedGroup
	case "thread_group":
		return anyGroup
	case "plus", "less", "greater", "bit_and", "bit_or", "bit_xor":
		return groupOperator
	case "cluster_group", "multi_grid_group":
		l.Unsupported(te.Pos, "cooperative group %s; use a grid, a block or a tile", te.Name)
		return ctype.Bad
	}
	return nil
}

// groupOperator stands for cg::plus<T> and its kind, the operators of reductions.
var groupOperator = groupType("operator of a reduction")

// tileOf is the tile whose size the first template argument gives, nil if there is
// none of that size.
func (l *lowerer) tileOf(args []cuda.TemplateArg) *ctype.Type {
	if len(args) == 0 || args[0].Expr == nil {
		return nil
	}
	c, ok := l.constant(args[0].Expr)
	if !ok {
		return nil
	}
	return tileGroups[c.Val]
}

// groupFunction is a call of a function in cooperative_groups; nil if fun is
// not one of those.
func (l *lowerer) groupFunction(e *cuda.CallExpr, fun *cuda.Ident) *place {
	if !l.prog.inGroups(fun.Path) {
		return nil
	}
	switch fun.Name {
	case "this_thread_block":
		return valuePlace(e, value{t: blockGroup})
	case "this_grid":
		return valuePlace(e, value{t: gridGroup})
	case "coalesced_threads":
		lanes := l.standIn(e.Pos, e, "__activemask", nil)
		return valuePlace(e, value{t: coalescedGroup, fields: []value{l.convertTo(l.rvalue(lanes), ctype.Uint, e.Pos)}})
	case "tiled_partition":
		return l.partition(e, fun)
	case "sync", "synchronize":
		if len(e.Args) == 1 {
			if a := l.callArg(e.Args[0]); isGroup(a.t()) {
				return l.groupMethod(e.Pos, e, a.place(), "sync", nil)
			}
		}
	case "reduce", "inclusive_scan", "exclusive_scan":
		if pl := l.groupReduction(e); pl != nil {
			return pl
		}
	case "plus", "less", "greater", "bit_and", "bit_or", "bit_xor":
		return valuePlace(e, value{t: groupOperator})
	case "labeled_partition", "binary_partition":
		if pl := l.labelGroup(e); pl != nil {
			return pl
		}
	case "this_cluster", "memcpy_async", "wait", "invoke_one":
	default:
		return nil
	}
	l.Unsupported(e.Pos, "cooperative_groups::%s; use __syncthreads and the warp functions", fun.Name)
	return &badPlace
}

// partition is tiled_partition<N>(g) and tiled_partition(g, N).
func (l *lowerer) partition(e *cuda.CallExpr, fun *cuda.Ident) *place {
	t := l.tileOf(fun.Args)
	if t == nil && len(e.Args) == 2 {
		t = l.tileOf([]cuda.TemplateArg{{Expr: e.Args[1]}})
	}
	if t != nil && len(e.Args) > 0 {
		from := l.typeOf(e.Args[0]).Plain()
		if from.IsRecord() && from.Rec == blockGroup.Rec || tileSize(from) >= tileSize(t) {
			return valuePlace(e, value{t: t})
		}
	}
	l.Unsupported(e.Pos, "a partition of a group other than the block or a larger tile, or into tiles of more than 32 threads")
	return &badPlace
}

// labelGroup is labeled_partition(g, label) and binary_partition(g, condition): the
// threads of a tile or of a coalesced group that give the same value, which is the
// set that __match_any_sync returns; nil if e is no such call.
func (l *lowerer) labelGroup(e *cuda.CallExpr) *place {
	if len(e.Args) != 2 {
		return nil
	}
	g := l.callArg(e.Args[0])
	if !isGroup(g.t()) {
		return nil
	}
	var lanes kernel.Expr
	switch of := g.t().Plain(); {
	case of.Rec == coalescedGroup.Rec:
		lanes = l.read(g.place()).fields[0].e
	case tileSize(of) > 0:
		lanes = l.tileMask(tileSize(of))
	default:
		return nil
	}
	label, ok := l.scalar(e.Args[1])
	if !ok {
		return &badPlace
	}
	if b, isTruth := cexpr.TruthBehind(label); isTruth {
		label = cexpr.Convert(b, kernel.I32)
	}
	same := l.standIn(e.Pos, e, "__match_any_sync", []emit.Argument{{Pos: e.Pos, Value: lanes}, {Pos: e.Args[1].ExprPos(), Value: cexpr.Promote(label)}})
	if same.t.Bad() {
		return &badPlace
	}
	return valuePlace(e, value{t: coalescedGroup, fields: []value{l.convertTo(l.rvalue(same), ctype.Uint, e.Pos)}})
}

// groupReduction is reduce(g, x, op): the threads of a tile wait for each other,
// and the result is arbitrary.
func (l *lowerer) groupReduction(e *cuda.CallExpr) *place {
	if len(e.Args) < 2 {
		return nil
	}
	g := l.callArg(e.Args[0])
	if !isGroup(g.t()) || g.t().Rec == blockGroup.Rec || g.t().Rec == gridGroup.Rec {
		return nil
	}
	x := l.eval(e.Args[1])
	if x.bad() || x.p != nil || x.t.HasPointers() {
		return nil
	}
	if len(e.Args) > 2 {
		if _, lambda := e.Args[2].(*cuda.LambdaExpr); !lambda {
			l.callArg(e.Args[2])
		}
	}
	l.groupMethod(e.Pos, e, g.place(), "sync", nil)
	return valuePlace(e, l.arbitraryValue(e.Pos, x.t.Plain(), "a reduction over a group"))
}

// groupMethod is a call of a member function of the group at g.
func (l *lowerer) groupMethod(pos diag.Pos, e cuda.Expr, g *place, name string, args []callArg) *place {
	switch {
	case g.t.Rec == gridGroup.Rec:
		return l.gridMethod(pos, e, name)
	case g.t.Rec == coalescedGroup.Rec:
		return l.coalescedMethod(pos, e, l.read(g).fields[0].e, name, args)
	}
	t := g.t
	block := t.Rec == blockGroup.Rec
	rank := l.linearRank()
	threads := tileSize(t)
	tile := kernel.NewConst(kernel.U32, threads)
	scalar := func(x kernel.Expr) *place { return valuePlace(e, computedValue(x)) }
	switch {
	case name == "sync" && block:
		return l.standIn(pos, e, "__syncthreads", nil)
	case name == "sync" && threads == kernel.WarpSize:
		return l.standIn(pos, e, "__syncwarp", nil)
	case name == "sync":
		return l.standIn(pos, e, "__syncwarp", []emit.Argument{{Pos: pos, Value: l.tileMask(threads)}})
	case name == "thread_rank" && block:
		return scalar(rank)
	case name == "thread_rank":
		return scalar(cexpr.Binary(kernel.Rem, rank, tile))
	case (name == "size" || name == "num_threads") && block:
		return scalar(l.product(kernel.BlockDim))
	case name == "size" || name == "num_threads":
		return scalar(tile)
	case name == "meta_group_rank" && !block:
		return scalar(cexpr.Binary(kernel.Div, rank, tile))
	case name == "meta_group_size" && !block:
		whole := cexpr.Binary(kernel.Add, l.product(kernel.BlockDim), kernel.NewConst(kernel.U32, threads-1))
		return scalar(cexpr.Binary(kernel.Div, whole, tile))
	case name == "thread_index" && block, name == "group_index" && block:
		v, _ := l.builtin(map[string]string{"thread_index": "threadIdx", "group_index": "blockIdx"}[name])
		return valuePlace(e, v)
	case (name == "group_dim" || name == "dim_threads") && block:
		v, _ := l.builtin("blockDim")
		return valuePlace(e, v)
	}
	if in := tileFunctions[name]; in != "" && !block && (threads == kernel.WarpSize || !laneSets[name]) {
		return l.standIn(pos, e, in, l.tileArguments(pos, in, threads, args))
	}
	l.Unsupported(pos, "%s of a %s; use the built-in functions", name, t)
	return &badPlace
}

// gridMethod is a call of a member function of the grid.
func (l *lowerer) gridMethod(pos diag.Pos, e cuda.Expr, name string) *place {
	scalar := func(x kernel.Expr) *place { return valuePlace(e, computedValue(x)) }
	wide := func(x kernel.Expr) kernel.Expr { return cexpr.Convert(x, kernel.U64) }
	switch name {
	case "sync":
		grid := l.opts.Launch.GridDim != [3]int{1, 1, 1}
		l.Emit(&kernel.Barrier{Src: l.at(pos), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true, Grid: grid})
		return &voidPlace
	case "is_valid":
		return scalar(kernel.BoolConst(true))
	case "thread_rank":
		blocks := cexpr.Binary(kernel.Mul, wide(l.linearIndex(kernel.BlockIdx, kernel.GridDim)), wide(l.product(kernel.BlockDim)))
		return scalar(cexpr.Binary(kernel.Add, blocks, wide(l.linearRank())))
	case "size", "num_threads":
		return scalar(cexpr.Binary(kernel.Mul, wide(l.product(kernel.GridDim)), wide(l.product(kernel.BlockDim))))
	case "block_rank":
		return scalar(wide(l.linearIndex(kernel.BlockIdx, kernel.GridDim)))
	case "num_blocks":
		return scalar(wide(l.product(kernel.GridDim)))
	case "block_index":
		v, _ := l.builtin("blockIdx")
		return valuePlace(e, v)
	case "group_dim", "dim_blocks":
		v, _ := l.builtin("gridDim")
		return valuePlace(e, v)
	}
	l.Unsupported(pos, "%s of a grid_group; use the built-in variables", name)
	return &badPlace
}

// coalescedMethod is a call of a member function of the threads in lanes.
func (l *lowerer) coalescedMethod(pos diag.Pos, e cuda.Expr, lanes kernel.Expr, name string, args []callArg) *place {
	mask := emit.Argument{Pos: pos, Value: lanes}
	count := func(x kernel.Expr) *place {
		return valuePlace(e, computedValue(cexpr.Convert(cexpr.Exact("popc", kernel.I32, x), kernel.U32)))
	}
	switch name {
	case "sync":
		return l.standIn(pos, e, "__syncwarp", []emit.Argument{mask})
	case "size", "num_threads":
		return count(lanes)
	case "thread_rank":
		lane := cexpr.Binary(kernel.Rem, l.linearRank(), kernel.NewConst(kernel.U32, kernel.WarpSize))
		below := cexpr.Binary(kernel.Sub, cexpr.Binary(kernel.Shl, kernel.NewConst(kernel.U32, 1), lane), kernel.NewConst(kernel.U32, 1))
		return count(cexpr.Binary(kernel.And, lanes, below))
	case "any", "all":
		if len(args) == 1 {
			return l.standIn(pos, e, "__"+name+"_sync", []emit.Argument{mask, l.argument(args[0])})
		}
	case "shfl", "shfl_up", "shfl_down":
		// The lane that has that rank in the group is any one.
		if len(args) == 2 {
			l.argument(args[1])
			lane := l.arbitrary(pos, kernel.I32, "the lane of that rank in the group")
			return l.standIn(pos, e, "__shfl_sync", []emit.Argument{mask, l.argument(args[0]), {Pos: pos, Value: lane}})
		}
	}
	l.Unsupported(pos, "%s of a coalesced_group; use the warp functions", name)
	return &badPlace
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
func (l *lowerer) tileMask(threads int64) kernel.Expr {
	if threads == kernel.WarpSize {
		return kernel.NewConst(kernel.U32, 1<<32-1)
	}
	lane := cexpr.Binary(kernel.Rem, l.linearRank(), kernel.NewConst(kernel.U32, kernel.WarpSize))
	first := cexpr.Binary(kernel.And, lane, kernel.NewConst(kernel.U32, -threads))
	return cexpr.Binary(kernel.Shl, kernel.NewConst(kernel.U32, 1<<threads-1), first)
}

// tileArguments are those of the built-in function that a tile's stands for: the
// mask in front, and for a shuffle the width behind.
func (l *lowerer) tileArguments(pos diag.Pos, in string, threads int64, args []callArg) []emit.Argument {
	list := []emit.Argument{{Pos: pos, Value: l.tileMask(threads)}}
	for _, a := range args {
		list = append(list, l.argument(a))
	}
	if strings.HasPrefix(in, "__shfl") && threads < kernel.WarpSize {
		list = append(list, emit.Argument{Pos: pos, Value: kernel.NewConst(kernel.I32, threads)})
	}
	return list
}

// standIn calls the built-in function that a group function stands for.
func (l *lowerer) standIn(pos diag.Pos, e cuda.Expr, name string, list []emit.Argument) *place {
	in, ok := intrinsic.Lookup(name)
	if !ok {
		l.Unsupported(pos, "%s", name)
		return &badPlace
	}
	l.pos = pos
	x, ok := in.Lower(l, pos, list)
	switch {
	case !ok:
		return &badPlace
	case x == nil:
		return &voidPlace
	}
	return valuePlace(e, computedValue(x))
}

// linearRank numbers the threads of a block, x fastest.
func (l *lowerer) linearRank() kernel.Expr { return l.linearIndex(kernel.ThreadIdx, kernel.BlockDim) }

// linearIndex numbers what index counts inside size, x fastest.
func (l *lowerer) linearIndex(index, size kernel.BuiltinKind) kernel.Expr {
	z := cexpr.Binary(kernel.Mul, l.builtinDim(size, 1), l.builtinDim(index, 2))
	y := cexpr.Binary(kernel.Add, l.builtinDim(index, 1), z)
	return cexpr.Binary(kernel.Add, l.builtinDim(index, 0), cexpr.Binary(kernel.Mul, l.builtinDim(size, 0), y))
}

// product is the number of threads of a block or of blocks of the grid.
func (l *lowerer) product(size kernel.BuiltinKind) kernel.Expr {
	return cexpr.Binary(kernel.Mul, cexpr.Binary(kernel.Mul, l.builtinDim(size, 0), l.builtinDim(size, 1)), l.builtinDim(size, 2))
}
