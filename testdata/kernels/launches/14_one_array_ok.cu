//pass
// The launch passes one array twice: each thread reads and writes an element of its own.

__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

void launch(float *data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, data, n);
}
