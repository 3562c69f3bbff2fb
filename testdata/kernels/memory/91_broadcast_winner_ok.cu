//pass
//--blockDim=64 --gridDim=1
// One lane of each warp is chosen by all of its lanes: they read the same lane, and get the same value.
__global__ void choose(const int *x, int *out) {
  int lane = threadIdx.x % 32;
  int who = __shfl_sync(0xffffffff, x[threadIdx.x], 0);
  if (lane == who) out[threadIdx.x / 32] = x[threadIdx.x];
}
