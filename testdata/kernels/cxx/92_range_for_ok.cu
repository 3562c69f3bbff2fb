//pass
//--blockDim=64 --gridDim=8
// A loop over an array of the thread, and names for the parts of a struct.
struct Span {
  int from;
  int to;
};
__device__ Span span(int i) { return {i * 1, i + 1}; }

__global__ void spread(int *out) {
  int steps[4] = {0, 1, 2, 3};
  auto [from, to] = span(blockIdx.x * blockDim.x + threadIdx.x);
  for (auto step : steps) out[4 * from + step] = to;
}
