//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Whoever is done sets the counter back, perhaps before another one counts.
__device__ unsigned count;
__device__ int part[2];

__global__ void k(const int *in, int *out) {
  part[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  unsigned ticket = atomicAdd(&count, 1); // want "race on count"
  __threadfence();
  if (ticket == gridDim.x - 1) out[0] = part[0] + part[1];
  count = 0; // want "race on count"
}
