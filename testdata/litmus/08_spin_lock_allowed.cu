// The lock is given back without a fence: the next one may read the old total.
//--blockDim=1 --gridDim=2
__device__ int mutex, total;

// exists: total==1
__global__ void add() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
  total = total + 1;
  atomicExch(&mutex, 0);
}
