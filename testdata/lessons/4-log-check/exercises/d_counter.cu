//pass
//--blockDim=64 --gridDim=4

// Repair it: an atomic does not race with other atomics, but with plain accesses.
__global__ void count(int *full, const int *in) {
  if (in[blockIdx.x * 64 + threadIdx.x] > 0 && *full < 100)
    atomicAdd(full, 1);
}
