//pass
// The launch passes an array and its second element: what a thread reads there is the element that it writes.

__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) out[i] = 2 * in[i - 1];
}

void launch(float *data, int n) {
  scale<<<(n + 255) / 256, 256>>>(data, data + 1, n);
}
