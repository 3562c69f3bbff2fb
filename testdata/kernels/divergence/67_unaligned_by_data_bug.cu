//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Nothing orders the next round's store after the reads of this one.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    s[t] = in[t + r * 64];  // want "race on s"
    if (in[t + r * 64] > 0) { asm volatile("barrier.sync 0;" ::: "memory"); out[t] += s[63 - t]; }  // may "race on s"
    else { asm volatile("barrier.sync 0;" ::: "memory"); out[t] -= s[63 - t]; }  // may "race on s"
  }
}
