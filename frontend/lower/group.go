package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Cooperative groups: CUDA C++ Programming Guide, "Cooperative Groups". The
// block and the warp-sized tile are modelled, by the built-in functions that
// mean the same; other groups are refused.

var (
	blockGroup = groupType("thread_block")
	warpGroup  = groupType("thread_block_tile<32>")
)

func groupType(name string) *ctype {
	r := &record{name: name}
	r.layOut(0)
	return &ctype{form: recordForm, name: name, rec: r}
}

func isGroup(t *ctype) bool {
	return t.isRecord() && (t.rec == blockGroup.rec || t.rec == warpGroup.rec)
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
		if l.warpSized(te.Args) {
			return warpGroup
		}
		l.unsupported(te.Pos, "a tile that is not a whole warp; use 32 threads")
		return badType
	case "grid_group", "cluster_group", "coalesced_group", "multi_grid_group", "thread_group":
		l.unsupported(te.Pos, "cooperative group %s; use thread_block or a tile of 32 threads", te.Name)
		return badType
	}
	return nil
}

func (l *lowerer) warpSized(args []cuda.TemplateArg) bool {
	if len(args) == 0 || args[0].Expr == nil {
		return false
	}
	c, ok := l.constant(args[0].Expr)
	return ok && c.Val == kernel.WarpSize
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
		if len(e.Args) == 1 && l.warpSized(fun.Args) && l.typeOf(e.Args[0]).plain().rec == blockGroup.rec {
			return valuePlace(e, value{t: warpGroup})
		}
		l.unsupported(e.Pos, "a partition of a group other than the block into 32 threads")
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
	warp := kernel.NewConst(kernel.U32, kernel.WarpSize)
	scalar := func(x kernel.Expr) *place { return valuePlace(e, computedValue(x)) }
	switch {
	case name == "sync" && block:
		return l.standIn(pos, e, "__syncthreads", nil)
	case name == "sync":
		return l.standIn(pos, e, "__syncwarp", nil)
	case name == "thread_rank" && block:
		return scalar(rank)
	case name == "thread_rank":
		return scalar(binary(kernel.Rem, rank, warp))
	case (name == "size" || name == "num_threads") && block:
		return scalar(size)
	case name == "size" || name == "num_threads":
		return scalar(warp)
	case name == "meta_group_rank" && !block:
		return scalar(binary(kernel.Div, rank, warp))
	case name == "thread_index" && block, name == "group_index" && block:
		v, _ := l.builtin(map[string]string{"thread_index": "threadIdx", "group_index": "blockIdx"}[name])
		return valuePlace(e, v)
	case (name == "group_dim" || name == "dim_threads") && block:
		v, _ := l.builtin("blockDim")
		return valuePlace(e, v)
	}
	if in := tileFunctions[name]; in != "" && !block {
		return l.standIn(pos, e, in, args)
	}
	l.unsupported(pos, "%s of a %s; use the built-in functions", name, t)
	return &badPlace
}

// tileFunctions are the members of a tile that are warp functions over all lanes.
var tileFunctions = map[string]string{
	"shfl": "__shfl_sync", "shfl_down": "__shfl_down_sync", "shfl_up": "__shfl_up_sync", "shfl_xor": "__shfl_xor_sync",
	"any": "__any_sync", "all": "__all_sync", "ballot": "__ballot_sync", "match_any": "__match_any_sync",
}

// standIn calls the built-in function that a group function stands for; those
// with arguments take the mask of all lanes first.
func (l *lowerer) standIn(pos diag.Pos, e cuda.Expr, name string, args []callArg) *place {
	in, ok := lookupIntrinsic(name)
	if !ok {
		l.unsupported(pos, "%s", name)
		return &badPlace
	}
	var list []argument
	if len(args) > 0 {
		list = append(list, argument{pos: pos, value: kernel.NewConst(kernel.U32, 1<<32-1)})
	}
	for _, a := range args {
		list = append(list, l.argument(a))
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
