package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// TestSelectTemplateKernels: --kernel takes an instance, with the commas that
// split the flag, or a template for all its instances.
func TestSelectTemplateKernels(t *testing.T) {
	text := "template <class T, int N> __global__ void k(T *p) { }\n__global__ void other() { }\n" +
		"void f() { k<int, 4><<<1, 1>>>(p); k<char, 8><<<1, 1>>>(p); }"
	for _, c := range []struct{ names, want []string }{
		{nil, []string{"k<int, 4>", "k<char, 8>", "other"}},
		{[]string{"k"}, []string{"k<int, 4>", "k<char, 8>"}},
		{[]string{"k<char", "8>"}, []string{"k<char, 8>"}},
		{[]string{"other", "k<int", " 4>"}, []string{"k<int, 4>", "other"}},
	} {
		u := &unit{name: "k.cu"}
		u.file, _ = cuda.Parse(source.Preprocess(u.name, []byte(text), source.Options{}).Tokens)
		require.NoError(t, u.selectKernels(&settings{kernels: c.names}))
		var got []string
		for _, fn := range u.kernels {
			got = append(got, fn.Name)
		}
		assert.Equal(t, c.want, got)
	}
	u := &unit{name: "k.cu"}
	u.file, _ = cuda.Parse(source.Preprocess(u.name, []byte(text), source.Options{}).Tokens)
	assert.ErrorContains(t, u.selectKernels(&settings{kernels: []string{"k<int", "5>"}}), "no kernel k<int, 5> in k.cu; it has k<int, 4>, k<char, 8>, other")
}
