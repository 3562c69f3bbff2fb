//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// One thread sets back what others add to.
__global__ void k(int *out) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;  // want "race on sum"
  atomicMax(&sum, threadIdx.x);  // want "race on sum"
  __syncthreads();
  out[threadIdx.x] = sum;
}
