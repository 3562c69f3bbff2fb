package lookup

import "gv2/frontend/cuda"

// Namespace aliases ([namespace.alias]). An alias has a meaning from everywhere, by its
// name alone and by that of the namespace that it stands in: two of one name in different
// namespaces are the same in the programs that there are.

// alias enters namespace A = N.
func (p *Table) alias(d *cuda.UsingDecl) {
	if len(d.Scope) > 0 {
		p.spaces[Join(d.Scope, d.Alias)] = d.Path
	}
	// Namespace std of cuda is std, which does not make std an alias; ptx at file level is cuda::ptx.
	if d.Path[len(d.Path)-1] != d.Alias || len(d.Scope) == 0 && len(d.Path) > 1 {
		p.spaces[d.Alias] = d.Path
	}
}

// expand replaces an alias at the start of a path by what it stands for.
func (p *Table) expand(path []string) []string {
	for n := len(path); n > 0; n-- {
		if full := p.spaces[Join(path[:n-1], path[n-1])]; full != nil {
			return append(append([]string(nil), full...), path[n:]...)
		}
	}
	return path
}
