//pass
// The launch passes an array and what lies behind its first n elements: a thread reads in the second part and writes in the first.

__global__ void halve(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 2;
}

void launch(float *data, int n) {
  halve<<<(n + 255) / 256, 256>>>(data, data + n, n);
}
