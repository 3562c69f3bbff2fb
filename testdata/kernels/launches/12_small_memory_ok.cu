//pass
// The same with memory for whole blocks.

__global__ void fill(int *data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = value;
}

int main() {
  const int n = 1000, blocks = (n + 255) / 256;
  int *d;
  cudaMalloc(&d, blocks * 256 * sizeof(int));
  fill<<<blocks, 256>>>(d, 7);
  cudaFree(d);
}
