//--blockDim=64 --gridDim=4
//proved barrier-divergence
//open data-race "on out .*, which needs the condition at .*:8:3, which depends on the value that the atomic on winner at"
// One thread of all finds nothing there yet.
__device__ int winner;

__global__ void first(int *out) {
  if (atomicExch(&winner, 1) == 0) out[0] = threadIdx.x;
}
