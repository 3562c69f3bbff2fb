//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Names that are words of Boogie's language, in one version or another.
__global__ void axiom(int *push, const int *var, int left, int is) {
  __shared__ int pop[64];
  int type = threadIdx.x, mod = left + is;
  for (int measure = 0; measure < mod; ++measure) {
    pop[type] = var[measure];  // want "race on pop"
    __syncthreads();
    push[64 * measure + type] = pop[63 - type];  // want "race on pop"
  }
}
