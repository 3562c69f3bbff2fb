//xfail:NOT_ALL_VERIFIED
// The launch passes one array twice: a thread reads the element that its neighbour writes.

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];  // want "race on out"
}

void launch(float *data, int n) {
  shift<<<(n + 255) / 256, 256>>>(data, data, n);
}
