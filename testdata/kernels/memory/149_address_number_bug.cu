//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// Here each thread looks at the address of its own element.
__global__ void fill(float *p) {
  int shift = (unsigned long long)(p + threadIdx.x) % 16 / 4;
  p[blockIdx.x * 64 + threadIdx.x + shift] = threadIdx.x;  // want "write-write race on p"
}
