package arith

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestNamesOfTheTranslationStayFree: neither parameters nor arrays of a kernel
// take the name of state, or of what LOG and CHECK call their own.
func TestNamesOfTheTranslationStayFree(t *testing.T) {
	named := func(name string) *kernel.Var { return &kernel.Var{Name: name, T: kernel.I32} }
	k := &kernel.Kernel{
		Params: []*kernel.Var{named("offset"), named("WRITE_OFFSET_p"), named("n"), named("v_offset"), named("assert")},
		Arrays: []*kernel.Array{{Name: "p"}, {Name: "value"}},
		Vars:   []*kernel.Var{named("GEN_1"), named("source"), named("n")},
	}
	names := NewNames(k)
	var got []string
	for _, p := range k.Params {
		got = append(got, names.Of(p))
	}
	for _, a := range k.Arrays {
		got = append(got, names.Arrays[a])
	}
	for _, v := range k.Vars {
		got = append(got, names.Of(v))
	}
	assert.Equal(t, []string{"v_offset", "v_WRITE_OFFSET_p", "n", "v_offset_2", "assert'", "p", "v_value", "v_GEN_1", "source", "n_2"}, got)
}
