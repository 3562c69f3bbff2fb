//pass
//--blockDim=1 --gridDim=2

// A lock that somebody gives back who does not have it.
__device__ int mutex, total;
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&mutex, 0);
}
