//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// However exp is rounded, it exceeds 3 for some inputs.
__global__ void k(const float *in, int *o) {
  if (expf(in[threadIdx.x]) > 3.0f) o[0] = threadIdx.x;  // want "write-write race on o"
}
