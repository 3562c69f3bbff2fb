//pass
//--blockDim=64 --gridDim=64

// Each key has three words: a lock, and two sums.
__global__ void add(int *table, const int *in) {
  int key = in[threadIdx.x + blockIdx.x * blockDim.x];
  while (atomicCAS(&table[3 * key], 0, 1) != 0) {}
  __threadfence();
  table[3 * key + 1] += 1;
  table[3 * key + 2] += key;
  __threadfence();
  atomicExch(&table[3 * key], 0);
}
