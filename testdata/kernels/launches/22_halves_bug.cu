//xfail:NOT_ALL_VERIFIED
// The second part begins in the middle of the n elements that the threads write.

__global__ void halve(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 2;  // want "race on out"
}

void launch(float *data, int n) {
  halve<<<(n + 255) / 256, 256>>>(data, data + n / 2, n);
}
