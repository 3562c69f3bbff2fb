package instrument

import (
	"fmt"
	"maps"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// nameTable gives every variable and array a Boogie identifier of its own.
// Parameters come first and keep their names where Boogie allows them.
type nameTable struct {
	vars   map[*kernel.Var]string
	arrays map[*kernel.Array]string
	taken  map[string]bool
}

func newNameTable(k *kernel.Kernel) *nameTable {
	n := &nameTable{vars: map[*kernel.Var]string{}, arrays: map[*kernel.Array]string{}, taken: map[string]bool{}}
	for _, p := range k.Params {
		n.vars[p] = n.claim(key.ParamName(p))
	}
	for _, a := range k.Arrays {
		n.arrays[a] = n.claim(key.GlobalIdent(a.Name))
	}
	for _, v := range k.Vars {
		n.vars[v] = n.claim(key.LocalIdent(v.Name))
	}
	return n
}

// claim returns an identifier that nothing else has, want if possible.
func (n *nameTable) claim(want string) string {
	name := want
	for i := 2; n.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", want, i)
	}
	n.taken[name] = true
	return name
}

// clone is a table with the same names, for one procedure's own variables.
func (n *nameTable) clone() *nameTable {
	return &nameTable{vars: maps.Clone(n.vars), arrays: n.arrays, taken: maps.Clone(n.taken)}
}

// of is the identifier of v; variables that predication added are named when
// they are first seen.
func (n *nameTable) of(v *kernel.Var) string {
	if name, ok := n.vars[v]; ok {
		return name
	}
	name := n.claim(key.LocalIdent(v.Name))
	n.vars[v] = name
	return name
}
