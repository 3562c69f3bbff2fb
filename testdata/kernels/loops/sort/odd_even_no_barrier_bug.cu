//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// One barrier for two phases: odd pairs meet even ones.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void oddeven(int *data) {
  __shared__ int a[2 * BLOCK];
  int t = threadIdx.x;
  a[t] = data[t];
  a[t + BLOCK] = data[t + BLOCK];
  __syncthreads();
  for (int phase = 0; phase < 2 * BLOCK; ++phase) {
    int i = 2 * t + (phase & 1);
    if (i + 1 < 2 * BLOCK) {
      int lo = min(a[i], a[i + 1]), hi = max(a[i], a[i + 1]);  // want "race on a"
      a[i] = lo;  // want "race on a"
      a[i + 1] = hi;  // want "race on a"
    }
    if (phase & 1) __syncthreads();
  }
  data[t] = a[t];
  data[t + BLOCK] = a[t + BLOCK];
}
