package apart

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// What is memory of its own, new each time.

// allocators give the variable to which their first argument leads memory of its own, makers return such memory.
var (
	allocators = map[string]bool{"cudaMalloc": true, "cudaMallocManaged": true, "cudaMallocHost": true, "cudaHostAlloc": true, "cudaMallocAsync": true, "cudaMallocPitch": true}
	makers     = map[string]bool{"malloc": true, "calloc": true, "aligned_alloc": true}
)

// keepers are functions of libraries that take pointers by value.
var keepers = []string{"free", "printf", "fprintf", "memset", "memcpy", "memcmp", "memmove", "fread", "fwrite", "assert"}

// library reports whether a name that is called is a function of a library: it means nothing else in the file.
func (w *mentions) library(id *cuda.Ident) bool {
	return (len(id.Path) == 0 || len(id.Path) == 1 && (id.Path[0] == "std" || id.Path[0] == "")) && w.find(id.Name) == nil && w.p.unowned(id.Name)
}

// unowned reports whether the file neither defines nor declares a function, class or variable of a name, and does not use it as a value.
func (p *Program) unowned(name string) bool {
	return len(p.flow.All(name)) == 0 && len(p.flow.Globals()[name]) == 0 && p.flow.Class(name) == nil && !p.isValue(name)
}

// fresh reports whether an expression is memory of its own, new each time:
//
//	new float[n];    (float *)malloc(n);    allocate<float>(n);
func (w *mentions) fresh(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return e.Type != nil && e.Type.Form == cuda.PointerType && w.fresh(e.X)
	case *cuda.NewExpr:
		return !w.p.operator("new")
	case *cuda.CallExpr:
		id, is := e.Fun.(*cuda.Ident)
		if !is {
			return false
		}
		if makers[id.Name] {
			return w.library(id)
		}
		return len(id.Path) == 0 && w.find(id.Name) == nil && len(w.p.flow.Globals()[id.Name]) == 0 && w.p.flow.Class(id.Name) == nil && !w.p.isValue(id.Name) && w.p.makes(id.Name)
	default:
		return false
	}
}

// ownsNew reports whether something in the file defines operator new.
func (p *Program) ownsNew() bool { return p.operator("new") }

// makes reports whether all functions of a name give memory of its own, new each time: a variable that has nothing else.
func (p *Program) makes(name string) bool {
	fns := p.flow.Functions(name)
	for _, fn := range p.flow.All(name) {
		if !slices.Contains(fns, fn) && !slices.ContainsFunc(fns, func(o *cuda.FuncDecl) bool { return !fn.HasBody && len(o.Params) == len(fn.Params) }) {
			return false // of a class, or one that is elsewhere
		}
	}
	return len(fns) > 0 && !slices.ContainsFunc(fns, func(fn *cuda.FuncDecl) bool { return !p.ownersOf(fn).maker })
}

// isValue reports whether a name of a function may be that of something else somewhere in the file: it stands where nothing is
// called.
func (p *Program) isValue(name string) bool {
	is, known := p.values[name]
	if !known {
		for i := 1; i+1 < p.code.Len() && !is; i++ {
			t := p.code.Text(i + 1)
			is = p.code.Text(i) == name && p.code.Token(i).Kind == source.Ident && t != "(" && t != "<"
		}
		p.values[name] = is
	}
	return is
}
