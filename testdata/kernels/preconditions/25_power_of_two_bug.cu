//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: size > 0 && (size & (size - 1)) == 0
// A part of the array for each size threads, with room for as many zeros in front: parts of other sizes meet.
__global__ void parts(unsigned *out, unsigned size) {
  __shared__ unsigned s[512];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size - 1)) + size;
  s[pos] = threadIdx.x;  // want "write-write race on s"
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[pos];
}
