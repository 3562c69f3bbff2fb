//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A read of the sum without the lock.
__device__ int mutex, total, out[2];
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;  // want "race on total"
  __threadfence();
  atomicExch(&mutex, 0);
  int seen = total;  // want "race on total"
  out[blockIdx.x] = seen;
}
