//pass
//--blockDim=64 --gridDim=1
// Each warp reads the four matrices of its tile by the addresses of their rows.
#include <cuda_fp16.h>
__global__ void k(const half *in, unsigned *out) {
  __shared__ alignas(16) half tile[2][16 * 16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int e = lane; e < 256; e += 32) tile[warp][e] = in[warp * 256 + e];
  __syncwarp();
  unsigned r[4];
  unsigned row = (unsigned)__cvta_generic_to_shared(&tile[warp][lane % 16 * 16 + lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = r[i];
}
