package cuda

import (
	"slices"
	"strings"
)

// nameKind is the kind of a name that the grammar needs: C++ cannot be parsed
// without knowing which names are types and which are templates.
type nameKind int

const (
	unknownName nameKind = iota
	valueName            // a variable, function or enumerator
	typeName
	templateType // a class or alias template
	templateFunc // a function or variable template
)

func (k nameKind) isType() bool     { return k == typeName || k == templateType }
func (k nameKind) isTemplate() bool { return k == templateType || k == templateFunc }

// scope is the names declared in a file, namespace, record, template head or
// block. It includes values: they hide types of the same name, and distinguish
// a * b; and a < b from declarations and templates.
type scope struct {
	parent *scope
	kinds  map[string]nameKind
	inner  map[string]*scope // namespaces and records
	using  []*scope
	// inlines are the inline namespaces in it: their names are its own.
	inlines map[string]bool
	// part is the inline namespace of it that is being read, parts are those in which a name is
	// declared, empty for the scope itself.
	part  string
	parts map[string][]string
	// renames are the namespace aliases of a block, by what they stand for. Those at
	// file level stay in names: lookup follows them.
	renames map[string][]string
}

func newScope(parent *scope) *scope { return &scope{parent: parent} }

func (s *scope) declare(name string, k nameKind) {
	if name == "" {
		return
	}
	if s.kinds == nil {
		s.kinds = map[string]nameKind{}
	}
	s.kinds[name] = k
	s.notePart(name)
}

// open returns the scope of namespace or record name inside s, and makes it if new.
func (s *scope) open(name string) *scope {
	if in := s.inner[name]; in != nil {
		return in
	}
	in := newScope(s)
	if name == "" {
		// The members of an unnamed namespace are visible around it.
		s.using = append(s.using, in)
	}
	s.setInner(name, in)
	return in
}

func (s *scope) setInner(name string, in *scope) {
	if s.inner == nil {
		s.inner = map[string]*scope{}
	}
	s.inner[name] = in
}

// rename makes alias stand for the namespace path from here to the end of the block.
func (s *scope) rename(alias string, path []string) {
	if full := s.renamed(path[0]); full != nil {
		path = append(slices.Clone(full), path[1:]...)
	}
	if s.renames == nil {
		s.renames = map[string][]string{}
	}
	s.renames[alias] = path
}

// renamed is the namespace for which a name before :: stands in the block at hand, nil if
// it is no alias of a block.
func (s *scope) renamed(name string) []string {
	for ; s != nil; s = s.parent {
		if full := s.renames[name]; full != nil {
			return full
		}
		if s.inner[name] != nil || s.kinds[name] != unknownName {
			return nil
		}
	}
	return nil
}

// lookup finds an unqualified name, innermost scope first, built-in names last.
func (s *scope) lookup(name string) nameKind {
	for ; s != nil; s = s.parent {
		if k := s.here(name); k != unknownName {
			return k
		}
	}
	if builtinTypes[name] || isVectorType(name) {
		return typeName
	}
	return unknownName
}

func (s *scope) here(name string) nameKind {
	if k := s.kinds[name]; k != unknownName {
		return k
	}
	for _, u := range s.using {
		if k := u.kinds[name]; k != unknownName {
			return k
		}
	}
	return unknownName
}

// find returns the scope that path names, or nil.
func (s *scope) find(path []string) *scope {
	if len(path) == 0 {
		return s
	}
	first := path[0]
	for ; s != nil; s = s.parent {
		if first == "" && s.parent == nil {
			return s.descend(path[1:])
		}
		if in := s.innerHere(first); in != nil {
			return in.descend(path[1:])
		}
	}
	return nil
}

func (s *scope) innerHere(name string) *scope {
	if in := s.inner[name]; in != nil {
		return in
	}
	for _, u := range s.using {
		if in := u.inner[name]; in != nil {
			return in
		}
	}
	return nil
}

func (s *scope) descend(path []string) *scope {
	for _, name := range path {
		if s = s.innerHere(name); s == nil {
			return nil
		}
	}
	return s
}

// inline makes name an inline namespace of s: its members are members of s.
func (s *scope) inline(name string) {
	if s.inlines == nil {
		s.inlines = map[string]bool{}
	}
	s.inlines[name] = true
}

// inlined reports whether a name after a path, or seen from s, is that of an inline
// namespace.
func (s *scope) inlined(path []string, name string) bool {
	if len(path) > 0 {
		in := s.find(path)
		return in != nil && in.inlines[name]
	}
	for ; s != nil; s = s.parent {
		if s.inlines[name] || slices.ContainsFunc(s.using, func(u *scope) bool { return u.inlines[name] }) {
			return true
		}
		if s.innerHere(name) != nil {
			return false
		}
	}
	return false
}

// withoutInline is path without its inline namespaces.
func (s *scope) withoutInline(path []string) []string {
	var out []string
	for _, name := range path {
		if !s.inlined(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// lookupPath finds a qualified name. std:: and cuda::std:: contain the built-in
// names that <cstdint> and the like declare there.
func (s *scope) lookupPath(path []string, name string) nameKind {
	if len(path) == 0 {
		return s.lookup(name)
	}
	if in := s.find(path); in != nil {
		if k := in.here(name); k != unknownName {
			return k
		}
	}
	last := path[len(path)-1]
	if (last == "std" || last == "") && builtinTypes[name] {
		return typeName
	}
	return unknownName
}

// builtinTypes are the type names that CUDA's and C's headers would declare.
var builtinTypes = nameSet(`
	size_t ssize_t ptrdiff_t intptr_t uintptr_t intmax_t uintmax_t nullptr_t max_align_t
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
	int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t
	int_least8_t int_least16_t int_least32_t int_least64_t
	uint_least8_t uint_least16_t uint_least32_t uint_least64_t
	uint ushort uchar ulong clock_t time_t va_list
	__c10_half __c10_bfloat16 half half2 __half __half2 __half_raw __half2_raw nv_bfloat16 nv_bfloat162 __nv_bfloat16 __nv_bfloat162
	__nv_fp8_e4m3 __nv_fp8_e5m2 __nv_fp8x2_e4m3 __nv_fp8x4_e4m3
	cudaTextureObject_t cudaSurfaceObject_t cudaStream_t cudaEvent_t cudaError_t cudaError cudaArray_t
	cudaGraphConditionalHandle cudaDeviceProp curandState curandState_t curandStateXORWOW curandStateXORWOW_t
	curandStateMRG32k3a curandStateMRG32k3a_t curandStatePhilox4_32_10 curandStatePhilox4_32_10_t
	curandStateMtgp32 curandStateMtgp32_t curandStateSobol32 curandStateSobol32_t curandStateSobol64 curandStateSobol64_t
	curandStateScrambledSobol32 curandStateScrambledSobol32_t curandStateScrambledSobol64 curandStateScrambledSobol64_t
	CUtexObject CUsurfObject cudaExtent cufftComplex cufftDoubleComplex cufftReal cufftDoubleReal
	cuFloatComplex cuDoubleComplex cuComplex
	FILE
`)

// vectorBases are the element names of CUDA's vector types int2, uchar4, ....
var vectorBases = nameSet(`char uchar short ushort int uint long ulong longlong ulonglong float double`)

// isVectorType reports whether name is a CUDA vector type.
func isVectorType(name string) bool {
	if name == "dim3" {
		return true
	}
	n := len(name)
	if n < 4 || name[n-1] < '1' || name[n-1] > '4' {
		return false
	}
	return vectorBases[name[:n-1]]
}

func nameSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(list) {
		set[name] = true
	}
	return set
}
