package intrinsic

import (
	"regexp"
	"strings"
	"sync"

	"gv2/frontend/kernel"
)

// Clocks and address queries have results that a kernel cannot rely on.
func defineUnknown() {
	define(0, 0, unknownResult(kernel.I64, "clock()"), "clock", "clock64")
	define(0, 0, unknownResult(kernel.U32, "clock"), "__clock")
	define(0, 0, unknownResult(kernel.I64, "clock64"), "__clock64")
	define(0, 0, unknownResult(kernel.U64, "globaltimer"), "__globaltimer")
	define(0, 0, unknownResult(kernel.U32, "the dynamic shared memory size"), "__dynamic_smem_size")
	for _, space := range []string{"Global", "Shared", "Constant", "Local", "GridConstant"} {
		define(1, 1, unknownResult(kernel.U32, "memory space of a pointer"), "__is"+space)
	}
	define(1, 1, unknownResult(kernel.U64, "address in global memory"), "__cvta_generic_to_global")
	define(1, 1, unknownResult(kernel.U64, "address in local memory"), "__cvta_generic_to_local")
	define(1, 1, unknownResult(kernel.U64, "address in constant memory"), "__cvta_generic_to_constant")
}

func unknownResult(t kernel.Type, why string) expansion {
	return func(c *call) kernel.Expr { return c.arbitrary(t, why) }
}

// refusals lists families that gv2 does not model, with what to do instead.
var refusals = []struct {
	starts string // with which of these words their names begin, so that most names meet no regular expression
	name   func() *regexp.Regexp
	text   string
}{
	{"__pipeline_ memcpy_async __cp_async", pattern(`^(__pipeline_|memcpy_async$|__cp_async)`),
		"asynchronous copy; copy with plain loads and stores and a barrier"},
	{"__mbarrier_", pattern(`^__mbarrier_`), "mbarrier; use __syncthreads() or a named barrier"},
	{"load_matrix_sync store_matrix_sync mma_sync bmma_sync fill_fragment", pattern(`^(load_matrix_sync|store_matrix_sync|mma_sync|bmma_sync|fill_fragment)$`),
		"tensor-core operation; replace it with scalar code"},
	{"__cluster_", pattern(`^__cluster_`), "function of a cluster; gv2 knows those for its barrier, ranks and map_shared_rank"},
	{"__nv_atomic_", pattern(`^__nv_atomic_`), "no atomic that the CUDA guide has"},
	{"tex surf", pattern(`^(tex[123]D|texCubemap|tex[123]Dfetch|surf[123]D|surfCubemap)`),
		"texture or surface access; read and write through a pointer"},
	{"malloc free alloca __builtin_alloca realloc calloc", pattern(`^(malloc|free|alloca|__builtin_alloca|realloc|calloc)$`),
		"allocation in a kernel; use an array"},
	{"memcpy memset memmove __builtin_mem", pattern(`^(memcpy|memset|memmove|__builtin_memcpy|__builtin_memset)$`),
		"memory block function; write the loop"},
	{"cuda __cudaPush", pattern(`^(cuda[A-Z]\w*|__cudaPush\w*)$`), "CUDA runtime function in a kernel; call it from the host"},
	{"__h __float __half __floats __low __high h2", pattern(`^(__h\w+2(_\w+)?|__(float|half|floats|halves)\w*2half2\w*|__(low|high)\w*2\w+|__half22float2|h2\w+)$`),
		"operation on half2; work on the two halves one by one"},
	{"setjmp longjmp exit abort", pattern(`^(setjmp|longjmp|exit|abort)$`), "jump out of the kernel; return instead"},
}

// pattern is a regular expression that is compiled when a name is first compared with
// it: most programs call no such function, and every start would pay for all of them.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// begins reports whether a name begins with one of the words.
func begins(name, words string) bool {
	for word := range strings.FieldsSeq(words) {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// patternFunction returns an intrinsic whose name follows a pattern, nil if
// there is none.
func patternFunction(name string) *Function {
	if in := conversionFunction(name); in != nil {
		return in
	}
	if in := simdFunction(name); in != nil {
		return in
	}
	for _, r := range refusals {
		if begins(name, r.starts) && r.name().MatchString(name) {
			return &Function{name, 0, 9, func(c *call) kernel.Expr {
				c.unsupported(c.pos, "%s: %s", c.name, r.text)
				return nil
			}}
		}
	}
	return nil
}
