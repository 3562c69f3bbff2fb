//pass
//--blockDim=1 --gridDim=2

// A lock that a volatile store gives back: strong, and without a fence it releases nothing.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  *(volatile int *)&mutex = 0;
}
