//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
__global__ void k(const int *key, int *hist) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  hist[key[g] & 7] += 1;  // want "race on hist"
}
