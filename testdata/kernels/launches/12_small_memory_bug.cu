//xfail:NOT_ALL_VERIFIED
// The grid is rounded up to whole blocks, the memory is not.

__global__ void fill(int *data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = value; // want "access out of bounds"
}

int main() {
  const int n = 1000;
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(d, 7);
  cudaFree(d);
}
