//pass
//--blockDim=64 --gridDim=1
// The flag of the last step is looked at when the next one begins.
__global__ void steps(float *v, int n) {
  __shared__ int again;
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t == 0) again = 1;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    int smooth = again;
    s[t] = v[t];
    __syncthreads();
    if (smooth) {
      v[t] = s[t] + s[63 - t];
      __syncthreads();
    }
    if (t == 0) again = v[0] > 1.f;
    __syncthreads();
  }
}
