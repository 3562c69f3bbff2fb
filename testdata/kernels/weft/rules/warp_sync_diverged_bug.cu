//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1 --warp-sync
// Lock step is for threads that are together; in the branches of an if they are not.
// Refuted: the lower half reads what the upper half writes on the other path.
__global__ void paths(const int *in, int *out) {
  __shared__ volatile int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  if (lane < 16)
    out[lane] = s[lane + 16];  // want "race on s"
  else
    s[lane] = 7;  // want "race on s"
}
