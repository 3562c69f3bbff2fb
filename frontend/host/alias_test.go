package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/host"
	"gv2/frontend/source"
)

// TestPointersPassedTwice: launches that pass one pointer for two parameters of void k(float *a, const float *b, int n, int *c).
func TestPointersPassedTwice(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"two variables", "float *p, *q; k<<<1, 64>>>(p, q, 1, c);", []string{""}},
		{"one variable", "float *p; k<<<1, 64>>>(p, p, 1, c);", []string{"b=a"}},
		{"through a cast", "float *p; k<<<1, 64>>>(p, (const float *)p, 1, reinterpret_cast<int *>(p));", []string{"b=a c=a"}},
		{"two launches", "float *p, *q; k<<<1, 64>>>(p, q, 1, c); k<<<1, 64>>>(p, p, 1, c);", []string{"", "b=a"}},
		{"null", "k<<<1, 64>>>(NULL, NULL, 1, 0); k<<<1, 64>>>(nullptr, nullptr, 1, 0); k<<<1, 64>>>(0, 0, 0, 0);", []string{"", ""}},
		{"an offset", "float *p; k<<<1, 64>>>(p, p + 64, 1, c); k<<<1, 32>>>(1 + p, &p[3], 1, c); k<<<1, 16>>>(p, p - 1 - 1, 1, c);", []string{"b=a + 64", "b=a + 2", "b=a - 2"}},
		{"an offset in other elements", "float *p; k<<<1, 64>>>(p, (float *)((char *)p + 1), 1, c);", []string{"b=a + b_offset"}},
		{"an offset of a variable", "float *p; k<<<1, 64>>>(p, p + n, 1, c);", []string{"b=a + b_offset"}},
		{"the address of an element", "float *p; k<<<1, 64>>>(p, &p[n], 1, c);", []string{"b=a + b_offset"}},
		{"one of two in one array", "float *p; float *q = n ? p : p + 1; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"one of two arrays", "float *p, *r; k<<<1, 64>>>(n ? p : r, n ? r : p, 1, c);", []string{""}},
		{"assigned twice in one array", "float *p; float *q = p; if (n) q = p + 1; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"moved on", "float *p; float *q = p; q += n; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"members that are set", "float *p; S s; s.x = p; s.y = p + 1; k<<<1, 64>>>(s.x, s.y, 1, c);", []string{"b=a + 1"}},
		{"members of a class that is not seen", "float *p; T s; s.x = p; s.y = p + 1; k<<<1, 64>>>(s.x, s.y, 1, c);", []string{"b=a + b_offset"}},
		{"a member that is moved", "float *p; S s; s.x = p; s.x++; k<<<1, 64>>>(p, s.x, 1, c);", []string{"b=a + b_offset"}},
		{"a member that a function gets", "float *p; S s; s.x = p; advance(s.x); k<<<1, 64>>>(p, s.x, 1, c);", []string{"b=a + b_offset"}},
		{"a member in brackets", "float *p; S s; s.x = p; (s.x) = p + 1; k<<<1, 64>>>(p, s.x, 1, c);", []string{"b=a + b_offset"}},
		{"a member that a reference names", "float *p; S s; s.x = p; float *&r = s.x; r++; k<<<1, 64>>>(p, s.x, 1, c);", []string{"b=a + b_offset"}},
		{"a variable that a function gets", "float *p, *q; q = p; advance(q); k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"a variable in brackets", "float *p, *q; q = p; (q)++; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"a variable that a reference names", "float *p, *q; q = p; float *&r = q; r++; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"the first one is moved", "float *p, *q = p; p++; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + b_offset"}},
		{"members that are set twice", "float *p; S s; s.x = p; if (n) s.x = p + 2; k<<<1, 64>>>(p, s.x, 1, c);", []string{"b=a + b_offset"}},
		{"buffers that are swapped", "float *p, *r; float *s = p, *d = r; while (n) { k<<<1, 64>>>(d, s, 1, c); std::swap(s, d); }", []string{""}},
		{"buffers that are swapped by hand", "float *p, *r; float *s = p, *d = r; while (n) { k<<<1, 64>>>(d, s, 1, c); float *t = s; s = d; d = t; }", []string{""}},
		{"assigned", "float *p, *q; cudaMalloc(&p, 64); q = p; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a"}},
		{"assigned with an offset", "float *p, *q; cudaMalloc(&p, 64); q = p + 8; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a + 8"}},
		{"declared with an offset", "float *p; cudaMalloc(&p, 64); float *q = p + 8; k<<<1, 64>>>(p, q + 1, 1, c);", []string{"b=a + 9"}},
		{"assigned twice", "float *p, *q; q = p; cudaMalloc(&q, 64); k<<<1, 64>>>(p, q, 1, c);", []string{""}},
		{"members", "S s, t; k<<<1, 64>>>(s.x, s.x, 1, c); k<<<1, 32>>>(s.x, t.x, 1, c); k<<<1, 16>>>(s->x, s->y, 1, c);", []string{"b=a", "", ""}},
		{"elements", "float *p[2]; k<<<1, 64>>>(p[0], p[0], 1, c); k<<<1, 32>>>(p[0], p[1], 1, c); k<<<1, 16>>>(p[i], p[i], 1, c); k<<<1, 8>>>(p[i], p[i++], 1, c);",
			[]string{"b=a", "", "b=a", "b=a + b_offset c=a + c_offset"}}, // in which order arguments are evaluated nobody knows
		{"vectors", "thrust::device_vector<float> v, w; k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), v.data().get(), 1, c); k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(w.data()), 1, c);",
			[]string{"b=a + b_offset", ""}},
		{"one vector", "thrust::device_vector<float> v; k<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(v.data()), 1, c);", []string{"b=a"}},
		{"a copy", "float *p; cudaMalloc(&p, 64); float *q = p; k<<<1, 64>>>(p, q, 1, c);", []string{"b=a"}},
		{"a copy of what changes", "float *p; cudaMalloc(&p, 64); float *q = p; cudaMalloc(&p, 64); k<<<1, 64>>>(p, q, 1, c);", []string{""}},
		{"a copy that changes", "float *p; cudaMalloc(&p, 64); float *q = p; cudaMalloc(&q, 64); k<<<1, 64>>>(p, q, 1, c);", []string{""}},
		{"a function that makes pointers", "k<<<1, 64>>>(next(), next(), 1, c);", []string{""}},
		{"an array of unknown length", "float *p; o<<<1, 64>>>(p, p);", []string{"y=x"}},
		{"by a call", "float *p, *q; go(p, q); go(p, p);", []string{"", "b=a"}},
		{"by a call with an offset", "float *p; go(p, p + 1);", []string{"b=a + 1"}},
		{"an array of the function that is called with a size", "} void sized(int n) { float *p; int *c; k<<<n, 64>>>(p, p, n, c); } void both() { sized(3);", []string{"b=a"}},
		{"by calls of which none passes one twice", "float *p, *q; go(p, q); go(q, p);", []string{""}},
		{"an unknown block", "float *p; k<<<1, x>>>(p, p, 1, c);", []string{"? b=a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "__global__ void k(float *a, const float *b, int n, int *c) { }\n__global__ void o(float x[], const float y[]) { }\nstruct S { float *x, *y; };\n"
			if c.name[:2] == "by" {
				text += "void go(float *x, float *y) { k<<<1, 64>>>(x, y, 1, 0); }\n"
			}
			var got []string
			add := func(s string, same []host.Alias) {
				for _, a := range same {
					if s != "" {
						s += " "
					}
					s += a.Param + "=" + a.Pointer()
				}
				got = append(got, s)
			}
			for _, fn := range kernelsOf(text+"int main() { int *c; "+c.text+" }", source.Options{}) {
				sizes, unknown := fn.sizes()
				for _, s := range sizes {
					add("", s.Same)
				}
				for _, u := range unknown {
					add("?", u.Same)
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}
