//pass
//--blockDim=1 --gridDim=2

// A lock for each bucket.
__device__ int mutexes[4], heads[4];
__global__ void k(const int *key) {
  int b = key[blockIdx.x] & 3;
  while (atomicCAS(&mutexes[b], 0, 1) != 0) { }
  __threadfence();
  heads[b] += 1;
  __threadfence();
  atomicExch(&mutexes[b], 0);
}
