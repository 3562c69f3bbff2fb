//xfail:NOT_ALL_VERIFIED
// The launch passes an array and its second element: a thread reads the element that its neighbour's neighbour writes.

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 2) out[i] = in[i + 1];  // want "race on out"
}

void launch(float *data, int n) {
  shift<<<(n + 255) / 256, 256>>>(data, data + 1, n);
}
