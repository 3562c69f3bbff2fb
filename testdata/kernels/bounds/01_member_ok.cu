//pass
//--blockDim=64 --gridDim=1
// The last thread has no successor. Whoever reads head meets no writer of next.
struct Table { int next[64]; int head[64]; };
__global__ void chain(Table *t) {
  int i = threadIdx.x;
  if (i < 63) t->next[i + 1] = t->head[i];
}
