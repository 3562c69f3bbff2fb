//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The parameter decides which element is raced on, and no value of it helps.
__global__ void always(int *out, int n) {
  out[n] = threadIdx.x;  // want "write-write race on out"
}
