//pass
//--blockDim=128 --gridDim=*
// All pairs of bodies, a tile of them at a time in shared memory; any number.
#define P 128

__global__ void forces(const float4 *pos, float4 *acc, int n) {
  __shared__ float4 tile[P];
  int i = blockIdx.x * P + threadIdx.x;
  float4 me = i < n ? pos[i] : make_float4(0.f, 0.f, 0.f, 0.f);
  float ax = 0.f, ay = 0.f, az = 0.f;
  for (int first = 0; first < n; first += P) {
    int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < P; k++) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float s = tile[k].w * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = make_float4(ax, ay, az, 0.f);
}
