package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// What functions of libraries do with the memory of the host.

// writesNothing are functions that write no variable of the host, neither one that they get
// the address of nor one whose address they got earlier.
var writesNothing = wordSet(`printf fprintf puts exit abort malloc calloc free atoi atol atof rand srand sqrt sqrtf pow powf log log2 log2f log10 exp expf
	ceil ceilf floor floorf round fabs abs labs sin cos tan clock fopen fclose fwrite getenv strcmp strncmp strlen memcmp sleep usleep min max fmin fmax assert
	cudaGetErrorString cudaGetErrorName cudaGetLastError cudaPeekAtLastError cudaFree cudaFreeHost cudaEventRecord cudaEventDestroy cudaStreamDestroy
	cudaSetDevice cudaDeviceReset cudaFuncSetAttribute cudaFuncSetCacheConfig cudaMemset cudaMemsetAsync cudaMemcpyToSymbol cudaBindTexture cudaUnbindTexture
	cudaCreateChannelDesc make_int2 make_int3 make_int4 make_uint2 make_uint3 make_float2 make_float3 make_float4`)

// setsOnly are functions that write what they get the address of during the call, and keep no address.
var setsOnly = wordSet(`scanf sscanf fscanf fread memcpy memset gettimeofday time cudaMalloc cudaMallocHost cudaMallocManaged cudaMallocPitch cudaMallocAsync cudaHostAlloc
	cudaHostGetDevicePointer cudaGetDevice cudaGetDeviceCount cudaGetDeviceProperties cudaDeviceGetAttribute cudaDriverGetVersion cudaRuntimeGetVersion cudaMemGetInfo
	cudaEventCreate cudaEventCreateWithFlags cudaEventElapsedTime cudaStreamCreate cudaStreamCreateWithFlags cudaFuncGetAttributes
	cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxPotentialBlockSize cudaMemcpy cudaMemcpyFromSymbol cudaCreateTextureObject cudaCreateSurfaceObject
	cudaMallocArray cudaGetSymbolAddress`)

// quiet reports whether the call of the library's function at token i writes nothing but what it gets
// the address of by &name: no variable whose address is somewhere else.
func (f *function) quiet(i int) bool {
	c := f.prog.code
	name := c.Text(i)
	if len(f.prog.functions[name]) > 0 || f.own[name] || c.Text(i+1) != "(" || f.ofOwnClass(name) {
		return false
	}
	end := c.Match(i + 1)
	if writesNothing(name) || checks(name) {
		for j := i + 2; j < end && strings.HasSuffix(name, "printf"); j++ {
			if strings.Contains(c.Text(j), "%n") {
				return false
			}
		}
		return true
	}
	switch name {
	case "time":
		switch c.Text(i + 2) {
		case "0", "NULL", "nullptr", "__null":
			return true
		}
	case "cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", "cudaMemcpy2DAsync":
		// The direction says what is written.
		for j := i + 2; j < end; j++ {
			if t := c.Text(j); t == "cudaMemcpyHostToDevice" || t == "cudaMemcpyDeviceToDevice" {
				return true
			}
		}
		return false
	case "cudaMalloc", "cudaMallocHost", "cudaMallocManaged", "cudaMallocAsync", "cudaHostAlloc", "cudaGetDevice", "cudaGetDeviceCount", "cudaGetDeviceProperties",
		"cudaDeviceGetAttribute", "cudaEventCreate", "cudaEventCreateWithFlags", "cudaEventElapsedTime", "cudaStreamCreate", "cudaStreamCreateWithFlags":
		return f.namesItsTarget(i + 2)
	}
	return false
}

// readsOnly reports whether a method of that name changes nothing: all classes that have one show what it
// does, or none of the file's has one and it is what containers and tensors call what only looks at them.
func (p *Program) readsOnly(name string) bool {
	some := false
	for _, list := range p.records {
		for _, r := range list {
			for _, m := range r.Methods {
				if m.Name != name {
					continue
				}
				if r.Opaque != "" || !p.isPure(m) {
					return false
				}
				some = true
			}
		}
	}
	return some || len(p.functions[name]) == 0 && looks(name)
}

// ofDeclaredClass reports whether the member at token i is one of a class that the file declares and nothing defines: then it may
// do whatever its name says.
func (f *function) ofDeclaredClass(i int) bool {
	c := f.prog.code
	of := c.Token(i - 2)
	if of.Text == ")" || of.Text == "]" { // f().get(): a name in it, or one of a function that gives the object
		of = c.Token(c.Match(i-2) - 1)
	}
	types := f.declared[of.Text]
	if !f.own[of.Text] {
		for _, d := range append(f.prog.globals[of.Text], f.prog.fields[of.Text]...) {
			types = append(types, d.Type)
		}
		for _, fn := range f.prog.functions[of.Text] {
			types = append(types, fn.Result)
		}
	}
	return slices.ContainsFunc(types, func(t *cuda.TypeExpr) bool {
		for t != nil && t.Form != cuda.NamedType {
			t = t.Elem
		}
		return t != nil && f.prog.onlyDeclares(t)
	})
}

// onlyDeclares reports whether the file declares the class that t names, and does not define it.
func (p *Program) onlyDeclares(t *cuda.TypeExpr) bool {
	if len(p.records[t.Name]) > 0 {
		return !slices.ContainsFunc(p.records[t.Name], func(r *cuda.RecordDecl) bool { return !r.Forward })
	}
	for _, i := range p.index(t.Name) {
		word, at := p.code.Text(i-1), p.code.Token(i)
		if (word == "class" || word == "struct") && p.code.Text(i+1) == ";" && !at.Pos.Supplied() {
			return true
		}
	}
	return false
}

var looks = wordSet("data size length empty c_str begin end get numel dim data_ptr const_data_ptr mutable_data_ptr")

// namesItsTarget reports whether the argument that begins at token i is &name, perhaps converted.
func (f *function) namesItsTarget(i int) bool {
	c := f.prog.code
	for n := 0; n < 4; n++ {
		switch {
		case c.Text(i) == "&":
			next := c.Text(i + 2)
			return f.isVariable(c.Text(i+1)) && (next == "," || next == ")")
		case c.Text(i) == "(":
			m := c.Match(i)
			if m < i {
				return false
			}
			if c.Text(i+1) == "&" {
				i++
				continue
			}
			i = m + 1
		case c.Text(i) == "reinterpret_cast":
			end := f.prog.closing(i + 1)
			if end < 0 {
				return false
			}
			i = end + 1
			if c.Text(i) == "(" {
				i++
			}
		default:
			return false
		}
	}
	return false
}

// isVariable reports whether name is a variable of its own, and no reference to another one.
func (f *function) isVariable(name string) bool {
	list := f.declared[name]
	if !f.own[name] {
		for _, d := range f.prog.globals[name] {
			list = append(list, d.Type)
		}
	}
	for _, t := range list {
		if t == nil || t.Form == cuda.ReferenceType || t.Form == cuda.AutoType {
			return false
		}
	}
	return len(list) > 0
}

// setByLibrary reports whether the & at token i takes an address for a function that keeps none.
func (f *function) setByLibrary(p *part, i int) bool {
	c := f.prog.code
	for n := 0; n < 3; n++ {
		open, _ := f.around(p, i)
		if open < 1 || c.Text(open) != "(" {
			return false
		}
		// Between it and the ( or comma before there is nothing but a cast.
		at := i - 1
		if c.Text(at) == ")" && c.Match(at) > open && f.scalarType(c.Match(at)+1, at) {
			at = c.Match(at) - 1
		}
		if at != open && c.Text(at) != "," {
			return false
		}
		word := open - 1
		if c.Text(word) == ">" {
			lt := f.angle(word)
			if lt < 1 || c.Text(lt-1) != "reinterpret_cast" {
				return false
			}
			i = lt - 1
			continue
		}
		name := c.Text(word)
		switch c.Text(word - 1) {
		case ".", "->", "::":
			return false
		}
		if name == "(" || name == "," {
			i = open
			continue
		}
		return setsOnly(name) && len(f.prog.functions[name]) == 0 && !f.own[name]
	}
	return false
}
