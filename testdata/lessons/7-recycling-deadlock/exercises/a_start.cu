//pass
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// Repair it: nobody begins.
__global__ void start(int *out, const int *in, int n) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  const int full = 1, empty = 2;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      sync(empty);
      buffer[lane] = in[32 * i + lane];
      arrive(full);
    }
  } else {
    for (int i = 0; i < n; i++) {
      sync(full);
      out[32 * i + lane] = buffer[31 - lane];
      arrive(empty);
    }
  }
}
