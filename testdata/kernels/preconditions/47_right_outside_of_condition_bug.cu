//xfail:NOT_ALL_VERIFIED
// condition: stride > 0
// The stride is what a caller says, and has to be above 0. One launch in sight passes another one, where a single
// element is written.
__global__ void spread(int *p, int n, unsigned stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i * stride] = i;  // want "write-write race on p"
}

void several(int *p, int n, unsigned stride) { spread<<<(n + 63) / 64, 64>>>(p, n, stride); }

void one(int *p) { spread<<<1, 64>>>(p, 1, 0); }
