//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The next tile is loaded over the one that slower threads still read.
#define P 128

__global__ void forces(const float4 *pos, float4 *acc, int n) {
  __shared__ float mass[P];
  int i = blockIdx.x * P + threadIdx.x;
  float sum = 0.f;
  for (int first = 0; first < n; first += P) {
    int j = first + threadIdx.x;
    mass[threadIdx.x] = j < n ? pos[j].w : 0.f;  // want "race on mass"
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < P; k++) sum += mass[k];  // want "race on mass"
  }
  if (i < n) acc[i] = make_float4(sum, sum, sum, 0.f);
}
