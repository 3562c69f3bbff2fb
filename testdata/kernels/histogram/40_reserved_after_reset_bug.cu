//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The counter begins with 0 again while threads still take triples.
__global__ void triples(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int at = atomicAdd(&count, 3);  // want "atomic-write race on count"
  if (threadIdx.x == 5)
    count = 0;  // want "atomic-write race on count"
  out[at] = in[threadIdx.x];
}
