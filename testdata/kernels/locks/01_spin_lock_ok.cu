//pass
//--blockDim=64 --gridDim=4
// A lock that is taken by compare and swap: one thread after the other is between the
// two atomics.
__device__ int lock;

__global__ void add(int *data) {
  while (atomicCAS(&lock, 0, 1) != 0) { }
  __threadfence();
  data[0] += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
