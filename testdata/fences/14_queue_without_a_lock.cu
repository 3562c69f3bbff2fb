//--blockDim=1 --gridDim=2
// fences: {10:device 12:device}
// A queue without a lock (Cederman and Tsigas: ct-octree): a place is drawn, filled, and announced.
__device__ int tail, ready[2];
__device__ int items[2];

__global__ void octree(int *out) {
  if (blockIdx.x == 0) {
    int i = atomicAdd(&tail, 1);
    items[i] = 5;
    atomicExch(&ready[i], 1);
  } else if (atomicCAS(&ready[0], 1, 2) == 1) {
    *out = items[0];
  }
}
