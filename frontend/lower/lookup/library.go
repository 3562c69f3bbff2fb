package lookup

import (
	"slices"
	"strings"
)

// libraries are the namespaces of what comes with CUDA and C++.
var libraries = []string{"std", "cuda", "nvcuda", "thrust", "cub", "cooperative_groups", "wmma", "cg"}

// FromLibrary reports whether a name with that path is one of what comes with CUDA and C++.
func FromLibrary(path []string) bool { return len(path) > 0 && slices.Contains(libraries, path[0]) }

// Instead says what to do without a name of a library that gv2 does not model.
func (p *Table) Instead(path []string, name string) string {
	switch {
	case slices.Contains(path, "wmma"):
		return "gv2 knows mma.h alone, and not this of it; compute the product in a loop"
	case strings.HasPrefix(name, "pipeline"), slices.ContainsFunc(path, func(p string) bool { return strings.HasPrefix(p, "pipeline") }), strings.HasPrefix(name, "memcpy_async"), strings.HasPrefix(name, "wait"):
		return "asynchronous copies are not modelled; copy with plain loads and stores, and a barrier"
	}
	if i := slices.IndexFunc(p.headers, func(h string) bool { return strings.HasPrefix(h, "<"+path[0]+"/") }); i >= 0 {
		return "gv2 does not read " + p.headers[i] + ", but has a model of parts of it, and this is in none of them; write what it does"
	}
	if path[0] == "cub" || path[0] == "thrust" {
		return "no header <" + path[0] + "/…> is included, which would declare it"
	}
	return "gv2 does not model it; write what it does"
}
