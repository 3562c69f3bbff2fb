package ctype

import "gv2/frontend/kernel"

// longDouble is computed with as a double on the device, and takes the 16 bytes that it has on
// the host, as nvcc has it.
const longDouble = "long double"

// Widened is t, the type of an operator's result on operands of these types, as long double where
// it is that: the kernel IR has no such type.
func Widened(t *Type, args ...*Type) *Type {
	if !t.IsScalar() || t.Scalar != kernel.F64 {
		return t
	}
	for _, a := range args {
		if a != nil && a.IsScalar() && a.Name == longDouble {
			return Scalars[longDouble]
		}
	}
	return t
}
