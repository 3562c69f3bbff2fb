package syntax

import (
	"strings"

	"gv2/frontend/cuda"
)

// Captures is what a lambda captures by value: all that it uses, or some names, of which those that
// are false are captured by reference. Other is a capture of another form.
func Captures(e *cuda.LambdaExpr) (all bool, some map[string]bool, other string) {
	some = map[string]bool{}
	for i, c := range strings.Split(e.Captures, ",") {
		switch {
		case c == "=" && i == 0:
			all = true
		case strings.ContainsAny(c, "={(.") || c == "*this":
			return false, nil, c
		case c != "" && c != "this" && !strings.HasPrefix(c, "&"):
			some[c] = true
		case len(c) > 1 && c[0] == '&':
			some[c[1:]] = false
		}
	}
	return all, some, ""
}
