//xfail:NOT_ALL_VERIFIED
//--check-array-bounds
// One element more than the host asks memory for.
__global__ void scale(float *to, const float *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    to[i] = 2 * from[i]; // want "access out of bounds"
}

void run(const float *host, int n) {
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, (n + 1) * sizeof(float));
  cudaMemcpy(b, host, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 256) / 256, 256>>>(a, b, n);
}
