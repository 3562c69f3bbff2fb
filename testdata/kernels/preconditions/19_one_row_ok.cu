//pass
//--blockDim=64,1 --gridDim=1
// With one row they do not.
__global__ void number(int *p) {
  p[threadIdx.x] = threadIdx.y;
}
