//pass
// The launch passes two arrays.

__global__ void copy(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void launch(float *data, int n) {
  float *half;
  cudaMalloc(&half, n * sizeof(float));
  copy<<<(n + 255) / 256, 256>>>(data, half, n);
}
