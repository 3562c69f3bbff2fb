package counterexample

import (
	"strconv"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// model reads the values of one failure's captured state. What the state does
// not tell is reported as absent, never made up.
type model struct {
	state  map[string]string
	launch kernel.Launch
	pair   fact.Pair
	// current is set where the state was captured right before the check that
	// failed; in an older state only constants can be trusted.
	current bool
}

// variable returns the value of something that changes during execution.
func (m model) variable(name string) (int64, bool) {
	if !m.current {
		return 0, false
	}
	return m.integer(name)
}

// integer returns the value of a variable. Bit-vectors come as unsigned
// decimals and are read as 64-bit patterns.
func (m model) integer(name string) (int64, bool) {
	text, ok := m.state[name]
	if !ok {
		return 0, false
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return int64(n), true
	}
	return 0, false
}

// thread returns threadIdx of thread 1 or 2, nil unless every dimension is
// known. A dimension of size 1 has no constant: its index is 0.
func (m model) thread(which int) *[3]int64 {
	return m.triple(m.launch.BlockDim, func(dim int) string {
		return key.ThreadName(dim, which)
	})
}

// block returns blockIdx of thread 1 or 2, nil unless it is known.
func (m model) block(which int) *[3]int64 {
	return m.triple(m.launch.GridDim, func(dim int) string {
		return key.BlockName(m.pair, dim, which)
	})
}

func (m model) triple(size [3]int, name func(dim int) string) *[3]int64 {
	var out [3]int64
	for dim := range out {
		n, ok := m.integer(name(dim))
		if !ok && size[dim] != 1 {
			return nil
		}
		out[dim] = n
	}
	return &out
}

// values returns the scalar parameters and open launch dimensions that the
// model fixes, as a C programmer would write them.
func (m model) values(k *kernel.Kernel) claim.Values {
	out := claim.Values{}
	for _, p := range k.Params {
		if text, ok := m.scalar(p); ok {
			out[p.Name] = text
		}
	}
	for dim, letter := range []string{"x", "y", "z"} {
		if n, ok := m.integer(key.BlockDimName(dim)); ok && m.launch.BlockDim[dim] == 0 {
			out["blockDim."+letter] = strconv.FormatInt(n, 10)
		}
		if n, ok := m.integer(key.GridDimName(dim)); ok && m.launch.GridDim[dim] == 0 {
			out["gridDim."+letter] = strconv.FormatInt(n, 10)
		}
	}
	return out
}

// scalar returns the value of a parameter in the range of its C type. Floating
// point is uninterpreted: the model's name for it means nothing to a reader.
func (m model) scalar(p *kernel.Var) (string, bool) {
	switch p.T.Kind {
	case kernel.Bool:
		text, ok := m.state[key.ParamName(p)]
		return text, ok && (text == "true" || text == "false")
	case kernel.Int:
		n, ok := m.integer(key.ParamName(p))
		if !ok {
			return "", false
		}
		return claim.ScalarText(p.T, n), true
	default:
		return "", false
	}
}
