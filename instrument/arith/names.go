package arith

import (
	"fmt"
	"maps"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// Names gives every variable and array a Boogie identifier of its own.
// Parameters come first and keep their names where Boogie allows them.
type Names struct {
	Vars   map[*kernel.Var]string
	Arrays map[*kernel.Array]string
	taken  map[string]bool
}

// NewNames names the parameters, arrays and variables of k, in this order.
func NewNames(k *kernel.Kernel) *Names {
	n := &Names{Vars: map[*kernel.Var]string{}, Arrays: map[*kernel.Array]string{}, taken: map[string]bool{}}
	for _, p := range k.Params {
		n.Vars[p] = n.Claim(key.ParamName(p))
	}
	for _, a := range k.Arrays {
		n.Arrays[a] = n.Claim(key.GlobalIdent(a.Name))
	}
	for _, v := range k.Vars {
		n.Vars[v] = n.Claim(key.LocalIdent(v.Name))
	}
	return n
}

// Claim returns an identifier that nothing else has, want if possible.
func (n *Names) Claim(want string) string {
	name := want
	for i := 2; n.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", want, i)
	}
	n.taken[name] = true
	return name
}

// Clone is a table with the same names, for one procedure's own variables.
func (n *Names) Clone() *Names {
	return &Names{Vars: maps.Clone(n.Vars), Arrays: n.Arrays, taken: maps.Clone(n.taken)}
}

// Of is the identifier of v; variables that predication added are named when
// they are first seen.
func (n *Names) Of(v *kernel.Var) string {
	if name, ok := n.Vars[v]; ok {
		return name
	}
	name := n.Claim(key.LocalIdent(v.Name))
	n.Vars[v] = name
	return name
}
