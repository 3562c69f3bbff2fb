package predefined

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// IntLiteral is the value of a literal. It has the first type of C's list that holds it; a character is char.
func IntLiteral(e *cuda.IntLit) object.Value {
	if e.Char {
		return object.ScalarValue(ctype.Of(kernel.I8), kernel.NewConst(kernel.I8, int64(e.Value)))
	}
	if e.Wide != "" {
		t := ctype.Scalars[e.Wide]
		return object.ScalarValue(t, kernel.NewConst(t.Scalar, int64(e.Value)))
	}
	t := kernel.U64
	switch v := e.Value; {
	case e.Long == 0 && !e.Unsigned && v < 1<<31:
		t = kernel.I32
	case e.Long == 0 && v < 1<<32 && (e.Unsigned || !e.Decimal):
		t = kernel.U32
	case !e.Unsigned && v < 1<<63:
		t = kernel.I64
	}
	v := object.ScalarValue(ctype.Of(t), kernel.NewConst(t, int64(e.Value)))
	v.Zero = e.Value == 0
	return v
}
