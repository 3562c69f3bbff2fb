package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Functions of libraries that show memory which others show, too: two mappings of one file, two handles of one buffer. Two of what
// such functions give may be one array, unless it is known that they are asked for different ones.
//
//	float *p = (float *)mmap(0, n, PROT_READ, MAP_SHARED, file, 0), *q = (float *)mmap(0, n, PROT_READ, MAP_SHARED, file, 0);

// shown executes such a function for arguments with these values.
type shown func(f *frame, s *state, args []cuda.Expr, values [][]*pointer, at string) []*pointer

// handles are those functions.
var handles = map[string]shown{
	"mmap": mapped, "mmap64": mapped,
	"shmat": returned, "MapViewOfFile": returned, "MapViewOfFileEx": returned, "dlsym": returned, "GetProcAddress": returned,
	"cuModuleGetGlobal": anyOf, "cuModuleGetGlobal_v2": anyOf, "cuLibraryGetGlobal": anyOf, "cudaLibraryGetGlobal": anyOf, "cuLibraryGetManaged": anyOf,
	"cudaMemPoolImportPointer": anyOf, "cuMemPoolImportPointer": anyOf, "cuMemAddressReserve": anyOf,
	"cudaGLMapBufferObject": anyOf, "cudaGLMapBufferObjectAsync": anyOf, "cuGLMapBufferObject": anyOf,
	"cudaExternalMemoryGetMappedBuffer": behindArgument(1), "cuExternalMemoryGetMappedBuffer": behindArgument(1),
	"cudaGraphicsResourceGetMappedPointer": behindArgument(2), "cuGraphicsResourceGetMappedPointer": behindArgument(2), "cuGraphicsResourceGetMappedPointer_v2": behindArgument(2),
	"cuMemHostGetDevicePointer": handedOn(1), "cuMemHostGetDevicePointer_v2": handedOn(1), "cuMemGetAddressRange": handedOn(2), "cuMemGetAddressRange_v2": handedOn(2),
}

// mapped is mmap: memory of its own if no file is behind it.
func mapped(f *frame, s *state, args []cuda.Expr, _ [][]*pointer, at string) []*pointer {
	flags := ""
	if len(args) > 3 {
		flags = cuda.TemplateArg{Expr: args[3]}.Text()
	}
	switch {
	case strings.Contains(flags, "FIXED"):
		return []*pointer{anything(f, s, notFollowed("`mmap`", lineOfCall(args, at)))}
	case strings.Contains(flags, "ANON"):
		return []*pointer{f.fresh(s, at)}
	}
	return shared(s, "mmap", args, at)
}

// shared is a pointer to memory that others lead to that such functions give.
func shared(s *state, what string, args []cuda.Expr, at string) []*pointer {
	return []*pointer{s.vague(notFollowed("what memory `"+what+"` gives", lineOfCall(args, at)), []*pointer{freshAt("memory by handles")})}
}

// returned is a function that returns the pointer.
func returned(_ *frame, s *state, args []cuda.Expr, _ [][]*pointer, at string) []*pointer {
	return shared(s, "by handle", args, at)
}

// anyOf is a function that sets the pointer to which its first argument leads.
func anyOf(f *frame, s *state, args []cuda.Expr, values [][]*pointer, at string) []*pointer {
	give(f, s, values, shared(s, "by handle", args, at))
	return nil
}

// behindArgument is a function whose argument n is a pointer that tells which memory it is.
func behindArgument(n int) shown {
	return func(f *frame, s *state, args []cuda.Expr, values [][]*pointer, at string) []*pointer {
		if n >= len(values) || len(values[n]) == 0 {
			return anyOf(f, s, args, values, at)
		}
		give(f, s, values, f.readAll(s, parts(f.behindAll(s, values[n], f.file.nums.literal(0)), ".mapped()")))
		return nil
	}
}

// handedOn is a function that tells another address of what its argument n leads to.
func handedOn(n int) shown {
	return func(f *frame, s *state, args []cuda.Expr, values [][]*pointer, at string) []*pointer {
		if n >= len(values) || len(values[n]) == 0 {
			return anyOf(f, s, args, values, at)
		}
		give(f, s, values, values[n])
		return nil
	}
}

// give puts pointers where the first argument leads.
func give(f *frame, s *state, values [][]*pointer, all []*pointer) {
	if len(values) == 0 {
		return
	}
	for _, l := range f.behindAll(s, values[0], f.file.nums.literal(0)) {
		s.unknown(l)
		s.write([]*place{l}, all)
	}
	s.disturbed()
}

// DeviceVariables are the variables of the device that a kernel names, or a function that it calls, and of which the host may have
// the address.
func (p *Program) DeviceVariables(fn *cuda.FuncDecl) []string {
	var out []string
	for name, list := range p.flow.Globals() {
		if len(list) == 1 && (list[0].Space == cuda.DeviceSpace || list[0].Space == cuda.ManagedSpace) && p.shown(name) && p.namesIn(fn, name, map[*cuda.FuncDecl]bool{}) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// shown reports whether the host does something else with a variable of the device than to copy it.
func (p *Program) shown(name string) bool {
	_, at := p.flow.Naming(name)
	return slices.ContainsFunc(at, func(i int) bool {
		fn, _ := p.flow.Around(i)
		open, _ := p.code.Body(fn)
		callee, _ := p.callee(i, open)
		return callee != "cudaMemcpyToSymbol" && callee != "cudaMemcpyFromSymbol" && callee != "cudaMemcpyToSymbolAsync" && callee != "cudaMemcpyFromSymbolAsync"
	})
}

func (p *Program) namesIn(fn *cuda.FuncDecl, variable string, seen map[*cuda.FuncDecl]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	return p.flow.Names(fn, func(name string) bool {
		return name == variable || slices.ContainsFunc(p.flow.All(name), func(fn *cuda.FuncDecl) bool { return p.namesIn(fn, variable, seen) })
	})
}
