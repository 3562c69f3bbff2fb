package emulate

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// binaryRow computes the frequent operations on known operands for all lanes at
// once; ok is false for the others. In unwanted lanes the result may be
// meaningless, but the computation is defined for all numbers.
func binaryRow(op kernel.BinaryOp, t eval.Type, to, x, y *row) (ok bool) {
	if t.Float() {
		return false
	}
	switch op {
	case kernel.Add:
		for l := range to {
			to[l] = x[l] + y[l]
		}
	case kernel.Sub:
		for l := range to {
			to[l] = x[l] - y[l]
		}
	case kernel.Mul:
		for l := range to {
			to[l] = x[l] * y[l]
		}
	case kernel.And, kernel.LAnd:
		for l := range to {
			to[l] = x[l] & y[l]
		}
		return true
	case kernel.Or, kernel.LOr:
		for l := range to {
			to[l] = x[l] | y[l]
		}
		return true
	case kernel.Xor:
		for l := range to {
			to[l] = x[l] ^ y[l]
		}
		return true
	case kernel.Shl, kernel.Shr:
		return shiftRow(op, t, to, x, y)
	default:
		return op.IsComparison() && compareRow(op, t, to, x, y)
	}
	wrapRow(t, to)
	return true
}

// wrapRow is eval.Type.wrap for integers.
func wrapRow(t eval.Type, v *row) {
	switch t {
	case eval.I32:
		for l := range v {
			v[l] = int64(int32(v[l]))
		}
	case eval.U32:
		for l := range v {
			v[l] = int64(uint32(v[l]))
		}
	case eval.I64, eval.U64:
	default:
		for l := range v {
			v[l] = t.Wrap(v[l])
		}
	}
}

// shiftRow shifts if all counts are less than the width.
func shiftRow(op kernel.BinaryOp, t eval.Type, to, x, y *row) bool {
	width := uint64(t.Bits())
	for l := range y {
		if uint64(y[l]) >= width {
			return false
		}
	}
	switch {
	case op == kernel.Shl:
		for l := range to {
			to[l] = x[l] << (uint64(y[l]) & 63)
		}
		wrapRow(t, to)
	case t == eval.U64:
		for l := range to {
			to[l] = int64(uint64(x[l]) >> (uint64(y[l]) & 63))
		}
	default:
		for l := range to {
			to[l] = x[l] >> (uint64(y[l]) & 63)
		}
	}
	return true
}

func compareRow(op kernel.BinaryOp, t eval.Type, to, x, y *row) bool {
	if t == eval.U64 && op != kernel.Eq && op != kernel.Ne {
		return false
	}
	switch op {
	case kernel.Eq:
		for l := range to {
			to[l] = eval.Truth(x[l] == y[l])
		}
	case kernel.Ne:
		for l := range to {
			to[l] = eval.Truth(x[l] != y[l])
		}
	case kernel.Lt:
		for l := range to {
			to[l] = eval.Truth(x[l] < y[l])
		}
	case kernel.Le:
		for l := range to {
			to[l] = eval.Truth(x[l] <= y[l])
		}
	case kernel.Gt:
		for l := range to {
			to[l] = eval.Truth(x[l] > y[l])
		}
	default:
		for l := range to {
			to[l] = eval.Truth(x[l] >= y[l])
		}
	}
	return true
}
