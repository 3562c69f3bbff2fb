//pass
//--blockDim=64 --gridDim=1

// One thread writes what all read.
__global__ void k(int *out, int *flag) {
  if (threadIdx.x == 0) out[64] = flag[0];
  out[threadIdx.x] = flag[0];
}
