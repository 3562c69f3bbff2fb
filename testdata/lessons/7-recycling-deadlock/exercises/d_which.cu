//xfail:deadlock
//--blockDim=96 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// The same question.
__global__ void chain(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    arrive(1);
    sync(3);
  } else if (warp == 1) {
    sync(1);
    arrive(2);
  } else {
    sync(2);
    arrive(3);
  }
  out[threadIdx.x] = warp;
}
