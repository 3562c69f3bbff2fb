//pass
// The same with elements for whole blocks.

#include <thrust/device_vector.h>

__global__ void fill(int *data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = value;
}

int main() {
  const int n = 1000, blocks = (n + 255) / 256;
  thrust::device_vector<int> v(blocks * 256);
  fill<<<blocks, 256>>>(thrust::raw_pointer_cast(v.data()), 7);
  v.resize(2 * n);
}
