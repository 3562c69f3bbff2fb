// flags: --elements seen=240 --param width=24 --value step=1.0f
// Whatever numbers threads get, they have each once, and stay with those of their block and of their warp.
namespace grid {
__device__ int blocks[4];

template <typename T, int N>
__global__ void once(T *seen, int width, float step) {
  __ensures(seen[threadIdx.x + threadIdx.y * 12 + (blockIdx.x + 2 * blockIdx.y) * N] == (T)step);
  __shared__ int of[N], warp[N];
  int t = threadIdx.x + blockDim.x * threadIdx.y, b = blockIdx.x + gridDim.x * blockIdx.y;
  of[t] = b;
  warp[t] = t / 32;
  __syncthreads();
  __assert(of[(t + 1) % N] == b && warp[t ^ 1] == t / 32);
  __assert(gridDim.x * gridDim.y == 4 && width == 24);
  atomicAdd(&seen[b * N + t], (T)step);
  atomicAdd(&blocks[b], 1);
}
}

void run(int *seen) {
  using namespace grid;
  once<int, 60><<<dim3(2, 2), dim3(12, 5)>>>(seen, 24, 1.0f);
}
