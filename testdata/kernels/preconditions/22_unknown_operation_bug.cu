//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: op == 0 || op == 1
// An operation that is none of the two is one that no caller passes.
__global__ void combine(float *to, const float *a, const float *b, int op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (op) {
    case 0: to[i] = a[i] + b[i]; break;
    case 1: to[i] = a[i] * b[i]; break;
    default: assert(false);  // want "assertion"
  }
}
