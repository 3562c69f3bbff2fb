//pass
//--blockDim=1 --gridDim=2

// A read of the sum without the lock.
__device__ int mutex, total, out[2];
__global__ void k() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  int seen = total;
  __threadfence();
  atomicExch(&mutex, 0);
  out[blockIdx.x] = seen;
}
