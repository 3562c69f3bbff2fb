//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// Insertion into a hash table, as in CUDA by Example.
__device__ int mutexes[2], heads[2];
__global__ void k(const unsigned *key, int *next) {
  unsigned b = key[blockIdx.x] % 2;
  next[blockIdx.x] = heads[b];  // want "race on heads"
  while (atomicCAS(&mutexes[b], 0, 1) != 0) { }
  __threadfence();
  heads[b] = blockIdx.x;  // want "race on heads"
  __threadfence();
  atomicExch(&mutexes[b], 0);
}
