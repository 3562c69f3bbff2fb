package steps

import (
	"strconv"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/eval"
)

// valueText is a value as a C programmer would write it.
func valueText(t kernel.Type, v int64) string {
	switch t.Kind {
	case kernel.Float:
		return strconv.FormatFloat(eval.Decode(eval.TypeOf(t), v), 'g', -1, 64)
	case kernel.Bool:
		return strconv.FormatBool(v != 0)
	}
	return claim.ScalarText(t, v)
}
