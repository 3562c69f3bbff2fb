//pass
//--blockDim=64 --gridDim=*
// The same where the launches pass one of the two.
__global__ void combine(float *to, const float *a, const float *b, int op) {
  __requires(op == 0 || op == 1);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (op) {
    case 0: to[i] = a[i] + b[i]; break;
    case 1: to[i] = a[i] * b[i]; break;
    default: assert(false);
  }
}
