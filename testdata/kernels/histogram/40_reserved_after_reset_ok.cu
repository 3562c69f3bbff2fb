//pass
//--blockDim=64 --gridDim=1
// A counter of the block that begins with 0: triples of threads do not meet.
__global__ void triples(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int at = atomicAdd(&count, 3);
  for (int k = 0; k < 3; k++)
    out[at + k] = in[threadIdx.x];
}
