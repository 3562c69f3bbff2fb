//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A plain read beside atomics.
__global__ void k(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  atomicAdd(&n, 1);  // want "race on n"
  out[threadIdx.x] = n;  // want "race on n"
}
