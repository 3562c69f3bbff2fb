//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1 --check-array-bounds
// For n above 64 the stores to next leave it.
struct Table { int next[64]; int head[64]; };
__global__ void clear(Table *t, int n) {
  int i = threadIdx.x;
  if (i < n) t->next[i] = i;  // want "access can be out of bounds"
}
