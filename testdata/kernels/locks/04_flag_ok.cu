//pass
//--blockDim=32 --gridDim=2
// The second block waits for a flag of the first.
__global__ void hand_over(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) { }
    __threadfence();
    out[0] = data[0];
  }
}
