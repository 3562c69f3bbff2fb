//xfail:NOT_ALL_VERIFIED
// Each thread takes the element that its number leaves. There are more threads than elements.

__global__ void place(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i % n] = i; // want "race"
}

static int blocksFor(int n, int b) { return (n + b - 1) / b; }

void launch(float *a, int n) {
  const int block = 128;
  if (n < block) return;
  int blocks = blocksFor(n, block);
  place<<<blocks, block>>>(a, n);
}
