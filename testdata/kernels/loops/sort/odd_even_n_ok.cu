//pass
//--blockDim=256 --gridDim=1
// n elements in global memory, phases written as two steps of one round.
__global__ void oddeven(int *data, int n) {
  int t = threadIdx.x;
  for (int round = 0; round < (n + 1) / 2; round++) {
    for (int i = 2 * t; i + 1 < n; i += 2 * blockDim.x) {
      int a = data[i], b = data[i + 1];
      if (a > b) {
        data[i] = b;
        data[i + 1] = a;
      }
    }
    __syncthreads();
    for (int i = 2 * t + 1; i + 1 < n; i += 2 * blockDim.x) {
      int a = data[i], b = data[i + 1];
      if (a > b) {
        data[i] = b;
        data[i + 1] = a;
      }
    }
    __syncthreads();
  }
}
