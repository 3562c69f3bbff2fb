//pass
//--blockDim=64 --gridDim=1
// A pipeline of the thread: three stages of its own copies, read by others behind a barrier.
#include <cuda/pipeline>
__global__ void k(const int *in, int *out) {
  __shared__ int ring[3][64];
  int t = threadIdx.x, acc = 0;
  auto pipe = cuda::make_pipeline();
  for (int p = 0; p < 2; ++p) {
    pipe.producer_acquire();
    cuda::memcpy_async(&ring[p][t], in + p * 64 + t, cuda::aligned_size_t<4>(sizeof(int)), pipe);
    pipe.producer_commit();
  }
  for (int i = 0; i < 6; ++i) {
    pipe.producer_acquire();
    if (i + 2 < 6) cuda::memcpy_async(&ring[(i + 2) % 3][t], in + (i + 2) * 64 + t, cuda::aligned_size_t<4>(sizeof(int)), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    acc += ring[i % 3][63 - t];
    __syncthreads();
    pipe.consumer_release();
  }
  out[t] = acc;
}
