//pass
// The stride is what a caller says, which is tested, and one launch in sight passes a number.
__global__ void spread(int *p, int n, unsigned stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i * stride] = i;
}

void several(int *p, int n, unsigned stride) {
  if (stride > 0) spread<<<(n + 63) / 64, 64>>>(p, n, stride);
}

void one(int *p) { spread<<<2, 64>>>(p, 100, 2); }
