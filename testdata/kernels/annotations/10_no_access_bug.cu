//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The write is still there.
__global__ void k(int *a) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  __assert(__no_write(t)); // want "assertion"
  __syncthreads();
  a[threadIdx.x] = t[63 - threadIdx.x];
}
