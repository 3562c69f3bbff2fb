//xfail:NOT_ALL_VERIFIED
// A lambda of the host is the body of the kernel. It captures a pointer and the length, and reads what others write.

template <class F> __global__ void each(int n, F body) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) body(i);
}

template <class F> void forEach(int n, F body) { each<<<(n + 255) / 256, 256>>>(n, body); }

void reverse(float *out, int n) {
  forEach(n, [=] __device__(int i) { out[n - 1 - i] = out[i]; }); // want "race on body.out"
}
