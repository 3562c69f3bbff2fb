//pass
//--blockDim=128 --gridDim=64

// What is looked at and changed is so under the lock.
__device__ int mutex;
__device__ int low, high;

__global__ void range(const int *in, int *out) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  bool done = false;
  do {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      if (x < low) low = x;
      if (x > high) high = x;
      out[blockIdx.x * blockDim.x + threadIdx.x] = high - low;
      __threadfence();
      atomicExch(&mutex, 0);
      done = true;
    }
  } while (!done);
}
