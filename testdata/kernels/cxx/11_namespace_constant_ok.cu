//pass
//--blockDim=64 --gridDim=2
// A constant of the device in a namespace, as a template argument.
namespace tiles {
__device__ constexpr int width = 2;
template <int K> __device__ int scaled(int i) { return i * K; }
}

__global__ void spread(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[tiles::scaled<tiles::width>(i)] = i;
}
