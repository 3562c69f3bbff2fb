//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=64

// The next item is stored while others of the block still read the last one.
__device__ int next;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int i;
  for (;;) {
    if (threadIdx.x == 0) i = atomicAdd(&next, 1);  // want "race on i"
    __syncthreads();
    int j = i;  // want "race on i"
    if (j >= n) break;
    out[j * 128 + threadIdx.x] = in[j * 128 + threadIdx.x];
  }
}
