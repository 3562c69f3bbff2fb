package eval

import (
	"math"

	"gv2/frontend/kernel"
)

// Atomic is the operation of a kernel.Atomic.
type Atomic uint8

const (
	Add Atomic = 1 + iota
	Sub
	And
	Or
	Xor
	Min
	Max
	Inc
	Dec
	CAS
	Exchange
	LoadOnly
	StoreOnly
)

var atomics = map[string]Atomic{"add": Add, "sub": Sub, "and": And, "or": Or, "xor": Xor, "min": Min, "max": Max,
	"inc": Inc, "dec": Dec, "cas": CAS, "exch": Exchange,
	"load": LoadOnly, "store": StoreOnly}

// AtomicOf is the operation of s.
func AtomicOf(s *kernel.Atomic) Atomic { return atomics[s.Op] }

// Commutes reports whether the order of operations of this kind on an integer leaves
// no trace. (A difference is the sum with the opposite number.)
func (op Atomic) Commutes() bool { return op >= Add && op <= Max && op != Sub || op == LoadOnly }

// Updated is what the operation makes of an element of type t that holds old; y is
// the value that CAS stores.
func (op Atomic) Updated(t Type, old, x, y int64) int64 {
	if t.Float() && op < CAS {
		return op.updatedFloat(t, Decode(t, old), Decode(t, x))
	}
	v := x
	switch op {
	case Add:
		v = old + x
	case Sub:
		v = old - x
	case And:
		v = old & x
	case Or:
		v = old | x
	case Xor:
		v = old ^ x
	case Min:
		if less(t, old, x) {
			v = old
		}
	case Max:
		if less(t, x, old) {
			v = old
		}
	case Inc:
		if v = old + 1; !less(t, old, x) {
			v = 0
		}
	case Dec:
		if v = old - 1; old == 0 || less(t, x, old) {
			v = x
		}
	case LoadOnly:
		v = old
	case CAS:
		if v = old; old == x {
			v = y
		}
	}
	return t.Wrap(v)
}

func (op Atomic) updatedFloat(t Type, old, x float64) int64 {
	switch op {
	case Sub:
		return Encode(t, old-x)
	case Min:
		return Encode(t, math.Min(old, x))
	case Max:
		return Encode(t, math.Max(old, x))
	}
	return Encode(t, old+x)
}
