//--blockDim=64 --gridDim=4
//proved barrier-divergence
//open data-race "on data at .*:10:3, which needs the condition at .*:9:3, which depends on the value that the atomic on lock at .*:9:10 returned.* a lock or a counter"
// A lock that is taken by compare and swap: one thread after the other is between the
// two atomics.
__device__ int lock;

__global__ void add(int *data) {
  while (atomicCAS(&lock, 0, 1) != 0) { }
  data[0] += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
