//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// One lane of each warp writes.
__global__ void k(int *out, const int *in) {
  unsigned all = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 32] = __popc(all) + threadIdx.x;  // want "race on out"
}
