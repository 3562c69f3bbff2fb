package annotation

import (
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
)

// Extents enters into k, which is lowered, how long the arrays behind pointer parameters are by what holds at
// every launch: constants as their lengths, others as extents. It adds the sentences to what k assumes.
func Extents(k *kernel.Kernel, holds []kernel.Precondition, values map[Scalar]kernel.Expr) {
	for _, p := range holds {
		if p.Of == "" {
			continue
		}
		bytes, readable := inKernel(k, p.Cond, values)
		a := behind(k, p.Of)
		if !readable || a == nil {
			continue
		}
		unit := int64(a.Elem.Bits / 8)
		if c, constant := bytes.(*kernel.Const); constant {
			if c.Val > 0 {
				a.Len = c.Val / unit
				k.Assumptions = append(k.Assumptions, p.Text)
			}
			continue
		}
		if OnlyParams(bytes) && !slices.ContainsFunc(k.Extents, func(e kernel.Extent) bool { return e.Array == a }) {
			k.Extents = append(k.Extents, kernel.Extent{Array: a, Count: elements(bytes, unit), Text: p.Text})
		}
	}
	k.Extents = slices.DeleteFunc(k.Extents, func(e kernel.Extent) bool { return e.Array.Len >= 0 })
}

// behind is the array that a pointer parameter leads to, if its elements lie there one behind the other; nil for others.
func behind(k *kernel.Kernel, name string) *kernel.Array {
	var found *kernel.Array
	for _, a := range k.Arrays {
		if a.Label != name {
			continue
		}
		if found != nil || !a.Param || a.Space != kernel.Global || len(a.Dims) > 0 || a.Elem.Kind == kernel.Bool || a.Elem.Bits%8 != 0 || a.Elem.Bits == 0 {
			return nil
		}
		found = a
	}
	if found != nil && found.Len >= 0 {
		return nil
	}
	return found
}

// elements is a number of bytes in elements of that size. Of n * 4 bytes there are n elements of 4 for every int
// n: where that is negative so many bytes are not given.
func elements(bytes kernel.Expr, size int64) kernel.Expr {
	if x := divided(bytes, size); x != nil {
		return kernel.Fold(x)
	}
	return kernel.Fold(&kernel.Binary{Op: kernel.Div, X: wide(bytes), Y: kernel.NewConst(kernel.I64, size)})
}

func wide(x kernel.Expr) kernel.Expr {
	if x.Type() == kernel.I64 {
		return x
	}
	return &kernel.Convert{T: kernel.I64, X: x}
}

// divided is x / size as an i64 where x is a sum of products of which each has a factor that size divides;
// nil for others, and where unsigned arithmetic may wrap around and give little memory.
func divided(x kernel.Expr, size int64) kernel.Expr {
	switch x := x.(type) {
	case *kernel.Const:
		if x.Val%size == 0 && x.Val >= 0 {
			return kernel.NewConst(kernel.I64, x.Val/size)
		}
	case *kernel.Convert:
		if from := x.X.Type(); from.IsInt() && from.Bits < x.T.Bits && from.Signed {
			return divided(x.X, size)
		}
	case *kernel.Binary:
		if !x.Type().Signed && (x.Type().Bits < 64 || magnitude(x) > 63) {
			return nil
		}
		switch x.Op {
		case kernel.Add:
			if a, b := divided(x.X, size), divided(x.Y, size); a != nil && b != nil {
				return &kernel.Binary{Op: kernel.Add, X: a, Y: b}
			}
		case kernel.Mul:
			if a := divided(x.X, size); a != nil {
				return &kernel.Binary{Op: kernel.Mul, X: a, Y: wide(x.Y)}
			}
			if b := divided(x.Y, size); b != nil {
				return &kernel.Binary{Op: kernel.Mul, X: wide(x.X), Y: b}
			}
		default:
			// Others have no factors.
		}
	default:
		// Nor have they.
	}
	return nil
}

// magnitude is how many bits the absolute value of x has at most.
func magnitude(x kernel.Expr) int {
	switch x := x.(type) {
	case *kernel.Const:
		if x.Val >= 0 {
			return bits.Len64(uint64(x.Val))
		}
	case *kernel.Convert:
		if x.X.Type().IsInt() && x.X.Type().Bits < x.T.Bits {
			return magnitude(x.X)
		}
	case *kernel.Binary:
		switch x.Op {
		case kernel.Add:
			return max(magnitude(x.X), magnitude(x.Y)) + 1
		case kernel.Mul:
			if x.Type().Bits == 64 {
				return magnitude(x.X) + magnitude(x.Y)
			}
		default:
			// Others are as large as their type.
		}
	default:
		// So are they.
	}
	if t := x.Type(); t.Signed {
		return t.Bits - 1
	}
	return x.Type().Bits
}
