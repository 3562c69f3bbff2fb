package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// TestByteOffsets: the unit of an array stays its element where every offset in
// bytes is a multiple of it, and is no larger than what divides all offsets.
func TestByteOffsets(t *testing.T) {
	const head = "struct Copy { const unsigned from; int step; __device__ Copy(int lanes) : from((threadIdx.x - 32) * 16), step(lanes << 4) {} };\n" +
		"__global__ void k(float *a, int n) { __shared__ float s[4096];\n"
	for _, c := range []struct {
		name, body string
		unit       kernel.Type
		want       string
	}{
		{"multiples", "unsigned off = threadIdx.x * 8; *(float *)((char *)s + off) = 1;", kernel.F32, "s[(i64)off / 4] = (f32)1;"},
		{"wrapping", "unsigned off = (threadIdx.x - 32u) * 12u; *(float2 *)((char *)s + off) = make_float2(1, 2);", kernel.F32, "s[(i64)off / 4 + 1] = (f32)2;"},
		{"members", "Copy c(32); char *p = (char *)s + c.from; for (int i = 0; i < 4; i++) { *(float4 *)p = make_float4(1, 2, 3, 4); p += c.step; }", kernel.F32, "p = p + (i64)c_step / 4;"},
		{"loop", "int off = 0; for (int i = 0; i < n; i++) { *(float *)((char *)s + off) = 1; off += 4 + (i & ~3) - 8 * n; }", kernel.F32, "s[(i64)off / 4] = (f32)1;"},
		{"choice", "int off = n > 3 ? 4 * n : -(n * 20); if (n == 7) off = n << 3; *(float *)((char *)s + (off & ~31)) = 1;", kernel.F32, "s[(i64)(off & -32) / 4] = (f32)1;"},
		{"negative step", "int off = 4 * n; char *p = (char *)s; p -= off; *(float *)p = 1;", kernel.F32, "p = p - (i64)off / 4;"},
		{"odd step of a loop", "int off = 0; for (int i = 0; i < n; i++) { *(float *)((char *)s + off) = 1; off += 2; }", kernel.U16, "s[(i64)off / 2 +: 2] = (f32)1;"},
		{"odd start", "int off = n == 7 ? 2 : 4; *(float *)((char *)s + off) = 1;", kernel.U16, "s[(i64)off / 2 +: 2] = (f32)1;"},
		{"quotient", "int off = 16 * n / 3; *(float *)((char *)s + off) = 1;", kernel.U8, "s[(i64)off +: 4] = (f32)1;"},
		{"parameter", "*(float *)((char *)s + n) = 1;", kernel.U8, "s[(i64)n +: 4] = (f32)1;"},
		{"loaded", "int off = 8; if (n > 2) off = (int)a[n]; *(float *)((char *)s + off) = 1;", kernel.U8, "s[(i64)off +: 4] = (f32)1;"},
		{"incremented", "int off = 8; off++; *(float *)((char *)s + off) = 1;", kernel.U8, "s[(i64)off +: 4] = (f32)1;"},
		{"by reference", "int off = 8; int &r = off; *(float *)((char *)s + off) = 1; r = n; *(float *)((char *)s + off) = 1;", kernel.U8, "s[(i64)off +: 4] = (f32)1;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowerOne(t, head+c.body+" }", block64())
			assert.Contains(t, kernel.Print(k), c.want)
			for _, a := range k.Arrays {
				if a.Name == "s" {
					require.Equal(t, c.unit, a.Elem)
				}
			}
		})
	}
}
