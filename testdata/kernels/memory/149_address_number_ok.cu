//pass
//--blockDim=64 --gridDim=*
// Each row starts where the alignment of the array says: its address is one number for all threads.
__global__ void fill(float *p) {
  int shift = (unsigned long long)p % 16 / 4;
  float *q = p + (long long)blockIdx.x * 64 - shift;
  if ((int)threadIdx.x >= shift)
    q[threadIdx.x] = threadIdx.x;
}
