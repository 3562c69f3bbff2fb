//pass
//--blockDim=32 --gridDim=2
// What is between the lines of a matrix is nobody's but those who write it.
#include <cuda_fp16.h>
__global__ void k(const half *a, float *c) {
  __shared__ alignas(32) float tile[16 * 24];
  unsigned p = (unsigned)__cvta_generic_to_shared(tile);
  float r[8];
  unsigned f[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
               : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7])
               : "l"(a + blockIdx.x * 256), "r"(16) : "memory");
  for (int i = 0; i < 8; ++i) r[i] = __uint_as_float(f[i]);
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}, 24;"
               :: "r"(p), "f"(r[0]), "f"(r[1]), "f"(r[2]), "f"(r[3]), "f"(r[4]), "f"(r[5]), "f"(r[6]), "f"(r[7]) : "memory");
  // The lines are 24 elements apart, and the last 8 of each are free.
  if (threadIdx.x < 16) tile[threadIdx.x * 24 + 16 + threadIdx.x % 8] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < 16 * 24; i += 32) c[blockIdx.x * 16 * 24 + i] = tile[i];
}
