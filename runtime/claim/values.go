package claim

import (
	"maps"
	"strconv"

	"gv2/frontend/kernel"
)

// Values are what scalar parameters and open dimensions of the launch are in a witness, by
// name and as a C programmer writes them: numbers in decimal, true and false.
type Values map[string]string

// BlockDimX and GridNames are the names of open dimensions of the launch.
const BlockDimX = "blockDim.x"

var GridNames = []string{"gridDim.x", "gridDim.y", "gridDim.z"}

// Number is a value as a number: a truth value is 0 or 1, and an unsigned one above the
// signed range is its pattern. False if there is none, or none that is a number.
func (v Values) Number(name string) (int64, bool) {
	text, given := v[name]
	switch {
	case !given:
		return 0, false
	case text == "true":
		return 1, true
	case text == "false":
		return 0, true
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	u, err := strconv.ParseUint(text, 10, 64)
	return int64(u), err == nil
}

// Written are the values with the names of parameters as the user would write them.
func (v Values) Written(params []*kernel.Var) Values {
	out := maps.Clone(v)
	for _, p := range params {
		if value, given := v[p.Name]; given && p.Written() != p.Name {
			delete(out, p.Name)
			out[p.Written()] = value
		}
	}
	return out
}

// Wide reports whether a value is a number above the signed range.
func (v Values) Wide(name string) bool {
	n, ok := v.Number(name)
	return ok && n < 0 && v[name][0] != '-'
}

// Numbers are all values that are numbers.
func (v Values) Numbers() map[string]int64 {
	out := map[string]int64{}
	for name := range v {
		if n, ok := v.Number(name); ok {
			out[name] = n
		}
	}
	return out
}
