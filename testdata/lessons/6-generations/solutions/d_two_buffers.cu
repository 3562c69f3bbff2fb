//pass
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// Repair it: with two buffers the producer works ahead. Barriers 1 and 2 say that a buffer is full, 3 and 4 that it is empty.
__global__ void two_buffers(int *out, const int *in, int n) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++) {
      sync(3 + i % 2);
      buffer[i % 2][lane] = in[32 * i + lane];
      arrive(1 + i % 2);
    }
  } else {
    arrive(3);
    arrive(4);
    for (int i = 0; i < n; i++) {
      sync(1 + i % 2);
      out[32 * i + lane] = buffer[i % 2][31 - lane];
      arrive(3 + i % 2);
    }
  }
}
