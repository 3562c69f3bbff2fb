//pass
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void handshake(int *out, const int *in) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {  // the producer
    buffer[lane] = in[lane];
    arrive(1);
  } else {  // the consumer
    sync(1);
    out[lane] = buffer[31 - lane];
  }
}
