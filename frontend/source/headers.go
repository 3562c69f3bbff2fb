package source

import "strings"

// builtinHeader returns the macro definitions of a system or CUDA header that
// gv2 supplies; ok is false for other headers. Types and functions of these
// headers are built into the later stages, so most define no macros.
func builtinHeader(name string) (text string, ok bool) {
	if text, ok = macroHeaders[name]; ok {
		return text, true
	}
	if c, found := strings.CutPrefix(name, "c"); found {
		if text, ok = macroHeaders[c+".h"]; ok { // <climits> is <limits.h>
			return text, true
		}
	}
	if emptyHeaders[name] {
		return "", true
	}
	for _, dir := range emptyHeaderDirs {
		if strings.HasPrefix(name, dir) {
			return "", true
		}
	}
	return "", false
}

// macroHeaders are the headers whose macros programs use. Values are those of
// x86-64 Linux, which nvcc gives device code too.
var macroHeaders = map[string]string{
	"assert.h":         assertMacros,
	"limits.h":         limitsMacros,
	"float.h":          floatMacros,
	"stdint.h":         stdintMacros,
	"inttypes.h":       stdintMacros + inttypesMacros,
	"math.h":           mathMacros,
	"tgmath.h":         mathMacros,
	"stdlib.h":         stdlibMacros,
	"stdio.h":          stdioMacros,
	"stdbool.h":        "#define __bool_true_false_are_defined 1\n",
	"math_constants.h": cudaConstants,
	"cuda.h":           "#define CUDA_VERSION 12000\n",
	"cuda_runtime.h":   runtimeMacros,
	"cuda_runtime_api.h": "#define CUDART_VERSION 12000\n" +
		"#define CUDART_CB\n#define CUDARTAPI\n",
	"values.h": limitsMacros + floatMacros,
}

// runtimeMacros are the macros of the headers that cuda_runtime.h includes.
// nvcc includes it before every file, and so does gv2.
const runtimeMacros = offsetMacro + limitsMacros + mathMacros + stdlibMacros + stdioMacros + `
#define CUDART_VERSION 12000
#define CUDART_CB
#define CUDARTAPI
`

const limitsMacros = `
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define MB_LEN_MAX 16
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1L)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define PATH_MAX 4096
`

const floatMacros = `
#define FLT_RADIX 2
#define FLT_EVAL_METHOD 0
#define DECIMAL_DIG 21
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_DECIMAL_DIG 9
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MAX_10_EXP 38
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_TRUE_MIN 1.401298464e-45F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_DECIMAL_DIG 17
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#define DBL_MIN_10_EXP (-307)
#define DBL_MAX_10_EXP 308
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_TRUE_MIN 4.9406564584124654e-324
#define DBL_EPSILON 2.2204460492503131e-16
#define MAXFLOAT FLT_MAX
`

const stdintMacros = `
#define INT8_MIN (-128)
#define INT16_MIN (-32768)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807L - 1)
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX 9223372036854775807L
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615UL
#define INTMAX_MIN (-9223372036854775807L - 1)
#define INTMAX_MAX 9223372036854775807L
#define UINTMAX_MAX 18446744073709551615UL
#define INTPTR_MIN (-9223372036854775807L - 1)
#define INTPTR_MAX 9223372036854775807L
#define UINTPTR_MAX 18446744073709551615UL
#define PTRDIFF_MIN (-9223372036854775807L - 1)
#define PTRDIFF_MAX 9223372036854775807L
#define SIZE_MAX 18446744073709551615UL
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) c ## L
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c ## U
#define UINT64_C(c) c ## UL
#define INTMAX_C(c) c ## L
#define UINTMAX_C(c) c ## UL
`

const inttypesMacros = `
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIX32 "X"
#define PRIX64 "lX"
#define PRIdPTR "ld"
#define PRIuPTR "lu"
#define PRIxPTR "lx"
#define SCNd32 "d"
#define SCNd64 "ld"
#define SCNu32 "u"
#define SCNu64 "lu"
`

// Infinities and NaNs are spelled with CUDA's own bit casts.
const mathMacros = `
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define INFINITY (__int_as_float(0x7f800000))
#define NAN (__int_as_float(0x7fffffff))
#define HUGE_VALF (__int_as_float(0x7f800000))
#define HUGE_VAL (__longlong_as_double(0x7ff0000000000000LL))
`

const stdlibMacros = `
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC ((long)1000000)
`

// assert is a function for the later stages, unless NDEBUG is defined where <assert.h> is
// included, each time anew ([cassert.syn]).
const assertMacros = `
#undef assert
#ifdef NDEBUG
#define assert(...) (static_cast<void>(0))
#endif
`

// doubtfulAssert is assert where a header that gv2 does not read may have included
// <assert.h> after NDEBUG was changed.
const doubtfulAssert = `
#undef assert
#define assert(...) __assert_of_a_header_after_NDEBUG_changed(__VA_ARGS__)
`

// offsetof is of <stddef.h>.
const offsetMacro = `
#define offsetof(type, member) __builtin_offsetof(type, member)
`

const stdioMacros = `
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
`

const cudaConstants = `
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F __int_as_float(0x00000001)
#define CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
#define CUDART_NEG_ZERO_F __int_as_float(0x80000000)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_THIRD_F 0.333333333f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_3PIO4_F 2.356194490f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_PI_F 3.141592654f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f
#define CUDART_LNT_F 2.302585093f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000LL)
#define CUDART_NAN __longlong_as_double(0xfff8000000000000ULL)
#define CUDART_NEG_ZERO __longlong_as_double(0x8000000000000000ULL)
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 1.4142135623730951e+0
#define CUDART_SQRT_HALF 7.0710678118654757e-1
#define CUDART_PIO4 7.8539816339744828e-1
#define CUDART_PIO2 1.5707963267948966e+0
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_2_OVER_PI 6.3661977236758138e-1
#define CUDART_L2E 1.4426950408889634e+0
#define CUDART_LN2 6.9314718055994529e-1
`

// emptyHeaders are known headers without macros that programs use.
var emptyHeaders = wordSet(`
	aio.h arpa/inet.h cctype cerrno cfenv clocale complex.h csetjmp csignal cstdarg cstddef
	cstring ctime ctype.h cuchar cwchar cwctype dirent.h dlfcn.h errno.h fcntl.h fenv.h getopt.h libgen.h
	locale.h malloc.h memory.h netdb.h omp.h pthread.h sched.h semaphore.h setjmp.h signal.h stdalign.h
	stdarg.h stdatomic.h stddef.h stdnoreturn.h string.h strings.h time.h uchar.h unistd.h wchar.h wctype.h
	cudla.h cudaEGL.h mpi.h nvToolsExt.h immintrin.h emmintrin.h xmmintrin.h x86intrin.h windows.h Windows.h
	sys/mman.h sys/resource.h sys/stat.h sys/time.h sys/types.h sys/wait.h sys/socket.h
	algorithm any array atomic bit bitset charconv chrono codecvt complex concepts condition_variable
	coroutine cstdalign cstdbool deque exception execution filesystem forward_list format fstream functional
	future initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory
	memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex
	scoped_allocator set shared_mutex span sstream stack stdexcept streambuf string string_view
	system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
	variant vector version
	builtin_types.h channel_descriptor.h common_functions.h cooperative_groups.h cuComplex.h
	cuda_awbarrier.h cuda_awbarrier_primitives.h cuda_bf16.h cuda_bf16.hpp cuda_device_runtime_api.h
	cuda_fp16.h cuda_fp16.hpp cuda_fp4.h cuda_fp6.h cuda_fp8.h cuda_gl_interop.h cuda_occupancy.h cuda_pipeline.h
	cuda_pipeline_primitives.h cuda_profiler_api.h cuda_surface_types.h cuda_texture_types.h cudaProfiler.h
	device_atomic_functions.h device_double_functions.h device_functions.h device_launch_parameters.h
	device_types.h driver_functions.h driver_types.h host_config.h host_defines.h library_types.h
	math_functions.h mma.h sm_20_atomic_functions.h sm_20_intrinsics.h sm_30_intrinsics.h
	sm_32_atomic_functions.h sm_32_intrinsics.h sm_35_atomic_functions.h sm_35_intrinsics.h
	sm_60_atomic_functions.h sm_61_intrinsics.h surface_functions.h surface_indirect_functions.h
	surface_types.h texture_fetch_functions.h texture_indirect_functions.h texture_types.h
	vector_functions.h vector_functions.hpp vector_types.h
	cublas.h cublas_v2.h cublasLt.h cufft.h cufftw.h cufftXt.h curand.h curand_kernel.h
	curand_mtgp32_host.h curand_mtgp32dc_p_11213.h cusolverDn.h cusolverSp.h cusparse.h cusparse_v2.h
	cudnn.h nccl.h npp.h nppi.h nvml.h nvrtc.h
	helper_cuda.h helper_functions.h helper_math.h helper_timer.h helper_string.h helper_image.h
	helper_gl.h helper_cuda_drvapi.h exception.h
`)

// emptyHeaderDirs are libraries all of whose headers are known.
var emptyHeaderDirs = []string{
	"thrust/", "cub/", "cuda/", "nv/", "nvtx3/", "cooperative_groups/", "crt/", "bits/", "GL/", "EGL/", "nvsci", "nvmedia_", "boost/",
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
