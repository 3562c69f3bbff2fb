package lower

import (
	"fmt"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Cooperative groups: CUDA C++ Programming Guide, "Cooperative Groups". The
// block and the tiles of it, of up to a warp, are modelled, by the built-in
// functions that mean the same; other groups are refused.

var blockGroup = groupType("thread_block")

// tileGroups are the tiles by their size, a power of two up to a warp.
var tileGroups = func() map[int64]*ctype {
	out := map[int64]*ctype{}
	for n := int64(1); n <= kernel.WarpSize; n *= 2 {
		out[n] = groupType(fmt.Sprintf("thread_block_tile<%d>", n))
	}
	return out
}()

// tileSize is the number of threads of a tile; 0 if t is none.
func tileSize(t *ctype) int64 {
	for n, tile := range tileGroups {
		if t.isRecord() && t.rec == tile.rec {
			return n
		}
	}
	return 0
}

func groupType(name string) *ctype {
	r := &record{name: name}
	r.layOut(0)
	return &ctype{form: recordForm, name: name, rec: r}
}

func isGroup(t *ctype) bool {
	return t.isRecord() && t.rec == blockGroup.rec || tileSize(t) > 0
}

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
func (l *lowerer) groupNamed(te *cuda.TypeExpr) *ctype {
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
		l.unsupported(te.Pos, "a tile of that size; use a power of two up to 32")
		return badType
	case "grid_group", "cluster_group", "coalesced_group", "multi_grid_group", "thread_group":
		l.unsupported(te.Pos, "cooperative group %s; use thread_block or a tile", te.Name)
		return badType
	}
	return nil
}

// tileOf is the tile whose size the first template argument gives, nil if there is
// none of that size.
func (l *lowerer) tileOf(args []cuda.TemplateArg) *ctype {
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
	case "tiled_partition":
		if t := l.tileOf(fun.Args); t != nil && len(e.Args) == 1 && l.typeOf(e.Args[0]).plain().rec == blockGroup.rec {
			return valuePlace(e, value{t: t})
		}
		l.unsupported(e.Pos, "a partition of a group other than the block, or into tiles of more than 32 threads")
		return &badPlace
	case "sync":
		if len(e.Args) == 1 {
			if t := l.typeOf(e.Args[0]); isGroup(t) {
				return l.groupMethod(e.Pos, e, t, "sync", nil)
			}
		}
	case "this_grid", "coalesced_threads", "this_cluster", "memcpy_async", "wait", "reduce", "labeled_partition", "binary_partition":
	default:
		return nil
	}
	l.unsupported(e.Pos, "cooperative_groups::%s; use __syncthreads and the warp functions", fun.Name)
	return &badPlace
}

// groupMethod is a call of a member function of a group.
func (l *lowerer) groupMethod(pos diag.Pos, e cuda.Expr, t *ctype, name string, args []callArg) *place {
	block := t.rec == blockGroup.rec
	rank := l.linearRank()
	size := binary(kernel.Mul, binary(kernel.Mul, l.builtinDim(kernel.BlockDim, 0), l.builtinDim(kernel.BlockDim, 1)), l.builtinDim(kernel.BlockDim, 2))
	threads := tileSize(t)
	tile := kernel.NewConst(kernel.U32, threads)
	scalar := func(x kernel.Expr) *place { return valuePlace(e, computedValue(x)) }
	switch {
	case name == "sync" && block:
		return l.standIn(pos, e, "__syncthreads", nil)
	case name == "sync" && threads == kernel.WarpSize:
		return l.standIn(pos, e, "__syncwarp", nil)
	case name == "sync":
		return l.standIn(pos, e, "__syncwarp", []argument{{pos: pos, value: l.tileMask(threads)}})
	case name == "thread_rank" && block:
		return scalar(rank)
	case name == "thread_rank":
		return scalar(binary(kernel.Rem, rank, tile))
	case (name == "size" || name == "num_threads") && block:
		return scalar(size)
	case name == "size" || name == "num_threads":
		return scalar(tile)
	case name == "meta_group_rank" && !block:
		return scalar(binary(kernel.Div, rank, tile))
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
	l.unsupported(pos, "%s of a %s; use the built-in functions", name, t)
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
	lane := binary(kernel.Rem, l.linearRank(), kernel.NewConst(kernel.U32, kernel.WarpSize))
	first := binary(kernel.And, lane, kernel.NewConst(kernel.U32, -threads))
	return binary(kernel.Shl, kernel.NewConst(kernel.U32, 1<<threads-1), first)
}

// tileArguments are those of the built-in function that a tile's stands for: the
// mask in front, and for a shuffle the width behind.
func (l *lowerer) tileArguments(pos diag.Pos, in string, threads int64, args []callArg) []argument {
	list := []argument{{pos: pos, value: l.tileMask(threads)}}
	for _, a := range args {
		list = append(list, l.argument(a))
	}
	if strings.HasPrefix(in, "__shfl") && threads < kernel.WarpSize {
		list = append(list, argument{pos: pos, value: kernel.NewConst(kernel.I32, threads)})
	}
	return list
}

// standIn calls the built-in function that a group function stands for.
func (l *lowerer) standIn(pos diag.Pos, e cuda.Expr, name string, list []argument) *place {
	in, ok := lookupIntrinsic(name)
	if !ok {
		l.unsupported(pos, "%s", name)
		return &badPlace
	}
	l.pos = pos
	x, ok := in.lower(l, pos, list)
	switch {
	case !ok:
		return &badPlace
	case x == nil:
		return &voidPlace
	}
	return valuePlace(e, computedValue(x))
}

// linearRank numbers the threads of a block, x fastest.
func (l *lowerer) linearRank() kernel.Expr {
	z := binary(kernel.Mul, l.builtinDim(kernel.BlockDim, 1), l.builtinDim(kernel.ThreadIdx, 2))
	y := binary(kernel.Add, l.builtinDim(kernel.ThreadIdx, 1), z)
	return binary(kernel.Add, l.builtinDim(kernel.ThreadIdx, 0), binary(kernel.Mul, l.builtinDim(kernel.BlockDim, 0), y))
}
