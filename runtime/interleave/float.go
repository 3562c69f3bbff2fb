package interleave

import (
	"math"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// Floating-point values are bit patterns of their types. Of 16 bits it is not known
// what they mean; they are taken to be the upper half of 32.

func fromFloat(t kernel.Type, v int64) float64 {
	switch t.Bits {
	case 64:
		return math.Float64frombits(uint64(v))
	case 32:
		return float64(math.Float32frombits(uint32(v)))
	}
	return float64(math.Float32frombits(uint32(v) << 16))
}

func toFloat(t kernel.Type, f float64) int64 {
	switch t.Bits {
	case 64:
		return int64(math.Float64bits(f))
	case 32:
		return int64(math.Float32bits(float32(f)))
	}
	return int64(math.Float32bits(float32(f)) >> 16)
}

func literal(e *kernel.FloatConst) int64 {
	f, err := strconv.ParseFloat(strings.TrimRight(e.Text, "fFlLhH"), 64)
	if err != nil {
		f = math.MaxFloat32
	}
	return toFloat(e.T, f)
}

func floatBinary(op kernel.BinaryOp, t kernel.Type, a, b int64) int64 {
	x, y := fromFloat(t, a), fromFloat(t, b)
	switch op {
	case kernel.Add:
		return toFloat(t, x+y)
	case kernel.Sub:
		return toFloat(t, x-y)
	case kernel.Mul:
		return toFloat(t, x*y)
	case kernel.Div:
		return toFloat(t, x/y)
	case kernel.Eq:
		return truth(x == y)
	case kernel.Ne:
		return truth(x != y)
	case kernel.Lt:
		return truth(x < y)
	case kernel.Le:
		return truth(x <= y)
	case kernel.Gt:
		return truth(x > y)
	}
	return truth(x >= y)
}

func floatConvert(from, to kernel.Type, v int64) int64 {
	switch {
	case from == to:
		return v
	case from.Kind != kernel.Float && from.Signed || from.Kind == kernel.Bool:
		return toFloat(to, float64(v))
	case from.Kind != kernel.Float:
		return toFloat(to, float64(uint64(v)))
	case to.Kind == kernel.Float:
		return toFloat(to, fromFloat(from, v))
	case to.Kind == kernel.Bool:
		return truth(fromFloat(from, v) != 0)
	}
	return to.Wrap(int64(fromFloat(from, v)))
}
