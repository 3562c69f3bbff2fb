package cuda

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/source"
)

// TestAttributes looks at where attributes may stand and what becomes of them.
func TestAttributes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"struct __align__(8) S { int x; };", "(struct S (align 8) (var x in:S int))"},
		{"struct S { int x; } __attribute__((packed, aligned(4)));", "(struct S (align 4) packed (var x in:S int))"},
		{"struct [[gnu::packed]] S { int x; };", "(struct S packed (var x in:S int))"},
		{"struct __attribute__((aligned)) S { int x; };", "(struct S (align 16) (var x in:S int))"},
		{"struct S { alignas(8) alignas(int) char x; };", "(struct S (var x in:S char (align 8 (alignof (type int)))))"},
		{"struct S { char x __attribute__((aligned(2))), y; };", "(struct S (var x in:S char (align 2)) (var y in:S char))"},
		{"struct S { [[no_unique_address]] E e; [[using gnu: packed]] int x; };", "(struct S (var e in:S E overlaps) (var x in:S int packed))"},
		{"struct S { int a : 3, : 0, b : 4; };", "(struct S (var a in:S int (bits 3)) (var in:S int (bits 0)) (var b in:S int (bits 4)))"},
		{"enum __attribute__((packed)) E { a };", "(enum E packed a)"},
		{"__attribute__((device)) int f();", "(func f device (params) int)"},
		{"[[nodiscard]] __device__ int f([[maybe_unused]] int x);", "(func f device (params (x int)) int)"},
		{"#pragma pack(push, 2)\nstruct S { int x; };\n#pragma pack(pop)\nstruct T { int x; };", "(struct S pack2 (var x in:S int)) (struct T (var x in:T int))"},
		{"#pragma pack(4)\nstruct S { int x; };\n#pragma pack()\nstruct T { int x; };", "(struct S pack4 (var x in:S int)) (struct T (var x in:T int))"},
		{"#pragma pack(push, a, 1)\n#pragma pack(2)\n#pragma pack(pop, a)\nstruct T { int x; };", "(struct T (var x in:T int))"},
		{"#pragma GCC diagnostic push\n#pragma omp parallel\nint x;", "(var x int)"},
		{"#pragma pack(push, 1)\n#pragma unroll\nstruct S { int x; };", "(struct S pack1 (var x in:S int))"},
	} {
		res := source.Preprocess("t.cu", []byte(c.text), source.Options{})
		require.Empty(t, res.Diags.String(), c.text)
		f, diags := Parse(res.Tokens)
		assert.Empty(t, diags.String(), c.text)
		got := strings.Join(strings.Fields(strings.ReplaceAll(Dump(f), "\n", " ")), " ")
		assert.Equal(t, c.want, got, c.text)
	}
}

// TestUnknownAttributes looks at what is lost where gv2 does not know an attribute or a
// pragma, or cannot honour it.
func TestUnknownAttributes(t *testing.T) {
	for _, c := range []struct{ text, reason string }{
		{"struct __attribute__((strange)) S { int x; };", "attribute strange"},
		{"struct S { [[vendor::strange]] int x; };", "attribute vendor::strange"},
		{"typedef int T __attribute__((mode(HI)));", "attribute mode"},
		{"typedef int T __attribute__((aligned(16)));", "the layout of a typedef"},
		{"struct __align__(8) S;", "the layout of a type that is not defined here"},
		{"__align__(8) struct S { int x; };", "the layout of what is no declaration"},
		{"enum __attribute__((aligned(8))) E { a };", "the layout of an enumeration"},
		{"#pragma strange\nstruct S { int x; };", "#pragma strange"},
		{"#pragma strange\nnamespace n { int x; }", "#pragma strange"},
		{"#pragma ms_struct on\nint y;\nstruct S { int x; };", "#pragma ms_struct on"},
		{"#pragma pack(3)\nint y;\nstruct S { int x; };", "#pragma pack(3)"},
		{"struct S { int x;\n#pragma pack(1)\nint y; };", "#pragma pack between its braces"},
		{"struct S { int x;\n#pragma strange\nint y; };", "#pragma strange"},
	} {
		res := source.Preprocess("t.cu", []byte(c.text), source.Options{})
		f, _ := Parse(res.Tokens)
		var reasons []string
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *BadDecl:
				reasons = append(reasons, d.Reason)
			case *RecordDecl:
				reasons = append(reasons, d.Opaque)
			}
		}
		assert.Contains(t, strings.Join(reasons, "; "), c.reason, c.text)
	}
}

// TestUnknownAttributesOfFunctions are faults of the bodies only.
func TestUnknownAttributesOfFunctions(t *testing.T) {
	for _, text := range []string{
		"__global__ __attribute__((strange)) void k() {}",
		"[[strange]] __global__ void k() {}",
		"__global__ void k() {\n#pragma strange\n}",
		"__global__ void k() { __attribute__((cleanup(f))) int x; }",
		"__global__ void k() { [[strange]] if (1) ; }",
	} {
		res := source.Preprocess("t.cu", []byte(text), source.Options{})
		f, diags := Parse(res.Tokens)
		assert.Empty(t, diags.String(), text)
		require.Len(t, f.Decls, 1, text)
		_, faults := f.Decls[0].(*FuncDecl).Body()
		assert.Contains(t, faults.String(), "unsupported", text)
	}
}
