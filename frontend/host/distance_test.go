package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const vector = "template <class T> struct V { T *p; T *data() { return p; } const T *data() const { return p; } int grow(int n) { p += n; return n; } };\n"

// TestDistances: what launches of void k(float *a, const float *b, int n) say of how far b is behind a.
func TestDistances(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n, n); }", "b_offset == n"},
		{"void f(float *x, int n) { k<<<1, 64>>>(x, &x[n / 2], n); }", "b_offset == n / 2"},
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n / 2, n / 2); }", "b_offset == n"},
		{"void f(float *x, int n) { k<<<1, 64>>>(x + n, x, n); }", "b_offset == 0 - (long)n"},
		{"void f(float *x, int n) { k<<<1, 64>>>(x + n, x + 2 * n, n); }", "b_offset == (long)(2 * n) - (long)n"},
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n - 1, n); }", "b_offset == (long)n - 1"},
		{"void f(float *x, int m, int n) { k<<<1, 64>>>(x, x + m, n); }", ""}, // the kernel does not get m
		{"void f(float *x, unsigned n) { k<<<1, 64>>>(x, x + n, n); }", "b_offset == (unsigned)n"},
		{"void f(char *x, int n) { k<<<1, 64>>>((float *)x, (float *)(x + n), n); }", ""}, // bytes
		{"void f(double *x, int n) { k<<<1, 64>>>((float *)x, (float *)x + n, n); }", ""}, // not followed
		{"void f(auto x, int n) { k<<<1, 64>>>(x, x + n, n); }", ""},                      // of what type?
		{"void f(float *x, int n) { int m = n; n++; k<<<1, 64>>>(x, x + m, n); }", "b_offset == n - 1"},
		{"void f(float *x, float *y, int n) { k<<<1, 64>>>(x, y + n, n); }", ""},                      // two arrays
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n, n); k<<<1, 64>>>(x, x + 2 * n, n); }", ""}, // one or the other
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n, n); k<<<1, 64>>>(x, x + n, n); }", "b_offset == n"},
		{"void g(float *x, int m, int n) { k<<<1, 64>>>(x, x + m, n); }\nvoid f(float *x, int n) { g(x, n, n); }", "b_offset == n"},
		{"void g(float *x, int m, int n) { k<<<1, 64>>>(x, x + m, n); }\nvoid f(float *x, int n) { g(x, n, n); g(x, 2 * n, n); }", ""},
		{"void g(float *x, float *y, int m, int n) { k<<<1, 64>>>(x, y + m, n); }\nvoid f(float *x, int n) { g(x, x, n, n); }", ""},
		{"int get(); void f(float *x, int n) { k<<<1, 64>>>(x, x + get(), n); }", ""},
		{"void f(float *x, int n) { k<<<1, 64>>>(x, x + n++, n); }", ""},
		{"void f(float *x, int n) { float *y = x + n; k<<<1, 64>>>(x, y, n); }", "b_offset == n"},
		{"void f(float *x, int n) { float *y = x + n, *z = y + n; k<<<1, 64>>>(y, z, n); }", "b_offset == (long)n + (long)n - (long)n"},
		{"void f(float *x, int n) { float *y = x + n; n++; k<<<1, 64>>>(x, y, n); }", ""},
		{"void f(float *x, int n) { float *y = x + n; y++; k<<<1, 64>>>(x, y, n); }", ""},
		{"void f(float *x, float *z, int n) { float *y = x + n; x = z; k<<<1, 64>>>(x, y, n); }", ""},
		{"void f(char *x, int n) { float *y = (float *)(x + n); k<<<1, 64>>>((float *)x, y, n); }", ""},            // bytes
		{"struct S { float *p; int m; }; void f(S s, int n) { float *y = s.p + n; k<<<1, 64>>>(s.p, y, n); }", ""}, // not followed
		{"#include <torch/extension.h>\nvoid f(at::Tensor t, int n) { k<<<1, 64>>>(t.data_ptr<float>(), t.data_ptr<float>() + n, n); }", "b_offset == n"},
		{"#include <thrust/device_vector.h>\nvoid f(thrust::device_vector<float> &v, int n) { k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(v.data()) + n, n); }", "b_offset == n"},
		{vector + "void f(V<float> &v, int n) { k<<<1, 64>>>(v.data(), v.data() + n, n); }", "b_offset == n"},
		{vector + "void f(V<float> &v, V<float> &w, int n) { k<<<1, 64>>>(v.data(), w.data() + n, n); }", ""},
		{vector + "void f(V<float> &v, int n) { k<<<1, 64>>>(v.data(), v.data() + n, v.grow(n)); }", ""},
		{vector + "void f(V<char> &v, int n) { k<<<1, 64>>>((float *)v.data(), (float *)(v.data() + n), n); }", ""}, // bytes
		{"struct V { float *p; float *data() { return p++; } }; void f(V &v, int n) { k<<<1, 64>>>(v.data(), v.data() + n, n); }", ""},
		{"struct V { float *p; float *data(); }; void f(V &v, int n) { k<<<1, 64>>>(v.data(), v.data() + n, n); }", ""},
	} {
		var got []string
		for _, line := range relationsOf("__global__ void k(float *a, const float *b, int n) { }\n" + c.text) {
			for _, part := range strings.Split(line, "; ")[1:] {
				if strings.Contains(part, "n") {
					got = append(got, part)
				}
			}
		}
		assert.Equal(t, c.want, strings.Join(got, "; "), c.text)
	}
}
