package emulate

import "gv2/frontend/kernel"

// binaryRow computes the frequent operations for all lanes at once, operands
// being known; ok is false for the others. It may compute nonsense in lanes that
// are not wanted, but is defined for all numbers.
func binaryRow(op kernel.BinaryOp, t typeCode, to, x, y *row) (ok bool) {
	if t.float() {
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

// wrapRow is typeCode.wrap for integers.
func wrapRow(t typeCode, v *row) {
	switch t {
	case i32Code:
		for l := range v {
			v[l] = int64(int32(v[l]))
		}
	case u32Code:
		for l := range v {
			v[l] = int64(uint32(v[l]))
		}
	case i64Code, u64Code:
	default:
		for l := range v {
			v[l] = t.wrap(v[l])
		}
	}
}

// shiftRow shifts where all counts are less than the width.
func shiftRow(op kernel.BinaryOp, t typeCode, to, x, y *row) bool {
	width := uint64(t.bits())
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
	case t == u64Code:
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

func compareRow(op kernel.BinaryOp, t typeCode, to, x, y *row) bool {
	if t == u64Code && op != kernel.Eq && op != kernel.Ne {
		return false
	}
	switch op {
	case kernel.Eq:
		for l := range to {
			to[l] = boolean(x[l] == y[l])
		}
	case kernel.Ne:
		for l := range to {
			to[l] = boolean(x[l] != y[l])
		}
	case kernel.Lt:
		for l := range to {
			to[l] = boolean(x[l] < y[l])
		}
	case kernel.Le:
		for l := range to {
			to[l] = boolean(x[l] <= y[l])
		}
	case kernel.Gt:
		for l := range to {
			to[l] = boolean(x[l] > y[l])
		}
	default:
		for l := range to {
			to[l] = boolean(x[l] >= y[l])
		}
	}
	return true
}
