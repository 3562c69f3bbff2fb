//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A lock that somebody gives back who does not have it.
__device__ int mutex, total;
__global__ void k() {
  if (blockIdx.x == 1) atomicExch(&mutex, 0);
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(&mutex, 0);
}
