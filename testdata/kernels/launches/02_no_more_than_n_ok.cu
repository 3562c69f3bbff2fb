//pass
// Each thread takes the element that its number leaves. There are no more threads than elements.

__global__ void place(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i % n] = i;
}

static int blocksFor(int n, int b) { return n / b; }

void launch(float *a, int n) {
  const int block = 128;
  if (n < block) return;
  int blocks = blocksFor(n, block);
  place<<<blocks, block>>>(a, n);
}
