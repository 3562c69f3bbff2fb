package syntax

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// specification is the prefix of functions that only have a contract: their
// bodies are not executed.
const specification = "__spec"

// IsSpecification reports whether fn has a contract alone.
func IsSpecification(fn *cuda.FuncDecl) bool { return strings.HasPrefix(fn.Name, specification) }

// ResultFits reports whether __return_val_WANT may stand for a result of type t.
func ResultFits(want string, t *ctype.Type) bool {
	switch want {
	case "int":
		return t.IsScalar() && t.Scalar.IsInt() && t.Scalar.Bits == 32
	case "bool":
		return t.IsScalar() && t.Scalar == kernel.BoolType
	case "ptr", "funptr":
		return t.IsPointer()
	case "int4":
		return t.IsRecord() && t.Rec.Name == "int4"
	}
	return want == "__return_val"
}
