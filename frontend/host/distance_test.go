package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
		{"void f(float *x, int n) { float *y = x + n; k<<<1, 64>>>(x, y, n); }", ""}, // not followed
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
