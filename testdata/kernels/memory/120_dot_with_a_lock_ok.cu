//pass
//--blockDim=256 --gridDim=400

// Blocks add their sums to one place, under a lock.
__device__ int mutex;
__device__ float total;

__global__ void dot(const float *a, const float *b, int n) {
  __shared__ float cache[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) cache[threadIdx.x] += cache[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    total += cache[0];
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
