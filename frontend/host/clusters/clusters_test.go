package clusters

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

const (
	begin = "__global__ void k(int *); __global__ void other(int *); void f(int *p, int n, bool b) { cudaLaunchConfig_t c = {}; cudaLaunchAttribute a[1]; " +
		"a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = 2; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1; "
	attrs  = "c.attrs = a; c.numAttrs = 1; "
	launch = "cudaLaunchKernelEx(&c, k, p); "
)

func TestClustersOfLaunches(t *testing.T) {
	two, four, none := [3]int{2, 1, 1}, [3]int{4, 1, 1}, [3]int{}
	for _, test := range []struct {
		name, text string
		want       [3]int
		known      bool
	}{
		{"the launch's own", begin + attrs + launch + "}", two, true},
		{"another kernel's", begin + attrs + "cudaLaunchKernelEx(&c, other, p); k<<<1, 32>>>(p); }", none, true},
		{"not among the attributes", begin + "c.attrs = a; c.numAttrs = 0; " + launch + "}", none, true},
		{"a configuration without", begin + attrs + "cudaLaunchKernelEx(&c, other, p); cudaLaunchConfig_t d{}; d.gridDim = 4; cudaLaunchKernelEx(&d, k, p); }", none, true},
		{"no launch", begin + attrs + "cudaLaunchKernelEx(&c, other, p); }", none, false},
		{"launches that differ", begin + attrs + launch + "k<<<1, 32>>>(p); }", none, false},
		{"changed between launches", begin + attrs + "cudaLaunchKernelEx(&c, other, p); a[0].val.clusterDim.x = 4; " + launch + "}", four, true},
		{"changed behind the launch", begin + attrs + launch + "a[0].val.clusterDim.x = 4; cudaLaunchKernelEx(&c, other, p); }", two, true},
		{"changed in a loop", begin + attrs + "for (int i = 0; i < 2; i++) { " + launch + "a[0].val.clusterDim.x = 4; } }", none, false},
		{"under a condition", begin + attrs + "if (b) a[0].val.clusterDim.x = 4; " + launch + "}", none, false},
		{"under a condition, in braces", begin + attrs + "if (b) { a[0].val.clusterDim.x = 4; } " + launch + "}", none, false},
		{"a condition around attributes", begin + "if (b) { " + attrs + "} " + launch + "}", none, false},
		{"a launch under a condition", begin + attrs + "if (b) { " + launch + "} }", two, true},
		{"a variable", begin + "a[0].val.clusterDim.x = n; " + attrs + launch + "}", none, false},
		{"passed on", begin + attrs + "change(a); " + launch + "}", none, false},
		{"the configuration passed on", begin + attrs + "change(&c); " + launch + "}", none, false},
		{"asked about", begin + attrs + "cudaOccupancyMaxActiveClusters(&n, k, &c); " + launch + "}", two, true},
		{"a pointer to the kernel", begin + attrs + launch + "auto q = k; }", none, false},
		{"another attribute", begin + "a[0].id = cudaLaunchAttributeCooperative; a[0].val.cooperative = 1; " + attrs + launch + "}", none, true},
		{"too large", begin + "a[0].val.clusterDim.x = 32; " + attrs + launch + "}", [3]int{32, 1, 1}, false},
		{"no array", "__global__ void k(int *); void f(int *p) { cudaLaunchConfig_t c = {0}; cudaLaunchAttribute a; a.id = cudaLaunchAttributeClusterDimension; " +
			"a.val.clusterDim.x = 2; a.val.clusterDim.y = 1; a.val.clusterDim.z = 1; c.attrs = &a; c.numAttrs = 1; cudaLaunchKernelExC(&c, (void *)k, args); }", two, true},
		{"in two functions", begin + attrs + launch + "} void g(int *p) { cudaLaunchConfig_t c = {}; cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; " +
			"a[0].val.clusterDim.x = 4; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1; c.attrs = a; c.numAttrs = 1; cudaLaunchKernelEx(&c, other, p); }", two, true},
		{"without braces", "__global__ void k(int *); void f(int *p) { cudaLaunchConfig_t c; c.gridDim = 4; cudaLaunchKernelEx(&c, k, p); }", none, true},
		{"made by a function", "__global__ void k(int *); void f(int *p) { cudaLaunchConfig_t c = make(); cudaLaunchKernelEx(&c, k, p); }", none, false},
		{"a pointer to the attributes", begin + "cudaLaunchAttribute *q = a; q[0].val.clusterDim.x = 4; " + attrs + launch + "}", none, false},
		{"a pointer to one attribute", begin + "auto *q = &a[0]; q->val.clusterDim.x = 4; " + attrs + launch + "}", none, false},
		{"a whole value", begin + "a[0].val = v; " + attrs + launch + "}", none, false},
		{"in another case", begin + attrs + "switch (n) { case 0: n = 1; a[0].val.clusterDim.x = 4; break; case 1: " + launch + "} }", none, false},
		{"jumped over", begin + attrs + "if (b) goto there; a[0].val.clusterDim.x = 4; there: " + launch + "}", none, false},
		{"changed in a loop without braces", begin + attrs + "for (int i = 0; i < 2; i++) cudaLaunchKernelEx(&c, k, p), a[0].val.clusterDim.x = 4; }", none, false},
		{"kept from call to call", "__global__ void k(int *); void f(int *p) { cudaLaunchConfig_t c = {}; static cudaLaunchAttribute a[1]; " +
			"a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = 2; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1; " + attrs + launch + "}", none, false},
		{"hidden by another", begin + attrs + "{ cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = 4; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1; " +
			launch + "} }", none, false},
		{"required by the function", begin + "cudaFuncSetAttribute(k, cudaFuncAttributeRequiredClusterWidth, 4); k<<<4, 32>>>(p); }", none, false},
		{"allowed to the function", begin + "cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1); " + attrs + launch + "}", two, true},
		{"a parameter", "__global__ void k(int *); void f(int *p, cudaLaunchConfig_t c) { cudaLaunchKernelEx(&c, k, p); }", none, false},
		{"a pointer to the attributes", begin + attrs + "cudaLaunchAttribute *q = a; q->val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer, deduced", begin + attrs + "auto q = a; q[0].val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer to the array", begin + attrs + "auto q = &a; (*q)[0].val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer to an element", begin + attrs + "auto q = &a[0]; q->val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer to the size", begin + attrs + "auto q = &a[0].val.clusterDim; q->x = 4; " + launch + "}", none, false},
		{"a reference", begin + attrs + "auto &q = a; q[0].val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer in a structure", begin + attrs + "H h; h.q = a; h.q->val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer in a structure like a configuration", begin + attrs + "H h; h.attrs = a; h.attrs->val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer of the file", begin + attrs + "g = a; change(); " + launch + "}", none, false},
		{"a second configuration", begin + attrs + "cudaLaunchConfig_t d = {}; d.attrs = a; d.numAttrs = 1; " + launch + "}", two, true},
		{"changed by a second configuration", begin + attrs + "cudaLaunchConfig_t d = {}; d.attrs = a; d.attrs[0].val.clusterDim.x = 4; " + launch + "}", none, false},
		{"changed by the configuration", begin + attrs + "c.attrs[0].val.clusterDim.x = 4; c.attrs = a; " + launch + "}", none, false},
		{"a copy of the configuration", begin + attrs + "auto d = c; d.attrs->val.clusterDim.x = 4; " + launch + "}", none, false},
		{"a pointer to the configuration", begin + attrs + "auto d = &c; d->numAttrs = 0; " + launch + "}", none, false},
		{"a pointer to the configuration in a call", begin + attrs + "cudaOccupancyMaxActiveClusters(&n, k, q = &c); q->numAttrs = 0; " + launch + "}", none, false},
		{"back by a goto", begin + attrs + "again: " + launch + "a[0].val.clusterDim.x = 4; if (n--) goto again; }", none, false},
		{"over it by a goto", begin + attrs + "if (b) goto past; a[0].val.clusterDim.x = 4; past: " + launch + "}", none, false},
		{"over it by a switch", begin + attrs + "switch (n) { case 0: ; a[0].val.clusterDim.x = 4; case 1: " + launch + "} }", none, false},
		{"in a switch", "__global__ void k(int *); void h(int n) { switch (n) { case 0: { cudaLaunchConfig_t c = {}; cudaLaunchKernelEx(&c, k, p); } } }", none, true},
		{"another member of the union", begin + attrs + "a[0].val.priority = 4; " + launch + "}", none, false},
		{"the whole union", begin + attrs + "a[0].val = other; " + launch + "}", none, false},
		{"one of two attributes", begin + "a[0].id = b ? cudaLaunchAttributeCooperative : cudaLaunchAttributeClusterDimension; " + attrs + launch + "}", none, false},
		{"a preferred size", begin + "a[0].id = cudaLaunchAttributePreferredClusterDimension; " + attrs + launch + "}", none, false},
		{"an index written in another way", begin + "a[00].val.clusterDim.x = 4; " + attrs + launch + "}", none, false},
	} {
		result := source.PreprocessContext(context.Background(), "t.cu", []byte(test.text), source.Options{})
		require.False(t, result.Diags.HasErrors(), test.name)
		file, _ := cuda.ParseContext(context.Background(), result.Tokens)
		dims, known := Of(file.Code(), "k")
		assert.Equal(t, test.known, known, test.name)
		if known {
			assert.Equal(t, test.want, dims, test.name)
		}
	}
}
