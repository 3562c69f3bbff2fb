//xfail:data-race
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void pipeline(int *out, const int *in, int n) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  const int full = 1;
  if (threadIdx.x < 32) {  // the producer
    for (int i = 0; i < n; i++) {
      buffer[lane] = in[32 * i + lane];
      sync(full);
    }
  } else {  // the consumer
    for (int i = 0; i < n; i++) {
      sync(full);
      out[32 * i + lane] = buffer[31 - lane];
    }
  }
}
