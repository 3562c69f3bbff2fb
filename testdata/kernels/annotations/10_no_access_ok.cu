//pass
//--blockDim=64 --gridDim=1

// The barrier ends what was read and written before it.
__global__ void k(int *a) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  __assert(__no_read(t));
  __syncthreads();
  __assert(__no_write(t));
  a[threadIdx.x] = t[63 - threadIdx.x];
}
