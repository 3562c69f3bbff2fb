//pass
//--blockDim=64 --gridDim=1

// Bytes beside each other do not meet.
__global__ void k(unsigned char *a) {
  a[threadIdx.x] = threadIdx.x;
}
