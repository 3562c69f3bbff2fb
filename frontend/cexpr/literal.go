package cexpr

import (
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// Literal reads a C literal as a constant of type t, nil if it is none.
func Literal(text string, t kernel.Type) kernel.Expr {
	text = strings.TrimSpace(text)
	if t.Kind == kernel.Float {
		if _, err := strconv.ParseFloat(strings.TrimRight(text, "fF"), 64); err != nil {
			return nil
		}
		return &kernel.FloatConst{T: t, Text: text}
	}
	switch text {
	case "true":
		return Convert(kernel.NewConst(kernel.I32, 1), t)
	case "false":
		return Convert(kernel.NewConst(kernel.I32, 0), t)
	}
	digits := strings.TrimRight(text, "uUlL")
	n, err := strconv.ParseInt(digits, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(digits, 0, 64)
		if err != nil || t != kernel.U64 {
			return nil
		}
		n = int64(u)
	}
	if t.IsInt() && t.Wrap(n) != n {
		return nil
	}
	return Convert(kernel.NewConst(kernel.I64, n), t)
}
