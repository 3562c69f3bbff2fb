//xfail:NOT_ALL_VERIFIED
// No line here says how large blocks and grid are: the launch does. There are two blocks, which write the same out[t].
#include <cstdio>
#include <vector>

static const int THREADS = 64;

__global__ void reverse(const int *in, int *out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[THREADS - 1 - t] + blockIdx.x;  // want "race on out"
}

int main(int argc, char **argv) {
  std::vector<int> host(THREADS, argc);
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, THREADS * sizeof(int));
  cudaMalloc(&out, THREADS * sizeof(int));
  cudaMemcpy(in, host.data(), THREADS * sizeof(int), cudaMemcpyHostToDevice);
  dim3 block(THREADS), grid;
  grid.x = 2 * THREADS / block.x;
  reverse<<<grid, block>>>(in, out);
  cudaMemcpy(host.data(), out, THREADS * sizeof(int), cudaMemcpyDeviceToHost);
  for (auto v : host) std::printf("%d\n", v);
  return 0;
}
