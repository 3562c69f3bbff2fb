package cuda

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// negativeTable are faults; want is the only diagnostic. Each file has a kernel
// k, whose body is parsed after the declarations.
var negativeTable = []struct{ name, text, want string }{
	{"missing semicolon", "__global__ void k(int *p) {\n  p[0] = 1\n  p[1] = 2;\n}", "t.cu:2:11: error: expected ';' after '1'"},
	{"missing parenthesis", "__global__ void k(int *p) {\n  p[0] = (1 + 2;\n}", "t.cu:2:16: error: expected ')', found ';'"},
	{"missing operand", "__global__ void k(int *p) { p[0] = 1 + ; }", "t.cu:1:40: error: expected an expression, found ';'"},
	{"missing condition", "__global__ void k(int *p) { if () ; }", "t.cu:1:33: error: expected an expression, found ')'"},
	{"end of body", "__global__ void k(int *p) { p[0] }", "t.cu:1:34: error: expected ';', found '}'"},
	{"bad parameter", "__global__ void k(int *p, + int n) { }", "t.cu:1:27: error: expected a type, found '+'"},
	{"missing parameter parenthesis", "__global__ void k(int *p { }", "t.cu:1:26: error: expected ')', found '{'"},
	{"missing semicolon of a variable", "__device__ int a\n__global__ void k() { }", "t.cu:1:17: error: expected ';' after 'a'"},
	{"missing semicolon of a record", "struct S { int a; }\n__global__ void k() { }\n__device__ int x", "t.cu:2:12: error: expected a name, found 'void'\nt.cu:3:17: error: expected ';', found end of file"},
	{"comma behind the last name", "__device__ int a, ;\n__global__ void k() { }", "t.cu:1:19: error: expected a name, found ';'"},
	{"comma behind the last template parameter", "template <class T, > __global__ void f(T *p);", "t.cu:1:20: error: expected a type, found '>'"},
	{"more behind a declaration", "__device__ void f() const = 5;", "t.cu:1:27: error: expected ';', found '='"},
	{"bad table", "__constant__ int t[2] = {1,,2};", "t.cu:1:28: error: expected an expression, found ','"},
	{"brace not closed", "__global__ void k(int *p) { if (p) { }", "t.cu:1:27: error: this '{' is never closed; expected '}' before the end of the file"},
	{"brace too many", "int f() { } }\n__global__ void k() { }", "t.cu:1:13: error: unexpected '}'; it closes nothing"},
	{"type without use", "__global__ void k(int *p) { p[0] = int + 1; }", "t.cu:1:40: error: expected '(' after the type, found '+'"},
	{"bad number", "__global__ void k(int *p) { p[0] = 12abc; }", "t.cu:1:36: error: '12abc' is not a number"},
	{"large number", "__global__ void k(int *p) { p[0] = 99999999999999999999; }", "t.cu:1:36: error: the number '99999999999999999999' does not fit into 64 bits"},
	{"bad octal", "__global__ void k(int *p) { p[0] = 09; }", "t.cu:1:36: error: '09' is not a number"},
	{"case outside", "__global__ void k(int *p) { if (p) { case 1: ; } while (p) case 2: ; do try { } while (0); }", "t.cu:1:73: unsupported: try; exceptions do not exist in device code"},
	{"try", "__global__ void k(int *p) { try { } catch (...) { } }", "t.cu:1:29: unsupported: try; exceptions do not exist in device code"},
	{"launch", "__global__ void k(int *p) { k<<<1, 2>>>(p); }", "t.cu:1:30: unsupported: kernel launch from device code; verify the launched kernel by itself"},
	{"new", "__global__ void k(int *p) { p = new int[3]; }", "t.cu:1:33: unsupported: new in device code; use an array of fixed size"},
	{"new in place, bare", "__global__ void k(int *p) { new (p) int; }", "t.cu:1:29: unsupported: new in device code but new (pointer) T(...) and new (pointer) T{...}; write it so, or use an array of fixed size"},
	{"throw", "__global__ void k(int *p) { throw 1; }", "t.cu:1:29: unsupported: throw; remove it from device code"},
	{"statement expression", "__global__ void k(int *p) { p[0] = ({ 1; }); }", "t.cu:1:37: unsupported: statement expression; use a function"},
	{"structured binding", "__global__ void k(int *p) { auto [a, b]; }", "t.cu:1:40: unsupported: a structured binding without one value"},
	{"array designator", "__global__ void k(int *p) { int a[2] = {[1] = 3}; }", "t.cu:1:41: unsupported: designated array element; list the elements in order"},
	{"case range of names", "__global__ void k(int n) { switch (n) { case A ... B: ; } }", "t.cu:1:48: unsupported: case range; write it with literals and at most 1024 values"},
	{"computed goto", "__global__ void k(int n) { goto *n; }", "t.cu:1:33: unsupported: computed goto; use structured control flow"},
	{"asm goto", "__global__ void k(int n) { asm goto(\"x\" : : : : l); }", "t.cu:1:32: unsupported: asm goto; use control flow of the language"},
	{"condition of while", "__global__ void k(int n) { while (int i = n) ; }", "t.cu:1:35: unsupported: declaration in the condition of a while; declare the variable before the loop"},
	{"place of a macro", "#define BAD 1 +\n__global__ void k(int *p) {\n  p[0] = BAD;\n}", "t.cu:3:13: error: expected an expression, found ';'"},
	{"bad escape", `__global__ void k(int *p) { p[0] = '\q'; }`, `t.cu:1:36: error: bad escape sequence in "\\q"`},
	{"unroll in an expression", "__global__ void k(int *p) { p[0] = 1 +\n#pragma unroll\n 2; }", "t.cu:2:1: error: expected an expression, found #pragma unroll"},
}

// faults parses text and the body of every kernel in it.
func faults(text string) string {
	f, diags := parseText(text)
	for _, d := range f.Decls {
		if fn, ok := d.(*FuncDecl); ok && fn.Global {
			_, more := fn.Body()
			diags.Merge(more)
		}
	}
	return strings.TrimSpace(diags.String())
}

func TestFaults(t *testing.T) {
	for _, c := range negativeTable {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, faults(c.text)) })
	}
}

// TestHostCodeIsSkipped has host code of every kind: none of it may cause a
// diagnostic, and the kernel after it must be found.
func TestHostCodeIsSkipped(t *testing.T) {
	for _, host := range []string{
		"int main(int argc, char **argv) { std::vector<int> v{1,2}; k<<<1, 2>>>(v.data()); for (auto &x : v) { } }",
		"std::vector<std::map<int, std::string>> table = { {{1, \"a\"}} };",
		"template <typename F, typename... Args> auto call(F &&f, Args &&...args) -> decltype(f(args...)) { return f(args...); }",
		"template <class T> concept Small = sizeof(T) < 4;",
		"template <class T> requires Small<T> void g(T t) { }",
		"class A final : public B, private C<int> { virtual void f() = 0; friend class D; A(const A &) = delete; ~A(); int x : 3; };",
		"A::A(int x) : B(x), c_{1, 2} { try { } catch (const std::exception &e) { throw; } }",
		"auto lambda = [=](auto x) mutable noexcept { return co_await x; };",
		"#define CHECK(x) do { if (x) exit(1); } while (0)\nvoid h() { CHECK(cudaMalloc(&p, 4)); }",
		"operator bool() const;",
		"int operator\"\"_km(unsigned long long x) { return x; }",
		"std::ostream &operator<<(std::ostream &o, const A &a) { return o << a.x; }",
		"enum class E : int { A = 1 << 3, B = A | 2 };",
		"static const char *names[] = { \"a\", \"b\" };",
		"using namespace std; using std::cout;",
		"extern \"C\" { int puts(const char *); }",
		"namespace x { namespace { int y = 3; } }",
		"asm(\".globl f\");",
		"union { int a; float b; };",
		"typedef void (*fn)(int, ...);",
		"int (*get(int x))(float) { return 0; }",
		"void old(a, b) int a; int b; { }",
		"@ $ ` \\ ?? ) ] > >> ;",
		"template <> struct std::hash<A> { size_t operator()(const A &a) const { return 1; } };",
		"int x = ({ int y = 3; y; });",
	} {
		f, diags := parseText(host + "\n__global__ void k(int *p) { p[0] = 1; }")
		require.Empty(t, diags.String(), host)
		var kernel *FuncDecl
		for _, d := range f.Decls {
			if fn, ok := d.(*FuncDecl); ok && fn.Global {
				kernel = fn
			}
		}
		require.NotNil(t, kernel, host)
		b, diags := kernel.Body()
		require.Empty(t, diags.String(), host)
		assert.Equal(t, "(do (= ([] p 0) 1))", compact(b), host)
	}
}

func TestBodyIsParsedOnce(t *testing.T) {
	f, _ := parseText("__global__ void k() { ; }\n__device__ int proto(int);")
	first, _ := f.Decls[0].(*FuncDecl).Body()
	second, _ := f.Decls[0].(*FuncDecl).Body()
	assert.Same(t, first, second)
	proto := f.Decls[1].(*FuncDecl)
	none, diags := proto.Body()
	assert.False(t, proto.HasBody)
	assert.Nil(t, none)
	assert.Zero(t, diags.Len())
}
