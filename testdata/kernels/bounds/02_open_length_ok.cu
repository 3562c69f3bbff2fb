//pass
//--blockDim=128 --gridDim=1
// That accesses stay within next is assumed, and printed: no race of next with head is shown that needs the contrary.
struct Table { int next[64]; int head[64]; };
__global__ void clear(Table *t, int n) {
  int i = threadIdx.x;
  if (i < n) t->next[i] = i;
  if (i < 64) t->head[i] = -1;
}
