//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=64

// The last block is told by a counter, which everybody also looks at plainly.
__device__ unsigned done;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&done, 1u); // want "race on done"
    if (done == 64) out[blockIdx.x] = 1; // want "race on done"
  }
}
