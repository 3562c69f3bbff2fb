// flags: --elements a=1024 --elements b=1024 --elements c=1 --initial a=1 --initial b=2
// The dot product of CUDA by Example with fences at its lock.
#define N 1024
__device__ int mutex = 0;

__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
}

__device__ void unlock() {
  __threadfence();
  atomicExch(&mutex, 0);
}

__global__ void dot(const int *__restrict__ a, const int b[], int *c) {
  __ensures(*c == 2 * N);
  __shared__ int cache[64];
  int sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < N; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    lock();
    *c += cache[0];
    unlock();
  }
}

void run(int *a, int *b, int *c) { dot<<<4, 64>>>(a, b, c); }
