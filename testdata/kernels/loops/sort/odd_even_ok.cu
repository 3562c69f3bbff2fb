//pass
//--blockDim=128 --gridDim=1
// Odd-even transposition of twice as many elements as threads.
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
    if (i + 1 < 2 * BLOCK && a[i] > a[i + 1]) {
      int x = a[i];
      a[i] = a[i + 1];
      a[i + 1] = x;
    }
    __syncthreads();
  }
  data[t] = a[t];
  data[t + BLOCK] = a[t + BLOCK];
}
