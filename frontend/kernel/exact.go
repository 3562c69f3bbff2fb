package kernel

import "math/bits"

// ExactFunc is an integer function that gv2 can compute.
type ExactFunc struct {
	// Args is the number of arguments.
	Args int
	// Same is set if the result has the type of the first argument.
	Same bool
	// Eval computes the function. t is the type of the first argument, which
	// alone decides width and signedness; args are in the range of their types.
	// The caller must reduce the result to the type of the call (Type.Wrap).
	Eval func(t Type, args []int64) int64
}

// Exact holds the functions for which a Call of integer type has an exact meaning,
// by Call.Fn. Signedness and width come from the type of the first argument: "min"
// is umin on u32, "mulhi" is __umul64hi on u64. The source is the integer
// intrinsics part of NVIDIA's CUDA Math API.
//
//	min(x,y) max(x,y) abs(x)     as in C; abs of the least value is itself
//	mul24(x,y)                   low 32 bits of the product of the low 24 bits
//	mulhi(x,y)                   upper half of the full product
//	popc(x) clz(x) ffs(x)        i32: ones, leading zeros, 1 + lowest one or 0
//	brev(x)                      bits in reverse order
//	sad(x,y,z)                   |x-y| + z, u32
//	hadd(x,y) rhadd(x,y)         (x+y)>>1, (x+y+1)>>1 without overflow
//	byte_perm(x,y,s)             four of the eight bytes of y:x, by the nibbles of s
//	funnelshift_l(lo,hi,n)       upper half of hi:lo << (n & 31); _lc: min(n,32)
//	funnelshift_r(lo,hi,n)       lower half of hi:lo >> (n & 31); _rc: min(n,32)
//	dp4a(x,y,z)                  z + the dot product of the four bytes of x and y
//	fns(m,b,n)                   place of the n-th one of m from bit b on, downwards for n < 0, 2^32-1 if there is none
var Exact = map[string]ExactFunc{
	"min":            {2, true, func(t Type, a []int64) int64 { return pick(t.less(a[0], a[1]), a) }},
	"max":            {2, true, func(t Type, a []int64) int64 { return pick(t.less(a[1], a[0]), a) }},
	"abs":            {1, true, evalAbs},
	"mul24":          {2, true, evalMul24},
	"mulhi":          {2, true, evalMulhi},
	"popc":           {1, false, func(t Type, a []int64) int64 { return int64(bits.OnesCount64(t.bits(a[0]))) }},
	"clz":            {1, false, func(t Type, a []int64) int64 { return int64(bits.LeadingZeros64(t.bits(a[0])) - 64 + t.Bits) }},
	"ffs":            {1, false, evalFfs},
	"brev":           {1, true, func(t Type, a []int64) int64 { return int64(bits.Reverse64(t.bits(a[0])) >> (64 - t.Bits)) }},
	"sad":            {3, false, evalSad},
	"hadd":           {2, true, func(t Type, a []int64) int64 { return t.halfSum(a[0], a[1], 0) }},
	"rhadd":          {2, true, func(t Type, a []int64) int64 { return t.halfSum(a[0], a[1], 1) }},
	"byte_perm":      {3, true, evalBytePerm},
	"funnelshift_l":  {3, true, func(_ Type, a []int64) int64 { return funnelLeft(a, uint32(a[2])&31) }},
	"funnelshift_lc": {3, true, func(_ Type, a []int64) int64 { return funnelLeft(a, min(uint32(a[2]), 32)) }},
	"funnelshift_r":  {3, true, func(_ Type, a []int64) int64 { return funnelRight(a, uint32(a[2])&31) }},
	"funnelshift_rc": {3, true, func(_ Type, a []int64) int64 { return funnelRight(a, min(uint32(a[2]), 32)) }},
	"dp4a":           {3, true, evalDp4a},
	"fns":            {3, false, func(_ Type, a []int64) int64 { return nthOne(uint32(a[0]), int64(uint32(a[1])), int64(int32(a[2]))) }},
}

// HasForm reports whether a call has a short form in bit-vectors. Of others a translation knows that
// equal arguments give equal results, and no more.
func HasForm(c *Call) bool {
	if !IsExact(c) {
		return false
	}
	switch c.Fn {
	case "byte_perm":
		_, constant := c.Args[2].(*Const)
		return constant
	case "dp4a", "fns":
		return false
	}
	return true
}

// IsExact reports whether e has a meaning in Exact: its name is there and it
// works on integers.
func IsExact(e *Call) bool {
	f, ok := Exact[e.Fn]
	if !ok || !e.T.IsInt() || len(e.Args) != f.Args {
		return false
	}
	for _, a := range e.Args {
		if !a.Type().IsInt() {
			return false
		}
	}
	return true
}

// bits returns the bit pattern of a value of type t, upper bits zero.
func (t Type) bits(v int64) uint64 {
	return uint64(v) << (64 - t.Bits) >> (64 - t.Bits)
}

// less compares two values of integer type t.
func (t Type) less(x, y int64) bool {
	if t.Signed {
		return x < y
	}
	return uint64(x) < uint64(y)
}

func pick(first bool, a []int64) int64 {
	if first {
		return a[0]
	}
	return a[1]
}

func evalAbs(t Type, a []int64) int64 {
	if t.Signed && a[0] < 0 {
		return -a[0]
	}
	return a[0]
}

func evalMul24(t Type, a []int64) int64 {
	low := func(v int64) int64 {
		if t.Signed {
			return v << 40 >> 40
		}
		return v & 0xffffff
	}
	return int64(uint32(low(a[0]) * low(a[1])))
}

func evalMulhi(t Type, a []int64) int64 {
	if t.Bits < 64 {
		return a[0] * a[1] >> t.Bits
	}
	hi, _ := bits.Mul64(uint64(a[0]), uint64(a[1]))
	if t.Signed {
		// A negative factor's pattern is 2^64 too large.
		if a[0] < 0 {
			hi -= uint64(a[1])
		}
		if a[1] < 0 {
			hi -= uint64(a[0])
		}
	}
	return int64(hi)
}

func evalFfs(t Type, a []int64) int64 {
	if a[0] == 0 {
		return 0
	}
	return int64(bits.TrailingZeros64(t.bits(a[0])) + 1)
}

func evalSad(t Type, a []int64) int64 {
	if t.less(a[0], a[1]) {
		return a[1] - a[0] + a[2]
	}
	return a[0] - a[1] + a[2]
}

// halfSum is (x + y + carry) >> 1 with a sum that cannot overflow.
func (t Type) halfSum(x, y, carry int64) int64 {
	if t.Bits < 64 {
		return (x + y + carry) >> 1
	}
	half := func(v int64) int64 {
		if t.Signed {
			return v >> 1
		}
		return int64(uint64(v) >> 1)
	}
	return half(x) + half(y) + (x&1+y&1+carry)>>1
}

func evalBytePerm(_ Type, a []int64) int64 {
	from := uint64(uint32(a[1]))<<32 | uint64(uint32(a[0]))
	var out uint32
	for i := range 4 {
		which := uint32(a[2]) >> (4 * i) & 7
		out |= uint32(from>>(8*which)&0xff) << (8 * i)
	}
	return int64(out)
}

func funnelLeft(a []int64, n uint32) int64 {
	return int64((uint64(uint32(a[1]))<<32 | uint64(uint32(a[0]))) << n >> 32)
}

func funnelRight(a []int64, n uint32) int64 {
	return int64(uint32((uint64(uint32(a[1]))<<32 | uint64(uint32(a[0]))) >> n))
}

func evalDp4a(t Type, a []int64) int64 {
	sum := a[2]
	for i := range 4 {
		x, y := a[0]>>(8*i)&0xff, a[1]>>(8*i)&0xff
		if t.Signed {
			x, y = int64(int8(x)), int64(int8(y))
		}
		sum += x * y
	}
	return sum
}

// nthOne is fns of the PTX manual: the n-th one, counted from the one at bit base.
func nthOne(mask uint32, base, n int64) int64 {
	const none = 1<<32 - 1
	step, left := int64(1), n
	switch {
	case n == 0 && base < 32 && mask>>base&1 == 1:
		return base
	case n == 0:
		return none
	case n < 0:
		step, left = -1, -n
	}
	for at := base; 0 <= at && at < 32; at += step {
		if mask>>at&1 == 1 {
			if left--; left == 0 {
				return at
			}
		}
	}
	return none
}
