__global__ void k(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i < n ? b[i] : 0.0f;
  a[i] = n > 1 ? 1.0f : 2.0f;
  if (i < n && b[i] > 0.0f || n == 7) return;
  a[0] = 1.0f;
}
