//pass
//--blockDim=1 --gridDim=2

// A lock by exchange.
__device__ int mutex, total;
__global__ void k() {
  while (atomicExch(&mutex, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&mutex, 0);
}
