//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
// The flag is set before the data is there.
__global__ void hand_over(int *flag, int *data, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(flag, 1);
    __threadfence();
    data[0] = 42;  // want "race on data"
  } else {
    while (atomicAdd(flag, 0) == 0) { }
    __threadfence();
    out[0] = data[0];  // want "race on data"
  }
}
