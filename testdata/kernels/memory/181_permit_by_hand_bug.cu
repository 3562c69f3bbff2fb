//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=1

// To unsigned numbers what was counted down below 0 is more than 0: the third attempt succeeds.
__device__ unsigned permits = 1;
__device__ int total;

__global__ void add(const int *in) {
  if (threadIdx.x == 1) atomicSub(&permits, 1);
  while (true) {
    if (atomicSub(&permits, 1) > 0) break;
    atomicAdd(&permits, 1);
  }
  __threadfence();
  total += in[blockIdx.x]; // want "race on total"
  __threadfence();
  atomicAdd(&permits, 1);
}
