//pass
// A lambda of the host is the body of the kernel. It captures pointers and the length.

template <class F> __global__ void each(int n, F body) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) body(i);
}

template <class F> void forEach(int n, F body) { each<<<(n + 255) / 256, 256>>>(n, body); }

void reverse(float *out, const float *in, int n) {
  forEach(n, [=] __device__(int i) { out[n - 1 - i] = in[i]; });
}
