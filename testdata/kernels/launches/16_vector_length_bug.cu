//xfail:NOT_ALL_VERIFIED
// The grid is rounded up to whole blocks, the vector is not.

#include <thrust/device_vector.h>

__global__ void fill(int *data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = value; // want "access out of bounds"
}

int main() {
  const int n = 1000;
  thrust::device_vector<int> v(n);
  fill<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(v.data()), 7);
  v.resize(2 * n);
}
