//pass
//--blockDim=64 --gridDim=64

// A member of the struct has the locks, and another one what they protect.
struct Table {
  int size;
  int locks[64];
  int sums[64];
};

__global__ void add(Table *t, const int *in) {
  int key = in[threadIdx.x + blockIdx.x * blockDim.x];
  while (atomicCAS(&t->locks[key], 0, 1) != 0) {}
  __threadfence();
  t->sums[key] += t->size;
  __threadfence();
  atomicExch(&t->locks[key], 0);
}
