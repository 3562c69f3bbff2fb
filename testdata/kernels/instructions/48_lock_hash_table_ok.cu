//pass
//--blockDim=1 --gridDim=2

// Insertion into a hash table, as in CUDA by Example.
__device__ int mutexes[2], heads[2];
__global__ void k(const unsigned *key, int *next) {
  unsigned b = key[blockIdx.x] % 2;
  while (atomicCAS(&mutexes[b], 0, 1) != 0) { }
  __threadfence();
  next[blockIdx.x] = heads[b];
  heads[b] = blockIdx.x;
  __threadfence();
  atomicExch(&mutexes[b], 0);
}
