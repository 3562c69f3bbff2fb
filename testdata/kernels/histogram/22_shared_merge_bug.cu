//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Per-block histogram in shared memory, merged with atomics.
#include <cuda_runtime.h>
#include <vector>
#define BINS 256
typedef unsigned char uchar;

__global__ void histogram(const uchar *data, unsigned int *histo, int size) {
  __shared__ unsigned int local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;  // want "write-atomic race on local"
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&local[data[i]], 1u);  // want "write-atomic race on local"
    i += stride;
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&histo[b], local[b]);
}

int main() {
  std::vector<uchar> bytes(1 << 16);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (uchar)(i * 31);
  uchar *d; unsigned *h;
  cudaMalloc(&d, bytes.size());
  cudaMalloc(&h, BINS * sizeof(unsigned));
  cudaMemset(h, 0, BINS * sizeof(unsigned));
  cudaMemcpy(d, &bytes[0], bytes.size(), cudaMemcpyHostToDevice);
  histogram<<<4, 64>>>(d, h, static_cast<int>(bytes.size()));
  return 0;
}
