package predefined

import (
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

var builtinKinds = map[string]kernel.BuiltinKind{
	"threadIdx": kernel.ThreadIdx, "blockIdx": kernel.BlockIdx,
	"blockDim": kernel.BlockDim, "gridDim": kernel.GridDim,
}

// Builtin is threadIdx and its kind, and warpSize.
func Builtin(name string, launch kernel.Launch) (object.Value, bool) {
	if name == "warpSize" {
		return object.ScalarValue(ctype.Of(kernel.I32), kernel.NewConst(kernel.I32, kernel.WarpSize)), true
	}
	kind, ok := builtinKinds[name]
	if !ok {
		return object.Value{}, false
	}
	t := ctype.Vectors["uint3"]
	if kind == kernel.BlockDim || kind == kernel.GridDim {
		t = ctype.Vectors["dim3"]
	}
	v := object.Value{T: t}
	for dim := range 3 {
		v.Fields = append(v.Fields, object.ScalarValue(ctype.Uint, BuiltinDim(kind, dim, launch)))
	}
	return v, true
}

// BuiltinDim folds what the launch decides.
func BuiltinDim(kind kernel.BuiltinKind, dim int, launch kernel.Launch) kernel.Expr {
	size := launch.BlockDim[dim]
	if kind == kernel.BlockIdx || kind == kernel.GridDim {
		size = launch.GridDim[dim]
	}
	index := kind == kernel.ThreadIdx || kind == kernel.BlockIdx
	switch {
	case !index && size > 0:
		return kernel.NewConst(kernel.U32, int64(size))
	case index && size == 1:
		return kernel.NewConst(kernel.U32, 0)
	}
	return &kernel.Builtin{Kind: kind, Dim: dim}
}
