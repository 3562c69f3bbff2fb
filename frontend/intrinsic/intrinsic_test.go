package intrinsic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/emit"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// arguments makes one argument a word: a type name gives a variable named after
// it, *T a pointer into global memory, a number an int constant, struct a value
// that is no number.
func arguments(r *emittest.Recorder, words string) []emit.Argument {
	var args []emit.Argument
	for i, w := range strings.Fields(words) {
		switch {
		case w == "struct":
			args = append(args, emit.Argument{Pos: emittest.Here})
		case w[0] == '*':
			args = append(args, r.Pointer(fmt.Sprintf("p%d", i), kernel.Global, kernel.TypeNamed(w[1:])))
		case w[0] >= '0' && w[0] <= '9':
			var v int64
			fmt.Sscan(w, &v)
			args = append(args, emit.Argument{Pos: emittest.Here, Value: kernel.NewConst(kernel.I32, v)})
		default:
			args = append(args, r.Variable(fmt.Sprintf("%s%d", "abcdefg"[i:i+1], i), kernel.TypeNamed(w)))
		}
	}
	return args
}

// expand calls an intrinsic and returns the emitted statements and the value.
func expand(t *testing.T, r *emittest.Recorder, name, args string) string {
	in, ok := Lookup(name)
	require.True(t, ok, name)
	e, ok := in.Lower(r, emittest.Here, arguments(r, args))
	require.True(t, ok, "%s(%s): %s", name, args, r.Diags.String())
	text := strings.ReplaceAll(strings.TrimSuffix(kernel.PrintStmts(r.Stmts), "\n"), "\n", " ")
	if e != nil {
		result := r.Temp(e.Type())
		text = strings.TrimSpace(text + " -> " + e.Type().String() + " " + kernel.ExprString(e))
		r.Emit(&kernel.Assign{Src: r.Src(), Dst: result, X: e})
	}
	r.Check(t, name)
	return text
}

func TestIntrinsics(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"__syncthreads", "", "sync(0);"},
		{"__syncthreads_count", "i32", "t1 = sync.count(0; a0 != 0); -> i32 t1"},
		{"__syncthreads_and", "bool", "t1 = sync.and(0; a0); -> i32 t1"},
		{"__syncthreads_or", "f32", "t1 = sync.or(0; (bool)a0); -> i32 t1"},
		{"__barrier_sync", "3", "sync.unaligned(3);"},
		{"__barrier_sync_count", "3 64", "sync.unaligned(3, 64);"},
		{"__syncwarp", "", "warpsync(0xffffffff);"},
		{"__syncwarp", "u32", "warpsync(a0);"},
		{"__threadfence", "", "fence.device;"},
		{"__threadfence_block", "", "fence.block;"},
		{"__threadfence_system", "", "fence.system;"},
		{"__nanosleep", "8", ""},
		{"cudaGraphSetConditional", "1 2", ""},
		{"__builtin_unreachable", "", "assume false;"},

		{"__nv_atomic_load_n", "*i32 2 3", "t0 = atomic.load.acquire.device(&p0[5]); -> i32 t0"},
		{"__nv_atomic_load_n", "*i32 5 1", "fence.block; t0 = atomic.load.acquire.block(&p0[5]); -> i32 t0"},
		{"__nv_atomic_store_n", "*i32 7 3 4", "atomic.store.release.system(&p0[5], 7);"},
		{"__nv_atomic_store_n", "*i32 7 5", "fence.system; atomic.store.system(&p0[5], 7);"},
		{"__nv_atomic_fetch_add", "*u32 7 0 3", "t0 = atomic.add.device(&p0[5], 7); -> u32 t0"},
		{"__nv_atomic_exchange_n", "*f32 1 4 3", "t0 = atomic.exch.acq_rel.device(&p0[5], (f32)1); -> f32 t0"},
		{"__nv_atomic_compare_exchange_n", "*i32 *i32 1 0 2 0 3", "t0 = p1[5]; t1 = atomic.cas.acquire.device(&p0[5], t0, 1); t2 = t1 == t0; if (!t2) {   p1[5] = t1; } -> bool t2"},
		{"__nv_atomic_compare_exchange_n", "*i32 *i32 1 0 0 2 3", "t0 = p1[5]; t1 = atomic.cas.acquire.device(&p0[5], t0, 1); t2 = t1 == t0; if (!t2) {   p1[5] = t1; } -> bool t2"},
		{"__nv_atomic_load", "*i32 *i32 2 3", "t0 = atomic.load.acquire.device(&p0[5]); p1[5] = t0;"},
		{"__nv_atomic_store", "*i32 *i32 3 4", "t0 = p1[5]; atomic.store.release.system(&p0[5], t0);"},
		{"__nv_atomic_exchange", "*i32 *i32 *i32 4 3", "t0 = p1[5]; t1 = atomic.exch.acq_rel.device(&p0[5], t0); p2[5] = t1;"},
		{"__nv_atomic_compare_exchange", "*i32 *i32 *i32 0 2 0 3", "t0 = p2[5]; t1 = p1[5]; t2 = atomic.cas.acquire.device(&p0[5], t1, t0); t3 = t2 == t1; if (!t3) {   p1[5] = t2; } -> bool t3"},
		{"__nv_atomic_thread_fence", "5 3", "fence.device;"},
		{"__nv_atomic_thread_fence", "2 1", "fence.acq_rel.block;"},
		{"__nv_atomic_thread_fence", "0 1", ""},
		{"atomicAdd", "*i32 i32", "t1 = atomic.add.device(&p0[5], b1); -> i32 t1"},
		{"atomicAdd", "*f32 1", "t0 = atomic.add.device(&p0[5], (f32)1); -> f32 t0"},
		{"atomicMax_block", "*u32 i32", "t1 = atomic.max.block(&p0[5], (u32)b1); -> u32 t1"},
		{"atomicExch_system", "*f64 f64", "t1 = atomic.exch.system(&p0[5], b1); -> f64 t1"},
		{"atomicCAS", "*u64 0 1", "t0 = atomic.cas.device(&p0[5], 0, 1); -> u64 t0"},
		{"atomicInc", "*u32 7", "t0 = atomic.inc.device(&p0[5], 7); -> u32 t0"},

		{"__ldg", "*f32", "t0 = p0[5]; -> f32 t0"},
		{"__ldcv", "*u8", "t0 = volatile p0[5]; -> u8 t0"},
		{"__stcg", "*u8 i32", "p0[5] = (u8)b1;"},

		{"__shfl_sync", "u32 f32 3", "t2 = shfl.idx(a0, b1, 3, 32); -> f32 t2"},
		{"__shfl_down_sync", "u32 i8 u32 16", "t3 = shfl.down(a0, (i32)b1, (i32)c2, 16); -> i32 t3"},
		{"__shfl_xor", "i32 1", "t1 = vote.activemask(-); t2 = shfl.xor(t1, a0, 1, 32); -> i32 t2"},
		{"__ballot_sync", "u32 i32", "t2 = vote.ballot(a0, b1 != 0); -> u32 t2"},
		{"__any", "bool", "t1 = vote.activemask(-); t2 = vote.or(t1, a0); -> i32 t2"},
		{"__all_sync", "u32 bool", "t2 = vote.and(a0, b1); -> i32 t2"},
		{"__activemask", "", "t0 = vote.activemask(-); -> u32 t0"},
		{"__match_any_sync", "u32 f64", "t2 = vote.match_any(a0, b1); -> u32 t2"},
		{"__match_all_sync", "u32 i32 *i32", "t2 = vote.match_all(a0, b1); p2[5] = (i32)(t2 != 0); -> u32 t2"},
		{"__reduce_add_sync", "u32 u32", "t2 = vote.lanes_add(a0, b1); -> u32 t2"},

		{"min", "i32 i32", "-> i32 min(a0, b1)"},
		{"min", "i32 u32", "-> u32 min((u32)a0, b1)"},
		{"max", "u32 i64", "-> i64 max((i64)a0, b1)"},
		{"max", "3 4", "-> i32 4"},
		{"min", "f32 i32", "-> f32 fminf:f32(a0, (f32)b1)"},
		{"max", "f64 f32", "-> f64 fmax:f64(a0, (f64)b1)"},
		{"umin", "i32 i32", "-> u32 min((u32)a0, (u32)b1)"},
		{"llmax", "i32 i64", "-> i64 max((i64)a0, b1)"},
		{"abs", "i16", "-> i32 abs((i32)a0)"},
		{"abs", "f32", "-> f32 fabsf:f32(a0)"},
		{"__umul24", "u32 3", "-> u32 mul24(a0, 3u32)"},
		{"__mulhi", "i32 i32", "-> i32 mulhi(a0, b1)"},
		{"__popc", "255", "-> i32 8"},
		{"__popcll", "u64", "-> i32 popc(a0)"},
		{"__clz", "1", "-> i32 31"},
		{"__ffs", "i32", "-> i32 ffs(a0)"},
		{"__brev", "1", "-> u32 2147483648u32"},
		{"__byte_perm", "u32 u32 u32", "-> u32 byte_perm(a0, b1, c2)"},
		{"__funnelshift_lc", "u32 u32 u32", "-> u32 funnelshift_lc(a0, b1, c2)"},
		{"__sad", "5 9 1", "-> u32 5u32"},
		{"__hadd", "i32 i32", "-> i32 hadd(a0, b1)"},
		{"__dp4a", "u32 u32 u32", "-> u32 dp4a(a0, b1, c2)"},
		{"__vadd4", "u32 u32", "-> u32 __vadd4:u32(a0, b1)"},
		{"__vabsdiffu4", "u32 u32", "-> u32 __vabsdiffu4:u32(a0, b1)"},
		{"__vimax3_s32_relu", "u32 u32 u32", "-> u32 __vimax3_s32_relu:u32(a0, b1, c2)"},
		{"__builtin_expect", "i32 1", "-> i32 a0"},

		{"sqrtf", "f32", "-> f32 sqrtf:f32(a0)"},
		{"sqrt", "f32", "-> f32 sqrtf:f32(a0)"},
		{"sqrt", "i32", "-> f64 sqrt:f64((f64)a0)"},
		{"pow", "f32 f64", "-> f64 pow:f64((f64)a0, b1)"},
		{"powf", "f32 2", "-> f32 powf:f32(a0, (f32)2)"},
		{"fma", "f64 f64 f64", "-> f64 fma:f64(a0, b1, c2)"},
		{"ldexpf", "f32 2", "-> f32 ldexpf:f32(a0, 2)"},
		{"lroundf", "f32", "-> i64 lroundf:i64(a0)"},
		{"isnan", "f32", "-> bool isnanf:bool(a0)"},
		{"__expf", "f32", "-> f32 __expf:f32(a0)"},
		{"__fmaf_rn", "f32 f32 f32", "-> f32 __fmaf_rn:f32(a0, b1, c2)"},
		{"__ddiv_rz", "f64 f64", "-> f64 __ddiv_rz:f64(a0, b1)"},
		{"__float2int_rn", "f32", "-> i32 __float2int_rn:i32(a0)"},
		{"__int2float_rz", "i32", "-> f32 __int2float_rz:f32(a0)"},
		{"__float2half", "f32", "-> f16 __float2half:f16(a0)"},
		{"__float_as_int", "f32", "-> i32 bits_f32_as_i32:i32(a0)"},
		{"__hiloint2double", "i32 i32", "-> f64 __hiloint2double:f64(a0, b1)"},
		{"__hadd", "f16 f16", "-> f16 __hadd:f16(a0, b1)"},
		{"__hlt", "f16 f16", "-> bool __hlt:bool(a0, b1)"},
		{"sincosf", "f32 *f32 *f32", "p1[5] = sinf:f32(a0); p2[5] = cosf:f32(a0);"},
		{"__sincosf", "f32 *f32 *f32", "p1[5] = __sinf:f32(a0); p2[5] = __cosf:f32(a0);"},
		{"frexp", "f64 *i32", "p1[5] = frexp_out_i32:i32(a0); -> f64 frexp:f64(a0)"},
		{"modf", "f64 *f64", "p1[5] = modf_out_f64:f64(a0); -> f64 modf:f64(a0)"},
		{"modff", "f32 *f32", "p1[5] = modff_out_f32:f32(a0); -> f32 modff:f32(a0)"},
		{"remquof", "f32 f32 *i32", "p2[5] = remquof_out_i32:i32(a0, b1); -> f32 remquof:f32(a0, b1)"},
		{"clock", "", "havoc t0; // clock() -> i64 t0"},
		{"__isShared", "*i32", "havoc t0; // memory space of a pointer -> u32 t0"},
	} {
		assert.Equal(t, c.want, expand(t, &emittest.Recorder{}, c.name, c.args), "%s(%s)", c.name, c.args)
	}
}

func TestRefusedIntrinsics(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"__pipeline_memcpy_async", "*i32 *i32 4", "unsupported: __pipeline_memcpy_async: asynchronous copy"},
		{"mma_sync", "struct struct struct struct", "unsupported: mma_sync: tensor-core operation"},
		{"__hadd2", "struct struct", "unsupported: __hadd2: operation on half2"},
		{"malloc", "8", "unsupported: malloc: allocation in a kernel"},
		{"memcpy", "*i32 *i32 4", "unsupported: memcpy: memory block function"},
		{"cudaDeviceSynchronize", "", "unsupported: cudaDeviceSynchronize: CUDA runtime function"},
		{"tex1Dfetch", "struct 1", "unsupported: tex1Dfetch: texture"},
		{"sqrtf", "struct", "unsupported: sqrtf with an argument that is not a number"},
		{"atomicAdd", "i32 1", "unsupported: atomicAdd needs a pointer"},
		{"__stcg", "*f32 struct", "unsupported: __stcg with an argument that is not a number"},
		{"__syncthreads", "1", "error: __syncthreads is called with 1 argument; it takes 0"},
		{"__shfl_sync", "1", "error: __shfl_sync is called with 1 argument; it takes 3 to 4"},
		{"atomicOr", "*f32 1", "error: atomicOr on a floating-point variable"},
		{"__barrier_sync", "f32", "error: __barrier_sync needs an integer"},
	} {
		r := &emittest.Recorder{}
		in, ok := Lookup(c.name)
		require.True(t, ok, c.name)
		e, ok := in.Lower(r, emittest.Here, arguments(r, c.args))
		assert.False(t, ok, c.name)
		assert.Nil(t, e, c.name)
		if assert.Equal(t, 1, r.Diags.Len(), "%s: %s", c.name, r.Diags.String()) {
			assert.Contains(t, r.Diags.String(), "k.cu:7:3: "+c.want)
		}
	}
	_, ok := Lookup("reduceBlock")
	assert.False(t, ok)
}

// TestNumericIntrinsicsAreWellTyped calls every intrinsic with arguments of
// several types: what it emits must keep the IR's rules, and a refusal must come
// with a diagnostic.
func TestNumericIntrinsicsAreWellTyped(t *testing.T) {
	defined("") // all families
	for name, in := range functions {
		for n := in.min; n <= in.max; n++ {
			for _, word := range []string{"i32", "u8", "f32", "f64", "f16", "bool", "u64", "*i32", "*f32", "struct"} {
				r := &emittest.Recorder{}
				args := strings.TrimSpace(strings.Repeat(word+" ", n))
				e, ok := in.Lower(r, emittest.Here, arguments(r, args))
				if !ok {
					assert.NotZero(t, r.Diags.Len(), "%s(%s)", name, args)
					continue
				}
				if e != nil {
					r.Emit(&kernel.Assign{Src: r.Src(), Dst: r.Temp(e.Type()), X: e})
				}
				r.Check(t, name+"("+args+")")
			}
		}
	}
}

// TestUninterpretedNamesDecideTypes: one name with two signatures would become
// one function with two types in the translation.
func TestUninterpretedNamesDecideTypes(t *testing.T) {
	signatures := map[string]string{}
	note := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if c, ok := e.(*kernel.Call); ok && !kernel.IsExact(c) {
				sig := c.T.String()
				for _, a := range c.Args {
					sig += " " + a.Type().String()
				}
				if old, seen := signatures[c.Fn]; seen {
					assert.Equal(t, old, sig, c.Fn)
				}
				signatures[c.Fn] = sig
			}
			return true
		})
	}
	defined("") // all families
	for _, in := range functions {
		for _, word := range []string{"i32", "u32", "f32", "f64", "f16"} {
			for _, last := range []string{word, "*f32", "*f64", "*i32"} {
				r := &emittest.Recorder{}
				e, _ := in.Lower(r, emittest.Here, arguments(r, strings.Repeat(word+" ", in.max-min(1, in.max))+last)[:in.max])
				note(e)
				kernel.Walk(r.Stmts, func(s kernel.Stmt) bool { kernel.Exprs(s, note); return true })
			}
		}
	}
	assert.Greater(t, len(signatures), 150)
}
