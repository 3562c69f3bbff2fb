//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A store to shared memory that another thread reads.
__global__ void k(int *out, const int *in) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];  // want "race on tile"
  out[threadIdx.x] = tile[63 - threadIdx.x];  // want "race on tile"
}
