//xfail:data-race
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void which(int *out, const int *in) {
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    buffer[lane] = in[lane];
    sync(1);
    buffer[lane] = in[32 + lane];
    sync(2);
  } else {
    sync(1);
    int first = buffer[31 - lane];
    sync(2);
    out[lane] = first + buffer[31 - lane];
  }
}
