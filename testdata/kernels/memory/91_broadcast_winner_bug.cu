//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// One lane of each warp is chosen by all of its lanes: but each reads a lane of its own.
__global__ void choose(const int *x, int *out) {
  int lane = threadIdx.x % 32;
  int who = __shfl_sync(0xffffffff, x[threadIdx.x], lane ^ 1);
  if (lane == who) out[threadIdx.x / 32] = x[threadIdx.x];  // want "race on out"
}
