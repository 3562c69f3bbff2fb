//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// 64-bit indices: each thread owns a run of `chunk` elements.
#include <cstdint>
__global__ void fill(int64_t *out, int64_t n) {
  const int64_t chunk = 4;
  size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  for (size_t k = first; k <= first + chunk && (int64_t)k < n; ++k) out[k] = (int64_t)first;  // want "write-write race on out"
}
