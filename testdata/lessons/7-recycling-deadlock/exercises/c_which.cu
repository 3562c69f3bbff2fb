//pass
//--blockDim=96 --gridDim=1

__device__ void sync(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void ring(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    sync(1);
    arrive(2);
  } else if (warp == 1) {
    sync(2);
    arrive(3);
  } else {
    sync(3);
    arrive(1);
  }
  out[threadIdx.x] = warp;
}
