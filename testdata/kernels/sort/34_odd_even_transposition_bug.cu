//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// Odd-even transposition sort of 64 values with 32 threads.
__global__ void oddeven(int *data) {
  __shared__ int a[65];
  int t = threadIdx.x;
  a[2 * t] = data[2 * t];
  a[2 * t + 1] = data[2 * t + 1];
  if (t == 0) a[64] = 0x7fffffff;
  __syncthreads();
  for (int phase = 0; phase < 64; ++phase) {
    int i = 2 * t + (phase & 1);
    if (a[i] > a[i + 1]) {  // want "race on a"
      int x = a[i];  // may "race on a"
      a[i] = a[i + 1];  // want "race on a"
      a[i + 1] = x;  // want "race on a"
    }
    if (phase & 1) __syncthreads();
  }
  data[2 * t] = a[2 * t];
  data[2 * t + 1] = a[2 * t + 1];
}
