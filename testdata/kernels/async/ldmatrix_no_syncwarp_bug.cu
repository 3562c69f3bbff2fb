//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Rows are read whose elements other lanes have written, and nothing orders that.
#include <cuda_fp16.h>
__global__ void k(const half *in, unsigned *out) {
  __shared__ alignas(16) half tile[2][16 * 16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int e = lane; e < 256; e += 32) tile[warp][e] = in[warp * 256 + e];  // want "race on tile"
  
  unsigned r[4];
  unsigned row = (unsigned)__cvta_generic_to_shared(&tile[warp][lane % 16 * 16 + lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // may "race on tile"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = r[i];
}
