//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// barrier.sync without .aligned: the lower halves of four warps meet, and so do the upper halves.
// Refuted: one warp's upper half goes to the barrier of the lower halves.
__device__ void meet(int id) { asm volatile("barrier.sync %0, 64;" ::"r"(id) : "memory"); }

__global__ void half_teams(const int *in, int *out) {
  __shared__ int s[2][64];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  int half = lane / 16, i = w * 16 + lane % 16;
  s[half][i] = in[threadIdx.x];  // may "race on s"
  if (half == 0 || w == 3)
    meet(1);  // want "barrier|deadlock"
  else
    meet(2);  // may "barrier|deadlock"
  out[threadIdx.x] = s[half][63 - i];  // may "race on s"
}
