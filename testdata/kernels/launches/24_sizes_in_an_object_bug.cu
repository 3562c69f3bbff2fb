//xfail:NOT_ALL_VERIFIED
// A launcher gets the kernel, its sizes in an object, and the kernel's arguments as a pack. Blocks have twice as many threads as
// a head is wide, so that neighbours write the same elements.

#include <utility>

struct LaunchParams {
  dim3 blocks;
  dim3 threads;
  size_t shared;
  cudaStream_t stream;

  LaunchParams(const dim3 &blocks, const dim3 &threads, const size_t shared, const cudaStream_t stream)
      : blocks(blocks), threads(threads), shared(shared), stream(stream) {}
  LaunchParams(const dim3 &blocks, const dim3 &threads, const int shared, const cudaStream_t stream)
      : blocks(blocks), threads(threads), shared((size_t)shared), stream(stream) {}
};

template <typename Kernel, typename... Args>
static void launch(Kernel kernel, const LaunchParams &params, Args &&...args) {
  kernel<<<params.blocks, params.threads, params.shared, params.stream>>>(std::forward<Args>(args)...);
}

template <int width>
__global__ void scale(float *out, float factor, int heads) {
  out[(blockIdx.y * heads + blockIdx.x) * width + threadIdx.x] *= factor; // want "race on out"
}

void scaleAll(float *out, float factor, int heads, int rows, cudaStream_t stream) {
  const dim3 blocks(heads, rows, 1);
  const dim3 threads(256, 1, 1);
  const LaunchParams params = {blocks, threads, 0, stream};
  launch(scale<128>, params, out, factor, heads);
}
