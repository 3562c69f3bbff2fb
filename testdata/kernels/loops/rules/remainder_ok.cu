//pass
//--blockDim=64 --gridDim=1
// Rows of n elements rounded up to blocks of four; the sum goes behind the last
// block, and the row's first element is the number of the thread.
__global__ void blocks_of_four(float *row, const float *in, int n) {
  __requires(n >= 0);
  __shared__ float s[64];
  int t = threadIdx.x, i;
  float sum = 0.f;
  for (i = 1; i < n; i += 4) {
    s[t] = in[i + t];
    __syncthreads();
    sum += s[63 - t];
    __syncthreads();
  }
  row[t * (n + 5)] = t;
  row[t * (n + 5) + i] = sum;
}
