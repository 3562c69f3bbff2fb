package source

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// defaultCudaArch is __CUDA_ARCH__ if Options do not set it.
const defaultCudaArch = 800

// predefinedMacros are the macros that nvcc 12 with GCC on x86-64 Linux defines
// in device compilation and that programs use; and __GV2__, by which a source
// can detect verification. assert is no macro here: it must reach the verifier.
const predefinedMacros = `
#define __GV2__ 1
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 140
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 0
#define __cplusplus 201703L
#define __STDC__ 1
#define __STDC_HOSTED__ 1
#define __GNUC__ 11
#define __GNUC_MINOR__ 4
#define __GNUC_PATCHLEVEL__ 0
#define __GNUG__ 11
#define _GNU_SOURCE 1
#define __linux 1
#define __linux__ 1
#define __gnu_linux__ 1
#define __unix 1
#define __unix__ 1
#define __ELF__ 1
#define __x86_64 1
#define __x86_64__ 1
#define __amd64 1
#define __amd64__ 1
#define _LP64 1
#define __LP64__ 1
#define __BYTE_ORDER__ 1234
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __CHAR_BIT__ 8
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_DOUBLE__ 8
#define __SCHAR_MAX__ 127
#define __SHRT_MAX__ 32767
#define __INT_MAX__ 2147483647
#define __LONG_MAX__ 9223372036854775807L
#define __LONG_LONG_MAX__ 9223372036854775807LL
#define __FLT_MAX__ 3.402823466e+38F
#define __FLT_MIN__ 1.175494351e-38F
#define __FLT_EPSILON__ 1.192092896e-07F
#define __DBL_MAX__ 1.7976931348623157e+308
#define __DBL_MIN__ 2.2250738585072014e-308
#define __DBL_EPSILON__ 2.2204460492503131e-16
#define NULL 0
#define __return_val_funptr(type) ((type)__return_val_funptr())
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
`

// qualifiers are macros of crt/host_defines.h, which nvcc includes before every file: a program may
// ask whether they are there (#ifndef __host__). Each stands for itself.
const qualifiers = `
#define __host__ __host__
#define __device__ __device__
#define __global__ __global__
#define __shared__ __shared__
#define __constant__ __constant__
#define __managed__ __managed__
#define __grid_constant__ __grid_constant__
#define __forceinline__ __forceinline__
#define __noinline__ __noinline__
#define __align__ __align__
#define __launch_bounds__ __launch_bounds__
#define __cluster_dims__ __cluster_dims__
#define __maxnreg__ __maxnreg__
`

// predefine installs the macros that exist before the first line, those of the
// options last.
func (p *preprocessor) predefine() {
	arch := p.opts.CudaArch
	if arch == 0 {
		arch = defaultCudaArch
	}
	var text strings.Builder
	text.WriteString(predefinedMacros)
	fmt.Fprintf(&text, "#define __CUDA_ARCH__ %d\n#define __CUDA_ARCH_LIST__ %d\n", arch, arch)
	p.builtin("<built-in>", text.String()+qualifiers+runtimeMacros)
	p.dynamic("__LINE__", func(p *preprocessor, at Token) Token {
		return Token{Kind: Number, Text: strconv.Itoa(at.Pos.Line)}
	})
	p.dynamic("__FILE__", func(p *preprocessor, at Token) Token {
		return Token{Kind: String, Text: quote(at.Pos.File)}
	})
	p.dynamic("__BASE_FILE__", func(p *preprocessor, at Token) Token {
		if len(p.files) > 0 {
			return Token{Kind: String, Text: quote(p.files[0].path)}
		}
		return Token{Kind: String, Text: quote(at.Pos.File)}
	})
	p.dynamic("__INCLUDE_LEVEL__", func(p *preprocessor, at Token) Token {
		return Token{Kind: Number, Text: strconv.Itoa(max(0, len(p.files)-1))}
	})
	p.dynamic("__COUNTER__", func(p *preprocessor, at Token) Token {
		p.counter++
		return Token{Kind: Number, Text: strconv.Itoa(p.counter - 1)}
	})
	p.commandLine()
	p.builtin("<assert.h>", assertMacros) // which cuda_runtime.h includes
}

// commandLine defines the macros of the options.
func (p *preprocessor) commandLine() {
	for _, name := range slices.Sorted(maps.Keys(p.opts.Define)) {
		s := newScanner("<command line>", strings.ReplaceAll(name+" "+p.opts.Define[name], "\n", " "))
		s.report = p.errorf
		p.define(s.pos(0), s.restOfLine(), false)
	}
}

// dynamic installs a macro whose expansion depends on where it is used.
func (p *preprocessor) dynamic(name string, value func(p *preprocessor, at Token) Token) {
	p.install(&macro{name: name, supplied: true, dynamic: value})
}

// quote is text as a string literal.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
