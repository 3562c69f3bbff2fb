package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/source"
)

// passedOf lists the numbers of each launch of k in text, but for the block and the parts of a grid that are 1.
func passedOf(text string) []string {
	var out []string
	for _, fn := range kernelsOf("__global__ void k(int *p, int n, unsigned char m, bool b) {}\n"+text, source.Options{}) {
		sizes, unknown := fn.sizes()
		lists := [][]string{}
		for _, s := range sizes {
			for _, p := range s.Passed {
				lists = append(lists, numbersOf(p.Values))
			}
		}
		for _, u := range unknown {
			for _, p := range u.Passed {
				lists = append(lists, append(numbersOf(p.Values), "?"))
			}
		}
		for _, l := range lists {
			out = append(out, strings.Join(l, " "))
		}
	}
	return out
}

func numbersOf(values map[string]int64) []string {
	var out []string
	for name, v := range values {
		if !strings.HasPrefix(name, "blockDim") && (v != 1 || !strings.HasPrefix(name, "gridDim")) {
			out = append(out, fmt.Sprintf("%s=%d", name, v))
		}
	}
	slices.Sort(out)
	return out
}

// TestPassed: what single launches pass, as far as it is a number, also where the launches have nothing in common.
func TestPassed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"one open launch beside one that is not", "void f(int n) { k<<<n, 64>>>(p, n, 3, true); k<<<2, 64>>>(p, 7, 0, n > 2); }", []string{"b=1 m=3", "gridDim.x=2 m=0 n=7"}},
		{"by the callers", "void g(int n, int m) { k<<<1, 64>>>(p, n, m, false); }\nvoid f(int n) { g(n, 300); g(-1, n); }", []string{"b=0 m=44", "b=0 n=-1"}},
		{"with another block", "void f(int n) { k<<<1, n>>>(p, 5, 1, 0); k<<<1, 64>>>(p, n, 1, 0); }", []string{"b=0 m=1", "b=0 m=1 n=5"}},
		{"a loop that counts", "void f(int n) { for (int i = 0; i < 6; i += 2) k<<<1, 64>>>(p, 2 * i, i, n == i); }", []string{"m=0 n=0", "m=2 n=4", "m=4 n=8"}},
		{"a loop of n rounds", "void f(int n) { for (int i = 5; i < n; i *= 2) if (i < 20) k<<<1, 64>>>(p, i, n, 0); }", []string{"b=0 n=5", "b=0 n=10"}},
		{"the first round alone", "void f(int n) { int j = 3; bool b = true; for (int i = 5; i < n; i++) { k<<<1, 64>>>(p, j, i, b); j += n; b = false; if (j > 9) break; } }", []string{"b=1 m=5 n=3"}},
		{"all but the first round", "void f(int n) { bool b = true; for (int i = 5; i < n; i++) { if (!b) k<<<1, 64>>>(p, 2, i, b); b = false; } }", []string{"n=2"}},
		{"loops within each other", "void f() { for (int i = 0; i < 2; i++) for (int j = i; j < 2; j++) k<<<1, 64>>>(p, i, j, 0); }",
			[]string{"b=0 m=0 n=0", "b=0 m=1 n=0", "b=0 m=1 n=1"}},
		{"do", "void f(int n) { int i = 8; do { k<<<1, 64>>>(p, i, 1, 0); i /= 2; } while (i > n); }", []string{"b=0 m=1 n=8"}},
		{"a choice", "void f(int n, bool c) { k<<<1, 64>>>(p, c ? 4 : n, c ? 0 : 7, c); }", []string{"b=0 m=7", "b=1 m=0 n=4"}},
		{"a choice in a loop", "void f() { for (int i = 0; i < 3; i++) k<<<1, 64>>>(p, i == 2 ? 0 : i + 1, 1, 0); }", []string{"b=0 m=1 n=1", "b=0 m=1 n=2", "b=0 m=1 n=0"}},
		{"nothing", "void f(int n, int m, bool b) { dim3 g(n, n, n); k<<<g, 64>>>(p, n, m, b); }", []string{""}},
	} {
		assert.Equal(t, c.want, passedOf(c.text), c.name)
	}
}
