package lower

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// bodyOf is the lowered body on one line.
func bodyOf(t *testing.T, text string) string {
	t.Helper()
	_, got, _ := strings.Cut(kernel.Print(lowerOne(t, text, block64())), "\n{\n")
	return strings.TrimSpace(strings.TrimSuffix(strings.Join(strings.Fields(got), " "), "}"))
}

// TestAnnotations compares what small annotations become.
func TestAnnotations(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"enabled is true for who is asked", "__assert(__implies(__enabled(), n > 0));", "assert n > 0;"},
		{"enabled of the other", "__assert(__other_bool(__enabled()));", "assert other(enabled);"},
		{"uniform parameter", "__assert(__uniform_int(n));", "assert true;"},
		{"uniform in one dimension", "__assert(__uniform_int(threadIdx.y));", "assert true;"},
		{"distinct", "__assert(__distinct_int(threadIdx.x));", "assert threadIdx.x != other(threadIdx.x);"},
		{"both spellings of exclusive", "__assert(__at_most_one(threadIdx.x == 1) & __exclusive(threadIdx.x == 2));",
			"assert !(threadIdx.x == 1 && other(threadIdx.x == 1)) && !(threadIdx.x == 2 && other(threadIdx.x == 2));"},
		{"a vote outside", "a[0] = __all(n > threadIdx.x);", "t = vote.activemask(-); t_1 = vote.and(t, (u32)n > threadIdx.x); a[0] = t_1;"},
		{"no access at all", "__assert(__no_write(b));", "assert true;"},
		{"a write", "a[0] = 1; __assert(__no_write(a)); __assert(__no_read(a));", "a[0] = 1; assert !written(a); assert true;"},
		{"offset in bytes", "a[0] = 1; __assert(__write_offset_bytes(a) < 8);", "a[0] = 1; assert (u64)write_index(a) * 4 < 8;"},
		{"offset by size", "a[0] = 1; __assert(__write_offset_bytes(a) / sizeof(int) < 8);", "a[0] = 1; assert (u64)write_index(a) < 8;"},
		{"either array", "int *p = n ? a : b; *p = 1; __assert(__no_write(p));",
			"p_target = n != 0 ? 1 : 2; if (p_target == 1) { a[0] = 1; } else { b[0] = 1; } assert !(p_target == 2 ? written(b) : p_target == 1 ? written(a) : false);"},
		{"two threads after ||", "__requires(a[n] < 1 || __other_int(a[n + 1]) > 0);", "t = ghost a[(i64)n]; t_1 = ghost a[(i64)(n + 1)]; t_2 = ghost a[(i64)(n + 1)]; assume t < 1 || other(t_2) > 0;"},
		{"two threads after ?", "__assume(n > 0 ? __distinct_int(a[n]) : a[0] > 0);", "t = ghost a[(i64)n]; t_1 = ghost a[(i64)n]; t_2 = ghost a[0]; assume n > 0 ? t != other(t_1) : t_2 > 0;"},
		{"read of an annotation", "__assume(a[n] > 0);", "t = ghost a[(i64)n]; assume t > 0;"},
		{"read of an assertion", "__assert(a[n] > 0);", "t = a[(i64)n]; assert t > 0;"},
		{"bits of truth", "__assert(n == 1 | n == 2 | n == 4);", "assert n == 1 || n == 2 || n == 4;"},
		{"invariant elsewhere", "__invariant(n > 1);", "assert n > 1;"},
		{"candidate elsewhere", "__candidate_assert(n > 1); __candidate_invariant(n > 2);", ""},
		{"at the head", "for (int i = 0; __invariant(i >= 0), __assert(i < 9), i < n; i++) ;",
			"i = 0; while (i < n) { invariant i >= 0; invariant i < 9; post { i = i + 1; } }"},
		{"with the macro's calls", "int i = 0; while (__non_temporal_loads_begin(), __invariant(i >= 0), __non_temporal_loads_end(), i < n) i++;",
			"i = 0; while (i < n) { invariant i >= 0; i = i + 1; }"},
		{"a comma without invariants", "int i = 0; while (i++, i < n) ;", "i = 0; while (i < n) { head { i = i + 1; } }"},
		{"do loop", "int i = 0; do { __assert(i >= 0); i++; } while (i < n);", "i = 0; do while (i < n) { invariant i >= 0; i = i + 1; }"},
		{"assertion in a for loop's body", "for (int i = 0; i < n; i++) { __assert(i < n); }", "i = 0; while (i < n) { assert i < n; post { i = i + 1; } }"},
		{"postcondition of a kernel", "__ensures(n > 1); a[0] = 1;", "a[0] = 1; assert n > 1;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, bodyOf(t, "__global__ void k(int *a, int *b, int n) { "+c.body+" }"))
		})
	}
}

func TestAnnotationFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"two threads in a function", "__device__ int f(int x) { if (x > 3) return 1; return x; }\n__global__ void k(int *a) {\n __requires(f(__other_int(a[0])) > 1); }", "kernel.cu:3:13: unsupported: what this says about two threads would have to be kept in a variable; write it without a call of a function that has statements"},
		{"outside", "__global__ void k(int *a) {\n a[0] = __implies(a[0], 1); }", "kernel.cu:2:9: error: __implies outside an annotation"},
		{"arguments", "__global__ void k(int *a) {\n __assert(__implies(1)); }", "kernel.cu:2:11: error: __implies takes 2 arguments, not 1"},
		{"no condition", "__global__ void k(int *a) {\n __assert(); }", "error: this takes one argument, not 0"},
		{"result of nothing", "__global__ void k(int *a) {\n __assert(__return_val_int() == 1); }", "error: __return_val_int outside an __ensures"},
		{"result of another type", "__device__ char f() {\n __ensures(__return_val_int() == 1); return 1; }\n__global__ void k(int *a) { a[0] = f(); }",
			"kernel.cu:2:12: unsupported: __return_val_int of a function that returns a char"},
		{"old outside", "__global__ void k(int n) {\n __assert(__old_int(n) == n); }", "error: __old_int outside an __ensures"},
		{"taken values", "__global__ void k(unsigned *a) {\n __assert(__atomic_has_taken_value(a, 0, 1)); }", "unsupported: __atomic_has_taken_value"},
		{"number", "__global__ void k(int n) {\n __assert(__no_read(n)); }", "error: this takes a pointer, not a int"},
		{"what is written holds", "__global__ void k(int *a) {\n __requires(__unique(a));\n a[threadIdx.x] = 1; }", "kernel.cu:2:13: unsupported: what a holds: it can be said of integers"},
		{"what narrow numbers hold", "__global__ void k(int *a, const short *b) {\n __requires(__ascending(b));\n a[b[threadIdx.x]] = 1; }", "kernel.cu:2:13: unsupported: what b holds: it can be said of integers"},
		{"what lies behind holds", "__global__ void k(int *a, const int *b) {\n __requires(__unique(b + 1));\n a[b[threadIdx.x]] = 1; }", "kernel.cu:2:13: unsupported: __unique of a pointer that is no parameter"},
		{"none without a sign", "__global__ void k(int *a, const unsigned *b) {\n __requires(__unique_or_none(b));\n a[b[threadIdx.x]] = 1; }", "kernel.cu:2:13: unsupported: what b holds: no value of it is -1"},
		{"a number holds", "__global__ void k(int *a, int n) {\n __requires(__unique(n));\n a[0] = 1; }", "kernel.cu:2:13: error: __unique takes a pointer, not a int"},
		{"axiom", "__axiom(1, 2);\n__global__ void k(int *a) { a[0] = 1; }", "kernel.cu:1:1: error: __axiom takes one condition, not 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ks, diags := lowerText(t, c.text, block64())
			if c.name != "axiom" {
				assert.Empty(t, ks)
			}
			assert.Contains(t, diags.String(), c.want)
		})
	}
}

// TestContradictingAxiom: a verdict on nothing says so.
func TestContradictingAxiom(t *testing.T) {
	ks, diags := lowerText(t, "__axiom(threadIdx.y == 3);\n__global__ void k(int *a) { a[0] = 1; }", block64())
	require.Len(t, ks, 1)
	assert.Contains(t, diags.String(), "kernel.cu:1:1: warning: this axiom contradicts the launch")
	assert.Contains(t, kernel.Print(ks[0]), "assume false;")
}

// TestPreconditionOfACall: what a function demands is proved, not believed.
func TestPreconditionOfACall(t *testing.T) {
	assert.Equal(t, "n_1 = n; assert n_1 < 9; a[(i64)n_1] = 1;",
		bodyOf(t, "__device__ void f(int *a, int n) { __requires(n < 9); a[n] = 1; }\n__global__ void k(int *a, int n) { f(a, n); }"))
}

// TestUnknownFunctionReads: a function that is not defined may read all that it
// is given, wherever that is.
func TestUnknownFunctionReads(t *testing.T) {
	assert.Equal(t, "while (t) { head { havoc t; // how many accesses there are } havoc t_1; // where the access is t_2 = b[t_1]; } "+
		"havoc f_result; // f is not defined here a[0] = f_result;",
		bodyOf(t, "__device__ int f(const int *p, int n);\n__global__ void k(int *a, const int *b) { a[0] = f(b, 3); }"))
}
