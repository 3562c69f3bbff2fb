package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestExtents: how much memory pointers lead to at launches. Where anything may have given the variable another
// value, nothing is known.
func TestExtents(t *testing.T) {
	const covers = "64,1,1; m=0; w=0; gridDim.x == n / 64"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a length", "void f(int n) { int *d; cudaMalloc(&d, n * sizeof(int)); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has (size_t)n * 4 bytes, if cudaMalloc succeeds"}},
		{"a constant length", "int main() { int *d; cudaMalloc((void **)&d, 4096); k<<<4, 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0; p has 4096 bytes, if cudaMalloc succeeds"}},
		{"memory in the grid", "int main() { int *d; cudaMalloc(&d, 4096); k<<<(cudaMalloc(&d, 2048), 4), 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"memory in the bytes of shared memory", "int main() { int *d; cudaMalloc(&d, 2048); k<<<4, 64, cudaMalloc(&d, 4096)>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"memory in an argument", "int main() { int *d; cudaMalloc(&d, 4096); k<<<4, 64>>>(d, 1024, cudaMalloc((void **)&d, 2048), 0); }", []string{"64,1,1; n=1024; w=0"}},
		{"memory before a comma", "int main() { int *d; cudaMalloc(&d, 4096); cudaMalloc(&d, 2048), k<<<4, 64>>>(d, 1024, 0, 0); }", []string{"64,1,1; n=1024; m=0; w=0"}},
		{"managed", "void f(int n) { int *d = nullptr; check(cudaMallocManaged(&d, n * sizeof(int))); for (int i = 0; i < n; i++) d[i] = i; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }",
			[]string{covers + "; p has (size_t)n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"written by the host", "void f(int n) { int *d; cudaMallocManaged(&d, n * 4); for (int i = 0; i < n; i++) d[i] = i; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }", []string{covers + "; p has n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"set before", "void f(int n) { int *d = nullptr; cudaMallocManaged(&d, n * 4); d[3] = 4; k<<<n / 64, 64>>>(d, n, 0, 0); cudaFree(d); }", []string{covers + "; p has n * 4 bytes, if cudaMallocManaged succeeds"}},
		{"used before", "void f(int n, int *h) { int *d; if (cudaMalloc(&d, n * 4) != 0) return; cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); other(); k<<<n / 64, 64>>>(d, n, 0, 0); }",
			[]string{covers + "; p has n * 4 bytes, if cudaMalloc succeeds"}},
		{"the length changes later", "void f(int n) { int *d; cudaMalloc(&d, n * 4); n++; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == (n - 1 + 1) / 64; p has (n - 1) * 4 bytes, if cudaMalloc succeeds"}},
		{"a length in other words", "void f(int n) { int *d; int m = 2 * n; cudaMalloc(&d, m * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has 2 * n * 4 bytes, if cudaMalloc succeeds"}},
		{"two pointers", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); k<<<n / 64, 64>>>(e, n, 0, 0); }", []string{covers + "; p has n * 8 bytes, if cudaMalloc succeeds"}},
		{"two launches that agree", "void f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers + "; p has n * 4 bytes, if cudaMalloc succeeds"}},
		{"two launches that do not", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); k<<<n / 64, 64>>>(e, n, 0, 0); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"another launch without one", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); k<<<n / 64, 64>>>(e, n, 0, 0); }", []string{covers}},
		{"perhaps", "void f(int n, int *e) { int *d = e; if (n > 3) cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"perhaps, in an expression", "void f(int n, int *e) { int *d = e; n > 3 && cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"in a lambda", "void f(int n, int *e) { int *d = e; auto l = [&] { cudaMalloc(&d, n * 4); }; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"moved", "void f(int n) { int *d; cudaMalloc(&d, n * 4); d += 4; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"counted", "void f(int n) { int *d; cudaMalloc(&d, n * 4); d++; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a place within", "void f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d + 1, n, 0, 0); }", []string{covers}},
		{"another value", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); d = e; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"exchanged", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); std::swap(d, e); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"exchanged in a loop", "void f(int n) { int *d, *e; cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); for (int i = 0; i < 3; i++) { k<<<n / 64, 64>>>(d, n, 0, 0); int *t = d; d = e; e = t; } }", []string{covers}},
		{"passed by reference", "void f(int n) { int *d; cudaMalloc(&d, n * 4); grow(d); k<<<n / 64, 64>>>(d, n, 0, 0); }\nvoid grow(int *&d) { d++; }", []string{covers}},
		{"its address is out", "void f(int n) { int *d; note(&d); cudaMalloc(&d, n * 4); other(); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a reference to it", "void f(int n, int *e) { int *d, *&r = d; cudaMalloc(&d, n * 4); r = e; k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"another variable of that name", "void f(int n, int *d) { { int *d; cudaMalloc(&d, n * 4); } k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a function of the file", "int cudaMalloc(int **p, int n) { *p = 0; return n; }\nvoid f(int n) { int *d; cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a jump", "void f(int n, int *e) { int *d; cudaMalloc(&d, n * 4); again: k<<<n / 64, 64>>>(d, n, 0, 0); d = e; if (n > 3) goto again; }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"a static", "void f(int n) { static int *d; if (!d) cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"a size that changes itself", "void f(int n) { int *d; cudaMalloc(&d, n++ * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); if (c == 64) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths, the other way", "void f(int n, int c) { int *d; if (c == 64) cudaMalloc(&d, 2); else cudaMalloc(&d, n * 4); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"two lengths by a loop", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); for (int i = 0; i < c; i++) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"too many ways", "void f(int n, int c) { int *d; cudaMalloc(&d, n * 4); int v = 1; " + strings.Repeat("if (c == v) v = 2 * c; else if (c < 3) v = 3 * c + v; ", 4) + "if (c == 64) cudaMalloc(&d, 2); k<<<n / 64, 64>>>(d, n, 0, 0); }", []string{covers}},
		{"lifted", "void run(int n) { int *d; cudaMalloc(&d, n * sizeof(int)); k<<<n / 64, 64>>>(d, n, 0, 0); }\nint main() { run(4096); }", []string{"64,1,1; n=4096; m=0; w=0; p has 16384 bytes, if cudaMalloc succeeds; gridDim.x == n / 64; p has (size_t)n * 4 bytes, if cudaMalloc succeeds"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+c.text))
		})
	}
}

// TestVectors: how much memory Thrust's vectors have at launches. Nothing is known where anything may have changed the
// length, or the name may be one of something else.
func TestVectors(t *testing.T) {
	const covers, bytes = "64,1,1; m=0; w=0; gridDim.x == n / 64", "; p has (size_t)n * 4 bytes, if the constructor of thrust::device_vector succeeds"
	const v, k = "thrust::device_vector<int> v(n); ", "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v.data()), n, 0, 0); "
	for _, c := range []struct{ name, text, want string }{
		{"a length", "void f(int n) { " + v + k + "}", covers + bytes},
		{"a constant length", "void f() { thrust::device_vector<double> v(512); k<<<4, 64>>>((int *)thrust::raw_pointer_cast(v.data()), 1024, 0, 0); }",
			"64,1,1; n=1024; m=0; w=0; p has 4096 bytes, if the constructor of thrust::device_vector succeeds"},
		{"a value", "void f(int n) { thrust::device_vector<int> v(n, 7); " + k + "}", covers + bytes},
		{"get", "void f(int n) { " + v + "k<<<n / 64, 64>>>(v.data().get(), n, 0, 0); }", covers + bytes},
		{"the first element", "void f(int n) { " + v + "k<<<n / 64, 64>>>(raw_pointer_cast(&v[0]), n, 0, 0); }", covers + bytes},
		{"used", "void f(int n, int *h) { " + v + "thrust::copy(h, h + n, v.begin()); v[0] = 3; thrust::sort(v.begin(), v.end()); " + k + "}", covers + bytes},
		{"in a loop", "void f(int n) { " + v + "for (int i = 0; i < 3; i++) { " + k + "v[i] = 2; } }", covers + bytes},
		{"made in a loop", "void f(int n) { for (int i = 0; i < 3; i++) { " + v + k + "} }", covers + bytes},
		{"changed later", "void f(int n) { " + v + k + "thrust::host_vector<int> h = v; v.resize(3); }", covers + bytes},
		{"the size changes later", "void f(int n) { " + v + "n = n + 1; " + k + "}", "64,1,1; m=0; w=0; gridDim.x == (n - 1 + 1) / 64; p has (size_t)(n - 1) * 4 bytes, if the constructor of thrust::device_vector succeeds"},
		{"a member of that name", "struct S { thrust::device_vector<int> v; };\nvoid f(int n, S s, S *q) { " + v + "s.v.resize(3); q->v.clear(); " + k + "}", covers + bytes},
		{"lifted", "void run(int n) { " + v + k + "}\nint main() { run(4096); }", "64,1,1; n=4096; m=0; w=0; p has 16384 bytes, if the constructor of thrust::device_vector succeeds; gridDim.x == n / 64" + bytes},

		{"resized", "void f(int n) { " + v + "v.resize(3); " + k + "}", covers},
		{"an element more", "void f(int n) { " + v + "v.push_back(3); " + k + "}", covers},
		{"cleared", "void f(int n) { " + v + "v.clear(); " + k + "}", covers},
		{"erased", "void f(int n) { " + v + "v.erase(v.begin()); " + k + "}", covers},
		{"assigned by a method", "void f(int n) { " + v + "v.assign(3, 3); " + k + "}", covers},
		{"exchanged by a method", "void f(int n, thrust::device_vector<int> &o) { " + v + "v.swap(o); " + k + "}", covers},
		{"exchanged by the other", "void f(int n, thrust::device_vector<int> &o) { " + v + "o.swap(v); " + k + "}", covers},
		{"exchanged", "void f(int n, thrust::device_vector<int> &o) { " + v + "thrust::swap(v, o); " + k + "}", covers},
		{"assigned", "void f(int n, thrust::device_vector<int> &o) { " + v + "v = o; " + k + "}", covers},
		{"assigned as an operator", "void f(int n, thrust::device_vector<int> &o) { " + v + "v.operator=(o); " + k + "}", covers},
		{"moved", "void f(int n) { " + v + "auto o = std::move(v); " + k + "}", covers},
		{"in parentheses", "void f(int n) { " + v + "(v).resize(3); " + k + "}", covers},
		{"its address", "void f(int n) { " + v + "auto *q = &v; q->resize(3); " + k + "}", covers},
		{"a reference", "void f(int n) { " + v + "thrust::device_vector<int> &r = v; r.resize(3); " + k + "}", covers},
		{"a reference of auto", "void f(int n) { " + v + "auto &&r = v; r.resize(3); " + k + "}", covers},
		{"passed by reference", "void grow(thrust::device_vector<int> &v) { v.resize(3); }\nvoid f(int n) { " + v + "grow(v); " + k + "}", covers},
		{"passed to what is not seen", "void f(int n) { " + v + "grow(v); " + k + "}", covers},
		{"passed to a constructor", "struct G { G(thrust::device_vector<int> &o) : o(o) {} thrust::device_vector<int> &o; };\nvoid f(int n) { " + v + "G g{v}; " + k + "}", covers},
		{"a lambda", "void f(int n) { " + v + "auto l = [&] { v.resize(3); }; l(); " + k + "}", covers},
		{"a lambda behind which it is changed", "void f(int n) { " + v + "auto l = [&] { " + k + "}; v.resize(3); l(); }", covers},
		{"a capture", "void f(int n) { " + v + "auto l = [&v](auto g) { g(v); }; l(grow); " + k + "}", covers},
		{"resized in the next iteration", "void f(int n) { " + v + "for (int i = 0; i < 3; i++) { " + k + "v.resize(2); } }", covers},
		{"resized in an outer loop", "void f(int n) { " + v + "while (n < 7) { do { " + k + "} while (n < 3); v.resize(2); } }", covers + "; n < 7"},
		{"resized on a way", "void f(int n, int c) { " + v + "if (c) v.resize(2); " + k + "}", covers},
		{"resized by a condition", "void f(int n) { " + v + "if ((v.resize(2), n > 3)) { " + k + "} }", covers},
		{"resized at the launch", "void f(int n) { " + v + "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v.data()), n, 0, (v.resize(2), 0)); }", covers},
		{"resized behind a comma", "void f(int n) { " + v + "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v.data()), n, 0, 0), v.resize(2); }", covers},
		{"a jump back", "void f(int n) { " + v + "again: " + k + "v.resize(3); if (n > 3) goto again; }", covers},
		{"nothing at first", "void f(int n) { thrust::device_vector<int> v; v.resize(n); " + k + "}", covers},
		{"a list", "void f(int n) { thrust::device_vector<int> v{n}; " + k + "}", covers},
		{"a list with =", "void f(int n) { thrust::device_vector<int> v = {n, n}; " + k + "}", covers},
		{"a copy", "void f(int n, thrust::host_vector<int> h) { thrust::device_vector<int> v(h); " + k + "}", covers},
		{"a copy by =", "void f(int n, thrust::host_vector<int> h) { thrust::device_vector<int> v = h; " + k + "}", covers},
		{"a range", "void f(int n, int *h) { thrust::device_vector<int> v(h, h + n); " + k + "}", covers},
		{"of a type that is not seen", "void f(int n) { auto h = input(); thrust::device_vector<int> v(h); " + k + "}", covers},
		{"a parameter", "void f(int n, thrust::device_vector<int> v) { " + k + "}", covers},
		{"a parameter's reference", "void f(int n, thrust::device_vector<int> &v) { " + k + "}", covers},
		{"a static", "void f(int n) { static " + v + k + "}", covers},
		{"at file level", "thrust::device_vector<int> v(64);\nvoid f(int n) { " + k + "}", covers},
		{"a member", "struct S { thrust::device_vector<int> v; void f(int n) { " + k + "} };", covers},
		{"another vector of that name", "void f(int n) { " + v + "{ thrust::device_vector<int> v(3); " + k + "} }", covers},
		{"another vector, which is not read", "void f(int n) { " + v + "{ thrust::device_vector<int, pool<int>> v(3, a); " + k + "} }", covers},
		{"an array of vectors", "void f(int n) { thrust::device_vector<int> v[2]; k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v[0].data()), n, 0, 0); }", covers},
		{"another allocator", "void f() { thrust::device_vector<int, pool<int>> v(64); k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), 64, 0, 0); }", "64,1,1; n=64; m=0; w=0"},
		{"elements of a type that is not seen", "void f() { thrust::device_vector<other> v(64); k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), 64, 0, 0); }", "64,1,1; n=64; m=0; w=0"},
		{"a vector of the file", "namespace thrust { template <class T> struct device_vector { device_vector(int n); T *data(); }; }\nvoid f(int n) { " + v + k + "}", covers},
		{"another namespace of that name", "namespace mine { }\nnamespace thrust = mine;\nvoid f(int n) { " + v + k + "}", covers},
		{"another vector's name", "namespace thrust { template <class T> using device_vector = other<T>; }\nvoid f(int n) { " + v + k + "}", covers},
		{"a namespace within another", "namespace a { namespace thrust { using ::other::device_vector; } void f(int n) { " + v + k + "} }", covers},
		{"a namespace within another, in short", "namespace a::thrust { using ::other::device_vector; }\nnamespace a { void f(int n) { " + v + k + "} }", covers},
		{"no namespace", "void f(int n) { device_vector<int> v(n); " + k + "}", covers},
		{"a cast of the file", "int *raw_pointer_cast(int *p);\nvoid f(int n) { " + v + "k<<<n / 64, 64>>>(raw_pointer_cast(v.data()), n, 0, 0); }", covers},
		{"a place within", "void f(int n) { " + v + "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v.data()) + 1, n, 0, 0); }", covers},
		{"a place within the vector", "void f(int n) { " + v + "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(v.data() + 1), n, 0, 0); }", covers},
		{"another element", "void f(int n) { " + v + "k<<<n / 64, 64>>>(thrust::raw_pointer_cast(&v[1]), n, 0, 0); }", covers},
		{"two lengths", "void f(int n, int c) { if (c == 3) { " + v + k + "} else { thrust::device_vector<int> v(2 * n); " + k + "} }", covers},
		{"a size that changes itself", "void f(int n) { thrust::device_vector<int> v(n++); " + k + "}", covers},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, []string{c.want}, relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+c.text))
		})
	}
}

// TestFilePointers: how much memory pointers at file level lead to. Nothing is known where another function may have
// given them a value.
func TestFilePointers(t *testing.T) {
	const covers, bytes = "64,1,1; m=0; w=0; gridDim.x == n / 64", "; p has n * 4 bytes, if cudaMalloc succeeds"
	const d, a, k = "static int *d;\n", "cudaMalloc(&d, n * 4); ", "k<<<n / 64, 64>>>(d, n, 0, 0); "
	for _, c := range []struct{ name, text, want string }{
		{"allocated before", d + "void f(int n) { " + a + k + "}", covers + bytes},
		{"with a cast", d + "void f(int n) { cudaMalloc((void **)&d, n * 4); " + k + "}", covers + bytes},
		{"of a program", "int *d;\nvoid f(int n) { " + a + k + "}\nint main() { f(n); }", covers + bytes},
		{"two of them", "static int *d, *e;\nvoid f(int n) { cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 8); " + k + "}", covers + bytes},
		{"used", d + "void f(int n, int *h) { " + a + "cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice); " + k + "cudaFree(d); }\nvoid g(int *h) { cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); }", covers + bytes},

		{"of a library", "int *d;\nvoid f(int n) { " + a + k + "}", covers},
		{"of another file", "extern int *d;\nvoid f(int n) { " + a + k + "}\nint main() { f(n); }", covers},
		{"declared twice", "extern int *d;\nint *d;\nvoid f(int n) { " + a + k + "}\nint main() { f(n); }", covers},
		{"allocated elsewhere", d + "void g(int n) { " + a + "}\nvoid f(int n) { g(n); " + k + "}", covers},
		{"allocated elsewhere, too", d + "void g() { cudaMalloc(&d, 4); }\nvoid f(int n) { " + a + k + "}", covers},
		{"set elsewhere", d + "void g(int *e) { d = e; }\nvoid f(int n) { " + a + "g(0); " + k + "}", covers},
		{"set by its full name", d + "void g(int *e) { ::d = e; }\nvoid f(int n) { " + a + k + "}", covers},
		{"set by its namespace", "namespace s { static int *d; }\nusing namespace s;\nvoid g(int *e) { s::d = e; }\nvoid f(int n) { " + a + k + "}", covers},
		{"set by its full name beside a parameter", d + "void g(int *d) { ::d = d; }\nvoid f(int n) { " + a + k + "}", covers},
		{"another function runs", d + "void f(int n) { " + a + "other(); " + k + "}", covers},
		{"set later", d + "void f(int n, int *e) { " + a + k + "d = e; }", covers + bytes},
		{"set", d + "void f(int n, int *e) { " + a + "d = e; " + k + "}", covers},
		{"moved", d + "void f(int n) { " + a + "d++; " + k + "}", covers},
		{"set in a loop", d + "void f(int n, int *e) { " + a + "for (int i = 0; i < 3; i++) { " + k + "d = e; } }", covers},
		{"exchanged", "static int *d, *e;\nvoid f(int n) { " + a + "std::swap(d, e); " + k + "}", covers},
		{"on a way", d + "void f(int n) { if (n > 3) " + a + k + "}", covers},
		{"only once", d + "void f(int n) { if (!d) " + a + k + "}", covers},
		{"its address", d + "void f(int n) { note(&d); " + a + k + "}", covers},
		{"its address at file level", d + "int **q = &d;\nvoid f(int n) { " + a + "*q = 0; " + k + "}", covers},
		{"its address by a macro", "#define POINTERS static int *d; static int **q = &d;\nPOINTERS\nvoid f(int n) { " + a + "*q = 0; " + k + "}", covers},
		{"set by a macro", "#define POINTERS static int *d; void g(int *e) { d = e; }\nPOINTERS\nvoid f(int n) { " + a + k + "}", covers},
		{"a reference", d + "void f(int n, int *e) { int *&r = d; " + a + "r = e; " + k + "}", covers},
		{"passed by reference", d + "void grow(int *&q) { q++; }\nvoid f(int n) { " + a + "grow(d); " + k + "}", covers},
		{"a lambda", d + "void f(int n, int *e) { auto l = [=] { d = e; }; " + a + "l(); " + k + "}", covers},
		{"launched by a lambda", d + "void f(int n) { " + a + "auto l = [=] { " + k + "}; l(); }", covers},
		{"allocated in the other launch's function", d + "void f(int n) { " + k + "}\nvoid g(int n) { " + a + "f(n); }", covers},
		{"volatile", "static int *volatile d;\nvoid f(int n) { " + a + k + "}", covers},
		{"of the device", "__device__ int *d;\nvoid f(int n) { " + a + k + "}", covers},
		{"two lengths", d + "void f(int n, int c) { " + a + "if (c == 64) cudaMalloc(&d, 2); " + k + "}", covers},
		{"a jump", d + "void f(int n, int *e) { " + a + "again: " + k + "d = e; if (n > 3) goto again; }", covers},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, []string{c.want}, relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+c.text))
		})
	}
}
