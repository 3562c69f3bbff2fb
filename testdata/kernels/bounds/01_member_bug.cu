//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The last thread writes behind next, where head begins: outside of the member, though inside of the table.
struct Table { int next[64]; int head[64]; };
__global__ void chain(Table *t) {
  int i = threadIdx.x;
  t->next[i + 1] = i;  // want "access out of bounds"
}
