//xfail:NOT_ALL_VERIFIED
// The block is the template argument of the host function that launches, in the case of its switch.
#include <stdexcept>

template <int SLOTS>
__global__ void fill(int *out, const int *in) {
  __shared__ int s[SLOTS];
  int t = threadIdx.x;
  s[t % SLOTS] = in[blockIdx.x * blockDim.x + t];  // want "race on s"
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t % SLOTS] + s[0];
}

template <int SLOTS>
void launch(int *out, const int *in, int n, int threads) {
  dim3 block(threads, 1, 1);
  dim3 grid((n + threads - 1) / threads);
  switch (threads) {
  case 2 * SLOTS:
    fill<SLOTS><<<grid, block>>>(out, in);
    break;
  default:
    throw std::runtime_error("no such block");
  }
}

void run(int *out, const int *in, int n) {
  launch<96>(out, in, n, 192);
}
