//pass
//--blockDim=64 --gridDim=2
// Accelerations of n bodies, 64 positions at a time in shared memory.
#include <cuda_runtime.h>
#define SOFTENING 1e-9f
struct Body { float x, y, z, vx, vy, vz; };

__global__ void forces(const float4 *pos, float4 *acc, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = pos[i];
  float ax = 0.f, ay = 0.f, az = 0.f;
  for (int t = 0; t * 64 < n; ++t) {
    tile[threadIdx.x] = pos[t * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      const float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
      float inv = rsqrtf(d2);
      float f = other.w * inv * inv * inv;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0.f);
}
