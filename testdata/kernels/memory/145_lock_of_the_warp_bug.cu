//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// Lane 0 gives the lock back while other lanes may still add.
__device__ int lock, sums[32];

__global__ void add(const int *in) {
  int lane = threadIdx.x % 32;
  if (lane == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncwarp();
  sums[lane] += in[threadIdx.x]; // want "race on sums"
  if (lane == 0) {
    __threadfence();
    atomicExch(&lock, 0);
  }
}
