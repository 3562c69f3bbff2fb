//xfail:deadlock
//--blockDim=64 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void circular(int *out) {
  if (threadIdx.x < 32) {
    sync(1);
    arrive(2);
  } else {
    sync(2);
    arrive(1);
  }
  out[threadIdx.x] = threadIdx.x;
}
