//pass
//--blockDim=64 --gridDim=16

// Repair it.
__global__ void histogram(int *bins, const unsigned char *in) {
  atomicAdd(&bins[in[blockIdx.x * 64 + threadIdx.x]], 1);
}
