//pass
// Pointers in an array change places after each step: they lead into two arrays all the time.

__global__ void step(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) out[i] = in[i] + in[i - 1];
}

void launch(float *a, float *b, int n, int steps) {
  float *buffers[2] = {a, b};
  for (int k = 0; k < steps; k++)
    step<<<(n + 255) / 256, 256>>>(buffers[k % 2], buffers[1 - k % 2], n);
  float *from = a, *to = b;
  for (int k = 0; k < steps; k++) {
    step<<<(n + 255) / 256, 256>>>(to, from, n);
    float *t = from;
    from = to;
    to = t;
  }
}
