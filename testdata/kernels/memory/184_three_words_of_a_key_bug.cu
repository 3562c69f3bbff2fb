//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=1

// Two keys have one sum, and each a lock of its own.
__global__ void add(int *table, const int *in) {
  int key = in[threadIdx.x];
  while (atomicCAS(&table[3 * key], 0, 1) != 0) {}
  __threadfence();
  table[6 * (key / 2) + 1] = key; // want "race on table"
  __threadfence();
  atomicExch(&table[3 * key], 0);
}
