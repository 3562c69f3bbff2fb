//pass
//--blockDim=1 --gridDim=8

// A block of one thread has no two.
__global__ void k(int *a) {
  __requires(__distinct_int(threadIdx.x + blockIdx.x));
  __assert(__distinct_int(2 * blockIdx.x));
  a[blockIdx.x] = 1;
}
