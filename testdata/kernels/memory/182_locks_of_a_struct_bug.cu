//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=1

// The lock of a key does not keep others from the sum of the next one.
struct Table {
  int size;
  int locks[64];
  int sums[64];
};
__device__ Table t;

__global__ void add(const int *in) {
  int key = in[threadIdx.x] & 31;
  while (atomicCAS(&t.locks[key], 0, 1) != 0) {}
  __threadfence();
  t.sums[key] = t.sums[key + 1]; // want "race on t"
  __threadfence();
  atomicExch(&t.locks[key], 0);
}
