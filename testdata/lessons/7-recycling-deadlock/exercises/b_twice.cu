//pass
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// Repair it with one more barrier: the producer must not reuse barrier 1 before its generation is complete.
__global__ void twice(int *out, const int *in) {
  __shared__ int buffer[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    buffer[0][lane] = in[lane];
    arrive(1);
    buffer[1][lane] = in[32 + lane];
    arrive(1);
  } else {
    sync(1);
    int first = buffer[0][31 - lane];
    sync(1);
    out[lane] = first + buffer[1][31 - lane];
  }
}
